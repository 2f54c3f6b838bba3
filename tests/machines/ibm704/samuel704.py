"""Samuel's program in 704 code and the museum's engine, each with the same deck, for tests."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from devices.media.deck import Deck
from devices.media.tape import Tape
from devices.units.card_reader import CardReader
from machines.games.draughts.board import Position
from machines.ibm704 import registers as at
from machines.ibm704.assembler import Assembly
from machines.ibm704.exhibit import STORED
from machines.samuel import terms
from machines.samuel.polynomial import TERMS, Polynomial
from machines.samuel.state import Phase, Stop
from machines.workshop.unattended.ibm704 import NAME, ProgramOperator
from machines.workshop.unattended.operator import MountedTape
from tests.machines.ibm704.programs import SAMUEL, Kernel, as_word, assembled, program_deck
from tests.machines.samuel.run import Unattended, deck

STORAGE = SAMUEL["samuel"]
MINUS = 1 << 35
"""A word's sign."""
LIMIT_US = 300_000_000_000
DECK_ENDED, MOVE_MADE, REFUSED, ASKS, SHOWS_JUMP = 0o77777, 2, 3, 4, 5
MOST_STOPS = 200


def assembled_samuel() -> Assembly:
    """The whole program; it has no errors."""
    return assembled("samuel")


def with_tables() -> Kernel:
    """A processor with the program, to be changed."""
    kernel = Kernel(assembled_samuel(), STORAGE)
    kernel.call("TABLES")
    return kernel


FRAME = 0o1000
"""The record of the first board under study."""


def put(kernel: Kernel, position: Position) -> None:
    """A board as the first under study."""
    for offset, word in enumerate(position.words()):
        kernel.storage[FRAME + offset] = as_word(word)
    kernel["BMOVER"] = int(position.black_to_move)
    kernel.state[at.XA] = 0


def press(one: ProgramOperator, control: str) -> None:
    for value in (1, 0):
        one.session.act(NAME, control, value)


def store_polynomial(kernel: Kernel, polynomial: Polynomial) -> None:
    """Put a polynomial where POLY cards leave it."""
    for number in range(terms.TERM_NUMBERS):
        kernel.storage[kernel.symbols["PIECE"] + number] = 0
    kernel["PIECE"] = polynomial.advantage_weight
    kernel["MANNER"], kernel["NTERMS"] = int(polynomial.manner), len(polynomial.weights)
    for k, weight in enumerate(polynomial.weights, start=1):
        number, value = TERMS[weight.name].number, weight.coefficient
        kernel.storage[kernel.symbols["TERM"] - k] = number
        word = MINUS | -value if value < 0 else value
        kernel.storage[kernel.symbols["PIECE"] + number] = word


@dataclass(frozen=True)
class Run704:
    """What came of a deck: the listing, the stops' numbers, the M-Q at each stop."""

    printed: str
    stops: list[int]
    mq: list[int]
    lights: list[tuple[bool, ...]]
    """The sense lights at each stop."""
    punched: list[str]
    """The text of each card in the punch's stacker."""


def run_704(
    cards: Sequence[str],
    sense: Sequence[int] = (),
    entries: Iterable[int] = (),
    program: str = "samuel",
    after_end: Iterable[int] = (),
) -> Run704:
    """The 704 with the program in storage and these cards, START pressed at each stop.

    ``entries`` are put into the M-Q one after the other where an operator is asked for a move, and
    ``after_end`` where the deck has ended; it ends where there is none left.  ``program``: one of
    SAMUEL.
    """
    one = loaded(program, deck(*cards), sense)
    left, left_at_end = iter(entries), iter(after_end)
    stops: list[int] = []
    mq: list[int] = []
    lights: list[tuple[bool, ...]] = []
    while len(stops) < MOST_STOPS:
        assert one.run(lambda: True) == ""
        stops.append(int(one.machine.words[at.SR]) & 0o77777)
        mq.append(int(one.machine.words[at.MQ]))
        lights.append(one.machine.lights().sense)
        if stops[-1] in (ASKS, DECK_ENDED):
            entry = next(left if stops[-1] == ASKS else left_at_end, None)
            if entry is None:
                break
            one.machine.words[at.MQ] = entry
        press(one, "console.start")
    one.let_units_rest()
    punched = [card.text() for card in one.exhibit.state.punch.stacker]
    return Run704(one.printed(), stops, mq, lights, punched)


