"""The checkers program's run status: running, stop reason, phase, counts."""

from dataclasses import dataclass

from devices.units.card_punch import CardPunch
from devices.units.line_printer import LinePrinter
from machines.exhibit.computer import Lights
from machines.samuel import console_view
from machines.samuel.card_source import CardSource
from machines.samuel.games import LEARNERS, Game, side
from machines.samuel.rote import control
from machines.samuel.rote.memory_tape import TapeOperation
from machines.samuel.rote.memory_tape_worker import MemoryTapeWorker
from machines.samuel.state import Needed, Phase, ProgramState, Stop, words_of

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


@dataclass(frozen=True)
class RunStatus:
    """The state beside the units that it may wait for."""

    state: ProgramState
    printer: LinePrinter
    punch: CardPunch
    feed: CardSource
    units: MemoryTapeWorker

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
        if state.card_refused and state.source == "reader" and not self.feed.reader.hopper_empty:
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
        found = [tape.name for tape in self.units.tapes
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
            return self.units.needed()
        return self.feed.needed() if state.phase is Phase.READING else None

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
        number = len(series.records) + 1
        return f"game {number} of Alpha and Beta: {mover.capitalize()}"
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
