"""``main.py demo``: the museum runs by itself for visitors."""

import argparse

from machines.app.commands._museum_window import add_opening_options, open_museum


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "demo",
        help="let the museum run by itself for visitors",
        description="Go from exhibit to exhibit, work each as a visitor would and say what "
        "happens. The first touch hands the exhibit over; after two minutes without one the "
        "demonstration begins again. It plays on machines of its own: what visitors played stays "
        "as they left it. Keeps the same things in the data folder as 'museum'.",
    )
    add_opening_options(parser)


def run(args: argparse.Namespace) -> int:
    """Open the window and begin."""
    return open_museum(args, demo=True)
