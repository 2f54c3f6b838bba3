"""The programs at the machine: cards, printer, punch, tapes and drum."""

from collections.abc import Mapping, Sequence

import pytest

from devices.media.card import Card
from devices.media.deck import Deck, read_cbn, read_text_deck
from devices.media.tape import Record, Tape, TapeMark
from devices.units.card_unit import (
    HALF_ROWS,
    LINE_SET_US,
    LINE_START_US,
    READER_HALF_ROW_AT_US,
)
from machines.games.draughts.notation import read_fen
from machines.ibm704 import registers as at
from machines.ibm704.operations import CYCLE_US
from machines.samuel.evaluation import evaluate
from machines.samuel.polynomial import Polynomial
from machines.workshop.unattended.ibm704 import ProgramOperator
from tests.machines.ibm704.library import running
from tests.machines.ibm704.library.running import press, stop_of
from tests.machines.ibm704.programs import PROGRAMS, assembled
from tests.make_programs import POSITIONS, positions_deck

ENDED = 0o77777
FOUR_K = 4096
CARD_TEXT = "CARD NUMBER {}, + - * / ( ) . $ ="


def started(
    name: str,
    switches: Sequence[int] = (),
    cards: Deck | None = None,
    tapes: Mapping[str, Tape] | None = None,
) -> ProgramOperator:
    """A shipped program that is already in the storage of a small 704, START pressed."""
    return running.started(assembled(name), cards, tapes, switches, size=FOUR_K)


def registers(one: ProgramOperator) -> tuple[int, int]:
    """AC and MQ."""
    return int(one.machine.words[at.AC]), int(one.machine.words[at.MQ])


# -- echo ------------------------------------------------------------------------------------------


def texts(count: int) -> list[str]:
    return [CARD_TEXT.format(n) for n in range(count)]


def text_deck(count: int) -> Deck:
    return read_text_deck("".join(f"{line}\n" for line in texts(count)), "cards.txt")


def test_echo_is_loaded_from_its_deck_and_lists_the_cards_behind_it() -> None:
    one = running.operator(FOUR_K)
    path = PROGRAMS / "echo.cbn"
    one.load([read_cbn(path.read_bytes(), path.name), text_deck(3)], {})
    assert stop_of(one) == ENDED
    assert one.printed().splitlines() == texts(3)
    assert registers(one)[0] == 3


def test_echo_lists_96_cards_a_minute_for_the_printer_rests_while_a_card_is_read() -> None:
    took = {}
    for count in (10, 30):
        one = started("echo", cards=text_deck(count))
        assert stop_of(one) == ENDED
        assert one.printed().splitlines() == texts(count)
        took[count] = CYCLE_US * int(one.machine.words[at.CYCLES])
    card_us = READER_HALF_ROW_AT_US[HALF_ROWS] + LINE_START_US + LINE_SET_US
    assert took[30] - took[10] == pytest.approx(20 * card_us, rel=0.001)
    assert round(60_000_000 / card_us) == 96


# -- tapecopy --------------------------------------------------------------------------------------


def record(seed: int, words: int, binary: bool, damaged: bool = False) -> Record:
    codes = bytes((seed * 7 + n * 5) % 63 + 1 for n in range(6 * words))
    made = Record.of_characters(codes, binary)
    return Record(made.data, damaged)


def reel(binary: bool, damaged: bool = False) -> Tape:
    """Three records in two files."""
    items = (
        record(1, 1, binary),
        record(2, 100, binary, damaged),
        TapeMark(),
        record(3, 24, binary),
        TapeMark(),
        TapeMark(),
    )
    return Tape("from.tap", items)


def copied(one: ProgramOperator) -> Tape:
    return one.modified_tapes()["tape2"]


@pytest.mark.parametrize("binary", [True, False])
def test_tapecopy_copies_all_files_in_either_parity_and_counts_them(binary: bool) -> None:
    tapes = {"tape1": reel(binary), "tape2": Tape("to.tap", ())}
    one = started("tapecopy", () if binary else (1,), tapes=tapes)
    assert stop_of(one) == ENDED
    assert copied(one).items == reel(binary).items
    assert registers(one) == (3, 2)


