"""How fast a 704 program runs under the debugger, with breakpoints that are never reached.

Goal: tens of millions of instructions a second of one core's time.  Off by default;
``pytest --benchmark-only -s tests/bench/test_bench_debugger.py`` runs it.  Nothing fails for time.
"""

import time
from typing import Any

import pytest

from machines.ibm704 import registers as at
from machines.ibm704.debugger.commands import execute
from tests.machines.ibm704.debugger.bench import Bench

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
