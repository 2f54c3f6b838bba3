"""``main.py museum``, or ``main.py`` alone: open the museum."""

import argparse

from machines.app.commands._museum_window import OPENING_OPTIONS, open_museum
from machines.app.option_parsing import Command
from machines.app.program import NAME

COMMAND = Command(
    f"open the museum (what {NAME} does by itself)",
    "Open a window on the museum's machines. Every act is logged in the data folder (sessions/), "
    "so that closing it, Ctrl-C or a power cut loses nothing that was played; the next opening "
    "goes on from there.",
    *OPENING_OPTIONS,
)


def run(args: argparse.Namespace) -> int:
    """Open the window."""
    return open_museum(args, demo=False)
