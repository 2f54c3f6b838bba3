"""The one channel for telling: lines on standard error, which never harm what they tell of.

Nobody may be there to read them: a pipe whose reader has ended, a full disk, a stream that was
closed before we began.  And what is told of may be a stranger's: what a terminal would obey is
shown instead.
"""

import contextlib
import io
import os
import sys
from pathlib import Path

from devices.names import shown


def tell_user(words: str) -> None:
    """A line, or several."""
    write_told(f"{shown(words)}\n")


def tell_for_now(words: str) -> None:
    """A terminal's last line, in the place of the one before; empty: it is cleared."""
    write_told(f"\r\x1b[K{shown(words)}")


def mend_standard_error() -> None:
    """Have it keep nothing back: what can't be written now is not tried again at the end, where it
    would change the exit status."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - to the end
    elif isinstance(sys.stderr, io.TextIOWrapper):
        with contextlib.suppress(OSError, ValueError):
            sys.stderr = io.TextIOWrapper(
                io.FileIO(sys.stderr.fileno(), "w", closefd=False),
                encoding=sys.stderr.encoding,
                errors="backslashreplace",
                write_through=True,
            )


def write_told(text: str) -> None:
    """The text as it is, where somebody can be told."""
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(text)
        sys.stderr.flush()
