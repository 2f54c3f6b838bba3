"""How fast the 704's processor goes flat out: a loop, the bit count, the moves of Appendix A and
floating point; and how far the brightness of its lamps is from exact counting.

Goal, of one core's time, with lamps looked at as in the museum: 200 million instructions a second
with integers (geometric mean), 120 million with floating point, an error below one level of 255 in
the mean.  Off by default; ``pytest --benchmark-only -s tests/bench`` runs it.  Nothing here fails
for time.
"""

import math
import time
from typing import Any

import numpy as np
import pytest

from machines.exhibit.computer import DUTY_WORDS
from machines.ibm704 import registers
from machines.ibm704 import registers as at
from machines.ibm704.assembler import assemble, deck_of
from machines.ibm704.debugger.commands import execute
from machines.ibm704.machine import SELDOMER
from machines.ibm704.operations import CYCLE_US
from machines.ibm704.processor import run
from machines.ibm704.registers import Words, new_state
from machines.museum.worker import worker
from tests.machines.ibm704.assembler.share_source import LIBRARY, share_source
from tests.machines.ibm704.debugger.bench import Bench
from tests.machines.ibm704.unit_jobs import JOBS, operator_of
from tests.machines.ibm704.words import assembled

SAMPLES = (0, SELDOMER * worker.SAMPLES["flat"])
"""Without lamps, and as in the museum flat out."""
SECONDS = 1.0
SLICE_CYCLES = 4_000_000
FRAMES = 4

# Each goes round for ever from 100 (octal) on.
TIX_LOOP = """
    TXI 101,1,77777
    TIX 101,1,1
    TRA 100
"""
BIT_COUNT = """
    CLA 200
    ANA 201
    PAX 0,1
    PDX 0,2
    CLA 1400,1
    ADD 1400,2
    STO 202
    CLA 200
    ARS 11
    ANA 201
    PAX 0,1
    PDX 0,2
    CLA 202
    ADD 1400,1
    ADD 1400,2
    TRA 100
"""
MOVES = """
    CLA 200
    ALS 4
    ANA 201
    STO 202
    CLA 200
    ALS 5
    ANA 201
    STO 203
    CLA 200
    ARS 4
    ANA 204
    STO 205
    CLA 200
    ARS 5
    ANA 204
    STO 206
    TRA 100
"""
FLOATING = """
    CLA 200
    FAD 210
    STO 202
    LDQ 202
    FMP 211
    STO 203
    CLA 203
    FDP 212
    STQ 204
    CLA 204
    FSB 213
    STO 205
    TIX 101,1,1
    TRA 100
"""
INTEGERS = ("TIX loop", "bit count", "RF LF RB LB")
PROGRAMS = {
    "TIX loop": TIX_LOOP,
    "bit count": BIT_COUNT,
    "RF LF RB LB": MOVES,
    "floating": FLOATING,
}


def prepare_values(program: str) -> tuple[Words, Words]:
    """A processor about to execute it; its words from 200 on are as if bits 1-35 were a board."""
    state, storage = new_state(8192), np.zeros(8192, dtype=np.int64)
    words = assembled(program)
    storage[0o100 : 0o100 + len(words)] = words
    storage[0o200:0o207] = 0o123456701234
    storage[0o201] = 0o000377000377
    storage[0o210:0o214] = 0o201600000000, 0o202500000000, 0o203400000000, 0o200700000000
    for byte in range(256):
        storage[0o1400 - byte] = byte.bit_count()
    state[registers.IC] = 0o100
    return state, storage


def instructions_a_cycle(program: str) -> float:
    """How many instructions its endless loop has a cycle."""
    state, storage = prepare_values(program)
    duty = np.zeros(DUTY_WORDS, dtype=np.int64)
    count = 0
    while state[registers.CYCLES] < 200_000:
        run(state, storage, int(state[registers.CYCLES]) + 1, duty, 0)
        count += 1
    return count / int(state[registers.CYCLES])


def million_a_second(program: str, sample: int) -> float:
    """Million instructions a second of the processor's own time, the best of some."""
    state, storage = prepare_values(program)
    duty = np.zeros(DUTY_WORDS, dtype=np.int64)
    best, begun = 0.0, time.thread_time()
    while time.thread_time() - begun < SECONDS:
        cycles, started = int(state[registers.CYCLES]), time.thread_time()
        run(state, storage, cycles + SLICE_CYCLES, duty, sample)
        took = time.thread_time() - started
        best = max(best, (int(state[registers.CYCLES]) - cycles) / took)
    return best * instructions_a_cycle(program) / 1e6


@pytest.mark.parametrize("sample", SAMPLES)
def test_instructions_a_second(benchmark: Any, sample: int) -> None:
    def measure() -> dict[str, float]:
        return {name: million_a_second(text, sample) for name, text in PROGRAMS.items()}

    speeds = benchmark.pedantic(measure, rounds=1)
    mean = math.prod(speeds[name] for name in INTEGERS) ** (1 / len(INTEGERS))
    benchmark.extra_info.update(speeds, geometric_mean=mean)
    print(f"\nsample {sample}, M instructions/s:", end=" ")
    print(*(f"{name} {speed:.0f}," for name, speed in speeds.items()), f"integers {mean:.0f}")
    assert mean > 0


