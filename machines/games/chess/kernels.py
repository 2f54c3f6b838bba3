"""Chess in kernels: legal moves, making them, checks, repetition.

A position is int64[WORDS] as :mod:`machines.games.chess.board` lays it out, a move one integer
(:meth:`machines.games.chess.board.Move.packed`).  Moves are found legal at once, none is made to
try it: with the king in check the others may only take the one man that gives it or step between;
a man that is all that stands between its king and a slider stays on that line; the king goes where
no enemy reaches with the king itself off the board.  Only a pawn taken in passing is tried, for it
opens two squares.

Signed words throughout (h8 is the sign bit), so a shift to the right is masked.
"""

import numpy as np

from machines.games.chess import attacks, board
from machines.games.chess.board import Words
from machines.kernels.bits import ONE, lowest
from machines.kernels.kernel import inner_kernel, kernel

MOST_MOVES = 256
"""Room for the moves of any position (218 is the most that a game can come to)."""

RANK_1, RANK_3, RANK_6, RANK_8 = 0xFF, 0xFF << 16, 0xFF << 40, board.signed(0xFF << 56)
LAST_RANKS = RANK_1 | RANK_8
LIGHT = board.signed(0x55AA55AA55AA55AA)
"""The light squares."""
CASTLING_BITS = 15 << board.CASTLING_SHIFT
EN_PASSANT_BITS = 63 << board.EN_PASSANT_SHIFT

# What a move from or to a square leaves of the castling bits of the state word.
KEPT = np.full(64, -1, dtype=np.int64)
for _square, _lost in ((4, 3), (7, 1), (0, 2), (60, 12), (63, 4), (56, 8)):
    KEPT[_square] = ~(_lost << board.CASTLING_SHIFT)


@inner_kernel("int64(int64,int64,int64[::1],int64)", inline="always")
def list_ends(start: int, ends: int, moves: attacks.Table, count: int) -> int:
    """Write a move from ``start`` to each square in ``ends``; the new count."""
    while ends:
        moves[count] = start | lowest(ends) << 6
        count += 1
        ends &= ends - 1
    return count


@inner_kernel("int64(int64[::1],int64,int64,int64,int64,int64[::1],int64)")
def list_pawns(
    words: Words, king: int, black: int, pinned: int, targets: int, moves: attacks.Table, count: int
) -> int:
    """The moves of pawns that end on ``targets``, but for taking in passing; the new count."""
    own, enemy = words[board.WHITE + black], words[board.WHITE + 1 - black]
    pawns, empty = words[board.PAWNS] & own, ~(own | enemy)
    ahead = attacks.pawn_front(pawns, black)
    single = ahead & empty
    double = attacks.pawn_front(single & (RANK_6 if black else RANK_3), black) & empty
    for kind in range(4):
        if kind == 0:
            ends, back = single, 8
        elif kind == 1:
            ends, back = double, 16
        elif kind == 2:
            ends, back = (ahead << 1) & attacks.NOT_A & enemy, 7 if black else 9
        else:
            ends, back = attacks.down(ahead, 1) & attacks.NOT_H & enemy, 9 if black else 7
        ends &= targets
        while ends:
            end = lowest(ends)
            ends &= ends - 1
            start = end + back if black else end - back
            if (pinned >> start) & 1 and not (attacks.LINE[king, start] >> end) & 1:
                continue
            move = start | end << 6
            if (LAST_RANKS >> end) & 1:
                for promotion in range(board.QUEENS, board.PAWNS, -1):
                    moves[count] = move | promotion << 12
                    count += 1
            else:
                moves[count] = move
                count += 1
    return count


