"""``python -m matchbox704``: the command."""

import sys

from machines.commands import main

if __name__ == "__main__":
    sys.exit(main())
