r"""The IBM 704 on the floor: its console, what it is wired to, and the units around it.

    console --- selector --- the checkers program --- 711 reader, 716 printer, 721 punch,
                        \--- the 704 itself --------- 727 tape units

This is the one exhibit that may import another machine: it wires Samuel's program to the console.
A selector beside the panel wires the console to the one or the other; turning it presses RESET on
both, and it can be turned while the machine stands.  Each keeps what it holds while the other is
at work: a game, or storage, drums and the tube of the 740.
Time runs in the smallest next step of all: the computer is let run up to the moment at which a
unit is next due, then the units are brought up to the same moment.  So the state at a given time
depends on that time and the events before it, never on how the time was sliced.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from devices.media.deck import Deck, deck_of_value, deck_value
from devices.panel.layout import PanelLayout
from devices.refusal import RefusedError
from devices.units.card_punch import CardPunch
from devices.units.card_reader import FRONT_DECK, CardReader, FedCard
from devices.units.card_unit import HOPPER_CARDS
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from devices.units.unit import Unit, Value
from machines.exhibit.exhibit import Exhibit, earliest
from machines.exhibit.snapshot import LATER
from machines.games.draughts.scene import BoardScene
from machines.ibm704.channel import Channel
from machines.ibm704.console import Console, Wiring
from machines.ibm704.desk import Desk, DeskState
from machines.ibm704.machine import LOADED_FROM, Machine, MachineState
from machines.ibm704.operations import SIZES
from machines.ibm704.program_view import desk_scene, is_text, program_scene
from machines.ibm704.scene import ProgramScene
from machines.ibm704.stored_game import moves_made, stop_reason
from machines.samuel.game_summary import NAMES
from machines.samuel.program import CheckersProgram, ProgramState

STORAGE = SIZES[-1]
"""Words, unless another size is asked for."""

BESIDE_CARDS = 4_000
"""More than the cards of any program lie beside the reader."""

CHECKERS, STORED = 0, 1
"""Places of the selector: the checkers program, or the program in the 704's own storage."""

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
    tapes: list[TapeDrive]
    selector: int = CHECKERS
    machine: MachineState | None = None
    """The 704 itself; None until the selector is first turned to it."""
    deck: str = ""
    """The deck that LOAD CARDS took last: the first in the hopper, data may lie behind it."""
    now_us: int = 0
    reason: str = ""
    """The last refusal of an operator's act; gone with the next act that is taken."""
    desk: DeskState | None = field(default=None, metadata=LATER)
    """What the debugger at the programmer's desk keeps; None until it is first used."""
    beside: list[FedCard] | None = field(default=None, metadata=LATER)
    """Cards of a long deck that lie beside the reader: they are put in as its hopper has room,
    which is full as long as there are any.  None: there are none."""

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        if self.beside is not None and not 0 < len(self.beside) <= BESIDE_CARDS:
            raise ValueError(f"{len(self.beside)} cards lie beside the reader")


