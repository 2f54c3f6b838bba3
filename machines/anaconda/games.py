"""Two networks at one board: a choice in either's own view, and a whole game as a kernel."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from machines.anaconda.evaluation import HIDDEN, WIDE, Floats, aligned, prepared
from machines.anaconda.network import Network
from machines.anaconda.search import CHOSEN, COUNTS, Words, choose
from machines.anaconda.settings import REPEATS, ROWS, Search
from machines.draughts.board import Position
from machines.draughts.kernels import MOST_MOVES, apply_move, list_moves, popcount
from machines.kernel import inner_kernel, kernel

MAN, KING = 2, 3
"""What pieces count where a game has no winner: a king is worth one man and a half."""


@dataclass
class SearchWorkspace:
    """What a search writes on; one for each process that searches."""

    sums: Floats = field(default_factory=lambda: aligned(ROWS, WIDE))
    hidden: Floats = field(default_factory=lambda: aligned(1, HIDDEN)[0])
    moves: Words = field(default_factory=lambda: np.zeros((ROWS, MOST_MOVES), dtype=np.int64))
    killers: Words = field(default_factory=lambda: np.zeros(ROWS, dtype=np.int64))
    counts: Words = field(default_factory=lambda: np.zeros(COUNTS, dtype=np.int64))
    values: Floats = field(default_factory=lambda: np.zeros(MOST_MOVES, dtype=np.float32))


@inner_kernel("int64(int64)")
def turned_word(word: int) -> int:
    """A word turned end for end: bit n goes to bit 36 - n."""
    made_of = 0
    while word:
        square = word & -word
        word ^= square
        made_of |= (1 << 36) // square
    return made_of


@inner_kernel("int64(int64)")
def turned_move(packed: int) -> int:
    """A packed move seen from the other side of the board."""
    ways = packed >> 10
    steps = max(packed >> 6 & 15, 1)
    for k in range(steps):
        ways ^= 2 << 2 * k
    return (36 - (packed & 63)) | (packed & (15 << 6)) | ways << 10


@kernel(
    "int64(float32[::1],float32[:,::1],float32[::1],int64[:,::1],int64[::1],int64[::1],"
    "int64[::1],float32[::1],int64[:,::1],int64,int64,int64,int64,int64,int64)"
)
def chosen_move(
    net: Floats,
    sums: Floats,
    hidden: Floats,
    moves: Words,
    killers: Words,
    rules: Words,
    counts: Words,
    values: Floats,
    past: Words,
    known: int,
    turned: int,
    fa: int,
    ba: int,
    fp: int,
    bp: int,
) -> int:
    """The move, packed, that the active side chooses; ``turned``: it sees the board turned.

    ``past``: the ``known`` boards that it has left before, as it sees them.

    values[0] is then its value for that side.
    """
    if turned:
        fa, ba, fp, bp = turned_word(ba), turned_word(fa), turned_word(bp), turned_word(fp)
    values[0] = choose(
        net, sums, hidden, moves, killers, rules, counts, fa, ba, fp, bp, values, past, known
    )
    move = counts[CHOSEN]
    return turned_move(move) if turned else move


@kernel("int64(int64,int64)")
def counted(f: int, b: int) -> int:
    """What a side's pieces count together: MAN for each man, KING for each king."""
    return MAN * popcount(f | b) + (KING - MAN) * popcount(f & b)


@inner_kernel("UniTuple(int64,4)(int64,int64,int64,int64,int64,int64,int64)")
def ended(
    result: int, plies: int, ply: int, fa: int, ba: int, fp: int, bp: int
) -> tuple[int, int, int, int]:
    """What a game came to, from the board after ``ply`` plies."""
    active, passive = counted(fa, ba), counted(fp, bp)
    if ply % 2 == 0:
        return result, plies, active, passive
    return result, plies, passive, active


