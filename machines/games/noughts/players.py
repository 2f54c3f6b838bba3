"""Players of noughts and crosses that don't learn, by name: from random up to expert.

==============  ================================================================================
``random``      any empty square, each with the same chance
``distinct``    any essentially distinct move, each with the same chance
``perfect``     any square that perfect play may choose, each with the same chance
``expert``      any essentially distinct move that perfect play may choose, each with the same
``standard:s``  with chance s, from 0 to 1, a move of ``expert``, else one of ``random``
==============  ================================================================================

Perfect play is that of :mod:`machines.games.noughts.enumeration`: the best result still to be had,
sooner if won, later if lost.  Michie (1963) lets either side of his program play "at any desired
standard of play from random up to expert" and doesn't say how: expert and the mix are ours.  The
matchboxes and the Pegasus program have their players from here, so that a name means the same to
both.
"""

from fractions import Fraction

from devices.refusal import RefusedError
from machines.games.noughts.board import SQUARES, Board
from machines.games.noughts.enumeration import best_moves
from machines.games.noughts.symmetry import distinct_moves

EVEN = ("random", "distinct", "perfect", "expert")
"""Those that choose evenly among some squares."""
STANDARD = "standard"


def even_choice(name: str, board: Board) -> tuple[int, ...]:
    """The squares, ascending, among which one of :data:`EVEN` chooses; none at the end."""
    if name == "random":
        return board.moves
    if name == "distinct":
        return distinct_moves(board)
    best = best_moves(board)
    if name == "expert":
        return tuple(square for square in distinct_moves(board) if square in best)
    return best


def chances(name: str, board: Board, standard: float = 0.0) -> tuple[Fraction, ...]:
    """Each square's exact chance, by square; all 0 at the end of a play.

    ``name`` is one of :data:`EVEN`, or :data:`STANDARD` and ``standard`` its s.
    """
    if name == STANDARD:
        share = Fraction(standard)
        best, other = chances("expert", board), chances("random", board)
        return tuple(share * best[s] + (1 - share) * other[s] for s in SQUARES)
    squares = even_choice(name, board)
    return tuple(Fraction(s in squares, max(len(squares), 1)) for s in SQUARES)


def read_standard(text: str, where: str = "player") -> float:
    """The s of ``standard:s``; raises RefusedError unless it is a number from 0 to 1."""
    try:
        standard = float(text.partition(":")[2])
    except ValueError:
        raise RefusedError(where, f"{text!r} has no number; expected standard:0 to :1") from None
    check_standard(standard)
    return standard


def check_standard(standard: float) -> None:
    """Raises RefusedError for a standard of play out of range."""
    if not 0.0 <= standard <= 1.0:
        raise RefusedError("standard", f"{standard:g} is out of range; expected 0 to 1")
