"""A 704 without its console: runs a program deck, returns print and cards.

For programmers.  The exhibit (machines.ibm704.exhibit) has the same machine behind its panel; a run
that is logged and can be replayed is ``main.py run704``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from devices.media.card import Card
from devices.media.deck import Deck, deck_value
from devices.media.paper import text_of_lines
from devices.media.tape import Tape, tape_value
from devices.refusal import RefusedError
from devices.units.card_punch import CardPunch
from devices.units.card_reader import CardReader
from devices.units.card_unit import HOPPER_CARDS, STACKER_CARDS
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import LOAD_US, TapeDrive
from devices.units.unit import Unit, Value
from machines.ibm704 import registers as at
from machines.ibm704.channel import Channel
from machines.ibm704.loading_faults import FROM_CARD
from machines.ibm704.machine import Machine, MachineState
from machines.ibm704.operations import SIZES

TAPE_UNITS = 10
SLICE_US = 1_000_000
REST_US = 1_000_000
"""In less than this a line or a card that is under way lies where it belongs."""
LOW = 100
"""Cards in a hopper, or places in a stacker, at which an operator would get up."""


EndOfFile = Literal["never", "last-deck", "always"]
"""When END OF FILE is pressed on the reader: never, with the last of the decks in the hopper, or
whenever the hopper is empty and there is nothing more to put in."""


@dataclass(frozen=True)
class ProgramRun:
    """What a program left when it stopped."""

    reason: str
    """Why it stands; empty after a program stop (HPR or HTR)."""
    printed: str
    """All lines of the 716 printer."""
    punched: Deck
    """The cards of the 721 punch."""
    machine: Machine
    """The machine as it stands: ``registers()``, ``read_storage(address)``, ``lights()``."""
    cycles: int
    """How many cycles of 12 microseconds the processor worked; waiting for units isn't counted."""


class Ibm704Computer:
    """A 704 with a card reader, a printer, a punch and ten tape units.

    ``storage``: 4,096, 8,192 or 32,768 words; ``board``: the printer's control panel
    (devices/media/printer_board.py), if it isn't the standard one.  Media stay in the units
    between two runs.  Raises RefusedError.
    """

    def __init__(self, storage: int = SIZES[-1], board: Deck | None = None) -> None:
        if storage not in SIZES:
            raise RefusedError("storage", f"is {storage} words; expected one of {SIZES}")
        state = MachineState.of_size(storage)
        self.reader, self.printer = CardReader("reader"), LinePrinter("printer")
        self.punch = CardPunch("punch")
        self.tapes = [TapeDrive(f"tape{unit}", dial=unit) for unit in range(1, TAPE_UNITS + 1)]
        channel = Channel(state.channel, self.reader, self.printer, self.punch, self.tapes)
        self.machine = Machine(channel, state)
        self.machine.sample = 0
        self.units: tuple[Unit, ...] = (self.reader, self.printer, self.punch, *self.tapes)
        self._attendant = CardAttendant(self.reader, self.punch, self._operate)
        if board is not None:
            self._operate("printer.board", deck_value(board))

    def run(
        self,
        deck: Deck,
        *data: Deck,
        switches: Sequence[int] = (),
        keys: int = 0,
        max_us: int = 3_600_000_000,
        end_of_file: EndOfFile = "last-deck",
    ) -> ProgramRun:
        """LOAD CARDS with ``deck`` and then ``data`` in the reader, until the program stops.

        ``end_of_file``: when that key of the reader is pressed (the key of an earlier run is up
        again).  ``max_us``, the 704's own time, is the most that it is given.  ``switches``: the
        sense switches, 1 to 6, that are down; ``keys``: the 36 entry keys as a word.  Raises
        RefusedError for switches or keys that there aren't.
        """
        if not all(1 <= switch <= 6 for switch in switches):
            raise RefusedError("switches", f"are {tuple(switches)}; expected some of 1 to 6")
        if not 0 <= keys < 1 << 36:
            raise RefusedError("keys", f"are {keys}; expected a word of 36 bits")
        machine = self.machine
        lines = self.printer.paper.lines
        first, first_cycle = len(lines), int(machine.words[at.CYCLES])
        before = lines[-1] if lines else None
        attendant = self._attendant
        attendant.decks, attendant.end_of_file = [deck, *data], end_of_file
        self.reader.end_of_file = False
        attendant.tend()
        machine.set_switches(True, tuple(n in switches for n in range(1, 7)), keys)
        machine.press("load_cards", keys)
        until_us = machine.state.now_us + max_us
        while machine.running() and machine.state.now_us < until_us:
            self._advance(min(SLICE_US, until_us - machine.state.now_us))
            attendant.tend()
        if not machine.running() and not at_rest(self.printer, self.punch):
            self._advance(REST_US)
        if before is not None and lines[first - 1] != before:
            first -= 1  # printed over
        return ProgramRun(
            self._reason(),
            self._listing(first),
            Deck("punched", attendant.take_punched_cards()),
            machine,
            int(machine.words[at.CYCLES]) - first_cycle,
        )

    def mount(self, unit: int, tape: Tape, ring: bool = True) -> None:
        """Put a reel on tape unit 1 to 10 and make it ready; without its ring it is only read.

        ``tapes[unit - 1].tape()`` is the reel after a run.  Raises RefusedError.
        """
        drive = self.tapes[unit - 1]
        drive.operate("file_protect", int(not ring))
        drive.operate("mount", tape_value(tape))
        for button in ("load_rewind", "start"):
            press(self._operate, f"{drive.name}.{button}")
            self._advance(LOAD_US)

    def _listing(self, first: int) -> str:
        """What is printed from a line on."""
        paper = self.printer.paper
        row = paper.lines[first - 1].row + 1 if first else 0
        return text_of_lines(paper.lines[first:], row, paper.form_rows)

    def _reason(self) -> str:
        if self.machine.running():
            return "no program stop within the time that it was given"
        stopped = self.machine.state.stop in (at.STOPPED_HPR, at.STOPPED_HTR)
        return "" if stopped and not self.machine.loader_stop() else self.machine.reason()

    def _advance(self, us: int) -> None:
        """Let time pass, the units after the machine (as the exhibit does)."""
        while us > 0:
            used = self.machine.advance(us)
            for unit in self.units:
                if unit.due_us() is not None:
                    unit.advance(used)
            us -= used

    def _operate(self, control: str, value: Value) -> None:
        name, _, of_unit = control.partition(".")
        next(unit for unit in self.units if unit.name == name).operate(of_unit, value)


