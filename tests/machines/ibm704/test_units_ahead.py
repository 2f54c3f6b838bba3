"""Copies done by the kernel come to what copies asked for one by one come to, in any slices.

Each job runs twice, with ``copies_ahead`` and without, its time cut by lot; the whole state is
compared again and again, and so are two runs of programs that are drawn by lot: any units, copies
too few, too many and too late, records of every kind.
"""

import contextlib
import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from devices.media.card import Card
from devices.media.deck import Deck, deck_value
from devices.media.tape import Gap, Item, Record, Tape, TapeMark, tape_value
from devices.refusal import RefusedError
from devices.units.card_unit import LINE_HALF_ROW_US, PUNCH_RIGHT_US, READER_RIGHT_US
from devices.units.tape_words import WORD_US
from machines.exhibit.session import read_log, replay
from machines.ibm704 import channel, drums, records
from machines.ibm704 import registers as at
from machines.ibm704.channel import POINT_US
from machines.ibm704.drums import WORD_STANDS_US
from machines.ibm704.exhibit import STORED
from machines.ibm704.machine import Phase
from machines.ibm704.operations import CYCLE_US, SIZES
from machines.ibm704.records import READ_STANDS_US
from machines.workshop.unattended.ibm704 import NAME, ProgramOperator
from tests.machines.fuzzing import digest
from tests.machines.ibm704.unit_jobs import JOBS, LIMIT_US, STORAGE, operator_of
from tests.machines.ibm704.words import instruction

SMALL = {"drum blocks": 1, "points": 100, "tape copy, records of 100 words": 4}
LONGEST_US = (100, 5_000, 200_000, 3_000_000)
"""Slices are shorter than one of these, drawn for each stretch."""
STRETCH_US = 1_000_000


def make_pair(make: Callable[[], ProgramOperator]) -> tuple[ProgramOperator, ProgramOperator]:
    """One whose copies are done ahead, and one whose aren't."""
    ahead, asked = make(), make()
    ahead.machine.copies_ahead, asked.machine.copies_ahead = True, False
    return ahead, asked


def advance_by_lot(one: ProgramOperator, us: int, dice: random.Random) -> None:
    """Let time pass in slices drawn by lot."""
    most = dice.choice(LONGEST_US)
    if us > 2_000 * most:
        most = us
    while us:
        piece = min(us, dice.randint(1, most))
        one.session.advance(NAME, piece)
        us -= piece


def compare(ahead: ProgramOperator, asked: ProgramOperator) -> None:
    """All that they are is the same, what isn't weighed too."""
    if ahead.exhibit.snapshot() != asked.exhibit.snapshot():
        assert digest(ahead.exhibit) == digest(asked.exhibit)
        assert ahead.exhibit.state == asked.exhibit.state
        raise AssertionError("what is aside differs")


@pytest.mark.slow
@pytest.mark.parametrize("name", JOBS)
def test_a_job_comes_to_the_same_with_its_copies_done_ahead(name: str) -> None:
    dice = random.Random(name)
    job = JOBS[name](SMALL.get(name, 4))
    ahead, asked = make_pair(lambda: operator_of(job))
    while asked.exhibit.busy:
        us = dice.choice((STRETCH_US, dice.randint(1, STRETCH_US)))
        for one in (ahead, asked):
            advance_by_lot(one, us, dice)
        compare(ahead, asked)
        for one in (ahead, asked):
            one.attendant.tend()
    assert asked.machine.has_stopped
    assert asked.machine.state.stop == at.STOPPED_HPR
    assert ahead.printed() == asked.printed()


@pytest.mark.parametrize("name", ["tape to punch", "card to tape"])
def test_a_log_of_copies_done_ahead_replays_one_by_one(name: str) -> None:
    lines: list[str] = []
    operator = operator_of(JOBS[name](5), lines.append)
    assert operator.run(lambda: True) == ""
    operator.session.end()
    fresh = ProgramOperator(lambda line: None, STORAGE, LIMIT_US).exhibit
    fresh.sample = 1000
    done = replay({NAME: fresh}, read_log("".join(f"{one}\n" for one in lines).encode(), "a.log"))
    assert done.agrees, done.missed
    assert done.met


