"""Any instructions and any acts of the operator, in any order: the channel goes on or says why not.

Two rigs are given the same, one its time in small slices and its state by way of a snapshot; they
must tell the same and end the same.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.media.card import Card
from devices.media.deck import Deck, deck_value
from devices.media.tape import Record, Tape, TapeMark, tape_value
from devices.refusal import RefusedError
from devices.units.unit import Value
from machines.exhibit import snapshot
from tests.machines.ibm704.channel_bench import Rig, State

DECK = deck_value(Deck("fuzz.cbn", tuple(map(Card.of_text, ("ONE", "TWO", "+-*/")))))
RECORD = Record.of_characters(bytes(range(1, 21)), binary=True)
TAPE = tape_value(Tape("fuzz.tap", (RECORD, TapeMark(), Record(b"\x03" * 12, damaged=True))))

INSTRUCTIONS: list[tuple[str, int]] = [
    *[("CPY", 0)] * 8,
    ("CAD", 0),
    ("LDA", 0),
    *[("RDS", address) for address in (0o321, 0o361, 0o201, 0o222, 0o301, 0o310, 0o221)],
    *[("WRS", address) for address in (0o030, 0o341, 0o361, 0o201, 0o222, 0o322, 0o301, 0o333)],
    *[(move, address) for move in ("BST", "WEF", "REW") for address in (0o201, 0o222)],
    *[("PSE", 0o360 + exit) for exit in (0, 1, 2, 4, 5, 6, 7, 9)],
    ("PSE", 0o030),
]
UNITS = ("reader", "printer", "punch", "tape1", "tape2")
ACTS: list[tuple[str, str, Value]] = [
    *[("reader", control, 1) for control in ("start", "stop", "feed", "end_of_file", "jam")],
    ("reader", "empty_hopper", 1),
    ("reader", "hopper", DECK),
    ("reader", "correct", "NEW"),
    *[("printer", control, 1) for control in ("start", "stop", "restore", "tear")],
    *[("punch", control, 1) for control in ("start", "stop", "feed", "stacker", "jam")],
    *[
        (tape, control, 1)
        for tape in ("tape1", "tape2")
        for control in ("load_rewind", "start", "reset", "unload", "damage")
    ],
    ("tape1", "select", 2),
    ("tape2", "select", 1),
    ("tape1", "mount", TAPE),
    ("tape2", "file_protect", 0),
]
TIMES = st.sampled_from([0, 24, 400, 12_000, 70_000, 250_000])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("meet"), st.integers(0, len(INSTRUCTIONS) - 1), TIMES),
        st.tuples(st.just("copies"), st.integers(1, 50), TIMES),
        st.tuples(st.just("act"), st.integers(0, len(ACTS) - 1), TIMES),
        st.tuples(st.just("reset"), st.just(0), TIMES),
    ),
    max_size=30,
)


def furnished() -> Rig:
    rig = Rig()
    rig.state.reader.operate("hopper", DECK)
    rig.state.reader.operate("start", 1)
    for drive in rig.state.tapes:
        drive.operate("mount", TAPE)
        drive.operate("file_protect", 0)
        drive.operate("load_rewind", 1)
    rig.run(4_000_000)
    for drive in rig.state.tapes:
        drive.operate("start", 1)
    return rig


def tell(rig: Rig, kind: str, choice: int, us: int) -> str:
    """One step and the time after it; what could be seen of it.

    An instruction that waits for the operator is given up by RESET when the next is to be met.
    """
    outcome: object = None
    if kind == "reset" or (kind in ("meet", "copies") and rig.channel.waiting()):
        rig.channel.reset()
        assert not rig.channel.selected
    elif kind == "act":
        unit, control, value = ACTS[choice]
        try:
            rig.units[UNITS.index(unit)].operate(control, value)
        except RefusedError as refusal:
            outcome = str(refusal)
            assert outcome
    elif kind == "copies":
        outcome = [copied(rig) for _ in range(choice)]
    elif rig.state.channel.instruction is None:
        rig.meet(*INSTRUCTIONS[choice], word=0o252525252525)
    if rig.state.channel.instruction is not None:
        outcome = rig.wait(us) or rig.channel.waiting()
        if rig.state.channel.instruction is not None:
            # It waits: for a moment that is known, or for the operator, who is told why.
            assert rig.channel.selected
            assert rig.channel.waiting() or rig.channel.due_us(rig.state.now_us) is not None
    else:
        rig.run(us)
    return f"{rig.state.now_us} {outcome} {rig.channel.selected}"


def copied(rig: Rig) -> str:
    """One copy of a loop, unless the last still waits."""
    if rig.state.channel.instruction is None:
        rig.meet("CPY", word=0o252525252525)
    outcome = rig.wait(30_000)
    if outcome is not None:
        rig.run(48)
    return f"{rig.state.now_us} {outcome}"


@pytest.mark.slow
@settings(max_examples=150)
@given(steps=STEPS)
def test_the_channel_goes_on_or_says_why_not(steps: list[tuple[str, int, int]]) -> None:
    one, other = furnished(), furnished()
    for kind, choice, us in steps:
        other.slice_us = max(us // 7, 1) if us < 1_000 else 1_777
        assert tell(one, kind, choice, us) == tell(other, kind, choice, us)
        other = Rig(snapshot.unpack(other.packed(), State, 1))
    assert one.packed() == other.packed()


@settings(max_examples=60)
@given(steps=STEPS)
def test_after_a_reset_everything_comes_to_rest(steps: list[tuple[str, int, int]]) -> None:
    rig = furnished()
    for kind, choice, us in steps:
        tell(rig, kind, choice, us)
    rig.channel.reset()
    rig.run(1_000_000_000)
    assert not rig.channel.selected
    assert rig.channel.due_us(rig.state.now_us) is None
    assert all(unit.due_us() is None for unit in rig.units)
