"""Stands beside a 704 and runs its program instruction by instruction, with a history and counts.

An observer is given to a machine (``machine.observer = Observer(machine)``), which then lets it run
the processor.  What runs so comes to the same state at the same moments as without it.  Where it
wants a pause the machine stands in front of an instruction, its time standing too, until
:meth:`Observer.resume`; the machine's own state knows nothing of that.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from machines.ibm704 import registers as at
from machines.ibm704.debugger import images, kernel
from machines.ibm704.debugger import symbols as unit_names
from machines.ibm704.machine import Machine
from machines.ibm704.registers import Words

FOREVER = 1 << 62
MOST_POINTS = 100


@dataclass
class Counted:
    """What an observer has counted: a state, as images have it."""

    tally: Words
    rows: kernel.Table
    transfers: kernel.Table
    profile: kernel.Table
    pending: tuple[int, int, int] | None = None
    """Location, word and cycles before of an instruction of the units that is not done yet."""


@dataclass(frozen=True)
class Row:
    """An instruction that was executed, with the registers after it (kernel.py, ``rows``)."""

    location: int
    word: int
    began: int  # Cycles
    took: int
    accumulator: int
    mq: int
    index: tuple[int, int, int]
    lights: int
    next: int


@dataclass(frozen=True)
class Transfer:
    """A transfer that was taken ``times`` in a row, the last time after ``cycles``."""

    source: int
    target: int
    cycles: int
    times: int


class Observer:
    """Runs a machine's processor; see the module."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        size = len(machine.state.storage)
        self.control = np.zeros(kernel.CONTROL, dtype=np.int64)
        self.control[kernel.LEFT], self.control[kernel.UNTIL] = FOREVER, -1
        self.marks = np.zeros(size, dtype=np.int8)
        self.shadow = machine.state.storage.copy()
        self.codes = np.zeros(len(kernel.NUMBERS), dtype=np.int8)
        self.points = np.full((0, kernel.POINT), -1, dtype=np.int64)
        self.counted = Counted(
            np.zeros(kernel.TALLY, dtype=np.int64),
            np.zeros((kernel.ROWS, kernel.ROW), dtype=np.int64),
            np.zeros((kernel.TRANSFERS, kernel.TRANSFER), dtype=np.int64),
            np.zeros((2, size), dtype=np.int64),
        )
        self._units = unit_names.unit_table()
        self.take_rows: Callable[[Iterator[Row]], bool] | None = None
        """Given the instructions as they are executed, all of them; whether it wants more."""
        self._taken = 0

    # -- what the machine asks (machines.ibm704.machine.Observer)

    @property
    def paused(self) -> bool:
        """Whether the machine is to stand in front of its next instruction."""
        return bool(self.control[kernel.WHY])

    def run(self, until: int) -> int:
        """As :func:`machines.ibm704.processor.run`; RAN where it pauses, too."""
        self.settle()
        words, control = self.machine.words, self.control
        control[kernel.SELECTED_UNITS] = unit_names.selected_units(
            self.machine.channel.state.selection
        )
        reason = at.RAN
        while reason == at.RAN and words[at.CYCLES] < until and not self.paused:
            left = int(control[kernel.LEFT])
            most = kernel.ROWS // 2 if self.take_rows else left
            control[kernel.LEFT] = min(left, most)
            before = int(self.counted.tally[kernel.STEPS])
            reason = self._observe(until)
            done = int(self.counted.tally[kernel.STEPS]) - before
            control[kernel.LEFT] = left - done
            if control[kernel.WHY] == kernel.STEPPED and left > done:
                control[kernel.WHY] = kernel.NOT_PAUSED  # only this part of it was done
            self._give_rows()
        if reason == at.INPUT_OUTPUT:
            location, word = int(words[at.LOCATION]), int(words[at.SR])
            self.counted.pending = location, word, int(words[at.CYCLES])
        return reason

    def _observe(self, until: int) -> int:
        counted = self.counted
        reason: int = kernel.observe(
            self.machine.words,
            self.machine.state.storage,
            until,
            self.control,
            counted.tally,
            self.marks,
            self.shadow,
            self.codes,
            self.points,
            self._units,
            counted.rows,
            counted.transfers,
            counted.profile,
        )
        return reason

    def settle(self) -> None:
        """Note an instruction of the units that has been done since the processor last ran."""
        counted, machine = self.counted, self.machine
        if counted.pending is None or machine.state.phase.value in ("met", "waiting"):
            return
        location, word, began = counted.pending
        counted.pending = None
        if machine.words[at.LOCATION] != location:
            return  # RESET came first
        words = machine.words
        kernel.note(words, location, word, began, counted.tally, counted.rows, counted.profile)
        if self.control[kernel.ARMED]:
            kernel.compare(
                words, machine.state.storage, self.marks, self.shadow, self.points, self.control
            )
        self._give_rows()

    # -- what the debugger wants

    def resume(
        self,
        left: int = FOREVER,
        *,
        armed: bool = True,
        until: int = -1,
        call: tuple[int, int] = (0, 0),
    ) -> None:
        """Let it run: ``left`` instructions; ``armed``: to a breakpoint (not at the first
        instruction); to the address ``until``; until the TSX of ``call`` (its tag, its location)
        has come back."""
        control = self.control
        control[:] = 0
        control[kernel.LEFT], control[kernel.SKIP], control[kernel.ARMED] = left, 1, armed
        control[kernel.UNTIL] = until
        control[kernel.CALL_TAG], control[kernel.CALL_FROM] = call
        self.shadow[:] = self.machine.state.storage

    def pause(self) -> None:
        """Stand in front of the next instruction."""
        self.control[kernel.LEFT] = 0

    def place(self, points: kernel.Table) -> None:
        """Take breakpoints, int64[n, POINT]; ``points`` itself is used, and counts in it."""
        self.points = points
        self.marks[:] = 0
        self.codes[:] = 0
        for kind, low, high, *_ in points.tolist():
            if kind == kernel.ON_PLACE:
                self.marks[low : high + 1] |= kernel.PLACED
            elif kind == kernel.ON_CHANGE:
                self.marks[low : high + 1] |= kernel.WATCHED
            elif kind == kernel.ON_OPERATION:
                self.codes |= _codes_of(low)
            else:
                for number in (kernel.CPY, kernel.CAD, kernel.LDA, kernel.PSE):
                    self.codes |= _codes_of(number)
                for number in (kernel.RDS, kernel.WRS, *kernel.MOVES):
                    self.codes |= _codes_of(number)

    # -- what has been

    @property
    def steps(self) -> int:
        """Instructions begun since the observer came."""
        return int(self.counted.tally[kernel.STEPS])

    @property
    def rows_noted(self) -> int:
        """Instructions that are done: all that were begun, but for one that waits for its unit."""
        return int(self.counted.tally[kernel.ROW_COUNT])

    def last_rows(self, count: int) -> list[Row]:
        """The instructions executed last, at most ``count`` and at most 1,024, the oldest first."""
        total = int(self.counted.tally[kernel.ROW_COUNT])
        first = max(0, total - min(count, kernel.ROWS))
        return [_row(self.counted.rows[n % kernel.ROWS].tolist()) for n in range(first, total)]

    def last_transfers(self) -> list[Transfer]:
        """The last 64 transfers taken, the oldest first; one taken again and again counts once."""
        total = int(self.counted.tally[kernel.TRANSFER_COUNT])
        first = max(0, total - kernel.TRANSFERS)
        table = self.counted.transfers
        return [Transfer(*table[n % kernel.TRANSFERS].tolist()) for n in range(first, total)]

    def _give_rows(self) -> None:
        total = int(self.counted.tally[kernel.ROW_COUNT])
        if self.take_rows is not None:
            rows = self.counted.rows
            fresh = (_row(rows[n % kernel.ROWS].tolist()) for n in range(self._taken, total))
            if not self.take_rows(fresh):
                self.take_rows = None
        self._taken = total

    # -- images

    def image(self, earlier: object = None) -> object:
        """What was counted, as an image."""
        return images.make_image(self.counted, earlier)

    def put_back(self, image: object) -> None:
        """Take counts back."""
        self.counted = images.put_back(image, self.counted)
        self._taken = int(self.counted.tally[kernel.ROW_COUNT])


def _codes_of(number: int) -> kernel.Marks:
    """int8[4096]: 1 for the codes that may be this operation."""
    found = np.equal(kernel.NUMBERS, number)
    for sense, row in zip((kernel.PSE, kernel.MSE), np.split(kernel.SENSED, 2), strict=True):
        if number in row:
            found |= np.equal(kernel.NUMBERS, sense)
    return found.astype(np.int8)


def _row(values: list[int]) -> Row:
    location, word, began, took, ac, mq, xa, xb, xc, lights, following = values
    return Row(location, word, began, took, ac, mq, (xa, xb, xc), lights, following)
