"""Filling the kernels' cache in a child process while the room already stands.

The compiler would hold this process's threads up for tenths of a second at a time, so a child does
it (``main.py warm``, one line a file), and nothing here imports numba before the child is done.
"""

import logging
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from machines.floor.warm import cold, kernel_files, name_cache

MAIN = Path(__file__).resolve().parents[2] / "main.py"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Progress:
    """``done`` of ``total`` files are compiled; ``what`` is under way."""

    done: int
    total: int
    what: str


def write_progress(progress: Progress) -> str:
    """The line that the child prints before it compiles a file."""
    return f"{progress.done + 1}/{progress.total} {progress.what}"


def read_progress(line: str) -> Progress | None:
    """The child's line again; None for any other line."""
    count, _, what = line.strip().partition(" ")
    number, _, total = count.partition("/")
    if not (number.isdecimal() and total.isdecimal() and what):
        return None
    return Progress(int(number) - 1, int(total), what)


class Warmer:
    """The child process, if the cache is cold; calls ``done`` from a thread of its own when the
    kernels can be imported."""

    def __init__(self, done: Callable[[], None]) -> None:
        self.progress: Progress | None = None
        """How it stands; None when there is nothing to wait for.  Read from any thread."""
        self._done = done
        self._files: tuple[Path, ...] | None = None
        self._child: subprocess.Popen[str] | None = None

    def needed(self) -> bool:
        """Whether there is anything to compile."""
        if self._files is None:
            self._files = cold(name_cache())
        return bool(self._files)

    def start(self) -> None:
        """Start the child, or call ``done`` at once when the cache is warm."""
        files = self._files if self.needed() else None
        if not files:
            self._done()
            return
        self.progress = Progress(0, len(kernel_files()), files[0].stem)
        self._child = subprocess.Popen(
            [sys.executable, str(MAIN), "warm"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        threading.Thread(target=self._read, name="the warming", daemon=True).start()

    def _read(self) -> None:
        child = self._child
        assert child is not None
        assert child.stdout is not None
        words: deque[str] = deque(maxlen=100)
        with child.stdout as lines:
            for line in lines:
                progress = read_progress(line)
                if progress is None:
                    words.append(line)
                self.progress = progress or self.progress
        if child.wait() > 0:  # below 0 it was ended by us or by the system: no fault of its own
            log.error("the kernels could not be compiled ahead: %s", "".join(words))
        self.progress = None
        if self._child is child:
            self._done()

    def stop(self) -> None:
        """End the child; ``done`` is not called any more."""
        child, self._child = self._child, None
        if child is not None and child.poll() is None:
            child.terminate()
