"""What :mod:`machines.ibm704` has for programs of others; an environment."""

from typing import Any

from machines.games.draughts import Position
from machines.ibm704 import *
from machines.ibm704 import __all__ as _names
from machines.samuel import SamuelPlayer

__all__ = ["env"]
__all__ += _names


def env(
    render_mode: str | None = None,
    start: Position | None = None,
    machine: SamuelPlayer | None = None,
    machine_black: bool = False,
) -> Any:
    """The operator against Samuel's program, as a PettingZoo environment.

    machines/laboratory/environments.py.  Raises RefusedError without the extra ``rl``.
    """
    from machines.laboratory.environments import Checkers704, wrapped

    return wrapped(Checkers704(render_mode, start, machine, machine_black))
