"""The print-out of the Pegasus program, as Fig. 5 of Michie 1963 has it, and reading it.

A play is the squares taken in their order, Nought first, and how it ended: ``+`` Nought won, ``-``
Cross won, ``.`` drawn.  Five plays a line, each in 12 columns: eight for the squares, a space, the
sign, two spaces.  A page opens with the order that cleared the store and leaves room for a note in
ink; two tests of a hundred plays stand on it.  No headings, no running totals::

    7168 CLEAR STORE


    TEST A0

    247018   -  15386270 .  ...

A square printed is the lowest-numbered of its kind in the position's stored form, turned back to
the board as it lies (machines/pegasus/tables.py), whoever chose it and however.
"""

from collections.abc import Iterable, Sequence

from devices.refusal import RefusedError
from machines.noughts.board import Board
from machines.noughts.symmetry import BACK
from machines.pegasus.tables import choice_of, distinct_moves, result, stored_form

CLEARED = "7168 CLEAR STORE"
PLAYS_A_LINE = 5
SIGNS = {1: "+", 0: ".", -1: "-"}
SQUARES = "012345678"


def result_of(record: int) -> int:
    """1 if Nought won, 0 if it was drawn, -1 if Cross won."""
    return (record >> 36) - 1


def choices_of(record: int) -> tuple[int, ...]:
    """The choices made, each a number within its position's (tables.py)."""
    return tuple((record >> (4 * move)) & 15 for move in range((record >> 32) & 15))


def squares_of(record: int) -> str:
    """The squares of a recorded play as they are printed, ``"247018"``."""
    board, printed = Board(), ""
    for choice in choices_of(record):
        form, turn = stored_form(board)
        square = BACK[turn][distinct_moves(form)[choice][0]]
        printed += str(square)
        board = board.play(square)
    return printed


def record_of(squares: str, where: str = "play") -> int:
    """The recorded play of these squares (any of a kind will do), as kernels.play would give it.

    Raises RefusedError for a square that is taken or off the board, a move after the end, or a play
    that hasn't come to its end.
    """
    board, record = Board(), 0
    for move, square in enumerate(squares):
        at = f"{where}, move {move + 1}"
        if result(board) is not None:
            raise RefusedError(at, f"{square} comes after the end; expected {move} moves")
        if square not in SQUARES:
            raise RefusedError(at, f"no square {square!r}; expected 0 to 8")
        after = board.play(int(square), at)
        record |= choice_of(board, int(square)) << (4 * move)
        board = after
    ended = result(board)
    if ended is None:
        raise RefusedError(where, f"{squares} stops before the end; expected another move")
    return record | len(squares) << 32 | (ended + 1) << 36


def printed_play(record: int) -> str:
    """One play in its 12 columns."""
    return f"{squares_of(record):<8} {SIGNS[result_of(record)]}  "


def printed_lines(records: Sequence[int]) -> list[str]:
    """Plays as lines of five (the last may be shorter)."""
    return [
        "".join(printed_play(int(record)) for record in records[at : at + PLAYS_A_LINE])
        for at in range(0, len(records), PLAYS_A_LINE)
    ]


def printed_page(tests: Iterable[tuple[str, Sequence[int]]]) -> str:
    """The page of these tests, each a name (``"A0"``) and its plays; ends with a new line."""
    parts = [
        "\n".join([f"TEST {name}", "", *printed_lines(records)]) + "\n" for name, records in tests
    ]
    return f"{CLEARED}\n\n\n" + "\n\n".join(parts)
