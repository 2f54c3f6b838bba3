"""What :mod:`machines.ibm704` has for programs of others."""

from machines.ibm704 import *
from machines.ibm704 import __all__ as __all__
