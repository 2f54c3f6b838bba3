"""The slow obvious twin of the Pegasus program, written from the documents alone.

Michie 1963, and section 4 of our notes on his scans.  A position is a string of nine signs in
Michie's numbering of the squares (``1 2 3 / 8 0 4 / 7 6 5``), Nought's ``O`` to move first; chances
are dictionaries; nothing here is fast and nothing is shared with the machine.
"""

import functools
from collections.abc import Iterator
from fractions import Fraction

ROWS = "123804765"
"""The squares as the board is read."""
LINES = ("123", "804", "765", "187", "206", "345", "105", "307")

Board = str
Chances = dict[Board, dict[int, float]]

STOPPED_AT_PLY_6 = (
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
"""Foregone positions after six moves at which the print-out stops (rows 123/804/765)."""


def of_rows(rows: str) -> Board:
    """The position drawn as three rows with strokes between them."""
    signs = dict(zip(ROWS, rows.replace("/", ""), strict=True))
    return "".join(signs[square] for square in "012345678")


def as_rows(board: Board) -> str:
    """The nine signs as the board is read."""
    return "".join(board[int(square)] for square in ROWS)


def turned_rows(rows: str, way: int) -> str:
    """Nine signs in reading order, after the symmetry ``way``: over, across, transposed."""
    lines = [rows[0:3], rows[3:6], rows[6:9]]
    if way & 1:
        lines.reverse()
    if way & 2:
        lines = [line[::-1] for line in lines]
    if way & 4:
        lines = ["".join(line[column] for line in lines) for column in range(3)]
    return "".join(lines)


@functools.cache
def turned(board: Board, way: int) -> Board:
    """The position after that symmetry."""
    return of_rows(turned_rows(as_rows(board), way))


@functools.cache
def square_turned(square: int, way: int) -> int:
    """Where that square comes to."""
    marked = "".join("#" if s == square else "." for s in range(9))
    return turned(marked, way).index("#")


@functools.cache
def stored(board: Board) -> tuple[Board, int]:
    """The position as the program has it, and the first symmetry that makes it so.

    As the board is read, Nought's squares come first and Cross's last.  The order in which the
    symmetries are tried is what agrees best with the plays printed in Fig. 5.
    """
    rank = {"O": "0", ".": "1", "X": "2"}
    order = (0, 6, 2, 4, 5, 1, 3, 7)
    forms = [turned(board, way) for way in order]
    best = min(forms, key=lambda form: "".join(rank[sign] for sign in as_rows(form)))
    return best, order[forms.index(best)]


def to_move(board: Board) -> str:
    """O or X."""
    return "O" if board.count("O") == board.count("X") else "X"


def after(board: Board, square: int) -> Board:
    """The position after whoever is to move took that square."""
    assert board[square] == "."
    return board[:square] + to_move(board) + board[square + 1 :]


def has_line(board: Board, sign: str) -> bool:
    """Whether there are three of that sign in a row."""
    return any(all(board[int(square)] == sign for square in line) for line in LINES)


def empty(board: Board) -> list[int]:
    """The squares that are free."""
    return [square for square in range(9) if board[square] == "."]


@functools.cache
def results(board: Board) -> frozenset[str]:
    """Every result, ``+``, ``-`` or ``.``, that can still come about."""
    if has_line(board, "O"):
        return frozenset("+")
    if has_line(board, "X"):
        return frozenset("-")
    if not empty(board):
        return frozenset(".")
    return frozenset().union(*(results(after(board, square)) for square in empty(board)))


@functools.cache
def result(board: Board) -> str | None:
    """The result if the play stops here, else None."""
    played = 9 - len(empty(board))
    still = results(board)
    made = has_line(board, "O") or has_line(board, "X")
    listed = played == 6 and any(
        stored(board)[0] == stored(of_rows(rows))[0] for rows in STOPPED_AT_PLY_6
    )
    if made or (played >= 7 and len(still) == 1) or listed:
        (only,) = still
        return only
    return None


def moves(board: Board) -> dict[int, int]:
    """Distinct moves of a stored position: the lowest square of each, how many squares."""
    same = [way for way in range(8) if turned(board, way) == board]
    found: dict[int, int] = {}
    for square in empty(board):
        lowest = min(square_turned(square, way) for way in same)
        found[lowest] = found.get(lowest, 0) + 1
    return found


@functools.cache
def back(square: int, way: int) -> int:
    """The square that the symmetry brings to ``square``."""
    return next(s for s in range(9) if square_turned(s, way) == square)


def chances_of(chances: Chances, board: Board) -> dict[int, float]:
    """The chances in a stored position; alike where nothing was learned."""
    if board not in chances:
        choices = moves(board)
        chances[board] = {square: 1 / len(choices) for square in choices}
    return chances[board]


def play(chances: Chances, draws: Iterator[float]) -> tuple[str, str, list[tuple[Board, int]]]:
    """One play: the squares printed, the result, what was chosen in which stored position."""
    board, printed = "." * 9, ""
    chosen: list[tuple[Board, int]] = []
    while (ended := result(board)) is None:
        form, way = stored(board)
        draw = next(draws)
        for square, chance in sorted(chances_of(chances, form).items()):
            taken = square
            if draw < chance:
                break
            draw -= chance
        chosen.append((form, taken))
        printed += str(back(taken, way))
        board = after(board, back(taken, way))
    return printed, ended, chosen


def reinforce(chances: dict[int, float], square: int, multiplier: float, floor: float) -> None:
    """p' = pM/(1 - p + pM), the others in proportion; nothing below ``floor``."""
    rest = sum(chance for other, chance in chances.items() if other != square)
    whole = rest + chances[square] * multiplier
    for other in chances:
        raised = multiplier if other == square else 1.0
        chances[other] = max(chances[other] * raised / whole, floor)


def multiplier(a: float, b: float, n: int) -> float:
    """M_n of Fig. 6."""
    return float(a ** (b ** (8 - n)))


def average(values: list[float], decay: float) -> float:
    """Table 3's mu after plays of these values (V_0 = 0 is put before them)."""
    of_all = [0.0, *values]
    j = len(values)
    weights = [decay ** (j - i + 1) for i in range(j + 1)]
    return sum(w * v for w, v in zip(weights, of_all, strict=True)) / sum(weights)


_SHARES: dict[tuple[Board, str], dict[str, Fraction]] = {}


def share(of: Board, chance_of_move: str) -> dict[str, Fraction]:
    """The exact chances of +, - and . from a stored position; ``squares`` or ``distinct`` moves."""
    ended = result(of)
    if ended is not None:
        return {sign: Fraction(int(sign == ended)) for sign in "+-."}
    known = _SHARES.get((of, chance_of_move))
    if known is not None:
        return known
    choices = moves(of)
    whole = sum(choices.values()) if chance_of_move == "squares" else len(choices)
    total = {sign: Fraction(0) for sign in "+-."}
    for square, squares in choices.items():
        weight = Fraction(squares if chance_of_move == "squares" else 1, whole)
        for sign, part in share(stored(after(of, square))[0], chance_of_move).items():
            total[sign] += weight * part
    _SHARES[of, chance_of_move] = total
    return total
