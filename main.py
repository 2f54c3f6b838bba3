"""Matchbox 704: a museum of the machines that first learned to play.  ``main.py --help``."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older one is told here, before it meets our syntax
    sys.stderr.write(
        "main.py: this is Python %d.%d; expected 3.11 or later, which uv brings: "  # noqa: UP031
        "uv run main.py (README.md, Set up)\n" % sys.version_info[:2]
    )
    sys.exit(2)

from machines.commands import main

if __name__ == "__main__":
    sys.exit(main())
