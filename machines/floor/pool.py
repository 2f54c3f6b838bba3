"""Work in processes, one a core: tasks go out, results come back as they are done.

Each task is a value and so is its result; nothing else is shared, so that the same tasks give the
same results whatever the number of processes.  The processes are started afresh (spawn) and end
with this one: after Ctrl-C, and also when this one is killed, in which case a watch in each sees
that its parent is gone.  The kernels' cache is filled before (machines.floor.warm) and found by the
environment.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import TypeVar

from devices.refusal import RefusedError

T = TypeVar("T")
R = TypeVar("R")

MOST_JOBS = 256


def cores() -> int:
    """How many processes can run at once here."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


def check_jobs(jobs: int) -> None:
    """Raises RefusedError for a number of processes out of range."""
    if not 1 <= jobs <= MOST_JOBS:
        raise RefusedError("--jobs", f"{jobs} is out of range; expected 1 to {MOST_JOBS}")


def done_by(
    jobs: int, work: Callable[[T], R], tasks: Sequence[T]
) -> Generator[tuple[T, R], None, None]:
    """``work`` done on every task by so many processes; each task with its result when it is done.

    ``work`` is a function of a module, which the processes import.  With one job it is all done
    here.  What a task raises is raised.  Ctrl-C is heard at once, and when the iterator is closed
    before its end the processes are ended with what they were doing.
    """
    if jobs == 1 or len(tasks) < 2:
        for task in tasks:
            yield task, work(task)
        return
    others = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(
        min(jobs, len(tasks)), multiprocessing.get_context("spawn"), initializer=_begin
    )
    left = len(tasks)
    try:
        futures: dict[Future[R], T] = {executor.submit(work, task): task for task in tasks}
        for future in as_completed(futures):
            left -= 1
            yield futures[future], future.result()
    except BrokenProcessPool:
        raise RefusedError(
            "--jobs", f"one of the {jobs} processes was ended from outside; expected them to run"
        ) from None
    finally:
        if left:
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
        executor.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """In a process of the pool: Ctrl-C is for its parent to hear; it doesn't outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent.sentinel,), daemon=True).start()


def _watch(sentinel: int) -> None:
    with contextlib.suppress(OSError):
        wait([sentinel])
    os._exit(1)