# -- the last moment of a copy ---------------------------------------------------------------------

WATCHED, ENOUGH_US = 0o6000, 400_000
LAST_MOMENTS = {
    # How the unit is selected; after the first copy, when the second word is there and how long it
    # stands, in microseconds.
    "reader": ("RDS 321", READER_RIGHT_US, READER_RIGHT_US),
    "punch": ("WRS 341", PUNCH_RIGHT_US, PUNCH_RIGHT_US),
    "printer": ("WRS 361", LINE_HALF_ROW_US, LINE_HALF_ROW_US),
    "tape read": ("RDS 221", WORD_US, READ_STANDS_US),
    "tape written": ("WRS 222", WORD_US, 0),
    "drum read": ("RDS 301", 98, WORD_STANDS_US),
    "drum written": ("WRS 301", 98, WORD_STANDS_US),
    "tube": ("WRS 30", POINT_US, 0),
}
BETWEEN = 4
"""Cycles from one copy to the next: the copy's own, and STZ."""
FULL_REEL = (Record.of_characters(bytes(range(1, 61)), binary=True),) * 12


def now(one: ProgramOperator) -> object:
    """What it is at this moment, without storage and drums."""
    machine, exhibit = one.machine.state, one.exhibit.state
    found = machine.channel
    told = machine.phase, machine.now_us, machine.debt_us, machine.met_us, machine.stop
    units = exhibit.reader, exhibit.printer, exhibit.punch, exhibit.tapes
    return machine.words.tolist(), told, found.selection, found.instruction, units


def restored(one: ProgramOperator, state: bytes, copies_ahead: bool) -> ProgramOperator:
    """It stands where it stood."""
    one.exhibit.restore(state)
    one.machine.copies_ahead = copies_ahead
    return one


