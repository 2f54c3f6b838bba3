"""What an engine at fault may do instead of answering, whatever it speaks."""

import os
import sys
import time


def crash(reason: str) -> None:
    """End with a reason."""
    sys.stderr.write(f"starting\n{reason}\n")
    sys.exit(3)


def silent() -> None:
    """Neither answer nor end, whatever is asked."""
    while True:
        time.sleep(600)


def flood(text: str) -> None:
    """Say much without an end, but no move."""
    while True:
        print(text, flush=True)


def closing() -> None:
    """Close the output and stay."""
    os.close(1)
    silent()
