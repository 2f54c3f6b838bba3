"""How a visitor who means to win, to draw or to lose chooses what to touch.

He knows the rules, sees the men on the board and thinks in his own process: perfect play in noughts
and crosses; in checkers Anaconda's look-ahead; in chess the house's, or a look at every reply.
A mind is asked for a whole move: the squares to touch, one after the other.
"""

from collections import Counter
from collections.abc import Mapping, Set
from fractions import Fraction
from random import Random
from typing import Literal, Protocol

import numpy as np

from devices.refusal import RefusedError
from machines.anaconda.player import AnacondaPlayer
from machines.anaconda.room_players import REMEMBERS
from machines.games import chess, draughts
from machines.games.chess.board import SQUARE_NAMES
from machines.games.chess.house import HousePlayer
from machines.games.chess.moves import in_check
from machines.games.chess.notation import read_fen
from machines.games.draughts.board import bit
from machines.games.noughts.board import Board
from machines.games.noughts.players import random_play, value
from machines.laboratory.anaconda.study import SHIPPED, load_network

Aim = Literal["win", "draw", "lose"]
AIMS: tuple[Aim, ...] = ("win", "draw", "lose")
WORTH = {"p": 1.0, "n": 3.0, "b": 3.0, "r": 5.0, "q": 9.0, "k": 0.0}
MATE = 1000.0
EVEN = 0.25
"""Of Anaconda's -1 to 1: a board that is worth no less than that below nothing is held."""
NOBODY = np.random.default_rng(0)
"""Players are handed a generator, and these don't ask it."""


class Mind(Protocol):
    """What chooses."""

    def chooses(self, men: Mapping[str, str], lit: Set[str]) -> tuple[str, ...]:
        """The squares to touch for a move, by their names; ``lit`` are those that glow.  Empty:
        it has no opinion."""
        ...


def result_of(said: str) -> str:
    """How a game ended for the visitor, as the card after it says in large words."""
    first = said.split(".")[0]
    if first in ("YOU WON", "A DRAW"):
        return "win" if first == "YOU WON" else "draw"
    return "lose" if first.endswith(" WON") else ""


class NoughtsMind:
    """Noughts and crosses; of moves worth the same the one that gives a careless player more."""

    def __init__(self, aim: Aim, dice: Random) -> None:
        self.aim, self.dice = aim, dice

    def chooses(self, men: Mapping[str, str], lit: Set[str]) -> tuple[str, ...]:
        """One square."""
        words = [sum(1 << int(one) for one, man in men.items() if man == sign) for sign in "OX"]
        board = Board(*words)
        free = [square for square in board.moves if str(square) in lit]
        if not free:
            return ()
        sign = 1 if board.to_move == "O" else -1

        def liked(square: int) -> tuple[Fraction | int, Fraction | int]:
            after = board.play(square)
            hopes = random_play(after)
            own = sign * (hopes.win - hopes.loss)
            worth = sign * value(after)
            if self.aim == "draw":
                return -abs(worth), hopes.draw
            return (worth, own) if self.aim == "win" else (-worth, -own)

        self.dice.shuffle(free)
        return (str(max(free, key=liked)),)


class DraughtsMind:
    """Checkers.  To draw: neither side comes to be ahead, and boards come again."""

    def __init__(self, aim: Aim, dice: Random, plies: int = 7) -> None:
        self.aim, self.dice = aim, dice
        network = load_network(str(SHIPPED), "visitor")
        self._thinks = AnacondaPlayer(network, plies + 2 * (aim == "win"), search=REMEMBERS)
        self._stood: Counter[draughts.Position] = Counter()
        self._own: set[str] = set()

    def chooses(self, men: Mapping[str, str], lit: Set[str]) -> tuple[str, ...]:
        """A move's squares."""
        sides = {men[square].lower() for square in lit}
        if len(sides) != 1 or not sides <= {"b", "w"}:
            return ()
        self._own = self._own or sides
        if sides != self._own:  # men that can be taken
            return ()
        black, white, kings = (
            sum(bit(int(square)) for square, man in men.items() if man and man in kind)
            for kind in ("bB", "wW", "BW")
        )
        position = draughts.Position(black, white, kings, "b" in sides)
        moves = [one for one in draughts.legal_moves(position) if str(one.squares[0]) in lit]
        if not moves:
            return ()
        self.dice.shuffle(moves)
        move = moves[0] if len(moves) == 1 else self._best(position, moves)
        self._stood[draughts.make(position, move)] += 1
        return tuple(map(str, move.squares))

    def _best(self, position: draughts.Position, moves: list[draughts.Move]) -> draughts.Move:
        if self.aim == "win":
            return self._thinks.choose_recalling(position, list(self._stood))
        after = {move: draughts.make(position, move) for move in moves}
        worth = {move: self._worth(board) for move, board in after.items()}
        if self.aim == "lose":
            return min(moves, key=worth.__getitem__)
        least = min(-EVEN, max(worth.values()) - EVEN / 4)
        held = [move for move in moves if worth[move] >= least]

        def liked(move: draughts.Move) -> tuple[int, bool, float]:
            king = bool(position.kings & bit(move.squares[0])) and not move.captured
            return self._stood[after[move]], king, -abs(worth[move])

        return max(held, key=liked)

    def _worth(self, board: draughts.Position) -> float:
        """Of a board for the side that has just moved, -1 to 1."""
        if not draughts.legal_moves(board):
            return 1.0
        self._thinks.choose(board)
        looked = self._thinks.looked()
        assert looked is not None
        return -looked.value


