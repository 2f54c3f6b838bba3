"""What :mod:`machines.games.draughts` has for programs of others."""

from machines.games.draughts import *
from machines.games.draughts import __all__ as __all__
