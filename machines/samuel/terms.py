"""The terms of Samuel's scoring polynomial by number, as kernels.

What each term counts is said in words in :mod:`machines.samuel.term_table`, and computed in
:mod:`machines.samuel.parameters`: a *rating* of one side against the other.  A term is taken from
ratings in one of two manners:

* *together*, :func:`term`: the two sides' ratings on the same board, their difference turned so
  that more is better: a positive coefficient is always good for the side for which the term is
  taken (docs/sources/samuel.md item 21 names the trap in Appendix C).
* *by turns*, as Appendix C says (item 34): :func:`parameters` of the board, less those of the board
  before the last move, :func:`value_by_turns`, credited to the side that is passive on the board.

Piece advantage is no term of either kind; its number stands for the material of a side.
"""

import numpy as np
import numpy.typing as npt

from machines.games.draughts.board import BOARD
from machines.kernels.bits import popcount
from machines.kernels.kernel import inner_kernel, kernel
from machines.samuel import parameters as counts
from machines.samuel.parameters import material as material
from machines.samuel.parameters import struck as struck

Values = npt.NDArray[np.int64]

PIECE_ADVANTAGE, DENY, MOB, CENT, ADV, CENT_ADV = range(6)
# In Appendix C's order:
APEX, BACK, CNTR, CORN, CRAMP, DIA, DIAV, DYKE, EXCH, EXPOS, FORK = range(6, 17)
GAP, GUARD, HOLE, KCENT, MOBIL, MOVE, NODE, OREO, POLE, RECAP, THRET = range(17, 28)
MOMENT = 28
DEMO, DEMMO, DDEMO, DDMM, MODE1, MODE2, MODE3, MODE4, MOC1, MOC2, MOC3, MOC4 = range(29, 41)
TERM_NUMBERS = 41

FULL_BOARD = 128
"""In the piece advantage; above twice the heaviest possible side, so that more is always better."""

OF_THE_ACTIVE = sum(1 << n for n in (DENY, MOB, CNTR, CORN, EXCH, MOBIL, RECAP, THRET))
"""The numbers whose parameter is the active side's rating; of all others the passive side's."""
BAD = sum(1 << n for n in (DENY, EXPOS, FORK, GAP, HOLE, NODE, POLE, MOMENT))
"""The numbers whose rating is bad to have, taken together."""

# Of the connectives, from DEMO on: A, B, and which of A.B, A.B', A'.B, A'.B' (0..3) it is.
FIRST = (DENY,) * 4 + (MOBIL,) * 8
SECOND = (MOB,) * 4 + (DENY,) * 4 + (CENT,) * 4
TRUTH = (0, 1, 2, 3, 0, 1, 2, 3, 0, 2, 1, 3)
SIGNED = sum(1 << n for n in (DENY, CENT))
"""The simple terms that are divided by their sign in a connective, so that 0 is in neither class;
of the others 0 is in the class of what isn't greater (why: :mod:`machines.samuel.term_table`)."""
SHARED = sum(1 << n for n in (MOB, DENY, MOBIL, EXCH, RECAP))
"""Parameters that have most of their work in common."""
EVERY = 32
"""More squares than EXCH can find."""


@kernel("int64(int64,int64)")
def advantage_of(active: int, passive: int) -> int:
    """The piece advantage of ``active`` over ``passive`` units of material.

    (active - passive) * (128 - (active + passive)).
    """
    return (active - passive) * (FULL_BOARD - (active + passive))


@inner_kernel("int64(int64,int64,int64,int64,int64)")
def rating_by_moves(number: int, f: int, b: int, of: int, ob: int) -> int:
    """The other ratings that ask where the side could move: MOBIL, CNTR, CORN, THRET, EXCH."""
    empty = BOARD & ~(f | b | of | ob)
    reach = counts.reached(f, b, empty)
    if number == MOBIL:
        return popcount(reach) - popcount(counts.denied(f, b, of, ob, empty))
    if number == CNTR:
        return counts.center_held(f | b, reach)
    if number == CORN:
        return counts.corner_credit(f, b, of, ob, reach)
    if number == THRET:
        return popcount(counts.threats(f, b, of, ob, empty))
    return popcount(counts.exchanges(f, b, of, ob, empty, EVERY))