class ChessMind:
    """Chess.  To draw: nobody is mated and boards come again; to lose: the king is laid bare."""

    def __init__(self, aim: Aim, dice: Random) -> None:
        self.aim, self.dice = aim, dice
        self._thinks = HousePlayer(4)
        self._stood: Counter[str] = Counter()
        self._own: set[bool] = set()

    def chooses(self, men: Mapping[str, str], lit: Set[str]) -> tuple[str, ...]:
        """Two squares, and what a pawn becomes; which castlings are still allowed isn't seen, so
        it never castles."""
        white = {men[square].isupper() for square in lit if men[square]}
        if len(white) != 1 or not all(men[square] for square in lit):
            return ()
        self._own = self._own or white
        if white != self._own:  # men that can be taken
            return ()
        try:
            position = read_fen(written(men, white == {True}))
        except RefusedError:
            return ()
        moves = [one for one in chess.legal_moves(position) if SQUARE_NAMES[one.start] in lit]
        if not moves:
            return ()
        self.dice.shuffle(moves)
        if self.aim == "win":
            move = self._thinks.choose(position, NOBODY)
        else:
            rated = self._bare if self.aim == "lose" else self._level
            move = max(moves, key=lambda one: rated(position, one))
        self._stood[_board(chess.make(position, move))] += 1
        becomes = (move.promotion.upper(),) if move.promotion else ()
        return SQUARE_NAMES[move.start], SQUARE_NAMES[move.end], *becomes

    def _level(self, position: chess.Position, move: chess.Move) -> float:
        """What a move is worth to somebody who wants a draw."""
        after = chess.make(position, move)
        replies = chess.legal_moves(after)
        if not replies:
            return -MATE if in_check(after) else MATE
        worst = min(balance(chess.make(after, one), position.black_to_move) for one in replies)
        again = self._stood[_board(after)]
        return worst + 0.4 * again - MATE * is_mated_by(after, replies)

    def _bare(self, position: chess.Position, move: chess.Move) -> float:
        """The same to somebody who wants to be mated: the pawns before the king move away."""
        after = chess.make(position, move)
        replies = chess.legal_moves(after)
        if not replies:
            return -MATE
        start, end = SQUARE_NAMES[move.start], SQUARE_NAMES[move.end]
        opens = {("f2", "f3"): 20.0, ("g2", "g4"): 20.0, ("f7", "f6"): 20.0, ("g7", "g5"): 20.0}
        waits = position.piece(move.start) in "Pp" and start[0] == end[0] and start[0] in "abc"
        mates = MATE * is_mated_by(after, replies)
        return mates + opens.get((start, end), 0.0) + float(waits)


def is_mated_by(after: chess.Position, replies: tuple[chess.Move, ...]) -> float:
    """The share of the replies that mate."""
    boards = [chess.make(after, one) for one in replies]
    return sum(in_check(one) and not chess.legal_moves(one) for one in boards) / len(boards)


def balance(position: chess.Position, black: bool) -> float:
    """That side's men less the other's, in pawns."""
    letters = _board(position)
    white = sum(WORTH[man.lower()] * (1 if man.isupper() else -1) for man in letters if man != ".")
    return -white if black else white


def _board(position: chess.Position) -> str:
    return "".join(position.piece(square) or "." for square in range(64))


def written(men: Mapping[str, str], white_to_move: bool) -> str:
    """A board as FEN has it, without castling."""
    rows = []
    for rank in "87654321":
        row = "".join(men[file + rank] or "." for file in "abcdefgh")
        for count in range(8, 0, -1):
            row = row.replace("." * count, str(count))
        rows.append(row)
    return f"{'/'.join(rows)} {'w' if white_to_move else 'b'} - - 0 1"


def mind_for(room: str, aim: Aim, dice: Random) -> Mind:
    """Of a visitor in a room."""
    if room in ("menace", "pegasus"):
        return NoughtsMind(aim, dice)
    return ChessMind(aim, dice) if room == "morph" else DraughtsMind(aim, dice)
