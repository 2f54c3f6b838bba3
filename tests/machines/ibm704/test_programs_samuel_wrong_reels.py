"""Samuel's program in 704 code with tapes that are wrong: nothing that was learned is lost."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from devices.media.deck import deck_value
from devices.media.tape import Item, Record, Tape, TapeMark
from devices.refusal import RefusedError
from devices.units import tape_travel
from machines.samuel.polynomial import Polynomial
from machines.samuel.rote.keys import key_of
from machines.samuel.rote.records import FAULTS, MemoryRecord
from machines.samuel.rote.standard import word_bit
from machines.samuel.rote.tape_format import Heading, MemoryTape, read_memory, write_memory
from machines.samuel.settings import ProgramSettings
from machines.workshop.unattended.ibm704 import NAME
from tests.machines.ibm704.samuel704 import DECK_ENDED, MOVE_MADE
from tests.machines.ibm704.test_programs_samuel_rote import EMPTY, GAME, NEXT, TAPE_REFUSED, Rote704
from tests.machines.samuel.rote.test_memory_tape import BOOK, ROTE
from tests.machines.samuel.run import deck

CARDS = (*ROTE, *GAME)
SHORT = (*ROTE, "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=24", "END")
WRONG_KEY = 6
OTHER = Polynomial().with_term("MOB", 1, 3)


@cache
def a_memory() -> Tape:
    """What is learned from a game: a reel that was merged twice."""
    ours = Rote704(CARDS, {2: EMPTY, 1: NEXT})
    assert ours.start() == DECK_ENDED
    return Tape("memory.tap", tuple(ours.unit(2).items))


@cache
def second_day() -> tuple[Tape, Tape]:
    """Both reels after another game with it, nothing having gone wrong."""
    ours = Rote704(SHORT, {2: a_memory(), 1: NEXT})
    assert ours.start() == DECK_ENDED
    return Tape("1", tuple(ours.unit(1).items)), Tape("2", tuple(ours.unit(2).items))


def reels_after(ours: Rote704) -> tuple[Tape, Tape]:
    return Tape("1", tuple(ours.unit(1).items)), Tape("2", tuple(ours.unit(2).items))


def worn(tape: Tape, number: int) -> Tape:
    """The tape, one of whose records can't be read."""
    items: list[Item] = list(tape.items)
    record = items[number]
    assert isinstance(record, Record)
    items[number] = replace(record, damaged=True)
    return Tape(tape.name, tuple(items))


def wrong_sum(tape: Tape) -> Tape:
    """The tape, one of whose words is another one, of right parity."""
    items: list[Item] = list(tape.items)
    record = items[2]
    assert isinstance(record, Record)
    items[2] = replace(record, data=record.data[:11] + record.data[17:23] + record.data[17:])
    return Tape(tape.name, tuple(items))


def swapped(tape: Tape) -> Tape:
    """The tape with two records in the wrong order."""
    items = list(tape.items)
    items[1], items[2] = items[2], items[1]
    return Tape(tape.name, tuple(items))


def of_other_rules() -> Tape:
    return write_memory(MemoryTape(Heading.of(OTHER, ProgramSettings())), "other.tap")


REFUSED = {
    "worn": "TAPE REFUSED, UNIT 2, RECORD 3, CANT BE READ, PARITY ERROR, EXPECTED ODD PARITY",
    "wrong sum": "TAPE REFUSED, UNIT 2, RECORD 3, DAMAGED, ITS CHECK WORD IS WRONG",
    "swapped": "TAPE REFUSED, UNIT 2, RECORD 3, ITS KEY IS NOT ABOVE THAT OF THE RECORD BEFORE IT",
    "book": "TAPE REFUSED, UNIT 2, RECORD 1, CANT BE READ, PARITY ERROR, EXPECTED ODD PARITY",
    "other rules": "TAPE REFUSED, UNIT 2, RECORD 1, THE SCORES ARE OF OTHER RULES, EXPECTED THOSE",
    "mark": "TAPE REFUSED, UNIT 2, RECORD 1, A TAPE MARK, EXPECTED THE HEADING OF A MEMORY TAPE",
    "data": "TAPE REFUSED, UNIT 2, RECORD 1, THE FIRST WORD IS NOT MEMORY, EXPECTED A MEMORY TAPE",
}


