"""Samuel's look-ahead as a kernel: minimax on an explicit stack of boards, pausable anywhere.

The stack is the machine's own storage (:mod:`machines.samuel.search_frames`), the work goes on in
phases that take a 704's time (:mod:`machines.samuel.phases`), and all else that the search must
remember between two calls is in ``state``.  What is searched, when a branch stops and how a score
is backed up is said in words in :mod:`machines.samuel.lookahead` and
:mod:`machines.samuel.settings` (Samuel 1959, "Ply limitations" and Appendix A;
docs/sources/samuel.md items 5, 8-12, 16).
"""

from machines.kernels.kernel import inner_kernel, kernel
from machines.samuel.phases import (
    BACK_UP,
    EVALUATE,
    GENERATE,
    IDLE,
    LOOK_UP,
    MAKE,
    count_duty,
    phase_us,
)
from machines.samuel.rote.lookup import AGE, EFFECTIVE_PLY, SCORE_KEPT, WANTED, look_up
from machines.samuel.scores import WIN, decrease_score, score_of
from machines.samuel.search_frames import (
    AFTER_NULL,
    BA,
    BACK_UP_TIME,
    BEST,
    BEST_MOVE,
    BETA,
    BLACK_ACTIVE,
    BP,
    COUNTED,
    EFFECTIVE,
    FA,
    FLAGS,
    FP,
    KNOWN,
    NULL_REPLY,
    ORDER,
    PLY,
    REMEMBERS,
    ROOT_CHAIN,
    TRYING,
    SearchArrays,
    Words,
)
from machines.samuel.search_moves import find_moves, make_move, next_move, note_killer, take_killers
from machines.samuel.settings import ALPHABETA, GIVEAWAY, GO_ON, KILLING, STOP, verdict

# What ``state`` holds.
(
    PHASE,
    ELAPSED,
    DURATION,
    DEPTH,
    SCORE,
    LANDED,
    BOARDS,
    EVALUATIONS,
    FINISHED,
    EXACT,
    ROOT_PIECES,
    RATED,
    DEEPEST,
    TIME,
    ASKED,
    REMEMBERED,
    LOOKED_UP,
) = range(17)
STATE_WORDS = 24

# What ``sampling`` holds: how the lamps' on-times are sampled, which changes nothing else.
WEIGHT, GAP, SEED = range(3)
SAMPLING_WORDS = 3


@inner_kernel("int64(int64[:,::1],int64[:,::1],int64[:,::1],int64[:,::1],int64[::1],int64,int64)")
def back_up(
    frames: Words,
    notes: Words,
    lines: Words,
    rated: Words,
    state: Words,
    depth: int,
    boards: int,
) -> int:
    """Bring the score of the board at ``depth`` back to the board before it; the score there.

    ``lines[p]`` is the best line from the board at p on: its length, then its moves.  When that
    ends a whole move of the starting board, its score and ``boards``, looked at so far, are noted.
    """
    flags = abs(frames[depth, FLAGS])
    score: int = frames[depth, BEST]
    if flags & COUNTED:
        score = decrease_score(score)
    score = -score
    before = depth - 1
    if score > frames[before, BEST]:
        frames[before, BEST] = score
        frames[before, BEST_MOVE] = frames[before, TRYING]
        notes[before, EFFECTIVE] = notes[depth, EFFECTIVE] + (1 if flags & COUNTED else 0)
        length = lines[depth, 0]
        lines[before, 0] = length + 1
        lines[before, 1] = frames[before, TRYING]
        for k in range(1, length + 1):
            lines[before, k + 1] = lines[depth, k]
    if abs(frames[before, FLAGS]) & ROOT_CHAIN and not flags & ROOT_CHAIN:
        whole = score
        for _ in range(frames[before, PLY]):
            whole = decrease_score(whole)
        if state[RATED] < rated.shape[1]:
            rated[0, state[RATED]] = whole
            rated[1, state[RATED]] = boards
        state[RATED] += 1
    return score


@inner_kernel("int64(int64[:,::1],int64[::1],int64[:,::1],int64[:,::1],int64)")
def remembered(frames: Words, state: Words, rows: Words, directory: Words, depth: int) -> int:
    """The row of the memory that holds the board at ``depth``, or what look_up says instead.

    A record that must be brought first is named in state[ASKED].
    """
    fa, ba, fp, bp = frames[depth, FA], frames[depth, BA], frames[depth, FP], frames[depth, BP]
    black = 1 if abs(frames[depth, FLAGS]) & BLACK_ACTIVE else 0
    return look_up(fa, ba, fp, bp, black, rows, directory, state[ASKED : ASKED + 1])


