"""What runs under the debugger comes to the same state, cycle for cycle, as without it."""

import pytest

from machines.exhibit import snapshot
from machines.ibm704.debugger import kernel
from machines.ibm704.debugger.breakpoints import Breakpoints, Point
from machines.ibm704.debugger.observer import Observer
from machines.workshop.unattended.debugging import ProgramJob
from machines.workshop.unattended.ibm704 import ProgramOperator
from tests.machines.ibm704.debugger.bench import shipped
from tests.machines.ibm704.programs import NAMES

EVERY = {"selftest": 17, "lamps": 5_003, "checkers": 211, "curves": 1_999, "echo": 3, "tapecopy": 7}
"""How many instructions are executed between two pauses; else each is a step."""


def state_of(operator: ProgramOperator) -> tuple[str, int, str]:
    """The digest of all that is, the time, what has been printed."""
    exhibit = operator.exhibit
    return snapshot.digest(exhibit.snapshot()), exhibit.now_us, operator.printed()


def run_alone(operator: ProgramOperator) -> None:
    operator.run(lambda: True)


def resume(observer: Observer, every: int) -> None:
    observer.resume(every)
    observer.control[kernel.SKIP] = 0  # breakpoints count at every instruction


def run_in_steps(operator: ProgramOperator, every: int) -> int:
    """Pause after so many instructions, again and again; how often it paused."""
    job = ProgramJob(operator)
    observer = Observer(operator.machine)
    operator.machine.observer = observer
    breakpoints = Breakpoints()
    breakpoints.add(Point(kernel.ON_CHANGE, 0, 0o7777, every=1 << 40))
    breakpoints.add(Point(kernel.ON_UNIT, -1, -1, every=1 << 40))
    observer.place(breakpoints.table)
    resume(observer, every)
    pauses = 0
    while not job.proceed():
        if observer.paused:
            pauses += 1
            resume(observer, every)
        elif not operator.exhibit.busy:
            break
    assert breakpoints.hits(1) > 0, "changes were looked for"
    assert breakpoints.hits(2) > 0, "and units"
    operator.let_units_rest()
    operator.end_run()
    return pauses


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_program_comes_to_the_same_state_paused_again_and_again(name: str) -> None:
    alone, stepped = shipped(name), shipped(name)
    run_alone(alone)
    pauses = run_in_steps(stepped, EVERY.get(name, 1))
    assert pauses > 100
    assert state_of(stepped) == state_of(alone)
