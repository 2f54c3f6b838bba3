"""Programs that use the library's routines and units: assembled, run with nobody at the console."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from devices.media.deck import Deck, deck_value, read_text_deck
from devices.media.tape import Tape
from machines.ibm704 import registers as at
from machines.ibm704.assembler import Assembly
from machines.ibm704.exhibit import STORED
from machines.ibm704.operations import CYCLE_US
from machines.workshop.unattended.ibm704 import NAME, ProgramOperator
from machines.workshop.unattended.operator import MountedTape
from tests.machines.ibm704.library.routines import assembled

LIMIT_US = 600_000_000
SIZE = 32768


def operator(size: int = SIZE) -> ProgramOperator:
    """A 704 with all its units."""
    return ProgramOperator(lambda line: None, size, LIMIT_US)


def press(one: ProgramOperator, control: str) -> None:
    for value in (1, 0):
        one.session.act(NAME, control, value)


def started(
    assembly: Assembly,
    cards: Deck | None = None,
    tapes: Mapping[str, Tape] | None = None,
    switches: Sequence[int] = (),
    words: Mapping[int, int] | None = None,
    size: int = SIZE,
) -> ProgramOperator:
    """A program that is already in storage, its media in the units, START pressed."""
    one = operator(size)
    for unit, tape in (tapes or {}).items():
        one.mount(unit, MountedTape(tape, Path(tape.name), ring=True))
    for switch in switches:
        one.session.act(NAME, f"console.sense.{switch}", 1)
    if cards is not None:
        one.session.act(NAME, "reader.hopper", deck_value(cards))
        press(one, "reader.end_of_file")
        press(one, "reader.start")
    one.session.act(NAME, "selector.program", STORED)
    for address, word in {**assembly.words, **(words or {})}.items():
        one.machine.state.storage[address] = word
    one.machine.words[at.IC] = assembly.start or 0
    press(one, "console.start")
    return one


def stop_of(one: ProgramOperator) -> int:
    """The address of the HPR at which it stops."""
    assert one.run(lambda: True) == ""
    return int(one.machine.words[at.SR]) & 0o77777


class Run:
    """A driver with routines, run to its HPR on a machine with units."""

    def __init__(
        self,
        source: str,
        *names: str,
        cards: Deck | None = None,
        tapes: Mapping[str, Tape] | None = None,
        words: Mapping[int, int] | None = None,
    ) -> None:
        self.assembly = assembled(source, *names)
        self.operator = started(self.assembly, cards, tapes, words=words)
        self.stop = stop_of(self.operator)

    def words(self, place: str | int, count: int) -> list[int]:
        """Words from a symbol or an address on."""
        first = self.assembly.symbols[place] if isinstance(place, str) else place
        return [int(word) for word in self.operator.machine.state.storage[first : first + count]]

    @property
    def us(self) -> int:
        """How long it took, in the 704's time."""
        return CYCLE_US * int(self.operator.machine.words[at.CYCLES])

    @property
    def lines(self) -> list[str]:
        """What was printed."""
        return self.operator.printed().splitlines()


@cache
def text_deck(*lines: str) -> Deck:
    """Cards of characters."""
    return read_text_deck("".join(f"{line}\n" for line in lines), "cards.txt")
