"""The names that classes have in files, where these are not the names that they have in the code.

A snapshot names its dataclasses and enumerations (:mod:`machines.snapshot`).  Files outlive names:
shipped players, visitors' sessions and run records were written by earlier versions.  So a class
keeps in files the name under which it was first written, and digests stay as they were.  Whoever
moves or renames a class that is kept adds a line here.
"""

from collections.abc import Mapping

STORED_NAMES: Mapping[str, str] = {}
"""``module:Class`` as it is now: ``module:Class`` as it stands in files."""

CURRENT_NAMES: Mapping[str, str] = {stored: now for now, stored in STORED_NAMES.items()}
"""The same, the other way round."""


def stored_name(kind: type) -> str:
    """The name of a class in files."""
    name = f"{kind.__module__}:{kind.__qualname__}"
    return STORED_NAMES.get(name, name)
