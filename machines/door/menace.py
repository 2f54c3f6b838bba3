"""What :mod:`machines.menace` has for programs of others."""

from machines.menace import *
from machines.menace import __all__ as __all__
