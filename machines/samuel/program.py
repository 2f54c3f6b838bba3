"""Samuel's checkers program as a computer that the console can be wired to.

This file gives the program time and units: it brings it cards from the 711 or a 727, prints its
lines on the 716 and lets the look-ahead run.  What the buttons do is
:mod:`machines.samuel.buttons`, what it waits for :mod:`machines.samuel.run_status`, what it does
with a card :mod:`machines.samuel.card_handlers`, how it plays :mod:`machines.samuel.turns`, its
phases :mod:`machines.samuel.state`.

LOAD CARDS takes control cards from the reader, LOAD TAPE from the tape unit whose dial stands at 1.
With sense switch 3 down, a game that follows a book takes its moves from that tape even when the
control cards came from the reader, as long as the unit is ready.  A tape mark ends a book game; two
in a row, or an END card, end the tape (docs/sources/media.md, "Book tapes").  A record that can't
be read stops the machine with TAPE CHECK lit, and START backspaces and reads it again.

While a unit works the program waits for it, as a 704 did, and its registers stand still.

``advance`` returns early when it has set a unit going or has stopped, so that whoever keeps time
can bring the units along: time given in any pieces gives the same state.  A copy of the program
together with its units is a snapshot; the state alone is ``state``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from devices.media.card import Card
from devices.media.control_card import LAST_COLUMN
from devices.media.tape import Record, TapeMark
from devices.media.tape_files import record_card
from devices.refusal import RefusedError
from devices.units.card_punch import CardPunch
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive, TapeError
from machines.exhibit.computer import LIGHTS, Lights, Registers
from machines.games.draughts.scene import BoardScene
from machines.samuel import card_handlers, console_view, run_status, search, turns
from machines.samuel.buttons import Buttons
from machines.samuel.phases import GENERATE
from machines.samuel.rote import control
from machines.samuel.rote.memory_tape import TapeOperation, better_reel
from machines.samuel.rote.memory_tape_worker import MemoryTapeWorker
from machines.samuel.run_status import RunStatus
from machines.samuel.state import Event, Phase, ProgramState

__all__ = ["CheckersProgram", "ProgramState"]


@dataclass
class CheckersProgram:
    """The program with the units that are cabled to it."""

    reader: CardReader
    printer: LinePrinter
    tapes: Sequence[TapeDrive] = ()
    punch: CardPunch = field(default_factory=CardPunch)
    state: ProgramState = field(default_factory=ProgramState)
    sample: int = 1
    """Every how many phases of the look-ahead the lamps are counted; 1 is exact."""
    lights_us: npt.NDArray[np.int64] = field(
        default_factory=lambda: np.zeros(LIGHTS[1], dtype=np.int64)
    )
    """How long each light has been on since the console last asked."""

    def __post_init__(self) -> None:
        # All three hold this state: with another one it is another program.
        self.reels = MemoryTapeWorker(self.tapes, self.state)
        self.standing = RunStatus(
            self.state, self.reader, self.printer, self.punch, self.tapes, self.reels
        )
        self.buttons = Buttons(self.state, self.standing)

    # -- what the console asks

    def registers(self) -> Registers:
        """The registers now."""
        return console_view.registers(self.state)

    def lights(self) -> Lights:
        """The lights now."""
        return self.standing.lights()

    def add_duty(self, on_us: npt.NDArray[np.int64]) -> None:
        """Add the on-times of the register bits since the last call (machines.exhibit.computer)."""
        first, count = LIGHTS
        on_us[:first] += self.state.duty
        on_us[first : first + count] += self.lights_us
        self.state.duty[:] = 0
        self.lights_us[:] = 0
        self.state.lookahead.add_duty(on_us[:first])

    def read_storage(self, address: int) -> int:
        """The word at ``address``.  Raises RefusedError outside storage."""
        return console_view.read_storage(self.state, address)

    def running(self) -> bool:
        """True while it works or waits for a unit; False while it waits for the operator."""
        return self.standing.running()

    def reason(self) -> str:
        """Why it stopped or what it waits for; empty while it runs."""
        return self.standing.reason()

    def caption(self) -> str:
        """What is happening, for visitors."""
        return run_status.caption(self.state)

    def scene(self) -> BoardScene:
        """The board of the game that matters now, and what has been learned."""
        needed = self.standing.needed()
        better = better_reel(self.state.reels, self.tapes)
        board = replace(console_view.scene(self.state), better_reel=better)
        if needed is None:
            return board
        out = needed.control == "reader.hopper" and self.standing.is_out_of_cards()
        return replace(
            board,
            needs=needed.control,
            reel=needed.reel,
            out_of_cards=out,
            plays_on=out and self.standing.plays_without(),
        )

    def plays(self) -> int:
        """Moves made in all games since it was switched on."""
        return self.state.moves_made

    def tallies(self) -> dict[str, int]:
        """Counts since it was switched on."""
        return run_status.tallies(self.state)

    # -- the console's buttons

    def set_switches(self, automatic: bool, sense: tuple[bool, ...], keys: int) -> None:
        """How the lever, the six sense switches and the entry keys stand now."""
        self.buttons.set_switches(automatic, sense, keys)

    def press(self, control: str, keys: int) -> None:
        """A button (machines.exhibit.computer).  Raises RefusedError with nothing changed."""
        self.buttons.press(control, keys)

    # -- time

    def advance(self, us: int) -> int:
        """Run for at most ``us`` microseconds; how many passed."""
        used = 0
        # What is lit only changes where time is let stop: what was lit before is lit throughout.
        lit = np.array(self.lights().all(), dtype=np.bool_)
        if self.state.concedes:  # a light that blinks: time stops where it changes
            us = min(us, console_view.BLINK_US - self.state.now_us % console_view.BLINK_US)
        while used < us:
            spent, noticed = self._pass(us - used)
            used += spent
            self.state.now_us += spent
            if noticed:
                break
        self.lights_us[lit] += used
        return used

    def _pass(self, left: int) -> tuple[int, bool]:
        """One stretch of at most ``left``: the time it took, and whether to return after it."""
        state = self.state
        if state.phase is Phase.CLEARING:
            return self._clear(left)
        if state.held:
            return self._wait(left)
        if state.unit == "printer":
            if self.printer.busy:
                return self._wait(left)
            state.unit = ""
            return 0, True
        if state.unit == "punch":
            return self._wait(left) if self.punch.busy else self._punched()
        if state.sheet.waiting:
            return self._print(left)
        if state.punching:
            return self._punch(left)
        if state.busy_us:
            spent = min(left, state.busy_us)
            state.busy_us -= spent
            self._wait(spent)
            return spent, not state.busy_us
        if control.units_needed(state):
            return self._turn_reels(left)
        match state.phase:
            case Phase.READING:
                return (0, True) if self._read() else self._wait(left)
            case Phase.THINKING:
                return self._think(left)
            case Phase.CHOOSING:
                turns.start_next_action(state, self.standing.book_from_tape())
                return 0, True
        state.stepping = False
        return self._wait(left)

    def _wait(self, us: int) -> tuple[int, bool]:
        console_view.count_still(self.state, us)
        return us, False

    def _clear(self, left: int) -> tuple[int, bool]:
        """Step the counter through storage."""
        state = self.state
        spent = min(left, console_view.CLEARED_US - state.clear_us)
        console_view.count_clearing(state, spent)
        state.clear_us += spent
        if state.clear_us == console_view.CLEARED_US:
            state.on_event(Event.CLEARED)
            return spent, True
        return spent, False

    def _think(self, left: int) -> tuple[int, bool]:
        state, look = self.state, self.state.lookahead
        one_board = state.holding or state.stepping
        spent = look.run(left, self.sample, one_board, memory=control.memory(state))
        if look.finished:
            turns.on_decision(state)
        elif look.wanted_record >= 0:
            state.reels.bring(look.wanted_record)
            return spent, True
        elif not one_board or (spent == left and not self._board_found()):
            return spent, False
        if one_board:
            state.held, state.holding, state.stepping = True, False, False
        return spent, True

    def _board_found(self) -> bool:
        """Whether the moves of a board have just been found."""
        words = self.state.lookahead.state
        return bool(
            words[search.PHASE] == GENERATE and words[search.ELAPSED] == words[search.DURATION]
        )

    # -- units

    def _read(self) -> bool:
        """Go on with the card that is wanted; False when there is only to wait."""
        state, standing = self.state, self.standing
        card = standing.card_at_hand()
        try:
            if card is not None:
                state.at_hand = None
                card_handlers.execute_card(state, card.text, card.where)
                return True
            if not state.unit:
                state.from_tape = state.source == "tape" or standing.book_from_tape()
            return self._read_tape() if state.from_tape else self._read_reader()
        except RefusedError as refusal:
            turns.refuse_card(state, refusal)
            return True

    def _read_reader(self) -> bool:
        state, reader = self.state, self.reader
        if not state.unit:
            if reader.take_end_of_file():
                card_handlers.cards_end(state)
            elif reader.select():
                state.unit = "reader"
            else:
                return False
            return True
        card = reader.take()
        if card is None and not self.standing.read_over():
            return False
        state.unit = ""
        if card is not None:
            state.cards_read += 1
            self._act(card, reader.where())
        return True

    def _read_tape(self) -> bool:
        state, tape = self.state, self.standing.tape()
        if tape is None or tape.busy or state.tape_ended:
            state.unit = "" if tape is None else state.unit
            return False
        if state.unit:
            state.unit = ""
            outcome = tape.take()
            if outcome is not None:  # nothing: the reel was taken off before it was looked at
                self._take(outcome, _record_named(tape))
            return True
        if not tape.ready:
            return False
        if state.tape_again:
            state.tape_again = False
            tape.backspace()
        else:
            tape.read_record()
            state.unit = "tape"
        return True

    def _take(self, outcome: Record | TapeMark | TapeError, where: str) -> None:
        """What has come from tape: a card image, a tape mark, or trouble."""
        state = self.state
        if isinstance(outcome, TapeError) and outcome.fault == "parity":
            state.tape_check = state.tape_again = True
            refusal = RefusedError(where, "can't be read: parity error; expected even parity")
            turns.refuse_card(state, refusal, "press START to read the record again")
        elif isinstance(outcome, Record):
            state.cards_read += 1
            state.tape_marked = False
            self._act(record_card(outcome, where), where)
        elif isinstance(outcome, TapeMark):
            state.tape_ended, state.tape_marked = state.tape_marked, True
            card_handlers.book_ends(state)
            if state.tape_ended and state.source == "tape":
                card_handlers.cards_end(state)
        else:
            state.tape_ended = True

    def _act(self, card: Card, where: str) -> None:
        """Act on a card; its columns 73-80 are not read."""
        self.state.card = where
        text = card.field(1, LAST_COLUMN, where)
        card_handlers.execute_card(self.state, text.rstrip(), where)

    def _turn_reels(self, left: int) -> tuple[int, bool]:
        state = self.state
        work = state.reels.work
        try:
            moved = self.reels.step()
        except RefusedError as refusal:
            state.reels.again()
            turns.refuse_tape(state, refusal)
            return 0, True
        if not moved:
            return self._wait(left)
        if state.reels.work is TapeOperation.NONE:
            control.report_tape_work(state, work)
        return 0, True

    def _punch(self, left: int) -> tuple[int, bool]:
        if self.punch.busy or not self.punch.ready:
            return self._wait(left)
        self.punch.punch_card(Card.of_text(self.state.punching[0]))
        self.state.unit = "punch"
        return 0, True

    def _punched(self) -> tuple[int, bool]:
        """The card lies in the stacker, or was taken out spoiled: then it is punched again."""
        state = self.state
        state.unit = ""
        if state.punching and self.punch.last == Card.of_text(state.punching[0]):
            state.punching.pop(0)
        return 0, True

    def _print(self, left: int) -> tuple[int, bool]:
        if self.printer.busy or not self.printer.ready:
            return self._wait(left)
        line = self.state.sheet.waiting.pop(0)
        self.printer.print_line(line.text, line.carriage)
        self.state.unit = "printer"
        self.state.lines_printed += 1
        return 0, True


def _record_named(tape: TapeDrive) -> str:
    """Names the record that was read last: ``"book.tap, record 3"``."""
    records = sum(isinstance(item, Record) for item in tape.items[: tape.at])
    return f"{tape.mounted}, record {records}"
