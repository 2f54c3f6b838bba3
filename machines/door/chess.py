"""What :mod:`machines.games.chess` has for programs of others."""

from machines.games.chess import *
from machines.games.chess import __all__ as __all__
