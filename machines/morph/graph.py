"""The graph of a position: who attacks and defends whom (Gould and Levinson 1992, section 3.1).

Nodes are squares, and everything is a word of 64 bits (a1 = bit 0, h8 = bit 63, the sign):

* ``labels`` int64[15]: the squares of each label of :mod:`.labels`; of ANY_SQUARE all;
* ``out`` int64[4, 64]: what the man on a square attacks, direct, indirect, discovered, and all
  three together ("attacks"); empty squares attack nothing;
* ``into`` int64[4, 64]: the same edges from their other end: by whom a square is attacked.

The graph is oriented with Black to move.  Where White is to move, the colours are exchanged and the
ranks mirrored, so that White is always who has just moved.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from machines.games.chess.attacks import KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, line_attacks
from machines.games.chess.board import BLACK, BLACK_TO_MOVE, KINGS, STATE, WHITE, Position, Words
from machines.kernels.bits import ONE, lowest
from machines.kernels.kernel import inner_kernel, kernel
from machines.morph.labels import (
    ANY_SQUARE,
    BLACK_KING,
    GENERIC,
    LABELS,
    MEN,
    NEAR_BLACK_KING,
    NEAR_WHITE_KING,
    WHITE_KING,
)

Table = npt.NDArray[np.int64]

EDGE_TABLES = 4
"""Direct, indirect, discovered, generic."""
BYTES = 0x00FF00FF00FF00FF
PAIRS = 0x0000FFFF0000FFFF
HALF = 0xFFFFFFFF


@inner_kernel("int64(int64)", inline="always")
def mirror_ranks(word: int) -> int:
    """``word`` with the ranks in the other order."""
    word = ((word >> 8) & BYTES) | ((word & BYTES) << 8)
    word = ((word >> 16) & PAIRS) | ((word & PAIRS) << 16)
    return ((word >> 32) & HALF) | (word << 32)


@inner_kernel("void(int64[::1],int64[::1])")
def label_squares(words: Words, labels: Table) -> None:
    """The squares of each label, oriented; ``words`` are a position's, ``labels`` int64[15]."""
    as_is = words[STATE] & BLACK_TO_MOVE
    white, black = words[WHITE], words[BLACK]
    for kind in range(KINGS + 1):
        men = words[kind]
        if as_is:
            labels[kind] = men & white
            labels[kind + 6] = men & black
        else:
            labels[kind] = mirror_ranks(men & black)
            labels[kind + 6] = mirror_ranks(men & white)
    king, other = labels[WHITE_KING], labels[BLACK_KING]
    labels[NEAR_WHITE_KING] = KING_ATTACKS[lowest(king)] if king else 0
    labels[NEAR_BLACK_KING] = KING_ATTACKS[lowest(other)] if other else 0
    labels[ANY_SQUARE] = -1


@inner_kernel("void(int64[:,::1],int64,int64,int64)", inline="always")
def join(into: Table, kind: int, attacked: int, source: int) -> None:
    """Write one man's edges at their other ends."""
    bit = ONE << source
    while attacked:
        into[kind, lowest(attacked)] |= bit
        attacked &= attacked - 1


@inner_kernel("void(int64[::1],int64[::1],int64[:,::1])")
def edges_out(words: Words, labels: Table, out: Table) -> None:
    """A position's ``labels`` [15] and ``out`` [4, 64]."""
    label_squares(words, labels)
    out[:] = 0
    white = labels[0] | labels[1] | labels[2] | labels[3] | labels[4] | labels[5]
    black = labels[6] | labels[7] | labels[8] | labels[9] | labels[10] | labels[11]
    occupied = white | black
    for colour in range(2):
        base = 6 * colour
        enemy = white if colour else black
        men = labels[base]
        while men:
            square = lowest(men)
            men &= men - 1
            attacked = PAWN_ATTACKS[colour, square]
            out[0, square] = attacked
            out[3, square] = attacked
        men = labels[base + 1]
        while men:
            square = lowest(men)
            men &= men - 1
            attacked = KNIGHT_ATTACKS[square]
            out[0, square] = attacked
            out[3, square] = attacked
        men = labels[base + 5]
        while men:
            square = lowest(men)
            men &= men - 1
            attacked = KING_ATTACKS[square]
            out[0, square] = attacked
            out[3, square] = attacked
        queens = labels[base + 4]
        for way in range(2):
            # Lines 0 and 1 are the rook's, 2 and 3 the bishop's; the queen has all four.
            men = labels[base + 3 - way] | queens
            through = enemy | men
            sliders = men
            while sliders:
                square = lowest(sliders)
                sliders &= sliders - 1
                direct = out[0, square]
                indirect = out[1, square]
                discovered = out[2, square]
                for line in range(2 * way, 2 * way + 2):
                    reach = line_attacks(square, line, occupied)
                    direct |= reach
                    first = reach & occupied
                    if first & through:
                        beyond = line_attacks(square, line, occupied & ~(first & through))
                        indirect |= beyond & ~reach
                    if first & ~through:
                        beyond = line_attacks(square, line, occupied & ~(first & ~through))
                        discovered |= beyond & ~reach
                out[0, square] = direct
                out[1, square] = indirect
                out[2, square] = discovered
                out[3, square] = direct | indirect | discovered


@kernel("void(int64[::1],int64[::1],int64[:,::1],int64[:,::1])")
def graph_of(words: Words, labels: Table, out: Table, into: Table) -> None:
    """The oriented graph of a position: fills ``labels`` [15], ``out`` and ``into`` [4, 64]."""
    edges_out(words, labels, out)
    into[:] = 0
    for label in range(MEN):
        men = labels[label]
        while men:
            square = lowest(men)
            men &= men - 1
            for kind in range(GENERIC):
                join(into, kind, out[kind, square], square)
    for square in range(64):
        into[GENERIC, square] = into[0, square] | into[1, square] | into[2, square]


@dataclass(frozen=True, eq=False)
class Graph:
    """A position's graph as arrays: see the head of this file."""

    labels: Table
    out: Table
    into: Table


def graph(position: Position) -> Graph:
    """The oriented graph of a position."""
    made = Graph(
        np.empty(LABELS, dtype=np.int64),
        np.empty((EDGE_TABLES, 64), dtype=np.int64),
        np.empty((EDGE_TABLES, 64), dtype=np.int64),
    )
    graph_of(position.words(), made.labels, made.out, made.into)
    return made


def orient(position: Position) -> Position:
    """The position as its graph has it, Black to move: itself, or mirrored with colours changed."""
    return position if position.black_to_move else position.mirrored()


def board_square(square: int, position: Position) -> int:
    """A square of the oriented graph as one of the position's own board, or back."""
    return square if position.black_to_move else square ^ 56
