"""What Samuel's program in 704 code takes, part by part, beside Appendix A of his paper and the
engine's model of time (machines/samuel/phases.py); and how many boards a second it looks at.

Off by default; ``pytest --benchmark-only -s tests/bench`` runs it.  Nothing here fails for time:
the boards are compared with the engine's.
"""

import time
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
from machines.samuel.settings import ProgramSettings
from tests.machines.games.draughts.positions import middlegames
from tests.machines.ibm704.samuel704_times import (
    FOREVER,
    SIXTEEN,
    STANDARD,
    Cycles,
    about_to_look,
    engine,
    four_terms,
    look_ups,
    sixteen_terms,
)

HIS = {"all moves": 2_600, "make": 1_500, "evaluate": 2_400}
"""Microseconds of Appendix A, those of evaluation for 4 terms."""
HIS_SIXTEEN = 7_500


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
    for head, counted in benchmark.pedantic(four_terms, rounds=1).items():
        report(head, counted, len(STANDARD.weights), HIS["evaluate"])
        assert all(counted.of_part[part] > 0 for part in (*HIS, "look-ahead"))
        assert counted.of_part["other"] == 0


def test_cycles_of_sixteen_terms_by_turns(benchmark: Any) -> None:
    counted = benchmark.pedantic(sixteen_terms, rounds=1)
    report("sixteen terms by turns", counted, len(SIXTEEN), HIS_SIXTEEN)
    assert counted.of_part["evaluate"] > 0


def test_cycles_of_a_look_up(benchmark: Any) -> None:
    print(f"\na board looked up; his: 2.3 ms, the model's {phases.LOOK_UP_US / 1e3:.1f}")
    for what, cycles in sorted(benchmark.pedantic(look_ups, rounds=1).items()):
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
