"""The checkers program's run status: running, stop reason, phase, counts; what the operator must do
before it can go on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeGuard

from devices.media.tape import Record
from devices.units.card_punch import CardPunch
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from machines.exhibit.computer import Lights
from machines.samuel import console_view, turns
from machines.samuel.games import LEARNERS, Game, side
from machines.samuel.rote import control
from machines.samuel.rote.memory_tape import TapeOperation
from machines.samuel.rote.memory_tape_worker import MemoryTapeWorker
from machines.samuel.state import CardAtHand, Needed, Phase, ProgramState, Stop, words_of

PUNCH_JAMMED = "a card has jammed in the punch: press FEED on it, then START"
PUNCH_STANDS = (
    "the punch is not ready: take the cards out, put blank ones in, press START on the punch"
)
NOTHING_LOADED = (
    "nothing is loaded: put a deck in the hopper, press the reader's START, then LOAD CARDS"
)

CONTROLS = {
    Stop.FIRST_ACT: "console.start",
    Stop.AFTER_MOVE: "console.start",
    Stop.SHOWING: "console.start",
    Stop.KEYS: "board",
    Stop.REFUSED: "console.start",
    Stop.END: "reader.hopper",
}
"""What goes on from each program stop; ``board``: a move by the operator."""


PUT_DECK = "put a deck in the hopper and press START on the card reader"
JAMMED = "a card has jammed: press FEED on the card reader, then START"
START_READER = Needed("reader.start", "press START on the card reader")


@dataclass(frozen=True)
class RunStatus:
    """The state beside the units that it may wait for."""

    state: ProgramState
    reader: CardReader
    printer: LinePrinter
    punch: CardPunch
    tapes: Sequence[TapeDrive]
    reels: MemoryTapeWorker

    def running(self) -> bool:
        """True while it works or waits for a unit; False while it waits for the operator."""
        state = self.state
        return self.under_way() and not state.held and not self.operator_action()

    def under_way(self) -> bool:
        """Whether it would go on by itself, if only its units and the lever let it."""
        state = self.state
        return (
            state.phase not in (Phase.IDLE, Phase.STOPPED)
            or bool(state.sheet.waiting or state.punching or state.busy_us)
            or state.unit in ("printer", "punch")
        )

    def reason(self) -> str:
        """Why it stopped or what it waits for; empty while it runs."""
        return words_of(self.needed())

    def needed(self) -> Needed | None:
        """The same with the control that lets it go on; None while it runs."""
        state = self.state
        if state.held:
            if state.automatic:
                halted = Needed("console.start", "halted: press START to go on")
                return self._needed_at_unit() or halted  # START is refused before that
            return Needed(
                "console.lever",
                "halted by the lever: SINGLE STEP looks at one more board, "
                "AUTOMATIC and then START go on",
            )
        if self.running():
            return None
        at_unit = self._needed_at_unit()
        if at_unit is not None:
            return at_unit
        if state.phase is Phase.IDLE:
            return Needed("console.load_cards", NOTHING_LOADED)
        if state.card_refused and state.source == "reader" and not self.reader.hopper_empty:
            return Needed("reader.empty_hopper", state.reason)
        wrong = self._wrong_reel()
        if wrong:
            return Needed(f"{wrong}.unload", state.reason)
        return Needed(CONTROLS.get(state.stop, ""), state.reason)

    def _wrong_reel(self) -> str:
        """The unit whose reel was refused and still lies there; empty if none."""
        state = self.state
        if state.stop is not Stop.REFUSED or not state.tape_check:
            return ""
        found = [tape.name for tape in self.tapes
                 if tape.mounted and state.why.startswith(str(tape.mounted))]  # fmt: skip
        return next(iter(found), "")

    def operator_action(self) -> str:
        """What the operator must do at a unit before it can go on; empty if nothing."""
        return words_of(self._needed_at_unit())

    def _needed_at_unit(self) -> Needed | None:
        state = self.state
        if state.unit == "punch" and self.punch.jammed:
            return Needed("punch.feed", PUNCH_JAMMED)
        if state.unit in ("printer", "punch") or (state.sheet.waiting and self.printer.ready):
            return None
        if state.sheet.waiting:
            return Needed("printer.start", "press START on the printer")
        if state.punching:
            return None if self.punch.ready else Needed("punch.start", PUNCH_STANDS)
        if control.units_needed(state):
            return self.reels.needed()
        return self._needed_card() if state.phase is Phase.READING else None

    def lights(self) -> Lights:
        """The lights now."""
        state = self.state
        return Lights(
            program_stop=state.phase is Phase.STOPPED and not self.under_way() and not state.dark,
            read_write_select=bool(
                state.unit or state.sheet.waiting or state.punching or state.phase is Phase.READING
            )
            and not state.dark,
            read_write_check=state.card_refused,
            tape_check=state.tape_check,
            sense=console_view.sense_lights(state),
        )

    # -- cards

    def card_at_hand(self) -> CardAtHand | None:
        """The next card, if it was read already; one that was corrected comes first."""
        corrected = not self.state.from_tape and self.reader.last_lies == "hopper"
        return None if self.state.unit or corrected else self.state.at_hand

    def read_over(self) -> bool:
        """Whether the console was turned to the 704 while a card was on its way, and what the 704
        has read meanwhile came over it: the next one is wanted."""
        reader = self.reader
        under_way = reader.busy or reader.waiting or reader.pending or reader.jammed
        return not under_way and reader.ready and not reader.hopper_empty

    def book_from_tape(self) -> bool:
        """Whether games that follow a book, by sense switch 3, get their moves from tape.

        What a tape has begun to set up it goes on to set up.
        """
        state, tape = self.state, self.tape()
        if (
            state.reels.there
            or state.tape_ended
            or not state.down(3)
            or (state.setting_up and not state.from_tape)
        ):
            return False
        return tape is not None and tape.ready

    def tape(self) -> TapeDrive | None:
        """The tape unit whose dial stands at 1."""
        return next((tape for tape in self.tapes if tape.dial == 1), None)

    def _needed_card(self) -> Needed | None:
        """What the operator must do before a card can come; None if nothing."""
        state, reader = self.state, self.reader
        if state.unit == "reader" and not self.read_over():
            return self._needed_under_way()
        if state.unit or self.card_at_hand():
            return None
        if state.source == "tape" or self.book_from_tape():
            return self._needed_of_tape()
        blank = self._blank_book()
        if blank is not None:
            return blank
        if reader.jammed:
            return Needed("reader.feed", JAMMED)
        if reader.ready and (not reader.hopper_empty or reader.end_of_file):
            return None
        if not reader.hopper_empty:
            return START_READER
        return Needed("reader.hopper", self._out_of_cards() if state.games else PUT_DECK)

    def _blank_book(self) -> Needed | None:
        """A reel without cards lies where the book is looked for, by sense switch 3."""
        tape = self.tape()
        if not (self.state.tape_ended and self.state.down(3) and _is_blank(tape)):
            return None
        return Needed(
            f"{tape.name}.unload",
            f"{tape.mounted} holds no cards and no book: press RESET and UNLOAD on {tape.name}",
        )

    def _needed_under_way(self) -> Needed | None:
        """... for the card that was selected: it travels, it has jammed, or it was freed again."""
        reader = self.reader
        if reader.jammed:
            return Needed("reader.feed", JAMMED)
        if reader.busy or reader.waiting:
            return None
        return Needed("reader.hopper", PUT_DECK) if reader.hopper_empty else START_READER

    def is_out_of_cards(self) -> bool:
        """Whether the reader has run empty and games that cards have opened want more."""
        state = self.state
        return state.phase is Phase.READING and bool(state.games) and self.reader.hopper_empty

    def plays_without(self) -> bool:
        """Whether START plays what has been read: no card is on its way, no board half set up."""
        state = self.state
        if state.unit or state.board_parts:
            return False
        return state.setting_up or turns.can_go_on(state)

    def _out_of_cards(self) -> str:
        words = f"the hopper is empty and no END card has come: {PUT_DECK}"
        if self.state.setting_up or turns.can_go_on(self.state):
            return f"{words}, or press START at the console to play without"
        return words

    def _needed_of_tape(self) -> Needed | None:
        tape = self.tape()
        if self.state.tape_ended and not self.state.games and _is_blank(tape):
            return Needed(
                f"{tape.name}.unload",
                f"{tape.mounted} holds no cards: press RESET and UNLOAD on {tape.name}, mount a "
                "book tape, press LOAD REWIND and START there, then LOAD TAPE",
            )
        if self.state.tape_ended and not self.state.games and self.state.source == "tape":
            return self._needed_at(tape) or Needed(
                "console.load_tape", "press LOAD TAPE: the cards come from the tape on unit 1"
            )
        if self.state.tape_ended:
            return Needed(
                "console.load_cards",
                "the tape has ended and no END card has come: press LOAD CARDS or LOAD TAPE",
            )
        return self._needed_at(tape)

    def _needed_at(self, tape: TapeDrive | None) -> Needed | None:
        """A tape on its unit, and ready."""
        if tape is None or tape.mounted is None:
            name = tape.name if tape is not None else "tape1"
            return Needed(
                f"{name}.mount",
                "mount a tape on the unit with address 1, press LOAD REWIND and START there",
                "book",
            )
        if tape.ready or tape.busy:
            return None
        return Needed(f"{tape.name}.start", f"press START on {tape.name}")


def _is_blank(tape: TapeDrive | None) -> TypeGuard[TapeDrive]:
    """Whether a reel lies there that holds no card image."""
    if tape is None or tape.mounted is None:
        return False
    return not any(isinstance(item, Record) for item in tape.items)


DOINGS = {
    TapeOperation.OPENING: "the memory tape is read through: which boards it holds",
    TapeOperation.ABRIDGING: "the memory tape is read through: what Alpha can use of it",
    TapeOperation.BRINGING: "a record of the memory tape is looked for",
    TapeOperation.MERGING: "the new boards are merged with the memory tape, onto the other reel",
}


def caption(state: ProgramState) -> str:
    """What is happening, for visitors."""
    if control.units_needed(state):
        return DOINGS[state.reels.work]
    if state.phase is Phase.THINKING:
        game = state.games[state.thinking_for]
        who = f"{_looks_ahead(state, game)} looks ahead for {side(game.black_to_move)}"
        return f"{who.replace('BLACK', 'Black').replace('WHITE', 'White')}"
    if state.phase is Phase.CLEARING:
        return "storage is being cleared"
    if state.sheet.waiting or state.unit == "printer":
        return "the machine prints"
    if state.punching or state.unit == "punch":
        return "the machine punches cards"
    if state.phase is Phase.READING:
        return "the machine reads cards" if state.unit else ""
    return ""


def _looks_ahead(state: ProgramState, game: Game) -> str:
    """Who it is that looks ahead, and in which game, for visitors."""
    series, mover = state.learning.series, game.mover(state.rule)
    if series is not None and mover in LEARNERS:
        number, who = len(series.records) + 1, mover.capitalize()
        learns_from_visitor = "OPERATOR" in (game.black, game.white)
        return f"game {number}{'' if learns_from_visitor else ' of Alpha and Beta'}: {who}"
    return f"game {game.number}: the machine"


def tallies(state: ProgramState) -> dict[str, int]:
    """Counts since it was switched on."""
    under_way = state.lookahead.boards if state.thinking_for else 0
    series = state.learning.series
    return {
        "boards": state.boards_looked_at + under_way,
        "cards": state.cards_read,
        "lines": state.lines_printed,
        "moves": state.moves_made,
        "games": len(series.records) if series else 0,
        "merges": state.reels.memory.statistics.merges,
        "adjustments": series.contest.alpha.corrections if series else 0,
    }
