"""What a game has changed in the program: Alpha's corrections, the boards kept, or nothing.

Worked out from the state alone, whenever it is asked for.
"""

from devices.game_record import GameRecord
from machines.games.draughts.scene import Contest, GameSummary, TermChange, pdn_record
from machines.samuel.games import Game, Result
from machines.samuel.generalization.learner import Alpha
from machines.samuel.polynomial import Polynomial
from machines.samuel.state import ProgramState


def summary_of(state: ProgramState, game: Game) -> GameSummary | None:
    """The summary of a game; None before it has been won, lost or drawn."""
    if not game.over or game.result is Result.OPEN:
        return None
    result = game.result.value
    series = state.learning.series
    if series is not None and "ALPHA" in game.learners:
        alpha, before = series.contest.alpha, series.kept[-1].alpha
        corrections = alpha.corrections - before.corrections
        learns = corrections or state.down(4)
        return GameSummary(
            result, "alpha" if learns else "frozen", corrections, changes(before, alpha)
        )
    if state.reels.there:
        kept = state.reels.memory.statistics
        return GameSummary(result, "rote", saved=kept.saved, known=kept.updated)
    by_people = state.lookahead.polynomial == Polynomial.standard()
    return GameSummary(result, "people" if by_people else "cards")


NAMES = {
    "OPERATOR": "Visitor",
    "MACHINE": "Samuel's checkers program",
    "ALPHA": "Alpha (Samuel's checkers program)",
    "BETA": "Beta (Samuel's checkers program)",
    "BOOK": "Book",
}
"""Who plays, as a game that is taken along has it."""


def record_of(game: Game, black: str, white: str) -> GameRecord | None:
    """The game as text; None before it has been won, lost or drawn."""
    if not game.over or game.result is Result.OPEN:
        return None
    moves = tuple(play.move for play in game.plays)
    sides = (NAMES.get(side, side) for side in (black, white))
    return pdn_record(game.start, moves, game.result.value, *sides)


def contest_of(state: ProgramState) -> Contest | None:
    """How Alpha and Beta stand; None without a SERIES card, or where Alpha learns."""
    learning = state.learning
    if learning.series is None or not learning.ordered or state.down(4):
        return None
    results = [int(record.result) for record in learning.series.records]
    won, drawn, lost = (results.count(result) for result in (1, 0, -1))
    return Contest(won, drawn, lost, learning.ordered)


def changes(before: Alpha, after: Alpha) -> tuple[TermChange, ...]:
    """The terms that are active at both times, with their coefficients; what moved most by power
    and sign first."""
    there = {record.name for record in before.active}
    found = [
        TermChange(record.name, before.polynomial.coefficient(record.name),
                   after.polynomial.coefficient(record.name))
        for record in after.active if record.name in there
    ]  # fmt: skip
    return tuple(sorted(found, key=lambda term: -abs(power(term.after) - power(term.before))))


def power(coefficient: int) -> int:
    """How high a coefficient stands on the chart: its power of two and one more, with its sign."""
    size = abs(coefficient).bit_length()
    return -size if coefficient < 0 else size
