"""What every unit answers to (devices/units/unit.py): one suite over all of them.

Each unit comes with a list of acts, the operator's and the computer's; hypothesis chooses which
and how much time passes between them.  An act may be refused (RefusedError, the operator's error)
or be out of turn (ValueError, the computer's): either way nothing may have changed.
"""

import copy
import dataclasses
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.media.card import Card
from devices.media.deck import Deck, deck_value
from devices.media.tape import Gap, Record, Tape, tape_value
from devices.media.tape_files import book_tape
from devices.refusal import RefusedError
from devices.units import tape_words
from devices.units.card_punch import CardPunch
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from devices.units.teleprinter import Teleprinter
from devices.units.unit import Unit, Value

Act = Callable[[Any], object]
Steps = Sequence[tuple[int, int]]


def operate(control: str, value: Value = 1) -> Act:
    """The operator's act."""
    return lambda unit: unit.operate(control, value)


DECK = Deck("opening.txt", tuple(map(Card.of_text, ("GAME   1 X", "MOVE   11-15", "END"))))
BOARD = Deck("board.txt", tuple(map(Card.of_text, ("FORM   51", "EXIT   2 SUPPRESS AFTER 3"))))
BINARY = Deck("binary.cbn", (Card((0xFFF,) * 80),))
TAPE = Tape("mixed.tap", (Gap(), *book_tape(DECK).items, Record(b"\x01", damaged=True)))


@dataclass(frozen=True)
class Kind:
    """A kind of unit and what can be done with it."""

    make: Callable[[], Unit]
    acts: tuple[Act, ...]
    begin: tuple[Act, ...]  # Acts that set something going


READER = Kind(
    CardReader,
    (
        operate("hopper", deck_value(DECK)),
        operate("hopper", deck_value(BINARY)),
        operate("hopper", "nonsense"),
        operate("start"),
        operate("start", 0),
        operate("stop"),
        operate("feed"),
        operate("end_of_file"),
        operate("stacker"),
        operate("empty_hopper"),
        operate("correct", "MOVE   22-18"),
        operate("correct", "no:punch"),
        operate("jam"),
        lambda reader: reader.select(),
        lambda reader: reader.select(),
        lambda reader: reader.take(),
        lambda reader: reader.put_back(),
        lambda reader: reader.take_end_of_file(),
        lambda reader: reader.select_rows(),
        lambda reader: reader.select_rows(),
        lambda reader: reader.half_row_in_us(7),
        lambda reader: reader.half_row(7),
        lambda reader: reader.take_rows(),
        lambda reader: reader.forget(),
    ),
    (operate("hopper", deck_value(DECK)), operate("start"), lambda reader: reader.select()),
)
PUNCH = Kind(
    lambda: CardPunch(hopper=3),
    (
        operate("hopper", 2),
        operate("hopper", 2000),
        operate("start"),
        operate("stop"),
        operate("feed"),
        operate("stacker"),
        operate("jam"),
        lambda punch: punch.punch_card(DECK.cards[0]),
        lambda punch: punch.punch_card(BINARY.cards[0]),
        lambda punch: punch.begin_rows(),
        lambda punch: punch.punch_half_row(3, 0o525252525252),
        lambda punch: punch.half_row_in_us(4),
    ),
    (lambda punch: punch.punch_card(DECK.cards[0]),),
)
PRINTER = Kind(
    LinePrinter,
    (
        operate("start"),
        operate("stop"),
        operate("restore"),
        operate("tear"),
        operate("board", deck_value(BOARD)),
        operate("board", deck_value(DECK)),
        lambda printer: printer.print_line("THE MACHINE MOVES 11-15"),
        lambda printer: printer.print_line("game 2", "double"),
        lambda printer: printer.print_line("NEW FORM", "eject"),
        lambda printer: printer.print_line("X" * 121),
        lambda printer: printer.begin_rows(rolling=False),
        lambda printer: printer.begin_rows(rolling=True),
        lambda printer: printer.print_half_row(4, 0o777777000000),
        lambda printer: printer.impulse(5),
        lambda printer: printer.impulse(9),
        lambda printer: printer.impulse(2),
        lambda printer: printer.impulse(1, after=True),
        lambda printer: printer.sense_entry,
    ),
    (lambda printer: printer.print_line("X"),),
)
DRIVE = Kind(
    TapeDrive,
    (
        operate("mount", tape_value(TAPE)),
        operate("mount", tape_value(Tape("blank.tap", ()))),
        operate("mount", "tap x\n?"),
        operate("load_rewind"),
        operate("start"),
        operate("start"),
        operate("reset"),
        operate("unload"),
        operate("file_protect", 0),
        operate("file_protect", 1),
        operate("select", 3),
        operate("select", 11),
        operate("damage"),
        operate("long_reel", 1),
        lambda drive: drive.read_record(),
        lambda drive: drive.read_record(binary=True),
        lambda drive: drive.write_record(b"\x01\x02\x03"),
        lambda drive: drive.write_record(b""),
        lambda drive: drive.write_mark(),
        lambda drive: drive.backspace(),
        lambda drive: drive.rewind(),
        lambda drive: drive.take(),
        lambda drive: drive.begin_record(),
        lambda drive: drive.begin_record(binary=True),
        lambda drive: drive.write_word(b"\x01\x02\x03\x04\x05\x06"),
        lambda drive: drive.write_word(b"\x00\x02\x03\x04\x05\x06"),
        lambda drive: tape_words.next_word_in_us(drive),
        lambda drive: tape_words.passed_in_us(drive, 6),
        lambda drive: tape_words.reads_badly(drive),
    ),
    (
        operate("mount", tape_value(TAPE)),
        operate("load_rewind"),
        operate("start"),
        lambda drive: drive.advance(5_000_000),
        lambda drive: drive.read_record(),
    ),
)
TELEPRINTER = Kind(
    Teleprinter,
    (
        operate("start"),
        operate("stop"),
        operate("line_feed"),
        operate("tear"),
        lambda teleprinter: teleprinter.send("7168"),
        lambda teleprinter: teleprinter.send("A9\r\n"),
        lambda teleprinter: teleprinter.send("7\r2"),
        lambda teleprinter: teleprinter.send("X" * 17),
        lambda teleprinter: teleprinter.send("x"),
    ),
    (lambda teleprinter: teleprinter.send("TEST A0\r\n"),),
)
KINDS = pytest.mark.parametrize(
    "kind",
    [READER, PUNCH, PRINTER, DRIVE, TELEPRINTER],
    ids=["reader", "punch", "printer", "tape", "teleprinter"],
)
EXAMPLES = 20
TIMES = st.sampled_from([0, 1, 17_000, 239_999, 240_000, 700_000, 9_000_000])
STEPS = st.lists(st.tuples(st.integers(0, 10_000), TIMES), max_size=40)


