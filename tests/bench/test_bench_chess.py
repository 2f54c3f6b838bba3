"""perft of chess to depth 5, and how fast (goal: 15 million legal moves/s); the house's moves.

Off by default; ``pytest --benchmark-only tests/bench`` runs it.  Nothing here fails for time.
"""

from typing import Any

import numpy as np
import pytest

from machines.games.chess.board import Position
from machines.games.chess.game import Game, RandomPlayer
from machines.games.chess.house import HousePlayer
from machines.games.chess.moves import perft
from tests.machines.games.chess.positions import perft_table


@pytest.mark.parametrize("number", range(5))
def test_perft_to_depth_5(benchmark: Any, number: int) -> None:
    position, counts = perft_table()[number]
    lines = benchmark.pedantic(perft, (position, 5), rounds=2, warmup_rounds=1)
    benchmark.extra_info["legal_moves_per_second"] = int(lines / benchmark.stats.stats.min)
    assert lines == dict(counts)[5]


@pytest.mark.parametrize("depth", range(1, 5))
def test_a_move_of_the_house(benchmark: Any, depth: int) -> None:
    house, generator = HousePlayer(depth), np.random.default_rng(0)
    position = perft_table()[1][0]
    move = benchmark.pedantic(house.choose, (position, generator), rounds=3, warmup_rounds=1)
    assert str(move) in ("e2a6", "d5e6")


def test_a_game_of_the_house_against_chance(benchmark: Any) -> None:
    def play() -> int:
        game, generator = Game([Position.start()]), np.random.default_rng(1)
        while game.outcome() is None:
            house = game.position.black_to_move
            player = HousePlayer(1) if house else RandomPlayer()
            game.play(player.choose(game.position, generator))
        return len(game.moves)

    assert benchmark.pedantic(play, rounds=3, warmup_rounds=1) > 10
