"""What Samuel's program in 704 code takes, part by part, beside Appendix A of his paper and the
engine's model of time (machines/samuel/phases.py); and how many boards a second it looks at.

Cycles are counted while it looks ahead, instruction by instruction, and laid to the parts by the
address of each; a whole move runs without that.  Off by default; ``pytest --benchmark-only -s
tests/bench`` runs it.  Nothing here fails for time: the boards are compared with the engine's.
"""

import bisect
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pytest

from machines.exhibit.computer import DUTY_WORDS
from machines.games.draughts.board import Position
from machines.ibm704 import registers
from machines.ibm704.machine import SELDOMER
from machines.ibm704.operations import CYCLE_US
from machines.ibm704.processor import run
from machines.museum.worker import worker
from machines.samuel import phases
from machines.samuel.lookahead import LookAhead
from machines.samuel.polynomial import Manner, Polynomial, Weight
from machines.samuel.settings import ProgramSettings
from tests.machines.games.draughts.positions import middlegames
from tests.machines.ibm704.programs import FROM, TSX_C, Kernel, as_word
from tests.machines.ibm704.samuel704 import (
    FRAME,
    STORAGE,
    assembled_samuel,
    put,
    store_polynomial,
)
from tests.machines.ibm704.test_programs_samuel_rote import (
    ask,
    asked_positions,
    kernel_with_memory,
)

FOREVER = 10**18
STEPS = 400_000
"""Instructions that are counted one by one, of each look-ahead."""
SIXTEEN = (
    "MOC2 -18", "KCENT +16", "MOC4 -14", "MODE3 -13", "DEMMO -11", "MOVE +8", "ADV -8", "MODE2 -8",
    "BACK -6", "CNTR +5", "THRET +5", "MOC3 +4", "MOB +3", "EXCH +3", "FORK +2", "GAP +2",
)  # fmt: skip
"""The twelve leading terms of the paper's second series, and four of the dearest others."""
STANDARD = Polynomial.standard()
PARTS = {
    "EXITS": "all moves",
    "NEXTMV": "make",
    "LEGAL": "once",
    "COUNT": "evaluate",
    "SQOFN": "other",
    "LOOK": "once",
    "LKP": "look-ahead",
    "EXCHNG": "exchange",
    "LKNOP": "other",
    "NEARS": "evaluate",
    "SCORE": "evaluate",
    "EVSET": "once",
    "PLAN": "once",
    "SCOREG": "evaluate",
    "LNCLR": "other",
}
"""From which label on the code is of which part."""
HIS = {"all moves": 2_600, "make": 1_500, "evaluate": 2_400}
"""Microseconds of Appendix A, those of evaluation for 4 terms."""
HIS_SIXTEEN = 7_500


@dataclass
class Cycles:
    """Cycles of each part, and what they were spent on."""

    of_part: Counter[str] = field(default_factory=Counter)
    boards: int = 0
    evaluations: int = 0

    @property
    def total(self) -> int:
        return self.of_part.total()


@cache
def places() -> tuple[list[int], list[str]]:
    """The addresses from which on a part stands, ascending, and the parts."""
    symbols = assembled_samuel().symbols
    found = sorted((symbols[label], part) for label, part in PARTS.items())
    return [address for address, _ in found], [part for _, part in found]


def about_to_look(
    position: Position, settings: ProgramSettings, polynomial: Polynomial = STANDARD
) -> Kernel:
    """The program with a board before it, at the call of its look-ahead."""
    kernel = Kernel(assembled_samuel(), STORAGE)
    kernel.call("TABLES")
    for address, word in settings.as_words():
        kernel.storage[address] = word
    store_polynomial(kernel, polynomial)
    for offset, word in enumerate(position.words()):
        kernel.storage[FRAME + offset] = as_word(word)
    kernel["BMOVER"], kernel["EXACT"] = int(position.black_to_move), 0
    kernel.call("LEGAL")
    kernel.storage[FROM] = TSX_C | kernel.symbols["LOOK"]
    kernel.storage[FROM + 1] = 0
    kernel.state[registers.IC] = FROM
    return kernel


def engine(position: Position, settings: ProgramSettings, polynomial: Polynomial) -> LookAhead:
    """The engine's look-ahead, finished."""
    look = LookAhead(settings, polynomial)
    look.begin(position)
    look.run(FOREVER, FOREVER)
    return look


def count_cycles(kernel: Kernel, counted: Cycles) -> bool:
    """Add the cycles of the next STEPS instructions; whether the look-ahead is over."""
    starts, parts = places()
    duty = np.zeros(DUTY_WORDS, dtype=np.int64)
    state, storage = kernel.state, kernel.storage
    before = int(state[registers.CYCLES])
    over = False
    for _ in range(STEPS):
        at = int(state[registers.IC])
        if at == FROM + 1:
            over = True
            break
        run(state, storage, before + 1, duty, 0)
        after = int(state[registers.CYCLES])
        part = "once" if at == FROM else parts[bisect.bisect_right(starts, at) - 1]
        counted.of_part[part] += after - before
        before = after
    counted.boards += kernel["BOARDS"]
    counted.evaluations += kernel["EVALS"]
    return over


