"""Why a move: the patterns that match its position, and the fold of their weights step by step.

Each line is a pattern with its weight as a dot between 0 and 1; the line that runs down through
them is the value so far: where it stands after folding that weight into it (Gould and Levinson
1992, Fig. 3.2).  The last of it is what the position is worth.
"""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise

import pygame

from devices.screen.parts.desktop_program import (
    ENGRAVING,
    FAINT,
    FIGURES,
    INK,
    SPACING,
    WEIGHT,
    Colour,
    Keep,
    Pen,
    ProgramPane,
    fit,
)
from devices.screen.parts.relief import Rect
from devices.screen.words import Words
from machines.morph.picture import why_words
from machines.morph.picture.chess_board import MEN
from machines.morph.picture.chess_marks import ATTACKS, any_square, arrow, disc, stroke
from machines.morph.picture.chess_men import man
from machines.morph.picture.small_board import AGAINST, FOR, tone_of
from machines.morph.picture.successor_bars import worth
from machines.morph.scene import ArrowKind, Fold, Mark, Step

WORDS = Words("morph")
WIDE, HIGH = 550.0, 330.0
ROWS = 9
"""Patterns that find room; of more the last are seen, which weigh most."""
FIRST, ROW = 29.0, 29.0
HEAD = 12.0
"""Where the names of the columns stand."""
SENTENCE, LEADING = 0.17, 1.55
"""Weight of the sentence that says why, and from line to line in heights of capitals."""
LARGEST, SMALLEST = 26.0, 8.5
"""Its capitals."""
AXIS = (244.0, 416.0)
"""Where 0 and 1 of the weights lie."""
WEIGHTS, VALUES = 490.0, 543.0
"""Where the columns of numbers end."""
ICON = 25.0
APART = 44.5
"""From one man of a material pattern to the next: five have room before the weights."""
KINDS: tuple[ArrowKind, ...] = ("direct", "indirect", "discovered")
THREAD: Colour = (24, 44, 110)
POINTED: Colour = (255, 232, 150)
LINE: Colour = (224, 224, 216)


def done_of(fold: Fold) -> int:
    """How many steps are drawn so far."""
    return len(fold.steps) if fold.shown < 0 else min(fold.shown, len(fold.steps))


def first_of(fold: Fold) -> int:
    """Which of the steps stands in the first line of the pane."""
    return max(done_of(fold) - ROWS, 0)


def line_of(number: int) -> Rect:
    """A line's area on the pane."""
    return 4.0, FIRST + number * ROW, WIDE - 8.0, ROW


class ReasonPane(ProgramPane):
    """In words why the move was made; large where there is room."""

    anew_ms = 66

    def __init__(self, rect: Rect) -> None:
        self.size = rect[2:]
        super().__init__(*rect[:2])

    def lay(self, pen: Pen, state: Fold, now_ms: int, keep: Keep) -> None:
        lines, high = lettered(why_words.sentence(state), self.size, pen.scale)
        for k, line in enumerate(lines):
            y = self.size[1] / 2 + LEADING * high * (k - (len(lines) - 1) / 2)
            size = fit(line, high, self.size[0] - 16.0, SENTENCE, pen.scale)
            pen.text(line, 8.0, y, size, INK, weight=SENTENCE, passing=True)


def lettered(told: str, room: tuple[float, float], scale: float) -> tuple[list[str], float]:
    """A text in lines that have room, and how high their capitals are, in elements."""
    high, lines = ENGRAVING.fit(
        told, LARGEST * scale, (room[0] - 16.0) * scale,
        lambda high, lines: len(lines) * LEADING * high <= (room[1] - 6.0) * scale,
        SMALLEST * scale, SPACING,
    )  # fmt: skip
    return lines, high / scale


