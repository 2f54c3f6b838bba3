"""What a frame may wait for, told apart from what else the computer does: processor time of one
thread, and how long one thread keeps the interpreter to itself.

    pytest -s --benchmark-only tests/bench/test_bench_frames.py

``test_bench_screen.py`` measures real frames, and so needs a quiet computer; these figures (in
milliseconds, in ``extra_info`` and, with ``-s``, on the terminal) come out nearly the same on a
busy one.  What is asserted is what doesn't depend on it: ratios of one run.
"""

import statistics
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from devices.media.deck import deck_value, read_text_deck
from devices.screen.stage import Stage
from machines.exhibit.exhibit import Event
from machines.ibm704.exhibit import Ibm704
from machines.museum.window.control_bar import ControlBar
from machines.museum.window.control_bar_layout import ControlBarState, control_bar_height
from machines.museum.worker.worker import SAMPLES
from machines.storage import registry
from machines.storage.program import ASSETS
from machines.storage.registry import panel_layout
from tests.bench.museum_run import LOADS, ROOM, STARTS
from tests.machines.museum.window.window_room import words

HD, UHD = (1920, 1080), (3840, 2160)
SIZES = pytest.mark.parametrize("size", [HD, UHD], ids=["1080p", "2160p"])
FRAMES = 400
FLAT_US = 45_000_000
"""About the machine's time in a frame flat out."""
FRAME_MS = 27
SLEEP_S = 0.0003
MANY_LINES = 300_000
LAYOUT = panel_layout(registry.find_exhibit(ROOM))


class Player:
    """The machine playing itself, and somebody who begins again whenever it has stopped."""

    def __init__(self) -> None:
        self.machine = Ibm704(LAYOUT)
        self.machine.sample = SAMPLES["flat"]
        text = (ASSETS / "decks" / "self-play.txt").read_text()
        self.deck = deck_value(read_text_deck(text, "bench.txt"))
        self.turn = 0

    def advance(self, us: int) -> None:
        """Let time pass."""
        if not self.machine.view().busy:
            cards = ("reader.empty_hopper", 1), ("reader.stacker", 1), ("reader.hopper", self.deck)
            loads = (*cards, ("reader.start", 1), *LOADS)
            for control, value in STARTS if self.turn % 2 else loads:
                self.machine.operate(Event(ROOM, control, value, self.machine.now_us))
            self.turn += 1
        self.machine.advance(us)


def tell(benchmark: Any, title: str, times_ms: list[float]) -> list[float]:
    """Keep and print median, the 99th of a hundred, and the longest three."""
    times_ms = sorted(times_ms)
    found = {
        "median": round(statistics.median(times_ms), 2),
        "99%": round(times_ms[int(len(times_ms) * 0.99)], 1),
        "longest": [round(value, 1) for value in times_ms[-3:]],
    }
    benchmark.extra_info.update(found)
    print(f"\n{title}: {found}")
    return times_ms


def ready_room(size: tuple[int, int]) -> tuple[Stage, ControlBar]:
    """Room and rail with everything made that is made ahead."""
    stage = Stage(registry.make_room(registry.find_exhibit(ROOM), LAYOUT))
    stage.lay((size[0], size[1] - control_bar_height(size)))
    stage.paint(stage.context(None, 0, 1_000))
    strip = ControlBar(words())
    strip.lay(size)
    strip.paint(ControlBarState(), 0)
    for one in stage.standings:
        for _ in one.part.make_sprites():
            pass
    for _ in strip._make_letters():
        pass
    return stage, strip


@SIZES
def test_the_work_of_a_frame_flat_out(benchmark: Any, size: tuple[int, int]) -> None:
    stage, strip = ready_room(size)
    screen = pygame.Surface(size, 0, 32)
    player, took = Player(), []

    def show() -> None:
        for number in range(FRAMES):
            player.advance(FLAT_US)
            view, now_ms = player.machine.view(), 1_000 + number * FRAME_MS
            began = time.thread_time()
            rects = stage.paint(stage.context(view, now_ms, FRAME_MS * 1_000))
            strip.paint(
                ControlBarState(view.caption, view.reason, view.busy, now_us=view.now_us), now_ms
            )
            for rect in rects:
                screen.blit(stage.canvas, rect, rect)
            took.append((time.thread_time() - began) * 1000)

    benchmark.pedantic(show, rounds=1)
    times = tell(benchmark, f"a frame's work at {size}, ms", took)
    assert times[-1] < 12 * statistics.median(times), "one frame has far more to do than others"


def holds_ms(work: Callable[[], object]) -> list[float]:
    """How long, in processor time, a thread that does ``work`` kept this one from running."""
    thread = threading.Thread(target=work, daemon=True)
    switching = sys.getswitchinterval()
    sys.setswitchinterval(0.001)
    found: list[float] = []
    try:
        thread.start()
        clock = time.pthread_getcpuclockid(thread.ident or 0)
        before = time.clock_gettime(clock)
        while thread.is_alive():
            time.sleep(SLEEP_S)
            try:
                now = time.clock_gettime(clock)
            except OSError:  # it has just ended
                break
            found.append((now - before) * 1000)
            before = now
    finally:
        sys.setswitchinterval(switching)
    return found


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="needs threads' clocks")
@SIZES
def test_how_long_the_sheets_keep_the_window_from_running(
    benchmark: Any, size: tuple[int, int]
) -> None:
    stage = Stage(registry.make_room(registry.find_exhibit(ROOM), LAYOUT))
    stage.lay((size[0], size[1] - control_bar_height(size)))

    def build() -> None:
        for one in stage.standings:
            one.part.build(one.scale)

    found: list[float] = []
    benchmark.pedantic(lambda: found.extend(holds_ms(build)), rounds=1)
    times = tell(benchmark, f"holds while a room's sheets are made at {size}, ms", found)
    assert times[-1] < 0.2 * sum(times)


def test_a_long_listing_is_no_burden_to_a_snapshot(benchmark: Any) -> None:
    took, sizes = [], []
    for lines in (1_000, MANY_LINES):
        machine = Ibm704(LAYOUT)
        for number in range(lines):
            machine.state.printer.paper.print_line(f"{number:7}  11-15 22-18 15X22 25X18  PLY 7")
        began = time.thread_time()
        sizes.append(len(machine.snapshot()))
        took.append((time.thread_time() - began) * 1000)
    benchmark.pedantic(machine.snapshot, rounds=1)
    tell(benchmark, f"a snapshot with 1,000 and {MANY_LINES:,} lines, ms", took)
    assert sizes[1] < 30 * MANY_LINES
