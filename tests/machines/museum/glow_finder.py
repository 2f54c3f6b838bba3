"""What glows on a screen, found in its picture alone (machines.museum.window.focus draws the glow).

A glow is a bright line inside of a dark one.  Most are found by the box that the bright line
encloses.  Where the thing below is bright itself or is crossed by arrows, as squares of a board
are, no box can be seen; there both lines are looked for at a place that is known.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
"""uint8[y, x, 3]: red, green, blue."""
Mask = npt.NDArray[np.bool_]
Rect = tuple[int, int, int, int]
"""x, y, width, height."""
LINE = (255, 226, 150)
"""The bright line; what lies below it shines through a little."""
NEAR = 0.3
"""How far the line may be from its own colour, as a share of what is below it."""
LINE_PX, DARK_PX, CORNER_PX = 3, 2, 10
"""How wide the lines are, the bright one inside of the place's edge; corners are round."""
GRID = 5
COVERED = 0.7
"""So much of each side of a glowing thing's box at least is line."""
OWN, BESIDE = 0.6, 0.25
"""At a known place so much of two sides' lines shows, and of the others' bright lines, over which
a neighbour's glow may lie."""
SLANT_PX = 5
"""So much nearer the dark line lies on one side of a tilted thing's box than on another."""
LEAST_PX, MOST_PX = 6, 400
"""A glowing thing is so wide and high."""


def read_frame_buffer(path: Path) -> Picture:
    """The X server's screen from its file of the form XWD."""
    data = np.fromfile(path, dtype=np.uint8)
    header = data[:100].view(">u4")
    size, width, height, line, colours = (int(header[k]) for k in (0, 4, 5, 12, 19))
    pixels = data[size + 12 * colours :][: height * line].reshape(height, line)
    return pixels[:, : 4 * width].reshape(height, width, 4)[:, :, 2::-1]


def bright_lines(picture: Picture) -> Mask:
    """Where the bright line of a glow may be, bool[y, x]."""
    red, green, blue = (picture[:, :, k].astype(np.int16) for k in range(3))
    low = [int(level * (1.0 - NEAR / 2)) for level in LINE]
    bright = (red >= low[0]) & (green >= low[1] - 4) & (blue >= low[2] - 22) & (blue <= 186)
    return np.asarray(bright & (green <= 236) & (red - blue >= 62))


def dark_lines(picture: Picture) -> Mask:
    """Where the dark line around it may be, bool[y, x]: a brown that is nearly black."""
    red, green, blue = (picture[:, :, k].astype(np.int16) for k in range(3))
    return np.asarray((red <= 96) & (green <= 80) & (blue <= 56) & (red - blue >= 16))


def find_glows(picture: Picture, places: list[Rect]) -> list[Rect]:
    """All that glows: of the places those that do, and elsewhere the boxes that bright lines
    enclose."""
    bright, dark = bright_lines(picture), dark_lines(picture)
    own = [place for place in places if place_glows(bright, dark, place)]
    # A man on a bright square looks enclosed, too, and so does a lamp in its brass ring.
    return own + [
        box
        for box in enclosed(bright)
        if dark_around(dark, box) and not any(is_middle(box, place) for place in places)
    ]


def lies_in(box: Rect, place: Rect) -> bool:
    """Whether a box's middle is in a place."""
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    return place[0] <= x < place[0] + place[2] and place[1] <= y < place[1] + place[3]


def is_middle(box: Rect, place: Rect) -> bool:
    """Whether a box is about in the middle of a place, and no larger."""
    aside = [abs(box[k] + box[k + 2] / 2 - place[k] - place[k + 2] / 2) for k in (0, 1)]
    return max(aside) <= min(place[2:]) / 4 and box[2] <= place[2] + 4 and box[3] <= place[3] + 4


def place_glows(bright: Mask, dark: Mask, place: Rect) -> bool:
    """Whether both lines of a glow lie around a place, as far as neighbours' glows leave them.

    A square that is only bright has no dark line; beside a glow the dark line lies on its inside.
    """
    lines = [float(side.mean()) for side in _sides(bright, place, 0, LINE_PX)]
    edges = _edges(dark, place)
    own = sum(min(line, edge) >= OWN for line, edge in zip(lines, edges, strict=True))
    return own >= 2 and min(lines) >= BESIDE


