"""Where the bundled program starts: the museum, a process of a pool, or the guard of an engine.

A bundle has one executable, so whatever this program starts as a process of its own begins here.
"""

import multiprocessing
import sys


def start() -> int:
    """The exit status."""
    # A process of a pool, of the link or of multiprocessing itself goes no further than this.
    multiprocessing.freeze_support()
    from machines.laboratory.external.guard import WORD, guard

    if sys.argv[1:2] == [WORD]:
        guard(*sys.argv[2:])
        return 0
    from machines.commands import main

    return main()


if __name__ == "__main__":
    sys.exit(start())
