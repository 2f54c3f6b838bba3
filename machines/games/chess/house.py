"""The house's player of chess: so that everything runs with nothing else installed.

Its look-ahead is alpha-beta, on while men are taken, and its own plain numbers.

A position is worth its men and where they stand (:data:`VALUES`, :data:`PLACEMENT`: towards the
middle, pawns forward, the king at home while there is much left that could reach it), in hundredths
of a pawn.  Against little more than a bare king it counts how near that king is to the edge and to
the other king, so that a won game is won.  The numbers are ours, set down and never tuned.  It has
no book and no chance: the same position (clock and number of the move with it) gets the same move.
"""

import numpy as np

from machines.games.chess import board
from machines.games.chess.attacks import Table, checkers
from machines.games.chess.board import Move, Position, Words
from machines.games.chess.kernels import MOST_MOVES, list_moves, make, mate_is_impossible
from machines.games.chess.moves import legal_moves, unpack_move
from machines.kernels.bits import ONE, lowest, popcount
from machines.kernels.kernel import IntMatrix, inner_kernel, kernel

VALUES = np.array([100, 310, 325, 500, 950, 0], dtype=np.int64)
"""Pawn, knight, bishop, rook, queen, king, in hundredths of a pawn."""
MATE = 100_000
"""A mate at the root; one a ply less for each ply that it is away."""
WORST = -2 * MATE
MOST_PLIES = 48
"""The longest line, takings and all."""
FIFTY_MOVES = 100
PATIENCE, MOST_WHIM = 5, 60
"""From what clock on whim counts, and how much at most."""
FEW_OFFICERS = 1400
"""A side whose officers are worth no more than this is no danger to a king in the middle."""
NEARLY_BARE = 400
"""Against a side with no more than this the kings' places are what counts."""


def _from_middle(square: int) -> int:
    """0 on d4, 3 on the edge, 6 in the corner: files and ranks from the four in the middle."""
    file, rank = square % 8, square // 8
    return max(3 - file, file - 4) + max(3 - rank, rank - 4)


def _placement() -> Table:
    """What each kind's place is worth to White, int64[7, 64]; row 6 is a king with little left."""
    table = np.zeros((7, 64), dtype=np.int64)
    for square in range(64):
        file, rank, away = square % 8, square // 8, _from_middle(square)
        central = file in (3, 4)
        table[board.PAWNS, square] = (rank - 1) * (rank - 1) + (
            12 * min(rank - 1, 2) if central else 0
        )
        table[board.KNIGHTS, square] = 20 - 8 * away
        table[board.BISHOPS, square] = 12 - 4 * away
        table[board.ROOKS, square] = (15 if rank == 6 else 0) + (6 if central else 0)
        table[board.QUEENS, square] = 4 - 2 * away
        table[board.KINGS, square] = -25 * min(rank, 3) + (
            20 if file in (1, 2, 6) and rank == 0 else 0
        )
        table[6, square] = 10 - 5 * away
    return table


PLACEMENT = _placement()
EDGE = np.array([_from_middle(square) for square in range(64)], dtype=np.int64)


@inner_kernel("int64(int64[::1],int64)")
def officers(words: Words, own: int) -> int:
    """What the knights, bishops, rooks and queens among ``own`` are worth."""
    worth = 0
    for kind in range(board.KNIGHTS, board.KINGS):
        worth += VALUES[kind] * popcount(words[kind] & own)
    return worth


@inner_kernel("int64(int64[::1],int64,int64)")
def driven(words: Words, white: int, black: int) -> int:
    """What it is worth to White that a nearly bare king is at the edge, the other near it.

    ``white`` and ``black`` are what their officers are worth.
    """
    ahead = white - black
    if (ahead < NEARLY_BARE and ahead > -NEARLY_BARE) or min(white, black) > NEARLY_BARE:
        return 0
    first, second = (
        lowest(words[board.KINGS] & words[board.WHITE]),
        lowest(words[board.KINGS] & words[board.BLACK]),
    )
    apart = abs((first & 7) - (second & 7)) + abs((first >> 3) - (second >> 3))
    if ahead > 0:
        return 20 * EDGE[second] - 10 * apart  # type: ignore[no-any-return]
    return 10 * apart - 20 * EDGE[first]  # type: ignore[no-any-return]


@inner_kernel("int64(int64[::1])")
def evaluate(words: Words) -> int:
    """What the position is worth to the side to move."""
    worth = 0
    left_of = (officers(words, words[board.WHITE]), officers(words, words[board.BLACK]))
    for black in range(2):
        own = words[board.WHITE + black]
        mirror = 56 if black else 0
        side = 0
        for kind in range(board.KINGS):
            left = words[kind] & own
            while left:
                side += VALUES[kind] + PLACEMENT[kind, lowest(left) ^ mirror]
                left &= left - 1
        row = board.KINGS if left_of[1 - black] > FEW_OFFICERS else 6
        side += PLACEMENT[row, lowest(words[board.KINGS] & own) ^ mirror]
        worth += -side if black else side
    worth += driven(words, left_of[0], left_of[1])
    return -worth if words[board.STATE] & board.BLACK_TO_MOVE else worth


@inner_kernel("int64(int64[::1],int64)")
def urgency(words: Words, move: int) -> int:
    """In what order moves are looked at: takings of much by little and promotions first."""
    comes, leaves = ONE << (move >> 6 & 63), ONE << (move & 63)
    found = 0
    for kind in range(board.KINGS):
        if words[kind] & comes:
            found += 16 * VALUES[kind]
        if words[kind] & leaves:
            found -= VALUES[kind] if (words[board.WHITE] | words[board.BLACK]) & comes else 0
    return found + 16 * VALUES[move >> 12] if move >> 12 else found


