"""The debugger at the programmer's desk: commands as acts, back, and the same again in a replay."""

import numpy as np
import pytest

from devices.media.deck import deck_value, read_deck
from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.exhibit.session import Session, read_log, replay
from machines.ibm704 import registers as at
from machines.ibm704.desk import KEPT, SAID, DeskState
from machines.ibm704.exhibit import STORED
from machines.ibm704.scene import DeskScene, ProgramScene
from machines.storage.program import ASSETS
from tests.machines.ibm704.bench import NAME, Bench
from tests.machines.ibm704.words import assembled

COMMAND = "desk.command"
PROGRAM = """
    CLA 120
    ADD 121
    STO 120
    TSX 110,4
    TRA 100
"""
SUBROUTINE = """
    STQ 122
    CLA 122
    TRA 1,4
"""


def desk(bench: Bench) -> DeskScene:
    """What lies on the desk."""
    scene = bench.machine.view().scene
    assert isinstance(scene, ProgramScene)
    return scene.desk


@pytest.fixture
def bench() -> Bench:
    """A 704 that stands at 100 (octal) before a small program."""
    made = Bench()
    made.act("selector.program", STORED)
    one = made.wired
    one.state.storage[0o100:0o105] = assembled(PROGRAM)
    one.state.storage[0o110:0o113] = assembled(SUBROUTINE)
    one.state.storage[0o121] = 3
    one.words[at.IC] = 0o100
    return made


def do(bench: Bench, *commands: str) -> None:
    """Commands, each with time to be done."""
    for command in commands:
        bench.act(COMMAND, command)
        bench.machine.advance(10_000)


def test_a_step_says_what_the_registers_are_after_it(bench: Bench) -> None:
    do(bench, "step", "STEP 2")
    said = desk(bench).said
    assert [line[:5] for line in said] == ["00100", "00101", "00102"]
    assert "AC +000000000003" in said[1]
    assert bench.wired.words[at.IC] == 0o103
    assert bench.wired.state.storage[0o120] == 3


def test_back_takes_back_step_by_step(bench: Bench) -> None:
    seen = []
    for _ in range(7):
        one = bench.wired
        seen.append((one.state.words.copy(), one.state.storage.copy()))
        do(bench, "step")
    for words, storage in reversed(seen):
        assert desk(bench).can_back
        do(bench, "back")
        assert (bench.wired.state.words == words).all()
        assert (bench.wired.state.storage == storage).all()
    assert not desk(bench).can_back
    with pytest.raises(RefusedError, match="no step can be taken back"):
        bench.act(COMMAND, "back")


def test_over_and_until_are_taken_back_as_a_whole(bench: Bench) -> None:
    do(bench, "until 103", "over")
    assert bench.wired.words[at.IC] == 0o104
    do(bench, "back")
    assert bench.wired.words[at.IC] == 0o103
    do(bench, "back")
    assert bench.wired.words[at.IC] == 0o100
    assert bench.wired.state.storage[0o120] == 0


def test_what_ran_meanwhile_ends_the_steps(bench: Bench) -> None:
    do(bench, "step")
    bench.act("console.lever", 0)
    bench.press("console.single_step")
    bench.machine.advance(1_000)
    assert not desk(bench).can_back


def test_a_unit_s_instruction_ends_the_steps(bench: Bench) -> None:
    bench.wired.state.storage[0o101] = assembled("WEF 1")[0]
    do(bench, "step")
    assert desk(bench).can_back
    do(bench, "step")
    assert bench.wired.words[at.IC] == 0o102
    assert not desk(bench).can_back


def test_a_pin_stops_the_program_and_start_goes_on(bench: Bench) -> None:
    do(bench, "break 102")
    assert desk(bench).points == ((0o102, 1),)
    bench.press("console.start")
    bench.wait()
    assert bench.wired.words[at.IC] == 0o102
    assert bench.wired.halted
    assert bench.reason.startswith("START goes on at 00102")
    assert desk(bench).said[-1] == "break 1: at 00102"
    bench.press("console.start")
    bench.wait()
    assert bench.wired.state.storage[0o120] == 3
    do(bench, "delete 1", "step")
    assert bench.wired.observer is None
    assert desk(bench).points == ()


