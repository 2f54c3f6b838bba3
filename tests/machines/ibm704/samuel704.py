"""Samuel's program in 704 code and the museum's engine, each with the same deck, for tests."""

from collections.abc import Sequence
from functools import cache

import pytest

from devices.media.deck import deck_value
from devices.units.card_reader import CardReader
from machines.app.unattended.ibm704 import NAME, ProgramOperator
from machines.ibm704 import registers as at
from machines.ibm704.assembler import Assembly, assemble
from machines.ibm704.exhibit import STORED
from machines.samuel.state_machine import Phase
from tests.machines.ibm704.programs import PROGRAMS, library
from tests.machines.samuel.run import Unattended, deck

STORAGE = 32_768
LIMIT_US = 300_000_000_000
DECK_ENDED, REFUSED, MOVE_MADE = 0o77777, 3, 2
MOST_STOPS = 200


@cache
def parts() -> dict[str, list[str]]:
    """The shipped library and the program's parts, by the names of their LIB cards."""
    folder = PROGRAMS / "samuel"
    own = {path.stem.upper(): path.read_text().splitlines() for path in folder.glob("*.sap")}
    return {**library(), **own}


@cache
def assembled_samuel() -> Assembly:
    """The whole program; it has no errors."""
    path = PROGRAMS / "samuel" / "samuel.sap"
    assembly = assemble(path.read_text().splitlines(), path.name, parts(), STORAGE)
    assert assembly.errors == () == assembly.warnings
    return assembly


def _press(one: ProgramOperator, control: str) -> None:
    for value in (1, 0):
        one.session.act(NAME, control, value)


def listing_of_704(cards: Sequence[str], sense: Sequence[int] = ()) -> tuple[str, list[int]]:
    """What the 704 prints for these cards, START pressed at each stop; the stops' numbers."""
    one = ProgramOperator(lambda line: None, STORAGE, LIMIT_US)
    for switch in sense:
        one.session.act(NAME, f"console.sense.{switch}", 1)
    one.session.act(NAME, "reader.hopper", deck_value(deck(*cards)))
    _press(one, "reader.end_of_file")
    _press(one, "reader.start")
    one.session.act(NAME, "selector.program", STORED)
    assembly = assembled_samuel()
    for address, word in assembly.words.items():
        one.machine.state.storage[address] = word
    assert assembly.start is not None
    one.machine.words[at.IC] = assembly.start
    stops: list[int] = []
    while not stops or stops[-1] != DECK_ENDED:
        assert len(stops) < MOST_STOPS
        _press(one, "console.start")
        assert one.run(lambda: True) == ""
        stops.append(int(one.machine.words[at.SR]) & 0o77777)
    return one.printed(), stops


def _card_alone(reader: CardReader) -> str:
    """How the 704 names a card: it can't know the deck's name."""
    card = reader.moving or reader.last
    return f"card {card.number}" if card else reader.name


def listing_of_engine(
    cards: Sequence[str], monkeypatch: pytest.MonkeyPatch, sense: Sequence[int] = ()
) -> str:
    """What the museum's engine prints for them, cards named as the 704 names them."""
    monkeypatch.setattr(CardReader, "where", _card_alone)
    machine = Unattended()
    machine.load(deck(*cards), sense=frozenset(sense))
    for _ in range(MOST_STOPS):
        for _ in machine.run():
            pass
        if machine.ended:
            return machine.text()
        if machine.program.state.phase is Phase.READING and machine.reader.hopper_empty:
            machine.reader.operate("end_of_file", 1)
            machine.reader.operate("start", 1)
        else:
            machine.program.press("start", 0)
    raise AssertionError("the deck doesn't end")
