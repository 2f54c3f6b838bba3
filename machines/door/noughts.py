"""What :mod:`machines.games.noughts` has for programs of others; matches; an environment."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

from devices.refusal import RefusedError
from machines.games.noughts import *
from machines.games.noughts import Board
from machines.games.noughts import __all__ as _names
from machines.kernels.generator import generator_state
from machines.laboratory.matches.referee import Score
from machines.menace.odds import Matchboxes
from machines.menace.opponents import Frozen, of_chances
from machines.menace.tournament import tournament
from machines.pegasus.program import Pegasus

Player = str | Matchboxes | Pegasus | Callable[[Board], Sequence[float]]
"""A name of machines.menace.opponents, a learner as it stands, or who says the chance of each of
the nine squares."""

__all__ = ["Player", "Score", "env", "evaluate"]
__all__ += _names


def evaluate(
    player: Player, opponent: Player = "perfect", games: int = 1_000, seed: int = 1, side: str = "O"
) -> Score:
    """Play ``games`` games, from which nobody learns; the score is the player's.

    ``side``: whether it plays nought (``"O"``, begins) or cross (``"X"``).  Raises RefusedError.
    """
    if games < 1:
        raise RefusedError("games", f"are {games}; expected 1 or more")
    seats = {side: player, {"O": "X", "X": "O"}[side]: opponent}
    nought, cross = _seated(seats["O"], "O"), _seated(seats["X"], "X")
    results = tournament(games, nought, cross, generator_state(seed)).results
    return Score.of([(int(result),) for result in (results if side == "O" else -results)])


def _seated(player: Player, side: str) -> Frozen | str:
    if isinstance(player, Matchboxes):
        cabinet = deepcopy(player.cabinet)
        if cabinet.declines:  # as before the next game of its training
            cabinet.reload()
        return Frozen(cabinet.build, cabinet.beads)
    if isinstance(player, Pegasus):
        return of_chances(side, player.square_chances)
    return player if isinstance(player, str) else of_chances(side, player)


def env(render_mode: str | None = None) -> Any:
    """Noughts and crosses as a PettingZoo environment (machines/laboratory/environments.py).

    Raises RefusedError without the extra ``rl``.
    """
    from machines.laboratory.environments import Noughts, wrapped

    return wrapped(Noughts(render_mode))
