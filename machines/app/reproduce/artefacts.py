"""What is made: a table or a figure of a paper, with its rows, its numbers and its picture."""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from machines.app.reproduce.rows import Row
from machines.app.storage.folders import make_folder
from machines.app.study.pool import run_tasks

if TYPE_CHECKING:
    from devices.screen.parts.figures import FigureState

T = TypeVar("T")
R = TypeVar("R")
Tell = Callable[[float], None]
"""Told which share of the work is done."""


@dataclass(frozen=True)
class Effort:
    """How much work may be put into it."""

    folder: Path | None = None
    """Where runs are kept, so that an interrupted report goes on with them; None: what keeps any
    can't be made."""
    quick: bool = False
    jobs: int = 1
    scheduler: str | None = None
    tell: Tell = lambda share: None
    book: Path | None = None
    """A PDN file of book games; None: those that ship."""

    def run_folder(self) -> Path:
        """Where runs are kept, made if it isn't there."""
        assert self.folder is not None, "a report has a folder for its runs"
        return make_folder(self.folder)

    def results(self, work: Callable[[T], R], tasks: Sequence[T]) -> list[R]:
        """``work`` done on every task, told of as it goes; the results in the tasks' order."""
        places = {id(task): place for place, task in enumerate(tasks)}
        found: dict[int, R] = {}
        with contextlib.closing(
            run_tasks(self.jobs, work, tasks, scheduler=self.scheduler)
        ) as results:
            for task, result in results:
                found[places[id(task)]] = result
                self.tell(len(found) / len(tasks))
        return [found[place] for place in range(len(tasks))]

    def of(self, whole: int, quick: int) -> int:
        """How many runs, plays or games: the whole number, or the quick one."""
        return quick if self.quick else whole


@dataclass(frozen=True)
class Made:
    """An artefact that is made."""

    rows: Sequence[Row]
    columns: Sequence[str] = ()
    numbers: Sequence[Sequence[object]] = ()
    """For its CSV file, by ``columns``."""
    charts: "Sequence[FigureState]" = ()
    """For its picture, in this order."""


@dataclass(frozen=True)
class Artefact:
    """A table or figure of a paper."""

    paper: str
    name: str
    """As ``--only`` takes it: ``fig4``."""
    title: str
    make: Callable[[Effort], Made] = field(repr=False)
    cost: float = 1.0
    """Seconds on two cores, about: for the time that is left."""
    whole_only: bool = False
    """Whether a quick report leaves it out."""

    @property
    def key(self) -> str:
        """Of its files."""
        return f"{self.paper}-{self.name}"

    @property
    def command(self) -> str:
        """What makes it alone."""
        return f"uv run main.py reproduce --paper {self.paper} --only {self.name} --out FOLDER"
