"""A matchbox's tray with its fence, how it is held in the hand, and how long that takes.

Millimetres, as seen from above: x to the right, y towards the foot of the tray, where two pieces of
card glued to the bottom make a V (Michie 1961, as Gardner tells it).  The tray is shaken flat, then
tilted so that everything runs to the foot; one bead comes to lie in the apex::

        0 +------------------+ WIDTH
          |                  |
          |                  |
     ARMS +                  +         the arms go from the sides at y = ARMS ...
          | \\              / |
          |   \\          /   |
          |     \\      /     |
    DEPTH +-------\\ /--------+         ... to the apex in the middle of the foot

The original's measures are not known; these are a common matchbox's.  Beads are glass, 3.8 mm
across; where there are so many of them that they would not lie in one layer they are drawn smaller,
and beyond :data:`MOST_BEADS` only so many are, each colour in proportion.
"""

import math

WIDTH, DEPTH, ARMS = 34.0, 52.0, 32.0
"""The arms of the fence begin ``ARMS`` down its sides and meet at the apex."""

LARGEST = 1.9
"""A bead's radius ..."""
FILLED = 0.42
"""... as long as beads cover no more than this share of the bottom before the fence."""
FLOOR = WIDTH * ARMS + WIDTH / 2 * (DEPTH - ARMS)
MOST_BEADS = 250

STEP_US = 8_000
SHAKE_STEPS = 200
"""1.6 s: after less than 1.5 s it still tells where a bead lay before."""
TILT_STEPS = 150
SHAKE_US = SHAKE_STEPS * STEP_US
TILT_US = TILT_STEPS * STEP_US

STROKES_US = 200_000
"""A stroke of the hand, there or back: one rattle of the beads."""


def radius(beads: int) -> float:
    """Of each of so many beads."""
    return min(LARGEST, math.sqrt(FILLED * FLOOR / (math.pi * max(1, min(beads, MOST_BEADS)))))


def visible_beads(beads: int) -> int:
    """How many of so many beads are drawn."""
    return min(beads, MOST_BEADS)
