"""The museum for programs of others: a wheel's package ``matchbox704`` begins here.

    import matchbox704
    from matchbox704.draughts import Position
    player = matchbox704.load("anaconda", plies=4)
    print(player.choose(Position.start()))

Its modules are the games, :mod:`draughts`, :mod:`chess` and :mod:`noughts`, and the machines,
:mod:`samuel`, :mod:`ibm704`, :mod:`menace`, :mod:`pegasus`, :mod:`anaconda` and :mod:`morph`.  Each
comes in when it is first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

from machines.storage.program import ASSETS
from machines.storage.program import VERSION as __version__

if TYPE_CHECKING:
    from machines.anaconda import AnacondaPlayer
    from machines.door import (
        anaconda,
        chess,
        draughts,
        ibm704,
        menace,
        morph,
        noughts,
        pegasus,
        samuel,
    )
    from machines.games.draughts import Player
    from machines.morph import MorphPlayer
    from machines.samuel import SamuelPlayer

__all__ = [
    "__version__", "anaconda", "chess", "draughts", "ibm704", "load", "menace", "morph",
    "noughts", "pegasus", "samuel",
]  # fmt: skip
MODULES = frozenset(__all__) - {"__version__", "load"}


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    return __all__


@overload  # chess and draughts: nothing is played by both
def load(name: Literal["morph"]) -> "MorphPlayer": ...  # type: ignore[overload-overlap]
@overload
def load(name: Literal["anaconda"], plies: int = 3) -> "AnacondaPlayer": ...
@overload
def load(name: Literal["samuel", "samuel:learned"], plies: int = 3) -> "SamuelPlayer": ...
@overload
def load(name: str, plies: int = 3) -> "Player": ...
def load(name: str, plies: int = 3) -> "Player | MorphPlayer":
    """A player that ships, or one of yours.

    ``morph`` plays chess as its database of 2,000 games has it.  All others play draughts and look
    ``plies`` ahead: ``anaconda``, ``samuel``, ``samuel:learned``, ``random``, or a file, such as
    ``anaconda:mine.network`` or ``samuel:run.sqlite`` (machines/laboratory/matches/players.py).
    Raises RefusedError for a name that nobody plays under.
    """
    if name == "morph":
        from machines.morph import Learner, MorphPlayer

        return MorphPlayer(Learner.from_bytes((ASSETS / "players/morph.database").read_bytes()))
    from machines.laboratory.matches.players import make_player

    return make_player(name, plies, name)