@inner_kernel("int64(int64[::1],int64,int64,int64[::1],int64)")
def list_in_passing(words: Words, king: int, black: int, moves: attacks.Table, count: int) -> int:
    """The moves that take a pawn in passing, each tried; the new count."""
    end = words[board.STATE] >> board.EN_PASSANT_SHIFT & 63
    taken = ONE << (end + 8 if black else end - 8)
    starts = attacks.PAWN_ATTACKS[1 - black, end] & words[board.PAWNS] & words[board.WHITE + black]
    while starts:
        start = lowest(starts)
        starts &= starts - 1
        occupied = ((words[board.WHITE] | words[board.BLACK]) ^ (ONE << start) ^ taken) | (
            ONE << end
        )
        if attacks.attackers(words, king, 1 - black, occupied) & ~taken == 0:
            moves[count] = start | end << 6
            count += 1
    return count


@inner_kernel("int64(int64[::1],int64,int64,int64[::1],int64)")
def list_castling(words: Words, king: int, danger: int, moves: attacks.Table, count: int) -> int:
    """The castling moves of a king that isn't in check; the new count."""
    occupied = words[board.WHITE] | words[board.BLACK]
    allowed = words[board.STATE] >> board.CASTLING_SHIFT
    if words[board.STATE] & board.BLACK_TO_MOVE:
        allowed >>= 2
    if allowed & 1 and (occupied | danger) & (3 << (king + 1)) == 0:
        moves[count] = king | (king + 2) << 6
        count += 1
    if allowed & 2 and occupied & (7 << (king - 3)) == 0 and danger & (3 << (king - 2)) == 0:
        moves[count] = king | (king - 2) << 6
        count += 1
    return count


@inner_kernel("int64(int64[::1],int64,int64,int64,int64,int64[::1],int64)")
def list_officers(
    words: Words, king: int, own: int, pinned: int, targets: int, moves: attacks.Table, count: int
) -> int:
    """The moves of knights, bishops, rooks and queens that end on ``targets``; the new count."""
    occupied = words[board.WHITE] | words[board.BLACK]
    left = words[board.KNIGHTS] & own & ~pinned
    while left:
        start = lowest(left)
        left &= left - 1
        count = list_ends(start, attacks.KNIGHT_ATTACKS[start] & targets, moves, count)
    slanted, straight = (
        words[board.BISHOPS] | words[board.QUEENS],
        words[board.ROOKS] | words[board.QUEENS],
    )
    left = (slanted | straight) & own
    while left:
        start = lowest(left)
        left &= left - 1
        ends = 0
        if (slanted >> start) & 1:
            ends |= attacks.bishop_attacks(start, occupied)
        if (straight >> start) & 1:
            ends |= attacks.rook_attacks(start, occupied)
        if (pinned >> start) & 1:
            ends &= attacks.LINE[king, start]
        count = list_ends(start, ends & targets, moves, count)
    return count


@kernel("int64(int64[::1],int64[::1])")
def list_moves(words: Words, moves: attacks.Table) -> int:
    """Write the legal moves into ``moves`` (int64[MOST_MOVES]); how many there are.

    Their order is fixed: pawns, in passing, the officers by square (knights first), the king,
    castling.
    """
    black = words[board.STATE] & board.BLACK_TO_MOVE
    own, occupied = words[board.WHITE + black], words[board.WHITE] | words[board.BLACK]
    king = lowest(words[board.KINGS] & own)
    checks = attacks.attackers(words, king, 1 - black, occupied)
    danger = attacks.attacked(words, 1 - black, occupied ^ (ONE << king))
    count = 0
    if checks & (checks - 1) == 0:
        targets = ~own
        if checks:
            targets = checks | attacks.BETWEEN[king, lowest(checks)]
        pinned = attacks.pinned_men(words, king, black) & own
        count = list_pawns(words, king, black, pinned, targets, moves, count)
        if words[board.STATE] & EN_PASSANT_BITS:
            count = list_in_passing(words, king, black, moves, count)
        count = list_officers(words, king, own, pinned, targets, moves, count)
    count = list_ends(king, attacks.KING_ATTACKS[king] & ~own & ~danger, moves, count)
    if checks == 0 and words[board.STATE] & CASTLING_BITS:
        count = list_castling(words, king, danger, moves, count)
    return count


