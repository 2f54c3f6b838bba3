"""Chess games for Morph's tests: played from moves as written, or by lot."""

from collections.abc import Sequence

import numpy as np

from machines.games.chess.board import Move, Position
from machines.games.chess.game import Game, RandomPlayer
from machines.games.chess.moves import find_move, make
from machines.games.chess.notation import read_fen
from machines.morph.games import Played, as_played

NOBODY = np.random.default_rng(0)


def path(moves: str, fen: str = "") -> tuple[Position, ...]:
    """The positions of a line of moves (``e2e4 e7e5``), the first with them."""
    positions = [read_fen(fen) if fen else Position.start()]
    for word in moves.split():
        positions.append(make(positions[-1], find_move(positions[-1], word)))
    return tuple(positions)


def by_lot(seed: int, most_plies: int = 60) -> Played:
    """A game of moves by lot."""
    generator, game, player = (
        np.random.default_rng(seed),
        Game(most_plies=most_plies),
        RandomPlayer(),
    )
    while game.outcome() is None:
        game.play(player.choose(game.position, generator))
    return as_played(game, morph_white=seed % 2 == 0)


def written(moves: str, morph_white: bool = True) -> Played:
    """A game that these moves end."""
    game = Game()
    for word in moves.split():
        game.play(find_move(game.position, word))
    return as_played(game, morph_white)


class Follower:
    """Plays the moves of a list, whatever the position."""

    name = "follower"

    def __init__(self, moves: Sequence[Move]) -> None:
        self.moves = list(moves)

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """The next."""
        del position, generator
        return self.moves.pop(0)
