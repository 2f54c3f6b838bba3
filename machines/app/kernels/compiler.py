"""Filling the kernels' cache in child processes while the room already stands.

The compiler would hold this process's threads up for tenths of a second at a time, so a child does
it (``warm EXHIBIT``, one line a file), and no exhibit is imported before its child is done.
The exhibit that a visitor stands before goes first, the others follow, gently, one after the other.
What its room opens without (machines.registry.LaterKernels) follows at once, gently.
"""

import logging
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path

from devices.screen.museum_protocol import CompileProgress
from machines.app.kernels.compile import uncompiled
from machines.app.program import AGAIN
from machines.kernel_cache import kernels_of, module_name

log = logging.getLogger(__name__)


def write_progress(progress: CompileProgress) -> str:
    """The line that the child prints before it compiles a file."""
    return f"{progress.done + 1}/{progress.total} {progress.what}"


def read_progress(line: str) -> CompileProgress | None:
    """The child's line again; None for any other line."""
    count, _, what = line.strip().partition(" ")
    number, _, total = count.partition("/")
    if not (number.isdecimal() and total.isdecimal() and what):
        return None
    return CompileProgress(int(number) - 1, int(total), what)


class KernelCompiler:
    """Has the kernels compiled of ``modules``, by exhibit; calls ``done`` with each exhibit whose
    kernels can be imported, from a thread of its own."""

    def __init__(self, modules: Mapping[str, tuple[str, ...]], done: Callable[[str], None]) -> None:
        self.progress: dict[str, CompileProgress] = {}
        """How it stands for exhibits that are not done and have a child; read from any thread."""
        self._modules = dict(modules)
        self._done = done
        self._left = list(modules)
        self._front: tuple[str, ...] = ()
        self._child: subprocess.Popen[str] | None = None
        self._under_way = ""
        self._lock = threading.Lock()
        self._stopped = False
        self._needed: dict[str, bool] = {}

    def needed(self, exhibit: str) -> bool:
        """Whether there was anything to compile for an exhibit when this was first asked."""
        if exhibit not in self._needed:
            self._needed[exhibit] = bool(self._cold(exhibit))
        return self._needed[exhibit]

    def start(self) -> None:
        """Begin."""
        threading.Thread(target=self._run, name="kernel compiler", daemon=True).start()

    def want(self, *names: str) -> None:
        """What a visitor stands before goes first, in this order, all but the first of it gently.

        A child that is at another's kernels is ended; what it has compiled is kept.
        """
        with self._lock:
            self._front = names
            if self._child is not None and self._first() not in ("", self._under_way):
                self._child.terminate()

    def _first(self) -> str:
        """The first of what a visitor stands before that isn't done; empty where all is."""
        return next((name for name in self._front if name in self._left), "")

    def stop(self) -> None:
        """End the child; ``done`` is not called any more."""
        with self._lock:
            self._stopped = True
            if self._child is not None:
                self._child.terminate()

    def _cold(self, exhibit: str) -> tuple[Path, ...]:
        """Its kernel files that are not compiled."""
        needs = set(kernels_of(*self._modules[exhibit]))
        return tuple(path for path in uncompiled() if path in needs)

    def _run(self) -> None:
        while True:
            with self._lock:
                if self._stopped or not self._left:
                    return
                name = self._first() or self._left[0]
                files = self._cold(name)
                if files:
                    self._begin(name, files, gently=name not in self._front[:1])
            if not files or self._follow(name):
                self._finish(name)

    def _begin(self, name: str, files: tuple[Path, ...], gently: bool) -> None:
        total = len(kernels_of(*self._modules[name]))
        self.progress[name] = CompileProgress(0, total, module_name(files[0]))
        self._under_way = name
        self._child = subprocess.Popen(
            [*AGAIN, "warm", name, *(["--gently"] if gently else [])],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )

    def _follow(self, name: str) -> bool:
        """Read what the child says until it ends; whether it came to its own end."""
        child = self._child
        assert child is not None
        assert child.stdout is not None
        words: deque[str] = deque(maxlen=100)
        with child.stdout as lines:
            for line in lines:
                progress = read_progress(line)
                if progress is None:
                    words.append(line)
                else:
                    self.progress[name] = progress
        status = child.wait()
        with self._lock:
            self._child, self._under_way = None, ""
            ended = self._stopped or self._first() not in ("", name)
        if status and ended:  # by us: what is left of it comes later
            return False
        if status:  # compiled in this process it may go well, or says better what is wrong
            log.error("the kernels could not be compiled ahead: %s", "".join(words))
        elif words:
            log.warning("while kernels were compiled: %s", "".join(words).rstrip())
        return True

    def _finish(self, name: str) -> None:
        with self._lock:
            self._left.remove(name)
            self.progress.pop(name, None)
            if self._stopped:
                return
        self._done(name)
