"""A play's marks, in their order: with their signs, and the line that they have made."""

from itertools import cycle

ROWS = ((1, 2, 3), (8, 0, 4), (7, 6, 5), (1, 8, 7), (2, 0, 6), (3, 4, 5), (1, 0, 5), (3, 0, 7))
"""Three in a row, from end to end."""

Marks = tuple[tuple[int, str], ...]
"""Squares with ``"O"`` or ``"X"``, in the order of the play."""


def signed(marks: tuple[int, ...]) -> Marks:
    """The marks with their signs; Nought's first."""
    return tuple(zip(marks, cycle("OX"), strict=False))


def finished_line(marks: Marks) -> tuple[int, ...]:
    """The three squares of a line that was made, from end to end; none otherwise."""
    for sign in "OX":
        taken = {square for square, own in marks if own == sign}
        for row in ROWS:
            if taken.issuperset(row):
                return row
    return ()
