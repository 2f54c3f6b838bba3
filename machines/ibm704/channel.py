"""The 704's channel between storage and units: RDS, WRS, CPY and the others.

The 704 has no channel that runs beside the program: a select instruction (RDS, WRS) sets one unit
going, and every word then passes through the MQ at a copy instruction (CPY, CAD), which waits for
the unit and must not come too late for it.  The computer hands in each input-output instruction
(:meth:`Channel.begin`) and asks (:meth:`Channel.step`) until it is done::

    channel.begin(operation, address, word, now_us)
    while (outcome := channel.step(now_us)) is None:
        ...                        # time passes, at most channel.due_us(now_us) of it
    # outcome: the word read, places to skip, whether the machine stops on READ WRITE CHECK

Between instructions it calls :meth:`Channel.advance` at every moment that was due.  Times are the
computer's own, in microseconds; the units have been brought to the same moment before every call.

=============  ==========================================  ===================
octal address  unit                                        file
=============  ==========================================  ===================
030            WRS: 740; PSE: change film frame            PointDrawing, display.py
201-212        tape units by their dials, BCD              records.py
221-232        the same, binary
301-310        drums of 2,048 words                        drums.py
321            RDS: card reader                            card_rows.py
321-332        WRS: one more tape unit                     records.py
333            WRS: wait until the unit disconnects (IOD)
341            WRS: card punch; PSE 341, 342: its hubs     card_rows.py
361            WRS: printer; RDS: printer with echo        printed_rows.py
360-372        PSE: printer's sense entry and exits        line_printer.py
=============  ==========================================  ===================

Choices: an instruction that selects, moves a tape or is IOD waits until no unit is selected any
more, and until its unit is ready.  At an address without a unit it waits for ever; READ WRITE
SELECT is on.  The punch's hubs are wired to nothing.  The printer's exits do what its control
panel says (devices/media/printer_board.py); an impulse after the last half row of a line moves the
paper after it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from devices.annotations import check_within
from devices.media.printer_board import EXITS
from devices.units.card_punch import CardPunch
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import DIAL_POSITIONS, TapeDrive
from machines.ibm704.card_rows import CardPunching, CardReading, LinePrinting
from machines.ibm704.display import Tube
from machines.ibm704.drums import DRUM_WORDS, DRUMS, DrumCopying
from machines.ibm704.operations import BY_MNEMONIC, OPERATIONS
from machines.ibm704.records import Move, TapeMoving, TapeReading, TapeWriting, trouble
from machines.ibm704.selection import (
    AHEAD,
    TOO_LATE,
    Indicators,
    Outcome,
    Schedule,
    Selection,
    Units,
    Wanted,
    sooner,
)
from machines.ibm704.tape_faults import record_fault

CRT = 0o030
TAPES_BCD, TAPES_BINARY = 0o200, 0o220
DRUM_ADDRESSES = 0o300
READER = 0o321
MORE_TAPES = 0o320
IN_OUT_DELAY = 0o333
PUNCH = 0o341
PRINTER = 0o361
SENSE_ENTRY = 0o360
_MOVES: dict[str, Move] = {"BST": "backspace", "WEF": "mark", "REW": "rewind"}

POINT_US = 120


@dataclass
class PointDrawing(Selection):
    """WRS 030: each copy draws one word on the 740's tube, in 120 us, which is ours.

    The tube waits for the program as long as it likes: nothing is ever too late, and the next
    select instruction finds it disconnected when its last point is drawn.
    """

    free_us: int = 0  # When the last point is drawn
    done: bool = False

    def copy(self, units: Units, word: int, now_us: int) -> Outcome | None:
        """One point."""
        if now_us < self.free_us:
            return None
        units.tube.draw(word)
        self.free_us = now_us + POINT_US
        return Outcome()

    def schedule(self, units: Units, now_us: int) -> Schedule | None:
        """One point after the other."""
        due_us, words = np.zeros(AHEAD + 1, dtype=np.int64), np.zeros(AHEAD, dtype=np.int64)
        due_us[0] = self.free_us - now_us
        return Schedule(due_us, words, writes=True, spacing_us=POINT_US, more=True)

    def take_copies(self, units: Units, now_us: int, plan: Schedule, count: int) -> None:
        """Points on the tube."""
        units.tube.draw_all(plan.words[:count])
        self.free_us = now_us + int(plan.due_us[count])

    def due_us(self, units: Units, now_us: int) -> int | None:
        """Until the point is drawn."""
        return sooner(self.free_us - now_us)

    def yields(self, now_us: int) -> bool:
        """When the last point is drawn."""
        return now_us >= self.free_us


@dataclass(frozen=True)
class Instruction:
    """An input-output instruction that was met and isn't done."""

    mnemonic: str
    address: int
    word: int
    joins: bool = False  # It adds a tape unit to those that were selected when it was met


