"""Modules of this program by the names that they have in a checkout."""

from importlib import import_module
from typing import Any

INSIDE = __name__.removesuffix("devices.modules")
"""What stands before these names: nothing in a checkout, ``matchbox704.`` where the program is
installed, for a wheel has one package (machines/workshop/wheel.py)."""


def find_ours(path: str) -> Any:
    """The module ``machines.menace.exhibit``, or what one calls so: ``module:name``."""
    module, _, name = path.partition(":")
    found = import_module(INSIDE + module)
    return getattr(found, name) if name else found
