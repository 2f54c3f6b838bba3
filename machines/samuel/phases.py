"""How long each step of the look-ahead takes a 704, and what its registers hold meanwhile.

Time passes in phases.  What a phase does is done at its start; while it lasts, the registers go
through its micro-steps (docs/sources/panel704.md, "The checkers engine on this console").  The
times of GENERATE, MAKE A MOVE, EVALUATE and LOOK UP are the paper's (Samuel 1959, Appendix A: 2.6,
1.5, 2.4 ms for 4 terms or 7.5 ms for 16, hence 700 us + 425 us a term, piece advantage being one,
and 2.3 ms to find a saved board).  BACK UP is ours: what real 704 code takes beyond his times,
0.78 ms a board of the first move of a game and 0.93 of one in a game that is played, the ply rule
with it (docs/research/samuel.md sets them side by side).  The division into micro-steps is ours,
too::

        phase      us               STORAGE             ACCUMULATOR                 M-Q
        GENERATE   4 x 130          FA BA FP BP         the pieces so far; EMPTY    dark
                   4 x 520          FA FA BA BA         RF LF LB RB                 EMPTY
        MAKE       4 x 375          FP BP FA BA of the  FA BA FP BP of the new      the move
                                    board before        board
        EVALUATE   4 x 175          FA BA FP BP         how many 1s it has          that word
                   425 a term       FA                  the term                    other's rating
        LOOK UP    4 x 575          FA BA FP BP         that word                   dark
        BACK UP    840              FA                  the score backed up         best so far

INDEX A is the ply of the board under study, B the number of the move that led to it (while backing
up: that is backed up), C the pieces on it; the INSTRUCTION COUNTER is its frame's address.  The
first term is piece advantage, its rating the material; then the polynomial's in their order.  Board
words keep the 704's own bit numbers, numbers are in sign and magnitude.
"""

from machines.games.draughts.kernels import BOARD
from machines.kernels.bits import popcount
from machines.kernels.kernel import inner_kernel, kernel
from machines.samuel.search_frames import (
    BA,
    BEST,
    BLACK_ACTIVE,
    BP,
    EMPTY,
    FA,
    FIRST_FRAME,
    FLAGS,
    FP,
    FRAME_WORDS,
    MANNER,
    NUMBER,
    ORDER,
    PLY,
    RF,
    TRYING,
    Words,
    board_word,
    move_word,
    number_word,
)
from machines.samuel.terms import rating, term, value_by_turns

IDLE, GENERATE, MAKE, EVALUATE, BACK_UP, LOOK_UP = range(6)
GENERATE_US = 2600
MAKE_US = 1500
EVALUATE_US = 700
TERM_US = 425
BACK_UP_US = 840
EARLIER_BACK_UP_US = 120
"""In sessions that were kept before 704 code was there to be timed: they are replayed with it."""
LOOK_UP_US = 2300

SHOWN = 7
"""STORAGE, ACCUMULATOR, M-Q, INDEX A, B, C and INSTRUCTION COUNTER, each as the lamps have it."""


@inner_kernel("int64(int64,int64,int64)")
def phase_us(phase: int, terms: int, back_up_us: int) -> int:
    """How long a phase lasts, with ``terms`` terms besides piece advantage."""
    if phase == GENERATE:
        return GENERATE_US
    if phase == MAKE:
        return MAKE_US
    if phase == EVALUATE:
        return EVALUATE_US + TERM_US * (terms + 1)
    if phase == LOOK_UP:
        return LOOK_UP_US
    if phase == BACK_UP:
        return back_up_us
    return 0


@kernel("int64(int64,int64)")
def step_us(phase: int, step: int) -> int:
    """How long a micro-step lasts."""
    if phase == GENERATE:
        return 130 if step < 4 else 520
    if phase == MAKE:
        return 375
    if phase == EVALUATE:
        return 175 if step < 4 else TERM_US
    if phase == LOOK_UP:
        return LOOK_UP_US // 4
    return BACK_UP_US


@inner_kernel("void(int64[:,::1],int64,int64,int64[::1])")
def show_generate(frames: Words, depth: int, step: int, shown: Words) -> None:
    """STORAGE, ACCUMULATOR and M-Q while the moves of a board are found."""
    if step < 4:
        pieces = 0
        for k in range(step + 1):
            pieces |= frames[depth, FA + k]
        shown[0] = board_word(frames[depth, FA + step])
        shown[1] = board_word(pieces if step < 3 else BOARD & ~pieces)
        shown[2] = 0
    else:
        shown[0] = board_word(frames[depth, FA if step < 6 else BA])
        shown[1] = board_word(frames[depth, RF + step - 4])
        shown[2] = board_word(frames[depth, EMPTY])


