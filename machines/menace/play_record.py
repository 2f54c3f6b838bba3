"""What there is to keep of a finished play, for run records: all of it, as plain values."""

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["won", "drawn", "lost"]


@dataclass(frozen=True)
class PlayRecord:
    """One finished play.  A play is known by its day and its number within the day.

    A number is never used twice: a play that was taken back keeps its own, and is ``undone``.
    """

    day: int
    """From 1, of the exhibit's own counting."""
    number: int
    """From 1, within the day, plays that were taken back among them."""
    squares: str
    """The squares played on, Michie's numbers, Nought's first: ``"01732684"``; may be empty."""
    outcome: Outcome
    """For the boxes."""
    resigned: bool
    """Whether it ended because a box was empty (the boxes', if lost; the opponent's, if won)."""
    foregone: bool
    """Whether it was stopped where the build has no box."""
    build: str
    """See machines.menace.build; it tells which side the boxes played."""
    opponent: str
    """``"visitor"``, ``"menace"`` or a name of machines.menace.opponents."""
    rewards: tuple[int, int, int]
    """Beads for a play won, drawn, lost, as they were used."""
    opened: tuple[tuple[int, int, int], ...]
    """Box, colour of the drawn bead, beads gained; an empty box last, as (box, -1, 0)."""
    undone: bool = False
    """Whether it was taken back, its beads with it."""
