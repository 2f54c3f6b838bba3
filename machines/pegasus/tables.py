"""The positions that the Pegasus program holds, the moves it tells apart, where its plays stop.

Michie 1963, Fig. 5, as measured from the print-out (menace.md, section 4).  Positions that turn
into each other are one, held in one stored form; moves that do so are one, printed as the lowest
numbered square of each kind in the stored form, turned back to the board as it lies.  Squares are
numbered in Michie's spiral::

        1 2 3
        8 0 4
        7 6 5

What we chose where the paper is silent, so that the print-out comes out right:

* The stored form is the one in which, as the board is read, Nought's squares come first and Cross's
  last.  That gives the two forms known not to be the first (O 0 with X 5, O 0 with X 6).
* :data:`TRIED` is the order in which turns are tried to bring a board to its stored form.  It is
  fitted: with it all but 2 of the 637 moves of Fig. 5 that were made on a symmetric board are the
  squares printed, and with no order more (machines/laboratory/reproduce/michie.py).

A play stops when a line is made; after seven moves if both moves left to Cross come to the same; at
the latest after eight, since the ninth is forced; and after six in ten positions out of a list.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from machines.games.noughts.board import Board
from machines.games.noughts.symmetry import TURNED, TURNS, reading, turned

STOPPED_AFTER_SIX = (
    "..O/XOX/.OX", "..O/O.X/OXX", "..X/XOX/O.O", "..X/XOX/.OO", ".OO/XXO/.X.", ".OO/X../OXX",
    ".X./XOX/O.O", "..O/X.O/OXX", "O.X/X.O/O.X", ".OX/X.O/OX.",
)  # fmt: skip
"""Positions after six moves at which Fig. 5 stops, rows from the top (eight won, two drawn)."""

MOST_CHOICES = 9
MOST_MOVES = 8
"""Of a recorded play."""

NOUGHT_WINS, DRAWN, CROSS_WINS = 1, 0, -1

TRIED = (0, 3, 5, 4, 1, 7, 2, 6)
"""The turns of machines.games.noughts.symmetry, in the order in which they are tried."""


@cache
def stored_form(board: Board) -> tuple[Board, int]:
    """The form in which this position is held, and the turn that brings it there."""

    def read(turn: int) -> int:  # as digits -1 Nought, 0 nothing, 1 Cross
        return reading(board.crosses, turn) - reading(board.noughts, turn)

    turn = min(TRIED, key=read)  # the first of equals
    return turned(board, turn), turn


@cache
def _results(board: Board) -> frozenset[int]:
    """Every result that can still come about."""
    if board.finished:
        return frozenset(({"O": NOUGHT_WINS, "": DRAWN, "X": CROSS_WINS}[board.winner],))
    return frozenset().union(*(_results(board.play(square)) for square in board.moves))


_STOPPED_AFTER_SIX = frozenset(stored_form(Board.of_rows(rows))[0] for rows in STOPPED_AFTER_SIX)


def result(board: Board) -> int | None:
    """1 (Nought wins), 0 (drawn) or -1 (Cross wins) if the play stops here, else None."""
    late = board.ply >= 7 and len(_results(board)) == 1
    if board.winner or late or stored_form(board)[0] in _STOPPED_AFTER_SIX:
        (only,) = _results(board)
        return only
    return None


@cache
def turns_onto_itself(form: Board) -> tuple[int, ...]:
    """The turns after which the board looks the same."""
    return tuple(turn for turn in TURNS if turned(form, turn) == form)


@cache
def distinct_moves(form: Board) -> tuple[tuple[int, int], ...]:
    """Essentially distinct moves in a stored form: (lowest square, how many squares), in order."""
    kinds: dict[int, int] = {}
    for square in form.moves:
        lowest = min(TURNED[turn][square] for turn in turns_onto_itself(form))
        kinds[lowest] = kinds.get(lowest, 0) + 1
    return tuple(sorted(kinds.items()))


def choice_of(board: Board, square: int) -> int:
    """Which of the position's choices that empty square of the board belongs to."""
    form, turn = stored_form(board)
    lowest = min(TURNED[same][TURNED[turn][square]] for same in turns_onto_itself(form))
    return [move[0] for move in distinct_moves(form)].index(lowest)


@dataclass(frozen=True)
class Tables:
    """Every position that a play can come to, numbered in the order of moves made; 0 is the start.

    ``forms``: their boards.  ``choices``: how many distinct moves, 0 where the play has stopped.
    ``squares``, ``kinds``, ``following`` (positions x 9): of each choice its lowest square, how
    many squares it stands for, the position that it leads to.  ``results``: 1, 0, -1 where the play
    has stopped, 0 elsewhere.  ``made``: moves made, so that even positions are Nought's.
    """

    forms: tuple[Board, ...]
    numbers: dict[Board, int]
    choices: npt.NDArray[np.int64]
    squares: npt.NDArray[np.int64]
    kinds: npt.NDArray[np.int64]
    following: npt.NDArray[np.int64]
    results: npt.NDArray[np.int64]
    made: npt.NDArray[np.int64]


@cache
def tables() -> Tables:
    """The tables, made once (not to be written to)."""
    forms: list[Board] = [Board()]
    numbers: dict[Board, int] = {Board(): 0}
    rows: list[tuple[list[int], list[int], list[int]]] = []
    for form in forms:  # grows as we go: the positions after m moves before those after m + 1
        moves = distinct_moves(form) if result(form) is None else ()
        leads_to = []
        for square, _ in moves:
            next_form = stored_form(form.play(square))[0]
            if next_form not in numbers:
                numbers[next_form] = len(forms)
                forms.append(next_form)
            leads_to.append(numbers[next_form])
        rows.append(([move[0] for move in moves], [move[1] for move in moves], leads_to))
    flat = np.zeros((3, len(forms), MOST_CHOICES), dtype=np.int64)
    for position, row in enumerate(rows):
        for which, values in enumerate(row):
            flat[which, position, : len(values)] = values
    flat.flags.writeable = False
    made = Tables(
        forms=tuple(forms),
        numbers=numbers,
        choices=np.array([len(row[0]) for row in rows], dtype=np.int64),
        squares=flat[0],
        kinds=flat[1],
        following=flat[2],
        results=np.array([result(form) or 0 for form in forms], dtype=np.int64),
        made=np.array([form.ply for form in forms], dtype=np.int64),
    )
    for array in (made.choices, made.results, made.made):
        array.flags.writeable = False
    return made
