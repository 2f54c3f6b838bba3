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

import numpy as np
import numpy.typing as npt

SIDE = 1024
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
    count: int = 0
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

    def change_frame(self) -> None:
        """CFF: the film moves on."""
        self.developed = self.points()
        self.count = 0
        self.frames += 1
        self.drawn += 1

    def points(self) -> Points:
        """The words of this frame, int64[n]; the oldest first unless some were lost."""
        return self.words[: min(self.count, HELD)].copy()


def picture(points: Points) -> Picture:
    """What film shows of these words: uint8[1024, 1024], the top row first.

    A point glows over some places around its own (the tube resolves 256 places of the 1,024), and
    points that lie together are brighter.
    """
    light = np.zeros((SIDE, SIDE), dtype=np.int64)
    x, y = points >> 18 & (SIDE - 1), points & (SIDE - 1)
    strength = np.where(points >> 35 & 1, BRIGHT, DIM)
    np.add.at(light, (SIDE - 1 - y, x), strength)
    for word, column, row, bright in zip(points, x, SIDE - 1 - y, strength, strict=True):
        if word >> 33 & 3:
            _draw_axis(light, int(word >> 33 & 3), int(column), int(row), int(bright))
    return np.minimum(_glow(np.minimum(light, 4 * BRIGHT)), 255).astype(np.uint8)


def _draw_axis(light: Points, axes: int, column: int, row: int, bright: int) -> None:
    """A line from the point: 2 to the right, 1 upwards, 3 both at once."""
    if axes == 2:
        light[row, column:] = np.maximum(light[row, column:], bright)
    elif axes == 1:
        light[: row + 1, column] = np.maximum(light[: row + 1, column], bright)
    else:
        steps = np.arange(min(SIDE - column, row + 1))
        places = (row - steps, column + steps)
        light[places] = np.maximum(light[places], bright)


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
