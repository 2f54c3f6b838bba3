"""Work in processes, one a core, or on a Dask cluster: tasks go out, results come back when done.

Each task is a value and so is its result; nothing else is shared, so that the same tasks give the
same results whatever the number of processes, here or on other computers.  A task may be followed
by another that begins where it ended (a run, game by game).

The processes here end with this one (devices/child_process.py).  The kernels' cache is filled
before (machines.kernels.kernel_cache) and found by the environment.

A cluster's workers are processes that somebody else has started in a folder with the same program;
one that has other sources refuses (machines/laboratory/study/cluster.py).
"""

import argparse
import contextlib
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    wait,
)
from typing import TypeVar

from devices.child_process import ChildPool
from devices.refusal import RefusedError

T = TypeVar("T")
R = TypeVar("R")


def cores() -> int:
    """How many processes can run at once here."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


def read_jobs(args: argparse.Namespace) -> int:
    """How many processes a command's options ask for: as many as cores if they say nothing.

    Raises RefusedError for a number where a cluster does the work.
    """
    if getattr(args, "certificates", None) is not None:
        from machines.laboratory.study.cluster import use_certificates

        use_certificates(args.certificates, getattr(args, "scheduler", None))
    jobs: int | None = getattr(args, "jobs", None)
    if jobs is not None and getattr(args, "scheduler", None) is not None:
        raise RefusedError("--jobs", "are this computer's; expected either --jobs or --scheduler")
    return cores() if jobs is None else jobs


def run_tasks(
    jobs: int,
    work: Callable[[T], R],
    tasks: Sequence[T],
    *,
    follow: Callable[[T, R], T | None] | None = None,
    scheduler: str | None = None,
) -> Generator[tuple[T, R], None, None]:
    """``work`` done on every task by so many processes; each task with its result when it is done.

    ``work`` is a function of a module, which the processes import.  With one job it is all done
    here.  ``follow`` is told a task and its result and says which task comes after it, if any; that
    one is under way while the result is looked at.  With ``scheduler``, the address of a Dask
    cluster's, the cluster does it, whatever ``jobs`` says.

    What a task raises is raised.  Ctrl-C is heard at once, and when the iterator is closed before
    its end the processes are ended with what they were doing.
    """
    if scheduler is None and (jobs == 1 or len(tasks) < 2):
        yield from _done_here(work, tasks, follow)
        return
    with worker_pool(min(jobs, len(tasks)), scheduler) as executor:
        under_way: dict[Future[R], T] = {executor.submit(work, task): task for task in tasks}
        while under_way:
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                task = under_way.pop(future)
                result = future.result()
                after = follow(task, result) if follow is not None else None
                if after is not None:
                    under_way[executor.submit(work, after)] = after
                yield task, result


def _done_here(
    work: Callable[[T], R], tasks: Sequence[T], follow: Callable[[T, R], T | None] | None
) -> Generator[tuple[T, R], None, None]:
    for task in tasks:
        following: T | None = task
        while following is not None:
            done, result = following, work(following)
            following = follow(done, result) if follow is not None else None
            yield done, result


@contextlib.contextmanager
def worker_pool(jobs: int, scheduler: str | None) -> Iterator[Executor]:
    """Who does the work, as long as it is wanted: the cluster, or so many processes here, which are
    ended, whatever they do, if all isn't done."""
    if scheduler is not None:
        from machines.laboratory.study.cluster import cluster

        with cluster(scheduler) as executor:
            yield executor
        return
    executor = ChildPool(jobs)
    try:
        yield executor
    except BaseException as error:
        executor.end()
        if isinstance(error, BrokenExecutor):
            raise RefusedError(
                "--jobs",
                f"one of the {jobs} processes was ended from outside; expected them to run",
            ) from None
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