def dark_around(dark: Mask, box: Rect) -> bool:
    """Whether the dark line lies around an enclosed box, on two sides at least: neighbours' glows
    may hide the others.  A tilted thing has it nearer on one side than on another."""
    x, y, w, h = box
    sides = np.zeros(4)
    for out in range(LINE_PX, LINE_PX + DARK_PX + SLANT_PX):
        outer = (x - out, y - out, w + 2 * out, h + 2 * out)
        sides = np.maximum(sides, [side.mean() for side in _sides(dark, outer, 0, 1)])
    return int((sides >= OWN).sum()) >= 2


def _edges(dark: Mask, place: Rect) -> list[float]:
    """How much of the dark line is seen at each side."""
    return [float(side.mean()) for side in _sides(dark, place, -DARK_PX, DARK_PX)]


def _sides(mask: Mask, place: Rect, inset: int, wide: int) -> list[Mask]:
    """Four strips along a place's edges, without the corners; ``inset``: how far inside."""
    x, y, w, h = place
    across = slice(x + CORNER_PX, x + w - CORNER_PX)
    along = slice(y + CORNER_PX, y + h - CORNER_PX)
    top, left = y + inset, x + inset
    foot, right = y + h - inset - wide, x + w - inset - wide
    if min(x, y) < DARK_PX or min(w, h) <= 2 * CORNER_PX:
        return [np.zeros((1, 1), np.bool_)] * 4
    sides = (
        mask[top : top + wide, across],
        mask[foot : foot + wide, across],
        mask[along, left : left + wide],
        mask[along, right : right + wide],
    )
    return [side if side.size else np.zeros((1, 1), np.bool_) for side in sides]  # beyond the edge


def enclosed(bright: Mask) -> list[Rect]:
    """The boxes that lines of the mask enclose: what glows lies inside of its line."""
    thick = bright.copy()
    for axis in (0, 1):
        for step in (-2, -1, 1, 2):
            thick |= np.roll(bright, step, axis)
    found: list[Rect] = []
    for left, right, up, down in _lines_around(thick):
        x, y, wide, high = left + 1, up + 1, right - left - 1, down - up - 1
        if any(lies_in((x, y, wide, high), one) for one in found):
            continue
        if _is_box(thick, left, right, up, down):
            found.append((x, y, wide, high))
    return found


def _lines_around(thick: Mask) -> list[tuple[int, int, int, int]]:
    """Of each point of a grid the nearest line on its left and right, above and below: where there
    is one on all sides, neither too near nor too far; each such four once."""
    far = MOST_PX * 9
    lines = (thick[::GRID], thick[:, ::GRID].T)
    before = [
        np.maximum.accumulate(np.where(one, np.arange(one.shape[1]), -far), axis=1)[:, ::GRID]
        for one in lines
    ]
    after = [
        np.minimum.accumulate(
            np.where(one, np.arange(one.shape[1]), far)[:, ::-1], axis=1
        )[:, ::-1][:, ::GRID]
        for one in lines
    ]  # fmt: skip
    left, up, right, down = before[0], before[1].T, after[0], after[1].T
    across, along = right - left - 1, down - up - 1
    fits = (np.minimum(across, along) >= LEAST_PX) & (np.maximum(across, along) <= MOST_PX)
    fits &= ~thick[::GRID, ::GRID]
    fours = np.stack([one[fits] for one in (left, right, up, down)], axis=1)
    return [(int(a), int(b), int(c), int(d)) for a, b, c, d in dict.fromkeys(map(tuple, fours))]


def _is_box(thick: Mask, left: int, right: int, up: int, down: int) -> bool:
    """Whether lines cover the sides of a box, and little of what is inside."""
    across, along = slice(left + 1, right), slice(up + 1, down)
    sides = (thick[up, across], thick[down, across], thick[along, left], thick[along, right])
    if min(float(side.mean()) for side in sides) < COVERED:
        return False
    return float(thick[along, across].mean()) < 0.3
