"""The library of disk_calls.c from Python: built with gcc, loaded before libc.

A process to be watched is started with ``environment()``; in it ``Disk`` drives the library.
"""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SOURCE = Path(__file__).with_name("disk_calls.c")
FOREVER = 1 << 40
MISSING = (
    "no gcc here that makes a library to be loaded before libc"
    if not sys.platform.startswith("linux") or shutil.which("gcc") is None
    else ""
)
"""Why there can be no faults of the disk here; empty if there can."""


def environment(folder: Path) -> dict[str, str]:
    """What a child needs, so that its calls come through the library, built in ``folder``."""
    library = folder / "disk_calls.so"
    command = ["gcc", "-O1", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"]
    subprocess.run([*command, "-lpthread"], check=True)
    return {**os.environ, "LD_PRELOAD": str(library)}


class Disk:
    """The library in this process, which was started with ``environment``."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None)
        self._library.disk_calls.restype = ctypes.c_long

    @contextmanager
    def watched(
        self, folder: Path, trace: Path | None = None, syncs: bool = False
    ) -> Iterator[None]:
        """What changes below ``folder`` is counted meanwhile, and written to ``trace``; ``syncs``:
        what is synced does wait for the disk."""
        handle = -1
        if trace is not None:
            handle = os.open(trace, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        self._library.disk_watch(os.fsencode(folder), handle, int(syncs))
        try:
            yield
        finally:
            self._library.disk_watch(b"", -1, 0)
            if handle >= 0:
                os.close(handle)

    def fail(self, first: int, last: int, error: int, tears: bool = False) -> None:
        """Calls number ``first`` to ``last`` from now fail with that errno."""
        self._library.disk_fail(ctypes.c_long(first), ctypes.c_long(last), error, int(tears))

    def mend(self) -> None:
        """Nothing fails any more."""
        self.fail(0, 0, 0)

    def fill(self, is_full: bool) -> None:
        """As long as the disk is full nothing on it can grow."""
        self._library.disk_full(int(is_full))

    @property
    def calls(self) -> int:
        """Calls since it was watched, or told to fail."""
        return int(self._library.disk_calls())

    def note(self, text: str) -> None:
        """Write a line of the test's own into the trace."""
        self._library.disk_note(text.encode())

    def hurry(self, times: int) -> None:
        """From now on the wall clock goes ``times`` as fast."""
        self._library.disk_hurry(ctypes.c_long(times))
