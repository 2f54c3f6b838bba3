"""``main.py bundle``: the museum as a folder that needs no Python, for the system this runs on."""

import argparse
from pathlib import Path

from machines.storage.option_parsing import Command, Option

COMMAND = Command(Option("--out FOLDER", Path, default=Path("dist")))


def run(args: argparse.Namespace) -> int:
    """Make it and print where it is; PyInstaller's own lines go to standard error."""
    from machines.workshop.bundle.make import make_bundle

    print(make_bundle(args.out))
    return 0
