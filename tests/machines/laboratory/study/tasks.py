"""Work for processes in tests: a module that is imported in no time, as each process does anew."""

import os
import time
from pathlib import Path

from devices.refusal import RefusedError


def meet(folder: str) -> int:
    """Wait until another process is here too; this one's number."""
    (Path(folder) / str(os.getpid())).touch()
    deadline = time.monotonic() + 60
    while len(list(Path(folder).iterdir())) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    return os.getpid()


def longer(word: str) -> str:
    """The word with its first letter once more."""
    return word + word[0]


def place(number: int) -> int:
    """The number of the process that works."""
    time.sleep(0.2)
    return os.getpid()


def refusing(where: str) -> None:
    """Refuse it."""
    raise RefusedError(where, "is refused")
