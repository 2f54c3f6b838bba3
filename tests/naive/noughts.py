"""Noughts and crosses as one would explain it to a child: the twin of machines/games/noughts.

A board is nine characters in reading order (``"O.X......"``: Nought in the top left corner, Cross
in the top right), so a square here is its place in the text and Michie's number stands in
``NUMBERS``.  Nothing is taken from the program: lines are found by walking, symmetries by turning
rows of text, chances by adding up every play.
"""

from fractions import Fraction
from functools import cache

NUMBERS = (1, 2, 3, 8, 0, 4, 7, 6, 5)
"""Michie's number of each place (Michie 1963: grid 1 2 3 / 8 0 4 / 7 6 5)."""
EMPTY = "........."


def place(number: int) -> int:
    """Where the square of that number stands in the text."""
    return NUMBERS.index(number)


def to_move(board: str) -> str:
    """Nought begins."""
    return "O" if board.count("O") == board.count("X") else "X"


def rows(board: str) -> list[str]:
    """Three rows of three."""
    return [board[0:3], board[3:6], board[6:9]]


def winner(board: str) -> str:
    """Who has three in a row, column or diagonal; ``""`` if nobody."""
    across = rows(board)
    down = ["".join(column) for column in zip(*across, strict=True)]
    slanting = [board[0] + board[4] + board[8], board[2] + board[4] + board[6]]
    for line in across + down + slanting:
        if line in ("OOO", "XXX"):
            return line[0]
    return ""


def finished(board: str) -> bool:
    """Won, or no square left."""
    return winner(board) != "" or "." not in board


def moves(board: str) -> list[int]:
    """The numbers of the empty squares, ascending; none when the play is over."""
    if finished(board):
        return []
    return sorted(NUMBERS[at] for at in range(9) if board[at] == ".")


def play(board: str, number: int) -> str:
    """The board after the side to move plays on that square."""
    at = place(number)
    assert board[at] == "."
    return board[:at] + to_move(board) + board[at + 1 :]


def turned_clockwise(board: str) -> str:
    """A quarter-turn: the left column, read upward, becomes the top row."""
    a, b, c = rows(board)
    return "".join(c[i] + b[i] + a[i] for i in range(3))


def mirrored(board: str) -> str:
    """Reflected in the diagonal from the top left: columns become rows."""
    return "".join("".join(column) for column in zip(*rows(board), strict=True))


def eight(board: str) -> list[str]:
    """Turned by 0, 1, 2, 3 quarters; mirrored, then turned by 0, 1, 2, 3 quarters."""
    seen = []
    for first in (board, mirrored(board)):
        for _ in range(4):
            seen.append(first)
            first = turned_clockwise(first)
    return seen


def standard(board: str) -> str:
    """The form of the eight that comes last with . before O before X."""
    return max(eight(board))


def distinct_moves(board: str) -> list[int]:
    """Of moves that lead to the same board turned or mirrored, the first in reading order."""
    if finished(board):
        return []
    found: dict[str, int] = {}
    for at in range(9):
        if board[at] == ".":
            found.setdefault(standard(play(board, NUMBERS[at])), NUMBERS[at])
    return sorted(found.values())


def distinct_boards(ply: int) -> set[str]:
    """The unfinished boards with that many pieces, one of each eight, in standard form."""
    boards = {EMPTY}
    for _ in range(ply):
        boards = {standard(play(board, move)) for board in boards for move in moves(board)}
    return {board for board in boards if not finished(board)}


@cache
def value(board: str) -> int:
    """What perfect play gives Nought: 1, 0 or -1."""
    if finished(board):
        return {"O": 1, "": 0, "X": -1}[winner(board)]
    values = [value(play(board, move)) for move in moves(board)]
    return max(values) if to_move(board) == "O" else min(values)


@cache
def random_play(board: str, over: str) -> tuple[Fraction, Fraction, Fraction]:
    """Chances that Nought wins, draws, loses if both sides choose at random.

    ``over`` is ``"squares"`` or ``"distinct"``.
    """
    if finished(board):
        won = winner(board)
        return (Fraction(won == "O"), Fraction(won == ""), Fraction(won == "X"))
    choices = moves(board) if over == "squares" else distinct_moves(board)
    each = [random_play(play(board, move), over) for move in choices]
    total = [sum(chance[i] for chance in each) / Fraction(len(each)) for i in range(3)]
    return total[0], total[1], total[2]
