"""This program's name, folders and own command line on this computer."""

import os
import sys

from devices.assets import ASSETS, IN_CHECKOUT, ROOT

__all__ = ["AGAIN", "ASSETS", "FROZEN", "NAME", "ROOT"]

VERSION = "0.1.0"
"""The program's; pyproject.toml says the same."""
INSTALLED = "matchbox704"
"""The command that pip, uv and a bundle make."""
NAME = "main.py" if IN_CHECKOUT else INSTALLED
"""What a user types."""
FROZEN = bool(getattr(sys, "frozen", False))
"""Whether this is a bundle (machines/workshop/bundle): its executable is the program, not
Python."""
LIBRARIES = "LD_LIBRARY_PATH"
"""Where a bundle on Linux finds its shared libraries."""
AGAIN = (
    (sys.executable,) if FROZEN else (sys.executable, str(ROOT / "machines/commands/__main__.py"))
)
"""The command line that starts this program in a process of its own."""


def environment_outside() -> dict[str, str]:
    """The environment for programs that are not ours: a bundle's own libraries are not for them."""
    made = dict(os.environ)
    if FROZEN and (path := made.pop(LIBRARIES, None)) is not None:
        # What PyInstaller's starter has put aside.
        before = made.pop(f"{LIBRARIES}_ORIG", None)
        if before is not None or not path.startswith(str(ROOT)):
            made[LIBRARIES] = path if before is None else before
    return made
