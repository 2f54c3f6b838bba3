"""What a real panel costs the machine beside which it stands: nothing that can be told.

    pytest -s --benchmark-only tests/bench/test_bench_panel.py

The checkers program runs flat out, in the slices of ``play --panel``, with none and with one that
reads, one on a line of 9600 baud, and one that stops reading (each a process of its own).  What the
panel takes from the machine is the time in which the machine's thread stood still because another
thread of this process had Python: what passed, less what it ran, less what it waited for a core
(the kernel's schedstat tells; other programs on this computer only lengthen the last, or, now and
then, interrupt a thread that has Python: hence the median).  A core for the panel's own threads
there must be; how much of one they take is told beside it.
"""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from machines.floor.clock import SAMPLES, Pace, set_sample
from machines.floor.deck_run import deck_in
from machines.floor.folders import ASSETS
from machines.floor.panel.asked import Asked
from machines.floor.panel.beside import PanelBeside
from machines.floor.unattended import NAME, PACED_NS, PACED_US, SLICE_US, Attendant
from tests.machines.panel_rig import until

ROOT = Path(__file__).resolve().parents[2]
SCHEDSTAT = Path("/proc/self/task")
MODES = ("connected", "slow", "stuck")
STRETCH_US = 1_500_000_000
ROUNDS, TURNS = 96, 12
MOST_SLOWER = 0.02


@contextmanager
def far_end(mode: str) -> Iterator[str]:
    """A panel in a process of its own; its port."""
    command = [sys.executable, "-m", "tests.bench.panel_far", mode]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        yield child.stdout.readline().strip()
        child.communicate()


class Work:
    """A stretch of the checkers program, the same each time."""

    def __init__(self) -> None:
        self.attendant = Attendant(lambda line: None)
        self.attendant.load(deck_in(ASSETS / "decks" / "self-play.txt"), {}, ())
        self.session = self.attendant.session
        for _ in range(40):
            self.session.advance(NAME, SLICE_US)
            if not self.session.views[NAME].busy:
                self.attendant._press("console.start")
        self.start = self.attendant.machine.snapshot()
        self.pace = Pace(PACED_US, PACED_NS)

    def do(self) -> None:
        """The stretch, in the slices that ``play`` has with a panel."""
        machine = self.attendant.machine
        machine.restore(self.start)
        set_sample(machine, SAMPLES["flat"])
        end = machine.now_us + STRETCH_US
        while (left := end - machine.now_us) > 0:
            self.pace.advance(left, partial(self.session.advance, NAME))


@dataclass
class Taken:
    """What became of a thread's time, in seconds."""

    passed: float
    ran: float
    queued: float

    @classmethod
    def now(cls) -> "Taken":
        """Of this thread, so far."""
        text = (SCHEDSTAT / str(threading.get_native_id()) / "schedstat").read_text()
        ran, queued, _ = map(int, text.split())
        return cls(time.perf_counter(), ran / 1e9, queued / 1e9)

    def since(self, then: "Taken") -> "Taken":
        return Taken(self.passed - then.passed, self.ran - then.ran, self.queued - then.queued)

    @property
    def stood(self) -> float:
        """For one second of running, how long it stood still."""
        return (self.passed - self.ran - self.queued) / self.ran


@contextmanager
def beside(work: Work, mode: str) -> Iterator[threading.Thread]:
    """A panel of that kind beside the work; its thread in this process."""
    view = lambda: work.session.views[NAME]  # noqa: E731 - the newest, each time
    with far_end(mode) as port:
        panel = PanelBeside(Asked(port), NAME, view, None, lambda line: None)
        panel.start()
        until(lambda: panel.link.link.connected)
        time.sleep(1.0)  # a stuck one is stuck by then
        yield panel.link.link._thread
        panel.stop()


def cpu_seconds(thread: threading.Thread) -> float:
    assert thread.ident is not None
    return time.clock_gettime(time.pthread_getcpuclockid(thread.ident))


@pytest.mark.skipif(not SCHEDSTAT.is_dir(), reason="needs Linux's schedstat")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.benchmark(group="a panel beside the machine")
def test_a_panel_costs_the_machine_no_time(benchmark: Any, mode: str) -> None:
    work = Work()
    work.do()
    alone: list[Taken] = []
    stood: list[Taken] = []

    def stretch(into: list[Taken]) -> None:
        before = Taken.now()
        work.do()
        into.append(Taken.now().since(before))

    def rounds() -> tuple[float, float]:
        """Turn and turn about, so that what else this computer does hits both alike."""
        passed = theirs = 0.0
        for _ in range(TURNS):
            for _ in range(ROUNDS // TURNS):
                stretch(alone)
            with beside(work, mode) as thread:
                began, before = Taken.now(), cpu_seconds(thread)
                for _ in range(ROUNDS // TURNS):
                    stretch(stood)
                passed += Taken.now().since(began).passed
                theirs += cpu_seconds(thread) - before
        return passed, theirs

    passed, theirs = benchmark.pedantic(rounds, rounds=1)
    without, with_ = (float(np.median([one.stood for one in each])) for each in (alone, stood))
    slower, dearer = (
        float(np.median([getattr(one, part) for one in stood]))
        / float(np.median([getattr(one, part) for one in alone]))
        - 1
        for part in ("passed", "ran")
    )
    print(
        f"\n{mode:10} the machine's thread stood still {100 * with_:5.2f} % of its running time, "
        f"without a panel {100 * without:.2f} %; the panel's thread took "
        f"{100 * theirs / passed:.1f} % of a core; by the clock it was {100 * slower:.2f} % slower "
        f"({100 * dearer:.2f} % in its own running time)"
    )
    assert with_ - without < MOST_SLOWER
