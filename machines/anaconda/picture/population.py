"""The population of thirty with its points, and the chart of what generations are worth.

The chart shows a kept measurement, matches of generations against the first
(assets/players/README.md), and no more: the points that a generation wins among its own kin say
nothing about how strong it is, for its rivals improve with it.

Chellapilla and Fogel 2000: 15 parents and their 15 offspring play, +1 for a win, -2 for a loss; the
best fifteen are the next parents.  Where none of the thirty is a parent they are offspring of one,
who follows those that are ahead (machines/anaconda/mirrored_sampling.py).
"""

import math
from collections.abc import Sequence
from itertools import pairwise

import pygame

from devices.screen.parts.desktop_program import (
    ENGRAVING,
    FAINT,
    INK,
    LIGHT,
    SHADE,
    Colour,
    Keep,
    Pen,
    ProgramPane,
)
from devices.screen.words import Words, numeral
from machines.anaconda.state import AnacondaScene, Strength

WIDE, HIGH = 456.0, 102.0
CHART_WIDE = 510.0
PARENT, CHILD, LEFT = (196, 40, 34), (232, 150, 60), (150, 150, 148)
BEST = (190, 30, 30)
LEFT_EDGE, RIGHT_EDGE = 52.0, CHART_WIDE - 14.0
ITSELF = Strength(0, 0, 0, 0, 0.5, 0.0)
"""Generation 0 against itself: half the points, by definition."""
WORDS = Words("anaconda")


class PopulationPane(ProgramPane):
    """Thirty bars: up for points won, down for points lost; those that stay are in colour."""

    size = (WIDE, HIGH)

    def key_of(self, state: AnacondaScene, now_ms: int) -> object:
        return state.history

    def lay(self, pen: Pen, state: AnacondaScene, now_ms: int, keep: Keep) -> None:
        history = state.history
        points = history.population
        if not points:
            pen.text(WORDS("no_run"), WIDE / 2, HIGH / 2, 11.0, FAINT, "centre")
            return
        top, low = max(max(points), 1), min(min(points), 0)
        upper, lower = 26.0, HIGH - 20.0
        unit = (lower - upper) / (top - low)
        zero = upper + top * unit
        pitch = (WIDE - 24.0) / len(points)
        for at, (won, parent) in enumerate(zip(points, history.parents, strict=True)):
            x = 12.0 + at * pitch
            colour = (PARENT if parent else CHILD) if at < len(points) // 2 else LEFT
            tall = max(abs(won) * unit, 1.2)
            bar = (x, zero - tall if won > 0 else zero, pitch - 3.0, tall)
            pen.fill(bar, colour)
            pen.fill((bar[0], bar[1], 1.2, bar[3]), _lighter(colour))
            below = won < 0
            y = zero - 7.0 if below else zero - tall - 7.0
            pen.text(str(round(won)), x + (pitch - 3) / 2, y, 7.0, INK, "centre", 0.13)
        pen.fill((8.0, zero, WIDE - 16.0, 1.0), INK)
        half = 12.0 + pitch * (len(points) // 2) - 1.5
        for k in range(12):
            pen.fill((half - 0.5, 8.0 + k * 11.0, 1.0, 6.0), SHADE)
        twins = not any(history.parents)
        stay, go = ("ahead", "behind") if twins else ("stay", "go")
        pen.text(WORDS(stay), half - 8, 10.0, 9.5, PARENT, "right")
        pen.text(WORDS(go), half + 8, 10.0, 9.5, FAINT)
        kinds = (("offspring", CHILD),) if twins else (("parent", PARENT), ("offspring", CHILD))
        _legend(pen, 14.0, HIGH - 9.0, kinds)


class StrengthPane(ProgramPane):
    """What generations scored against generation 0: marks with bars of two standard errors."""

    size = (CHART_WIDE, HIGH)

    def key_of(self, state: AnacondaScene, now_ms: int) -> object:
        return state.strength, state.generation

    def draw_ground(self, pen: Pen) -> None:
        super().draw_ground(pen)
        for share in (0.5, 0.75, 1.0):
            pen.fill((LEFT_EDGE, _height(share), RIGHT_EDGE - LEFT_EDGE, 1.0), (222, 222, 214))
            pen.text(f"{share:.0%}", LEFT_EDGE - 6.0, _height(share), 9.5, FAINT, "right")

    def lay(self, pen: Pen, state: AnacondaScene, now_ms: int, keep: Keep) -> None:
        if not state.strength:
            pen.text(WORDS("no_measurement"), CHART_WIDE / 2, HIGH / 2, 11.0, FAINT, "centre")
            return
        most = max(dot.generation for dot in state.strength)
        shown = (ITSELF, *state.strength)
        long = RIGHT_EDGE - LEFT_EDGE - 30.0
        places = [
            (LEFT_EDGE + 10.0 + dot.generation / most * long, _height(dot.points)) for dot in shown
        ]
        for start, end in pairwise(places):
            _dashed(pen, start, end)
        for (x, y), dot in zip(places, shown, strict=True):
            plays = dot.generation == state.generation
            self._mark(pen, x, y, dot, plays)
            weight = 0.22 if plays else 0.13
            pen.text(numeral(dot.generation), x, HIGH - 10.0, 9.5, INK, "centre", weight)

    def _mark(self, pen: Pen, x: float, y: float, dot: Strength, plays: bool) -> None:
        """A dot with its interval; the generation that plays is a full one with a ring."""
        k = pen.scale
        if dot.error:
            upper, lower = _height(min(dot.points + 2 * dot.error, 1.0)), _height(
                dot.points - 2 * dot.error
            )  # fmt: skip
            pen.fill((x - 0.8, upper, 1.6, lower - upper), INK)
            for end in (upper, lower):
                pen.fill((x - 4.0, end - 0.6, 8.0, 1.2), INK)
        pygame.draw.circle(pen.surface, BEST, (x * k, y * k), 4.2 * k)
        if plays:
            pygame.draw.circle(pen.surface, INK, (x * k, y * k), 7.5 * k, max(1, round(1.6 * k)))
        elif not dot.error:
            pygame.draw.circle(pen.surface, LIGHT, (x * k, y * k), 2.4 * k)


def _height(share: float) -> float:
    """Where a share of the points from a half to all lies."""
    return 12.0 + (1.0 - share) * 2 * 62.0


def _dashed(pen: Pen, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Between two measurements nothing is known: dashes."""
    far = math.hypot(end[0] - start[0], end[1] - start[1])
    pieces = max(int(far / 9.0), 1)
    for number in range(pieces):
        a, b = (number / pieces, (number + 0.55) / pieces)
        first, last = (
            tuple((start[k] + (end[k] - start[k]) * part) * pen.scale for k in (0, 1))
            for part in (a, b)
        )
        pygame.draw.line(pen.surface, BEST, first, last, max(1, round(1.4 * pen.scale)))


def _legend(pen: Pen, x: float, y: float, entries: Sequence[tuple[str, Colour]]) -> None:
    for text, colour in entries:
        pen.fill((x, y - 4.0, 9.0, 8.0), colour)
        pen.text(WORDS(text), x + 14.0, y, 9.5, INK)
        x += 30.0 + ENGRAVING.width(WORDS(text), 9.5, 0.06)


def _lighter(colour: Colour) -> Colour:
    red, green, blue = (
        part + (light - part) // 2 for part, light in zip(colour, LIGHT, strict=True)
    )
    return red, green, blue