def brightness_errors(program: str, cycles: int) -> Words:
    """By how many levels of 255 each lamp that is partly lit errs, in FRAMES of so many cycles."""
    state, storage = prepare_values(program)
    exact = np.zeros(DUTY_WORDS, dtype=np.int64)
    looked, again, stored = exact.copy(), state.copy(), storage.copy()
    errors = []
    for _ in range(FRAMES):
        before, then = exact.copy(), looked.copy()
        began = int(state[registers.CYCLES])
        run(state, storage, began + cycles, exact, 1)
        run(again, stored, began + cycles, looked, SAMPLES[1])
        us = CYCLE_US * (int(state[registers.CYCLES]) - began)
        shares = (exact - before) / us
        partly = (shares > 0) & (shares < 1)
        errors.append(255 * np.abs(shares - (looked - then) / us)[partly])
    return np.concatenate(errors)


def test_brightness_against_exact_counting(benchmark: Any) -> None:
    """Of lamps partly lit in frames of a sixtieth of a second, before they are filtered."""

    def measure() -> dict[str, Words]:
        return {
            name: brightness_errors(
                text,
                int(1e6 * million_a_second(text, SAMPLES[1]) / instructions_a_cycle(text) / 60),
            )
            for name, text in PROGRAMS.items()
        }

    found = benchmark.pedantic(measure, rounds=1)
    print()
    for name, errors in found.items():
        print(f"{name}: mean error {errors.mean():.2f} levels, most {errors.max():.1f}")
        assert errors.mean() < 1


# -- input and output ------------------------------------------------------------------------------


SIZES = {
    "tape copy, records of 100 words": 500,
    "tape copy, records of 14 words": 2_500,
    "card to tape": 600,
    "card listing": 600,
    "tape to printer": 600,
    "tape to printer with echo": 600,
    "tape to punch": 600,
    "drum blocks": 25,
    "points": 32_000,
}
"""Records, cards, lines, blocks and points."""
AGAIN = 3
"""The least of so many times counts: other work on the computer only adds to it."""


def cpu_seconds(name: str, copies_ahead: bool) -> float:
    """What one job takes, from LOAD CARDS on."""
    job = JOBS[name](SIZES[name])
    took = []
    for _ in range(AGAIN if copies_ahead else 1):
        operator = operator_of(job)
        if not copies_ahead:
            operator.machine.copies_ahead = False
        began = time.process_time()
        assert operator.run(lambda: True) == ""
        took.append(time.process_time() - began)
        assert operator.machine.state.stop == at.STOPPED_HPR
    return min(took)


@pytest.mark.parametrize("name", JOBS)
def test_microseconds_a_word(benchmark: Any, name: str) -> None:
    JOBS[name](2)  # what is assembled first is kept
    words = JOBS[name](SIZES[name]).copies
    took = benchmark.pedantic(cpu_seconds, args=(name, True), rounds=1)
    asked = cpu_seconds(name, False)
    us = 1e6 * took / words
    benchmark.extra_info.update(words=words, cpu_s=took, cpu_us_a_word=us, asked_for_cpu_s=asked)
    print(f"\n{name}: {words:,} words, {took:.3f} s of CPU, {words / took:,.0f} words/s,", end=" ")
    print(f"{us:.2f} us a word; asked for one by one {1e6 * asked / words:.1f} us", end="")
    assert took > 0


# -- under the debugger ----------------------------------------------------------------------------


LOOP = """
       ORG 64
START  LXA COUNT,1
LOOP   CLA N
       ADD ONE
       STO N
       ALS 2
       ANA ONE
       TIX LOOP,1,1
       TRA START
COUNT  DEC 30000
ONE    DEC 1
N      DEC 1
       END START
"""
SLICES = 400
SET = {
    "none": (),
    "one of each kind": ("break 200", "break store 300", "break op DVH", "break unit tape 3"),
    "met every round": ("break LOOP count 1000000000", "break store N count 1000000000"),
}


@pytest.mark.parametrize("breakpoints", SET)
def test_instructions_a_second_under_the_debugger(benchmark: Any, breakpoints: str) -> None:
    bench = Bench(LOOP, seconds=100_000)
    for command in SET[breakpoints]:
        bench(command)
    execute(bench.debugger, "go")
    before, began = bench.debugger.observer.steps, time.process_time()
    benchmark.pedantic(lambda: [bench.debugger.proceed() for _ in range(SLICES)], rounds=1)
    took = time.process_time() - began
    executed = bench.debugger.observer.steps - before
    bench.debugger.close()
    before_cycles, began = int(bench.operator.machine.words[at.CYCLES]), time.process_time()
    for _ in range(SLICES):
        bench.operator._slice()
    bare = time.process_time() - began
    cycles = int(bench.operator.machine.words[at.CYCLES]) - before_cycles
    rate = executed / took / 1e6
    print(
        f"\n{breakpoints}: {rate:.0f} million a second; without it {cycles / 2.4 / bare / 1e6:.0f}"
    )
    assert executed > 10_000_000


# -- the assembler ---------------------------------------------------------------------------------


def test_cards_a_second(benchmark: Any) -> None:
    """Both passes, the listing, and the deck."""
    cards = share_source()

    def measure() -> int:
        return len(deck_of(assemble(cards, "share.sap", LIBRARY)).cards)

    assert benchmark.pedantic(measure, rounds=5) > 100
    print(f"\n{len(cards) / benchmark.stats['median']:,.0f} cards a second")
