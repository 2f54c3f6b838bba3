"""The trial runs of the Pegasus program as printed: Figs 7 to 9 of Michie 1963, measured.

Read off the figures, each number within about 1.
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
