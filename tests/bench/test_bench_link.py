"""How long lamps and switches take over the link, and whether it keeps 60 frames a second.

    MATCHBOX704_SOAK=600 pytest -s --benchmark-only tests/bench/test_bench_link.py

Seconds; 20 by itself.  The far end is the simulated panel on a pseudo-terminal that is as slow as a
line of 115200 baud.  "wire": from show() until the frame that has these levels is handed to the
system.  "lit": until the panel's ACK of it has come back, a little after the lamps.  "event": from
the finger, whose contact bounces for 2.4 ms and is debounced for 5 ms more, until take() has the
event.  Levels are told by a number in the first four lamps; those that were overtaken in the slot
of one are counted as passed.
"""

import os
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from devices.link.frames import Ack, Delta, Keyframe, Receiver, unpack
from devices.link.port import Link, now_us
from devices.link.process import LinkProcess
from devices.link.switch_receiver import SwitchMoved, SwitchState
from firmware_sim.line import PtyLine
from firmware_sim.panel import Panel

DIGEST, NAME = b"bnch", "bench"
SWITCHES = 73
FRAME_S = 1 / 60
FRAMES = 60 * int(os.environ.get("MATCHBOX704_SOAK", "20"))
PRESSES = 200
P99_MS = 20.0


class Talk:
    """What crossed the wire, read afterwards: when each number went out, and when it was lit."""

    def __init__(self, lamps: int) -> None:
        self.lamps = lamps
        self.crossed: list[tuple[str, int, bytes]] = []

    def __call__(self, side: str, at_us: int, data: bytes) -> None:
        self.crossed.append((side, at_us, data))

    def times(self) -> tuple[dict[int, int], dict[int, int]]:
        out: dict[int, int] = {}
        lit: dict[int, int] = {}
        host, panel = Receiver(), Receiver()
        sent = np.zeros((256, self.lamps), dtype=np.uint8)
        for side, at_us, data in self.crossed:
            for seq, message in (host if side == "host" else panel).feed(data):
                match message:
                    case Keyframe(packed):
                        sent[seq] = unpack(packed, self.lamps)
                    case Delta(base, changes):
                        sent[seq] = sent[base]
                        for lamp, level in changes:
                            sent[seq, lamp] = level
                    case Ack(about):
                        lit.setdefault(number_of(sent[about]), at_us)
                        continue
                    case _:
                        continue
                out.setdefault(number_of(sent[seq]), at_us)
        return out, lit


def levels_of(number: int, rest: np.ndarray[Any, np.dtype[np.uint8]]) -> Any:
    return np.concatenate((np.array([number >> shift & 15 for shift in (12, 8, 4, 0)]), rest))


def number_of(levels: Any) -> int:
    return int(levels[0]) << 12 | int(levels[1]) << 8 | int(levels[2]) << 4 | int(levels[3])


def ms(times_us: list[int]) -> dict[str, float]:
    share = np.percentile(np.array(times_us) / 1000, [50, 99, 100])
    return dict(zip(("p50", "p99", "most"), (round(float(one), 2) for one in share), strict=True))


def connected(link: Link | LinkProcess) -> None:
    while not any(isinstance(event, SwitchState) for event in link.take()):
        time.sleep(0.001)


def processor_of(url: str) -> int:
    """The clock of a link's thread here."""
    thread = next(one for one in threading.enumerate() if one.name == f"panel {url}")
    assert thread.ident is not None
    return time.pthread_getcpuclockid(thread.ident)


@pytest.mark.timeout(FRAMES / 60 + 300)
@pytest.mark.parametrize(
    ("kept", "lamps", "changing"),
    [
        ("thread", 180, 180),
        ("thread", 180, 12),
        ("thread", 304, 304),
        ("process", 180, 180),
        ("process", 180, 12),
    ],
)
def test_lamps_at_sixty_frames_a_second(
    benchmark: Any, kept: str, lamps: int, changing: int
) -> None:
    talk = Talk(lamps)
    shown: dict[int, int] = {}
    chance = np.random.default_rng(704)
    with PtyLine(Panel(DIGEST, lamps, SWITCHES, NAME)) as line:
        make: Callable[..., Link | LinkProcess] = (
            Link if kept == "thread" else partial(LinkProcess, heard=lambda: None)
        )
        link = make(line.path, DIGEST, lamps, SWITCHES, NAME, tap=talk)
        link.start()
        connected(link)
        rest = np.zeros(lamps - 4, dtype=np.uint8)

        def run() -> None:
            due = time.perf_counter()
            for number in range(1, FRAMES + 1):
                places = chance.permutation(lamps - 4)[: changing - 4]
                rest[places] = (rest[places] + chance.integers(1, 16, len(places))) % 16
                levels = levels_of(number, rest).astype(np.uint8)
                shown[number] = now_us()
                link.show(levels)
                due += FRAME_S
                time.sleep(max(0.0, due - time.perf_counter()))

        clock = processor_of(line.path)
        began = time.clock_gettime(clock)
        benchmark.pedantic(run, rounds=1)
        processor = time.clock_gettime(clock) - began
        time.sleep(0.1)
        link.stop()
    out, lit = talk.times()
    wire = {number: out[number] - at for number, at in shown.items() if number in out}
    late = [lit[number] - shown[number] for number in wire if number in lit]
    figures = {
        "wire": ms(list(wire.values())),
        "lit": ms(late),
        "passed": FRAMES - len(wire),
        "processor of the link's thread here": round(processor / (FRAMES * FRAME_S), 3),
    }
    if isinstance(link, Link):
        figures["given up"] = link.session.lamps.given_up
    benchmark.extra_info.update(figures)
    print(f"\n{kept}, {lamps} lamps, {changing} changing: {figures}")
    assert figures["wire"]["p99"] < P99_MS  # type: ignore[index]
    assert len(wire) >= 0.99 * FRAMES
    quarter = len(late) // 4
    assert np.median(late[-quarter:]) <= np.median(late[:quarter]) + 5_000, "the delay grows"


def test_a_switch_from_finger_to_event(benchmark: Any) -> None:
    news = threading.Event()
    chance = np.random.default_rng(704)
    took: list[int] = []
    with PtyLine(Panel(DIGEST, 180, SWITCHES, NAME)) as line:
        link = Link(line.path, DIGEST, 180, SWITCHES, NAME, heard=news.set)
        link.start()
        connected(link)
        busy = threading.Event()

        def lamps() -> None:
            """The lamps go on meanwhile."""
            while not busy.wait(FRAME_S):
                link.show(np.random.default_rng().integers(0, 16, 180).astype(np.uint8))

        threading.Thread(target=lamps, daemon=True).start()

        def run() -> None:
            for k in range(PRESSES):
                time.sleep(float(chance.uniform(0.03, 0.08)))
                news.clear()
                at_us = now_us()
                (line.release if k % 2 else line.press)(k // 2 % SWITCHES)
                while not any(isinstance(event, SwitchMoved) for event in link.take()):
                    assert news.wait(1.0), "no event"
                    news.clear()
                took.append(now_us() - at_us)

        benchmark.pedantic(run, rounds=1)
        busy.set()
        link.stop()
    figures = {"event": ms(took), "of which bounces and debounce": 7.4}
    benchmark.extra_info.update(figures)
    print(f"\nswitches while all lamps change: {figures}")
    assert ms(took)["p99"] < P99_MS
