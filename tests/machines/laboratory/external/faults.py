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


def orphaned() -> None:
    """Leave a process behind that keeps the output open, in a session of its own, and be silent."""
    if os.fork() == 0:
        os.setsid()
        time.sleep(30)
        os._exit(0)
    silent()


def closing() -> None:
    """Close the output and stay."""
    os.close(1)
    silent()
