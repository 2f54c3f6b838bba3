"""What :mod:`machines.games.noughts` has for programs of others."""

from machines.games.noughts import *
from machines.games.noughts import __all__ as __all__