@dataclass(eq=False)
class ChannelState:
    """All that the channel is: a value, copied or written as it stands."""

    drums: npt.NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((DRUMS, DRUM_WORDS), dtype=np.int64)
    )
    """int64[8, 2048]: the words on the drums, drum 1 (address 301) first."""
    tube: Tube = field(default_factory=Tube)
    selection: Selection | None = None
    instruction: Instruction | None = None
    indicators: Indicators = field(default_factory=Indicators)

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        check_within(0, (1 << 36) - 1, drums=self.drums, words=self.tube.words)
        check_within(0, (1 << 36) - 1, developed=self.tube.developed)
        if self.instruction is not None:
            if self.instruction.mnemonic not in BY_MNEMONIC:
                raise ValueError(f"there is no instruction {self.instruction.mnemonic}")
            check_within(0, (1 << 36) - 1, word=self.instruction.word)


class Channel:
    """The units behind their addresses; ``state`` and the units are all that it remembers."""

    def __init__(
        self,
        state: ChannelState,
        reader: CardReader,
        printer: LinePrinter,
        punch: CardPunch,
        tapes: Sequence[TapeDrive],
    ) -> None:
        self.state = state
        self.units = Units(reader, printer, punch, tapes, state.drums, state.tube, state.indicators)

    # -- what the computer asks

    @property
    def selected(self) -> bool:
        """READ WRITE SELECT: a unit is selected, or wanted."""
        return self.state.selection is not None or self.state.instruction is not None

    def begin(self, operation: int, address: int, word: int, now_us: int) -> None:
        """An input-output instruction is met: its number in the table of operations, its effective
        address and C(Y) (which counts for CPY and CAD when writing, and for LDA)."""
        self.advance(now_us)
        mnemonic = OPERATIONS[operation].mnemonic
        joins = self._joins(mnemonic, address)
        self.state.instruction = Instruction(mnemonic, address, word, joins)

    def _joins(self, mnemonic: str, address: int) -> bool:
        """Whether an instruction adds a tape to those that are being written."""
        tape = mnemonic == "WRS" and _dial(MORE_TAPES, address) is not None
        return tape and isinstance(self.state.selection, TapeWriting)

    def waits_for_end(self, operation: int, address: int) -> bool:
        """Whether an instruction that is met waits until the selected unit disconnects, where that
        doesn't yield (:meth:`Selection.yields`)."""
        mnemonic = OPERATIONS[operation].mnemonic
        selects = mnemonic in ("RDS", "WRS") or mnemonic in _MOVES
        return selects and not self._joins(mnemonic, address)

    def step(self, now_us: int) -> Outcome | None:
        """How the instruction that was begun has ended; None while it waits."""
        instruction = self.state.instruction
        if instruction is None:
            return None
        outcome = self._step(instruction, now_us)
        self._part_if_done()
        if outcome is None:
            return None
        self.state.instruction = None
        tape_check, end_of_tape = self.take_indicators()
        if tape_check or end_of_tape:
            return replace(outcome, tape_check=tape_check, end_of_tape=end_of_tape)
        return outcome

    def advance(self, now_us: int) -> None:
        """The selected unit goes on by itself: a row passes uncopied, a record ends."""
        state = self.state
        if state.selection is None:
            return
        if state.instruction is None or state.instruction.mnemonic not in ("CPY", "CAD"):
            state.selection.go_on(self.units, now_us)
            self._part_if_done()

    def due_us(self, now_us: int) -> int | None:
        """How long at most until ``step`` could say more or the selected unit does something by
        itself; None when only the operator can help, or nothing is selected."""
        selection = self.state.selection or self._next_selection()
        due_us = None if selection is None else selection.due_us(self.units, now_us)
        instruction = self.state.instruction
        if instruction is not None and instruction.joins:
            drive = self.units.drive(instruction.address - MORE_TAPES)
            due_us = sooner(due_us, None if drive is None else drive.due_us())
        return due_us

    def schedule(self, now_us: int) -> Schedule | None:
        """The next words of the selected unit whose moments are known, the units standing at
        ``now_us``; None while an instruction waits, or where copies are asked for one by one."""
        if self.state.selection is None or self.state.instruction is not None:
            return None
        return self.state.selection.schedule(self.units, now_us)

    def take_copies(self, now_us: int, plan: Schedule, count: int) -> None:
        """The first ``count`` words of the schedule were copied at their moments."""
        if count and self.state.selection is not None:
            self.state.selection.take_copies(self.units, now_us, plan, count)

    def take_indicators(self) -> tuple[bool, bool]:
        """Whether TAPE CHECK and the end-of-tape indicator have come on, without an instruction to
        tell it, since this was last asked (an Outcome tells it too, and then it is told once)."""
        indicators = self.state.indicators
        told = indicators.tape_check, indicators.end_of_tape
        indicators.tape_check = indicators.end_of_tape = False
        return told

    def record_fault(self) -> str:
        """What is wrong with the tape record that is being read, in words; empty if nothing is."""
        selection = self.state.selection
        drive = self.units.drive(selection.dial) if isinstance(selection, TapeReading) else None
        if drive is None or not isinstance(selection, TapeReading):
            return ""
        return record_fault(drive, selection.dial, selection.binary)

    def waiting(self) -> str:
        """What the operator must do before the instruction can go on, in words; empty if nothing
        waits, or only for a while."""
        wanted = self.wanted()
        return "" if wanted is None else wanted.words

    def wanted(self) -> Wanted | None:
        """The same with the control that is to be worked; None if nothing waits."""
        instruction = self.state.instruction
        if instruction is None:
            return None
        if instruction.joins:
            return trouble(self.units, instruction.address - MORE_TAPES, write=True)
        selection = self.state.selection or self._next_selection()
        if selection is not None:
            return selection.waits_for(self.units)
        return Wanted(
            "console.reset",
            f"{instruction.mnemonic} {instruction.address:03o} waits for ever: no unit has that "
            "address; press RESET",
        )

    def reset(self) -> None:
        """As RESET does: no unit is selected, no instruction waits.  What moves runs out."""
        if self.state.selection is not None:
            self.state.selection.drop(self.units)
        self.state.selection = self.state.instruction = None
        self.take_indicators()
        self.state.indicators.fault = None

    # -- instructions

    def _step(self, instruction: Instruction, now_us: int) -> Outcome | None:
        match instruction.mnemonic:
            case "CPY" | "CAD":
                if self.state.selection is None:
                    return TOO_LATE
                return self.state.selection.copy(self.units, instruction.word, now_us)
            case "LDA":
                if isinstance(self.state.selection, DrumCopying):
                    self.state.selection.locate(instruction.word & 0o77777)
                    self.state.selection.go_on(self.units, now_us)
                return Outcome()
            case "PSE":
                return self._sense(instruction.address)
            case "MSE":
                return Outcome()
            case _:
                return self._select(instruction, now_us)

    def _select(self, instruction: Instruction, now_us: int) -> Outcome | None:
        """RDS, WRS, BST, WEF, REW: the unit before goes first."""
        if instruction.joins:
            return self._join(instruction, now_us)
        if self.state.selection is not None:
            if self.state.selection.yields(now_us):
                self.state.selection = None
            else:
                self.state.selection.go_on(self.units, now_us)
                self._part_if_done()
        if self.state.selection is not None:
            return None
        if instruction.mnemonic == "WRS" and instruction.address == IN_OUT_DELAY:
            return Outcome()
        wanted = self._next_selection()
        if wanted is None or not wanted.ready(self.units):
            return None
        self.state.selection = wanted
        wanted.go_on(self.units, now_us)
        return Outcome()

    def _join(self, instruction: Instruction, now_us: int) -> Outcome | None:
        """WRS 321-332 while tapes are selected for writing: one more."""
        dial = instruction.address - MORE_TAPES
        selection = self.state.selection
        if not isinstance(selection, TapeWriting):
            return TOO_LATE  # their record has ended while this waited for its unit
        if dial not in selection.dials:
            tape = TapeWriting([dial], selection.binary)
            if not tape.ready(self.units):
                selection.go_on(self.units, now_us)
                return None
            selection.dials.append(dial)
        selection.go_on(self.units, now_us)
        return Outcome()

    def _next_selection(self) -> Selection | None:
        """The selection that the waiting instruction is to make; None if there is no such unit."""
        instruction = self.state.instruction
        if instruction is None:
            return None
        address = instruction.address
        if instruction.mnemonic == "RDS":
            return _read(address)
        if instruction.mnemonic == "WRS":
            return _write(address)
        move = _MOVES.get(instruction.mnemonic)
        tape = _tape(address)
        return None if move is None or tape is None else TapeMoving(tape[0], move)

    def _sense(self, address: int) -> Outcome:
        """PSE of a unit's hub; of anything else it does nothing."""
        printer = self.units.printer
        if address == CRT:
            self.state.tube.change_frame()
        elif address == SENSE_ENTRY:
            return Outcome(skip=1 if printer.sense_entry else 0)
        elif 0 < address - SENSE_ENTRY <= EXITS:
            selection = self.state.selection
            after = isinstance(selection, LinePrinting) and selection.is_written
            printer.impulse(address - SENSE_ENTRY, after)
        return Outcome()

    def _part_if_done(self) -> None:
        if self.state.selection is not None and self.state.selection.done:
            self.state.selection = None


