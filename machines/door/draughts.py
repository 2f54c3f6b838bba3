"""What :mod:`machines.games.draughts` has for programs of others; matches; an environment."""

from typing import Any

from devices.refusal import RefusedError
from machines.games.draughts import *
from machines.games.draughts import Player, Position
from machines.games.draughts import __all__ as _names
from machines.laboratory.matches.players import make_player
from machines.laboratory.matches.referee import GamePair, Score, draw_openings, play_pair, score

__all__ = ["Score", "env", "evaluate"]
__all__ += _names


def evaluate(
    player: Player | str, opponent: Player | str = "random", games: int = 20, seed: int = 1
) -> Score:
    """Play a match as ``main.py match`` does: each opening twice, the sides changed.

    Who plays by a name looks three plies ahead.  The score, its interval over pairs, is the
    player's.  Raises RefusedError.
    """
    if games < 2 or games % 2:
        raise RefusedError("games", f"are {games}; expected 2, 4, 6 and so on: they go in pairs")
    first, second = (
        make_player(one, 3, where) if isinstance(one, str) else one
        for one, where in ((player, "player"), (opponent, "opponent"))
    )
    return score([
        play_pair(GamePair(number, opening, first, second, seed, limit=0))
        for number, opening in enumerate(draw_openings(games // 2, seed))
    ])  # fmt: skip


def env(render_mode: str | None = None, start: Position | None = None) -> Any:
    """Draughts as a PettingZoo environment (machines/laboratory/environments.py).

    Raises RefusedError without the extra ``rl``.
    """
    from machines.laboratory.environments import Draughts, wrapped

    return wrapped(Draughts(render_mode, start))
