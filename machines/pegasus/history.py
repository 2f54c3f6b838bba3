"""What the Pegasus program printed for Michie 1963: the random plays of Fig. 5, and the trial runs
of Figs 7 to 9, these measured off the figures, each number within about 1.  (Python constants: a
room may read no file.)
"""

from dataclasses import dataclass

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
    return next((one for one in FIGURES if (one.nought, one.cross) == (nought, cross)), None)


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