def wrong_tape(name: str) -> Tape:
    memory = a_memory()
    makers: dict[str, Callable[[], Tape]] = {
        "worn": lambda: worn(memory, 2),
        "wrong sum": lambda: wrong_sum(memory),
        "swapped": lambda: swapped(memory),
        "book": lambda: Tape("book.tap", BOOK.items),
        "other rules": of_other_rules,
        "mark": lambda: Tape("mark.tap", (TapeMark(),)),
        "data": lambda: Tape("data.tap", memory.items[1:]),
    }
    return makers[name]()


@pytest.mark.slow
@pytest.mark.parametrize("name", REFUSED)
def test_a_tape_that_is_no_good_memory_is_refused_and_another_taken(name: str) -> None:
    tape = wrong_tape(name)
    ours = Rote704(SHORT, {2: tape, 1: NEXT})
    assert ours.start() == TAPE_REFUSED
    assert REFUSED[name] in " ".join(" ".join(ours.lines).split())
    assert ours.tape(2) == tape.items
    assert ours.tape(1) == ()
    ours.exchange(2, a_memory())
    assert ours.start() == DECK_ENDED
    assert reels_after(ours) == second_day()


@pytest.mark.slow
def test_dust_on_the_tape_is_read_again() -> None:
    ours = Rote704(SHORT, {2: a_memory(), 1: NEXT})
    ours.act("tape2.damage", 1)
    assert ours.start() == DECK_ENDED
    assert reels_after(ours) == second_day()


@pytest.mark.slow
@pytest.mark.parametrize(("tape", "why"), [
    (Tape("blank.tap", ()), "tape unit 2: the reel is blank: press RESET and UNLOAD, and mount"),
    (None, "tape unit 2: no tape is mounted: mount one, press LOAD REWIND, then START on it"),
])  # fmt: skip
def test_it_waits_for_the_memory_tape_and_says_so(tape: Tape | None, why: str) -> None:
    ours = Rote704(SHORT, {1: NEXT} | ({2: tape} if tape is not None else {}))
    assert why in str(ours.start())
    assert " LEARNING BY ROTE, MEMORY TAPE ON UNIT 2, THE NEXT ONE ON UNIT 1" in ours.lines
    if tape is not None:
        ours.press("tape2.reset")
        ours.press("tape2.unload")
    ours.mount(2, a_memory())
    assert ours.go_on() == DECK_ENDED
    assert reels_after(ours) == second_day()


def test_a_tape_that_was_cut_is_run_to_its_end_and_another_taken() -> None:
    cut = Tape("cut.tap", a_memory().items[:-1])
    ours = Rote704(SHORT, {2: cut, 1: NEXT})
    assert "no tape mark: the tape may have been cut" in str(ours.start())
    assert ours.tape(2) == cut.items


def test_a_reel_without_its_ring_is_waited_for_until_it_has_one() -> None:
    ours = Rote704(SHORT, {2: a_memory(), 1: NEXT}, rings=False)
    assert "tape unit 1: the reel is file protected: press RESET, put a ring in" in str(
        ours.start()
    )
    assert ours.tape(2) == a_memory().items
    for number in (1, 2):
        ours.press(f"tape{number}.reset")
        ours.act(f"tape{number}.file_protect", 0)
        ours.press(f"tape{number}.start")
    assert ours.go_on() == DECK_ENDED
    assert reels_after(ours) == second_day()


def stopped_before_merge() -> Rote704:
    """A game after 19 moves, sense switch 6 down; the next move's board is the twentieth saved."""
    ours = Rote704(("SENSE  4,6", *(card for card in SHORT if "SENSE" not in card)), {
        2: a_memory(), 1: NEXT,
    })  # fmt: skip
    assert ours.start() == 1
    for _ in range(19):
        assert ours.start() == MOVE_MADE
    return ours


def to_the_end(ours: Rote704) -> None:
    stop = ours.start()
    while stop == MOVE_MADE:
        stop = ours.start()
    assert stop == DECK_ENDED


def test_a_tape_that_wears_in_the_midst_is_refused_and_the_merge_begun_anew() -> None:
    ours = stopped_before_merge()
    unit = ours.unit(2)
    good = list(unit.items)
    unit.items[:] = worn(Tape("", tuple(good)), len(good) - 3).items
    assert ours.start() == MOVE_MADE
    assert ours.start() == TAPE_REFUSED
    assert f"TAPE REFUSED, UNIT 2, RECORD {len(good) - 2}, CANT BE READ" in " ".join(ours.lines)
    unit.items[:] = good
    to_the_end(ours)
    assert reels_after(ours) == second_day()


