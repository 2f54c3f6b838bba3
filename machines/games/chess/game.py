"""A game of chess as it is played: its positions, its moves, and how it ends.

It ends by mate, by stalemate, when neither side has the men to mate, when a position stands for the
third time, after fifty moves of each side without a pawn's move or a taking, and, so that learning
games end, after a number of plies (300 for Morph's).  All of these end it by themselves: nobody
claims.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

import numpy as np

from devices.annotations import check_within
from devices.game_record import RESULTS
from machines.games.chess import kernels
from machines.games.chess.board import Move, Position
from machines.games.chess.moves import check_position, in_check, legal_moves, make, same_again
from machines.games.two_sides import random_move

# -- What a player of chess answers to: Morph, the house's player, an engine outside ---------------


class Player(Protocol):
    """Chooses moves.  All chance comes from the generator that it is handed."""

    @property
    def name(self) -> str:
        """The player's name in a record of games."""

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """A legal move in ``position``, in which there is at least one."""


class RandomPlayer:
    """Plays any legal move, each with the same chance."""

    name = "random"

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """One of the legal moves; raises ValueError if there is none."""
        return random_move(legal_moves(position), generator)


# -- game ------------------------------------------------------------------------------------------

MOST_PLIES = 300
"""After so many plies a learning game is called a draw."""
FIFTY_MOVES = 100
"""Plies on the clock with which a game is drawn."""


class Ending(Enum):
    """Why a game is over; the value is said of it."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    INSUFFICIENT = "neither side can mate"
    REPETITION = "the same position three times"
    FIFTY = "fifty moves without a pawn's move or a capture"
    LENGTH = "too many plies"


@dataclass(frozen=True)
class Outcome:
    """How a game came out."""

    ending: Ending
    winner: str = ""  # ``white``, ``black`` or, if it is drawn, ``""``

    @property
    def result(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``."""
        return RESULTS[{"white": 1, "black": -1, "": 0}[self.winner]]

    def score(self, black: bool) -> float:
        """1 for a win of that side, 0 for its loss, 0.5 for a draw."""
        if not self.winner:
            return 0.5
        return float((self.winner == "black") == black)


@dataclass
class Game:
    """The positions from the first to the one that stands, and the moves between them."""

    positions: list[Position] = field(default_factory=lambda: [Position.start()])
    moves: list[Move] = field(default_factory=list)
    most_plies: int = MOST_PLIES  # The game is drawn after so many; 0: no end to them

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        check_within(0, 100_000, most_plies=self.most_plies)
        if len(self.positions) != len(self.moves) + 1:
            raise ValueError("it has not one move between two positions")
        for position in self.positions:
            check_position(position)

    @property
    def position(self) -> Position:
        """The one that stands."""
        return self.positions[-1]

    def play(self, move: Move) -> None:
        """Make a legal move; raises ValueError for any other, and when the game is over."""
        if self.outcome() is not None:
            raise ValueError(f"{move}: the game is over")
        if move not in legal_moves(self.position):
            raise ValueError(f"{move} is no legal move")
        self.moves.append(move)
        self.positions.append(make(self.position, move))

    def take_back(self) -> None:
        """Undo the last move, of which there must be one."""
        self.moves.pop()
        self.positions.pop()

    def repetitions(self) -> int:
        """How often the position that stands has stood, now with it."""
        position = self.position
        here = same_again(position)
        count = 1
        reach = min(position.clock, len(self.positions) - 1)
        for back in range(2, reach + 1, 2):
            other = self.positions[-1 - back]
            if other.white == position.white and other.black == position.black:
                count += same_again(other) == here
        return count

    def outcome(self) -> Outcome | None:
        """How the game came out; None while it goes on."""
        position = self.position
        if not legal_moves(position):
            if not in_check(position):
                return Outcome(Ending.STALEMATE)
            return Outcome(Ending.CHECKMATE, "white" if position.black_to_move else "black")
        if kernels.mate_is_impossible(position.words()):
            return Outcome(Ending.INSUFFICIENT)
        if position.clock >= 8 and self.repetitions() >= 3:
            return Outcome(Ending.REPETITION)
        if position.clock >= FIFTY_MOVES:
            return Outcome(Ending.FIFTY)
        if self.most_plies and len(self.moves) >= self.most_plies:
            return Outcome(Ending.LENGTH)
        return None
