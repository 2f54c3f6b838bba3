"""Where everything is in the twin's window, and what of it can be touched.

Places are in units of a canvas that is fitted into the window: one for windows that lie, one for
those that stand upright.  At 1280 by 720 pixels a unit is a pixel; no touch is less than 48 high.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from machines.menace.build import build
from machines.menace.picture.twin_scene import TwinScene
from machines.noughts.board import READING

Box = tuple[float, float, float, float]
"""Left, top, width, height."""


class Arrangement(NamedTuple):
    """The places of the window's pieces."""

    canvas: tuple[float, float]
    wall: float
    """How far down the wall reaches; the table begins there."""
    header: tuple[Box, Box]
    paper: Box
    card: Box
    message: Box
    plates: tuple[tuple[str, Box], ...]


WIDE = Arrangement(
    (1280.0, 720.0),
    66.0,
    ((28.0, 12.0, 640.0, 46.0), (692.0, 12.0, 560.0, 46.0)),
    (28.0, 80.0, 420.0, 484.0),
    (476.0, 80.0, 776.0, 484.0),
    (28.0, 576.0, 1224.0, 54.0),
    (
        ("undo", (28.0, 644.0, 200.0, 60.0)),
        ("count", (244.0, 644.0, 200.0, 60.0)),
        ("stop", (460.0, 644.0, 260.0, 60.0)),
        ("language", (836.0, 644.0, 190.0, 60.0)),
        ("end", (1042.0, 644.0, 210.0, 60.0)),
    ),
)
TALL = Arrangement(
    (832.0, 1320.0),
    98.0,
    ((28.0, 8.0, 776.0, 42.0), (28.0, 50.0, 776.0, 42.0)),
    (206.0, 112.0, 420.0, 484.0),
    (28.0, 612.0, 776.0, 484.0),
    (28.0, 1108.0, 776.0, 60.0),
    (
        ("undo", (28.0, 1182.0, 248.0, 58.0)),
        ("count", (292.0, 1182.0, 248.0, 58.0)),
        ("stop", (556.0, 1182.0, 248.0, 58.0)),
        ("language", (28.0, 1252.0, 380.0, 58.0)),
        ("end", (424.0, 1252.0, 380.0, 58.0)),
    ),
)

# On the paper, from its corner.
BOARD: Box = (24.0, 40.0, 372.0, 372.0)
STARTS: tuple[Box, Box] = ((14.0, 420.0, 192.0, 54.0), (214.0, 420.0, 192.0, 54.0))

# On the card, from its corner.
BEADS: Box = (338.0, 18.0, 420.0, 382.0)
EMPTY: Box = (338.0, 412.0, 420.0, 56.0)
FILLED: Box = (228.0, 396.0, 320.0, 66.0)
NEXT: Box = (508.0, 416.0, 250.0, 56.0)
DIGITS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "erase", "0", "open")
KEY: Box = (20.0, 134.0, 82.0, 76.0)
KEY_PITCH = (90.0, 84.0)
NEAR: Box = (316.0, 58.0, 104.0, 58.0)
NEAR_PITCH = 112.0
CELL: Box = (20.0, 108.0, 362.0, 70.0)
CELL_PITCH = (374.0, 77.0)
LESS: Box = (56.0, 4.0, 62.0, 62.0)
MORE: Box = (178.0, 4.0, 62.0, 62.0)
TAKE: Box = (20.0, 418.0, 310.0, 54.0)
OTHER: Box = (346.0, 418.0, 220.0, 54.0)
DONE: Box = (582.0, 418.0, 174.0, 54.0)


def inside(outer: Box, inner: Box) -> Box:
    """A place that is given from the corner of another, on the canvas."""
    return outer[0] + inner[0], outer[1] + inner[1], inner[2], inner[3]


def square_box(arrangement: Arrangement, square: int) -> Box:
    """A square of the board."""
    left, top, side, _ = inside(arrangement.paper, BOARD)
    down, across = divmod(READING.index(square), 3)
    cell = side / 3
    return left + across * cell, top + down * cell, cell, cell


