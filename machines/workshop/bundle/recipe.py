"""What a bundle is made of: our modules, what PyInstaller can't see, and what is left out."""

import sys
from pathlib import Path

from machines.storage.program import VERSION

__all__ = ["LEFT_OUT", "OURS", "VERSION", "icon", "needed_modules"]

OURS = ("devices", "firmware_sim", "machines")
"""The packages of the house: they stay source files in the bundle."""
BY_NAME = ("serial.urlhandler.protocol_loop", "serial.urlhandler.protocol_socket",
           "serial.urlhandler.protocol_rfc2217", "serial.urlhandler.protocol_spy",
           "serial.urlhandler.protocol_alt", "serial.urlhandler.protocol_hwgrep")  # fmt: skip
"""pyserial brings these in by the beginning of a port's URL."""
LEFT_OUT = [
    "_pytest", "dask", "distributed", "hypothesis", "IPython", "matplotlib", "mypy", "pip",
    "PyInstaller", "pytest", "scipy", "setuptools", "tests", "tkinter", "yaml",
]  # fmt: skip
"""What numba and numpy would take along if it is there, and nobody needs here."""
ICON = "assets/desktop/matchbox704.png"


def needed_modules(root: Path) -> list[str]:
    """All modules of ours, for most are imported by a name that is only known when it runs."""
    made = []
    for package in OURS:
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            made.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return [*made, *BY_NAME]


def icon(root: Path) -> str | None:
    """The program's picture, where the platform keeps one in the executable."""
    return str(root / ICON) if sys.platform in ("win32", "darwin") else None
