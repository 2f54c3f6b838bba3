"""What the checkers program says of itself: what it is doing, and what it has counted."""

from machines.samuel.games import LEARNERS, Game, side
from machines.samuel.rote import control
from machines.samuel.rote.memory_tape import TapeOperation
from machines.samuel.state import ProgramState
from machines.samuel.state_machine import Phase

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
