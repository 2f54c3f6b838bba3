"""A choice of Morph's laid open for a visitor: the successors, the best first, and why each.

What :func:`machines.morph.player.look` reckons, put into the order of the screen, with every
pattern as it lies on the successor's board.
"""

from dataclasses import dataclass

from machines.chess.board import Move, Position
from machines.chess.moves import in_check, legal_moves
from machines.chess.notation import san
from machines.morph.choice_trace import Successor
from machines.morph.learner import Learner, Record
from machines.morph.scene import Bar, Step
from machines.morph.sketch import sketch_of
from machines.morph.state import Choice


@dataclass(frozen=True)
class Explanation:
    """A choice; ``order`` and ``bars`` have the best successor first."""

    choice: Choice
    moves: tuple[Move, ...]
    """In their own order, in which Morph looks at them."""
    order: tuple[int, ...]
    bars: tuple[Bar, ...]
    chosen: int
    """Among the bars."""

    def move(self, bar: int) -> Move:
        """The move of a bar."""
        return self.moves[self.order[bar]]


def explained(learner: Learner, choice: Choice) -> Explanation:
    """What a choice saw, with the database as it is now."""
    position = choice.position
    moves = legal_moves(position)
    values = learner.values(position).tolist()
    order = order_of(values, choice.chosen)
    bars = tuple(Bar(san(position, moves[number]), values[number]) for number in order)
    return Explanation(choice, moves, order, bars, order.index(choice.chosen))


def order_of(values: list[float], chosen: int) -> tuple[int, ...]:
    """Which successor stands where on the screen: the best first, the chosen one before equals."""
    return tuple(sorted(range(len(values)), key=lambda one: (-values[one], one != chosen, one)))


def steps_of(successor: Successor, records: dict[int, Record]) -> tuple[Step, ...]:
    """The fold of a successor's weights.

    Patterns that aren't in the database any more are left out."""
    white_moved = successor.position.black_to_move
    return tuple(
        Step(one.weight, one.folded,
             sketch_of(records[one.pattern].pattern, one.squares, white_moved))
        for one in successor.matched
        if one.pattern in records
    )  # fmt: skip


def squares_of_move(move: Move | None) -> tuple[int, ...]:
    """From where, to where."""
    return (move.start, move.end) if move else ()


def king_in_check(position: Position) -> int:
    """The square of the king that stands in check; -1 if none does."""
    if not in_check(position):
        return -1
    return (position.kings & position.active).bit_length() - 1
