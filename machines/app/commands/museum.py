"""``main.py museum``, or ``main.py`` alone: open the museum."""

import argparse

from machines.app.commands._museum_window import add_opening_options, open_museum
from machines.app.program import NAME


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "museum",
        help=f"open the museum (what {NAME} does by itself)",
        description="Open a window on the museum's machines. Every act is logged in the data "
        "folder (sessions/), so that closing it, Ctrl-C or a power cut loses nothing that was "
        "played; the next opening goes on from there.",
    )
    add_opening_options(parser)


def run(args: argparse.Namespace) -> int:
    """Open the window."""
    return open_museum(args, demo=False)