@inner_kernel("void(int64[:,::1],int64,int64,int64[::1])")
def show_make(frames: Words, depth: int, step: int, shown: Words) -> None:
    """... while a move is made; ``depth`` is the new board's."""
    before = depth - 1
    shown[0] = board_word(frames[before, (FP, BP, FA, BA)[step]])
    shown[1] = board_word(frames[depth, FA + step])
    shown[2] = move_word(frames[before, TRYING])


@inner_kernel("void(int64[:,::1],int64[:,::1],int64[::1],int64,int64,int64[::1])")
def show_evaluate(
    frames: Words, notes: Words, words: Words, depth: int, step: int, shown: Words
) -> None:
    """... while a board is evaluated; by turns the M-Q has the rating a move earlier."""
    if step < 4:
        shown[0] = board_word(frames[depth, FA + step])
        shown[1] = popcount(frames[depth, FA + step])
        shown[2] = shown[0]
        return
    number = words[ORDER + step - 4] if step > 4 else 0
    fa, ba, fp, bp = frames[depth, FA], frames[depth, BA], frames[depth, FP], frames[depth, BP]
    black = 1 if abs(frames[depth, FLAGS]) & BLACK_ACTIVE else 0
    shown[0] = board_word(fa)
    if number and words[MANNER]:
        before = notes[depth - 1]
        shown[1] = number_word(value_by_turns(number, notes[depth], before), 38)
        shown[2] = number_word(before[number], 36)
        return
    shown[1] = number_word(term(number, fa, ba, fp, bp, black), 38)
    shown[2] = number_word(rating(number, fp, bp, fa, ba, 1 - black), 36)


@kernel("void(int64[:,::1],int64[:,::1],int64[::1],int64,int64,int64,int64,int64[::1])")
def show(
    frames: Words,
    notes: Words,
    words: Words,
    phase: int,
    depth: int,
    score: int,
    step: int,
    shown: Words,
) -> None:
    """Fill ``shown`` (int64[SHOWN]) with the registers in a micro-step of a phase.

    ``score`` is the one being backed up.
    """
    if phase == GENERATE:
        show_generate(frames, depth, step, shown)
    elif phase == MAKE:
        show_make(frames, depth, step, shown)
    elif phase == EVALUATE:
        show_evaluate(frames, notes, words, depth, step, shown)
    elif phase == LOOK_UP:
        shown[0] = shown[1] = board_word(frames[depth, FA + step])
        shown[2] = 0
    else:
        shown[0] = board_word(frames[depth, FA])
        shown[1] = number_word(score, 38)
        shown[2] = number_word(frames[depth, BEST], 36)
    pieces = frames[depth, FA] | frames[depth, BA] | frames[depth, FP] | frames[depth, BP]
    mover = depth if phase == BACK_UP else depth - 1
    shown[3] = frames[depth, PLY]
    shown[4] = frames[mover, TRYING] >> NUMBER if mover >= 0 else 0
    shown[5] = popcount(pieces)
    shown[6] = FIRST_FRAME + FRAME_WORDS * depth


@inner_kernel("void(int64[::1],int64,int64,int64,int64)")
def add_lamps(duty: Words, first: int, lamps: int, word: int, us: int) -> None:
    """Count ``us`` more for each 1 of ``word``, whose bits stand in duty[first:first + lamps]."""
    while word:
        low = word & -word
        word ^= low
        duty[first + lamps - 1 - popcount(low - 1)] += us


@inner_kernel(
    "void(int64[:,::1],int64[:,::1],int64[::1],UniTuple(int64,3),UniTuple(int64,2),int64,"
    "int64[::1],int64[::1])"
)
def count_duty(
    frames: Words,
    notes: Words,
    words: Words,
    moment: tuple[int, int, int],
    span: tuple[int, int],
    weight: int,
    shown: Words,
    duty: Words,
) -> None:
    """Add to ``duty`` (int64[REGISTER_BITS], us) the on-times of a part of a phase.

    ``moment`` is the phase, its depth and its score, ``span`` the part's beginning and end.  They
    count ``weight`` times.  ``shown`` is scratch, int64[SHOWN].
    """
    phase, depth, score = moment
    since, until = span
    begins = 0
    step = 0
    while begins < until:
        ends = begins + step_us(phase, step)
        us = (min(ends, until) - max(begins, since)) * weight
        if us > 0:
            show(frames, notes, words, phase, depth, score, step, shown)
            add_lamps(duty, 0, 36, shown[0], us)
            add_lamps(duty, 36, 38, shown[1], us)
            add_lamps(duty, 74, 36, shown[2], us)
            for index in range(3):
                add_lamps(duty, 110 + 15 * index, 15, shown[3 + index], us)
            add_lamps(duty, 155, 15, shown[6], us)
        begins = ends
        step += 1
