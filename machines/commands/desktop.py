"""``main.py desktop install|print|remove``: the museum in the menu of a Linux desktop."""

import argparse
import sys

from machines.storage.option_parsing import Command

COMMAND = Command(acts={"install": Command(), "print": Command(), "remove": Command()})


def run(args: argparse.Namespace) -> int:
    """Write the entry and its picture, show the entry, or take both away."""
    from machines.workshop.desktop_entry import entry_text, install_entry, remove_entry

    if args.act == "print":
        sys.stdout.write(entry_text())
    elif args.act == "install":
        print(install_entry())
    else:
        print(remove_entry())
    return 0
