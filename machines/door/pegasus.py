"""What :mod:`machines.pegasus` has for programs of others."""

from machines.pegasus import *
from machines.pegasus import __all__ as __all__
