"""Matchbox 704: a museum of the machines that first learned to play.  ``main.py --help``."""

import sys

from machines.commands import main

if __name__ == "__main__":
    sys.exit(main())
