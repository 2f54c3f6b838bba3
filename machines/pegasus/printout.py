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
from dataclasses import dataclass
from typing import Annotated

from devices.annotations import Within
from devices.media.roll import FEED, RETURN
from devices.refusal import RefusedError
from machines.games.noughts.board import Board
from machines.games.noughts.symmetry import BACK
from machines.pegasus.tables import choice_of, distinct_moves, result, stored_form

CLEARED = "7168 CLEAR STORE"
PLAYS_A_LINE = 5
SIGNS = {1: "+", 0: ".", -1: "-"}
SQUARES = "012345678"
RESULT_BIT = 36
"""Of a recorded play: from there on, the result + 1."""


def result_of(record: int) -> int:
    """1 if Nought won, 0 if it was drawn, -1 if Cross won."""
    return (record >> RESULT_BIT) - 1


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
    return record | len(squares) << 32 | (ended + 1) << RESULT_BIT


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


# -- typed play by play ----------------------------------------------------------------------------

END = RETURN + FEED
"""Of a line."""
PLAYS_A_TEST = 100
ROWS_BETWEEN_PAGES = 6
LONGEST_PLAY = len("76543210 +  ") + len(END)
"""Characters."""


def test_name(plays: int) -> str:
    """The test that a play belongs to when there are so many before it: ``"A0"``, ``"A1"``..."""
    return f"A{plays // PLAYS_A_TEST}"


@dataclass
class Typescript:
    """How far the typing is; each method gives the characters for the teleprinter.

    Everything typed while printing stays on is :func:`printed_page` of the tests.  A store cleared
    on paper that is typed on begins a page further down; printing that is taken up again in the
    middle of a test names the test once more.
    """

    cleared: bool = True  # The order that cleared the store is still to be typed
    heading: bool = True  # The test's name is still to be typed
    apart: Annotated[int, Within(0, ROWS_BETWEEN_PAGES)] = 0
    """Blank lines before what is typed next begins."""
    on_line: int = 0  # Plays on the line

    def order(self) -> str:
        """The store was cleared: the head of a page."""
        text = f"{self.leave()}{END * self.apart}{CLEARED}{END * 3}"
        self.cleared, self.heading, self.apart = False, True, 0
        return text

    def play(self, record: int, plays: int) -> str:
        """A play, before which there were ``plays`` since the store was cleared, with what heads
        it and with the end of its line if it is the last there."""
        text = self.order() if self.cleared else ""
        if self.heading or plays % PLAYS_A_TEST == 0:
            text += f"{self.leave()}{END * min(self.apart, 2)}TEST {test_name(plays)}{END * 2}"
            self.heading = False
        self.on_line += 1
        self.apart = ROWS_BETWEEN_PAGES
        last = self.on_line == PLAYS_A_LINE or (plays + 1) % PLAYS_A_TEST == 0
        return text + printed_play(record) + (self.leave() if last else "")

    def leave(self) -> str:
        """The end of the line, if there is anything on it."""
        ended = END if self.on_line else ""
        self.on_line = 0
        return ended

    def aside(self) -> str:
        """Something else than the program's own plays is typed next, on a line of its own."""
        text = self.order() if self.cleared else self.leave()
        self.apart = 2
        return text

    def pause(self) -> str:
        """Printing is switched off: what is typed next names its test."""
        self.heading = True
        return self.leave()
