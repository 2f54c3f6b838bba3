"""What a player of chess answers to: Morph, the house's player, an engine outside."""

from typing import Protocol

import numpy as np

from machines.games.chess.board import Move, Position
from machines.games.chess.moves import legal_moves
from machines.games.two_sides import random_move


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
