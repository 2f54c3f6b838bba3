"""This program's name, folders and own command line on this computer."""

import sys
from pathlib import Path

from devices.assets import ASSETS, IN_CHECKOUT, ROOT

__all__ = ["AGAIN", "ASSETS", "NAME", "ROOT"]

VERSION = "0.1.0"
"""The program's; pyproject.toml says the same."""
NAME = "main.py" if IN_CHECKOUT else "matchbox704"
"""What a user types."""
AGAIN = (sys.executable, str(Path(__file__).with_name("__main__.py")))
"""The command line that starts this program in a process of its own."""
