"""The moves of a board on the look-ahead's stack: found, taken in their order, and made.

A multiple jump is single jumps, between which the other side has only the null reply
(:mod:`machines.samuel.lookahead` says it in words, :mod:`machines.samuel.search_frames` how a board
lies on the stack).
"""

from machines.games.draughts.kernels import BOARD, carried, jump_words, move_words, step
from machines.kernels.bits import popcount
from machines.kernels.kernel import inner_kernel
from machines.samuel.scores import NO_BOUND, least_above, least_at
from machines.samuel.search_frames import (
    AFTER_JUMP,
    AFTER_NULL,
    ALPHA,
    BA,
    BEST,
    BEST_MOVE,
    BETA,
    BLACK_ACTIVE,
    BP,
    CONTINUING,
    COUNTED,
    EMPTY,
    FA,
    FIRST,
    FLAGS,
    FOUND,
    FP,
    JUMPING,
    KILLERS,
    LB,
    LF,
    NULL_REPLY,
    NULL_WAY,
    NUMBER,
    PLY,
    RB,
    RF,
    ROOT_CHAIN,
    START,
    TRYING,
    WAY,
    Words,
    plain,
    start_of,
)
from machines.samuel.settings import ALPHABETA, KILLING, NULLS


@inner_kernel("int64(int64[:,::1],int64,int64)")
def find_moves(frames: Words, depth: int, landed: int) -> int:
    """Fill in EMPTY, RF, LF, LB, RB and the flags of the board at ``depth``.

    ``landed`` is the square (one bit) of the piece that has just jumped and wasn't crowned, or 0;
    returned is the same, or 0 when it can't jump on.
    """
    fa, ba, fp, bp = frames[depth, FA], frames[depth, BA], frames[depth, FP], frames[depth, BP]
    flags = frames[depth, FLAGS] | FOUND
    empty = BOARD & ~(fa | ba | fp | bp)
    frames[depth, EMPTY] = empty
    if landed and not flags & AFTER_NULL:
        rf, lf, lb, rb = jump_words(fp & landed, bp & landed, fa | ba, empty)
        if rf | lf | lb | rb:
            for k in range(RF, RB + 1):
                frames[depth, k] = 0
            frames[depth, FLAGS] = flags | NULL_REPLY
            return landed
        landed = 0
    here = BOARD
    if flags & AFTER_NULL:
        here = landed
        flags |= popcount(landed - 1) << CONTINUING
    elif depth > 0:
        flags &= ~ROOT_CHAIN
    rf, lf, lb, rb = jump_words(fa & here, ba & here, fp | bp, empty)
    if rf | lf | lb | rb:
        flags = -flags
    else:
        rf, lf, lb, rb = move_words(fa, ba, empty)
    frames[depth, RF] = rf
    frames[depth, LF] = lf
    frames[depth, LB] = lb
    frames[depth, RB] = rb
    frames[depth, FLAGS] = flags
    return landed


@inner_kernel("void(int64[:,::1],int64[:,::1],int64)")
def note_killer(frames: Words, notes: Words, depth: int) -> None:
    """The best move of the board at ``depth`` has cut its branch off: it is tried first here."""
    killer = plain(frames[depth, BEST_MOVE])
    if killer & WAY != NULL_WAY and killer != notes[depth, KILLERS]:
        notes[depth, KILLERS + 1] = notes[depth, KILLERS]
        notes[depth, KILLERS] = killer


@inner_kernel("void(int64[:,::1],int64[:,::1],int64[::1],int64)")
def take_killers(frames: Words, notes: Words, words: Words, depth: int) -> None:
    """Put first those of the level's killers that are moves of the board at ``depth``, if asked to.

    The moves of the starting board and of its own multiple jumps keep their order.
    """
    notes[depth, FIRST] = notes[depth, FIRST + 1] = 0
    if words[ALPHABETA] != KILLING or abs(frames[depth, FLAGS]) & (ROOT_CHAIN | NULL_REPLY):
        return
    for k in range(2):
        killer = notes[depth, KILLERS + k]
        if frames[depth, RF + (killer & WAY)] & start_of(killer):
            notes[depth, FIRST + k] = killer


@inner_kernel("int64(int64[:,::1],int64[:,::1],int64)")
def next_move(frames: Words, notes: Words, depth: int) -> int:
    """The move after the one being tried, or 0: those put first, then RF, LF, LB, RB.

    In each of these the squares ascend.
    """
    trying = frames[depth, TRYING]
    move: int = ((trying >> NUMBER) + 1) << NUMBER
    if abs(frames[depth, FLAGS]) & NULL_REPLY:
        return move | NULL_WAY if trying == 0 else 0
    if frames[depth, FLAGS] < 0:
        move |= JUMPING
    first: int = notes[depth, FIRST]
    second: int = notes[depth, FIRST + 1]
    last = plain(trying)
    if first and trying == 0:
        return move | first
    if second and last != second and (trying == 0 or last == first):
        return move | second
    way, tried = 0, 0
    if trying and last != first and last != second:
        way = trying & WAY
        tried = (start_of(trying) << 1) - 1
    while way < 4:
        word: int = frames[depth, RF + way] & ~tried
        if first and first & WAY == way:
            word &= ~start_of(first)
        if second and second & WAY == way:
            word &= ~start_of(second)
        if word:
            return move | (word & -word) << START | way
        way += 1
        tried = 0
    return 0


@inner_kernel("int64(int64[:,::1],int64[::1],int64,int64,int64,int64)")
def make_move(frames: Words, words: Words, depth: int, move: int, landed: int, exact: int) -> int:
    """Make ``move`` on the board at ``depth``: the frame after it.

    Returned is the square (one bit) of a piece that has jumped and wasn't crowned, or 0.
    """
    fa, ba, fp, bp = frames[depth, FA], frames[depth, BA], frames[depth, FP], frames[depth, BP]
    flags = abs(frames[depth, FLAGS])
    after = (flags ^ BLACK_ACTIVE) & (BLACK_ACTIVE | ROOT_CHAIN)
    way = move & WAY
    counted = True
    if way == NULL_WAY:
        after |= AFTER_NULL
        counted = words[NULLS] != 0
    else:
        start = start_of(move)
        end = step(start, way)
        landed = 0
        if move & JUMPING:
            over, end = end, step(end, way)
            fp &= ~over
            bp &= ~over
            after |= AFTER_JUMP
            counted = words[NULLS] != 0 or not flags & AFTER_NULL
            landed = end
        was_king = fa & ba & start
        fa, ba = carried(fa, ba, start, end, way)
        if landed and fa & ba & end and not was_king:
            landed = 0
    frames[depth, TRYING] = move
    child = depth + 1
    frames[child, FA] = fp
    frames[child, BA] = bp
    frames[child, FP] = fa
    frames[child, BP] = ba
    frames[child, TRYING] = 0
    frames[child, BEST] = -NO_BOUND
    frames[child, BEST_MOVE] = 0
    alpha, beta = -NO_BOUND, NO_BOUND
    if words[ALPHABETA] and not (exact and flags & ROOT_CHAIN):
        alpha = -frames[depth, BETA]
        beta = -max(frames[depth, ALPHA], frames[depth, BEST])
        if counted:
            alpha, beta = least_above(alpha), least_at(beta)
    frames[child, ALPHA] = alpha
    frames[child, BETA] = beta
    frames[child, FLAGS] = after | COUNTED if counted else after
    frames[child, PLY] = frames[depth, PLY] + 1 if counted else frames[depth, PLY]
    return landed
