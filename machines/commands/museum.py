"""``main.py museum``, or ``main.py`` alone: open the museum."""

import argparse

from machines.commands._museum_window import OPENING_OPTIONS, open_museum
from machines.storage.option_parsing import Command

COMMAND = Command(*OPENING_OPTIONS)


def run(args: argparse.Namespace) -> int:
    """Open the window."""
    return open_museum(args, demo=False)
