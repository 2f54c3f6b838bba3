"""What a deck of cards has set going at the Pegasus 2 (machines.pegasus.operating acts on it)."""

import functools
from dataclasses import dataclass, field

from machines.noughts.board import Board
from machines.noughts.cards import GameCard
from machines.noughts.deck_feed import DeckState
from machines.noughts.moves_in_line import MovesInLine

OPERATOR = "OPERATOR"
"""Whoever moves by cards."""


@dataclass
class DeckOfPegasus:
    """A value."""

    feed: DeckState = field(default_factory=DeckState)
    game: GameCard | None = None
    """The game that is open, both players named."""
    squares: str = ""
    """Of the play with an operator that is on."""
    playing: bool = False
    """Such a play is on."""
    ended: str = ""
    """How the last of them ended."""
    until: int = 0
    """The exhibit's count of plays at which a PLAYS card is done; 0 when none is."""
    moves: MovesInLine = field(default_factory=MovesInLine)

    @property
    def by_hand(self) -> bool:
        """Whether an operator plays."""
        return self.game is not None and OPERATOR in (self.game.nought, self.game.cross)

    @property
    def board(self) -> Board:
        """Of the play that is on."""
        return functools.reduce(Board.play, map(int, self.squares), Board())
