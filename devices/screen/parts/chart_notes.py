"""What is written into a chart: callouts with an arrow at a point, uprights with a word.

As in Michie's Fig. 4: a framed word stands above the line, and an arrow drops from it to the game
that is meant.  A callout looks for the place with the shortest arrow where it covers neither its
own line nor another callout; those of a ghost are pale and know nothing of the lines before them,
so that they never move.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

from devices.screen.lettering import Engraving
from devices.screen.parts.chart_ink import Colour, Point

Places = npt.NDArray[np.float64]

_SHIFTS = (0.5, 0.35, 0.65, 0.2, 0.8, 0.04, 0.96)
"""Where in a box's width its arrow may leave it."""
_STEP, _SHORTEST = 3.0, 9.0
"""Of an arrow, in units."""
_COVERED, _BELOW = 90.0, 20.0
"""So much longer an arrow may be for its frame not to stand above another callout's point, and not
to stand beneath the line."""
_TALL = 5.6
"""A callout's capitals, in units."""
_SMALLEST_PX = 7.0
_GHOST: Colour = (128, 122, 110)
_DARK: Colour = (52, 48, 46)
_CHANGED: Colour = (32, 66, 132)
_PALE: Colour = (246, 242, 229)


class Callout(NamedTuple):
    """Framed words with an arrow at a point (in the axes' numbers); new lines by ``\\n``."""

    at: Point
    words: str
    ghost: bool = False  # Belongs to what was measured elsewhere: pale, beneath the lines


class Upright(NamedTuple):
    """A broken vertical line where something was changed, and the word for it."""

    at: float
    words: str


@dataclass(frozen=True)
class Placed:
    """A callout's frame and the point that its arrow comes to, in pixels."""

    box: pygame.Rect
    tip: Point
    cost: float = 0.0  # Infinite where there was no room

    @property
    def arrow(self) -> pygame.Rect:
        """The place between the frame and its point."""
        return _arrow(self.box, self.tip)


def placed(
    tip: Point,
    size: tuple[int, int],
    within: pygame.Rect,
    line: Places,
    taken: Sequence[pygame.Rect],
    others: Sequence[float],
    unit: float,
) -> Placed:
    """Where a callout of that size stands, whose arrow comes to ``tip``.

    ``line``: places (n x 2) that no frame may cover; ``taken``: frames and arrows that stand there;
    ``others``: x to which other arrows will come, better not covered.
    """
    best, least = pygame.Rect(within.topleft, size), float("inf")
    for step in range(int((within.height + size[1]) / (_STEP * unit))):
        away = (_SHORTEST + step * _STEP) * unit
        if away >= least:
            break
        for dear, shift in enumerate(_SHIFTS):
            worth = away + dear * 2.5 * unit
            for below, y in enumerate((tip[1] - away - size[1], tip[1] + away)):
                box = pygame.Rect((round(tip[0] - shift * size[0]), round(y)), size)
                covered = sum(box.left - 2.5 * unit < x < box.right + 2.5 * unit for x in others)
                dearer = worth + (covered * _COVERED + below * _BELOW) * unit
                if dearer < least and _is_free(box, tip, within, line, taken, unit):
                    best, least = box, dearer
    return Placed(best, tip, least)


def place_all(
    tips: Sequence[Point],
    sizes: Sequence[tuple[int, int]],
    within: pygame.Rect,
    lines: Sequence[Places],
    unit: float,
) -> list[Placed]:
    """Where several callouts stand, each beside a line of its own: those on the right are placed
    first, or, if that leaves one without room, those on the left.

    On a small sheet there may still be none for some; those are left out.
    """
    found: list[list[Placed]] = []
    for order in (range(len(tips) - 1, -1, -1), range(len(tips))):
        made: dict[int, Placed] = {}
        taken: list[pygame.Rect] = []
        for at in order:
            others = [
                x for number, (x, _) in enumerate(tips) if number not in made and number != at
            ]
            made[at] = placed(tips[at], sizes[at], within, lines[at], taken, others, unit)
            if made[at].cost < float("inf"):
                taken += [made[at].box, made[at].arrow]
        found.append([made[at] for at in range(len(tips))])
        if all(note.cost < float("inf") for note in found[-1]):
            break
    return min(found, key=lambda notes: sum(note.cost for note in notes))


