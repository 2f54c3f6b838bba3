"""The checkers program's buttons: what LOAD CARDS, START and the lever do.

LOAD CARDS (LOAD TAPE) resets the program and reads control cards up to the first act that needs
START: the first card that plays, a MOVE, BOOK or END card.  If the reader has no more cards or the
cards say nothing of END, START plays what can be played.
"""

from dataclasses import dataclass, fields

from devices.refusal import RefusedError
from machines.samuel import card_handlers, entry_keys, taking_back, turns
from machines.samuel.run_status import NOTHING_LOADED, RunStatus
from machines.samuel.state import Event, Phase, ProgramState, Stop

KEPT = (
    "phase", "automatic", "sense", "keys", "now_us", "unit", "moves_made", "cards_read",
    "lines_printed", "boards_looked_at", "duty",
)  # fmt: skip
"""What a fresh start leaves: phase, how the console stands, time, counts, a unit under way."""


@dataclass(frozen=True)
class Buttons:
    """They act on the state; what the program waits for says what they may do."""

    state: ProgramState
    standing: RunStatus

    def set_switches(self, automatic: bool, sense: tuple[bool, ...], keys: int) -> None:
        """How the lever, the six sense switches and the entry keys stand now."""
        state = self.state
        if state.automatic and not automatic and self.standing.under_way():
            state.holding = state.phase is Phase.THINKING
            state.held = state.phase not in (Phase.THINKING, Phase.CLEARING)
        if automatic:
            state.holding = state.stepping = False
        state.automatic, state.sense, state.keys = automatic, sense, keys

    def press(self, control: str, keys: int) -> None:
        """A button (machines.exhibit.computer).  Raises RefusedError with nothing changed."""
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
                self.state.on_event(Event.CLEAR)
                self.state.cleared = True
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
        state.lookahead.write_storage(entry_keys.stq_address(keys), state.mq)
        state.storage_word, state.entered = state.mq, False

    def _renew(self, source: str = "") -> None:
        """The program as it was before any card, in place.

        A card that is on its way from ``source`` stays wanted, a line under the wheels is printed,
        and the chart stays on the wall until another series is drawn.
        """
        if self.state.unit not in ("printer", "punch", source):
            self.state.unit = ""
        fresh = ProgramState(learning=self.state.learning.without_series())
        for field in fields(fresh):
            if field.name not in KEPT:
                setattr(self.state, field.name, getattr(fresh, field.name))

    def _load(self, source: str) -> None:
        """Begin anew; a card that is on its way from that very unit will be the first."""
        self._renew(source)
        self.state.on_event(Event.LOAD)
        self.state.source, self.state.from_tape = source, source == "tape"

    def _reset(self) -> None:
        """Clear registers, lights and indicators, not storage; the machine halts."""
        state = self.state
        if self.standing.under_way() and state.phase is not Phase.CLEARING:
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
        elif not state.held and not self.standing.running():
            raise RefusedError(
                "SINGLE STEP", self.standing.reason() or "no look-ahead is under way"
            )
        self._go()
        state.stepping = True

    def _start(self) -> None:
        state = self.state
        if not state.automatic:
            raise RefusedError("START", "works only with the lever at AUTOMATIC")
        if self.standing.running():
            raise RefusedError("START", "the machine is running already")
        if state.entered and entry_keys.takes_back(state.mq):
            taking_back.take_back(state, entry_keys.game_of(state.mq))
            self._go()
            return
        if state.held and not (self.standing.operator_action() or self._entry_waits()):
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
                raise RefusedError("START", self.standing.operator_action())
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
        if not (state.games and (state.setting_up or turns.can_go_on(state))):
            raise RefusedError("START", self.standing.operator_action())
        if state.board_parts:
            card_handlers.finish_board(state)
        if state.setting_up:
            card_handlers.play_on(state)
        state.begun = True
        state.on_event(Event.START)

    def _leave_stop(self) -> None:
        state = self.state
        match state.stop:
            case Stop.END:
                raise RefusedError("START", state.reason)
            case Stop.KEYS if state.down(1) and state.operators_turn() and not state.entered:
                raise RefusedError("START", f"no move has been entered; {state.reason}")
            case Stop.SHOWING if not state.entered and turns.show_next_jump(state):
                return
        # A card that was refused while games are set up is no first act: that needs its own START.
        state.begun = state.begun or not state.setting_up
        state.card_refused = state.tape_check = False
        state.showing = ()
        state.on_event(Event.START)
