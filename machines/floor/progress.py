"""How far long work has come, with the time left, on a terminal's standard error; else nothing."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Done = Callable[[int], None]
"""Told how much of the whole is done now."""


@contextmanager
def progress(what: str, total: int, done: int = 0) -> Iterator[Done]:
    """A line that is wiped at the end; ``what`` in a word or two, ``done`` as it begins."""
    with named_progress(total, what, done) as tell:
        yield lambda now: tell(what, now)


@contextmanager
def named_progress(
    total: int, what: str = "", done: int = 0
) -> Iterator[Callable[[str, int], None]]:
    """The same, where what is done has a name of its own each time."""
    if not sys.stderr.isatty():
        yield lambda what, now: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, completed=done)
        yield lambda what, now: bar.update(task, description=what, completed=now)
