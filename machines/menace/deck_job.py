"""What a deck of cards has set going at the matchbox table, and what it asks of the table."""

from dataclasses import dataclass, field
from typing import Protocol

from devices.media.sheet import Sheet
from machines.menace.beads import Cabinet
from machines.menace.listing import HEADING, Score
from machines.menace.scene import OpenBox
from machines.noughts.deck_feed import DeckState
from machines.noughts.deck_game import DeckGame


class TableControls(Protocol):
    """The table, as cards can work it."""

    @property
    def cabinet(self) -> Cabinet:
        """The boxes."""

    @property
    def begun(self) -> int:
        """How many plays were begun here: the number of the one under way."""

    @property
    def marks(self) -> tuple[int, ...]:
        """The squares played on in it, in their order."""

    @property
    def opened(self) -> tuple[OpenBox, ...]:
        """The boxes opened in it, an empty one last."""

    @property
    def gains(self) -> tuple[tuple[int, int, int], ...]:
        """Once it is over: box, colour, beads gained."""

    @property
    def outcome(self) -> str:
        """Once it is over and all beads lie where they belong: ``"won"``, ``"drawn"``, ``"lost"``
        for the boxes; else empty."""

    @property
    def how(self) -> str:
        """Once it is over: how it ended, in the listing's words."""

    @property
    def under_way(self) -> bool:
        """Whether a play was begun, by whomever, and is not over."""

    @property
    def asks(self) -> bool:
        """Whether it waits for the visitor to move."""

    @property
    def score(self) -> Score:
        """All plays finished here."""

    def begin(self, opponent: str) -> None:
        """Begin a play against that opponent; raises RefusedError."""

    def move(self, square: int, where: str) -> None:
        """The visitor's mark; raises RefusedError naming ``where``."""

    def run(self, on: bool) -> None:
        """Have plays follow one another by themselves, or no longer."""

    def break_off(self) -> None:
        """Leave the play: every bead back to its box."""

    def take(self, cabinet: Cabinet) -> None:
        """Have these boxes instead; raises RefusedError."""


@dataclass
class MenaceDeckJob:
    """A value."""

    feed: DeckState = field(default_factory=DeckState)
    sheet: Sheet = field(default_factory=lambda: Sheet(HEADING))
    game: DeckGame = field(default_factory=DeckGame)
    play: int = 0
    """The table's number of the game's play; 0 when none is under way."""
    listed: int = 0
    """Moves of it that stand in the listing."""
    left: int = 0
    """Plays that a PLAYS card still wants."""
    asked: str = ""
    """That card."""
    printed: int = 0
    """Lines printed."""