@kernel("int64(SearchArrays,int64,int64,int64)", SearchArrays)
def search(arrays: SearchArrays, budget: int, sample: int, one_board: int) -> int:
    """Go on with the look-ahead for at most ``budget`` us of a 704's time; the time used.

    It ends early when the decision stands (state[FINISHED]), when a record of the memory must be
    brought first (state[ASKED] is its line of the directory, else -1) and, with ``one_board``, when
    the moves of a board have been found.  The registers of one phase in ``sample``, drawn at
    random, are counted in duty, ``sample`` times.
    """
    frames, notes, lines, rated, rows, directory = arrays[:6]
    state, sampling, words, duty, shown = arrays[6:]
    phase, elapsed, duration = state[PHASE], state[ELAPSED], state[DURATION]
    depth, score, landed = state[DEPTH], state[SCORE], state[LANDED]
    weight, gap, seed = sampling[WEIGHT], sampling[GAP], sampling[SEED]
    boards, evaluations, deepest = state[BOARDS], state[EVALUATIONS], state[DEEPEST]
    exact, root_pieces = state[EXACT], state[ROOT_PIECES]
    left = budget
    state[ASKED] = -1
    while state[FINISHED] == 0:
        rest = min(duration - elapsed, left)
        if rest > 0:
            if weight:
                moment, span = (phase, depth, score), (elapsed, elapsed + rest)
                count_duty(frames, notes, words, moment, span, weight, shown, duty)
            elapsed += rest
            left -= rest
        if elapsed < duration:
            break
        move = 0
        if phase == BACK_UP:
            if frames[depth, BEST] < frames[depth, BETA]:
                move = next_move(frames, notes, depth)
            elif words[ALPHABETA] == KILLING:
                note_killer(frames, notes, depth)
            if depth == 0 and move == 0:
                state[FINISHED] = 1
                break
        if left == 0 or (one_board and rest > 0 and phase == GENERATE):
            break
        # The phase is over and there is time: what comes next is done, and its time begins.
        if phase in (MAKE, IDLE):
            phase = GENERATE
            landed = find_moves(frames, depth, landed)
            lines[depth, 0] = 0
            notes[depth, KNOWN] = notes[depth, EFFECTIVE] = 0
            take_killers(frames, notes, words, depth)
            boards += 1
            deepest = max(deepest, frames[depth, PLY])
        elif phase == EVALUATE:
            phase = BACK_UP
        elif phase == BACK_UP:
            if move:
                phase = MAKE
        elif phase == LOOK_UP:
            row = remembered(frames, state, rows, directory, depth)
            if row == WANTED:
                break
            state[LOOKED_UP] += 1
            if row >= 0:
                phase = BACK_UP
                frames[depth, BEST] = rows[row, SCORE_KEPT]
                notes[depth, EFFECTIVE] = rows[row, EFFECTIVE_PLY]
                rows[row, AGE] >>= 1
                state[REMEMBERED] += 1
            else:
                phase = EVALUATE
        else:
            found = verdict(frames, words, depth, root_pieces)
            if found == GO_ON:
                phase = MAKE
                move = next_move(frames, notes, depth)
            elif found == STOP:
                # A board in the midst of a multiple jump is none of actual play.
                amid = abs(frames[depth, FLAGS]) & (NULL_REPLY | AFTER_NULL)
                phase = LOOK_UP if words[REMEMBERS] and not amid else EVALUATE
            else:
                phase = BACK_UP
                frames[depth, BEST] = WIN if words[GIVEAWAY] else -WIN
        if phase == MAKE:
            landed = make_move(frames, words, depth, move, landed, exact)
            depth += 1
        elif phase == EVALUATE:
            frames[depth, BEST] = score_of(frames, notes, words, depth)
            evaluations += 1
        elif phase == BACK_UP:
            score = back_up(frames, notes, lines, rated, state, depth, boards)
            depth -= 1
        elapsed = 0
        duration = phase_us(phase, words[ORDER], words[BACK_UP_TIME])
        weight = 0
        gap -= 1
        if sample <= 1:
            weight = 1
        elif gap <= 0:
            weight = sample
            seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
            gap = 1 + (seed >> 8) % (2 * sample - 1)
    state[PHASE], state[ELAPSED], state[DURATION] = phase, elapsed, duration
    state[DEPTH], state[SCORE], state[LANDED] = depth, score, landed
    sampling[WEIGHT], sampling[GAP], sampling[SEED] = weight, gap, seed
    state[BOARDS], state[EVALUATIONS], state[DEEPEST] = boards, evaluations, deepest
    state[TIME] += budget - left
    return budget - left
