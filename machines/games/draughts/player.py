"""What a player of draughts answers to: the checkers program, a network, an engine outside.

"Hub protocol for draughts, version 2 (used by Scan 3.1 and Hub 2.1)", Fabien Letouzey, 2019-07-06,
protocol.txt of Scan 3.1.  It was made for the board of fifty squares; here a board is the side to
move and a letter for each of the 32 squares in their standard order, with Black on 1 to 12 at the
start::

    Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww     b, w: a man; B, W: a king; e: empty

A move is ``11-15``; a capture names the first square, the last, and those of the pieces that it
takes, in any order: ``6x22x10x18`` goes from 6 over 15 to 22.
"""

import re
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from devices.refusal import RefusedError
from machines.games.draughts.board import SQUARES, Move, Position
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.notation import read_fen
from machines.games.two_sides import random_move

# -- Draughts as the Hub protocol writes it: boards and moves --------------------------------------

_MOVE = re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2}|(?:x[0-9]{1,2}){2,})")
LETTERS = "ewbWB"


def write_board(position: Position) -> str:
    """``Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww``."""
    mover = "B" if position.black_to_move else "W"
    return mover + "".join(position.piece(square) or "e" for square in SQUARES)


def read_board(text: str, where: str = "pos") -> Position:
    """The position of such a text.  Raises RefusedError."""
    if not re.fullmatch(f"[BW][{LETTERS}]{{{len(SQUARES)}}}", text):
        raise RefusedError(
            where,
            f"{text[:60]!r} is no board of English draughts; expected B or W and a letter of "
            f"{LETTERS} for each of the squares 1 to 32",
        )
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for square, letter in zip(SQUARES, text[1:], strict=True):
        if letter != "e":
            king = "K" if letter.isupper() else ""
            sides[letter.upper()].append(f"{king}{square}")
    fen = ":".join((text[0], *(colour + ",".join(side) for colour, side in sides.items())))
    return read_fen(fen, place=lambda _: where)


def write_move(move: Move) -> str:
    """``11-15``, or a capture's first and last square and those that it takes, ascending."""
    ends = (move.squares[0], move.squares[-1])
    return ("x" if move.captured else "-").join(map(str, (*ends, *sorted(move.captured))))


def read_move(position: Position, text: str, where: str = "") -> Move:
    """The legal move that is written so; of several routes that lead to the same, the first.

    Raises RefusedError.
    """
    if not _MOVE.fullmatch(text):
        raise RefusedError(where, f"{text[:40]!r} is no move: one is written 11-15 or 6x22x10x18")
    first, last, *taken = map(int, re.split("[-x]", text))
    moves = legal_moves(position)
    for move in moves:
        ends = (move.squares[0], move.squares[-1])
        if ends == (first, last) and sorted(move.captured) == sorted(taken):
            return move
    raise RefusedError(where, f"{text} can't be played in {write_board(position)}")


def read_moves(position: Position, words: Sequence[str], where: str = "") -> tuple[Position, ...]:
    """The position, and those after each of the moves.  Raises RefusedError."""
    reached = [position]
    for word in words:
        reached.append(make(reached[-1], read_move(reached[-1], word, where)))
    return tuple(reached)


# -- player ----------------------------------------------------------------------------------------


class Player(Protocol):
    """Chooses moves.  All chance comes from the generator that it is handed."""

    @property
    def name(self) -> str:
        """The player's name in a record of games."""

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """A legal move in ``position``, in which there is at least one."""


@runtime_checkable
class InterruptiblePlayer(Player, Protocol):
    """A player whose choice may be broken off from another thread."""

    def interrupt(self) -> None:
        """Have the choice under way, and all later ones, end soon by InterruptedChoice."""


@runtime_checkable
class RecallingPlayer(Player, Protocol):
    """A player for whom it matters what stood on the board before."""

    def choose_recalling(
        self, position: Position, left: Sequence[Position], generator: np.random.Generator
    ) -> Move:
        """As ``choose``; ``left`` are the boards that its side has left before in this game."""


def choice_of(
    player: Player, positions: Sequence[Position], generator: np.random.Generator
) -> Move:
    """What a player chooses on the last of a game's positions."""
    *before, position = positions
    if not isinstance(player, RecallingPlayer):
        return player.choose(position, generator)
    # What one side has left is what the other found.
    left = [board for board in before if board.black_to_move != position.black_to_move]
    return player.choose_recalling(position, left, generator)


class RandomPlayer:
    """Plays any legal move, each with the same chance."""

    name = "random"

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """One of the legal moves; raises ValueError if there is none."""
        return random_move(legal_moves(position), generator)
