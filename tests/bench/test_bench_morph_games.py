"""What a game and its lesson cost Morph itself, without its opponent.

86 ms a game, the opponent's share with it, come to a million games a day: the goal.
"""

import time
from typing import Any

import numpy as np

from machines.games.chess.board import Move, Position
from machines.games.chess.house import HousePlayer
from machines.morph.learner import Learner, game_generator, play_game

TAUGHT = 150
GAMES = 20


class Timed:
    """A player and how long it took, in seconds of the processor."""

    def __init__(self, player: HousePlayer) -> None:
        self.player = player
        self.name = player.name
        self.seconds = 0.0

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """The player's move."""
        start = time.process_time()
        move = self.player.choose(position, generator)
        self.seconds += time.process_time() - start
        return move


def test_a_game_and_its_lesson(benchmark: Any) -> None:
    learner, opponent = Learner(), Timed(HousePlayer(1))

    def games(first: int, count: int) -> int:
        plies = 0
        for game in range(first, first + count):
            generator = game_generator(1, game)
            played = play_game(learner, opponent, generator, morph_white=game % 2 == 1)
            learner.learn(played, generator)
            plies += played.plies
        return plies

    games(1, TAUGHT)
    opponent.seconds = 0.0
    start = time.process_time()
    plies = benchmark.pedantic(games, args=(TAUGHT + 1, GAMES), rounds=1)
    taken = (time.process_time() - start - opponent.seconds) / GAMES
    benchmark.extra_info["milliseconds a game"] = round(taken * 1e3, 1)
    print(f"\n{taken * 1e3:.1f} ms a game of {plies / GAMES:.0f} plies, {len(learner)} patterns")