@inner_kernel("int64(int64,int64,int64,int64,int64,int64)")
def rating_by_pieces(number: int, f: int, b: int, of: int, ob: int, black: int) -> int:
    """The ratings that ask only where the pieces stand (and FORK)."""
    own, occupied = f | b, f | b | of | ob
    empty = BOARD & ~occupied
    if number == APEX:
        return counts.apex(f, b, of, ob)
    if number == BACK:
        return 0 if of & ob else counts.holds_bridge(own, black)
    if number == GUARD:
        return 0 if of & ob else counts.holds_bridge(own, black) | counts.holds_oreo(own, black)
    if number == OREO:
        return 0 if f & b else counts.holds_oreo(own, black)
    if number == CRAMP:
        return counts.cramp(own, of | ob, black)
    if number == DIA:
        return popcount(own & counts.DOUBLE_FILES)
    if number == DIAV:
        return counts.diagonal_halves(own)
    if number == MOMENT:
        return counts.second_moment(own)
    if number == DYKE:
        return counts.dyke(own)
    if number == EXPOS:
        return counts.exposed(own, empty)
    if number == FORK:
        return counts.fork(f, b, of, ob, empty)
    if number == GAP:
        return counts.gaps(own, empty)
    if number == HOLE:
        return popcount(counts.surrounded(own) & empty)
    if number == NODE:
        return popcount(counts.surrounded(empty) & own)
    if number == POLE:
        return counts.poles(f, b, occupied)
    if number == KCENT:
        return counts.center_kings(f, b)
    if number == MOVE:
        return counts.the_move(f, b, of, ob)
    return 0


@inner_kernel("int64(int64,int64,int64,int64,int64,int64)")
def rating(number: int, f: int, b: int, of: int, ob: int, black: int) -> int:
    """What term ``number`` counts for the side f, b (``black``: 1 if that is Black); raw.

    PIECE_ADVANTAGE counts the side's material; a connective is no side's, and gives 0.  The side of
    a board without men can't be told from its words, hence ``black``, which the terms of Appendix C
    that name squares need.
    """
    if number == MOB:
        return popcount(counts.reached(f, b, BOARD & ~(f | b | of | ob)))
    if number == DENY:
        return popcount(counts.denied(f, b, of, ob, BOARD & ~(f | b | of | ob)))
    if number == PIECE_ADVANTAGE:
        return material(f, b)
    if number == CENT_ADV:
        return counts.center_men(f, b) + counts.advancement(f, b)
    if number == CENT:
        return counts.center_men(f, b)
    if number == ADV:
        return counts.advancement(f, b)
    if OF_THE_ACTIVE >> number & 1:
        return rating_by_moves(number, f, b, of, ob)
    return rating_by_pieces(number, f, b, of, ob, black)


@inner_kernel("int64(int64,int64,int64,int64,int64,int64)")
def parameter(number: int, fa: int, ba: int, fp: int, bp: int, black_active: int) -> int:
    """Parameter ``number`` (0..28) of Appendix C on a board, to the letter; raw."""
    if OF_THE_ACTIVE >> number & 1:
        return rating(number, fa, ba, fp, bp, black_active)
    return rating(number, fp, bp, fa, ba, 1 - black_active)


@kernel("int64(int64)")
def needed(mask: int) -> int:
    """The simple terms (a mask by number) from which the terms of ``mask`` are made."""
    simple = mask & ((1 << DEMO) - 1)
    for k in range(12):
        if mask >> (DEMO + k) & 1:
            simple |= 1 << FIRST[k] | 1 << SECOND[k]
    return simple


