"""After a game: who won, what it has taught the machine, and which games a visitor has seen end."""

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
    ending: str = ""
    """How it ended for the visitor, who hears it: ``won``, ``drawn`` or ``lost``; empty: nobody's
    win or loss."""
    title: str = ""
    """The name of the card's title there; empty: what it learned from you."""


@dataclass
class GamesSeen:
    """The games of one room, frame by frame: which have ended before the visitor's eyes."""

    _entered: bool = False
    _last: AfterGame | None = None

    def leave(self) -> None:
        """Another room is entered."""
        self._entered, self._last = False, None

    def ended(self, now: AfterGame | None) -> bool:
        """Whether a game has ended since the last call; the first call only looks."""
        last, entered = self._last, self._entered
        self._entered, self._last = True, now
        return entered and now is not None and (last is None or now.number > last.number)
