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
* :data:`SYMMETRIES` stands in the order in which they are tried to turn a board into its stored
  form.  It is fitted: with it all but 2 of the 633 moves of Fig. 5 (as we read it) that were made
  in a symmetric position are the squares printed.

A play stops when a line is made; after seven moves if both moves left to Cross come to the same; at
the latest after eight, since the ninth is forced; and after six in ten positions out of a list.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

READING_ORDER = (1, 2, 3, 8, 0, 4, 7, 6, 5)
"""The squares as the board is read, row by row."""
LINES = ((1, 2, 3), (8, 0, 4), (7, 6, 5), (1, 8, 7), (2, 0, 6), (3, 4, 5), (1, 0, 5), (3, 0, 7))

STOPPED_AFTER_SIX = (
    "..O/XOX/.OX",
    "..O/O.X/OXX",
    "..X/XOX/O.O",
    "..X/XOX/.OO",
    ".OO/XXO/.X.",
    ".OO/X../OXX",
    ".X./XOX/O.O",
    "..O/X.O/OXX",
    "O.X/X.O/O.X",
    ".OX/X.O/OX.",
)
"""Positions after six moves at which Fig. 5 stops, rows from the top (eight won, two drawn)."""

MOST_CHOICES = 9
MOST_MOVES = 8
"""Of a recorded play."""

NOUGHT_WINS, DRAWN, CROSS_WINS = 1, 0, -1

Board = tuple[int, int]
"""Nought's squares and Cross's squares: bit s for square s."""


def _symmetry(over: bool, across: bool, transposed: bool) -> tuple[int, ...]:
    """Where each square goes: rows reversed, then columns, then rows made columns."""
    goes = [0] * 9
    for at, square in enumerate(READING_ORDER):
        row, column = divmod(at, 3)
        row, column = (2 - row if over else row), (2 - column if across else column)
        row, column = (column, row) if transposed else (row, column)
        goes[square] = READING_ORDER[3 * row + column]
    return tuple(goes)


SYMMETRIES = (
    _symmetry(False, False, False),
    _symmetry(False, True, True),
    _symmetry(False, True, False),
    _symmetry(False, False, True),
    _symmetry(True, False, True),
    _symmetry(True, False, False),
    _symmetry(True, True, False),
    _symmetry(True, True, True),
)
"""The eight, each as where squares 0 to 8 go; in the order in which they are tried."""


def turned(board: Board, symmetry: tuple[int, ...]) -> Board:
    """The board after that symmetry."""
    nought, cross = 0, 0
    for square, to in enumerate(symmetry):
        nought |= (board[0] >> square & 1) << to
        cross |= (board[1] >> square & 1) << to
    return nought, cross


def _reading(board: Board) -> tuple[int, ...]:
    """What stands on the squares as the board is read: 0 Nought, 1 nothing, 2 Cross."""
    return tuple(1 - (board[0] >> s & 1) + (board[1] >> s & 1) for s in READING_ORDER)


@cache
def stored_form(board: Board) -> tuple[Board, tuple[int, ...]]:
    """The form in which this position is held, and the symmetry that brings it there."""
    forms = [turned(board, symmetry) for symmetry in SYMMETRIES]
    first = min(range(len(forms)), key=lambda way: _reading(forms[way]))
    return forms[first], SYMMETRIES[first]


def board_of_rows(rows: str) -> Board:
    """The board drawn as ``"..O/XOX/.OX"``."""
    signs = rows.replace("/", "")
    squares = dict(zip(READING_ORDER, signs, strict=True))
    nought = sum(1 << square for square, sign in squares.items() if sign == "O")
    return nought, sum(1 << square for square, sign in squares.items() if sign == "X")


def moves_made(board: Board) -> int:
    """How many moves led to this board."""
    return (board[0] | board[1]).bit_count()


def after(board: Board, square: int) -> Board:
    """The board after whoever is to move took that square."""
    if moves_made(board) % 2 == 0:
        return board[0] | 1 << square, board[1]
    return board[0], board[1] | 1 << square


def empty_squares(board: Board) -> tuple[int, ...]:
    """The squares with nothing on them, in order of their numbers."""
    return tuple(square for square in range(9) if not (board[0] | board[1]) >> square & 1)


def line_made(squares: int) -> bool:
    """Whether three of these squares are in a row."""
    return any(all(squares >> square & 1 for square in line) for line in LINES)


@cache
def _results(board: Board) -> frozenset[int]:
    """Every result that can still come about."""
    if line_made(board[0]):
        return frozenset((NOUGHT_WINS,))
    if line_made(board[1]):
        return frozenset((CROSS_WINS,))
    if moves_made(board) == 9:
        return frozenset((DRAWN,))
    return frozenset().union(*(_results(after(board, square)) for square in empty_squares(board)))


_STOPPED_AFTER_SIX = frozenset(stored_form(board_of_rows(rows))[0] for rows in STOPPED_AFTER_SIX)


def result(board: Board) -> int | None:
    """1 (Nought wins), 0 (drawn) or -1 (Cross wins) if the play stops here, else None."""
    made = line_made(board[0]) or line_made(board[1])
    late = moves_made(board) >= 7 and len(_results(board)) == 1
    if made or late or stored_form(board)[0] in _STOPPED_AFTER_SIX:
        (only,) = _results(board)
        return only
    return None


def distinct_moves(form: Board) -> tuple[tuple[int, int], ...]:
    """Essentially distinct moves in a stored form: (lowest square, how many squares), in order."""
    same = [symmetry for symmetry in SYMMETRIES if turned(form, symmetry) == form]
    kinds: dict[int, int] = {}
    for square in empty_squares(form):
        lowest = min(symmetry[square] for symmetry in same)
        kinds[lowest] = kinds.get(lowest, 0) + 1
    return tuple(sorted(kinds.items()))


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
    forms: list[Board] = [(0, 0)]
    numbers: dict[Board, int] = {(0, 0): 0}
    rows: list[tuple[list[int], list[int], list[int]]] = []
    for form in forms:  # grows as we go: the positions after m moves before those after m + 1
        moves = distinct_moves(form) if result(form) is None else ()
        leads_to = []
        for square, _ in moves:
            next_form = stored_form(after(form, square))[0]
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
        made=np.array([moves_made(form) for form in forms], dtype=np.int64),
    )
    for array in (made.choices, made.results, made.made):
        array.flags.writeable = False
    return made
