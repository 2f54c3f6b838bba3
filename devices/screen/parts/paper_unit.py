"""A unit with paper: how the paper stands in it, bends away at its top, and is leafed through.

:class:`StandingPaper` composes the piece of paper that is seen: what lies flat, the bend back over
a rod at the top (the rows on it foreshortened as on a cylinder), the light on it.  When rows come
faster than frames it is drawn as what the eye would see of it: the rows smeared upwards.
"""

import math
from functools import lru_cache

import numpy as np
import pygame

from devices.screen.kept_picture import kept_picture
from devices.screen.materials import sheet
from devices.screen.parts.unit_part import UnitPart

SMEARS = 4


class PaperUnitPart(UnitPart):
    """A unit whose paper a reader can leaf through."""

    leafed: float | None = None
    """The row that a reader has leafed back to; None: the paper stands where it is printed on."""
    stands: float = 0.0
    """The row under wheels or type head at the last look."""

    def scroll(self, lines: int) -> None:
        """Leaf through what is printed by so many lines, forward to the newest; a reader's hand
        only: the paper in the machine stays where it is."""
        row = (self.stands if self.leafed is None else self.leafed) + lines
        self.leafed = None if row >= self.stands else max(row, 0.0)

    def shown_row(self, stands: float) -> float:
        """The row that is seen at the foot, while the paper stands at ``stands``."""
        self.stands = stands
        return stands if self.leafed is None else min(self.leafed, stands)


def eased(share: float) -> float:
    """How far something has moved that starts and stops softly, by the share of its time."""
    return share * share * (3 - 2 * share)


class StandingPaper:
    """A piece of paper ``width`` by ``height`` pixels, drawn again in place when it moves."""

    row: int  # Pixels a row

    def __init__(self, width: int, height: int, curl: int, below: int) -> None:
        """``curl``: pixels on the bend at the top; ``below``: pixels under the newest row."""
        self.curl = curl
        self.below = below
        # What lies on a quarter of a cylinder is longer than it looks.
        hidden = round(curl * (math.pi / 2 - 1))
        self.flat = pygame.Surface((width, height + hidden), 0, 32)
        self.surface = pygame.Surface((width, height), 0, 32)
        self.edition = 0
        """Another number each time that the surface looks otherwise."""
        self.key: tuple[object, ...] = ()
        """What it was last composed of."""
        self.laid: tuple[int, int, int] = (-1, 0, 0)
        """What lies on the flat piece: tears, end of the rows, shift."""

    def top(self, shift: int) -> int:
        """Where the paper's row 0 lies on the flat piece, moved up by ``shift`` pixels."""
        return self.flat.get_height() - self.below - self.row - shift

    def bend(self, smeared: int, foot: int) -> None:
        """What is seen of the flat piece: smeared, bent at its upper end, in the light.

        ``smeared``: rows that it moves up a frame; ``foot``: pixels in the machine's shade.
        """
        self.edition += 1
        source = self._smear(smeared) if smeared else self.flat
        curl, width = self.curl, source.get_width()
        straight = self.surface.get_height() - curl
        start = source.get_height() - straight
        self.surface.blit(source, (0, curl), (0, start, width, straight))
        for y, row in _bent_rows(curl, start):
            self.surface.blit(source, (0, y), (0, row, width, 1))
        for light, y in _light_on(*self.surface.get_size(), curl, foot):
            self.surface.blit(light, (0, y), special_flags=pygame.BLEND_RGB_MULT)

    def _smear(self, rows: int) -> pygame.Surface:
        """What the eye sees of paper that moves up by ``rows`` a frame: rows drawn out upwards."""
        made, copy = self.flat.copy(), self.flat.copy()
        for step in range(1, SMEARS + 1):
            copy.set_alpha(255 // (step + 1))
            made.blit(copy, (0, -round(rows * self.row * step / SMEARS)))
        return made


@lru_cache(maxsize=8)
def _bent_rows(curl: int, start: int) -> tuple[tuple[int, int], ...]:
    """For each pixel row of the bend: itself, and the flat row that is seen there."""
    rows = []
    for y in range(curl):
        rise = (curl - y - 0.5) / curl
        rows.append((y, max(round(start - math.asin(min(rise, 1.0)) * curl - 0.5), 0)))
    return tuple(rows)


@kept_picture
def _light_on(
    width: int, height: int, curl: int, below: int
) -> tuple[tuple[pygame.Surface, int], ...]:
    """How much light falls on the paper's upper and lower end: pictures to multiply with, and y."""
    y = np.arange(height, dtype=np.float32) + 0.5
    rise = np.clip((curl * 1.25 - y) / (curl * 1.25), 0, 1)
    # The bend turns its face up to the light first, then away from the eye.
    bend = 0.22 + 0.78 * np.sqrt(np.maximum(1 - rise**1.6, 0))
    foot = max(below, 1) * 1.9
    over = np.clip((y - (height - foot)) / foot, 0, 1)
    grey = 255 * bend * (1 - 0.60 * over**2.0)
    column = np.repeat(grey[:, None], 3, axis=1).astype(np.float32)
    upper, lower = round(curl * 1.25) + 1, height - round(foot) - 1
    made = []
    for start, end in ((0, upper), (lower, height)):
        part = np.broadcast_to(column[start:end, None, :], (end - start, width, 3))
        made.append((sheet(np.asarray(part, dtype=np.float32)), start))
    return tuple(made)
