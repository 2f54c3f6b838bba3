"""What a real panel costs the machine beside which it stands: nothing that can be told.

    pytest -s --benchmark-only tests/bench/test_bench_panel.py

The checkers program runs flat out, in the slices of ``play --panel``, a stretch of it without a
panel and the same stretch with one, by turns, so that what else this computer does hits both alike:
the processes of the link and of the simulated panel are halted (SIGSTOP) and let go.  Told is the
median, over the pairs, of how much longer the stretch with the panel took, with its error:

* by the clock, and
* without the time that the machine's thread waited for a core (the kernel's schedstat tells): on a
  computer of two cores the simulated panel, which is no part of a real one, wants one too.

How long a switch takes from the finger to the running machine is told too, and how many frames a
second the panel takes while the machine runs (MATCHBOX704_SOAK seconds, 20 by itself), and whether
its ACKs come later at the end than at the beginning.

Once more with a thread in the machine's own process that takes Python for 5% of a core, as the link
had until it got a process: why it has one.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from devices.link.frames import Ack, Delta, Keyframe, Receiver
from devices.link.port import now_us
from devices.media.card import Card
from devices.media.deck import Deck, deck_value
from machines.museum.panel.headless_panel import HeadlessPanel
from machines.museum.panel.options import PanelOptions
from machines.museum.panel.wire_record import Tap
from machines.museum.worker.worker import SAMPLES, TimeBudget
from machines.workshop.unattended.decks import NAME, SLICE_US, CheckersDeckOperator
from tests.bench.panel_far import KEY, PRESSES
from tests.waiting import until

ROOT = Path(__file__).resolve().parents[2]
SCHEDSTAT = Path("/proc/self/task")
MODES = ("connected", "slow", "stuck")
STRETCH_US = 750_000_000
PAIRS = 1_000
AWAKE_S = 0.02
"""Given to processes that are let go before the stretch begins: they have to catch up."""
MOST_SLOWER = 0.02
P99_MS = 20.0
LONGEST_S = 90.0
SECONDS = float(os.environ.get("MATCHBOX704_SOAK", "20"))
LEAST_A_SECOND = 59.0
GROWTH_MS = 5.0
GAMES = 8


@dataclass
class Far:
    """A panel in a process of its own."""

    port: str
    process: int
    said: str = ""  # What it printed after the port, at the end


@contextmanager
def far_end(mode: str) -> Iterator[Far]:
    command = [sys.executable, "-m", "tests.bench.panel_far", mode]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        far = Far(child.stdout.readline().strip(), child.pid)
        yield far
        far.said, _ = child.communicate()


class Work:
    """A stretch of the checkers program, the same each time."""

    def __init__(self) -> None:
        self.attendant = CheckersDeckOperator(lambda line: None, lamps=True)
        cards = [*(f"GAME   {k + 1} BLACK=MACHINE WHITE=MACHINE" for k in range(GAMES)), "END"]
        self.deck = deck_value(Deck("games.txt", tuple(map(Card.of_text, cards))))
        self.attendant.load(self.deck, {}, ())
        self.session = self.attendant.session
        for _ in range(40):
            self.session.advance(NAME, SLICE_US)
            if not self.attendant.machine.busy:
                self.attendant.press("console.start")
        self.start = self.attendant.machine.snapshot()
        self.pace = TimeBudget()

    def games(self, goes: Callable[[], bool]) -> None:
        """Games flat out, one deck after the other, while ``goes``, asked between slices."""
        while (why := self.attendant.run(goes)) == "":
            self.attendant.press("reader.stacker")  # it takes a thousand cards
            self.attendant.load(self.deck, {}, ())
        assert why == "interrupted"

    def do(self, each: Callable[[], None]) -> None:
        """The stretch, in the slices that ``play`` has with a panel."""
        machine = self.attendant.machine
        machine.restore(self.start)
        machine.sample = SAMPLES["flat"]
        end = machine.now_us + STRETCH_US
        while (left := end - machine.now_us) > 0:
            self.pace.advance(min(left, SLICE_US), partial(self.session.advance, NAME))
            each()


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


@dataclass
class Slower:
    """How much longer it took, as a share, and the error of that."""

    share: float
    error: float

    @classmethod
    def of(cls, without: list[float], with_: list[float]) -> "Slower":
        ratios = np.log(np.array(with_) / np.array(without))
        low, middle, high = np.percentile(ratios, (15.87, 50, 84.13))
        return cls(float(np.expm1(middle)), 1.2533 * float(high - low) / 2 / len(ratios) ** 0.5)

    def __str__(self) -> str:
        return f"{100 * self.share:+.2f} +- {100 * self.error:.2f} %"


@dataclass
class Compared:
    clock: Slower
    unqueued: Slower

    def __str__(self) -> str:
        return f"{self.clock} by the clock, {self.unqueued} without waiting for a core"


def compared(
    work: Work, each: Callable[[], None], beside: Callable[[bool], None], pairs: int = PAIRS
) -> Compared:
    """The stretch without and with what ``beside`` lets go (True) and halts, by turns."""
    took: dict[bool, list[Taken]] = {False: [], True: []}
    for pair in range(pairs):
        for with_ in (pair % 2 == 0, pair % 2 == 1):
            if with_:
                beside(True)
            time.sleep(AWAKE_S)
            before = Taken.now()
            work.do(each if with_ else lambda: None)
            took[with_].append(Taken.now().since(before))
            if with_:
                beside(False)
    alone, both = took[False], took[True]
    return Compared(
        Slower.of([one.passed for one in alone], [one.passed for one in both]),
        Slower.of(
            [one.passed - one.queued for one in alone], [one.passed - one.queued for one in both]
        ),
    )


pytestmark = [
    pytest.mark.skipif(not SCHEDSTAT.is_dir(), reason="needs Linux's schedstat"),
    pytest.mark.benchmark(group="a panel beside the machine"),
]


def beside_work(work: Work, far: Far, tap: Tap | None = None) -> HeadlessPanel:
    """The panel, connected."""
    panel = HeadlessPanel(PanelOptions(far.port), NAME, work.session, tap, lambda line: None)
    panel.start()

    def connected() -> bool:
        panel.link.poll()
        return panel.link.connected

    until(connected)
    return panel


@pytest.mark.parametrize("mode", MODES)
def test_a_panel_costs_the_machine_no_time(benchmark: Any, mode: str) -> None:
    work = Work()
    with far_end(mode) as far:
        panel = beside_work(work, far)
        time.sleep(1.0)  # a stuck one is stuck by then
        (link,) = multiprocessing.active_children()
        assert link.pid is not None
        processes = (far.process, link.pid)

        def beside(goes: bool) -> None:
            for process in processes:
                os.kill(process, signal.SIGCONT if goes else signal.SIGSTOP)

        beside(False)
        work.do(lambda: None)
        slower = benchmark.pedantic(lambda: compared(work, panel.operate, beside), rounds=1)
        beside(True)
        connected = panel.link.connected
        panel.stop()
    print(f"\n{mode:10} {slower}{'' if connected else '; not connected at the end'}")
    assert slower.unqueued.share < MOST_SLOWER


def test_a_switch_from_finger_to_machine(benchmark: Any) -> None:
    """Its contact bounces and is debounced (7.4 ms), then the line, two processes, and what is left
    of the slice."""
    work = Work()
    acted: list[int] = []
    with far_end("pressed") as far:
        panel = beside_work(work, far)
        act = work.session.act

        def noted(exhibit: str, control: str, value: int | str) -> None:
            act(exhibit, control, value)
            if control == f"console.{KEY}":
                acted.append(now_us())

        work.session.act = noted  # type: ignore[assignment,method-assign]

        end = time.monotonic() + LONGEST_S

        def goes() -> bool:
            panel.operate()
            return len(acted) < PRESSES and time.monotonic() < end

        benchmark.pedantic(lambda: work.games(goes), rounds=1)
        panel.stop()
    assert len(acted) == PRESSES
    took = (np.array(acted) - np.array(far.said.split(), dtype=np.int64)) / 1000
    p50, p99, most = np.percentile(took, [50, 99, 100])
    print(f"\nfrom finger to machine {p50:.1f} ms, p99 {p99:.1f}, most {most:.1f}")
    assert p99 < P99_MS


def acknowledged(crossed: list[tuple[str, int, bytes]]) -> list[float]:
    """How long after each frame of lamps its ACK came, in ms, in their order."""
    host, panel = Receiver(), Receiver()
    sent: dict[int, int] = {}
    took = []
    for sender, at_us, data in crossed:
        for seq, message in (host if sender == "host" else panel).feed(data):
            match message:
                case Keyframe() | Delta():
                    sent[seq] = at_us
                case Ack(about) if about in sent:
                    took.append((at_us - sent.pop(about)) / 1000)
    return took


@pytest.mark.timeout(SECONDS * 2 + 120)
def test_sixty_frames_a_second_beside_a_machine_that_runs_flat_out(benchmark: Any) -> None:
    work = Work()
    crossed: list[tuple[str, int, bytes]] = []
    with far_end("connected") as far:
        panel = beside_work(work, far, lambda *what: crossed.append(what))
        crossed.clear()
        end = time.monotonic() + SECONDS

        def goes() -> bool:
            panel.operate()
            return time.monotonic() < end

        benchmark.pedantic(lambda: work.games(goes), rounds=1)
        panel.stop()
    took = acknowledged(crossed)
    rate, tenth = len(took) / SECONDS, len(took) // 10
    first, last = np.median(took[:tenth]), np.median(took[-tenth:])
    p50, p99, most = np.percentile(took, [50, 99, 100])
    print(
        f"\n{SECONDS:.0f} s flat out: {rate:.2f} frames a second acknowledged, after {p50:.1f} ms,"
        f" p99 {p99:.1f}, most {most:.1f}; first tenth {first:.1f}, last tenth {last:.1f}"
    )
    assert rate >= LEAST_A_SECOND
    assert last <= first + GROWTH_MS


def test_a_thread_of_the_machine_s_process_would(benchmark: Any) -> None:
    work = Work()
    goes, ends = threading.Event(), threading.Event()

    def some_python() -> None:
        """5% of a core, 60 times a second."""
        while goes.wait() and not ends.is_set():
            began = time.thread_time()
            while time.thread_time() - began < 0.05 / 60:
                sum(range(50))
            time.sleep(0.95 / 60)

    thread = threading.Thread(target=some_python)
    thread.start()
    work.do(lambda: None)
    slower = benchmark.pedantic(
        lambda: compared(
            work, lambda: None, lambda on: goes.set() if on else goes.clear(), PAIRS // 4
        ),
        rounds=1,
    )
    ends.set()
    goes.set()
    thread.join()
    print(f"\na thread   {slower}")
    assert slower.unqueued.share > MOST_SLOWER
