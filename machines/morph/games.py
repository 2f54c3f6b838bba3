"""A game that Morph plays: one ply against any player, and what came of it (section 5.1)."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from machines.games.chess import Game, Player
from machines.games.chess.board import LETTERS, Move, Position
from machines.games.chess.moves import legal_moves, make, taken_by
from machines.games.two_sides import random_move

POINTS = dict(zip(LETTERS, (1, 3, 3, 5, 9, 0), strict=True))
"""The traditional values (Table 5.1) by which a game is measured; Morph never sees them."""
Chooser = Callable[[Position, np.random.Generator], Move]


@dataclass(frozen=True)
class Played:
    """One game."""

    moves: tuple[Move, ...]
    positions: tuple[Position, ...]  # One more than the moves: before each, and the last
    morph_white: bool
    result: float  # For Morph: 0 lost, 0.5 drawn, 1 won
    reason: str  # How it ended, in the words of machines.games.chess.game
    captured: int  # Traditional points of the men that Morph took (section 5.1)
    lost: int  # ... and that were taken from it.

    @property
    def plies(self) -> int:
        """Moves of both sides."""
        return len(self.moves)


@dataclass(frozen=True)
class Lesson:
    """What a game changed."""

    game: int  # Its number, from 1
    error: float  # The mean of |prediction - TD value| over the positions learned from (A14)
    updates: int  # Weights that were moved
    added: int
    deleted: int
    patterns: int  # In the database afterwards, material and graph
    temperature: float  # The global k as it is after the game


def played_game(
    choose: Chooser,
    opponent: Player,
    generator: np.random.Generator,
    morph_white: bool,
    most_plies: int,
    opening: int = 0,
) -> Played:
    """A game from the start position to its end between Morph, who is ``choose``, and another.

    ``opening``: plies by lot with which it begins.  Their chance and the other's are spawned from
    Morph's ``generator``, whose own draws are the same with and without.
    """
    theirs, lots = generator.spawn(2)
    game = Game(most_plies=most_plies)
    outcome = game.outcome()
    while outcome is None:
        position = game.position
        morphs = position.black_to_move != morph_white
        if len(game.moves) < opening:
            move = random_move(legal_moves(position), lots)
        else:
            move = choose(position, generator) if morphs else opponent.choose(position, theirs)
        # game.play() would look again whether it is over, and list the moves twice.
        if not morphs and move not in legal_moves(position):
            raise ValueError(f"{opponent.name} plays {move}, which is no legal move")
        game.moves.append(move)
        game.positions.append(make(position, move))
        outcome = game.outcome()
    return as_played(game, morph_white)


def as_played(game: Game, morph_white: bool) -> Played:
    """A game that is over, as the learner wants it."""
    outcome = game.outcome()
    if outcome is None:
        raise ValueError("the game isn't over: there is nothing to learn from it yet")
    points = points_taken(game)
    return Played(
        moves=tuple(game.moves),
        positions=tuple(game.positions),
        morph_white=morph_white,
        result=outcome.score(black=not morph_white),
        reason=outcome.ending.value,
        captured=points[not morph_white],
        lost=points[morph_white],
    )


def points_taken(game: Game) -> tuple[int, int]:
    """Traditional points of the men that White took, and that Black took."""
    points = [0, 0]
    for position, move in zip(game.positions, game.moves, strict=False):
        taken = taken_by(position, move)
        if taken:
            points[position.black_to_move] += POINTS[taken]
    return points[0], points[1]
