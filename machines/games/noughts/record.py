"""A play of noughts and crosses to be taken along, as a few lines of text.

::

    Noughts and crosses, Matchbox 704
    Date: 2026.11.24
    O: MENACE
    X: Visitor
    Moves: 0 1 3 7 6 2 5
    Result: O wins
    Squares: 1 2 3 / 8 0 4 / 7 6 5

O moves first.  Each move is a square by Michie's numbers, which the last line shows row by row.
"""

from collections.abc import Sequence
from functools import lru_cache

from devices.game_record import NO_DATE, GameRecord
from devices.refusal import RefusedError

RESULTS = ("O wins", "X wins", "draw")
SQUARES = "Squares: 1 2 3 / 8 0 4 / 7 6 5"
TITLE = "Noughts and crosses, Matchbox 704"


def noughts_record(squares: Sequence[int], result: str, nought: str, cross: str) -> GameRecord:
    """The play of these squares, Nought's first; ``result``: one of RESULTS."""
    return _record(tuple(map(int, squares)), result, nought, cross)


@lru_cache(maxsize=4)
def _record(squares: tuple[int, ...], result: str, nought: str, cross: str) -> GameRecord:
    moves = " ".join(map(str, squares))
    head = [TITLE, f"Date: {NO_DATE}", f"O: {nought}", f"X: {cross}"]
    told = [f"Moves: {moves}", f"Result: {result}", SQUARES]
    forms = ("\n".join([*head, *told]) + "\n", "\n".join(told) + "\n")
    return GameRecord(".txt", forms, moves, result)


def read_record(text: str, name: str) -> tuple[tuple[int, ...], str]:
    """Squares and result of such a text.  Raises RefusedError for what isn't one."""
    lines = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
    words = lines.get("Moves", "?").split()
    if not all(word in "012345678" and len(word) == 1 for word in words):
        raise RefusedError(name, f"moves {' '.join(words)!r}; expected squares 0 to 8")
    squares = tuple(map(int, words))
    if len(set(squares)) < len(squares):
        raise RefusedError(name, "a square is played twice")
    if lines.get("Result") not in RESULTS:
        raise RefusedError(name, f"no result; expected one of {', '.join(RESULTS)}")
    return squares, lines["Result"]