def test_the_wrong_reel_in_the_midst_is_refused() -> None:
    ours = stopped_before_merge()
    assert ours.start() == MOVE_MADE
    good = Tape("memory.tap", tuple(ours.unit(2).items))
    ours.exchange(2, EMPTY)
    assert ours.start() == TAPE_REFUSED
    assert "ANOTHER RECORD LIES THERE, EXPECTED THE TAPE THAT WAS OPENED" in " ".join(
        " ".join(ours.lines).split()
    )
    ours.exchange(2, good)
    to_the_end(ours)
    assert reels_after(ours) == second_day()


def test_a_power_cut_in_a_merge_leaves_the_old_memory_whole() -> None:
    ours = stopped_before_merge()
    assert ours.start() == MOVE_MADE
    ours.press("console.start")
    while ours.unit(1).written < 6:
        ours.one.session.advance(NAME, 20_000)
    torn = tuple(ours.unit(1).items)
    assert not any(isinstance(item, TapeMark) for item in torn)
    assert ours.tape(2) == a_memory().items
    again = Rote704(SHORT, {2: a_memory(), 1: Tape("torn.tap", torn)})
    assert again.start() == DECK_ENDED
    assert reels_after(again) == second_day()


@pytest.mark.slow
def test_an_empty_hopper_waits_for_cards_and_what_was_learned_is_merged_then() -> None:
    cards = (*ROTE, "SERIES 1", "END")
    whole = Rote704(cards, {2: a_memory(), 1: NEXT})
    assert whole.start() == DECK_ENDED
    ours = Rote704(cards[:-1], {2: a_memory(), 1: NEXT}, end_of_file=False)
    assert "hopper" in str(ours.start())
    assert reels_after(ours) != reels_after(whole)
    ours.act("reader.hopper", deck_value(deck(cards[-1])))
    ours.press("reader.end_of_file")
    ours.press("reader.start")
    assert ours.go_on() == DECK_ENDED
    assert reels_after(ours) == reels_after(whole)


def word(*squares: int) -> int:
    return sum(map(word_bit, squares))


FAULTY = (
    ((word(1) | 1 << 26, word(32), 0),),
    ((word(1, 5), word(5, 32), 0),),
    ((word(1), word(30), word(7)),),
    ((word(32), word(30), 0),),
    ((word(1), 0, 0),),
    ((word(1), word(2), word(1, 2)),),
    ((word(2), word(30), 0),),
    ((word(2), word(30), 0), (word(2), word(30), 0)),
)
"""Boards (Black, White, kings) with each of FAULTS; words count from the left, square 1 first."""


@pytest.mark.parametrize("fault", range(len(FAULTS)))
def test_a_board_that_cant_be_is_refused_as_by_the_engine(fault: int) -> None:
    boards = FAULTY[fault]
    rows = np.array([(*board, 0, 1, 0) for board in boards], dtype=np.int64)
    key = int(key_of(*boards[0])) ^ (fault == WRONG_KEY)
    heading = Heading.of(Polynomial.standard(), ProgramSettings())
    tape = write_memory(MemoryTape(heading, (MemoryRecord(key, rows),)), "faulty.tap")
    with pytest.raises(RefusedError) as refusal:
        read_memory(tape, heading.rules)
    assert refusal.value.what == FAULTS[fault]
    ours = Rote704(SHORT, {2: tape, 1: NEXT})
    assert ours.start() == TAPE_REFUSED
    why = FAULTS[fault].upper().replace("'", "")
    number = len(boards)
    printed = " ".join(" ".join(ours.lines).split())
    assert f"TAPE REFUSED, UNIT 2, RECORD 2, BOARD {number} OF {number}, {why}" in printed


def test_a_reel_that_is_too_short_is_refused_and_a_longer_one_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ours = stopped_before_merge()
    assert ours.start() == MOVE_MADE
    with monkeypatch.context() as short:
        short.setattr(tape_travel, "END_OF_TAPE_MIL", 4_000)
        assert ours.start() == TAPE_REFUSED
    printed = " ".join(" ".join(ours.lines).split())
    number = len(ours.tape(1))
    why = "CANT BE WRITTEN ON, END OF TAPE, EXPECTED ROOM FOR THE WHOLE MEMORY"
    assert f"TAPE REFUSED, UNIT 1, RECORD {number}, {why}" in printed
    assert ours.tape(2) == a_memory().items
    ours.exchange(1, Tape("longer.tap", ()))
    to_the_end(ours)
    assert reels_after(ours) == second_day()
