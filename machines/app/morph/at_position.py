"""``main.py morph patterns --fen``: what a database says of one position, weight by weight."""

from machines.app.study.outputs import print_table
from machines.chess.board import Position
from machines.morph.learner import Learner, Record

HEADINGS = ("number", "weight", "value", "updates", "way", "pattern")


def matching(learner: Learner, position: Position) -> tuple[tuple[Record, ...], float]:
    """The most specific patterns that hold in it, in the order of folding, and its value.

    The position is one after a move: its value is for who has just moved.
    """
    made = learner.evaluate(position)
    records = learner.records()
    return tuple(records[row] for row in made.rows), made.value


def tell_position(learner: Learner, position: Position, title: str) -> tuple[Record, ...]:
    """Print how its value comes about; the patterns."""
    found, value = matching(learner, position)
    steps = learner.evaluate(position).fold.steps
    rows = [
        (
            str(one.number),
            f"{step.weight:.3f}",
            f"{step.value:.3f}",
            str(one.updates),
            one.way,
            str(one.pattern),
        )
        for one, step in zip(found, steps, strict=True)
    ]
    mover = "White" if position.black_to_move else "Black"
    print_table(HEADINGS, rows, f"{title}: {value:.3f} for {mover}, who has just moved")
    return found
