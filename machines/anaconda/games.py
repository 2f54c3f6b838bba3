"""Two networks at one board: a choice in either's own view, and a whole game as a kernel."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from machines.anaconda.evaluation import Board, Floats, prepare_values
from machines.anaconda.network import Network
from machines.anaconda.search import CHOSEN, REPEATS, Search, SearchWork, Words, choose
from machines.games.draughts.board import Position
from machines.games.draughts.kernels import apply_move, list_moves
from machines.kernels.bits import popcount
from machines.kernels.kernel import Float32Vector, IntMatrix, IntVector, inner_kernel, kernel

MAN, KING = 2, 3
"""What pieces count where a game has no winner: a king is worth one man and a half."""


class GameArrays(NamedTuple):
    """What a game writes down, ply by ply."""

    moves: IntVector  # Packed, int64[plies]
    stood: IntMatrix  # The board before each, the side first that moves, int64[plies, 4]
    said: Float32Vector  # What the look-ahead said there, float32[plies]; NaN: no look
    slips: IntVector  # Numbers of moves made by lot, below 0: none; int64[plies], or empty


@inner_kernel("int64(int64)")
def turn_word(word: int) -> int:
    """A word turned end for end: bit n goes to bit 36 - n."""
    made_of = 0
    while word:
        square = word & -word
        word ^= square
        made_of |= (1 << 36) // square
    return made_of


@inner_kernel("int64(int64)")
def turn_move(packed: int) -> int:
    """A packed move seen from the other side of the board."""
    ways = packed >> 10
    steps = max(packed >> 6 & 15, 1)
    for k in range(steps):
        ways ^= 2 << 2 * k
    return (36 - (packed & 63)) | (packed & (15 << 6)) | ways << 10


@kernel(
    "int64(float32[::1],SearchWork,int64[::1],int64[:,::1],int64,int64,UniTuple(int64,4))",
    SearchWork,
)
def choose_move(
    net: Floats, work: SearchWork, rules: Words, past: Words, known: int, turned: int, board: Board
) -> int:
    """The move, packed, that the active side chooses; ``turned``: it sees the board turned.

    ``past``: the ``known`` boards that it has left before, as it sees them.

    work.values[0] is then its value for that side.
    """
    if turned:
        fa, ba, fp, bp = board
        board = turn_word(ba), turn_word(fa), turn_word(bp), turn_word(fp)
    work.values[0] = choose(net, work, rules, board, past, known)
    move = work.counts[CHOSEN]
    return turn_move(move) if turned else move


@kernel("int64(int64,int64)")
def piece_worth(f: int, b: int) -> int:
    """What a side's pieces count together: MAN for each man, KING for each king."""
    return MAN * popcount(f | b) + (KING - MAN) * popcount(f & b)


@inner_kernel("UniTuple(int64,4)(int64,int64,int64,int64,int64,int64,int64)")
def ended(
    result: int, plies: int, ply: int, fa: int, ba: int, fp: int, bp: int
) -> tuple[int, int, int, int]:
    """What a game came to, from the board after ``ply`` plies."""
    active, passive = piece_worth(fa, ba), piece_worth(fp, bp)
    if ply % 2 == 0:
        return result, plies, active, passive
    return result, plies, passive, active


@kernel(
    "UniTuple(int64,4)(float32[::1],float32[::1],SearchWork,int64[::1],GameArrays,int64,int64,"
    "UniTuple(int64,4))",
    SearchWork,
    GameArrays,
    _nrt=True,
)
def play_game(
    red: Floats,
    white: Floats,
    work: SearchWork,
    rules: Words,
    game: GameArrays,
    turned: int,
    begun: int,
    board: Board,
) -> tuple[int, int, int, int]:
    """A game from a board after ``begun`` plies; it ends where ``game`` is full at the latest.

    Comes back: 1, 0 or -1 for Red, the plies, and what Red's and White's pieces count at the end.
    A move that is the only one is made without looking.  Where ``game.slips`` has a number, the
    move of that number is made, whatever the look-ahead says.

    The players have no memory and no chance: a position that comes back is followed by what
    followed it before, so from there to the limit the moves are only written down.  With
    rules[REPEATS] they remember the boards that they have left, and all is played out.
    """
    played, stood, said, slips = game
    moves = work.moves
    fa, ba, fp, bp = board
    limit = len(played)
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
            now = (fa, ba, fp, bp)
            move = choose_move(net, work, rules, left[side], known[side], other, now)
            said[ply] = work.values[0]
            if len(slips) and slips[ply] >= 0:
                move = moves[0, slips[ply] % list_moves(fa, ba, fp, bp, moves[0])]
        played[ply] = move
        fa, ba, fp, bp = apply_move(fa, ba, fp, bp, move)
        row = left[side, known[side]]
        known[side] += 1
        if other:
            row[0], row[1] = turn_word(ba), turn_word(fa)
            row[2], row[3] = turn_word(bp), turn_word(fp)
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
    work: SearchWork,
    begins: Position | None = None,
    begun: int = 0,
    slips: Sequence[tuple[int, int]] = (),
) -> Game:
    """Play it, from a board after ``begun`` plies; ``slips``: a ply and the number of its lot."""
    lots = np.full(limit if slips else 0, -1, dtype=np.int64)
    for ply, number in slips:
        lots[ply] = number
    game = GameArrays(
        np.zeros(limit, dtype=np.int64),
        np.zeros((limit, 4), dtype=np.int64),
        np.zeros(limit, dtype=np.float32),
        lots,
    )
    result, plies, of_red, of_white = play_game(
        prepare_values(red),
        prepare_values(white),
        work,
        search.rules(),
        game,
        int(search.turned),
        begun,
        (begins or Position.start()).words(),
    )
    return Game(int(result), begun, int(plies), int(of_red), int(of_white), *game)
