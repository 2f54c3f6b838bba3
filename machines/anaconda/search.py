"""Anaconda's look-ahead as a kernel: alpha-beta that makes the choice of plain minimax.

Every board is judged for the side that chooses, whichever side is to move on it (section 3: "from
the position of the player whose pieces were denoted by positive values").  So one set of sums is
carried along a line of play, and a player who sees his board turned has it turned once, before the
search.  The choice is the first of the best moves in the order of :func:`.kernels.list_moves`: at
the root no move is tried out of that order, and a later one must be better, not as good.  Deeper
down the move that last ended a search at that depth is tried first, which changes no value.

Boards are compared by what the output node sums, before its tanh.  That is the same choice, since
tanh only ever rises; but in 24 bits it stops rising at about 8, which is where a side stands that
is eight men ahead: all boards would be worth as much as a win, and such a side would never win.

It recurses: nobody stops it in the middle, as the console does Samuel's.

The stack has a row a ply: sums float32[ROWS, WIDE], moves int64[ROWS, MOST_MOVES].
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from devices.annotations import check_within
from machines.anaconda.evaluation import (
    FAST,
    HIDDEN,
    ONE,
    WIDE,
    Board,
    Floats,
    align_floats,
    first_sums,
    output_sum,
    single,
    update_sums,
)
from machines.games.draughts.kernels import (
    MOST_MOVES,
    apply_move,
    count_moves,
    empty_squares,
    jump_words,
    list_moves,
    move_words,
)
from machines.kernels.kernel import Float32Matrix, Float32Vector, IntMatrix, IntVector, inner_kernel

# -- Settings of Anaconda's look-ahead: its depth, and choices that the paper leaves open ----------

CAPTURE, SINGLE = 1, 2
"""What :attr:`Search.forced` adds up: a capture is pending; there is one legal move."""
FORCED = {"capture": CAPTURE, "single": SINGLE, "either": CAPTURE | SINGLE, "none": 0}
MOST_PLIES = 12
MOST_EXTRA = 20
ROWS = MOST_PLIES + MOST_EXTRA + 1
"""Boards on the stack of a search."""

# What a search reads, int64[RULES].
PLIES, FORCED_RULE, LIMIT, PLAIN, NEAR, REPEATS = range(6)
RULES = 6


@dataclass(frozen=True)
class Search:
    """Section 3: "a minimax search at a depth of four ply ... When forced moves were encountered,
    the ply was increased and the evaluation of a position was postponed until the board was in a
    quiescent state"."""

    plies: int = 4
    forced: str = "capture"
    """When a board isn't quiet: a capture is pending (``capture``, the default), there is a single
    legal move (``single``, which is what the appendix marks with (f)), ``either``, or ``none``."""
    extra: int = 12
    """At most so many plies more."""
    turned: bool = True
    """Whether White sees the board from his own side, turned by 180 degrees; else with the signs
    exchanged only.  The paper doesn't say.  Of two runs of 30 generations from one seed the one
    that turns had 56 % of the points of 200 games at four plies (standard error 1.7 %)."""
    near: bool = False
    """Whether a sooner win is worth more, a later loss less; in the paper all are 1 and -1."""
    repeats: str = "search"
    """What a move is worth that brings back a board which the side has left before in the game:
    what the look-ahead says (``search``, as in the paper, which doesn't speak of it), or nothing
    (``even``), since it leads to a draw: a side that is ahead then looks for something else."""
    plain: bool = False
    """Plain minimax, which comes to the same moves as alpha-beta, later."""

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`: a search's stack has room for so many boards."""
        check_within(1, MOST_PLIES, plies=self.plies)
        check_within(0, MOST_EXTRA, extra=self.extra)
        if self.forced not in FORCED or self.repeats not in ("search", "even"):
            raise ValueError(f"{self.forced} or {self.repeats} is no setting")

    def rules(self) -> npt.NDArray[np.int64]:
        """As the kernels read it."""
        rules = np.zeros(RULES, dtype=np.int64)
        rules[PLIES] = self.plies
        rules[FORCED_RULE] = FORCED[self.forced]
        rules[LIMIT] = self.plies + self.extra
        rules[PLAIN] = self.plain
        rules[NEAR] = self.near
        rules[REPEATS] = self.repeats == "even"
        return rules


# -- search ----------------------------------------------------------------------------------------

Words = npt.NDArray[np.int64]

WIN = single(1e8)
"""Beyond every sum of the output node: its output would be 1."""
STEP = single(64.0)
"""With rules[NEAR] a win is worth so much more for each ply that it comes sooner."""
LOWEST = single(-1e9)
EVEN = single(0.0)
EVALUATIONS, BOARDS, CHOSEN, STOP = range(4)
"""What ``counts`` holds: boards that the network judged, boards reached, the last choice; whether
to end at once, with whatever move: another thread may set it."""
COUNTS = 4
NO_MOVE = -1


@inner_kernel("float32(int64[::1],int64)", **FAST)
def win_score(rules: Words, ply: int) -> float:
    """Of a win after so many plies."""
    return WIN + STEP * (ROWS - ply) if rules[NEAR] else WIN


@inner_kernel("int64(int64,int64,int64,int64,int64)")
def state_of(fa: int, ba: int, fp: int, bp: int, forced: int) -> int:
    """-1: there is no move; 1: a move is forced in the sense of ``forced``; 0: it is quiet."""
    passive = fp | bp
    empty = empty_squares(fa, ba, fp, bp)
    jumps = jump_words(fa, ba, passive, empty)
    if jumps[0] | jumps[1] | jumps[2] | jumps[3]:
        if forced & CAPTURE:
            return 1
    else:
        plain = move_words(fa, ba, empty)
        if plain[0] | plain[1] | plain[2] | plain[3] == 0:
            return -1
    if forced & SINGLE and count_moves(fa, ba, fp, bp) == 1:
        return 1
    return 0


class SearchWork(NamedTuple):
    """What a search writes on; one for each process that searches."""

    sums: Float32Matrix  # The first layer's, float32[ROWS, WIDE]
    hidden: Float32Vector  # The second's, float32[HIDDEN]
    moves: IntMatrix  # Each board's moves, int64[ROWS, MOST_MOVES]
    killers: IntVector  # The move that was best at each ply, int64[ROWS]
    counts: IntVector  # int64[COUNTS]
    values: Float32Vector  # Each move's value for the player, float32[MOST_MOVES]


def new_search_work() -> SearchWork:
    """The arrays, made once and used again."""
    return SearchWork(
        align_floats(ROWS, WIDE),
        align_floats(1, HIDDEN)[0],
        np.zeros((ROWS, MOST_MOVES), dtype=np.int64),
        np.zeros(ROWS, dtype=np.int64),
        np.zeros(COUNTS, dtype=np.int64),
        np.zeros(MOST_MOVES, dtype=np.float32),
    )


@inner_kernel(
    "float32(float32[::1],SearchWork,int64[::1],UniTuple(int64,4),int64,float32,float32,float32)",
    SearchWork,
    **FAST,
)
def look(
    net: Floats,
    work: SearchWork,
    rules: Words,
    board: Board,
    ply: int,
    sign: float,
    alpha: float,
    beta: float,
) -> float:
    """A board's value for the side that is active on it, as far as it lies in (alpha, beta).

    sums[ply] are its sums; ``sign`` is +1 if the active side is the one that chooses.
    """
    if work.counts[STOP]:
        return EVEN
    fa, ba, fp, bp = board
    work.counts[BOARDS] += 1
    if ply >= rules[PLIES]:
        state = state_of(fa, ba, fp, bp, rules[FORCED_RULE])
        if state < 0:
            return -win_score(rules, ply)
        if state == 0 or ply >= rules[LIMIT]:
            work.counts[EVALUATIONS] += 1
            return sign * output_sum(net, work.sums[ply], work.hidden)
    listed = work.moves[ply]
    count = list_moves(fa, ba, fp, bp, listed)
    if count == 0:
        return -win_score(rules, ply)
    killer = work.killers[ply]
    for i in range(1, count):
        if listed[i] == killer:
            listed[i] = listed[0]
            listed[0] = killer
            break
    best = LOWEST
    after = ply + 1
    before, moved = work.sums[ply], work.sums[after]
    for i in range(count):
        g, c, f, b = apply_move(fa, ba, fp, bp, listed[i])
        update_sums(net, before, moved, board, (f, b, g, c), sign)
        least = LOWEST if rules[PLAIN] else max(alpha, best)
        most = -LOWEST if rules[PLAIN] else beta
        value = -look(net, work, rules, (g, c, f, b), after, -sign, -most, -least)
        if value > best:
            best = value
            if best >= beta and not rules[PLAIN]:
                work.killers[ply] = listed[i]
                break
    return best


@inner_kernel("boolean(int64[:,::1],int64,UniTuple(int64,4))")
def among(past: Words, known: int, board: Board) -> bool:
    """Whether a board is one of the first ``known`` of ``past`` (four words each)."""
    fa, ba, fp, bp = board
    for k in range(known - 1, -1, -1):
        row = past[k]
        if row[0] == fa and row[1] == ba and row[2] == fp and row[3] == bp:
            return True
    return False


@inner_kernel(
    "float32(float32[::1],SearchWork,int64[::1],UniTuple(int64,4),int64[:,::1],int64)",
    SearchWork,
    **FAST,
)
def choose(
    net: Floats, work: SearchWork, rules: Words, board: Board, past: Words, known: int
) -> float:
    """The value of the active side's best move; work.counts[CHOSEN] is that move, packed.

    There is at least one move.  ``work.values`` gets each move's value; behind the best so far it
    is only known to be no better (alpha-beta).  ``past``, int64[., 4], has ``known`` boards that
    this side has left before in the game (Search.repeats).
    """
    fa, ba, fp, bp = board
    sums, counts, values = work.sums, work.counts, work.values
    listed = work.moves[0]
    count = list_moves(fa, ba, fp, bp, listed)
    work.killers[:] = NO_MOVE
    first_sums(net, fa, ba, fp, bp, sums[0])
    best = LOWEST
    ply = 1
    sign = ONE
    top = win_score(rules, ply)
    for i in range(count):
        g, c, f, b = apply_move(fa, ba, fp, bp, listed[i])
        if rules[REPEATS] and among(past, known, (g, c, f, b)):
            value = EVEN
            values[i] = value
            if value > best:
                best = value
                counts[CHOSEN] = listed[i]
            continue
        update_sums(net, sums[0], sums[1], board, (f, b, g, c), sign)
        least = LOWEST if rules[PLAIN] else max(best, -top)
        most = -LOWEST if rules[PLAIN] else top
        value = -look(net, work, rules, (g, c, f, b), ply, -sign, -most, -least)
        values[i] = value
        if value > best:
            best = value
            counts[CHOSEN] = listed[i]
            if best >= top and not rules[PLAIN]:
                break
    return best
