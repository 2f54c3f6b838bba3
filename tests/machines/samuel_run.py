"""A run of the checkers program without a console: a deck in, a listing out.

Nobody stands at the machine: START is pressed for the operator at every stop that only waits for
it, and where a person would have to do something else the run ends and says what.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from devices.media.deck import Deck, deck_value
from devices.media.tape import Tape, tape_value
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
    tapes: tuple[TapeDrive, ...] = field(
        default_factory=lambda: tuple(TapeDrive(f"tape{n}", dial=n) for n in range(1, UNITS + 1))
    )
    program: CheckersProgram = field(init=False)
    started: bool = False
    """START was pressed at an empty hopper, to play what the cards had set up."""

    def __post_init__(self) -> None:
        self.program = CheckersProgram(self.reader, self.printer, self.tapes, sample=SAMPLE)

    def units(self) -> tuple[Unit, ...]:
        """All units."""
        return (self.reader, self.printer, *self.tapes)

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
        if program.out_of_cards() and state.setting_up and state.games and not self.started:
            self.started = True
            program.press("start", 0)
            return True
        return False

    @property
    def ended(self) -> bool:
        """Whether the deck has ended as it should."""
        return self.program.state.stop is Stop.END and not self.program.running()

    def trouble(self) -> str:
        """What stopped it instead, in words."""
        state = self.program.state
        if state.stop is Stop.REFUSED:
            return state.why.rpartition(";")[0]
        if state.stop is Stop.KEYS:
            return "sense switch 1 is down: moves come from the entry keys, and nobody is there"
        if self.program.out_of_cards():
            return "the cards ran out before an END card: the games stand as they were"
        return self.program.reason()