@kernel(
    "UniTuple(int64,4)(float32[::1],float32[::1],float32[:,::1],float32[::1],int64[:,::1],"
    "int64[::1],int64[::1],int64[::1],float32[::1],int64,int64,int64[::1],int64[:,::1],"
    "float32[::1],int64[::1],int64,int64,int64,int64,int64)"
)
def play_game(
    red: Floats,
    white: Floats,
    sums: Floats,
    hidden: Floats,
    moves: Words,
    killers: Words,
    rules: Words,
    counts: Words,
    values: Floats,
    turned: int,
    limit: int,
    played: npt.NDArray[np.int64],
    stood: Words,
    said: Floats,
    slips: Words,
    begun: int,
    fa: int,
    ba: int,
    fp: int,
    bp: int,
) -> tuple[int, int, int, int]:
    """A game from a board after ``begun`` plies; it ends after ``limit`` at the latest.

    Comes back: 1, 0 or -1 for Red, the plies, and what Red's and White's pieces count at the end.
    A move that is the only one is made without looking.  ``played`` gets the moves, packed,
    ``stood`` the board before each, ``said`` what the look-ahead said there (NaN: no look).
    ``slips`` is empty, or has a number for each ply: the move of that number is made, whatever the
    look-ahead says; below 0: none.

    The players have no memory and no chance: a position that comes back is followed by what
    followed it before, so from there to the limit the moves are only written down.  With
    rules[REPEATS] they remember the boards that they have left, and all is played out.
    """
    left = np.empty((2, limit // 2 + 1, 4), dtype=np.int64)
    known = np.zeros(2, dtype=np.int64)
    for ply in range(begun, limit):
        for back in range(ply - 4, begun - 1, -2):
            if rules[REPEATS] or len(slips):
                break
            row = stood[back]
            if row[0] == fa and row[1] == ba and row[2] == fp and row[3] == bp:
                for k in range(ply, limit):
                    before = k - (ply - back)
                    played[k], said[k] = played[before], said[before]
                    stood[k] = stood[before]
                return ended(0, limit, ply, fa, ba, fp, bp)
        row = stood[ply]
        row[0], row[1], row[2], row[3] = fa, ba, fp, bp
        listed = moves[0]
        count = list_moves(fa, ba, fp, bp, listed)
        if count == 0:
            return ended(-1 if ply % 2 == 0 else 1, ply, ply, fa, ba, fp, bp)
        move = listed[0]
        said[ply] = np.nan
        side = ply % 2
        other = turned if side else 0
        if count > 1:
            net = white if side else red
            move = chosen_move(
                net,
                sums,
                hidden,
                moves,
                killers,
                rules,
                counts,
                values,
                left[side],
                known[side],
                other,
                fa,
                ba,
                fp,
                bp,
            )
            said[ply] = values[0]
            if len(slips) and slips[ply] >= 0:
                move = moves[0, slips[ply] % list_moves(fa, ba, fp, bp, moves[0])]
        played[ply] = move
        fa, ba, fp, bp = apply_move(fa, ba, fp, bp, move)
        row = left[side, known[side]]
        known[side] += 1
        if other:
            row[0], row[1] = turned_word(ba), turned_word(fa)
            row[2], row[3] = turned_word(bp), turned_word(fp)
        else:
            row[0], row[1], row[2], row[3] = fa, ba, fp, bp
    lost = list_moves(fa, ba, fp, bp, moves[0]) == 0
    result = (-1 if limit % 2 == 0 else 1) if lost else 0
    return ended(result, limit, limit, fa, ba, fp, bp)


@dataclass(frozen=True, eq=False)
class Game:
    """A whole game, ply by ply."""

    result: int  # For Red: 1 won, 0 drawn, -1 lost
    begun: int
    plies: int  # Its first ply, and the one after its last
    red: int
    white: int  # What the pieces of each count at the end
    moves: Words  # Packed, one a ply
    stood: Words  # The board before each, shape (., 4), the side first that moves
    said: Floats  # What the look-ahead said there; NaN: it didn't look
    slips: Words  # Numbers of moves made by lot, below 0 where none was; empty: nowhere


def game_of(
    red: Network,
    white: Network,
    search: Search,
    limit: int,
    desk: SearchWorkspace,
    begins: Position | None = None,
    begun: int = 0,
    slips: Sequence[tuple[int, int]] = (),
) -> Game:
    """Play it, from a board after ``begun`` plies; ``slips``: a ply and the number of its lot."""
    moves = np.zeros(limit, dtype=np.int64)
    stood = np.zeros((limit, 4), dtype=np.int64)
    said = np.zeros(limit, dtype=np.float32)
    lots = np.full(limit if slips else 0, -1, dtype=np.int64)
    for ply, number in slips:
        lots[ply] = number
    result, plies, of_red, of_white = play_game(
        prepared(red),
        prepared(white),
        desk.sums,
        desk.hidden,
        desk.moves,
        desk.killers,
        search.rules(),
        desk.counts,
        desk.values,
        int(search.turned),
        limit,
        moves,
        stood,
        said,
        lots,
        begun,
        *(begins or Position.start()).words(),
    )
    return Game(
        int(result), begun, int(plies), int(of_red), int(of_white), moves, stood, said, lots
    )
