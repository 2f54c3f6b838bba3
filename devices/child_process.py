"""Processes that end with the one that started them, however that ends.

    process                      hears of its parent's end by       and then
    of a pool (study/pool.py,    the parent's handle, which a       ends at once
    storage/kernel_loader.py)    thread in it watches
    the link's (link/process.py) the end of their pipe              closes the port, then ends
    the museum's, under its      a sign of life that nobody takes   writes all down, then ends
    supervisor
    a program outside            a guard beside it, which ends it and all that it has started
                                 (machines/laboratory/external/guard.py)

The first two are begun afresh (spawn), not forked.  Ctrl-C, a terminal that is closed and the like
are for their parent to hear, which ends them when it has heard.
"""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.connection import wait
from typing import ParamSpec, TypeVar

from devices.interruptions import ENDINGS

MOST_ON_WINDOWS = 61
"""Processes of a pool: Windows waits for 64 handles at once, and Python needs three of them."""

P = ParamSpec("P")
R = TypeVar("R")


class ChildPool(ProcessPoolExecutor):
    """So many processes, started when there is work for them."""

    def __init__(self, jobs: int, begin: Callable[[], object] | None = None) -> None:
        """``begin``, a function of a module, is called in each before its first task."""
        if sys.platform == "win32":
            jobs = min(jobs, MOST_ON_WINDOWS)
        spawn = multiprocessing.get_context("spawn")
        super().__init__(jobs, spawn, _begin, (begin,))

    def submit(self, work: Callable[P, R], /, *args: P.args, **named: P.kwargs) -> Future[R]:
        """The result to come; a process that is started for it never hears of Ctrl-C."""
        with uninterrupted():
            return super().submit(work, *args, **named)

    def end(self) -> None:
        """End them at once with what they do, for which BrokenExecutor is raised."""
        for process in tuple((self._processes or {}).values()):
            process.terminate()


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C is for this process alone: one that is begun meanwhile never hears of it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_endings_to_parent() -> None:
    """In a process of ours: it ends when its parent says so, or is gone."""
    for number in ENDINGS:
        signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else signal.SIG_IGN)


def _begin(begin: Callable[[], object] | None) -> None:
    leave_endings_to_parent()
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_watch, args=(parent.sentinel,), daemon=True).start()
    if begin is not None:
        begin()


def _watch(sentinel: int) -> None:
    with contextlib.suppress(OSError):
        wait([sentinel])
    os._exit(1)
