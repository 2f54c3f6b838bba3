"""Samuel 1967, "Some Studies in Machine Learning Using the Game of Checkers. II - Recent Progress",
IBM Journal of Research and Development 11(6), 601-617: the arrangement of the signature tables, and
what they learn from book games.

The paper isn't here.  Its figures are those of secondary sources (docs/sources/samuel.md, section
13), so they stand beside ours and nothing is called reproduced by them: they came after about
174,000 book moves, of which the museum has none.  What can be tested is what the paper claims of
its method: that tables tell book moves from others better than a linear polynomial does, and the
better the more book moves they have learned from.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from machines.games.draughts import legal_moves, make
from machines.games.draughts.notation import Game
from machines.laboratory.matches.book_agreement import agreement_with
from machines.laboratory.printed import samuel_1967 as printed
from machines.laboratory.reproduce.artefacts import (
    NO_NUMBER,
    Accepted,
    Artefact,
    Effort,
    Line,
    Made,
    Row,
    equal,
    impossible,
    judged,
    numbered,
    picture,
    within,
)
from machines.laboratory.reproduce.samuel_books import book_games, rate_moves
from machines.laboratory.samuel.files import find_polynomial
from machines.laboratory.samuel.table_learning import (
    CurvePoint,
    curve_chart,
    learning_curve,
)
from machines.laboratory.study.intervals import NORMAL, normal_interval
from machines.samuel import evaluation
from machines.samuel.book import Agreement, coefficient_error, coefficients_apart, total_of
from machines.samuel.player import settings_at
from machines.samuel.polynomial import Polynomial
from machines.samuel.signature_tables import arrangement as tables
from machines.samuel.signature_tables.book_learning import MeasuredGame, measure_game
from machines.samuel.signature_tables.held_out import (
    Rater,
    Words,
    agreement_of,
    held_out,
    linear_rater,
    pieces_rater,
    shuffled,
    tables_rater,
)

PAPER = "samuel-1967"
FOLDS = 10
ORDERS, QUICK_ORDERS = 20, 6
"""How often the games are dealt out to the folds anew, for the curve."""
SEED = 1967

FEW = (
    "The museum has none of the paper's 174,000 book moves, and its figures are known from "
    "secondary sources alone. Ours are of moves that were held out."
)

ONLY_OURS = "None of the sources at hand has a figure of the paper's for it."
SELDOM = (
    "With so few book moves most signatures are met seldom, or never. Tried: 1,835 book moves of "
    "masters, where tables have 0.32 and the polynomial 0.30; six phases with tables of their own, "
    "0.35; with piece advantage, 0.53 and 0.43 (docs/research/samuel.md)."
)


def arrangement(_: Effort) -> Made:
    """The tables by level: how many signatures and entries each has."""
    rows = [
        equal("parameters", printed.PARAMETERS, tables.COUNT),
        equal("tables of the first, second and third level", printed.TABLES,
              ", ".join(str(behind - first) for first, behind in tables.LEVELS)),
    ]  # fmt: skip
    sizes = (tables.FIRST_SIGNATURES, tables.SECOND_SIGNATURES, tables.THIRD_SIGNATURES)
    numbers = []
    for (level, signatures), size in zip(printed.SIGNATURES.items(), sizes, strict=True):
        entries = tables.entries_of(size)
        rows.append(equal(f"signatures of a table, {level} level", signatures, size))
        rows.append(equal(f"entries that these need, {level} level", printed.ENTRIES[level],
                          entries))  # fmt: skip
        numbers.append((level, signatures.value, size, entries))
    chart = picture(
        "SIGNATURE TABLES",
        "",
        "",
        Line("signatures", numbered([float(row[2]) for row in numbers])),
        Line("entries that these need", numbered([float(row[3]) for row in numbers])),
        names=[f"{row[0]} level" for row in numbers],
    )
    return Made(rows, ("level", "signatures", "ours", "entries"), numbers, [chart])


def book(effort: Effort) -> Made:
    """Agreement with held-out book moves, by the book moves that were learned."""
    games = book_games(effort)
    settled, after = (
        [measure_game(game.positions(), game.moves, way) for game in games] for way in (True, False)
    )
    folds = min(FOLDS, len(games))
    orders = [shuffled(len(games), SEED + k) for k in range(effort.of(ORDERS, QUICK_ORDERS))]

    def rate(measured: Sequence[MeasuredGame], rater: Rater) -> list[Agreement]:
        return held_out(measured, orders[0], folds, rater)[0]

    tables_alone, linear_alone = tables_rater(pieces=False), linear_rater(pieces=False)
    points = learning_curve(settled, orders, folds, tables_alone, effort.tell)
    found = {
        "tables": rate(settled, tables_alone),
        "linear polynomial": rate(settled, linear_alone),
        "tables, six phases": rate(settled, tables_rater(6, pieces=False)),
        "tables, right after the move": rate(after, tables_alone),
        "linear polynomial, right after the move": rate(after, linear_alone),
        "tables with piece advantage": rate(settled, tables_rater()),
        "linear polynomial with piece advantage": rate(settled, linear_rater()),
        "piece advantage alone": rate(settled, pieces_rater),
        "the polynomial of 1959, right after the move": [
            agreement_of(measured, static_scores(game, find_polynomial("standard")))
            for game, measured in zip(games, after, strict=True)
        ],
        "the polynomial of 1959, looking 3 plies ahead": _looking_ahead(effort, games),
    }
    moves = sum(game.boards for game in settled)
    of = f"{moves:,} moves of {len(games)} games" + ("" if effort.book else " that ship")
    numbers: list[tuple[object, ...]] = [
        (name, round(moves), len(games), round(total_of(tallies).coefficient, 4),
         round(coefficient_error(tallies), 4), round(total_of(tallies).among_all, 4))
        for name, tallies in found.items()
    ]  # fmt: skip
    for point in points:
        for name, c in (("curve, tables", point.tables), ("curve, linear", point.linear)):
            error = (c.high - c.value) / NORMAL
            numbers.append((name, round(point.boards, 1), point.games, round(c.value, 4),
                            round(error, 4), ""))  # fmt: skip
    columns = ("what", "book moves", "games", "coefficient", "standard error", "with ties")
    return Made(_rows(found, points, of), columns, numbers, [curve_chart(points)])


# -- rows ------------------------------------------------------------------------------------------


Found = Mapping[str, Sequence[Agreement]]
"""With each game, by what rates its moves."""


def _rows(found: Found, points: Sequence[CurvePoint], of: str) -> list[Row]:
    tables, linear, *others = found
    return [
        impossible(f"signature {tables}: coefficient", printed.TABLES_C, FEW,
                   _said(found[tables], of)),
        impossible(f"{linear}: coefficient", printed.POLYNOMIAL_C, FEW, _said(found[linear], of)),
        *_better(found),
        _rises(points),
        *(impossible(f"coefficient, {name}", printed.NO_FIGURE, ONLY_OURS, _said(found[name], of))
          for name in others),
    ]  # fmt: skip


def _better(found: Found) -> list[Row]:
    """Whether the tables' coefficient is the greater, by the jackknife over games."""
    rows, more = [], Accepted(0.0, math.inf, "the claim alone: better")
    for name in ("", ", right after the move"):
        difference, error = coefficients_apart(
            found[f"tables{name}"], found[f"linear polynomial{name}"]
        )
        rows.append(
            judged(
                f"tables less linear polynomial, held-out moves{name}", printed.BETTER, more,
                normal_interval(difference, error), kind="stand-in", digits=3,
                shown=f"{difference:+.3f} +- {error:.3f} (standard error over games)",
                statistic="the 95% interval of the difference", why=SELDOM,
            )
        )  # fmt: skip
    return rows