def test_time_goes_on_at_a_pin(bench: Bench) -> None:
    do(bench, "break 102", "go")
    before = bench.machine.now_us
    bench.machine.advance(5_000)
    assert bench.machine.now_us == before + 5_000
    assert not bench.machine.view().busy


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("trace x.txt", "is not taken here"),
        ("quit", "is not taken here"),
        ("nonsense", "is no command"),
        ("b 100", "may be back or break"),
        ("step x" * 30, "at most 72 characters"),
        ("switch 1 down", "is worked at the console here"),
    ],
)
def test_what_is_not_taken_changes_nothing(bench: Bench, command: str, why: str) -> None:
    do(bench, "step")
    before = snapshot.digest(bench.machine.snapshot())
    with pytest.raises(RefusedError, match=why):
        bench.act(COMMAND, command)
    bench.machine.state.reason = ""
    assert snapshot.digest(bench.machine.snapshot()) == before


def test_it_is_refused_while_the_machine_runs_or_works_something_else(bench: Bench) -> None:
    bench.press("console.start")
    bench.machine.advance(1_000)
    with pytest.raises(RefusedError, match="the machine is running"):
        bench.act(COMMAND, "step")
    with pytest.raises(RefusedError, match="turn CONSOLE TO"):
        Bench().act(COMMAND, "step")
    with pytest.raises(RefusedError, match="with a line of text"):
        bench.act(COMMAND, 1)


def test_at_manual_there_is_one_step_and_no_run(bench: Bench) -> None:
    bench.act("console.lever", 0)
    do(bench, "step")
    assert bench.wired.words[at.IC] == 0o101
    for command in ("go", "over", "until 100", "step 2"):
        with pytest.raises(RefusedError, match="works only with the lever at AUTOMATIC"):
            bench.act(COMMAND, command)
    do(bench, "back")
    assert bench.wired.words[at.IC] == 0o100


def test_a_unit_s_instruction_leaves_its_line_alone(bench: Bench) -> None:
    bench.wired.state.storage[0o100] = assembled("PSE 30")[0]
    bench.act("console.lever", 0)
    do(bench, "step")
    assert [line[:9] for line in desk(bench).said] == ["00100 CFF"]


def test_paper_and_steps_have_a_bound(bench: Bench) -> None:
    for _ in range(KEPT + 20):
        do(bench, "step")
    state = bench.machine.state.desk
    assert isinstance(state, DeskState)
    assert (len(state.steps), len(state.said)) == (KEPT, SAID)


def test_a_new_program_takes_the_paper_down(bench: Bench) -> None:
    do(bench, "step")
    bench.press("console.load_cards")
    assert desk(bench).said == ()


def test_who_turns_the_selector_away_leaves_an_empty_desk(bench: Bench) -> None:
    do(bench, "break 102", "step")
    bench.act("selector.program", 0)
    bench.act("selector.program", STORED)
    assert desk(bench) == DeskScene()
    assert bench.wired.observer is None


def test_pins_and_steps_come_back_with_a_snapshot(bench: Bench) -> None:
    do(bench, "break 102", "step")
    again = Bench()
    again.machine.restore(bench.machine.snapshot())
    assert desk(again).points == ((0o102, 1),)
    do(again, "back")
    assert again.wired.words[at.IC] == 0o100
    again.press("console.start")
    again.wait()
    assert again.wired.words[at.IC] == 0o102


def test_a_step_of_another_machine_is_refused(bench: Bench) -> None:
    do(bench, "step")
    state = bench.machine.state.desk
    assert isinstance(state, DeskState)
    for word, number in ((at.SIZE_MASK, 4095), (at.SIZE_MASK, 99), (at.OPERATION, 500)):
        kept = int(state.steps[0].words[word])
        state.steps[0].words[word] = number
        with pytest.raises(RefusedError):
            Bench().machine.restore(bench.machine.snapshot())
        state.steps[0].words[word] = kept
    Bench().machine.restore(bench.machine.snapshot())


@pytest.mark.slow
def test_a_log_of_debugging_replays_to_the_same() -> None:
    lines: list[str] = []
    bench = Bench()
    path = ASSETS / "programs" / "lamps.cbn"
    deck = deck_value(read_deck(path.read_bytes(), path.name))
    session = Session({NAME: bench.machine}, lines.append)

    def act(control: str, value: int | str) -> None:
        session.act(NAME, control, value)
        session.advance(NAME, 40_000)

    act("selector.program", STORED)
    act("reader.hopper", deck)
    for control in ("reader.start", "console.load_cards"):
        act(control, 1)
        act(control, 0)
    session.advance(NAME, 20_000_000)
    act("console.lever", 0)
    act("console.lever", 1)
    generator = np.random.default_rng(704)
    for command in generator.choice(["step", "step 5", "back", "over", "break 163"], 40):
        try:
            act(COMMAND, str(command))
        except RefusedError:
            session.advance(NAME, 7_000)
    session.mark(NAME)
    session.end()
    log = read_log("".join(f"{line}\n" for line in lines).encode(), "x.log")
    replay({NAME: Bench().machine}, log)
