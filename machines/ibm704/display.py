"""The 740 cathode-ray recorder: what is on its tube, and the picture of it.

1,024 places each way, a point at two intensities, or a line from the point to the edge as an axis
(descriptions of the 740 and 780).  Which bits of the word they are is ours, chosen to be written
as ``PZE Y,0,X``:

=====  =====================================================
bits   mean
=====  =====================================================
S      1: a bright point; 0: a dim one
1      1: a line to the right edge, the X axis
2      1: a line to the upper edge, the Y axis; both: a line at 45 degrees
8-17   X, from the left
26-35  Y, from below
=====  =====================================================

The film is exposed by all points since it was last moved (CFF).  No drawing library is needed: a
picture is an array of greys.
"""

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
import numpy.typing as npt

from devices.annotations import Within

SIDE = 1024
LAST = SIDE - 1
HELD = 16_384
"""Points that one frame holds; more take the places of the oldest."""
BRIGHT, DIM = 255, 110

Points = npt.NDArray[np.int64]
Picture = npt.NDArray[np.uint8]


def _nothing() -> Points:
    return np.zeros(0, dtype=np.int64)


@dataclass(eq=False)
class Tube:
    """The tube and its film: a value."""

    words: Points = field(default_factory=lambda: np.zeros(HELD, dtype=np.int64))
    """int64[16384]: the words copied since the film was moved, around and around."""
    count: Annotated[int, Within(0, 2**53)] = 0
    """How many were copied since then."""
    frames: int = 0
    """How often the film was moved."""
    developed: Points = field(default_factory=_nothing)
    """The words of the frame before."""
    drawn: int = 0
    """Points and frames since it was made: changes whenever the picture does."""

    def draw(self, word: int) -> None:
        """A word is copied."""
        self.words[self.count % HELD] = word
        self.count += 1
        self.drawn += 1

    def draw_all(self, words: Points) -> None:
        """Words are copied, not more than one frame holds."""
        first = self.count % HELD
        split = min(len(words), HELD - first)
        self.words[first : first + split] = words[:split]
        self.words[: len(words) - split] = words[split:]
        self.count += len(words)
        self.drawn += len(words)

    def change_frame(self) -> None:
        """CFF: the film moves on."""
        self.developed = self.points()
        self.count = 0
        self.frames += 1
        self.drawn += 1

    def points(self) -> Points:
        """The words of this frame, int64[n]; the oldest first unless some were lost."""
        return self.words[: min(self.count, HELD)].copy()


Axis = tuple[int, int, int, int, int]
"""From column and row to column and row, and how bright."""


def on_tube(words: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], tuple[Axis, ...]]:
    """Points as column, row from the top, brightness (int64[n, 3]); and the axes drawn."""
    columns, rows = words >> 18 & LAST, LAST - (words & LAST)
    bright = np.where(words >> 35 & 1, BRIGHT, DIM)
    points = np.stack([columns, rows, bright], axis=1)
    lined = words >> 33 & 3
    return points, tuple(
        _axis(int(lined[k]), *(int(value) for value in points[k])) for k in np.flatnonzero(lined)
    )


def _axis(way: int, column: int, row: int, bright: int) -> Axis:
    """2: to the right edge, 1: to the upper one, 3: at 45 degrees to the nearer of them."""
    far = min(LAST - column, row)
    right = {2: LAST - column, 1: 0, 3: far}[way]
    up = {2: 0, 1: row, 3: far}[way]
    return column, row, column + right, row - up, bright


def picture(words: Points) -> Picture:
    """What film shows of these words: uint8[1024, 1024], the top row first.

    A point glows over some places around its own (the tube resolves 256 places of the 1,024), and
    points that lie together are brighter.
    """
    light = np.zeros((SIDE, SIDE), dtype=np.int64)
    points, axes = on_tube(words)
    np.add.at(light, (points[:, 1], points[:, 0]), points[:, 2])
    for column, row, last_column, last_row, bright in axes:
        steps = np.arange(max(last_column - column, row - last_row) + 1)
        across, down = np.sign(last_column - column), np.sign(last_row - row)
        places = (row + down * steps, column + across * steps)
        light[places] = np.maximum(light[places], bright)
    return np.minimum(_glow(np.minimum(light, 4 * BRIGHT)), 255).astype(np.uint8)


_REACH = 5
_SPREAD = np.exp(-(np.arange(-_REACH, _REACH + 1) ** 2) / (2 * 1.7**2))
"""A point's glow to each side, as parts of its own light: half of it two places away."""


def _glow(light: Points) -> npt.NDArray[np.float64]:
    """Every place's light spread over its neighbours."""
    spread = light.astype(np.float64)
    for axis in (0, 1):
        padded = np.pad(spread, [(_REACH, _REACH) if axis == way else (0, 0) for way in (0, 1)])
        spread = np.zeros_like(spread)
        for step, share in enumerate(_SPREAD):
            part = [slice(None), slice(None)]
            part[axis] = slice(step, step + SIDE)
            spread += share * padded[tuple(part)]
    return spread