def _rises(points: Sequence[CurvePoint]) -> Row:
    """Whether more book moves teach more: the last point of the tables' curve above the first."""
    low, high = points[0], points[-1]
    first, last = low.tables.value, high.tables.value
    return within(
        "tables: rise of the curve from its first point to its last", printed.RISES,
        last - first, 0.0, math.inf, kind="stand-in",
        shown=f"{first:+.3f} after {low.boards:.0f} book moves, {last:+.3f} after "
        f"{high.boards:,.0f}",
        statistic="the rise, in the mean of all orders of the games",
        margin=NO_NUMBER,
    )  # fmt: skip


def _said(found: Sequence[Agreement], of: str) -> str:
    total = total_of(found)
    return (
        f"{total.coefficient:.2f} +- {coefficient_error(found):.2f} (standard error), with ties "
        f"{total.among_all:.2f}, {of}; none above the book's move "
        f"{total.share_first:.0%}"
    )


# -- the polynomial of 1959 ------------------------------------------------------------------------


def _looking_ahead(effort: Effort, games: Sequence[Game]) -> list[Agreement]:
    """The same as ``book`` rates moves: by the rote program's look-ahead."""
    followed = rate_moves(effort, games, settings_at(3))
    return [agreement_with([move for move in moves if not move.forced]) for moves in followed]


def static_scores(game: Game, polynomial: Polynomial) -> Words:
    """A polynomial's score of every alternative of a game, for the side that has moved."""
    scores = []
    for position, _ in zip(game.positions(), game.moves, strict=False):
        moves = legal_moves(position)
        if len(moves) > 1:
            after = (make(position, move) for move in moves)
            scores += [-evaluation.evaluate(polynomial, board, position) for board in after]
    return np.array(scores, dtype=np.int64)


ARTEFACTS = (
    Artefact(PAPER, "tables", "The arrangement of the signature tables", arrangement, 1.0),
    Artefact(PAPER, "book", "Book learning: agreement with book moves never seen", book, 10.0),
)
