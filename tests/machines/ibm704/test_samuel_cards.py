"""Samuel's program in 704 code: cards punched, corrected, and columns that are no character."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from devices.media.card import Card
from devices.media.charset import GRAPHICS
from devices.media.deck import Deck
from devices.media.tape import Item, Record, Tape, TapeMark
from devices.media.tape_files import card_record, open_tape
from devices.units.card_reader import CardReader
from devices.units.tape_drive import TapeDrive
from machines.ibm704 import registers
from machines.ibm704 import registers as at
from machines.samuel import program as checkers_program
from machines.samuel.state import Stop
from tests.machines.ibm704.programs import SAMUEL
from tests.machines.ibm704.samuel704 import (
    ASKS,
    DECK_ENDED,
    MOST_STOPS,
    REFUSED,
    SHOWS_JUMP,
    card_alone,
    loaded,
    press,
    run_704,
    run_engine,
)
from tests.machines.samuel.run import CHEAP, Unattended, deck

both = pytest.mark.parametrize("program", SAMUEL)

PUNCHED = {
    "the standard polynomial and the operator's": (
        "GAME   1", "PUNCH", "POLY   MOB -4", "POLY   CENT+ADV +0", "POLY   DENY +18", "PUNCH",
        "PUNCH  X", "MOVE   11-15", "PUNCH", "POLY   TOGETHER", "PUNCH", "END",
    ),
}  # fmt: skip
MANY_TERMS = (
    "GAME   1", "POLY   BY TURNS",
    *(f"POLY   {name} +{n}" for n, name in enumerate(("ADV", "BACK", "THRET", "MODE2", "MOC3"))),
    *(f"POLY   {name} -{n}" for n, name in enumerate(("KCENT", "CNTR", "MOB", "DENY", "EXCH"))),
    "PUNCH", "END",
)  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "program"),
    [*((PUNCHED[name], program) for name in PUNCHED for program in SAMUEL), (MANY_TERMS, "samuel")],
)
def test_the_polynomial_is_punched_and_listed_as_by_the_engine(
    cards: Sequence[str], program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_704(cards, program=program)
    machine = Unattended()
    monkeypatch.setattr(CardReader, "where", card_alone)
    machine.load(deck(*cards))
    for _ in range(MOST_STOPS):
        for _ in machine.run():
            pass
        if machine.ended:
            break
        machine.program.press("start", 0)
    assert run.printed.splitlines() == machine.text().splitlines()
    assert run.punched == [card.text() for card in machine.punch.stacker]
    assert run.punched


BEGUN = ("GAME   1", "MOVE   11-15 22-17 15-22 17-13", "MOVE   8-11", "END")
CORRECTED = {
    "in its middle": ("MOVE   11-15 22-17 8-11 17-13", "MOVE   9-14"),
    "nothing is left of it": ("MOVE   11-15 22-17", "MOVE   8-11"),
    "nothing but blanks": ("MOVE   11-15 22-17         8-11", "MOVE   17-13"),
    "another card": ("MOVE   8-11 17-13", "MOVE   9-14"),
    "refused once more": ("MOVE   11-15 22-17 8-12", "MOVE   8-11"),
}
"""What the refused card and the one behind it become."""


@pytest.mark.slow
@both
@pytest.mark.parametrize("name", CORRECTED)
def test_a_card_refused_in_its_middle_comes_back_corrected(
    name: str, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CardReader, "where", card_alone)
    text, behind = CORRECTED[name]
    cards = (*BEGUN[:2], behind, BEGUN[3])
    one = loaded(program, deck(*cards))
    machine = Unattended()
    machine.load(deck(*cards))
    corrected = False
    while int(one.machine.words[registers.SR]) & 0o77777 != DECK_ENDED:
        assert one.run(lambda: True) == ""
        if int(one.machine.words[registers.SR]) & 0o77777 == REFUSED and not corrected:
            one.session.act(one.name, "reader.correct", text)
            corrected = True
        press(one, "console.start")
    corrected = False
    while not machine.ended:
        for _ in machine.run():
            pass
        if machine.program.state.stop is Stop.REFUSED and not corrected:
            machine.reader.operate("correct", text)
            corrected = True
        if not machine.ended:
            machine.program.press("start", 0)
    engine = machine.text().splitlines()
    assert sum("REFUSED" in line for line in engine) == 1 + (name == "refused once more")
    printed = one.printed().splitlines()
    told = [line for line in printed if "REFUSED" in line]
    assert len(told) == 1 + (name == "refused once more")
    kept = [line for line in engine if "REFUSED" not in line]
    assert [line for line in printed if "REFUSED" not in line] == kept


def punched_at(text: str, **columns: int) -> Card:
    """A card with these punches in columns ``c1`` to ``c80``."""
    punches = list(Card.of_text(text).columns)
    for name, value in columns.items():
        punches[int(name[1:]) - 1] = value
    return Card(tuple(punches))


@both
def test_a_column_without_a_character_is_refused_and_every_character_read(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CardReader, "where", card_alone)
    every = list(GRAPHICS.values())
    row = {name: 1 << (11 - n) for n, name in enumerate("YX0123456789")}
    wrong = (
        {"c9": row["Y"] | row["X"]},
        {"c36": row["Y"] | row["0"], "c40": row["1"] | row["2"]},
        {"c37": row["X"] | row["0"]},
        {"c72": row["8"] | row["7"]},
        {"c1": row["9"] | row["1"] | row["0"], "c73": row["2"]},
        {"c20": sum(row.values())},
        {"c50": row["Y"] | row["8"] | row["2"]},
    )
    cards = (
        Card.of_text("GAME   1"),
        Card.of_text("*" + "".join(every[:40])),
        Card.of_text("*" + "".join(every[40:])),
        *(punched_at("*      A REMARK", **columns) for columns in wrong),
        punched_at("MOVE   11-15", c73=row["1"] | row["2"] | row["3"]),
        Card.of_text("END"),
    )
    one = loaded(program, Deck("cards", cards))
    stops: list[int] = []
    while not stops or stops[-1] != DECK_ENDED:
        assert one.run(lambda: True) == ""
        stops.append(int(one.machine.words[registers.SR]) & 0o77777)
        press(one, "console.start")
    assert stops == [REFUSED] * len(wrong) + [DECK_ENDED]
    machine = Unattended()
    machine.load(Deck("cards", cards))
    while not machine.ended:
        for _ in machine.run():
            pass
        if not machine.ended:
            machine.program.press("start", 0)
    assert one.printed().splitlines() == machine.text().splitlines()


# -- Samuel's program in 704 code: the operator's moves by the keys, and moves taken back ----------


def entry(source: int, target: int, game: int = 0) -> int:
    """A step of a move as the keys enter it."""
    return game << 12 | source << 6 | target


KEYED = {
    "against the machine": (
        ("GAME   1 WHITE=MACHINE KEYS", *CHEAP, "SENSE  1", "END"),
        (
            entry(11, 15), entry(15, 18, 1), entry(0, 0), entry(40, 1), entry(1, 40),
            entry(8, 11, 2), 1 << 20, entry(8, 11, 1),
        ),
    ),
    "the machine jumps and jumps on": (
        (
            "GAME   1 BLACK=MACHINE JUMPS", "BOARD  B/W10,18,19,27,26,11,32/B6,1,2,K5", *CHEAP,
            "SENSE  1", "END",
        ),
        (entry(26, 23), entry(27, 24), entry(19, 15)),
    ),
    "jumps step by step in two games": (
        (
            "GAME   1 A", "BOARD  B/W10,18,27,22/B6,1", "GAME   3 B", *CHEAP, "SENSE  1", "END",
        ),
        (
            entry(6, 15), entry(11, 15, 3), entry(11, 15), entry(15, 11), entry(14, 22),
            entry(15, 31), entry(0, 0), entry(15, 22, 1), entry(22, 31, 1), entry(0, 0),
            entry(0, 0), entry(6, 31), entry(0, 0, 1), entry(6, 15, 1), entry(15, 22, 1),
            entry(22, 31, 1), entry(1, 1, 5), entry(0, 0, 3), entry(11, 16),
        ),
    ),
}  # fmt: skip
"""Cards, and what the operator enters where he is asked."""


@both
@pytest.mark.parametrize("name", KEYED)
def test_moves_by_the_keys_are_taken_and_refused_as_by_the_engine(
    name: str, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards, entries = KEYED[name]
    run = run_704(cards, entries=entries, program=program)
    printed, asked = run_engine(cards, monkeypatch, entries=entries)
    assert run.printed.splitlines() == printed.splitlines()
    stops = zip(run.stops, run.mq, run.lights, strict=True)
    assert [(word, lights) for stop, word, lights in stops if stop == ASKS] == asked
    assert (SHOWS_JUMP in run.stops) == ("jumps on" in name)


BACK = 1 << 15
"""Key 20: a move is taken back."""
TAKEN_BACK = {
    "a move and its answer": (
        ("GAME   1 WHITE=MACHINE KEYS", *CHEAP, "SENSE  1", "END"),
        (
            entry(12, 16), entry(16, 23), BACK, entry(16, 23), BACK | 1 << 12, BACK, entry(9, 14),
            entry(14, 23),
        ),
        (),
    ),
    "in two games, and of cards": (
        (
            "GAME   1 A", "GAME   3 WHITE=MACHINE B", *CHEAP, "MOVE   1/11-15,22-18 15X22",
            "SENSE  1,5", "END",
        ),
        (
            entry(25, 18, 1), BACK | 1 << 12, BACK | 1 << 12, entry(12, 16, 3), BACK | 1 << 12,
            entry(16, 23, 3), BACK, entry(22, 17, 1), BACK | 3 << 12, entry(9, 14, 3),
        ),
        (),
    ),
    "after the end": (
        ("GAME   1 WHITE=MACHINE LIMIT=4 END", *CHEAP, "SENSE  1", "END"),
        (entry(12, 16), entry(16, 23), entry(16, 23), entry(16, 23)),
        (BACK, BACK | 1 << 12),
    ),
}  # fmt: skip
"""Cards, entries where the operator is asked, entries where the deck has ended."""


@pytest.mark.parametrize("name", TAKEN_BACK)
def test_moves_are_taken_back_as_by_the_engine(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cards, entries, after_end = TAKEN_BACK[name]
    run = run_704(cards, entries=entries, after_end=after_end)
    printed, asked = run_engine(cards, monkeypatch, entries=entries, after_end=after_end)
    assert "THE OPERATOR TAKES BACK" in printed
    assert run.printed.splitlines() == printed.splitlines()
    stops = zip(run.stops, run.mq, run.lights, strict=True)
    assert [(word, lights) for stop, word, lights in stops if stop == ASKS] == asked


NOT_BACK = {
    "no move was made": (
        ("GAME   1", "SENSE  1", "END"),
        "THE OPERATOR HAS MADE NO MOVE THAT COULD BE TAKEN BACK",
    ),
    "the game follows a book": (
        ("GAME   1 BLACK=BOOK", *CHEAP, "BOOK   11-15", "SENSE  1", "END"),
        "GAME 1 FOLLOWS A BOOK, EXPECTED A GAME WITHOUT ONE",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_BACK)
def test_what_cannot_be_taken_back_is_told_and_the_keys_are_asked_again(name: str) -> None:
    cards, why = NOT_BACK[name]
    entries = (entry(22, 18), BACK) if "book" in name else (BACK,)
    run = run_704(cards, entries=entries, after_end=(BACK,))
    assert f"MOVE REFUSED, TAKE BACK, {why}" in " ".join(run.printed.split())
    assert run.stops[-1] == run.stops[-2]


def test_nothing_is_taken_back_in_8192_words() -> None:
    cards, entries, _ = TAKEN_BACK["a move and its answer"]
    run = run_704(cards, entries=entries[:3], program="samuel8k")
    assert "TAKE BACK, IN 8,192 WORDS THERE IS NO ROOM FOR IT" in run.printed
    assert run.stops[-1] == ASKS


# -- samuel tape -----------------------------------------------------------------------------------


SHIPPED = Path(__file__).resolve().parents[3] / "assets" / "tapes" / "samuel-games.tap"
SENSE = (3,)
BOOK_DECK = ("GAME   1 NO CARDS OF MOVES", *CHEAP, "END")


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
    monkeypatch.setattr(checkers_program, "_record_named", record_alone)
    one = loaded(program, deck(*BOOK_DECK), SENSE, {1: tape})
    stops: list[int] = []
    while len(stops) < MOST_STOPS:
        assert one.run(lambda: True) == ""
        stops.append(int(one.machine.words[at.SR]) & 0o77777)
        if stops[-1] == DECK_ENDED:
            break
        press(one, "console.start")
    one.let_units_rest()
    machine = Unattended()
    machine.load(deck(*BOOK_DECK), {1: tape}, frozenset(SENSE))
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
    tape = open_tape(SHIPPED.read_bytes(), SHIPPED.name).tape
    printed, engine, stops = run_both(tape, "samuel", monkeypatch)
    assert printed == engine
    assert stops == [DECK_ENDED]
    assert sum("BOOK ENDS" in line for line in printed) + len(stops) > 1


def test_a_record_that_cannot_be_read_is_refused_and_start_reads_it_again() -> None:
    tape = book(card("BOOK   11-15"), altered(card("BOOK   22-17")), card("END"))
    one = loaded("samuel", deck(*BOOK_DECK), SENSE, {1: tape})
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
