"""The terms of Samuel's scoring polynomial: what each counts on a board, as kernels.

A *rating* counts something for one side: f and b are that side's pieces that can move forward and
backward, of and ob the other side's, empty the empty squares (Samuel 1959, Appendix A; squares are
bits as in :mod:`machines.draughts.board`).  A *term* is the difference of the two sides' ratings on
the same board, with its sign turned so that more is better: a positive coefficient is always good
for the side for which the term is taken (specs/samuel.md item 21 names the trap in Appendix C).

The definitions in words stand in :data:`machines.samuel.polynomial.TERMS`.  The other terms of
Appendix C take further numbers and further branches of :func:`rating`; differencing against the
board before the last move (item 34) belongs to the generalization programs, not here.
"""

from machines.draughts.board import BOARD, bit
from machines.draughts.kernels import popcount
from machines.kernel import kernel

PIECE_ADVANTAGE, DENY, MOB, CENT, ADV, CENT_ADV = range(6)
# In Appendix C's order:
APEX, BACK, CNTR, CORN, CRAMP, DIA, DIAV, DYKE, EXCH, EXPOS, FORK = range(6, 17)
GAP, GUARD, HOLE, KCENT, MOBIL, MOVE, NODE, OREO, POLE, RECAP, THRET = range(17, 28)
MOMENT = 28
DEMO, DEMMO, DDEMO, DDMM, MODE1, MODE2, MODE3, MODE4, MOC1, MOC2, MOC3, MOC4 = range(29, 41)
TERM_NUMBERS = 41

FULL_BOARD = 128
"""In the piece advantage; above twice the heaviest possible side, so that more is always better."""

CENTER = sum(1 << n for n in (11, 12, 15, 16, 20, 21, 24, 25))
"""Internal numbers (Fig. A-1): standard 10, 11, 14, 15, 18, 19, 22, 23."""
ROWS_3_4 = sum(bit(square) for square in range(9, 17))
"""Black's third and fourth rows, White's fifth and sixth."""
ROWS_5_6 = sum(bit(square) for square in range(17, 25))


@kernel("int64(int64,int64)")
def material(f: int, b: int) -> int:
    """2 for a man, 3 for a king (item 9)."""
    return 2 * popcount(f | b) + popcount(f & b)


@kernel("int64(int64,int64)")
def advantage_of(active: int, passive: int) -> int:
    """The piece advantage of ``active`` over ``passive`` units of material.

    (active - passive) * (128 - (active + passive)).
    """
    return (active - passive) * (FULL_BOARD - (active + passive))


@kernel("int64(int64,int64,int64)")
def reached(f: int, b: int, empty: int) -> int:
    """The empty squares next to a piece of f or b, in a way in which it can go."""
    return ((f << 4) | (f << 5) | (b >> 4) | (b >> 5)) & empty


@kernel("int64(int64,int64,int64)")
def struck(f: int, b: int, empty: int) -> int:
    """The squares on which a piece could be jumped by f or b: an attacker before it, empty behind.

    Whatever stands on the square itself is not asked.
    """
    return (
        ((f << 4) & (empty >> 4))
        | ((f << 5) & (empty >> 5))
        | ((b >> 4) & (empty << 4))
        | ((b >> 5) & (empty << 5))
    )


@kernel("int64(int64,int64,int64,int64,int64,int64)")
def lost_for_nothing(f: int, b: int, of: int, ob: int, empty: int, to: int) -> int:
    """Whether the other side can jump the piece on ``to`` and not be jumped back: 1 or 0.

    f, b, empty are the board with that piece already taken off and its square empty.
    """
    for way in range(4):
        if way == 0:
            start, end, attackers = to >> 4, to << 4, of
        elif way == 1:
            start, end, attackers = to >> 5, to << 5, of
        elif way == 2:
            start, end, attackers = to << 4, to >> 4, ob
        else:
            start, end, attackers = to << 5, to >> 5, ob
        if attackers & start and empty & end and not struck(f, b, empty | start) & end:
            return 1
    return 0


@kernel("int64(int64,int64,int64,int64,int64)")
def denied(f: int, b: int, of: int, ob: int, empty: int) -> int:
    """The squares to which f or b can move and on which the piece could be taken for nothing."""
    weak = struck(of, ob, empty)
    squares = 0
    for way in range(4):
        # A head-on attacker lands on the square that the moving piece has just left.
        if way == 0:
            targets = (f << 4) & empty & (weak | (ob >> 4))
        elif way == 1:
            targets = (f << 5) & empty & (weak | (ob >> 5))
        elif way == 2:
            targets = (b >> 4) & empty & (weak | (of << 4))
        else:
            targets = (b >> 5) & empty & (weak | (of << 5))
        targets &= ~squares
        while targets:
            to = targets & -targets
            targets ^= to
            if way == 0:
                start = to >> 4
            elif way == 1:
                start = to >> 5
            elif way == 2:
                start = to << 4
            else:
                start = to << 5
            if lost_for_nothing(f & ~start, b & ~start, of, ob, empty | start, to):
                squares |= to
    return squares


@kernel("int64(int64,int64)")
def center_men(f: int, b: int) -> int:
    """CENT: men of the side on the center squares."""
    return popcount((f ^ b) & CENTER)


@kernel("int64(int64,int64)")
def advancement(f: int, b: int) -> int:
    """ADV: men of the side in its rows 5 and 6, less its men in its rows 3 and 4.

    Men that go forward (f only) are Black's, men that go backward (b only) White's.
    """
    black, white = f & ~b, b & ~f
    return popcount((black & ROWS_5_6) | (white & ROWS_3_4)) - popcount(
        (black & ROWS_3_4) | (white & ROWS_5_6)
    )


@kernel("int64(int64,int64,int64,int64,int64,int64)")
def rating(number: int, f: int, b: int, of: int, ob: int, black: int) -> int:
    """What term ``number`` counts for the side f, b (``black``: 1 if that is Black); raw.

    PIECE_ADVANTAGE counts the side's material.  The side of a board without men can't be told from
    its words, hence ``black``, which the terms of Appendix C that name squares need.
    """
    if number == MOB:
        return popcount(reached(f, b, BOARD & ~(f | b | of | ob)))
    if number == DENY:
        return popcount(denied(f, b, of, ob, BOARD & ~(f | b | of | ob)))
    if number == CENT_ADV:
        return center_men(f, b) + advancement(f, b)
    if number == CENT:
        return center_men(f, b)
    if number == ADV:
        return advancement(f, b)
    return material(f, b)


@kernel("int64(int64,int64,int64,int64,int64,int64)")
def term(number: int, fa: int, ba: int, fp: int, bp: int, black_active: int) -> int:
    """Term ``number`` for the active side: positive is good for it.

    The same board seen by the other side gives exactly the negative.
    """
    own = rating(number, fa, ba, fp, bp, black_active)
    other = rating(number, fp, bp, fa, ba, 1 - black_active)
    if number == PIECE_ADVANTAGE:
        return advantage_of(own, other)
    if number == DENY:
        return other - own
    return own - other
