"""Public names of a package, each imported when it is first asked for.

A machine's ``__init__`` exports names from modules that compile kernels.  Rooms and ``--help``
import modules of the same package and must not wait for that, so nothing is imported before.
"""

from collections.abc import Callable
from importlib import import_module


def public_names(
    package: str, **modules: str
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` of ``package``; ``modules`` names for each module what it
    exports.

    ``public_names("machines.games.chess", moves="legal_moves make")`` finds ``legal_moves`` in
    ``machines.games.chess.moves``; two underscores stand for a dot.  Raises AttributeError, as a
    module does, for any other name.
    """
    places = {
        name: f"{package}.{module.replace('__', '.')}"
        for module, names in modules.items()
        for name in names.split()
    }

    def find(name: str) -> object:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(places[name]), name)

    return find, lambda: sorted(places)