def at_rest(*units: Unit) -> bool:
    """Whether nothing is under way in any of them."""
    return all(unit.due_us() is None for unit in units)


Operate = Callable[[str, Value], None]
"""Works a control, such as ``reader.start``."""


def press(operate: Operate, control: str) -> None:
    """Press a button and let it go."""
    operate(control, 1)
    operate(control, 0)


class CardAttendant:
    """Feeds the reader and the punch of a 704 at which nobody stands.

    Cards that the hopper has no room for follow as it empties; ``end_of_file`` says when that key
    is pressed, and so is a deck without cards among the others.  Read and punched cards are taken
    out of full stackers, blank cards put in.
    """

    def __init__(
        self,
        reader: CardReader,
        punch: CardPunch,
        operate: Operate,
        end_of_file: EndOfFile = "last-deck",
    ) -> None:
        self.reader, self.punch, self.operate = reader, punch, operate
        self.end_of_file = end_of_file
        self.decks: list[Deck] = []
        """What is still to be put into the hopper."""
        self._punched: list[Card] = []

    def tend(self) -> None:
        """Cards in and out."""
        if len(self.reader.stacker) > STACKER_CARDS - LOW:
            press(self.operate, "reader.stacker")
        if self.decks and len(self.reader.hopper) < LOW and not self.reader.end_of_file:
            self.fill_hopper()
        elif self.end_of_file == "always" and self._has_read_all():
            press(self.operate, "reader.end_of_file")
            press(self.operate, "reader.start")
        if len(self.punch.stacker) > STACKER_CARDS - LOW:
            self._empty_stacker()
        if self.punch.hopper < LOW:
            self.operate("punch.hopper", HOPPER_CARDS - self.punch.hopper)
            press(self.operate, "punch.start")

    def fill_hopper(self) -> None:
        """As many cards as there is room for; with the last END OF FILE, unless it never is."""
        ends = self.end_of_file != "never"
        while self.decks and (room := HOPPER_CARDS - len(self.reader.hopper)):
            if self.reader.end_of_file:
                break  # until the program has met the end of that file
            deck = self.decks.pop(0)
            if not deck.cards:
                self._end_file(ends)
                continue
            if len(deck.cards) > room:
                name, _, number = deck.name.partition(FROM_CARD)
                rest = f"{name}{FROM_CARD}{int(number or 1) + room}"
                self.decks.insert(0, Deck(rest, deck.cards[room:]))
                deck = Deck(deck.name, deck.cards[:room])
            self.operate("reader.hopper", deck_value(deck))
        self._end_file(ends and not self.decks)
        press(self.operate, "reader.start")

    def _end_file(self, ends: bool) -> None:
        if ends and not self.reader.end_of_file:
            press(self.operate, "reader.end_of_file")

    def _has_read_all(self) -> bool:
        """Whether the reader stands before an empty hopper, with END OF FILE not pressed."""
        reader = self.reader
        empty = reader.hopper_empty and not self.decks
        return empty and not (reader.busy or reader.jammed or reader.end_of_file)

    def take_punched_cards(self) -> tuple[Card, ...]:
        """The cards that were punched since this was last asked."""
        self._empty_stacker()
        punched, self._punched = tuple(self._punched), []
        return punched

    def _empty_stacker(self) -> None:
        if self.punch.stacker:
            self._punched += self.punch.stacker
            press(self.operate, "punch.stacker")
