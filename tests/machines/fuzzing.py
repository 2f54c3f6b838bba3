"""Somebody who does anything in any order, by a seed: at an exhibit, its copy and its log."""

import os
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

from devices.refusal import RefusedError
from devices.units.unit import Value
from machines.exhibit import snapshot
from machines.exhibit.exhibit import Event, Exhibit
from machines.exhibit.session import Replayed, Session, read_log, replay


def digest(exhibit: Exhibit) -> str:
    return snapshot.digest(exhibit.snapshot())


class Fuzzer(ABC):
    """Works an exhibit, a copy of it and its log by a seed."""

    nonsense_acts: ClassVar[tuple[tuple[str, Value], ...]]
    weighed = 1.0  # In how many acts a refused one is shown to change nothing
    exhibit: Any
    copy: Any

    def __init__(self, seed: int, exhibit: Exhibit) -> None:
        self.seed = seed
        self.dice = random.Random(seed)
        self.lines: list[str] = []
        self.exhibit = exhibit
        self.name = exhibit.name
        self.session = Session({self.name: exhibit}, self.lines.append)
        self.copy = self.copied()

    @abstractmethod
    def made(self) -> Exhibit:
        """A fresh exhibit."""

    @abstractmethod
    def work(self, acts: int) -> None:
        """So many acts, and what must hold."""

    def copied(self) -> Any:
        copy = self.made()
        copy.restore(self.exhibit.snapshot())
        return copy

    def nonsense(self) -> None:
        self.act(*self.dice.choice(self.nonsense_acts))

    def act(self, control: str, value: Value) -> None:
        weighed = self.weighed == 1 or self.dice.random() < self.weighed
        before, reason = digest(self.exhibit) if weighed else "", self.exhibit.state.reason
        said = again = ""
        try:
            self.session.act(self.name, control, value)
        except RefusedError as refusal:
            said = str(refusal)
            assert self.exhibit.view().reason == said
            if weighed:
                self.exhibit.state.reason = reason
                assert digest(self.exhibit) == before, f"{control} was refused and changed things"
                self.exhibit.state.reason = said
        try:
            self.copy.operate(Event(self.name, control, value, self.copy.now_us))
        except RefusedError as refusal:
            again = str(refusal)
        assert again == said

    def advance(self, us: int) -> None:
        us = max(us, 0)
        now = self.exhibit.now_us
        self.session.advance(self.name, us)
        view = self.session.view(self.name)
        assert view.now_us == self.exhibit.now_us == now + us
        self.check_view(view)
        if self.session.finished(self.name):
            self.session.mark(self.name, weigh=self.dice.random() < 0.2)
        while us > 0:
            piece = min(us, self.dice.choice((1, 1_000, us // 2 + 1, us)))
            self.copy.advance(piece)
            us -= piece

    def check_view(self, view: Any) -> None:
        assert view.busy or view.reason

    def compare(self) -> None:
        assert digest(self.copy) == digest(self.exhibit), "a copy went another way"

    def log_again(self) -> Replayed:
        self.session.end()
        log = read_log("".join(f"{line}\n" for line in self.lines).encode(), "fuzz.log")
        done = replay({self.name: self.made()}, log)
        assert done.agrees, done.missed
        return done


def tried(make: Callable[[int], Fuzzer], seed: int, acts: int) -> None:
    """One's work; a failure tells by which seed."""
    fuzzer = make(seed)
    try:
        fuzzer.work(acts)
    except Exception as error:
        kind = type(fuzzer).__name__
        error.add_note(f"{kind}({seed}).work({acts}), after {len(fuzzer.lines)} lines")
        raise


def soak(make: Callable[[int], Fuzzer], acts: int, seconds: str = "600") -> None:
    """One after the other, for MATCHBOX704_SOAK seconds."""
    end = time.monotonic() + float(os.environ.get("MATCHBOX704_SOAK", seconds))
    seed = time.time_ns() % 1_000_000 * 1_000
    while time.monotonic() < end:
        tried(make, seed, acts)
        seed += 1
