"""The population of thirty with its points, and the chart of the generations behind it.

Chellapilla and Fogel 2000: 15 parents and their 15 offspring play, +1 for a win, -2 for a loss; the
best fifteen are the next parents.  Where none of the thirty is a parent they are offspring of one,
who follows those that are ahead (machines/anaconda/mirrored_sampling.py).
"""

from collections.abc import Sequence
from functools import lru_cache

import pygame

from devices.screen.parts.desktop_look import FAINT, INK, LIGHT, SHADE, Colour, Pen
from devices.screen.parts.program_pane import Keep, ProgramPane
from machines.anaconda.scene import History

WIDE, HIGH = 456.0, 146.0
CHART_WIDE = 510.0
PARENT, CHILD, LEFT = (196, 40, 34), (232, 150, 60), (150, 150, 148)
BEST, DRAWS, SIGMA = (190, 30, 30), (24, 120, 60), (30, 70, 190)
MOST = 400
"""Points of a curve that are drawn at most."""


class PopulationPane(ProgramPane):
    """Thirty bars: up for points won, down for points lost; those that stay are in colour."""

    size = (WIDE, HIGH)

    def lay(self, pen: Pen, state: History, now_ms: int, keep: Keep) -> None:
        points = state.population
        if not points:
            pen.text("NO RUN IS KEPT HERE YET", WIDE / 2, HIGH / 2, 11.0, FAINT, "centre")
            return
        top, low = max(max(points), 1), min(min(points), 0)
        upper, lower = 26.0, HIGH - 20.0
        unit = (lower - upper) / (top - low)
        zero = upper + top * unit
        pitch = (WIDE - 24.0) / len(points)
        for at, (won, parent) in enumerate(zip(points, state.parents, strict=True)):
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
        twins = not any(state.parents)
        stay, go = ("AHEAD", "BEHIND") if twins else ("STAY", "GO")
        pen.text(stay, half - 8, 10.0, 8.5, PARENT, "right")
        pen.text(go, half + 8, 10.0, 8.5, FAINT)
        kinds = (("OFFSPRING", CHILD),) if twins else (("PARENT", PARENT), ("OFFSPRING", CHILD))
        _legend(pen, 14.0, HIGH - 9.0, kinds)


class GenerationsPane(ProgramPane):
    """Three curves over the generations, each on its own scale."""

    size = (CHART_WIDE, HIGH)

    def draw_ground(self, pen: Pen) -> None:
        super().draw_ground(pen)
        for k in range(5):
            pen.fill((34.0, 12.0 + k * 27.0, CHART_WIDE - 48.0, 1.0), (222, 222, 214))

    def lay(self, pen: Pen, state: History, now_ms: int, keep: Keep) -> None:
        if len(state.points) < 2:
            pen.text("NO RUN IS KEPT HERE YET", CHART_WIDE / 2, HIGH / 2, 11.0, FAINT, "centre")
            return
        left, right, upper, lower = 34.0, CHART_WIDE - 14.0, 12.0, 120.0
        scales = (
            (state.points, BEST, max(max(state.points), 1.0)),
            (state.draws, DRAWS, 1.0),
            (state.sigma, SIGMA, max(max(state.sigma, default=0.0), 1e-6)),
        )
        for values, colour, top in scales:
            curve = _thinned(values)
            if len(curve) < 2:
                continue
            places = [
                (
                    (left + (right - left) * k / (len(curve) - 1)) * pen.scale,
                    (lower - (lower - upper) * min(max(value / top, 0.0), 1.0)) * pen.scale,
                )
                for k, value in enumerate(curve)
            ]
            wide = max(2, round(1.6 * pen.scale))
            pygame.draw.lines(pen.surface, colour, False, places, wide)
            pygame.draw.aalines(pen.surface, colour, False, places)
        last = state.first + len(state.points) - 1
        pen.text(str(state.first), left, lower + 11.0, 8.5, FAINT, "left")
        pen.text(str(last), right, lower + 11.0, 8.5, FAINT, "right")
        best, sigma = max(state.points), max(state.sigma, default=0.0)
        _legend(
            pen,
            72.0,
            lower + 11.0,
            (
                (f"POINTS, TO {best:.0f}", BEST),
                ("DRAWS, TO 1", DRAWS),
                (f"SIGMA, TO {sigma:.2g}", SIGMA),
            ),
        )


def _legend(pen: Pen, x: float, y: float, entries: Sequence[tuple[str, Colour]]) -> None:
    for text, colour in entries:
        pen.fill((x, y - 4.0, 9.0, 8.0), colour)
        pen.text(text, x + 14.0, y, 8.5, INK)
        x += 30.0 + 7.4 * len(text)


def _lighter(colour: Colour) -> Colour:
    red, green, blue = (
        part + (light - part) // 2 for part, light in zip(colour, LIGHT, strict=True)
    )
    return red, green, blue


@lru_cache(maxsize=32)
def _thinned(values: tuple[float, ...]) -> tuple[float, ...]:
    """A curve's points as means of so many that no more than MOST are left."""
    step = -(-len(values) // MOST) if values else 1
    groups = [values[k : k + step] for k in range(0, len(values), step)]
    return tuple(sum(group) / len(group) for group in groups)
