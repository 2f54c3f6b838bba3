"""Players of noughts and crosses by name: from random up to expert, and some that learned once.

==============  ================================================================================
``random``      any empty square, each with the same chance
``distinct``    any essentially distinct move, each with the same chance
``perfect``     any square that perfect play may choose, each with the same chance
``expert``      any essentially distinct move that perfect play may choose, each with the same
``standard:s``  with chance s, from 0 to 1, a move of ``expert``, else one of ``random``
==============  ================================================================================

Perfect play is counted below: the best result still to be had, sooner if won, later if lost.
Michie (1963) lets either side of his program play "at any desired standard of play from random up
to expert" and doesn't say how: expert and the mix are ours.  The matchboxes and the Pegasus program
have their players from here, so that a name means the same to both.

===========  ===================================================================================
``pegasus``  what Michie's program on the Pegasus came to in 10,000 plays with each side
``morph``    what an APS system, Morph's framework, came to in 2,000 plays, the sides in turn
===========  ===================================================================================

Both learned against ``distinct`` (:mod:`machines.games.noughts.players`).  They are tables of
chances, so that either can sit at any board without its machine: ``python -m
tests.make_noughts_players`` has the programs learn again and writes the tables
(:mod:`machines.games.noughts.learned_tables`).

Random play is of two kinds: over squares, where each empty square has the same chance, and over
essentially distinct moves, as in the print-out of the Pegasus program (docs/sources/menace.md,
section 4). Perfect play is minimax over the whole tree, a quick win before a slow one and a slow
loss before a quick one; among moves equally good nothing is preferred.
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from devices.refusal import RefusedError
from machines.games.noughts.board import SQUARES, Board
from machines.games.noughts.learned_tables import TABLES
from machines.games.noughts.symmetry import BACK, TURNED, distinct_boards, distinct_moves, standard

# -- Players of noughts and crosses that have learned elsewhere and learn no more, by name ---------

LEARNED = tuple(TABLES)
"""Their names."""
DIGITS = 2
"""Of a weight in a table."""
WHOLE = 10**DIGITS - 1
"""The weights of a board add up to this."""

Weights = tuple[int, ...]
"""Of the nine squares."""


def table_boards() -> Iterator[Board]:
    """The boards of a table in its order: unfinished, in standard form, with a choice left."""
    for ply in range(8):
        yield from distinct_boards(ply)


@functools.cache
def _table(name: str) -> dict[Board, Weights]:
    text = "".join(TABLES[name].split())
    wide = DIGITS * len(SQUARES)
    made = {}
    for number, board in enumerate(table_boards()):
        row = text[number * wide : (number + 1) * wide]
        made[board] = tuple(int(row[DIGITS * s : DIGITS * s + DIGITS]) for s in SQUARES)
    return made


def learned_chances(name: str, board: Board) -> tuple[Fraction, ...]:
    """Each square's chance, by square, for whoever is to move; all 0 at the end of a play.

    ``name`` is one of :data:`LEARNED`.
    """
    form, turn = standard(board)
    weights = _table(name).get(form)
    if weights is None:  # the end, or the forced last move
        return tuple(Fraction(s in board.moves) for s in SQUARES)
    return tuple(Fraction(weights[TURNED[turn][s]], WHOLE) for s in SQUARES)


# -- Every play of noughts and crosses counted: random play in exact fractions, and perfect play ---


@dataclass(frozen=True)
class Chances:
    """Exact chances, from Nought's side; they add up to 1."""

    win: Fraction
    draw: Fraction
    loss: Fraction


def random_play(board: Board | None = None, distinct: bool = False) -> Chances:
    """The chances when both sides play at random from ``board`` (None: the empty one) on.

    ``distinct``: over essentially distinct moves instead of over squares.
    """
    return _random_play(standard(board or Board())[0], distinct)


@functools.cache
def _random_play(board: Board, distinct: bool) -> Chances:
    if board.finished:
        won = board.winner
        return Chances(Fraction(won == "O"), Fraction(won == ""), Fraction(won == "X"))
    moves = distinct_moves(board) if distinct else board.moves
    after = [random_play(board.play(square), distinct) for square in moves]
    share = Fraction(1, len(moves))
    return Chances(
        share * sum(each.win for each in after),
        share * sum(each.draw for each in after),
        share * sum(each.loss for each in after),
    )


def value(board: Board) -> int:
    """What the play is worth to Nought if both sides play perfectly: 1, 0 or -1."""
    worth = _worth(standard(board)[0])
    return (worth > 0) - (worth < 0)


@functools.cache
def _worth(board: Board) -> int:
    """The value times 10 less the moves of the whole play: quick wins are worth more."""
    if board.finished:
        return {"O": 10 - board.ply, "": 0, "X": board.ply - 10}[board.winner]
    after = [_worth(standard(board.play(square))[0]) for square in board.moves]
    return max(after) if board.to_move == "O" else min(after)


@functools.cache
def best_moves(board: Board) -> tuple[int, ...]:
    """The squares, ascending, that perfect play may choose; none when the play is over."""
    form, turn = standard(board)
    return tuple(sorted(BACK[turn][square] for square in _best_moves(form)))


@functools.cache
def _best_moves(board: Board) -> tuple[int, ...]:
    worth = {square: _worth(standard(board.play(square))[0]) for square in board.moves}
    best = (max if board.to_move == "O" else min)(worth.values(), default=0)
    return tuple(square for square in worth if worth[square] == best)


# -- players ---------------------------------------------------------------------------------------

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