def _is_free(
    box: pygame.Rect,
    tip: Point,
    within: pygame.Rect,
    line: Places,
    taken: Sequence[pygame.Rect],
    unit: float,
) -> bool:
    wide = box.inflate(round(5 * unit), round(5 * unit))
    arrow = _arrow(box, tip).inflate(round(3 * unit), 0)
    if not within.contains(box) or any(rect.colliderect(wide) for rect in taken):
        return False
    if any(rect.colliderect(arrow) for rect in taken):
        return False
    x, y = line[:, 0], line[:, 1]
    under = (x >= wide.left) & (x < wide.right) & (y >= wide.top) & (y < wide.bottom)
    return not under.any()


def _arrow(box: pygame.Rect, tip: Point) -> pygame.Rect:
    x, y = round(tip[0]), round(tip[1])
    if y >= box.bottom:
        return pygame.Rect(x - 1, box.bottom, 3, y - box.bottom)
    return pygame.Rect(x - 1, y, 3, max(box.y - y, 0))


class NotePen:
    """Letters notes at a scale."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.engraving = Engraving()
        self.tall = max(_TALL * scale, _SMALLEST_PX)

    def size(self, words: str) -> tuple[int, int]:
        """A frame's width and height in pixels."""
        lines = words.split("\n")
        wide = max(self.engraving.width(line, self.tall) for line in lines)
        return round(wide + 1.5 * self.tall), round((1.62 * len(lines) + 0.55) * self.tall)

    def callout(self, target: pygame.Surface, note: Placed, words: str, ghost: bool) -> None:
        """Draw the frame, the words and the arrow."""
        ink = _GHOST if ghost else _DARK
        self.frame(target, note.box, words, ink)
        above = note.tip[1] >= note.box.bottom
        foot = float(note.box.bottom if above else note.box.y)
        self.arrow(target, (note.tip[0], foot), note.tip, ink)

    def frame(
        self, target: pygame.Surface, box: pygame.Rect, words: str, ink: Colour = _DARK
    ) -> None:
        """The words in their frame."""
        target.fill((*_PALE, 255), box)
        pygame.draw.rect(target, ink, box, max(round(0.7 * self.scale), 1))
        for number, line in enumerate(words.split("\n")):
            y = box.y + (1.08 + 1.62 * number) * self.tall
            self.engraving.draw(target, line, box.centerx, y, self.tall, ink, "centre", 0.12)

    def arrow(self, target: pygame.Surface, start: Point, tip: Point, ink: Colour) -> None:
        """A vertical arrow that ends a little before ``tip``."""
        way = 1 if tip[1] >= start[1] else -1
        end, x = tip[1] - way * 3.2 * self.scale, round(tip[0])
        thin = max(round(0.7 * self.scale), 1)
        low, high = sorted((start[1], end))
        target.fill((*ink, 255), (x - thin // 2, round(low), thin, max(round(high - low), 0)))
        head = 2.0 * self.scale
        corners = [(x, end), (x - head, end - way * head * 2.1), (x + head, end - way * head * 2.1)]
        if high - low > 2 * head:
            pygame.draw.polygon(target, ink, corners)

    def uprights(
        self, target: pygame.Surface, marks: Sequence[tuple[float, str]], within: pygame.Rect
    ) -> None:
        """Broken vertical lines at these x, each with its word at the top, in rows."""
        thin, piece = max(round(0.9 * self.scale), 1), max(round(3.2 * self.scale), 2)
        taken: list[pygame.Rect] = []
        for x, words in marks:
            for y in range(within.y, within.bottom, 2 * piece):
                high = min(piece, within.bottom - y)
                target.fill((*_CHANGED, 255), (round(x) - thin // 2, y, thin, high))
            wide, high = self.size(words)
            flag = pygame.Rect(round(x), within.y, wide, high)
            if flag.right > within.right:
                flag.right = round(x)
            while flag.collidelist(taken) >= 0 and flag.bottom + high < within.bottom:
                flag.y += round(high * 1.15)
            taken.append(flag)
            self.frame(target, flag, words, _CHANGED)