def _dial(base: int, address: int) -> int | None:
    """The dial number that an address names."""
    number = address - base
    return number if 1 <= number <= DIAL_POSITIONS else None


def _tape(address: int) -> tuple[int, bool] | None:
    """Dial and whether it is binary."""
    for base, binary in ((TAPES_BCD, False), (TAPES_BINARY, True)):
        if (dial := _dial(base, address)) is not None:
            return dial, binary
    return None


def _read(address: int) -> Selection | None:
    """What RDS of this address selects."""
    if address == READER:
        return CardReading()
    if address == PRINTER:
        return LinePrinting(checked=True)
    if (tape := _tape(address)) is not None:
        return TapeReading(*tape)
    return _drum(address, write=False)


def _write(address: int) -> Selection | None:
    """What WRS of this address selects."""
    if address == CRT:
        return PointDrawing()
    if address == PUNCH:
        return CardPunching()
    if address == PRINTER:
        return LinePrinting()
    if (tape := _tape(address)) is not None:
        return TapeWriting([tape[0]], tape[1])
    if (dial := _dial(MORE_TAPES, address)) is not None:
        return TapeWriting([dial], binary=True)
    return _drum(address, write=True)


def _drum(address: int, write: bool) -> Selection | None:
    number = address - DRUM_ADDRESSES
    return DrumCopying(number - 1, write) if 1 <= number <= DRUMS else None