@kernel("void(int64,int64,int64,int64,int64,int64,int64[::1])")
def parameters(
    wanted: int, fa: int, ba: int, fp: int, bp: int, black_active: int, out: Values
) -> None:
    """The simple terms' parameters that are in the mask ``wanted``, each at its number in ``out``.

    The same as :func:`parameter` one by one, with mobility, denial and exchanges found once.
    """
    if wanted >> DEMO:
        wanted = needed(wanted)
    if wanted & SHARED:
        empty = BOARD & ~(fa | ba | fp | bp)
        reach = counts.reached(fa, ba, empty)
        mobility = popcount(reach)
        denial = 0
        if wanted & (1 << DENY | 1 << MOBIL):
            denial = popcount(counts.denied(fa, ba, fp, bp, empty))
        exchange = 0
        if wanted & (1 << EXCH | 1 << RECAP):
            exchange = popcount(counts.exchanges(fa, ba, fp, bp, empty, EVERY))
        if wanted >> MOB & 1:
            out[MOB] = mobility
        if wanted >> DENY & 1:
            out[DENY] = denial
        if wanted >> MOBIL & 1:
            out[MOBIL] = mobility - denial
        if wanted >> EXCH & 1:
            out[EXCH] = exchange
        if wanted >> RECAP & 1:
            out[RECAP] = exchange
    rest = wanted & ~SHARED
    while rest:
        low = rest & -rest
        rest ^= low
        number = popcount(low - 1)
        out[number] = parameter(number, fa, ba, fp, bp, black_active)


@inner_kernel("boolean(int64,int64,boolean)")
def in_class(simple: int, value: int, greater: bool) -> bool:
    """Whether a simple term's value is greater than 0 or, if that is asked, in the other class."""
    if greater:
        return value > 0
    return value < 0 if SIGNED >> simple & 1 else value <= 0


@inner_kernel("int64(int64,int64,int64)")
def connected(number: int, a: int, b: int) -> int:
    """The connective ``number`` of the values a and b of its two simple terms: 1 or 0."""
    truth = TRUTH[number - DEMO]
    first = in_class(FIRST[number - DEMO], a, truth < 2)
    second = in_class(SECOND[number - DEMO], b, truth % 2 == 0)
    return 1 if first and second else 0


@kernel("int64(int64,int64[::1],int64[::1])")
def value_by_turns(number: int, now: Values, before: Values) -> int:
    """Term ``number`` by turns, credited to the side that is passive on the board ``now``.

    ``now`` and ``before`` are int64[TERM_NUMBERS] as :func:`parameters` fills them, of the board
    and of the one before the last move, with all that is :func:`needed` for the term.
    """
    if number < DEMO:
        value: int = now[number] - before[number]
        return value
    a, b = FIRST[number - DEMO], SECOND[number - DEMO]
    return connected(number, now[a] - before[a], now[b] - before[b])


@inner_kernel("int64(int64,int64,int64,int64,int64,int64)")
def simple_term(number: int, fa: int, ba: int, fp: int, bp: int, black_active: int) -> int:
    """A term that is no connective, taken together, for the active side."""
    own = rating(number, fa, ba, fp, bp, black_active)
    other = rating(number, fp, bp, fa, ba, 1 - black_active)
    if number == PIECE_ADVANTAGE:
        return advantage_of(own, other)
    return other - own if BAD >> number & 1 else own - other


@kernel("int64(int64,int64,int64,int64,int64,int64)")
def term(number: int, fa: int, ba: int, fp: int, bp: int, black_active: int) -> int:
    """Term ``number`` taken together, for the active side: positive is good for it.

    The same board seen by the other side gives exactly the negative.  A connective is the active
    side's, of its own two terms, less the other's; so it is 1, 0 or -1.
    """
    if number < DEMO:
        return simple_term(number, fa, ba, fp, bp, black_active)
    a = simple_term(FIRST[number - DEMO], fa, ba, fp, bp, black_active)
    b = simple_term(SECOND[number - DEMO], fa, ba, fp, bp, black_active)
    return connected(number, a, b) - connected(number, -a, -b)
