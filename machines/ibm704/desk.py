"""The programmer's desk in the room: a debugger's commands as acts of the operator.

What ``run704 --debug`` takes, the desk takes as the act ``desk.command`` (machines.ibm704.debugger
has the commands).  In the room, differently from there:

* time goes on: where the debugger wants a pause the machine stands as if it had been halted, and
  START goes on;
* BACK takes back the last STEP, OVER, UNTIL or GO as a whole, and only where it met no unit: cards
  that were read lie in the stacker, paper is printed;
* there are no files, so no trace.

All that a later act depends on is part of the exhibit's state: the breakpoints, and what BACK puts
back.  Counts, rows and transfers are the debugger's own; they begin anew where a log begins.
"""

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from devices.annotations import check_within
from devices.refusal import RefusedError
from machines.exhibit.snapshot import ASIDE
from machines.ibm704 import registers as at
from machines.ibm704.machine import Machine, Phase
from machines.ibm704.operations import SIZES

if TYPE_CHECKING:
    from machines.ibm704.debugger.debugger import Debugger

KEPT = 64
"""So many steps can be taken back."""
SAID = 60
"""Lines that are kept of what the debugger said."""
SHOWN_ON_DESK = 2
"""Lines at the end of what it says when the machine stands, the next instruction and the registers:
listing and form show them."""
NO_SYMBOL = re.compile(r"^([0-7]{5}) {10,}")
"""A line's location with the room behind it where its symbol would stand."""
LONGEST = 72
"""Characters of a command."""
AT_PLACE = 0
"""The kind of a breakpoint at an address (machines.ibm704.debugger.kernel.ON_PLACE)."""
STEPS = frozenset({"step", "over"})
"""Commands whose line of registers says enough."""
RUNS = STEPS | {"until", "go"}
NOT_HERE = {"trace": "files are written by run704 --debug", "quit": "the desk stays"}


@dataclass
class Before:
    """What the machine held before a step: registers, and words of storage that it changed."""

    words: npt.NDArray[np.int64]
    """int64[registers.ASIDE]."""
    places: npt.NDArray[np.int64]
    held: npt.NDArray[np.int64]
    """int64[n] each: addresses, and what was there."""
    met_us: int
    """When a unit was met last (machines.ibm704.machine.MachineState)."""
    ended: int = 0
    """The processor's cycles when the step was over: nothing may have run since."""


@dataclass
class DeskState:
    """What lies on the desk."""

    points: dict[int, tuple[int, int, int, int, int]] = field(default_factory=dict)
    """Breakpoints by number (machines.ibm704.debugger.breakpoints.Point)."""
    last: int = 0
    """The number given last."""
    steps: list[Before] = field(default_factory=list)
    """What BACK puts back, the latest last."""
    begun: Before | None = None
    """The step that isn't over: ``held`` is all of storage, ``places`` empty."""
    said: list[str] = field(default_factory=list, metadata=ASIDE)
    """What the debugger said, the latest last."""

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        check_within(0, 1 << 40, numbers=[*self.points, self.last])
        for point in self.points.values():
            check_within(-1, 1_000_000_000, breakpoint=list(point))
        for step in [*self.steps, *([self.begun] if self.begun else [])]:
            if step.words.shape != (at.ASIDE,) or step.places.ndim != 1 or step.held.ndim != 1:
                raise ValueError("a step holds other registers")
            size = int(step.words[at.SIZE_MASK]) + 1
            count = size if step is self.begun else len(step.places)
            if size not in SIZES or len(step.held) != count:
                raise ValueError("a step is of another machine")
            at.check(step.words, at.new_state(size)[at.ASIDE : at.STATE_WORDS], size)
            check_within(0, 0o77777, places=step.places)
            check_within(0, at.WORD, held=step.held)
            check_within(0, 2**53, cycles=step.ended)
        if len(self.steps) > KEPT:
            raise ValueError(f"{len(self.steps)} steps; expected {KEPT} at most")


