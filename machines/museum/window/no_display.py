"""Why SDL found no display on Linux, and what to do here: nothing shows one, a library of
the system is missing, or the server that is named doesn't take us."""

import ctypes
import os
import sys
from pathlib import Path

from machines.storage.program import NAME

OF_X11 = {"libX11.so.6": "libx11-6", "libXext.so.6": "libxext6"}
"""What SDL looks for when it meets an X server, and Debian's package of each.  (pygame's wheels
bring all else.)"""


def why_no_display(told: str) -> str:
    """One sentence; ``told``: what SDL said, where this finds no better."""
    return f"{_cause(told)}; without one, {NAME} show --headless draws pictures"


def _cause(told: str) -> str:
    x11, wayland = os.environ.get("DISPLAY"), os.environ.get("WAYLAND_DISPLAY")
    if not sys.platform.startswith("linux") or os.environ.get("SDL_VIDEODRIVER"):
        return told
    if not x11 and not wayland:
        return (
            "neither DISPLAY nor WAYLAND_DISPLAY is set, so no desktop is here; expected to be "
            "started in a desktop's own terminal"
        )
    missing = [package for library, package in OF_X11.items() if not _is_there(library)]
    if x11 and missing:
        return f"a library is missing; on Debian: sudo apt install {' '.join(missing)}"
    if x11:
        return (
            f"the X server {x11} (DISPLAY) isn't running or refuses this user; expected one that "
            "runs, and its key in XAUTHORITY"
        )
    socket = Path(os.environ.get("XDG_RUNTIME_DIR", ""), str(wayland))
    return (
        f"no Wayland server answers at {socket} (XDG_RUNTIME_DIR, WAYLAND_DISPLAY); expected the "
        "socket of one that runs"
    )


def _is_there(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
