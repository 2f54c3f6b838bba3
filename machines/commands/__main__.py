"""The program itself: what ``main.py``, the installed command and its own processes run."""

import sys
from pathlib import Path

if not __package__:  # it was started by this file's path: its folder is no place to import from
    sys.path[0] = str(Path(__file__).absolute().parents[2])

from machines.commands import main

if __name__ == "__main__":
    sys.exit(main())
