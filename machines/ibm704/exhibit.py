"""The IBM 704 on the floor: its console wired to the checkers program, and the units around it.

    console --- computer (the checkers program) --- 711 reader, 716 printer, 721 punch,
                                                    two 727 tape units

This is the one exhibit that may import another machine: it wires Samuel's program to the console.
Time runs in the smallest next step of all: the computer is let run up to the moment at which a
unit is next due, then the units are brought up to the same moment.  So the state at a given time
depends on that time and the events before it, never on how the time was sliced.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from devices.panel.layout import PanelLayout
from devices.refusal import RefusedError
from devices.units.card_punch import CardPunch
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from devices.units.unit import Unit, Value
from machines import snapshot
from machines.exhibit import Event, View
from machines.ibm704.console import Console, Wiring
from machines.samuel.program import CheckersProgram, ProgramState

VERSION = 1
"""Of the snapshot's form."""

IDLE_TURNS = 1_000
"""A machine that takes this many turns in which no time passes is broken, not slow."""


@dataclass
class Ibm704State:
    """All that the exhibit is: a value, copied or written as it stands."""

    console: Console
    program: ProgramState
    reader: CardReader
    printer: LinePrinter
    punch: CardPunch
    tape1: TapeDrive
    tape2: TapeDrive
    now_us: int = 0
    reason: str = ""
    """The last refusal of an operator's act; gone with the next act that is taken."""


class Ibm704:
    """The exhibit (machines/exhibit.py says what its methods promise)."""

    name: ClassVar[str] = "ibm704"
    title: ClassVar[str] = "IBM 704: Samuel's checkers program, 1959"

    def __init__(self, layout: PanelLayout) -> None:
        self.layout = layout
        self.wiring = Wiring(layout)
        self.sample = 1
        """Every how many phases of the look-ahead the lamps are counted: 1 is exact.  It changes
        what the lamps count and nothing else."""
        self._wire(
            Ibm704State(
                console=Console(self.wiring.count),
                program=ProgramState(),
                reader=CardReader("reader"),
                printer=LinePrinter("printer"),
                punch=CardPunch("punch"),
                tape1=TapeDrive("tape1"),
                tape2=TapeDrive("tape2", dial=2),
            )
        )

    def _wire(self, state: Ibm704State) -> None:
        """Cable the parts of a state together."""
        self.state = state
        self.units: Mapping[str, Unit] = {
            unit.name: unit
            for unit in (state.reader, state.printer, state.punch, state.tape1, state.tape2)
        }
        self.program = CheckersProgram(
            state.reader, state.printer, (state.tape1, state.tape2), state.punch, state.program
        )

    @property
    def now_us(self) -> int:
        """The exhibit's own time."""
        return self.state.now_us

    def operate(self, event: Event) -> None:
        """Take one act: ``console.<control>`` or ``<unit>.<control>``."""
        place, _, control = event.control.partition(".")
        try:
            self._operate(place, control, event.value)
        except RefusedError as refusal:
            self.state.reason = str(refusal)
            raise
        self.state.reason = ""

    def _operate(self, place: str, control: str, value: Value) -> None:
        if place == "console":
            if not isinstance(value, int):
                raise RefusedError(f"console {control}", f"{value!r} is not a number")
            self.state.console.operate(control, value, self.program)
        elif place in self.units:
            self.units[place].operate(control, value)
        else:
            raise RefusedError(
                place, f"no such thing here; there are console, {', '.join(self.units)}"
            )

    def advance(self, us: int) -> None:
        """Let ``us`` microseconds pass, from one due thing to the next."""
        self.program.sample = self.sample
        idle = 0
        while us > 0:
            dues = [due for unit in self.units.values() if (due := unit.due_us()) is not None]
            used = self.state.console.advance(min([us, *dues]), self.program, self.wiring)
            for unit in self.units.values():
                unit.advance(used)
            self.state.now_us += used
            us -= used
            idle = 0 if used else idle + 1
            if idle > IDLE_TURNS:
                raise RuntimeError(f"no time passes while the program is in {self.program!r}")

    def snapshot(self) -> bytes:
        """The whole state, with the form's version."""
        return snapshot.pack(self.state, VERSION)

    def restore(self, data: bytes) -> None:
        """Take a state back."""
        self._wire(snapshot.unpack(data, Ibm704State, VERSION))

    def view(self) -> View:
        """What can be seen now."""
        state = self.state
        return View(
            exhibit=self.name,
            now_us=state.now_us,
            on_us=state.console.on_us.copy(),
            lit=state.console.lit(self.program, self.wiring),
            controls={f"console.{name}": at for name, at in state.console.positions().items()},
            units={name: unit.view() for name, unit in self.units.items()},
            reason=state.reason or state.console.reason() or self.program.reason(),
            caption=self.program.caption() if state.console.alive else "",
            busy=state.console.working(self.program),
            plays=self.program.plays(),
            scene=self.program.scene(),
            tallies=self.program.tallies(),
        )
