"""What :mod:`machines.samuel` has for programs of others."""

from machines.samuel import *
from machines.samuel import __all__ as __all__
