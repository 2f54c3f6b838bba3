"""What a deck of cards has set going at the Pegasus 2 (machines.pegasus.deck_player acts on it)."""

import functools
from dataclasses import dataclass, field

from machines.noughts.board import Board
from machines.noughts.deck_feed import DeckState
from machines.noughts.deck_game import DeckGame


@dataclass
class PegasusDeckJob:
    """A value."""

    feed: DeckState = field(default_factory=DeckState)
    game: DeckGame = field(default_factory=DeckGame)
    squares: str = ""
    """Of the play with an operator that is on."""
    playing: bool = False
    """Such a play is on."""
    until: int = 0
    """The exhibit's count of plays at which a PLAYS card is done; 0 when none is."""

    @property
    def board(self) -> Board:
        """Of the play that is on."""
        return functools.reduce(Board.play, map(int, self.squares), Board())
