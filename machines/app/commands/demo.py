"""``main.py demo``: the museum runs by itself for visitors."""

import argparse

from machines.app.commands._museum_window import OPENING_OPTIONS, open_museum
from machines.app.option_parsing import Command

COMMAND = Command(
    "let the museum run by itself for visitors",
    "Go from exhibit to exhibit, work each as a visitor would and say what happens. The first "
    "touch hands the exhibit over; after two minutes without one the demonstration begins again. "
    "It plays on machines of its own: what visitors played stays as they left it. Keeps the same "
    "things in the data folder as 'museum'.",
    *OPENING_OPTIONS,
)


def run(args: argparse.Namespace) -> int:
    """Open the window and begin."""
    return open_museum(args, demo=True)
