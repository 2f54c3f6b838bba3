"""Why a move: the patterns that match its position, and the fold of their weights step by step.

Each line is a pattern with its weight as a dot between 0 and 1; the line that runs down through
them is the value so far: where it stands after folding that weight into it (Gould and Levinson
1992, Fig. 3.2).  The last of it is what the position is worth.
"""

from dataclasses import dataclass

WIDE, HIGH = 550.0, 364.0
ROWS = 11
"""Patterns that find room; of more those in the middle are told as a number."""


@dataclass(frozen=True)
class FoldRow:
    """One pattern that matches, in the order of folding."""

    weight: float
    value: float
    """After folding it in."""
    men: str = ""
    """Its nodes as labels (FEN's letters, ``O``, ``o``, ``*``), the first ones."""
    material: tuple[int, ...] = ()
    """Differences of P, N, B, R, Q for a material pattern; empty for a graph pattern."""
    words: str = ""
    """A few words more: ``N forks K, Q``."""


@dataclass(frozen=True)
class FoldState:
    """The fold of one position."""

    move: str = ""
    """The move that leads to it."""
    rows: tuple[FoldRow, ...] = ()
    shown: int = -1
    """So many steps are drawn so far; -1: all."""
    pointed: int = -1
    """The row under the pointer."""
