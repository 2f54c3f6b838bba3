"""What Gould and Levinson printed in 1992: Table 5.1, material as Morph weighed it after 106 games.

UCSC-CRL-92-10, section 5.  575 patterns were in that database.  (Python constants: a room may read
no file.)
"""

from dataclasses import dataclass

GAMES = 106
PATTERNS = 575
POINTS = (1, 3, 3, 5, 9)
"""The traditional values of P, N, B, R, Q; Morph never saw them."""


@dataclass(frozen=True)
class Printed:
    """A line of Table 5.1."""

    material: tuple[int, int, int, int, int]  # Differences of P, N, B, R, Q
    weight: float
    updates: int
    variance: float  # The sum of the changes of the weight
    age: int  # In games

    @property
    def traditional(self) -> int:
        """In pawns; the table has it as its last column."""
        return sum(d * value for d, value in zip(self.material, POINTS, strict=True))


TABLE: tuple[Printed, ...] = (
    Printed((0, 0, 0, 0, 0), 0.455, 2485, 240.2, 106),
    Printed((0, 0, -1, 0, 0), 0.094, 556, 7.53, 86),
    Printed((0, 0, 1, 0, 0), 0.912, 653, 11.19, 88),
    Printed((0, 1, 0, 0, 0), 0.910, 679, 23.59, 101),
    Printed((0, -1, 0, 0, 0), 0.102, 588, 17.96, 101),
    Printed((0, 0, 0, -1, 0), 0.078, 667, 3.56, 103),
    Printed((0, 0, 0, 1, 0), 0.916, 754, 5.74, 103),
    Printed((1, 0, 0, 0, 0), 0.731, 969, 22.96, 105),
    Printed((-1, 0, 0, 0, 0), 0.259, 861, 13.84, 105),
    Printed((0, 0, 0, 0, 1), 0.903, 743, 5.68, 105),
    Printed((0, 0, 0, 0, -1), 0.085, 642, 3.12, 105),
    Printed((0, 0, -1, 1, 0), 0.894, 10, 0.03, 55),
    Printed((0, 0, -2, 0, 0), 0.078, 146, 0.53, 71),
    Printed((1, 0, -1, 0, 0), 0.248, 26, 2.35, 73),
    Printed((0, 1, -1, 0, 0), 0.417, 81, 4.48, 82),
    Printed((-1, 0, -1, 0, 0), 0.081, 413, 2.14, 92),
    Printed((0, -1, 1, 0, 0), 0.478, 84, 5.72, 82),
    Printed((1, 0, 1, 0, 0), 0.916, 495, 3.56, 88),
    Printed((0, 0, 2, 0, 0), 0.924, 168, 0.66, 91),
)
"""As printed, from above."""
DOWN_ONE_BISHOP = (0, 0, -1, 0, 0)
"""Whose weight Figs 2.1 and 2.2 follow."""
