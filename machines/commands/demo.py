"""``main.py demo``: the museum runs by itself for visitors."""

import argparse

from machines.commands._museum_window import OPENING_OPTIONS, open_museum
from machines.storage.option_parsing import Command

COMMAND = Command(*OPENING_OPTIONS)


def run(args: argparse.Namespace) -> int:
    """Open the window and begin."""
    return open_museum(args, demo=True)
