"""Scores: their unit, what backing up takes off them, and the score of a board on the stack.

A board's score is for the side to move.  The look-ahead (:mod:`machines.samuel.search`) backs
scores up; in words it is said in :mod:`machines.samuel.lookahead`.
"""

from machines.kernels.kernel import inner_kernel, kernel
from machines.samuel import terms
from machines.samuel.search_frames import (
    BA,
    BLACK_ACTIVE,
    BP,
    BY_TURNS,
    FA,
    FLAGS,
    FP,
    KNOWN,
    MANNER,
    NEEDED,
    NULL_REPLY,
    ORDER,
    POLYNOMIAL,
    Words,
)
from machines.samuel.settings import GIVEAWAY, LAST, PENDING

SCORE_UNIT = 64
"""A board's score is 64 times its polynomial: what backing up takes off never reaches a real
difference, since no branch is longer than 63 plies."""
WIN = 2**35 - 256
"""The score of a won game; greater than that of any board."""
NO_BOUND = 2**35 - 128
"""Greater than any score, and still a word of the 704."""


@kernel("int64(int64)")
def decrease_score(score: int) -> int:
    """A score backed up by one ply: its magnitude less by 1 (item 16)."""
    return score - 1 if score > 0 else score + 1 if score < 0 else 0


@inner_kernel("int64(int64)")
def least_above(bound: int) -> int:
    """g: decreased(v) > bound exactly when v > g(bound)."""
    return bound + 1 if bound >= 0 else bound - 1


@inner_kernel("int64(int64)")
def least_at(bound: int) -> int:
    """h: decreased(v) >= bound exactly when v >= h(bound)."""
    return bound + 1 if bound > 0 else bound - 1


@kernel("int64(int64)")
def unit_of(number: int) -> int:
    """What one count of a term is in a score, for a coefficient of 1: DIAV counts in halves."""
    return SCORE_UNIT // 2 if number == terms.DIAV else SCORE_UNIT


@inner_kernel("void(int64[:,::1],int64[:,::1],int64[::1],int64)")
def rate_board(frames: Words, notes: Words, words: Words, depth: int) -> None:
    """Note the parameters of the board at ``depth`` that the polynomial needs by turns."""
    if notes[depth, KNOWN]:
        return
    terms.parameters(
        words[NEEDED],
        frames[depth, FA],
        frames[depth, BA],
        frames[depth, FP],
        frames[depth, BP],
        1 if abs(frames[depth, FLAGS]) & BLACK_ACTIVE else 0,
        notes[depth],
    )
    notes[depth, KNOWN] = 1


@inner_kernel("int64(int64[:,::1],int64[:,::1],int64[::1],int64)")
def score_of(frames: Words, notes: Words, words: Words, depth: int) -> int:
    """The score of the board at ``depth`` for the side to move: 64 times the polynomial.

    Terms taken by turns are credited to the side that waits (Samuel 1959, Appendix C).
    """
    fa, ba, fp, bp = frames[depth, FA], frames[depth, BA], frames[depth, FP], frames[depth, BP]
    flags = frames[depth, FLAGS]
    black = 1 if abs(flags) & BLACK_ACTIVE else 0
    advantage = terms.advantage_of(terms.material(fa, ba), terms.material(fp, bp))
    if depth >= words[LAST]:
        if flags < 0:
            advantage += words[PENDING]
        elif flags & NULL_REPLY:
            advantage -= words[PENDING]
    total: int = words[POLYNOMIAL + terms.PIECE_ADVANTAGE] * advantage
    if words[GIVEAWAY]:
        total = -total
    total *= SCORE_UNIT
    if words[MANNER] == BY_TURNS:
        rate_board(frames, notes, words, depth - 1)
        rate_board(frames, notes, words, depth)
        for k in range(1, words[ORDER] + 1):
            number = words[ORDER + k]
            value = terms.value_by_turns(number, notes[depth], notes[depth - 1])
            total -= words[POLYNOMIAL + number] * value * unit_of(number)
        return total
    for k in range(1, words[ORDER] + 1):
        number = words[ORDER + k]
        value = terms.term(number, fa, ba, fp, bp, black)
        total += words[POLYNOMIAL + number] * value * unit_of(number)
    return total
