"""How far long work has come, with the time left, on standard error.

A terminal gets a bar that moves and is wiped at the end; a file or a pipe a line now and then, so
that whoever looks into it an hour later knows how things stand.
"""

import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from typing import TypeVar

from devices.duration import format_duration
from devices.refusal import RefusedError
from machines.storage.telling import tell_user

Done = Callable[[int], None]
"""Told how much of the whole is done now."""
Learner = TypeVar("Learner")
Asked = bool | Callable[[int, Learner], object]
NamedDone = Callable[[str, int], None]
EVERY_S = 30.0
"""How often a line, where there is no terminal."""


@contextmanager
def progress(what: str, total: int, done: int = 0) -> Iterator[Done]:
    """``what`` in a word or two, ``done`` as it begins."""
    with named_progress(total, what, done) as tell:
        yield lambda now: tell(what, now)


@contextmanager
def progress_as_asked(
    asked: "Asked[Learner]", what: str, total: int, learner: Callable[[], Learner]
) -> Iterator[Done]:
    """``asked``: whether as :func:`progress` shows it, or who is told how much is done, each time
    with what ``learner`` makes: the learner as it plays by then."""
    if callable(asked):

        def tell_who_asked(done: int) -> None:
            asked(done, learner())

        yield tell_who_asked
    elif asked:
        with progress(what, total) as tell:
            yield tell
    else:
        yield lambda done: None


def follow(counts: Generator[int, None, None], tell: Done) -> None:
    """Tell of work that counts what it has done, to its end; what is left of it is ended, too."""
    with closing(counts):
        for done in counts:
            tell(done)


@contextmanager
def goes_on(how: Callable[[], str]) -> Iterator[None]:
    """``how`` says with what work that is interrupted, or refused midway, is gone on with."""
    try:
        yield
    except (KeyboardInterrupt, RefusedError):
        tell_user(how())
        raise


@contextmanager
def named_progress(total: int, what: str = "", done: int = 0) -> Iterator[NamedDone]:
    """The same, where what is done has a name of its own each time."""
    if not sys.stderr.isatty():
        yield _lines(total, done)
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


def _lines(total: int, done: int) -> NamedDone:
    began = told = time.monotonic()

    def tell(what: str, now: int) -> None:
        nonlocal told
        moment = time.monotonic()
        if moment < told + EVERY_S or now <= done:
            return
        told = moment
        passed = moment - began
        left = passed * (total - now) / (now - done)
        so_far, more = (format_duration(round(seconds) * 1_000_000) for seconds in (passed, left))
        line = f"{what} {now}/{total}, {so_far} so far, about {more} left"
        tell_user(line)

    return tell
