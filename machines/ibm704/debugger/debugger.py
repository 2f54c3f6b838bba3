"""The debugger of a 704: takes commands as lines of text, answers with lines of text.

    debugger = Debugger(job, symbols)
    lines = execute(debugger, "break LOOP")     # commands.py
    lines = execute(debugger, "go")             # the machine is to run: debugger.running
    while debugger.running:
        lines = debugger.proceed()              # a slice of time; what to say when it stands

Whoever calls may show between two slices what was printed, and call :meth:`Debugger.interrupt`.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from devices.refusal import RefusedError
from machines.ibm704 import registers as at
from machines.ibm704.debugger import kernel, lines
from machines.ibm704.debugger.breakpoints import Breakpoints, point_text
from machines.ibm704.debugger.history import History, Job
from machines.ibm704.debugger.observer import FOREVER, Observer
from machines.ibm704.debugger.symbols import Symbols, read_address
from machines.ibm704.debugger.trace import Trace
from machines.ibm704.machine import Phase


class TextFile(Protocol):
    """A file that a trace goes to."""

    def write(self, text: str) -> None:
        """Text behind what there is.  Raises RefusedError where the disk is full."""

    def close(self) -> None:
        """Nothing more comes."""


class Files(Protocol):
    """Where the debugger's files are; the core itself does no input and output."""

    def create(self, name: str) -> TextFile:
        """An empty file.  Raises RefusedError where none can be."""

    def read(self, name: str) -> Sequence[str]:
        """The lines of a text file.  Raises RefusedError."""


class Debugger:
    """See the module; ``interrupted`` says whether Ctrl-C was pressed while it goes back."""

    def __init__(
        self,
        job: Job,
        symbols: Symbols | None = None,
        files: Files | None = None,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> None:
        self.job = job
        self.symbols = symbols or Symbols()
        self.files = files
        self.observer = Observer(job.machine)
        job.machine.observer = self.observer
        self.history = History(job, self.observer)
        self.breakpoints = Breakpoints()
        self.trace: Trace | None = None
        self.running = False
        """Whether the machine is to run: see :meth:`proceed`."""
        self.ended = False
        """Whether ``quit`` was said."""
        self.interrupted = interrupted
        self._calls = ""
        self._rows = self._first = 0

    # -- what commands use

    @property
    def here(self) -> int:
        """Where the next instruction is."""
        return int(self.job.machine.words[at.IC]) & self.size - 1

    @property
    def size(self) -> int:
        """Words of storage."""
        return len(self.job.machine.state.storage)

    def address(self, text: str) -> int:
        """An address of an expression.  Raises RefusedError."""
        return read_address(text, self.symbols, self.here, self.size)

    def check_between(self, what: str) -> None:
        """Raises RefusedError unless the machine stands between two instructions."""
        state = self.job.machine.state
        if state.phase not in (Phase.RUNNING, Phase.STANDING) or state.debt_us:
            raise RefusedError(what, "an instruction of a unit is not done: step, or back, first")

    def run(
        self,
        left: int = FOREVER,
        *,
        until: int = -1,
        call: tuple[int, int] = (0, 0),
        rows: int = 0,
    ) -> None:
        """Let it run (see :meth:`Observer.resume`); START is pressed where it has stopped.  When it
        stands the last ``rows`` instructions are shown."""
        machine = self.job.machine
        self.history.note()
        if machine.state.phase is Phase.STANDING:
            self.job.operate("console.start", 1)
            self.job.operate("console.start", 0)
            self.history.note(fixed=True)
        self.observer.resume(left, until=until, call=call)
        self._calls = f"{call[1]:05o} {self.symbols.name(call[1])}".rstrip() if call[0] else ""
        self._rows = rows
        self._first = self.observer.rows_noted
        self.running = True

    def place_breakpoints(self) -> None:
        """The observer takes them as they are now."""
        self.observer.place(self.breakpoints.table)

    # -- what the caller uses

    def proceed(self) -> list[str]:
        """Let a slice of time pass; what there is to say when the machine stands."""
        over = self.job.proceed()
        machine = self.job.machine
        if not (over or self.observer.paused) and machine.running():
            self.history.note_slice()
            return []
        self.observer.settle()
        self.running = False
        found = self._rows_done()
        if over:
            found.append(over)
        elif self.observer.paused:
            found += self._why_paused()
        else:
            found.append(machine.reason())
        if self.trace is not None:
            found += self.trace.notes()
        return found + self.where()

    def interrupt(self) -> None:
        """Ctrl-C: it is to stand in front of the next instruction."""
        self.observer.pause()

    def close(self) -> None:
        """The debugger is done with: the machine runs without it from now on."""
        self.job.machine.observer = None
        if self.trace is not None:
            self.trace.close()

    def where(self) -> list[str]:
        """The next instruction and the registers."""
        machine = self.job.machine
        word = machine.read_storage(self.here)
        following = lines.located(self.here, word, self.symbols)
        effective = lines.effective_address(machine, word, self.symbols)
        return [f"next {following}{effective}", lines.registers(machine)]

    def _rows_done(self) -> list[str]:
        done = min(self.observer.rows_noted - self._first, self._rows)
        return [lines.row(row, self.symbols) for row in self.observer.last_rows(done)]

    def _why_paused(self) -> list[str]:
        control = self.observer.control
        why, row = int(control[kernel.WHY]), int(control[kernel.WHICH])
        if why == kernel.CAME_BACK:
            return [f"back from the call at {self._calls}"]
        if why not in (kernel.BROKEN, kernel.CHANGED):
            return []
        number = self.breakpoints.number(row)
        point = self.breakpoints.points[number]
        found = [f"break {number}: {point_text(point, self.symbols)}"]
        if why == kernel.CHANGED:
            found += self._change(int(control[kernel.WAS]), int(control[kernel.CHANGED_AT]))
        return found

    def _change(self, was: int, address: int) -> list[str]:
        """The word that was stored last, and by which instruction."""
        (row,) = self.observer.last_rows(1)
        place = f"{address:05o} {self.symbols.name(address)}".rstrip()
        now = self.job.machine.read_storage(address)
        by = lines.located(row.location, row.word, self.symbols)
        return [f"{place} was {was:012o}, is {now:012o}, by", f"     {by}"]
