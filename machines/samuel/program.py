"""Samuel's checkers program as a computer that the console can be wired to.

This file gives the program time and units: it presses its buttons, brings it cards from the 711 or
a 727, prints its lines on the 716 and lets the look-ahead run.  What it does with a card is
:mod:`machines.samuel.intake`, how it plays :mod:`machines.samuel.conduct`, its phases
:mod:`machines.samuel.state`.

LOAD CARDS (LOAD TAPE) resets the program and reads control cards up to the first act that needs
START: the first card that plays, a MOVE, BOOK or END card.  If the reader has no more cards or the
cards say nothing of END, START plays what can be played.  While a unit works the program waits for
it, as a 704 did, and its registers stand still.

``advance`` returns early when it has set a unit going or has stopped, so that whoever keeps time
can bring the units along: time given in any pieces gives the same state.  A copy of the program
together with its units is a snapshot; the state alone is ``state``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields

import numpy as np
import numpy.typing as npt

from devices.media.card import Card
from devices.refusal import RefusedError
from devices.units.card_punch import CardPunch
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from machines.computer import Lights, Registers
from machines.draughts.scene import BoardScene
from machines.samuel import conduct, entry, intake, remembering, search, shown, telling
from machines.samuel.feed import Feed
from machines.samuel.phases import GENERATE
from machines.samuel.reels import Units, Work
from machines.samuel.state import Phase, ProgramState, Stop

__all__ = ["CheckersProgram", "ProgramState"]

KEPT = (
    "automatic",
    "sense",
    "keys",
    "now_us",
    "unit",
    "moves_made",
    "cards_read",
    "lines_printed",
    "boards_looked_at",
    "duty",
)
"""What LOAD and CLEAR don't touch: how the console stands, time, counts, a unit under way."""
PUNCH_JAMMED = "a card has jammed in the punch: press FEED on it, then START"
PUNCH_STANDS = (
    "the punch is not ready: take the cards out, put blank ones in, press START on the punch"
)
NOTHING_LOADED = (
    "nothing is loaded: put a deck in the hopper, press START on the card reader, then LOAD CARDS"
)


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

    @property
    def feed(self) -> Feed:
        """The units that bring cards."""
        return Feed(self.reader, self.tapes, self.state)

    @property
    def units(self) -> Units:
        """The tape units, for rote learning."""
        look = self.state.lookahead
        return Units(self.tapes, self.state.reels, look.polynomial, look.settings)

    # -- what the console asks

    def registers(self) -> Registers:
        """The registers now."""
        return shown.registers(self.state)

    def lights(self) -> Lights:
        """The lights now."""
        state = self.state
        return Lights(
            program_stop=state.phase is Phase.STOPPED and not self._under_way() and not state.dark,
            read_write_select=bool(
                state.unit or state.sheet.waiting or state.punching or state.phase is Phase.READING
            )
            and not state.dark,
            read_write_check=state.card_refused,
            tape_check=state.tape_check,
            sense=shown.sense_lights(state),
        )

    def add_duty(self, on_us: npt.NDArray[np.int64]) -> None:
        """Add the on-times of the register bits since the last call (machines.computer)."""
        on_us += self.state.duty
        self.state.duty[:] = 0
        self.state.lookahead.add_duty(on_us)

    def read_storage(self, address: int) -> int:
        """The word at ``address``.  Raises RefusedError outside storage."""
        return shown.read_storage(self.state, address)

    def running(self) -> bool:
        """True while it works or waits for a unit; False while it waits for the operator."""
        state = self.state
        return self._under_way() and not state.held and not self._wanted()

    def _under_way(self) -> bool:
        """Whether it would go on by itself, if only its units and the lever let it."""
        state = self.state
        return (
            state.phase not in (Phase.IDLE, Phase.STOPPED)
            or bool(state.sheet.waiting or state.punching or state.busy_us)
            or state.unit in ("printer", "punch")
        )

    def reason(self) -> str:
        """Why it stopped or what it waits for; empty while it runs."""
        state = self.state
        if state.held:
            if state.automatic:
                return "halted: press START to go on"
            return (
                "halted by the lever: SINGLE STEP looks at one more board, "
                "AUTOMATIC and then START go on"
            )
        if self.running():
            return ""
        return self._wanted() or (NOTHING_LOADED if state.phase is Phase.IDLE else state.reason)

    def _wanted(self) -> str:
        """What the operator must do at a unit before it can go on; empty if nothing."""
        state = self.state
        if state.unit == "punch" and self.punch.jammed:
            return PUNCH_JAMMED
        if state.unit in ("printer", "punch") or (state.sheet.waiting and self.printer.ready):
            return ""
        if state.sheet.waiting:
            return "press START on the printer"
        if state.punching:
            return "" if self.punch.ready else PUNCH_STANDS
        if remembering.units_needed(state):
            return self.units.wanted()
        return self.feed.wanted() if state.phase is Phase.READING else ""

    def caption(self) -> str:
        """What is happening, for visitors."""
        return telling.caption(self.state)

    def scene(self) -> BoardScene:
        """The board of the game that matters now, and what has been learned."""
        return shown.scene(self.state)

    def plays(self) -> int:
        """Moves made in all games since it was switched on."""
        return self.state.moves_made

    def tallies(self) -> dict[str, int]:
        """Counts since it was switched on."""
        return telling.tallies(self.state)

    # -- the console's buttons

    def set_switches(self, automatic: bool, sense: tuple[bool, ...], keys: int) -> None:
        """How the lever, the six sense switches and the entry keys stand now."""
        state = self.state
        if state.automatic and not automatic and self._under_way():
            state.holding = state.phase is Phase.THINKING
            state.held = state.phase not in (Phase.THINKING, Phase.CLEARING)
        if automatic:
            state.holding = state.stepping = False
        state.automatic, state.sense, state.keys = automatic, sense, keys

    def press(self, control: str, keys: int) -> None:
        """A button (machines.computer).  Raises RefusedError with nothing changed."""
        match control:
            case "load_cards":
                self._load("reader")
            case "load_tape":
                self._load("tape")
            case "load_drum":
                raise RefusedError(
                    "LOAD DRUM", "there is no program on the drum; expected LOAD CARDS or LOAD TAPE"
                )
            case "start":
                self._start()
            case "single_step":
                self._single_step()
            case "reset":
                self._reset()
            case "clear":
                self._renew()
                self.state.phase, self.state.cleared = Phase.CLEARING, True
            case "enter_mq":
                self.state.mq = self.state.storage_word = keys
                self.state.entered = True
            case "enter_instruction":
                self._enter_instruction(keys)
            case _:
                raise RefusedError(control, "there is no such button on this machine")

    def _enter_instruction(self, keys: int) -> None:
        """STQ: the M-Q to storage, where a break point or a coefficient stands."""
        state = self.state
        if state.phase in (Phase.IDLE, Phase.CLEARING):
            raise RefusedError("ENTER INSTRUCTION", NOTHING_LOADED)
        state.lookahead.write_storage(entry.stq_address(keys), state.mq)
        state.storage_word, state.entered = state.mq, False

    def _renew(self, source: str = "") -> None:
        """The program as it was before any card, in place.

        A card that is on its way from ``source`` stays wanted, a line under the wheels is printed.
        """
        if self.state.unit not in ("printer", "punch", source):
            self.state.unit = ""
        fresh = ProgramState()
        for one in fields(fresh):
            if one.name not in KEPT:
                setattr(self.state, one.name, getattr(fresh, one.name))

    def _load(self, source: str) -> None:
        """Begin anew; a card that is on its way from that very unit will be the first."""
        self._renew(source)
        self.state.source, self.state.phase = source, Phase.READING
        self.state.from_tape = source == "tape"

    def _reset(self) -> None:
        """Clear registers, lights and indicators, not storage; the machine halts."""
        state = self.state
        if self._under_way() and state.phase is not Phase.CLEARING:
            state.held, state.holding, state.stepping = True, False, False
        state.mq, state.storage_word, state.blank, state.dark = 0, None, True, True
        state.entered, state.showing, state.partial = False, (), ()
        state.move_refused = state.card_refused = state.tape_check = False
        state.predicts_win = state.concedes = False

    def _single_step(self) -> None:
        state = self.state
        if state.automatic:
            raise RefusedError("SINGLE STEP", "works only with the lever at MANUAL")
        if state.phase is Phase.STOPPED and state.stop in (Stop.FIRST_ACT, Stop.AFTER_MOVE):
            self._leave_stop()
        elif not state.held and not self.running():
            raise RefusedError("SINGLE STEP", self.reason() or "no look-ahead is under way")
        self._go()
        state.stepping = True

    def _start(self) -> None:
        state = self.state
        if not state.automatic:
            raise RefusedError("START", "works only with the lever at AUTOMATIC")
        if self.running():
            raise RefusedError("START", "the machine is running already")
        if state.held and not (self._wanted() or self._entry_waits()):
            self._go()  # on from where it was halted
            return
        match state.phase:
            case Phase.IDLE:
                raise RefusedError("START", NOTHING_LOADED)
            case Phase.READING:
                self._play_without_cards()
            case Phase.STOPPED:
                self._leave_stop()
            case _ if not state.held:
                raise RefusedError("START", self._wanted())
        self._go()

    def _entry_waits(self) -> bool:
        """Whether a move has been entered for which the machine has stopped."""
        state = self.state
        return state.phase is Phase.STOPPED and state.stop is Stop.KEYS and state.entered

    def _go(self) -> None:
        state = self.state
        state.held = state.holding = state.stepping = state.dark = False
        state.storage_word = None
        if state.phase is Phase.THINKING:
            state.blank = False

    def _play_without_cards(self) -> None:
        """START while the machine waits for cards that aren't there."""
        state = self.state
        if not (state.games and (state.setting_up or conduct.can_go_on(state))):
            raise RefusedError("START", self._wanted())
        if state.board_parts:
            intake.finish_board(state)
        if state.setting_up:
            intake.play_on(state)
        state.begun = True
        state.go_on()

    def _leave_stop(self) -> None:
        state = self.state
        match state.stop:
            case Stop.END:
                raise RefusedError("START", state.reason)
            case Stop.KEYS if state.down(1) and state.operators_turn() and not state.entered:
                raise RefusedError("START", f"no move has been entered; {state.reason}")
            case Stop.SHOWING if not state.entered and conduct.show_next_jump(state):
                return
        # A card that was refused while games are set up is no first act: that needs its own START.
        state.begun = state.begun or not state.setting_up
        state.card_refused = state.tape_check = False
        state.showing = ()
        state.go_on()

    # -- time

    def advance(self, us: int) -> int:
        """Run for at most ``us`` microseconds; how many passed."""
        used = 0
        if self.state.concedes:  # a light that blinks: time stops where it changes
            us = min(us, shown.BLINK_US - self.state.now_us % shown.BLINK_US)
        while used < us:
            spent, noticed = self._pass(us - used)
            used += spent
            self.state.now_us += spent
            if noticed:
                break
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
        if remembering.units_needed(state):
            return self._turn_reels(left)
        match state.phase:
            case Phase.READING:
                return (0, True) if self.feed.step() else self._wait(left)
            case Phase.THINKING:
                return self._think(left)
            case Phase.CHOOSING:
                conduct.choose(state, self.feed.book_from_tape())
                return 0, True
        state.stepping = False
        return self._wait(left)

    def _wait(self, us: int) -> tuple[int, bool]:
        shown.count_still(self.state, us)
        return us, False

    def _clear(self, left: int) -> tuple[int, bool]:
        """Step the counter through storage."""
        state = self.state
        spent = min(left, shown.CLEARED_US - state.clear_us)
        shown.count_clearing(state, spent)
        state.clear_us += spent
        if state.clear_us == shown.CLEARED_US:
            state.phase = Phase.IDLE
            return spent, True
        return spent, False

    def _think(self, left: int) -> tuple[int, bool]:
        state, look = self.state, self.state.lookahead
        one = state.holding or state.stepping
        spent = look.run(left, self.sample, one, memory=remembering.memory(state))
        if look.finished:
            conduct.decided(state)
        elif look.asked >= 0:
            state.reels.bring(look.asked)
            return spent, True
        elif not one or (spent == left and not self._board_found()):
            return spent, False
        if one:
            state.held, state.holding, state.stepping = True, False, False
        return spent, True

    def _board_found(self) -> bool:
        """Whether the moves of a board have just been found."""
        words = self.state.lookahead.state
        return bool(
            words[search.PHASE] == GENERATE and words[search.ELAPSED] == words[search.DURATION]
        )

    # -- units

    def _turn_reels(self, left: int) -> tuple[int, bool]:
        state = self.state
        work = state.reels.work
        try:
            moved = self.units.step()
        except RefusedError as refusal:
            state.reels.again()
            conduct.refuse_tape(state, refusal)
            return 0, True
        if not moved:
            return self._wait(left)
        if state.reels.work is Work.NONE:
            remembering.worked(state, work)
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