class Ibm704(Exhibit):
    """The exhibit (machines/exhibit/exhibit.py says what its methods promise)."""

    name = "ibm704"
    title = "IBM 704: Samuel's checkers program, 1959"
    places = ("console", "selector", "desk")
    version = 3
    state_class = Ibm704State
    state: Ibm704State

    def __init__(
        self,
        layout: PanelLayout,
        tapes: int = 2,
        storage: int = STORAGE,
        drums: npt.NDArray[np.int64] | None = None,
    ) -> None:
        """``tapes``: how many tape units, their dials at 1, 2 ... (the checkers program knows two);
        ``storage``: words of the 704's own; ``drums``: int64[8, 2048], the words on its drums."""
        self.layout = layout
        self.storage = storage
        self.wiring = Wiring(layout)
        machine = None
        if drums is not None or storage != STORAGE:  # a log's first snapshot has it, to replay
            machine = MachineState.of_size(storage)
        if machine is not None and drums is not None:
            machine.channel.drums[:] = drums
        self._wire(
            Ibm704State(
                console=Console(self.wiring.count),
                program=ProgramState(),
                reader=CardReader("reader"),
                printer=LinePrinter("printer"),
                punch=CardPunch("punch"),
                tapes=[TapeDrive(f"tape{unit}", dial=unit) for unit in range(1, tapes + 1)],
                machine=machine,
            )
        )

    def _wire(self, state: Ibm704State) -> None:
        """Cable the parts of a state together."""
        self.state = state
        units: list[Unit] = [state.reader, state.printer, state.punch, *state.tapes]
        self.units = {unit.name: unit for unit in units}
        self.program = CheckersProgram(
            state.reader, state.printer, state.tapes[:2], state.punch, state.program
        )
        self.machine = None if state.machine is None else self._machine(state.machine)
        self.desk: Desk | None = None
        if self.machine is not None and state.desk is not None:
            self.desk = Desk(self.machine, state.desk)
        self._idle = 0
        """Turns in a row in which no time passed."""
        self._able: tuple[Unit, ...] = ()
        """The units that can be set going in a slice."""
        self._uncounted_us = 0
        """Time that was not yet put to the lamps: none after a slice."""

    def _machine(self, machine: MachineState) -> Machine:
        state = self.state
        channel = Channel(machine.channel, state.reader, state.printer, state.punch, state.tapes)
        return Machine(channel, machine)

    @property
    def drums(self) -> npt.NDArray[np.int64]:
        """The words on the 704's drums, int64[8, 2048].

        Raises ValueError before the selector was turned to it or any were given.
        """
        if self.machine is None:
            raise ValueError("the 704 itself has not been switched on")
        return self.machine.state.channel.drums

    @property
    def computer(self) -> CheckersProgram | Machine:
        """What the console is wired to."""
        if self.state.selector == CHECKERS or self.machine is None:
            return self.program
        return self.machine

    def _operate(self, place: str, control: str, value: Value) -> None:
        if place == "selector":
            self._select(control, value)
            return
        if place == "desk":
            self._debug(control, value)
            return
        if not isinstance(value, int):
            raise RefusedError(f"console {control}", f"{value!r} is not a number")
        first = next((card.deck for card in self.state.reader.hopper), "")
        self.state.console.operate(control, value, self.computer)
        if control == "load_cards" and value:
            self.state.deck = first
        if control in LOADED_FROM and value and self.desk is not None:
            self.desk.clear_paper()

    def _operate_unit(self, unit: str, control: str, value: Value) -> None:
        reader = self.state.reader
        if unit == "reader" and control == "hopper" and isinstance(value, str):
            value = self._lay_beside(value)
        first = reader.hopper[0].deck if reader.hopper else ""
        if value != "":
            super()._operate_unit(unit, control, value)
        if control == "empty_hopper":
            left = self.state.beside if value == FRONT_DECK and reader.hopper else None
            self.state.beside = [card for card in left or [] if card.deck != first] or None
        if control == "hopper" and unit == "reader" and not self.state.deck:
            self.state.deck = reader.hopper[-1].deck

    def _lay_beside(self, value: str) -> str:
        """The part of a deck that the hopper has room for, the rest being laid beside the reader.
        Empty: all of it lies there."""
        state, deck = self.state, deck_of_value(value)
        room = max(HOPPER_CARDS - len(state.reader.hopper), 0)
        beside = state.beside or []
        if len(deck.cards) <= room and not beside:
            return value
        rest = deck.cards[room:]
        if len(beside) + len(rest) > BESIDE_CARDS:
            raise RefusedError(
                "reader hopper",
                f"{deck.name} has {len(deck.cards)} cards; {BESIDE_CARDS} at most lie beside it",
            )
        state.beside = beside + [
            FedCard(card, deck.name, n) for n, card in enumerate(rest, start=room + 1)
        ]
        return deck_value(Deck(deck.name, deck.cards[:room])) if room else ""

    def _fill_hopper(self) -> None:
        """Put cards that lie beside the reader into its hopper, as far as there is room."""
        state = self.state
        room = HOPPER_CARDS - len(state.reader.hopper)
        if state.beside and room > 0:
            state.reader.hopper += state.beside[:room]
            state.beside = state.beside[room:] or None

    def _debug(self, control: str, value: Value) -> None:
        """A command of the debugger at the programmer's desk."""
        if control != "command" or not isinstance(value, str):
            raise RefusedError(f"desk {control}", "desk.command was expected, with a line of text")
        if self.machine is None or self.computer is not self.machine:
            raise RefusedError("DESK", "the console works the checkers program: turn CONSOLE TO")
        if not self.state.console.alive:
            raise RefusedError("DESK", self.state.console.reason())
        if self.desk is None:
            self.state.desk = DeskState()
            self.desk = Desk(self.machine, self.state.desk)
        self.state.console.shown = None
        self.desk.command(value)

    def log_begins(self) -> None:
        """What the debugger has counted isn't in the state."""
        if self.desk is not None:
            self.desk.log_begins()

    def _select(self, control: str, value: Value) -> None:
        """Wire the console to the checkers program (0) or to the 704 itself (1)."""
        if control != "program" or value not in (CHECKERS, STORED):
            raise RefusedError(
                f"selector {control}", "selector.program was expected, 0 (checkers) or 1 (704)"
            )
        state = self.state
        if value == state.selector:
            return
        if state.console.working(self.computer):
            raise RefusedError(
                "SELECTOR", "the machine is running: put the lever to MANUAL, or press RESET, first"
            )
        if state.machine is None:  # not before: a game's snapshots needn't carry its storage
            state.machine = MachineState.of_size(self.storage)
            self.machine = self._machine(state.machine)
        self.computer.press("reset", state.console.keys)
        state.selector = int(value)
        state.console.shown = None
        if value == CHECKERS and self.desk is not None:  # the next programmer finds an empty desk
            self.desk.close()
            self.desk = state.desk = None
        self.computer.press("reset", state.console.keys)
        console = state.console
        self.computer.set_switches(console.automatic, tuple(console.sense), console.keys)

    def advance(self, us: int) -> None:
        """Let ``us`` microseconds pass; fewer where the 704's observer pauses it."""
        self._next_due(us)
        self._able = tuple(unit for unit in self.units.values() if not _is_empty(unit))
        while us > 0 and not (self.computer is self.machine and self.machine.paused):
            us -= self._pass(us)
            self._settle()
        self._count_lamps()

    def _next_due(self, us: int) -> int:
        """``us``, or until a unit is next due.  Raises ValueError where that was before now."""
        return earliest(us, *[unit.due_us() for unit in self.units.values()])

    def _count(self, us: int) -> None:
        for unit in self._able:
            if unit.due_us() is not None:  # else time changes nothing in it
                unit.advance(us)
        self._fill_hopper()
        self.state.now_us += us

    def _count_lamps(self) -> None:
        if self._uncounted_us:
            self.state.console.count(self._uncounted_us, self.computer, self.wiring)
            self._uncounted_us = 0

    def _pass(self, us: int) -> int:
        computer, console = self.computer, self.state.console
        computer.sample = self.sample
        # The 704 itself comes back when the selected unit is due; no other is its business.
        step = self._next_due(us) if computer is self.program else us
        used = console.advance(step, computer)
        self._uncounted_us += used
        if console.shown is not None:
            self._count_lamps()
        self._count(used)
        if self.desk is not None:
            self.desk.after()
        self._idle = 0 if used else self._idle + 1
        if self._idle > IDLE_TURNS:
            raise RuntimeError(f"no time passes while the computer is in {computer!r}")
        return used

    @property
    def busy(self) -> bool:
        """Whether the computer runs, or a button that repeats is held."""
        return self.state.console.working(self.computer)

    @property
    def plays(self) -> int:
        """Moves that were made, and stops of the 704's own programs."""
        stops = 0 if self.machine is None else self.machine.state.stops
        return self.program.plays() + stops

    @property
    def on_us(self) -> npt.NDArray[np.int64]:
        return self.state.console.on_us

    def lit(self) -> npt.NDArray[np.bool_]:
        return self.state.console.lit(self.computer, self.wiring)

    def _controls(self) -> Mapping[str, int]:
        positions = self.state.console.positions()
        controls = {f"console.{name}": on for name, on in positions.items()}
        return {**controls, "selector.program": self.state.selector}

    def _reason(self) -> str:
        return self.state.console.reason() or self._reason_of_game() or self.computer.reason()

    def _reason_of_game(self) -> str:
        """Why a program that plays in the 704's storage has stopped; empty where it hasn't."""
        if self.machine is None or self.computer is not self.machine:
            return ""
        return stop_reason(self.machine)

    def _caption(self) -> str:
        return self.computer.caption() if self.state.console.alive else ""

    def _scene(self) -> BoardScene | ProgramScene:
        """The board, or the sheet of whoever wrote the program."""
        button = self.state.console.needs()
        off = f"console.{button}" if button else ""
        if self.machine is None or self.state.selector == CHECKERS:
            board = self.program.scene()
            return replace(board, needs=off) if off else board
        first = next((fed.card for fed in self.state.reader.hopper), None)
        scene = program_scene(self.machine, self.state.deck, NAMES)
        if self.desk is not None:
            scene = replace(scene, desk=desk_scene(self.desk, scene.around))
        return replace(scene, needs=off, text_cards=first is not None and is_text(first))

    def _tallies(self) -> dict[str, int]:
        """What has been counted: of the 704's own programs, what its units did."""
        tallies = self.program.tallies()
        tallies["punched"] = self.state.punch.cycles
        if self.machine is not None and self.state.selector == STORED:
            tallies["cards"] += self.state.reader.cycles
            tallies["lines"] = len(self.state.printer.paper.lines)
            tallies["stops"] = self.machine.state.stops
            tallies["moves"] += moves_made(self.machine)
        return tallies


def _is_empty(unit: Unit) -> bool:
    """Whether a unit stands, and only its operator can set it going: there is no tape on it."""
    return isinstance(unit, TapeDrive) and unit.mounted is None and not unit.busy