def report(head: str, counted: Cycles, terms_used: int, his_evaluation: int) -> None:
    """A table, milliseconds: ours, his and the model's."""
    print(f"\n{head}: {counted.boards} boards, {counted.evaluations} evaluated")
    print(f"{'':28}{'cycles':>8}{'ms':>8}{'his ms':>8}{'model ms':>10}")
    model = {
        "all moves": phases.GENERATE_US,
        "make": phases.MAKE_US,
        "evaluate": phases.EVALUATE_US + phases.TERM_US * (terms_used + 1),
        "look-ahead": phases.BACK_UP_US,
    }
    his = {**HIS, "evaluate": his_evaluation}
    for part, what in (
        ("all moves", "all moves, a board"),
        ("make", "take and make a move"),
        ("evaluate", f"evaluate, {terms_used + 1} terms"),
        ("look-ahead", "ply rule and backing up"),
        ("exchange", "exchange offers, a board"),  # those of the term EXCH too
    ):
        count = counted.evaluations if part == "evaluate" else counted.boards
        cycles = counted.of_part[part] / max(count, 1)
        published = f"{his[part] / 1e3:8.1f}" if part in his else f"{'':8}"
        modelled = f"{model[part] / 1e3:10.2f}" if part in model else f"{'':10}"
        print(f"{what:28}{cycles:8.0f}{cycles * CYCLE_US / 1e3:8.2f}{published}{modelled}")
    once = counted.of_part["once"]
    cycles = (counted.total - once) / counted.boards
    rate = counted.evaluations / counted.boards
    boards_us = model["all moves"] + model["make"] + model["look-ahead"] + rate * model["evaluate"]
    print(
        f"{'the look-ahead, a board':28}{cycles:8.0f}{cycles * CYCLE_US / 1e3:8.2f}{'':8}"
        f"{boards_us / 1e3:10.2f}"
    )


def test_cycles_of_each_part(benchmark: Any) -> None:
    settings = ProgramSettings(minimum=3, quiet=4, jump=5, ahead=8, last=12)

    def measure() -> dict[str, Cycles]:
        first, middle = Cycles(), Cycles()
        count_cycles(about_to_look(Position.start(), ProgramSettings()), first)
        for position in middlegames(6):
            count_cycles(about_to_look(position, settings), middle)
        return {"the first move": first, "six positions of random play": middle}

    for head, counted in benchmark.pedantic(measure, rounds=1).items():
        report(head, counted, len(STANDARD.weights), HIS["evaluate"])
        assert all(counted.of_part[part] > 0 for part in (*HIS, "look-ahead"))
        assert counted.of_part["other"] == 0


def test_cycles_of_sixteen_terms_by_turns(benchmark: Any) -> None:
    weights = []
    for one in SIXTEEN:
        name, power = one.split()
        value = (1 << abs(int(power))) * (-1 if power.startswith("-") else 1)
        weights.append(Weight(name, value))
    polynomial = Polynomial(tuple(weights), Manner.BY_TURNS)
    settings = ProgramSettings(minimum=2, quiet=3, jump=4, ahead=6, last=10)

    def measure() -> Cycles:
        counted = Cycles()
        for position in middlegames(6):
            kernel = about_to_look(position, settings, polynomial)
            if count_cycles(kernel, counted):
                look = engine(position, settings, polynomial)
                assert (kernel["BOARDS"], kernel["EVALS"]) == (look.boards, look.evaluations)
        return counted

    counted = benchmark.pedantic(measure, rounds=1)
    report("sixteen terms by turns", counted, len(weights), HIS_SIXTEEN)
    assert counted.of_part["evaluate"] > 0


def test_cycles_of_a_look_up(benchmark: Any) -> None:
    """One board looked up among six hundred remembered ones, their records being in storage."""

    def measure() -> dict[str, list[int]]:
        kernel, _ = kernel_with_memory()
        found: dict[str, list[int]] = {}
        for position in asked_positions():
            put(kernel, position)
            way, cycles = ask(kernel, "JLOOK")
            kings = "with kings" if position.kings else "without kings"
            found.setdefault(f"{kings}, {'found' if way == 2 else 'not found'}", []).append(cycles)
        return found

    print(f"\na board looked up; his: 2.3 ms, the model's {phases.LOOK_UP_US / 1e3:.1f}")
    for what, cycles in sorted(benchmark.pedantic(measure, rounds=1).items()):
        mean = float(np.mean(cycles))
        print(f"{what:28}{len(cycles):6} boards{mean:8.0f} cycles{mean * CYCLE_US / 1e3:8.2f} ms")
        assert mean > 0


@pytest.mark.parametrize("sample", [0, SELDOMER * worker.SAMPLES["flat"]])
def test_a_whole_move_and_boards_a_second(benchmark: Any, sample: int) -> None:
    """The first move of a game; a move at ply 3 of a middlegame, as it is without learning."""
    moves = {"the first move": Position.start(), "a middlegame": middlegames(1)[0]}
    duty = np.zeros(DUTY_WORDS, dtype=np.int64)

    def measure() -> dict[str, tuple[int, int, float]]:
        found = {}
        for head, position in moves.items():
            kernel = about_to_look(position, ProgramSettings())
            state, storage = kernel.state, kernel.storage
            before, began = int(state[registers.CYCLES]), time.thread_time()
            reason = run(state, storage, FOREVER, duty, sample)
            took = time.thread_time() - began
            assert reason == registers.STOPPED_HTR
            found[head] = int(state[registers.CYCLES]) - before, kernel["BOARDS"], took
        return found

    print(f"\nlamps looked at every {sample} cycles" if sample else "\nwithout lamps")
    for head, (cycles, boards, took) in benchmark.pedantic(measure, rounds=1).items():
        look = engine(moves[head], ProgramSettings(), STANDARD)
        seconds = cycles * CYCLE_US / 1e6
        print(
            f"{head}: {boards} boards, {cycles} cycles, {seconds:.1f} s of the 704 (about 30 s a "
            f"move in the paper, {look.us / 1e6:.1f} s by the engine's model), {took:.3f} s of "
            f"ours; {boards / seconds:.0f} boards a second authentic, {boards / took:,.0f} flat out"
        )
        assert boards == look.boards
