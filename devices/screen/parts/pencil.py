"""Noughts, crosses and their grid as a hand draws them: with a soft pencil on paper, or in ink.

A mark is a path that a hand follows; drawn up to a share of its length it is a mark being made.
The pencil's lead catches on the tooth of the paper, so its line is grainy and never quite even.
The same size and seed give the same mark everywhere.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pygame

from devices.screen.kept_picture import kept_picture
from devices.screen.materials import grain
from devices.screen.smooth import smoothscale

Point = tuple[float, float]
Stroke = tuple[Point, ...]

_FINE = 3


@dataclass(frozen=True)
class Lead:
    """What is drawn with."""

    colour: tuple[int, int, int] = (52, 50, 54)
    wide: float = 0.048  # Width of the line, in cells
    tooth: float = 0.30  # How much of the line the paper's tooth keeps bare: 0 for ink


PENCIL = Lead()
INK = Lead((34, 32, 40), 0.12, 0.0)
RED = Lead((176, 36, 30), 0.10, 0.25)


def nought_path(seed: int) -> tuple[Stroke, ...]:
    """A nought in the unit square: begun at the top, closed a little beyond its beginning."""
    chance = np.random.default_rng(seed)
    tilt, wide, tall = chance.uniform((-0.25, 0.29, 0.31), (0.25, 0.33, 0.35))
    start, drift = chance.uniform((-1.9, -0.02), (-1.4, 0.035))
    points = []
    for step in range(41):
        part = step / 40
        turn = start - part * (2 * math.pi + 0.30)
        grown = 1 + drift * part
        x, y = wide * grown * math.cos(turn), tall * grown * math.sin(turn)
        points.append(
            (
                0.5 + x * math.cos(tilt) - y * math.sin(tilt),
                0.5 + x * math.sin(tilt) + y * math.cos(tilt),
            )
        )
    return (tuple(points),)


def cross_path(seed: int) -> tuple[Stroke, ...]:
    """A cross in the unit square: first down to the right, then down to the left."""
    chance = np.random.default_rng(seed)
    made = []
    for left in (1, -1):
        ends = chance.normal(0.0, 0.025, 4)
        x0, x1 = 0.5 - left * 0.29 + ends[0], 0.5 + left * 0.29 + ends[1]
        y0, y1 = 0.20 + ends[2], 0.80 + ends[3]
        bow = float(chance.normal(0.0, 0.022))
        made.append(_bowed((float(x0), float(y0)), (float(x1), float(y1)), bow))
    return tuple(made)


def grid_path(seed: int) -> tuple[Stroke, ...]:
    """The four lines of the board in the unit square."""
    chance = np.random.default_rng(seed)
    made = []
    for k in (1, 2):
        a, b, c, bow = (float(part) for part in chance.normal(0.0, 0.006, 4))
        made.append(_bowed((k / 3 + a, 0.01 + c), (k / 3 + b, 0.99), bow))
    for k in (1, 2):
        a, b, c, bow = (float(part) for part in chance.normal(0.0, 0.006, 4))
        made.append(_bowed((0.01 + c, k / 3 + a), (0.99, k / 3 + b), bow))
    return tuple(made)


def _bowed(start: Point, end: Point, bow: float) -> Stroke:
    """A line that is not quite straight."""
    points = []
    dx, dy = end[0] - start[0], end[1] - start[1]
    for step in range(17):
        part = step / 16
        aside = bow * math.sin(math.pi * part)
        points.append((start[0] + dx * part - dy * aside, start[1] + dy * part + dx * aside))
    return tuple(points)


def draw_to(strokes: Sequence[Stroke], share: float) -> tuple[Stroke, ...]:
    """As much of the strokes as has been drawn after a share of the whole way."""
    whole = sum(math.dist(a, b) for stroke in strokes for a, b in pairwise(stroke))
    left = whole * share
    made: list[Stroke] = []
    for stroke in strokes:
        kept = [stroke[0]]
        for a, b in pairwise(stroke):
            long = math.dist(a, b)
            if left < long:
                part = left / long if long else 0.0
                kept.append((a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part))
                left = 0.0
                break
            kept.append(b)
            left -= long
        made.append(tuple(kept))
        if left <= 0:
            break
    return tuple(made)


def trace_strokes(
    strokes: Sequence[Stroke], size: int, lead: Lead, seed: int = 0
) -> pygame.Surface:
    """Strokes of the unit square on a see-through surface ``size`` pixels square.

    ``lead.wide`` is in shares of the square.
    """
    big = pygame.Surface((size * _FINE, size * _FINE), pygame.SRCALPHA, 32)
    big.fill((*lead.colour, 0))
    half = max(lead.wide * size * _FINE / 2, 0.55 * _FINE)
    for stroke in strokes:
        run = 0.0
        for (x0, y0), (x1, y1) in pairwise(stroke):
            long = math.hypot(x1 - x0, y1 - y0) * size * _FINE
            steps = max(int(long / max(half * 0.3, 1.0)), 1)
            for step in range(steps + 1):
                part = step / steps
                run += long / (steps + 1)
                pressed = 1 + 0.14 * math.sin(run / (half * 9) + seed)
                x = (x0 + (x1 - x0) * part) * size * _FINE
                y = (y0 + (y1 - y0) * part) * size * _FINE
                pygame.draw.circle(big, (*lead.colour, 255), (x, y), half * pressed)
    made = smoothscale(big, (size, size))
    if lead.tooth and size > 12:
        alpha = pygame.surfarray.pixels_alpha(made)
        rough = np.clip(1 - lead.tooth * (0.75 + 0.55 * grain(size, size, 91 + seed % 7)), 0.15, 1)
        alpha[:] = (alpha * rough.T).astype(np.uint8)
        del alpha
    return made


@kept_picture
def mark(what: str, size: int, lead: Lead, seed: int, share: float = 1.0) -> pygame.Surface:
    """A nought (``"O"``), a cross (``"X"``) or the board's ``"grid"``, ``size`` pixels square;
    drawn as far as ``share`` (0 to 1).  Cached, so never draw on one."""
    paths = {"O": nought_path, "X": cross_path, "grid": grid_path}[what](seed)
    return trace_strokes(draw_to(paths, share) if share < 1 else paths, size, lead, seed)