class Desk:
    """The debugger of the machine that stands in the room."""

    def __init__(self, machine: Machine, state: DeskState) -> None:
        self.machine, self.state = machine, state
        self._debugger: Debugger | None = None
        size = len(machine.state.storage)
        for step in [*state.steps, *([state.begun] if state.begun else [])]:
            if step.words[at.SIZE_MASK] != size - 1 or (step.places >= size).any():
                raise RefusedError("desk", f"holds a step of another machine than of {size} words")
        if state.points:
            self._watch()

    # -- acts

    def command(self, text: str) -> None:
        """Take a command.  Raises RefusedError, with nothing changed, for what is none."""
        if len(text) > LONGEST:
            raise RefusedError("DESK", f"a command has at most {LONGEST} characters")
        if self.machine.running():
            raise RefusedError("DESK", "the machine is running: put the lever to MANUAL first")
        from machines.ibm704.debugger.commands import execute, find_command, split

        words = split(text)
        if not words:
            return
        name = find_command(words[0]).name
        if name in NOT_HERE:
            raise RefusedError(name, f"is not taken here: {NOT_HERE[name]}")
        one_step = name == "step" and len(words) == 1
        if name in RUNS and not (one_step or self.machine.state.automatic):
            raise RefusedError(name.upper(), "works only with the lever at AUTOMATIC")
        if name == "back":
            self._back()
        else:
            debugger = self._made()
            begun = self._before() if name in RUNS else None
            self.machine.observer = debugger.observer
            said = execute(debugger, text)
            self.state.begun = begun
            if name == "deposit":
                self.state.steps.clear()
            self._keep_points(debugger)
            self._say([*([] if name in STEPS else [f"* {text}"]), *said])
        self._watch_if_needed()

    def after(self) -> None:
        """Time has passed: see whether the debugger wants the machine to stand."""
        debugger, machine = self._debugger, self.machine
        if debugger is not None and (debugger.running or machine.paused):
            debugger.running = True
            said = debugger.proceed()
            if debugger.running:
                return
            if machine.paused:
                machine.halt()
            resting = machine.state.phase is Phase.STANDING and not machine.has_stopped
            reason = machine.reason() if resting else ""  # what could be done next, no answer
            self._say([line for line in said[:-SHOWN_ON_DESK] if line != reason])
            self._watch_if_needed()
        if self.state.begun is not None and machine.state.phase is Phase.STANDING:
            self._finish(self.state.begun)

    def clear_paper(self) -> None:
        """A new program comes: what was said of the old one is taken down."""
        self.state.said = []

    def log_begins(self) -> None:
        """What isn't in the state is forgotten, as it is where the log is replayed."""
        self.close()
        self._watch_if_needed()

    def close(self) -> None:
        """The machine runs without the debugger."""
        if self._debugger is not None:
            self._debugger.close()
            self._debugger = None

    # -- the debugger

    def _made(self) -> "Debugger":
        if self._debugger is None:
            from machines.ibm704.debugger.debugger import Debugger

            self._debugger = Debugger(DeskJob(self.machine))
            self._place_points(self._debugger)
        return self._debugger

    def _watch_if_needed(self) -> None:
        """The machine runs without the debugger, as fast as ever, where nothing is to be seen."""
        if self.state.points:
            self._watch()
        elif self._debugger is not None and not self._debugger.running:
            self.machine.observer = None

    def _watch(self) -> None:
        debugger = self._made()
        self.machine.observer = debugger.observer
        if not debugger.running:
            debugger.observer.resume()

    def _place_points(self, debugger: "Debugger") -> None:
        from machines.ibm704.debugger.breakpoints import Point

        points = {number: Point(*values) for number, values in self.state.points.items()}
        debugger.breakpoints.restore(points, self.state.last)
        debugger.place_breakpoints()

    def _keep_points(self, debugger: "Debugger") -> None:
        kept = debugger.breakpoints
        self.state.points = {
            number: (point.kind, point.low, point.high, point.need, point.every)
            for number, point in kept.points.items()
        }
        self.state.last = kept.last

    def _say(self, lines: list[str]) -> None:
        lines = [NO_SYMBOL.sub(r"\1 ", line) for line in lines]
        self.state.said = [*self.state.said, *lines][-SAID:]

    # -- back

    def _before(self) -> Before:
        machine = self.machine
        none = np.zeros(0, dtype=np.int64)
        words = machine.state.words.copy()
        return Before(words, none, machine.state.storage.copy(), machine.state.met_us)

    def _finish(self, begun: Before) -> None:
        """A step is over: keep what it changed, or nothing where it met a unit."""
        state, storage = self.state, self.machine.state.storage
        state.begun = None
        if self.machine.state.met_us != begun.met_us:
            state.steps.clear()
            return
        places = np.flatnonzero(storage != begun.held).astype(np.int64)
        ended = int(self.machine.words[at.CYCLES])
        held = begun.held[places]
        state.steps.append(Before(begun.words, places, held, begun.met_us, ended))
        del state.steps[:-KEPT]

    @property
    def can_back(self) -> bool:
        """Whether the last step can be taken back: nothing has run since."""
        steps, machine = self.state.steps, self.machine
        if not steps or machine.state.phase is not Phase.STANDING:
            return False
        return steps[-1].ended == int(machine.words[at.CYCLES])

    def _back(self) -> None:
        if not self.can_back:
            raise RefusedError(
                "BACK", "no step can be taken back; a unit's instruction or a deposit ends them"
            )
        before = self.state.steps.pop()
        machine = self.machine
        machine.state.storage[before.places] = before.held
        kept = machine.words[[at.SENSE_SWITCHES, at.KEYS]]
        machine.words[: at.ASIDE] = before.words
        machine.words[[at.SENSE_SWITCHES, at.KEYS]] = kept
        machine.halt()
        self._say(["* back"])


class DeskJob:
    """The machine as the debugger's job (machines.ibm704.debugger.history.Job): the exhibit lets
    time pass, and the desk itself goes back."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def proceed(self) -> str:
        """Time has passed already."""
        return ""

    def operate(self, control: str, value: int) -> None:
        """START; at MANUAL one instruction is executed."""
        if control == "console.start":
            if value:
                self.machine.press("start", 0)
            return
        raise RefusedError(control, "is worked at the console here")

    def image(self, earlier: object) -> object:
        """Nothing: see :meth:`Desk._back`."""
        return None

    def put_back(self, image: object) -> None:
        """Nothing."""

    def pass_over_output(self) -> None:
        """Nothing."""