class FoldPane(ProgramPane):
    """The lines and the thread of the value that runs down through them."""

    size = (WIDE, HIGH)
    anew_ms = 66

    def draw_ground(self, pen: Pen) -> None:
        super().draw_ground(pen)
        low = FIRST + ROWS * ROW
        for value, name in ((0.0, "0"), (0.5, ".5"), (1.0, "1")):
            pen.fill((_at(value) - 0.5, FIRST - 4.0, 1.0, low - FIRST + 8.0), (188, 188, 182))
            pen.text(name, _at(value), HEAD, 11.0, FAINT, "centre")
        for number in range(ROWS + 1):
            pen.fill((6.0, FIRST + number * ROW, WIDE - 12.0, 1.0), LINE)
        pen.text(WORDS("weight"), WEIGHTS, HEAD, 10.0, FAINT, "right")
        room = VALUES - WEIGHTS - 6.0
        pen.text(WORDS("value"), VALUES, HEAD, fit(WORDS("value"), 10.0, room), FAINT, "right")
        _key(pen)

    def lay(self, pen: Pen, state: Fold, now_ms: int, keep: Keep) -> None:
        if not state.steps:
            pen.text(WORDS("no_move"), 118.0, HEAD, 9.5, FAINT, "centre")
            return
        first = first_of(state)
        done = done_of(state)
        pen.text(state.move, 8.0, HEAD, 16.0, INK, weight=0.19, passing=True)
        head = WORDS("patterns", n=len(state.steps))
        pen.text(head, 92.0, HEAD, 10.5, FAINT, passing=True)
        rows = state.steps[first : first + ROWS]
        for number, row in enumerate(rows):
            self._line(
                pen, number, row, first + number < done, first + number == state.pointed, keep
            )
        before = state.steps[first - 1].value if first else None
        self._thread(pen, rows[: done - first], before)
        if done:
            self._worth(pen, state.steps[done - 1].value, done == len(state.steps))

    def _line(
        self, pen: Pen, number: int, row: Step, done: bool, pointed: bool, keep: Keep
    ) -> None:
        x, y, wide, tall = line_of(number)
        middle = y + tall / 2
        if pointed:
            pen.fill((x, y + 1.0, wide, tall - 1.0), POINTED)
        if row.sketch.material:
            self._material(pen, row.sketch.material, middle, keep)
        else:
            self._nodes(pen, row.sketch.nodes, middle, keep)
        tone = tone_of(row.weight)
        pen.text(f"{row.weight:.3f}", WEIGHTS, middle, 11.5, tone, "right", 0.17, True)
        if done:
            pen.text(f"{row.value:.3f}", VALUES, middle, 11.5, THREAD, "right", 0.17, True)
        k, radius = pen.scale, 6.5 * pen.scale
        if done:
            _dotted(pen, _at(row.weight) * k, _at(row.value) * k, middle * k)
        place = (_at(row.weight) * k, middle * k)
        disc(pen.surface, place, radius, INK)
        disc(pen.surface, place, radius - max(1.0, 1.2 * k), tone)

    def _nodes(self, pen: Pen, nodes: tuple[Mark, ...], middle: float, keep: Keep) -> None:
        """The men of a graph pattern, one beside the other."""
        for number, node in enumerate(nodes[:7]):
            x = 8.0 + number * ICON
            if node.label in "*Oo":
                any_square(pen.surface, pen.rect((x, middle - ICON / 2, ICON, ICON)), node.label)
            else:
                self._man(pen, node.label, (x, middle), keep)

    def _material(self, pen: Pen, material: tuple[int, ...], middle: float, keep: Keep) -> None:
        """The differences of a material pattern, each with its man."""
        x = 10.0
        more = [(man, by) for man, by in zip("PNBRQ", material, strict=True) if by]
        if not more:
            pen.text(WORDS("even_material"), x, middle, 11.0, INK)
        for letter, by in more:
            sign = "\N{PLUS SIGN}" if by > 0 else "\N{MINUS SIGN}"
            pen.text(f"{sign}{abs(by)}", x, middle, 12.0, FOR if by > 0 else AGAINST, weight=0.19)
            self._man(pen, letter if by > 0 else letter.lower(), (x + 20.0, middle), keep)
            x += APART

    def _man(self, pen: Pen, letter: str, place: tuple[float, float], keep: Keep) -> None:
        side = _icon_px(pen.scale)
        sprite = keep(("man", letter, side), partial(man, letter, side))
        left, top = place[0] * pen.scale, place[1] * pen.scale - side / 2
        pen.surface.blit(sprite, (round(left), round(top)))

    def _thread(self, pen: Pen, rows: tuple[Step, ...], before: float | None) -> None:
        """The value as it runs from line to line, pulled by each weight."""
        k = pen.scale
        at = [] if before is None else [(_at(before) * k, FIRST * k)]
        for number, row in enumerate(rows):
            y = (FIRST + (number + 0.5) * ROW) * k
            if at:
                at.append((at[-1][0], y - 7.0 * k))
            at.append((_at(row.value) * k, y + 7.0 * k if at else y))
        if not at:
            return
        low = (FIRST + len(rows) * ROW) * k
        at.append((at[-1][0], low))
        foot = (FIRST + ROWS * ROW) * k
        pen.surface.fill(THREAD, (round(at[-1][0] - 0.7 * k), round(low), max(1, round(1.4 * k)),
                                  round(foot - low)))  # fmt: skip
        for one, other in pairwise(at):
            stroke(pen.surface, one, other, 3.4 * k, THREAD)
        for place in at[1:-1]:
            disc(pen.surface, place, 1.7 * k, THREAD)

    def _worth(self, pen: Pen, value: float, done: bool) -> None:
        """What it came to, below the last line."""
        y = HIGH - 20.0
        x = _at(value) * pen.scale
        foot, half = FIRST + ROWS * ROW, 7.0
        pen.fill((_at(value) - 0.7, foot, 1.4, 5.0), THREAD)
        arrowhead = [(0.0, foot + 12.0), (-half, foot + 4.0), (half, foot + 4.0)]
        k = pen.scale
        pygame.draw.polygon(pen.surface, THREAD, [(x + dx * k, y * k) for dx, y in arrowhead])
        figure = worth(value)
        left = VALUES - ENGRAVING.width(figure, 15.0, 0.06) - 12.0
        pen.text(WORDS("worth") if done else WORDS("so_far"), left, y, 11.0, FAINT, "right")
        pen.text(figure, VALUES, y, 15.0, THREAD, "right", 0.19, True)

    def sprites(self, keep: Keep) -> Iterable[Callable[[], object]]:
        side = _icon_px(self.scale)
        for letter in MEN:
            yield partial(keep, ("man", letter, side), partial(man, letter, side))
        for high, weight in ((16.0, 0.19), (10.5, WEIGHT)):
            yield partial(ENGRAVING.prepare, high * self.scale, weight)
        for high, weight in ((11.5, 0.17), (12.0, 0.19), (15.0, 0.19)):
            yield partial(ENGRAVING.prepare, high * self.scale, weight, FIGURES)


def _key(pen: Pen) -> None:
    """The kinds of arrows, below the lines."""
    x, y, k = 8.0, HIGH - 14.0, pen.scale
    for kind in KINDS:
        arrow(pen.surface, (x * k, y * k), ((x + 34.0) * k, y * k), 3.2 * k, kind, ATTACKS[kind])
        pen.text(WORDS(kind), x + 40.0, y, 9.5, FAINT)
        x += 50.0 + ENGRAVING.width(WORDS(kind), 9.5, 0.06, WEIGHT)


def _icon_px(scale: float) -> int:
    return max(round(ICON * scale), 4)


def _at(value: float) -> float:
    return AXIS[0] + (AXIS[1] - AXIS[0]) * min(max(value, 0.0), 1.0)


def _dotted(pen: Pen, start: float, end: float, y: float) -> None:
    """From a weight to where it pulls the value, in pixels."""
    step, tall = max(2, round(4.0 * pen.scale)), max(1, round(1.2 * pen.scale))
    left, right = sorted((round(start), round(end)))
    for x in range(left, right, 2 * step):
        pen.surface.fill((150, 158, 180), (x, round(y), min(step, right - x), tall))
