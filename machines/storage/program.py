"""This program's name, folders and own command line on this computer."""

import os
import shlex
import sys
from pathlib import Path
from shutil import which

from devices.assets import ASSETS, IN_CHECKOUT, ROOT
from devices.modules import INSIDE

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
    (sys.executable,) if FROZEN
    else (sys.executable, str(ROOT / "machines/commands/__main__.py")) if IN_CHECKOUT
    else (sys.executable, "-P", "-m", f"{INSIDE}machines.commands")
)  # fmt: skip
"""The command line that starts this program in a process of its own."""


def uv() -> str:
    """What starts uv in this checkout: the README's own, where none is on the PATH."""
    own = Path(".uv", "bin", "uv.exe" if os.name == "nt" else "uv")
    return str(own) if which("uv") is None and (ROOT / own).is_file() else "uv"


def lacks(library: str, extra: str) -> str:
    """What to say where a library of an extra isn't there: how it comes to this program, as it was
    installed here (a checkout, a bundle, by uv, pipx or pip)."""
    if IN_CHECKOUT:
        here = f"{uv()} run --extra {extra} main.py ..."
    elif FROZEN:
        here = "a program installed by pip or uv, which this folder isn't"
    else:
        from importlib.metadata import requires  # here: reading what is installed takes a while

        wanted = [
            one.partition(";")[0].strip()
            for one in requires(INSTALLED) or ()
            if one.replace('"', "'").endswith(f"extra == '{extra}'")
        ]
        tool = f"{shlex.quote(sys.executable)} -m pip install"
        if (Path(sys.prefix) / "uv-receipt.toml").is_file():
            tool = f"uv pip install --python {shlex.quote(sys.executable)}"
        elif (Path(sys.prefix) / "pipx_metadata.json").is_file():
            tool = f"pipx inject {INSTALLED}"
        here = f"{tool} {shlex.join(wanted)}"
    return f"{library} isn't installed; expected the extra {extra}: {here}"


def environment_outside() -> dict[str, str]:
    """The environment for programs that are not ours: a bundle's own libraries are not for them."""
    made = dict(os.environ)
    if FROZEN and (path := made.pop(LIBRARIES, None)) is not None:
        # What PyInstaller's starter has put aside.
        before = made.pop(f"{LIBRARIES}_ORIG", None)
        if before is not None or not path.startswith(str(ROOT)):
            made[LIBRARIES] = path if before is None else before
    return made