def attempt(unit: Unit, act: Act) -> str:
    """Do one act; what came of it.  An act that fails must change nothing."""
    before = copy.deepcopy(unit)
    try:
        return repr(act(unit))
    except (RefusedError, ValueError) as error:
        assert unit == before
        assert str(error)
        return repr(error)


def run(unit: Unit, kind: Kind, steps: Steps) -> list[str]:
    """Do the acts that the steps choose, with their times between; what came of each."""
    outcomes = []
    for choice, us in steps:
        outcomes.append(attempt(unit, kind.acts[choice % len(kind.acts)]))
        unit.advance(us)
        outcomes.append(repr(unit.view()))
    return outcomes


def under_way(kind: Kind) -> Unit:
    """A unit in the middle of its work."""
    unit = kind.make()
    for act in kind.begin:
        act(unit)
    assert unit.due_us() is not None
    return unit


@KINDS
def test_a_unit_answers_to_the_protocol(kind: Kind) -> None:
    unit = kind.make()
    assert isinstance(unit, Unit)
    assert dataclasses.is_dataclass(unit)
    assert unit.name
    controls = unit.controls()
    assert controls
    assert len(set(controls)) == len(controls)


@KINDS
def test_an_unknown_control_or_a_wrong_value_is_refused(kind: Kind) -> None:
    unit = kind.make()
    with pytest.raises(RefusedError, match="no such control; there are "):
        unit.operate("lever", 1)
    takes_text = {"mount", "correct"} | ({"hopper"} if kind is READER else set())
    for control in unit.controls():
        wrong: Value = 1 if control in takes_text else "x"
        with pytest.raises(RefusedError, match="expected"):
            unit.operate(control, wrong)
    assert unit == kind.make()


@KINDS
def test_a_view_is_frozen_and_looking_changes_nothing(kind: Kind) -> None:
    unit = under_way(kind)
    before = copy.deepcopy(unit)
    view = unit.view()
    assert dataclasses.is_dataclass(view)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(view, "ready", True)  # noqa: B010 - what the type forbids is tried
    assert unit == before


@KINDS
@settings(max_examples=EXAMPLES)
@given(steps=STEPS)
def test_two_copies_stay_in_lockstep(kind: Kind, steps: Steps) -> None:
    one, other = kind.make(), kind.make()
    assert run(one, kind, steps) == run(other, kind, steps)
    assert one == other


@KINDS
@settings(max_examples=EXAMPLES)
@given(steps=STEPS, cut=st.integers(0, 10**9))
def test_time_may_come_in_any_slices(kind: Kind, steps: Steps, cut: int) -> None:
    whole, sliced = kind.make(), kind.make()
    for choice, us in steps:
        act = kind.acts[choice % len(kind.acts)]
        assert attempt(whole, act) == attempt(sliced, act)
        whole.advance(us)
        part = cut % (us + 1)
        sliced.advance(part)
        sliced.advance(0)
        sliced.advance(us - part)
        assert whole == sliced
        assert whole.due_us() == sliced.due_us()


@KINDS
@settings(max_examples=EXAMPLES)
@given(before=STEPS, after=STEPS)
def test_a_snapshot_continues_as_the_unit_does(kind: Kind, before: Steps, after: Steps) -> None:
    unit = kind.make()
    run(unit, kind, before)
    snapshot, kept = copy.deepcopy(unit), pickle.dumps(unit)
    outcomes = run(unit, kind, after)
    restored = pickle.loads(kept)
    assert snapshot == restored
    assert run(restored, kind, after) == outcomes
    assert restored == unit
    assert snapshot == pickle.loads(kept)


@KINDS
@settings(max_examples=EXAMPLES)
@given(steps=STEPS)
def test_what_is_due_happens_then_and_not_before(kind: Kind, steps: Steps) -> None:
    unit = kind.make()
    run(unit, kind, steps)
    due = unit.due_us()
    if due is None:
        rested = copy.deepcopy(unit)
        rested.advance(1_000_000_000)
        assert rested == unit
        return
    assert due > 0
    unit.advance(due - 1)
    assert unit.due_us() == 1
    unit.advance(1)
    assert unit.due_us() is None


@KINDS
def test_time_does_not_run_backwards(kind: Kind) -> None:
    with pytest.raises(ValueError, match="time only goes on"):
        kind.make().advance(-1)


@KINDS
def test_a_button_let_go_does_nothing(kind: Kind) -> None:
    unit = under_way(kind)
    before = copy.deepcopy(unit)
    values = ("hopper", "correct", "mount", "select", "file_protect", "board", "long_reel")
    for control in unit.controls():
        if control not in values:
            unit.operate(control, 0)
    assert unit == before
