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

# -- What the Pegasus program printed for Michie 1963: the random plays of Fig. 5, and the trial
#    runs of Figs 7 to 9, these measured off the figures, each number within about 1. (Python
#    constants: a room may read no file.) ----------------------------------------------------------

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Figure:
    """One figure: two runs, each by blocks of a hundred plays."""

    number: int
    nought: str
    cross: str
    """Who sat on either side, as machines.pegasus.players has it."""
    title: str
    runs: tuple[Pairs, Pairs]
    """By block Nought's wins, and Nought's wins with the draws."""
    notes: tuple[tuple[tuple[int, str], ...], tuple[tuple[int, str], ...]] = ((), ())
    """By run: at which block, counted from 0, and what is said of it."""


def _pairs(text: str) -> Pairs:
    read = [tuple(map(int, pair.split("/"))) for pair in text.split()]
    return tuple((won, both) for won, both in read)


FIGURES = (
    Figure(
        7,
        "learn",
        "distinct",
        "NOUGHT LEARNS, CROSS PLAYS AT RANDOM",
        (
            _pairs("56/71 78/84 88/90 90/92 98/99 86/92 93/100 96/98 98/99 94/97"),
            _pairs("65/80 89/93 89/96 93/95 94/100 94/100 94/100 95/100"),
        ),
    ),
    Figure(
        8,
        "distinct",
        "learn",
        "CROSS LEARNS, NOUGHT PLAYS AT RANDOM",
        (
            _pairs("58/70 35/45 26/41 21/40 17/28 5/18 8/20 9/17 13/24 5/11"),
            _pairs("49/57 36/58 33/41 27/35 23/33 15/33 12/22 8/16 11/19 5/17"),
        ),
    ),
    Figure(
        9,
        "learn",
        "learn",
        "BOTH LEARN",
        (
            _pairs("67/75 68/87 34/100 19/100 9/100 8/100"),
            _pairs("55/63 64/72 74/88 66/85 14/78 0/90 1/96 4/95"),
        ),
        (((2, "standard play begins\nto emerge: 01732684"),), ((4, "emergent play:\n1023784"),)),
    ),
)


def figure_of(nought: str, cross: str) -> Figure | None:
    """The printed figure with these players, if there is one."""
    return next((fig for fig in FIGURES if (fig.nought, fig.cross) == (nought, cross)), None)


PRINTED_PLAYS = """
247018   -  15386270 .  0263587  +  01785624 +  02736418 +
02436517 +  0164527  +  0162547  +  1402875  +  14708    +
0184637  -  20571843 -  2657301  +  01864    +  2514603  +
02417856 +  24608531 -  2647385  +  2107456  +  016837   -
0175284  +  02315768 -  0158364  +  25734068 .  14708    +
140728   +  01845632 +  0183256  +  0175836  -  2473186  -
1268435  +  01763    +  02671485 .  2167840  +  0263174  +
245316   +  20467815 +  13024867 +  20617348 +  25137864 -
251403   -  018253   -  24315678 +  1362870  +  12674805 .
2531087  +  2015843  +  240178   +  10435627 -  12873046 -
2658471  +  0237846  .  103256   -  0172863  +  10453678 +
02317    +  0164358  +  206185   -  24830715 -  0163482  +
261507   -  0241356  +  2167804  -  26107845 +  217638   +
15480627 -  01568274 +  140638   +  1245068  +  15026748 .
15478260 .  2583716  -  256384   -  15037628 .  20615347 -
140385   -  02637541 -  0267415  -  0158726  +  0176483  +
205864   -  01784265 +  1045863  -  154862   .  257160   -
2435876  +  15408263 +  0172643  +  1350827  +  017283   -
01568723 +  02457163 -  0167435  -  02638517 +  261480   +
215837   -  1273568  +  0263857  -  027586   +  02438    +
2486150  -  1042653  .  13027846 +  2106845  .  1540738  +
1036458  -  26051374 -  0236845  +  2468130  +  1035864  -
20546731 .  01837425 -  0156347  +  10426573 +  14078625 -
25804317 -  21456873 +  1380257  +  21476583 +  02634517 +
15407236 -  0245738  +  20516734 .  1320586  -  1540768  +
2641578  +  248513   -  26045173 .  0275683  +  02413768 -
125863   +  2406753  +  2053186  -  1027864  -  02643158 +
21560478 +  0163782  +  2503716  +  21587430 -  12670483 +
1052748  +  0156732  .  026351   -  12738    +  02674531 +
0264837  -  14708    +  1243078  +  02418    +  21574086 +
13845720 -  15407836 +  02347    +  0231854  +  105387   -
12750863 .  1432680  +  2053681  -  02431567 +  13240785 -
023756   +  148253   +  016478   +  02786143 -  21580346 .
1504682  +  20163    +  01734856 .  0263871  +  20648137 .
20438617 -  24371    +  2645783  +  02643587 .  01623457 .
1203845  +  15024368 .  20145673 +  2014753  +  0276431  +
1358460  +  10362    +  25713846 +  21538407 +  1286047  +
0164527  +  1374206  -  1053786  +  12784305 .  12875463 +
1504682  +  123567   .  1470632  -  0158324  +  21860735 -
26150847 -  145623   +  265718   +  26145870 -  02635781 -
"""
"""Fig. 5, both tests: 200 plays at random, each with its squares in their order and its end: +
Nought won, - Cross won, . drawn.  In the play 215837 the digits after 21 and after 8 are blotted;
all that are possible there give the same end and the same odds."""


def printed_plays() -> list[tuple[str, str]]:
    """The plays of Fig. 5 in their order: squares, ``"247018"``, and sign."""
    words = PRINTED_PLAYS.split()
    return list(zip(words[::2], words[1::2], strict=True))


# -- printout --------------------------------------------------------------------------------------

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
