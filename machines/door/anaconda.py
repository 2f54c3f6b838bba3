"""What :mod:`machines.anaconda` has for programs of others."""

from machines.anaconda import *
from machines.anaconda import __all__ as __all__
