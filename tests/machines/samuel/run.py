"""The checkers program with its units and nobody at the console, for tests: cards in, listing out.

START is pressed at every stop that only waits for it; at any other the run ends.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from devices.media.deck import Deck, deck_value, read_text_deck
from devices.media.tape import Tape, tape_value
from devices.units.card_punch import CardPunch
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from devices.units.unit import Unit
from machines.samuel.program import CheckersProgram
from machines.samuel.state import Phase, Stop

UNITS = 2
"""Tape units."""
STRETCH_US = 20_000_000
"""So much of the machine's time passes between two looks at it: about 4,000 boards."""
SAMPLE = 1_000_000
"""Nobody looks at the lamps."""
ONLY_START = (Stop.FIRST_ACT, Stop.AFTER_MOVE, Stop.SHOWING)


@dataclass
class Unattended:
    """The program and its units; a value, as they are."""

    reader: CardReader = field(default_factory=CardReader)
    printer: LinePrinter = field(default_factory=LinePrinter)
    punch: CardPunch = field(default_factory=CardPunch)
    tapes: tuple[TapeDrive, ...] = field(
        default_factory=lambda: tuple(TapeDrive(f"tape{n}", dial=n) for n in range(1, UNITS + 1))
    )
    program: CheckersProgram = field(init=False)

    def __post_init__(self) -> None:
        self.program = CheckersProgram(
            self.reader, self.printer, self.tapes, self.punch, sample=SAMPLE
        )

    def units(self) -> tuple[Unit, ...]:
        """All units."""
        return (self.reader, self.printer, self.punch, *self.tapes)

    def load(
        self,
        deck: Deck,
        tapes: dict[int, Tape] | None = None,
        sense: frozenset[int] = frozenset(),
        alpha_beta: bool = False,
    ) -> None:
        """Put the media on the units, set the sense switches, press LOAD CARDS.

        Raises RefusedError when a medium does not fit.
        """
        self.reader.operate("hopper", deck_value(deck))
        self.reader.operate("start", 1)
        for number, tape in (tapes or {}).items():
            unit = self.tapes[number - 1]
            unit.operate("mount", tape_value(tape))
            unit.operate("load_rewind", 1)
            unit.operate("start", 1)
        switches = tuple(n in sense for n in range(1, 7))
        self.program.set_switches(automatic=True, sense=switches, keys=0)
        self.program.press("load_cards", 0)
        self.program.state.lookahead.settings.alpha_beta = int(alpha_beta)

    def advance(self, us: int) -> None:
        """Let ``us`` pass on the program and its units together."""
        while us > 0:
            dues = [due for unit in self.units() if (due := unit.due_us()) is not None]
            used = self.program.advance(min([us, *dues]))
            for unit in self.units():
                unit.advance(used)
            us -= used

    def run(self, stretch_us: int = STRETCH_US) -> Iterator[None]:
        """Run to the end; yields after every stretch, so that lines can be taken away."""
        while self._goes_on():
            self.advance(stretch_us)
            yield

    def _goes_on(self) -> bool:
        """Press START where that is all that is wanted; whether there is anything to wait for."""
        program, state = self.program, self.program.state
        if program.running():
            return True
        if state.phase is Phase.STOPPED and state.stop in ONLY_START:
            program.press("start", 0)
            return True
        waiting = state.phase is Phase.READING and self.reader.hopper_empty
        if waiting and state.setting_up and state.games:
            program.press("start", 0)
            return True
        return False

    @property
    def ended(self) -> bool:
        """Whether the deck has ended as it should."""
        return self.program.state.stop is Stop.END and not self.program.running()

    def text(self) -> str:
        """What stands on the paper."""
        return self.printer.paper.text()

    def move(self, source: int, target: int, game: int = 0) -> None:
        """Enter one step of a move by the keys."""
        sense = self.program.state.sense
        word = game << 12 | source << 6 | target
        self.program.set_switches(automatic=False, sense=sense, keys=word)
        self.program.press("enter_mq", word)
        self.program.set_switches(automatic=True, sense=sense, keys=word)
        self.program.press("start", word)
        self.settle()

    def settle(self) -> None:
        """Let time pass until it waits for the operator."""
        while self.program.running():
            self.advance(STRETCH_US)

    def start(self) -> None:
        """Press START and let it run."""
        self.program.press("start", 0)
        self.settle()


CHEAP = "BREAK  MIN 1", "BREAK  QUIET 1", "BREAK  JUMP 2", "BREAK  LAST 8"
"""A look-ahead of a few boards."""


def deck(*cards: str, name: str = "test.txt") -> Deck:
    """A deck of these cards."""
    return read_text_deck("".join(f"{card}\n" for card in cards), name)


def loaded(*cards: str, sense: tuple[int, ...] = ()) -> Unattended:
    """A machine that has read the cards up to the first act."""
    machine = Unattended()
    machine.load(deck(*cards), sense=frozenset(sense))
    machine.settle()
    return machine


def played(*cards: str, sense: tuple[int, ...] = ()) -> Unattended:
    """A machine that has played the cards as far as it goes by itself."""
    machine = Unattended()
    machine.load(deck(*cards), sense=frozenset(sense))
    for _ in machine.run():
        pass
    return machine
