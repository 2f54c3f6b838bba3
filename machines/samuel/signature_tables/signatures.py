"""A board's signatures and its score from the tables, as kernels.

Everything is taken for the side to move; for the other side each number only changes its sign.
What a signature is stands in :mod:`machines.samuel.signature_tables.arrangement`, what the tables'
arrays hold in :mod:`machines.samuel.signature_tables.tables`.
"""

import numpy as np
import numpy.typing as npt

from machines.games.draughts.kernels import MOST_MOVES, apply_move, list_moves
from machines.kernels.bits import popcount
from machines.kernels.kernel import inner_kernel, kernel
from machines.samuel import terms
from machines.samuel.parameters import material
from machines.samuel.signature_tables.arrangement import (
    AT_DENY,
    AT_MOB,
    AT_MOBIL,
    COUNT,
    FIRST_TABLES,
    FIRST_VALUES,
    GROUPS_TO_SECOND,
    HIGHS,
    IN_GROUP,
    LOWS,
    NUMBERS,
    PIECES,
    SECOND_TABLES,
    SECOND_VALUES,
    STARTS,
    TABLES,
    THREE,
)
from machines.samuel.signature_tables.settling import new_jumps, settle

Words = npt.NDArray[np.int64]

THIRD = TABLES - 1
AT_PIECES, AT_OWN, AT_OTHER, ROW = range(COUNT, COUNT + 4)
"""In a row of measurements, behind the parameters; and how long it is."""


@kernel("void(int64,int64,int64,int64,int64,int64[::1])")
def count_terms(fa: int, ba: int, fp: int, bp: int, black: int, out: Words) -> None:
    """Fill ``out``, int64[COUNT], with the raw counts of the parameters, for the side to move.

    ``black``: 1 if that is Black.
    """
    for k in range(COUNT):
        if k != AT_MOBIL:
            out[k] = terms.simple_term(NUMBERS[k], fa, ba, fp, bp, black)
    # MOBIL is MOB less DENY; together the other side's are taken off, and DENY is turned round.
    out[AT_MOBIL] = out[AT_MOB] + out[AT_DENY]


@inner_kernel("int64(int64,int64)")
def digit_of(k: int, count: int) -> int:
    """The quantised value of parameter ``k`` whose raw count that is: -2..2."""
    size = abs(count)
    digit = 2 if size >= HIGHS[k] else 1 if size >= LOWS[k] else 0
    return digit if count > 0 else -digit


@kernel("void(int64,int64,int64,int64,int64,int64[::1])")
def find_digits(fa: int, ba: int, fp: int, bp: int, black: int, out: Words) -> None:
    """Fill ``out``, int64[COUNT], with the quantised parameters, for the side to move."""
    count_terms(fa, ba, fp, bp, black, out)
    for k in range(COUNT):
        out[k] = digit_of(k, out[k])


@kernel("int64(int64,int64)")
def phase_of(pieces: int, phases: int) -> int:
    """In which of ``phases`` stretches of the game a board with so many pieces is: 0 the first.

    The phases have equal shares of the 24 pieces.
    """
    return min(phases - 1, (PIECES - min(pieces, PIECES)) * phases // PIECES)


@inner_kernel("int64(int64[::1],int64,int64)")
def output_of(outputs: Words, table: int, signature: int) -> int:
    """What a table puts out for a signature."""
    found: int = outputs[STARTS[table] + abs(signature)]
    return found if signature > 0 else -found


@inner_kernel("int64(int64[::1],int64[::1],int64[::1])")
def find_signatures(outputs: Words, digits: Words, found: Words) -> int:
    """The score of quantised parameters; ``found``, int64[TABLES], gets each table's signature.

    ``outputs``, int64[ENTRIES], are the tables' of one phase.
    """
    for table in range(FIRST_TABLES):
        signature = 0
        for k in range(IN_GROUP * table, IN_GROUP * (table + 1)):
            signature = signature * THREE + digits[k]
        found[table] = signature
    for second in range(SECOND_TABLES):
        signature = 0
        for first in range(GROUPS_TO_SECOND * second, GROUPS_TO_SECOND * (second + 1)):
            signature = signature * FIRST_VALUES + output_of(outputs, first, found[first])
        found[FIRST_TABLES + second] = signature
    signature = 0
    for table in range(FIRST_TABLES, THIRD):
        signature = signature * SECOND_VALUES + output_of(outputs, table, found[table])
    found[THIRD] = signature
    return output_of(outputs, THIRD, signature)


@inner_kernel("int64(int64,int64,int64,int64)")
def count_pieces(fa: int, ba: int, fp: int, bp: int) -> int:
    """The pieces on the board."""
    return popcount(fa | ba | fp | bp)


@kernel("int64(int64[:,::1],int64,int64,int64,int64,int64,int64[::1],int64[::1])")
def score_board(
    outputs: Words, fa: int, ba: int, fp: int, bp: int, black: int, digits: Words, found: Words
) -> int:
    """The tables' score of a board for the side to move, in thousandths: -1000..1000.

    ``outputs`` int64[phases, ENTRIES]; ``digits`` int64[COUNT] and ``found`` int64[TABLES] are
    filled on the way.
    """
    find_digits(fa, ba, fp, bp, black, digits)
    phase = phase_of(count_pieces(fa, ba, fp, bp), outputs.shape[0])
    return find_signatures(outputs[phase], digits, found)


@kernel("int64(int64,int64,int64,int64,int64,int64,int64[:,::1],int64[::1],int64[:,::1])")
def measure_alternatives(
    fa: int,
    ba: int,
    fp: int,
    bp: int,
    black: int,
    settled: int,
    out: Words,
    moves: Words,
    jumps: Words,
) -> int:
    """Make every move of a board; how many there are.

    ``out``, int64[MOST_MOVES, ROW], gets for each, for the side that has moved, the quantised
    parameters of the board after it (with ``settled`` 1 of the board at which its jumps end), the
    pieces there, and the material of that side and of the other.  The moves come in the order of
    legal_moves; ``moves``, int64[MOST_MOVES], and ``jumps`` (:func:`.settling.new_jumps`) are
    scratch.
    """
    count = list_moves(fa, ba, fp, bp, moves)
    depth = 0
    for i in range(count):
        g, c, f, b = apply_move(fa, ba, fp, bp, moves[i])
        other = 1
        if settled:
            _, g, c, f, b, turned = settle(g, c, f, b, depth, jumps)
            other = 1 - turned
        row = out[i]
        find_digits(g, c, f, b, 1 - black if other else black, row)
        if other:
            for k in range(COUNT):
                row[k] = -row[k]
        row[AT_PIECES] = count_pieces(g, c, f, b)
        row[AT_OTHER if other else AT_OWN] = material(g, c)
        row[AT_OWN if other else AT_OTHER] = material(f, b)
    return count


def new_measurements() -> tuple[Words, Words, Words]:
    """The arrays that :func:`measure_alternatives` fills."""
    return (
        np.zeros((MOST_MOVES, ROW), dtype=np.int64),
        np.zeros(MOST_MOVES, dtype=np.int64),
        new_jumps(),
    )
