"""Samuel's program in 704 code follows a book on tape, sense switch 3 down, as the engine does."""

from dataclasses import replace
from pathlib import Path

import pytest

from devices.media.bcd_records import card_record
from devices.media.card import Card
from devices.media.tape import Item, Record, Tape, TapeMark
from devices.media.tape_files import read_tape
from devices.units.card_reader import CardReader
from devices.units.tape_drive import TapeDrive
from machines.ibm704 import registers as at
from machines.samuel import card_source
from tests.machines.ibm704.programs import SAMUEL
from tests.machines.ibm704.samuel704 import (
    DECK_ENDED,
    MOST_STOPS,
    REFUSED,
    card_alone,
    loaded,
    press,
)
from tests.machines.samuel.run import CHEAP, Unattended, deck

SHIPPED = Path(__file__).resolve().parents[3] / "assets" / "tapes" / "samuel-games.tap"
SENSE = (3,)
DECK = ("GAME   1 NO CARDS OF MOVES", *CHEAP, "END")


def record_alone(tape: TapeDrive) -> str:
    """How the 704 names a record: it can't know the tape's name."""
    return f"record {sum(isinstance(item, Record) for item in tape.items[: tape.at])}"


def card(text: str) -> Record:
    return card_record(Card.of_text(text))


def altered(record: Record) -> Record:
    """With a bit in the tenth character that spoils its parity."""
    data = bytearray(record.data)
    data[9] ^= 1
    return replace(record, data=bytes(data))


def book(*items: Item) -> Tape:
    return Tape("book.tap", items)


BOOKS = {
    "two games, two marks": book(
        card("GAME   1 FIRST"), card("BOOK   11-15 22-18"), TapeMark(),
        card("GAME   2 SECOND"), card("BOOK   9-13 24-20"), TapeMark(), TapeMark(),
    ),
    "moves of the deck's game, then END": book(
        card("BOOK   11-15 22-17"), card("*      A REMARK"), card("BOOK   8-11"), card("END"),
    ),
    "cards and moves that are wrong": book(
        card("BOOK   11-15 22-17 15-22"), card("BOOK   8-11,X"), card("BOOK   8-11 99-3"),
        card("BOARD  B/W1"), card("WHAT"), card("BOOK   8-11 17-13"), TapeMark(), TapeMark(),
    ),
    "a board over two records, and another that isn't whole": book(
        TapeMark(), card("GAME   3 BOARDS"), card("BOARD  B/W18,"), card("BOARD  21/B1,2"),
        card("BOOK   1-5 18-14"), TapeMark(), card("GAME   4"), card("BOARD  B/W18,"),
        card("BOOK   11-15"), card("END"),
    ),
    "a short record": book(
        card("BOOK   11-15"), replace(card("BOOK   22-17"), data=card("BOOK   22-17").data[:60]),
        card("BOOK   22-17"), card("END"),
    ),
}  # fmt: skip


def run_both(
    tape: Tape, program: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[str], list[str], list[int]]:
    """What the 704 and the engine print, and the 704's stops."""
    monkeypatch.setattr(CardReader, "where", card_alone)
    monkeypatch.setattr(card_source, "_record_named", record_alone)
    one = loaded(program, deck(*DECK), SENSE, {1: tape})
    stops: list[int] = []
    while len(stops) < MOST_STOPS:
        assert one.run(lambda: True) == ""
        stops.append(int(one.machine.words[at.SR]) & 0o77777)
        if stops[-1] == DECK_ENDED:
            break
        press(one, "console.start")
    one.let_units_rest()
    machine = Unattended()
    machine.load(deck(*DECK), {1: tape}, frozenset(SENSE))
    for _ in range(MOST_STOPS):
        for _ in machine.run():
            pass
        if machine.ended:
            break
        machine.program.press("start", 0)
    return one.printed().splitlines(), machine.text().splitlines(), stops


@pytest.mark.slow
@pytest.mark.parametrize("program", SAMUEL)
@pytest.mark.parametrize("name", BOOKS)
def test_the_book_is_followed_and_refused_as_by_the_engine(
    name: str, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed, engine, stops = run_both(BOOKS[name], program, monkeypatch)
    assert printed == engine
    assert stops[-1] == DECK_ENDED
    assert stops.count(REFUSED) == sum("CARD REFUSED" in line for line in engine)


@pytest.mark.slow
def test_the_shipped_book_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    tape = read_tape(SHIPPED.read_bytes(), SHIPPED.name)
    printed, engine, stops = run_both(tape, "samuel", monkeypatch)
    assert printed == engine
    assert stops == [DECK_ENDED]
    assert sum("BOOK ENDS" in line for line in printed) + len(stops) > 1


def test_a_record_that_cannot_be_read_is_refused_and_start_reads_it_again() -> None:
    tape = book(card("BOOK   11-15"), altered(card("BOOK   22-17")), card("END"))
    one = loaded("samuel", deck(*DECK), SENSE, {1: tape})
    for _ in range(2):
        assert one.run(lambda: True) == ""
        assert int(one.machine.words[at.SR]) & 0o77777 == REFUSED
        press(one, "console.start")
    one.run(lambda: True)
    refused = [line for line in one.printed().splitlines() if "CARD REFUSED" in line]
    assert len(refused) == 3
    assert set(refused) == {
        " CARD REFUSED, RECORD 2, CANT BE READ, PARITY ERROR, EXPECTED EVEN PARITY"
    }
