"""When a branch of the look-ahead stops: the break points, as kernels.

The rules in words, and what an exchange offer is, stand in :mod:`machines.samuel.settings`
(Samuel 1959, "Ply limitations"; specs/samuel.md items 10 and 11).
"""

from machines.draughts.kernels import carried, jump_words, move_words, step
from machines.kernel import kernel
from machines.samuel.frames import (
    AFTER_JUMP,
    BA,
    BP,
    EMPTY,
    FA,
    FLAGS,
    FP,
    LB,
    LF,
    NULL_REPLY,
    PLY,
    RB,
    RF,
    ROOT_CHAIN,
    Words,
)
from machines.samuel.terms import material, struck

# The settings' addresses (machines.samuel.settings says what they mean).
MIN, QUIET, JUMP, AHEAD, LAST, MARGIN = 0o200, 0o201, 0o202, 0o203, 0o204, 0o205
NULLS, ALPHABETA, GIVEAWAY, PIECES, DEEPER, PENDING = 0o206, 0o207, 0o210, 0o211, 0o212, 0o213

LOST, STOP, GO_ON = range(3)


@kernel("int64(int64,int64,int64,int64,int64)")
def all_jumped_back(f: int, b: int, of: int, ob: int, empty: int) -> int:
    """Whether the other side has a jump, and each can be answered by jumping its very piece.

    1 or 0; only the first jump of a multiple jump is looked at.
    """
    jumps = jump_words(of, ob, f | b, empty)
    if not jumps[0] | jumps[1] | jumps[2] | jumps[3]:
        return 0
    for way in range(4):
        word = jumps[way]
        while word:
            start = word & -word
            word ^= start
            over = step(start, way)
            end = step(over, way)
            if not struck(f & ~over, b & ~over, (empty | start | over) & ~end) & end:
                return 0
    return 1


@kernel("int64(int64,int64,int64,int64,int64)")
def exchange_is_possible(fa: int, ba: int, fp: int, bp: int, empty: int) -> int:
    """Whether the active side, which has no jump, can offer an exchange: 1 or 0.

    Only the moves after which the other side can jump at all are tried: the piece that moves is
    attacked where it comes to, or leaves the square on which another's attacker lands; all moves,
    if something can be jumped already.
    """
    active = fa | ba
    standing = jump_words(fp, bp, active, empty)
    threatened = standing[0] | standing[1] | standing[2] | standing[3]
    weak = struck(fp, bp, empty)
    uncovers = (
        (active >> 4 & bp >> 8)
        | (active >> 5 & bp >> 10)
        | (active << 4 & fp << 8)
        | (active << 5 & fp << 10)
    )
    moves = move_words(fa, ba, empty)
    for way in range(4):
        word = moves[way]
        if not threatened:
            if way == 0:
                word &= uncovers | weak >> 4 | bp >> 8
            elif way == 1:
                word &= uncovers | weak >> 5 | bp >> 10
            elif way == 2:
                word &= uncovers | weak << 4 | fp << 8
            else:
                word &= uncovers | weak << 5 | fp << 10
        while word:
            start = word & -word
            word ^= start
            end = step(start, way)
            f, b = carried(fa, ba, start, end, way)
            if all_jumped_back(f, b, fp, bp, (empty | start) & ~end):
                return 1
    return 0


@kernel("int64(int64[:,::1],int64[::1],int64,int64)")
def verdict(frames: Words, words: Words, depth: int, root_pieces: int) -> int:
    """LOST, STOP or GO_ON for the board at ``depth``, whose moves have been found.

    Item 10's table; the starting board and its own multiple jumps always go on.
    """
    flags = frames[depth, FLAGS]
    pending = flags < 0
    flags = abs(flags)
    if flags & NULL_REPLY:
        pending = True
    elif not frames[depth, RF] | frames[depth, LF] | frames[depth, LB] | frames[depth, RB]:
        return LOST
    if flags & ROOT_CHAIN:
        return GO_ON
    if depth >= words[LAST]:
        return STOP
    ply = frames[depth, PLY]
    if root_pieces < words[PIECES]:
        ply -= words[DEEPER]
    if ply < words[MIN]:
        return GO_ON
    fa, ba, fp, bp = frames[depth, FA], frames[depth, BA], frames[depth, FP], frames[depth, BP]
    if ply < words[QUIET] or ply < words[JUMP]:
        if pending or (ply < words[QUIET] and flags & AFTER_JUMP):
            return GO_ON
        return GO_ON if exchange_is_possible(fa, ba, fp, bp, frames[depth, EMPTY]) else STOP
    if not pending:
        return STOP
    ahead = abs(material(fa, ba) - material(fp, bp)) > words[MARGIN]
    return STOP if ply >= words[AHEAD] and ahead else GO_ON
