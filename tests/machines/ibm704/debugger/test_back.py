"""Steps back: the machine, its units and its time are as they were."""

import pytest

from machines.ibm704.debugger.commands import execute
from machines.ibm704.debugger.debugger import Debugger
from machines.workshop.unattended.debugging import ProgramJob
from tests.machines.ibm704.debugger.bench import CARDS, SUM, Bench, shipped
from tests.machines.ibm704.programs import NAMES

LINES = [line.rstrip() for line in CARDS.splitlines()]
LATER = {"lamps": 20_000, "checkers": 20_000, "selftest": 8_000}
"""Instructions behind the start of a program at which the second try begins."""


def run(debugger: Debugger, text: str) -> list[str]:
    answer = execute(debugger, text)
    while debugger.running:
        answer = debugger.proceed()
    return answer


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_200_steps_forward_and_back_is_the_same_state_at_every_shipped_program(name: str) -> None:
    operator = shipped(name)
    debugger = Debugger(ProgramJob(operator))
    for command in ("", "until 100", f"step {LATER.get(name, 100)}"):  # as it is loaded, at work
        run(debugger, command)
        before, steps = operator.exhibit.snapshot(), debugger.observer.steps
        run(debugger, "step 200")
        assert debugger.observer.steps == steps + 200
        assert operator.exhibit.snapshot() != before
        run(debugger, "back 200")
        assert debugger.observer.steps == steps
        assert operator.exhibit.snapshot() == before


@pytest.mark.slow
def test_single_steps_are_taken_back_one_by_one() -> None:
    bench = Bench(SUM)
    states = []
    for _ in range(30):
        states.append(bench.operator.exhibit.snapshot())
        bench("step")
    for state in reversed(states):
        bench("back")
        assert bench.operator.exhibit.snapshot() == state


def test_a_card_that_was_read_lies_in_the_hopper_again_and_its_line_is_printed_anew() -> None:
    operator = shipped("echo")
    debugger = Debugger(ProgramJob(operator))
    reader = operator.exhibit.state.reader
    run(debugger, "until 100")
    steps = debugger.observer.steps
    left = len(reader.hopper)
    run(debugger, "go")
    operator.end_run()
    assert operator.printed().splitlines() == LINES
    assert not reader.hopper
    run(debugger, f"back {debugger.observer.steps - steps}")
    assert operator.exhibit.state.reader is reader, "it is the same reader, still cabled"
    assert len(reader.hopper) == left
    assert len(operator.exhibit.state.printer.paper.lines) == 0
    run(debugger, "go")
    assert operator.printed().splitlines() == LINES


def test_what_was_executed_and_counted_goes_back_too() -> None:
    bench = Bench(SUM)
    bench("step 20")
    seen = bench("history 20"), bench("transfers"), bench("profile")
    bench("step 40")
    bench("back 40")
    assert (bench("history 20"), bench("transfers"), bench("profile")) == seen


def test_a_deposit_stays_for_those_who_go_back_behind_it_only() -> None:
    bench = Bench(SUM)
    bench("step 5")
    bench("deposit N 100")
    bench("step 3")
    bench("back 3")
    assert bench.word("N") == 0o100
    bench("back 1")
    assert bench.word("N") == 1
    bench("step 1")
    assert bench.word("N") == 1, "what was deposited later is gone"


def test_a_stopped_program_goes_back_and_stops_again_at_the_same_moment() -> None:
    bench = Bench(SUM)
    told = bench("go")
    assert told[0].startswith("program stop at 00114")
    state = bench.operator.exhibit.snapshot()
    bench("back 3")
    assert bench("go") == told
    assert bench.operator.exhibit.snapshot() == state


def test_farther_back_than_is_kept_is_told() -> None:
    bench = Bench(SUM, loaded=False)
    bench("step 3")
    assert bench("back 5")[0] == "back by 3 instructions: that is as far as is kept"


def test_ctrl_c_while_it_goes_back_leaves_it_where_it_was() -> None:
    bench = Bench(SUM)
    bench("step 50")
    state = bench.operator.exhibit.snapshot()
    bench.debugger.interrupted = lambda: True
    assert bench("back 10")[0] == "interrupted: the machine is where it was"
    assert bench.operator.exhibit.snapshot() == state
    bench.debugger.interrupted = lambda: False
    bench("back 10")
    bench("step 10")
    assert bench.operator.exhibit.snapshot() == state


@pytest.mark.slow
def test_of_many_images_every_other_of_the_older_ones_makes_room() -> None:
    bench = Bench(SUM)
    for _ in range(40):
        bench("step")
    bench("deposit FIVE+2 1")
    assert bench.operator.machine.read_storage(7) == 1
    history = bench.debugger.history
    fixed = sum(one.fixed for one in history.kept)
    for _ in range(300):
        history.note()
    assert len(history.kept) <= 129
    assert sum(one.fixed for one in history.kept) == fixed
    state = bench.operator.exhibit.snapshot()
    bench("step 7")
    bench("back 7")
    assert bench.operator.exhibit.snapshot() == state
