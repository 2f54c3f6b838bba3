"""The ply rule as kernels: at which break points a branch stops.

The rules in words, and what an exchange offer is, stand in :mod:`machines.samuel.settings`
(Samuel 1959, "Ply limitations"; docs/sources/samuel.md items 10 and 11).
"""

from machines.kernels.kernel import inner_kernel
from machines.samuel.parameters import exchanges, material
from machines.samuel.search_frames import (
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

# The settings' addresses (machines.samuel.settings says what they mean).
MIN, QUIET, JUMP, AHEAD, LAST, MARGIN = 0o200, 0o201, 0o202, 0o203, 0o204, 0o205
NULLS, ALPHABETA, GIVEAWAY, PIECES, DEEPER, PENDING = 0o206, 0o207, 0o210, 0o211, 0o212, 0o213

MINIMAX, BOUNDED, KILLING = range(3)
"""What ALPHABETA holds: no bounds; alpha-beta; alpha-beta that tries killer moves first."""

LOST, STOP, GO_ON = range(3)

FIRST_OFFER = 1
"""One is enough to go on."""


@inner_kernel("int64(int64,int64,int64,int64,int64)")
def exchange_is_possible(fa: int, ba: int, fp: int, bp: int, empty: int) -> int:
    """Whether the active side, which has no jump, can offer an exchange: 1 or 0."""
    return 1 if exchanges(fa, ba, fp, bp, empty, FIRST_OFFER) else 0


@inner_kernel("int64(int64[:,::1],int64[::1],int64,int64)")
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
