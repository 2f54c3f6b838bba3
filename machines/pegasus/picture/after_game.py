"""What a play with a visitor has taught the Pegasus program (devices.screen.after_game)."""

from devices.screen.after_game import AfterGame
from machines.noughts.board import SIDE_NAMES
from machines.pegasus.odds import INFINITE
from machines.pegasus.scene import PegasusScene
from machines.pegasus.tables import result
from machines.pegasus.visitor import FirstMove

LEAST_CHANGE = 1e-12
"""Of a chance that has changed."""


def after_game(scene: PegasusScene) -> AfterGame | None:
    """The play that is over, if a visitor played it."""
    play = scene.visitor
    if play is None or not play.over:
        return None
    ended = result(play.board) or 0
    words = {"moves": str(len(play.squares)), "winner": SIDE_NAMES["X" if ended < 0 else "O"]}
    who = "drawn" if not ended else _who_won("O" if ended > 0 else "X", play.seats)
    ending = {"visitor": "won", "program": "lost", "drawn": "drawn", "two": ""}[who]
    learner = next(iter(play.first_moves), None)
    if learner is None:
        return AfterGame(f"{who}_stored", words, "sheet", play.plays, ending)
    words |= _figures(learner)
    if abs(learner.after - learner.before) < LEAST_CHANGE:
        return AfterGame(f"{who}_unchanged", words, "slip", play.plays, ending)
    way = "times" if learner.multiplier > 1 else "divided"
    return AfterGame(f"{who}_{way}", words, "slip", play.plays, ending)


def _who_won(winner: str, seats: str) -> str:
    """``"two"`` where visitors had both sides."""
    if len(seats) == 2:
        return "two"
    return "visitor" if winner in seats else "program"


def _figures(learner: FirstMove) -> dict[str, str]:
    """The words about the first move of the side that learns."""
    factor = learner.multiplier if learner.multiplier >= 1 else 1 / learner.multiplier
    return {
        "side": SIDE_NAMES[learner.side],
        "square": str(learner.square),
        "factor": f"{factor:.2f}" if factor < min(100, INFINITE) else f"{factor:,.0f}",
        "before": _percent(learner.before),
        "after": _percent(learner.after),
    }


def _percent(chance: float) -> str:
    """So many in a hundred, finely enough that a small change is seen."""
    return f"{100 * chance:.1f}"
