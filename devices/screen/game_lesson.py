"""What a game has taught a machine: who won, and figures before and after (a room's answer)."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class AfterGame:
    """A game that a visitor has played to its end, and what it has changed."""

    text: str
    """The name of its sentences in the room's table [after]."""
    words: dict[str, str] = field(default_factory=dict)
    """What stands in braces there, by name; a value that is a name of the table is put in its
    words (a colour, a term)."""
    place: str = ""
    """The place of the room that SHOW ME looks at closely; empty: there is nothing to show."""
    number: int = 0
    """Which game it was; later ones have greater numbers."""