def test_a_speck_of_dust_is_read_again() -> None:
    one = started("tapecopy", tapes={"tape1": reel(True), "tape2": Tape("to.tap", ())})
    press(one, "tape1.damage")
    assert stop_of(one) == ENDED
    assert copied(one).items == reel(True).items


def test_a_damaged_record_stops_after_ten_readings_and_start_copies_it() -> None:
    tapes = {"tape1": reel(True, damaged=True), "tape2": Tape("to.tap", ())}
    one = started("tapecopy", tapes=tapes)
    assert stop_of(one) == 0o111
    assert registers(one)[0] == 2, "AC: the second record"
    press(one, "console.start")
    assert stop_of(one) == ENDED
    assert copied(one).items == reel(True).items, "as it was read, with right parity"


def test_a_record_that_storage_has_no_room_for_is_named() -> None:
    long = Tape("from.tap", (record(1, 3600, True), TapeMark(), TapeMark()))
    one = started("tapecopy", tapes={"tape1": long, "tape2": Tape("to.tap", ())})
    assert stop_of(one) == 0o222
    press(one, "console.start")
    assert stop_of(one) == ENDED
    first = copied(one).items[0]
    assert isinstance(first, Record)
    assert first.data == record(1, 3600, True).data[: 6 * 3584]
    assert copied(one).items[1:] == (TapeMark(), TapeMark())


# -- selftest --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("switch", "line"),
    [
        (3, "SELFTEST 7. DRUM AND TUBE TRIED"),
        (4, "SELFTEST 8. TAPE UNIT 1 TRIED"),
        (5, "SELFTEST 9. PRINTER, ECHOES TRIED"),
        (6, "SELFTEST 10. PUNCH AND READER TRIED"),
    ],
)
def test_the_selftest_tries_the_units_that_switches_name(switch: int, line: str) -> None:
    one = started("selftest", (switch,), text_deck(1), {"tape1": Tape("scratch.tap", ())})
    assert stop_of(one) == ENDED
    printed = one.printed().splitlines()
    assert printed[0] == "SELFTEST 1. FIXED POINT TRIED"
    assert line in printed
    assert printed[-1] == "SELFTEST ENDS, EVERY OPERATION TRIED"


def test_a_selftest_stop_prints_nothing_with_switch_1_down() -> None:
    one = started("selftest", (1,))
    assert stop_of(one) == ENDED
    assert one.printed() == ""


# -- checkers --------------------------------------------------------------------------------------


def test_checkers_reads_positions_from_cards_and_prints_moves_and_scores() -> None:
    one = started("checkers", cards=positions_deck())
    assert stop_of(one) == ENDED
    lines = one.printed().splitlines()
    scores = [lines[n + 1] for n, line in enumerate(lines) if line.endswith("SCORE")]
    expected = [evaluate(Polynomial.standard(), read_fen(fen)) for fen in POSITIONS]
    assert [int(line.split()[-1]) for line in scores] == expected
    assert "        RF   9 10 11 12" in lines
    assert lines.count("MOVES FROM SQUARES") == 2 and lines.count("JUMPS FROM SQUARES") == 4


def test_the_positions_deck_is_the_one_of_the_tests() -> None:
    path = PROGRAMS / "cards" / "positions.cbn"
    assert read_cbn(path.read_bytes(), path.name).cards == positions_deck().cards


def test_a_card_of_anything_else_leaves_only_squares() -> None:
    every = Card((0xFFF,) * 80)
    one = started("checkers", (6,), Deck("all.cbn", (every,)))
    assert stop_of(one) == 1
    symbols, storage = assembled("checkers").symbols, one.machine.state.storage
    assert storage[symbols["FA"]] == 0o377377377377
    assert storage[symbols["EMPTY"]] == 0