@kernel("void(int64[::1],int64,int64[::1])")
def make(words: Words, move: int, after: Words) -> None:
    """Write into ``after`` (int64[WORDS], not ``words``) the position after a legal move."""
    start, end, promotion = move & 63, move >> 6 & 63, move >> 12
    state = words[board.STATE]
    black = state & board.BLACK_TO_MOVE
    leaves, comes = ONE << start, ONE << end
    enemy = words[board.WHITE + 1 - black]
    kind = board.PAWNS
    for piece in range(6):
        after[piece] = words[piece] & ~comes
        if words[piece] & leaves:
            kind = piece
    after[kind] ^= leaves
    after[promotion if promotion else kind] |= comes
    after[board.WHITE + black] = words[board.WHITE + black] ^ (leaves | comes)
    after[board.WHITE + 1 - black] = enemy & ~comes
    passing = 0
    if kind == board.PAWNS:
        if end == (state >> board.EN_PASSANT_SHIFT & 63) and state & EN_PASSANT_BITS:
            taken = ~(ONE << (end + 8 if black else end - 8))
            after[board.PAWNS] &= taken
            after[board.WHITE + 1 - black] &= taken
        elif end - start == 16 or start - end == 16:
            passing = (start + end) >> 1
    elif kind == board.KINGS and (end - start == 2 or start - end == 2):
        rook = 5 << (start + 1) if end > start else 9 << (start - 4)
        after[board.ROOKS] ^= rook
        after[board.WHITE + black] ^= rook
    number = (state >> board.NUMBER_SHIFT) + black
    castling = state & CASTLING_BITS & KEPT[start] & KEPT[end]
    after[board.STATE] = (
        (1 - black) | castling | passing << board.EN_PASSANT_SHIFT | number << board.NUMBER_SHIFT
    )
    after[board.CLOCK] = 0 if kind == board.PAWNS or enemy & comes else words[board.CLOCK] + 1


@kernel("int64(int64[::1])")
def mate_is_impossible(words: Words) -> int:
    """1 where neither side can ever mate for want of men (dead position by material alone).

    Kings alone, with one knight, or with bishops that all stand on squares of one colour.
    """
    if words[board.PAWNS] | words[board.ROOKS] | words[board.QUEENS]:
        return 0
    minor = words[board.KNIGHTS] | words[board.BISHOPS]
    if minor & (minor - 1) == 0:
        return 1
    if words[board.KNIGHTS]:
        return 0
    bishops = words[board.BISHOPS]
    return 1 if bishops & LIGHT == 0 or bishops & ~LIGHT == 0 else 0


@kernel("int64(int64[::1],int64[::1])")
def can_take_in_passing(words: Words, moves: attacks.Table) -> int:
    """1 where a pawn can legally be taken in passing; ``moves`` is scratch, int64[2]."""
    if words[board.STATE] & EN_PASSANT_BITS == 0:
        return 0
    black = words[board.STATE] & board.BLACK_TO_MOVE
    king = lowest(words[board.KINGS] & words[board.WHITE + black])
    start = 0
    return 1 if list_in_passing(words, king, black, moves, start) else 0


@kernel("int64(int64[::1],int64)")
def reaches(words: Words, move: int) -> int:
    """1 where the man goes that way, whether or not its king is then in check (not castling)."""
    start, end = move & 63, move >> 6 & 63
    leaves, comes = ONE << start, ONE << end
    black = words[board.STATE] & board.BLACK_TO_MOVE
    own, enemy = words[board.WHITE + black], words[board.WHITE + 1 - black]
    if leaves & own == 0 or comes & own:
        return 0
    ends = attacks.attacks_from(words, start)
    if words[board.PAWNS] & leaves:
        empty = ~(own | enemy)
        passing = words[board.STATE] >> board.EN_PASSANT_SHIFT & 63
        ends &= enemy | ((ONE << passing) if passing else 0)
        single = attacks.pawn_front(leaves, black) & empty
        double = attacks.pawn_front(single & (RANK_6 if black else RANK_3), black) & empty
        ends |= single | double
    return 1 if ends & comes else 0