def second_copy(select: str, cycles: int) -> list[int]:
    """A program with three copies, so many cycles (none, or two and more) after the first; it
    stops."""
    text = [select, f"CPY {BUFFER:o}", f"STZ {WATCHED:o}"]
    turns = max(0, cycles // 2 - 4)
    if turns:
        text += [f"LXA {START + 40:o},2", f"TIX {START + len(text) + 1:o},2,1"]
        cycles -= 2 + 2 * turns
    text += ["ANA 0"] * (cycles % 2) + ["NOP"] * ((cycles - cycles % 2 * 3) // 2)
    text += [f"CPY {BUFFER + 1:o}", f"CPY {BUFFER + 2:o}", "HTR 0"]
    return [*map(instruction, text), *[0] * (40 - len(text)), turns]


def advance_to_first_copy(one: ProgramOperator, state: bytes) -> None:
    """From its state to within 50 us after STZ has followed the first copy."""
    turns = 0
    while one.machine.state.storage[WATCHED]:
        assert one.exhibit.busy
        one.session.advance(NAME, 5_000)
        turns += 1
    restored(one, state, copies_ahead=False)
    one.session.advance(NAME, (turns - 1) * 5_000)
    while one.machine.state.storage[WATCHED]:
        one.session.advance(NAME, 50)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    (
        "reader", "tape written", "drum read", "tube", "punch", "printer", "tape read",
        "drum written",
    ),
)  # fmt: skip
def test_the_last_moment_of_a_copy_is_the_same_for_both(name: str) -> None:
    """The second copy comes some cycles before or after its last moment; the state is compared at
    moments around it."""
    select, due_us, stands_us = LAST_MOMENTS[name]
    dice = random.Random(name)
    last_us = due_us + stands_us
    middle = max(8, last_us // CYCLE_US - BETWEEN)
    # Only the largest storage can be put back from a snapshot.
    ahead, asked = (furnished(dice, SIZES[-1], FULL_REEL) for _ in range(2))
    checks = set()
    for cycles in (0, *range(middle - 3, middle + 4)):
        asked.machine.state.storage[WATCHED] = 1
        begin(asked, dice, second_copy(select, cycles))
        state = asked.exhibit.snapshot()
        advance_to_first_copy(asked, state)
        last = asked.exhibit.now_us + last_us
        for moment in sorted(last + dice.randint(-150, 150) for _ in range(3)):
            if moment > asked.exhibit.now_us:
                restored(ahead, state, copies_ahead=True)
                for one in (ahead, asked):
                    one.session.advance(NAME, moment - one.exhibit.now_us)
                assert now(ahead) == now(asked)
        for one in (ahead, asked):
            one.session.advance(NAME, last + ENOUGH_US - one.exhibit.now_us)
        compare(ahead, asked)
        checks.add(asked.machine.lights().read_write_check)
    assert checks == ({False} if name == "tube" else {False, True})


# -- programs drawn by lot -------------------------------------------------------------------------

STRETCHES = 30
START, BUFFER, NUMBERS = 0o100, 0o10000, 0o7000
"""Where the program, its data and the numbers that it counts with are."""
SELECTS = [
    *[f"RDS {address}" for address in ("321", "361", "201", "221", "221", "222", "301", "310")],
    *[f"WRS {address}" for address in ("30", "341", "361", "201", "222", "322", "301", "310")],
]
OTHERS = [
    *["WRS 333", "PSE 30", "PSE 361", "PSE 363", "PSE 371", "LDA 7012", "CPY 10000", "CAD 10001"],
    *["BST 222", "WEF 222", "REW 221", "REW 222", "REW 201", "RTT", "NOP", "ETT", "NOP"],
]
COUNTS = (1, 2, 3, 14, 23, 24, 25, 46, 47, 60)
DELAYS = (*[0] * 12, 1, 5, 8, 14, 15, 16, 17, 30, 300, 5_000)
"""Turns of a loop of 48 us: a word of a tape comes every 400 us, one of a drum every 98."""
ACTS = (
    *["reader.jam", "reader.feed", "reader.start", "reader.stop", "punch.jam", "punch.feed"],
    *["punch.start", "printer.stop", "printer.start", "tape1.damage", "tape2.reset"],
    *["tape1.start", "tape2.start", "tape1.load_rewind", "tape2.load_rewind", "console.lever"],
)
READY = ("reader.start", "printer.start", "punch.start", "tape1.start", "tape2.start")


def drawn_program(dice: random.Random) -> list[int]:
    """A program from START on, that goes round for ever."""
    text = [dice.choice(OTHERS) for _ in range(dice.randrange(3))]
    for _ in range(dice.randint(1, 4)):
        text.append(dice.choice(SELECTS))
        if dice.random() < 0.3:
            text.append("LDA 7012")
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            text += copy_loop(dice, START + len(text))
        text += [dice.choice(OTHERS) for _ in range(dice.randrange(3))]
    return [instruction(line) for line in [*text, f"TRA {START:o}"]]


def copy_loop(dice: random.Random, first: int) -> list[str]:
    """A loop of copies from ``first`` on, with a delay; ends are met, or not looked for."""
    number, delay = dice.randrange(len(COUNTS)), dice.randrange(len(DELAYS))
    copy = dice.choice(("CPY", "CPY", "CPY", "CAD"))
    text = [f"LXA {NUMBERS + number:o},4", f"{copy} {BUFFER:o},4"]
    if dice.random() < 0.8:
        after = first + 5 + (3 if DELAYS[delay] else 1)
        text += [f"TRA {first + 5:o}", f"TRA {after:o}", f"TRA {after:o}"]
    if DELAYS[delay]:
        text += [f"LXA {NUMBERS + 32 + delay:o},2", f"TIX {first + len(text) + 1:o},2,1"]
    return [*text, f"TIX {first + 1:o},4,1"]


def drawn_reel(dice: random.Random) -> tuple[Item, ...]:
    """Records of any length, parity and state, marks and gaps."""

    def item() -> Item:
        if dice.random() < 0.2:
            return dice.choice((TapeMark(), Gap()))
        length = dice.choice((1, 5, 6, 18, 84, 144, 150, 300, 360))
        codes = bytes(dice.randrange(1, 64) for _ in range(length))
        return replace(
            Record.of_characters(codes, dice.random() < 0.6), damaged=dice.random() < 0.1
        )

    return tuple(item() for _ in range(dice.randint(0, 12)))


def furnished(
    dice: random.Random, storage_size: int = STORAGE, reel: Sequence[Item] | None = None
) -> ProgramOperator:
    """A 704 with a drawn program at START, and media in its units."""
    one = ProgramOperator(lambda line: None, storage_size, LIMIT_US)
    one.act("selector.program", STORED)
    for unit in ("tape1", "tape2"):
        items = tuple(drawn_reel(dice) if reel is None else reel)
        one.act(f"{unit}.mount", tape_value(Tape(f"{unit}.tap", items)))
        one.act(f"{unit}.file_protect", int(unit == "tape1"))
        one.press(f"{unit}.load_rewind")
        one.session.advance(NAME, 5_000_000)
    storage = one.machine.state.storage
    storage[:] = [dice.getrandbits(36) for _ in range(storage_size)]
    storage[0] = instruction(f"TRA {START:o}")
    storage[NUMBERS : NUMBERS + len(COUNTS)] = COUNTS
    storage[NUMBERS + 32 : NUMBERS + 32 + len(DELAYS)] = DELAYS
    begin(one, dice, drawn_program(dice))
    return one


def begin(one: ProgramOperator, dice: random.Random, words: list[int]) -> None:
    """Another program, from its start; cards where there are none."""
    one.machine.state.storage[START : START + len(words)] = words
    if not one.exhibit.state.reader.hopper:
        rows = [tuple(dice.getrandbits(36) for _ in range(24)) for _ in range(20)]
        one.act("reader.hopper", deck_value(Deck("a.cbn", tuple(map(Card.of_row_words, rows)))))
    for control in ("console.lever", "console.reset", *READY, "console.start"):
        press(one, control)


def press(one: ProgramOperator, control: str) -> None:
    """Press a button, or put a lever up, whether or not it is taken."""
    with contextlib.suppress(RefusedError):
        one.act(control, 1)
    if control != "console.lever":
        one.act(control, 0)


def work_on(one: ProgramOperator, dice: random.Random) -> None:
    """What an operator does next, and sometimes something else."""
    machine = one.machine
    if machine.state.phase is Phase.STANDING or machine.waits or dice.random() < 0.3:
        if dice.random() < 0.5:
            for control in ("tape1.reset", "tape2.reset", "tape1.load_rewind", "tape2.load_rewind"):
                press(one, control)
        begin(one, dice, drawn_program(dice))
    elif dice.random() < 0.1:
        control = dice.choice(ACTS)
        with contextlib.suppress(RefusedError):
            one.act(control, dice.choice((1, 1, 0)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_a_drawn_program_comes_to_the_same_with_its_copies_done_ahead(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = random.Random(seed)
    if seed % 2:  # what is planned at once is less than most programs copy
        for module in (channel, drums, records):
            monkeypatch.setattr(module, "AHEAD", 3)
    ahead, asked = make_pair(lambda: furnished(random.Random(seed)))
    for _ in range(STRETCHES):
        us = dice.choice((STRETCH_US, dice.randint(1, STRETCH_US)))
        for one in (ahead, asked):
            advance_by_lot(one, us, dice)
        compare(ahead, asked)
        act = dice.random()
        for one in (ahead, asked):
            work_on(one, random.Random(act))
        compare(ahead, asked)
