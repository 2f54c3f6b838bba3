"""What :mod:`machines.games.chess` has for programs of others; matches."""

import numpy as np

from devices.refusal import RefusedError
from machines.games.chess import *
from machines.games.chess import Game, Player
from machines.games.chess import __all__ as _names
from machines.laboratory.matches.referee import Score
from machines.laboratory.morph.study import make_opponent
from machines.storage.option_parsing import UserNamed

__all__ = ["Score", "evaluate"]
__all__ += _names


def evaluate(
    player: Player, opponent: Player | str = "random", games: int = 20, seed: int = 1
) -> Score:
    """Play ``games`` games, White and Black by turns; the score is the player's.

    ``opponent`` may be a name of ``learn morph --opponent``.  A game is drawn after 300 plies.
    Raises RefusedError.
    """
    if games < 1:
        raise RefusedError("games", f"are {games}; expected 1 or more")
    if isinstance(opponent, str):
        with make_opponent(UserNamed(opponent), "opponent") as (found, begin):
            return Score.of([_play(player, found, seed, n, begin()) for n in range(games)])
    return Score.of([_play(player, opponent, seed, number) for number in range(games)])


def _play(player: Player, opponent: Player, seed: int, number: int, _: None = None) -> tuple[int]:
    """One game: 1, 0 or -1 for the player, who has White in the even ones."""
    generator, game, white = np.random.default_rng([seed, number]), Game(), number % 2 == 0
    while (outcome := game.outcome()) is None:
        mover = player if game.position.black_to_move != white else opponent
        game.play(mover.choose(game.position, generator))
    return (round(2 * outcome.score(black=not white) - 1),)