def loaded(
    program: str,
    cards: Deck,
    sense: Sequence[int] = (),
    tapes: Mapping[int, Tape] | None = None,
) -> ProgramOperator:
    """A 704 of the program's storage that has read the program's deck: tapes on their units, cards
    in the hopper, START pressed."""
    one = ProgramOperator(lambda line: None, SAMUEL[program], LIMIT_US)
    for switch in sense:
        one.session.act(NAME, f"console.sense.{switch}", 1)
    for unit, tape in (tapes or {}).items():
        one.mount(f"tape{unit}", MountedTape(tape, Path(tape.name), ring=False))
    one.attendant.decks = [cards]
    one.attendant.fill_hopper()
    one.session.act(NAME, "selector.program", STORED)
    one.machine.state.storage[:], one.exhibit.drums[:] = read_in(program)
    press(one, "console.start")
    return one


@cache
def read_in(program: str) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Storage and drums when the program's deck has been read by LOAD CARDS, and RESET and START
    begin with the control cards."""
    one = ProgramOperator(lambda line: None, SAMUEL[program], LIMIT_US, end_of_file="never")
    one.attendant.decks = [program_deck(program)]
    one.attendant.fill_hopper()
    one.session.act(NAME, "selector.program", STORED)
    press(one, "console.load_cards")
    assert "hopper" in one.run(lambda: True)
    return one.machine.state.storage, one.exhibit.drums


def listing_of_704(
    cards: Sequence[str], sense: Sequence[int] = (), program: str = "samuel"
) -> tuple[str, list[int]]:
    """What the 704 prints for these cards, and the stops' numbers."""
    run = run_704(cards, sense, program=program)
    return run.printed, run.stops


def card_alone(reader: CardReader) -> str:
    """How the 704 names a card: it can't know the deck's name."""
    card = reader.moving or reader.last
    return f"card {card.number}" if card else reader.name


def run_engine(
    cards: Sequence[str],
    monkeypatch: pytest.MonkeyPatch,
    sense: Sequence[int] = (),
    entries: Iterable[int] = (),
    after_end: Iterable[int] = (),
) -> tuple[str, list[tuple[int, tuple[bool, ...]]]]:
    """What the museum's engine prints, cards named as the 704 names them; M-Q and sense lights
    where an operator is asked for a move."""
    monkeypatch.setattr(CardReader, "where", card_alone)
    machine = Unattended()
    machine.load(deck(*cards), sense=frozenset(sense))
    program, left, left_at_end = machine.program, iter(entries), iter(after_end)
    asked: list[tuple[int, tuple[bool, ...]]] = []
    for _ in range(MOST_STOPS):
        for _ in machine.run():
            pass
        if program.state.phase is Phase.READING and machine.reader.hopper_empty:
            machine.reader.operate("end_of_file", 1)
            machine.reader.operate("start", 1)
        elif program.state.stop in (Stop.KEYS, Stop.END):
            if program.state.stop is Stop.KEYS:
                asked.append((program.state.mq, program.lights().sense))
            entry = next(left_at_end if machine.ended else left, None)
            if entry is None:
                break
            switches = program.state.sense
            program.set_switches(automatic=False, sense=switches, keys=entry)
            program.press("enter_mq", entry)
            program.set_switches(automatic=True, sense=switches, keys=entry)
            program.press("start", entry)
            machine.settle()
        else:
            program.press("start", 0)
    return machine.text(), asked


def listing_of_engine(
    cards: Sequence[str], monkeypatch: pytest.MonkeyPatch, sense: Sequence[int] = ()
) -> str:
    """What the museum's engine prints for them."""
    return run_engine(cards, monkeypatch, sense)[0]
