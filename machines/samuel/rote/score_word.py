"""The word that a board's score, age and effective ply share on the memory tape.

Beside two or three words of the board there is one word more, so that a board takes 3 or 4, and on
the average near the paper's 3.8.  Its 36 bits, as the 704 numbers them::

    S      the score's sign, 1 for minus
    1-17   the score: of the board from which it was backed up, in units of the tape
    18-23  effective ply, 0 to 63
    24-35  age

Backing up takes 1 off a score's magnitude for every ply; so the magnitude and the ply together are
that of the board at the end of the line, which is 64 times its polynomial (32 times with DIAV).
The tape's unit is the least power of two, 64 or more, by which the largest score that polynomial
and settings allow fits.  Where it divides every coefficient times 64 nothing is lost (128 for the
rote polynomial, whose coefficients are multiples of 16); otherwise the score is rounded.  The 1024
largest codes are games won or lost in n plies, 0 to 1023, exactly.
"""

import numpy as np
import numpy.typing as npt

from machines.samuel.polynomial import Polynomial
from machines.samuel.rote.lookup import AGE, EFFECTIVE_PLY, SCORE_KEPT, Rows
from machines.samuel.rote.records import AGE_BITS, MOST_PLY, PLY_BITS
from machines.samuel.scores import SCORE_UNIT, WIN
from machines.samuel.settings import ProgramSettings

Words = npt.NDArray[np.int64]

CODE_BITS = 17
LARGEST_CODE = (1 << CODE_BITS) - 1
PLIES_TO_WIN = 1024
"""How many of the largest codes are won games: 0 to 1023 plies away."""
LARGEST_UNIT = 1 << 24

MOST_ADVANTAGE = 36 * (128 - 36)
"""The piece advantage of twelve kings against nothing."""
MOST_COUNTED = 64
"""No term comes to more: a rating counts 32 squares at most, a term is a difference of two."""


def unit_for(polynomial: Polynomial, settings: ProgramSettings) -> int:
    """The tape's unit for scores of that polynomial."""
    largest = polynomial.advantage_weight * (MOST_ADVANTAGE + settings.pending)
    largest += sum(abs(weight.coefficient) for weight in polynomial.weights) * MOST_COUNTED
    unit = SCORE_UNIT
    while SCORE_UNIT * largest > (LARGEST_CODE - PLIES_TO_WIN) * unit:
        unit *= 2
    return unit


def score_words(rows: Rows, unit: int) -> Words:
    """The last word of each board, int64[n]."""
    score, ply = rows[:, SCORE_KEPT], rows[:, EFFECTIVE_PLY]
    size = np.abs(score)
    code = np.where(size > 0, (size + ply + unit // 2) // unit, 0)
    code = np.where(size > WIN - PLIES_TO_WIN, LARGEST_CODE - (WIN - size), code)
    minus = (score < 0).astype(np.int64)
    words: Words = (
        minus << CODE_BITS + PLY_BITS + AGE_BITS
        | code << PLY_BITS + AGE_BITS
        | ply << AGE_BITS
        | rows[:, AGE]
    )
    return words


def read_score_words(words: Words, rows: Rows, unit: int) -> None:
    """Put the score, age and effective ply of each word into its row."""
    code = words >> PLY_BITS + AGE_BITS & LARGEST_CODE
    ply = words >> AGE_BITS & MOST_PLY
    won = code > LARGEST_CODE - PLIES_TO_WIN
    size = np.where(won, WIN - (LARGEST_CODE - code), np.maximum(code * unit - ply, 0))
    rows[:, SCORE_KEPT] = np.where(words >> CODE_BITS + PLY_BITS + AGE_BITS, -size, size)
    rows[:, AGE] = words & (1 << AGE_BITS) - 1
    rows[:, EFFECTIVE_PLY] = ply
