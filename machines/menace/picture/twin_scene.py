"""What the twin's window shows besides the twin itself: a card, a sentence, an entry."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from machines.menace.beads import Drawn
from machines.menace.twin import Ended, Twin

Sheet = Literal["play", "told", "number", "count"]
"""What lies at the right: what is next; what is done with beads; which box; what is in it."""


@dataclass(frozen=True)
class Notice:
    """What the operator does with the beads now."""

    kind: Literal["ended", "unended", "stopped", "unstopped"]
    """A play's end, or a play broken off; the same undone."""
    ended: Ended | None = None
    drawn: tuple[Drawn, ...] = ()
    own: int = 0
    """The box whose drawing was undone with the end that it brought; 0: it was no drawing."""


@dataclass
class TwinScene:
    """All that is seen; the page changes none of it."""

    twin: Twin
    sheet: Sheet = "play"
    notice: Notice | None = None
    hint: Callable[[], str] | None = None
    """The sentence, in the language that is shown; None: what comes next."""
    refused: bool = False
    """Whether that is a refusal."""
    entry: str = ""
    """The digits of the number of a box."""
    number: int = 0
    """The box that is counted."""
    counted: dict[int, int] = field(default_factory=dict)
    """By colour, what was found in it so far."""
    sure: bool = False
    """Whether the next touch of END ends."""
