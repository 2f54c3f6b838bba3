"""What :mod:`machines.morph` has for programs of others."""

from machines.morph import *
from machines.morph import __all__ as __all__