@inner_kernel("void(int64[::1],int64[::1],int64)")
def bring_best(order: Table, moves: Table, place: int) -> None:
    """Exchange what stands at ``place`` for the most urgent from there on."""
    best = place
    for other in range(place + 1, order.size):
        if order[other] > order[best]:
            best = other
    order[place], order[best] = order[best], order[place]
    moves[place], moves[best] = moves[best], moves[place]


@inner_kernel("int64(int64[:,::1],int64[:,::1],int64[:,::1],int64,int64,int64,int64)")
def search(
    stack: IntMatrix,
    moves: IntMatrix,
    order: IntMatrix,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """What ``stack[ply]`` is worth to its side to move, within ``alpha`` and ``beta``.

    It works in three arrays, a row a ply: the positions, int64[MOST_PLIES + 2, WORDS], each one's
    moves, int64[MOST_PLIES + 2, MOST_MOVES], and how urgent each of these is, likewise.  At depth 0
    only takings and promotions are looked at, unless the king is in check.
    """
    words = stack[ply]
    count = list_moves(words, moves[ply])
    checked = checkers(words) != 0
    if count == 0:
        return ply - MATE if checked else 0
    if words[board.CLOCK] >= FIFTY_MOVES or mate_is_impossible(words):
        return 0
    if ply >= MOST_PLIES:
        return evaluate(words)
    quiet = depth == 0 and not checked
    best = WORST
    if quiet:
        best = evaluate(words)
        if best >= beta:
            return best
        alpha = max(alpha, best)
    for place in range(count):
        order[ply, place] = urgency(words, moves[ply, place])
    deeper = depth - 1 if depth else 0
    for place in range(count):
        bring_best(order[ply, :count], moves[ply, :count], place)
        move = moves[ply, place]
        taking = (words[board.WHITE] | words[board.BLACK]) >> (move >> 6 & 63) & 1
        if quiet and not taking and move >> 12 != board.QUEENS:
            continue
        make(words, move, stack[ply + 1])
        worth = -search(stack, moves, order, ply + 1, deeper, -beta, -alpha)
        best = max(best, worth)
        alpha = max(alpha, worth)
        if alpha >= beta:
            break
    return best


@inner_kernel("int64(int64[::1],int64)")
def lot(words: Words, move: int) -> int:
    """A number that says nothing, for choosing among equals: the same position, the same choice."""
    found = move * 2654435761 & 0xFFFFFFFF
    for k in range(board.WORDS):
        word = words[k]
        for half in (word & 0xFFFFFFFF, word >> 32 & 0xFFFFFFFF):
            found = ((found ^ half) * 1540483477) & 0xFFFFFFFF
            found ^= found >> 15
    return found


@inner_kernel("int64(int64[::1],int64)")
def whim(words: Words, move: int) -> int:
    """What is added to a move's worth, the more the longer nothing was taken and no pawn moved.

    It has no memory of a game's positions, and would else repeat them.
    """
    clock = words[board.CLOCK]
    return lot(words, move) % min(5 * clock, MOST_WHIM) if clock > PATIENCE else 0


@inner_kernel("int64(int64[::1],int64)")
def enough(words: Words, depth: int) -> int:
    """``depth``, or more where a bare king is to be mated: the house has that much technique."""
    black = words[board.STATE] & board.BLACK_TO_MOVE
    enemy = words[board.WHITE + 1 - black]
    if enemy & (enemy - 1):
        return depth
    return max(depth, 5 if popcount(words[board.WHITE + black]) <= 3 else 3)


@kernel("int64(int64[:,::1],int64[:,::1],int64[:,::1],int64)")
def choose(stack: IntMatrix, moves: IntMatrix, order: IntMatrix, depth: int) -> int:
    """The move worth most ``depth`` plies ahead (>= 1), of equals the one that :func:`lot` likes.

    The arrays are those of :func:`search`; the position is ``stack[0]``.  There is at least
    one move.  Shallow look-aheads first put the moves in order.
    """
    words = stack[0]
    count = list_moves(words, moves[0])
    for place in range(count):
        order[0, place] = urgency(words, moves[0, place])
    ply = 1
    chosen = moves[0, 0]
    for deeper in range(enough(words, depth)):
        best = WORST
        for place in range(count):
            bring_best(order[0, :count], moves[0, :count], place)
        for place in range(count):
            move = moves[0, place]
            make(words, move, stack[1])
            extra = whim(words, move)
            worth = extra - search(stack, moves, order, ply, deeper, -MATE, 1 + extra - best)
            order[0, place] = worth
            if worth > best or (worth == best and lot(words, move) > lot(words, chosen)):
                best, chosen = worth, move
    return chosen  # type: ignore[no-any-return]


def _rows(words: int) -> Table:
    return np.empty((MOST_PLIES + 2, words), dtype=np.int64)


DEEPEST = 8
"""Plies that it can be asked to look ahead."""


class HousePlayer:
    """Looks ``depth`` plies ahead (1..DEEPEST), and on while men are taken."""

    def __init__(self, depth: int = 1) -> None:
        if not 1 <= depth <= DEEPEST:
            raise ValueError(f"the house looks 1 to {DEEPEST} plies ahead, not {depth}")
        self.depth = depth
        self._work = _rows(board.WORDS), _rows(MOST_MOVES), _rows(MOST_MOVES)

    @property
    def name(self) -> str:
        """``house:1`` and so on."""
        return f"house:{self.depth}"

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """The best move; the generator isn't asked.  Raises ValueError if there is no move."""
        if not legal_moves(position):
            raise ValueError("there is no move to choose: the game is over")
        self._work[0][0] = position.words()
        return unpack_move(int(choose(*self._work, self.depth)))
