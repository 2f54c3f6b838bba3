"""What a player of draughts answers to: the checkers program, a network, an engine outside."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import legal_moves
from machines.games.two_sides import random_move


class Player(Protocol):
    """Chooses moves.  All chance comes from the generator that it is handed."""

    @property
    def name(self) -> str:
        """The player's name in a record of games."""

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """A legal move in ``position``, in which there is at least one."""


@runtime_checkable
class InterruptiblePlayer(Player, Protocol):
    """A player whose choice may be broken off from another thread."""

    def interrupt(self) -> None:
        """Have the choice under way, and all later ones, end soon by InterruptedChoice."""


@runtime_checkable
class RecallingPlayer(Player, Protocol):
    """A player for whom it matters what stood on the board before."""

    def choose_recalling(
        self, position: Position, left: Sequence[Position], generator: np.random.Generator
    ) -> Move:
        """As ``choose``; ``left`` are the boards that its side has left before in this game."""


class FollowingPlayer(Player, Protocol):
    """A player who is told the game from its beginning."""

    def choose_following(
        self, start: Position, moves: Sequence[Move], generator: np.random.Generator
    ) -> Move:
        """As ``choose``, on the position that a game's moves lead to."""


def choice_of(
    player: Player, positions: Sequence[Position], generator: np.random.Generator
) -> Move:
    """What a player chooses on the last of a game's positions."""
    *before, position = positions
    if not isinstance(player, RecallingPlayer):
        return player.choose(position, generator)
    # What one side has left is what the other found.
    left = [one for one in before if one.black_to_move != position.black_to_move]
    return player.choose_recalling(position, left, generator)


class RandomPlayer:
    """Plays any legal move, each with the same chance."""

    name = "random"

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """One of the legal moves; raises ValueError if there is none."""
        return random_move(legal_moves(position), generator)