def grid(area: Box, count: int, gap: float = 10.0) -> list[Box]:
    """So many equal places in an area."""
    columns = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}.get(count, 4)
    rows = math.ceil(count / columns)
    wide = (area[2] - gap * (columns - 1)) / columns
    high = (area[3] - gap * (rows - 1)) / rows
    return [
        (
            area[0] + (wide + gap) * (k % columns),
            area[1] + (high + gap) * (k // columns),
            wide,
            high,
        )
        for k in range(count)
    ]


def cell_box(card: Box, at: int) -> Box:
    """Where a colour of a box is counted."""
    column, row = divmod(at, 4)
    left, top, wide, high = inside(card, CELL)
    return left + CELL_PITCH[0] * column, top + CELL_PITCH[1] * row, wide, high


def near_boxes(scene: TwinScene) -> tuple[int, ...]:
    """Boxes that the operator has in hand: of this play, else of the last."""
    twin = scene.twin
    numbers = [one.number for one in twin.cabinet.on_board]
    if twin.laid is not None:
        numbers.append(twin.laid.number)
    if len(numbers) < 2 and twin.ended is not None:
        numbers += [number for number, _, _ in twin.ended.settlement.gains]
    return tuple(dict.fromkeys(numbers))[:4]


def touches(scene: TwinScene, arrangement: Arrangement) -> dict[str, Box]:
    """What can be touched: names as the window's desk knows them, and where they are."""
    found: dict[str, Box] = {}
    card = arrangement.card
    if scene.sheet == "number":
        found |= _keypad(card)
        for k, number in enumerate(near_boxes(scene)):
            left, top, wide, high = inside(card, NEAR)
            found[f"near {number}"] = (left + NEAR_PITCH * k, top, wide, high)
    elif scene.sheet == "count":
        found |= _counting(scene, card)
    elif scene.sheet == "told":
        found["next"] = inside(card, NEXT)
    else:
        found |= _playing(scene, arrangement)
    return found | dict(arrangement.plates)


def _playing(scene: TwinScene, arrangement: Arrangement) -> dict[str, Box]:
    twin, card = scene.twin, arrangement.card
    found = {f"mark {square}": square_box(arrangement, square) for square in range(9)}
    if not twin.acts:
        for name, place in zip(("start O", "start X"), STARTS, strict=True):
            found[name] = inside(arrangement.paper, place)
    if twin.laid is not None:
        colours = build(twin.cabinet.build).colours(twin.laid.number)
        places = grid(inside(card, BEADS), len(colours))
        found |= {f"bead {one}": place for one, place in zip(colours, places, strict=True)}
        found["empty"] = inside(card, EMPTY)
    elif twin.asks == "reload":
        found["reload"] = inside(card, FILLED)
    return found


def _keypad(card: Box) -> dict[str, Box]:
    left, top, wide, high = inside(card, KEY)
    return {
        _key_name(key): (left + KEY_PITCH[0] * (k % 3), top + KEY_PITCH[1] * (k // 3), wide, high)
        for k, key in enumerate(DIGITS)
    }


def _key_name(key: str) -> str:
    return f"digit {key}" if key.isdecimal() else key


def _counting(scene: TwinScene, card: Box) -> dict[str, Box]:
    found: dict[str, Box] = {}
    colours = counted_colours(scene)
    for at, colour in enumerate(colours):
        cell = cell_box(card, at)
        found[f"less {colour}"] = inside(cell, LESS)
        found[f"more {colour}"] = inside(cell, MORE)
    if scene.twin.differences(scene.number, scene.counted):
        found["take"] = inside(card, TAKE)
    return found | {"other": inside(card, OTHER), "done": inside(card, DONE)}


def counted_colours(scene: TwinScene) -> Sequence[int]:
    """The colours of the box that is counted."""
    return build(scene.twin.cabinet.build).colours(scene.number)
