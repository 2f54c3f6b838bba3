"""``main.py learn samuel --program 1967``: signature tables learned from the games of a book.

The tables stand in a file of their own, which is written when the learning begins, now and then,
and at its end: an interrupted one is gone on with by ``--resume``, to exactly what an undisturbed
one gives.  What the tables know of moves that they haven't learned from is measured by folds: each
game is rated by tables that were learned from the games of the other folds.
"""

import argparse
import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from devices.refusal import RefusedError
from machines.games.draughts.notation import Game
from machines.laboratory.matches.book_agreement import games_in
from machines.laboratory.samuel.files import TABLES, read_tables
from machines.laboratory.study.intervals import Estimate, normal_interval
from machines.laboratory.study.outputs import print_table, result_line, save_chart, write_outputs
from machines.laboratory.study.progress import progress
from machines.laboratory.study.runner import hold_interrupts
from machines.samuel.book import Agreement, coefficient_error, total_of
from machines.samuel.signature_tables.arrangement import LEVELS, SIZES, STARTS
from machines.samuel.signature_tables.book_learning import (
    MeasuredGame,
    end_of,
    learn_game,
    measure_game,
    scores_of,
)
from machines.samuel.signature_tables.held_out import (
    Rater,
    agreement_of,
    curve_sizes,
    held_out,
    linear_rater,
    shuffled,
    tables_rater,
)
from machines.samuel.signature_tables.tables import SignatureTables
from machines.storage.files import check_apart, file_exists, replace_file
from machines.storage.folders import data_folder
from machines.storage.lock import Lock
from machines.storage.option_parsing import (
    Option,
    Setting,
    asked_settings,
    check_same,
    file_digest,
    read_place,
)
from machines.storage.run_store import next_path
from machines.storage.telling import tell_user

if TYPE_CHECKING:
    from devices.screen.parts.chart import ChartState

PROGRAM = "1967"
NAME = "samuel-1967"
"""Of the files in the data folder."""
FOLDS = 10
OFTEN = 500
"""The tables are written after so many games."""
SETTLED, AFTER = "settled", "after"
"""Which board a book move is measured by: where its jumps end, or right after it."""
COLUMNS = ("book moves", "games", "tables", "linear")


@dataclass(frozen=True)
class CurvePoint:
    """How held-out moves agree by what so many book moves taught."""

    games: int
    boards: float
    tables: Estimate
    linear: Estimate
    """Coefficients in the mean of the orders; a few games leave them open so far."""


def learn_tables(
    args: argparse.Namespace, settings: Sequence[Setting], others: Sequence[Option]
) -> int:
    """Learn, measure, and say what came of it.

    ``settings``: those that the tables follow from; ``others``: the command's options that are
    nothing of this program.  Raises RefusedError, or KeyboardInterrupt with the tables kept as far
    as they had come.
    """
    _check(args, others)
    path = _place(args)
    book = games_in(args.book)
    games = book.games
    source = file_digest(args.book)
    with Lock(path.resolve()):
        tables = (
            _resumed(args, settings, path, source) if args.resume else _begun(args, settings, path)
        )
        measured = measure_games(games, tables.settled)
        if not args.resume:
            if not any(game.boards for game in measured):
                raise RefusedError(
                    args.book.name, "has no move that was one of several; expected book games"
                )
            tables.source, tables.games = source, len(measured)
        with _keeping(path, tables, args.book):
            _learn(path, tables, measured)
    print(_report(args, tables, measured))
    tell_user(f"learn: the tables are kept in {path}")
    return 2 if book.left_out else 0


def measure_games(games: Sequence[Game], settled: bool) -> list[MeasuredGame]:
    """Every alternative of every game, with progress."""
    measured = []
    with progress("book games", len(games)) as tell:
        for number, game in enumerate(games, 1):
            measured.append(measure_game(game.positions(), game.moves, settled))
            tell(number)
    return measured


# -- what is asked for -----------------------------------------------------------------------------


def _check(args: argparse.Namespace, others: Sequence[Option]) -> None:
    """Raises RefusedError where the options don't go together."""
    for option in others:
        if getattr(args, option.dest, None) is not None:
            raise RefusedError(option.name, f"is nothing of --program {PROGRAM}")
    if args.count is not None:
        raise RefusedError("--games", f"are {args.count}; expected those of the book, --book FILE")
    if args.book is None:
        raise RefusedError("--book", "is missing; expected the book games, a .pdn file")
    if args.resume is not None and len(args.resume) > 1:
        raise RefusedError("--resume", "names several files; expected one")
    if args.resume is not None and args.out is not None:
        raise RefusedError("--resume", "has its file already; expected no --out with it")
    outputs = {f"--{name}": getattr(args, name) for name in ("out", "csv", "plot")}
    check_apart({"--book": args.book, **outputs, "--resume": (args.resume or [None])[0]})


def _place(args: argparse.Namespace) -> Path:
    """Where the tables stand or will."""
    if args.resume is not None:
        return Path(args.resume[0])
    if args.out is not None:
        return read_place(args.out, "--out", (TABLES,))
    return next_path(data_folder(args.data), NAME, TABLES)


def _begun(args: argparse.Namespace, settings: Sequence[Setting], path: Path) -> SignatureTables:
    """New tables.  Raises RefusedError for a file that is there."""
    if file_exists(path):
        raise RefusedError(str(path), "exists already; expected a new file, or --resume")
    asked = asked_settings(settings, args)
    return SignatureTables.blank(asked["phases"], asked["passes"], asked["boards"] == SETTLED)


def _resumed(
    args: argparse.Namespace, settings: Sequence[Setting], path: Path, source: str
) -> SignatureTables:
    """Those of a file, to be gone on with.

    Raises RefusedError for a file that is none, or one that was begun with other games or settings.
    """
    tables = read_tables(path)
    boards = SETTLED if tables.settled else AFTER
    has = {"phases": tables.phases, "passes": tables.passes, "boards": boards}
    check_same(settings, args, has, str(path))
    if tables.source != source:
        raise RefusedError("--book", f"has other games than the tables in {path} were begun with")
    return tables


# -- learning --------------------------------------------------------------------------------------


@contextlib.contextmanager
def _keeping(path: Path, tables: SignatureTables, games: Path) -> Iterator[None]:
    """The tables in their file at the beginning, at the end, and if it is interrupted."""
    replace_file(path, tables.to_bytes())
    try:
        yield
    except KeyboardInterrupt:
        replace_file(path, tables.to_bytes())
        again = f"learn samuel --program {PROGRAM} --resume {path} --book {games}"
        tell_user(f"learn: interrupted; {again} goes on")
        raise
    replace_file(path, tables.to_bytes())


def _learn(path: Path, tables: SignatureTables, measured: Sequence[MeasuredGame]) -> None:
    """All games that are still to be gone through; Ctrl-C is heard between two."""
    if len(measured) != tables.games:
        raise RefusedError(str(path), f"says that there are {tables.games} games")
    with progress("games learned", tables.games * tables.passes, tables.done) as tell:
        while not tables.finished:
            with hold_interrupts():
                learn_game(tables, measured[tables.done % tables.games])
            if tables.done % OFTEN == 0:
                replace_file(path, tables.to_bytes())
            tell(tables.done)


# -- what came of it -------------------------------------------------------------------------------


def _report(
    args: argparse.Namespace, tables: SignatureTables, measured: Sequence[MeasuredGame]
) -> str:
    """The tables' use, how they agree with the book, and the curve; the RESULT line."""
    own = [agreement_of(game, scores_of(tables, game)) for game in measured]
    print_table(
        ("level", "tables", "entries", "met", "counted"), [_level(tables, k) for k in range(3)]
    )
    rows = [_agreement("the games that were learned, tables alone", own)]
    said = {"c_learned": f"{total_of(own).coefficient:.4f}"}
    points: list[CurvePoint] = []
    folds = min(FOLDS if args.folds is None else args.folds, len(measured))
    if folds > 1:
        order = shuffled(len(measured), args.seed if args.seed is not None else 1)
        raters = _raters(tables)
        with progress("percent of the curve", 100) as show:
            points = learning_curve(
                measured, [order], folds, raters["c"], lambda share: show(round(100 * share))
            )
        for name, words in RATED.items():
            found, _ = held_out(measured, order, folds, raters[name])
            rows.append(_agreement(words, found))
            said |= {name: f"{total_of(found).coefficient:.4f}"}
            if name == "c":
                said |= {
                    "se": f"{coefficient_error(found):.4f}",
                    "first": f"{total_of(found).share_first:.4f}",
                }
    print()
    print_table(("rated", "L", "H", "tied", "C", "error", "with ties", "book move first"), rows)
    if points:
        print()
        print_table(
            ("book moves", "games", "C, tables", "C, linear"),
            [(f"{p.boards:.0f}", str(p.games), f"{p.tables.value:+.3f}", f"{p.linear.value:+.3f}")
             for p in points],
            f"Held out, by folds of {folds}: learned from so many book moves",
        )  # fmt: skip
    print(PAPER)
    numbers = [(round(p.boards, 1), p.games, round(p.tables.value, 4), round(p.linear.value, 4))
               for p in points]  # fmt: skip
    write_outputs(args, COLUMNS, numbers, lambda path: save_chart(curve_chart(points), path))
    return result_line(
        **said, moves=tables.boards, games=tables.games, phases=tables.phases,
        passes=tables.passes, boards=SETTLED if tables.settled else AFTER, folds=folds,
    )  # fmt: skip


PAPER = (
    "The paper of 1967, by secondary knowledge: 0.26 for a linear polynomial, 0.48 for signature "
    "tables, after some 174,000 book moves."
)
RATED = {
    "c": "held out, tables alone",
    "c_linear": "held out, a linear polynomial of the same parameters",
    "c_pieces": "held out, tables with piece advantage, as the program plays",
}
"""What is measured by folds, as the RESULT line and the table have it."""


def _raters(tables: SignatureTables) -> dict[str, Rater]:
    return {
        "c": tables_rater(tables.phases, tables.passes, pieces=False),
        "c_linear": linear_rater(pieces=False),
        "c_pieces": tables_rater(tables.phases, tables.passes),
    }


def learning_curve(
    measured: Sequence[MeasuredGame],
    orders: Sequence[Sequence[int]],
    folds: int,
    by_tables: Rater,
    tell: Callable[[float], None],
) -> list[CurvePoint]:
    """How held-out moves agree, by how many games were learned, in the mean of several orders of
    the games; ``tell`` is told which share of it is done."""
    linear = linear_rater(pieces=False)
    # Of the folds the smallest: as many games can be learned from in each.
    sizes = curve_sizes(len(measured) - -(-len(measured) // folds))
    points = []
    for number, size in enumerate(sizes, 1):
        runs = [
            (
                held_out(measured, order, folds, by_tables, size),
                held_out(measured, order, folds, linear, size)[0],
            )
            for order in orders
        ]
        points.append(
            CurvePoint(
                size,
                float(np.mean([boards for (_, boards), _ in runs])),
                _mean_coefficient([tallies for (tallies, _), _ in runs]),
                _mean_coefficient([tallies for _, tallies in runs]),
            )
        )
        tell(number / len(sizes))
    return points


def _mean_coefficient(runs: Sequence[Sequence[Agreement]]) -> Estimate:
    return normal_interval(
        float(np.mean([total_of(tallies).coefficient for tallies in runs])),
        float(np.mean([coefficient_error(tallies) for tallies in runs])),
    )


def _level(tables: SignatureTables, level: int) -> tuple[str, ...]:
    first, behind = LEVELS[level]
    part = tables.totals[:, STARTS[first] : end_of(behind)].sum(axis=2)
    entries = sum(SIZES[first:behind]) * tables.phases
    return (
        str(level + 1), str(behind - first), f"{entries:,}", f"{int((part > 0).sum()):,}",
        f"{int(part.sum()):,}",
    )  # fmt: skip


def _agreement(name: str, found: Sequence[Agreement]) -> tuple[str, ...]:
    total, error = total_of(found), coefficient_error(found)
    return (
        name, f"{total.lower:,}", f"{total.higher:,}", f"{total.tied:,}",
        f"{total.coefficient:+.4f}", f"{error:.4f}", f"{total.among_all:+.4f}",
        f"{total.share_first:.1%}",
    )  # fmt: skip


def curve_chart(points: Sequence[CurvePoint]) -> "ChartState":
    """The curve as the paper's figure has it: agreement against book moves."""
    from devices.screen.parts.chart import ChartState
    from devices.screen.parts.chart_ink import Series, error_bars

    tables = [(p.boards, p.tables) for p in points if not math.isnan(p.tables.value)]
    linear = [(p.boards, p.linear) for p in points if not math.isnan(p.linear.value)]
    most = max((point.boards for point in points), default=1.0)
    lines = [
        *error_bars(((x, c.low, c.high) for x, c in tables), most, "red"),
        *error_bars(((x, c.low, c.high) for x, c in linear), most, "black"),
        Series("signature tables", tuple((x, c.value) for x, c in tables), "dot", "red"),
        Series(
            "linear polynomial", tuple((x, c.value) for x, c in linear), "square", "black", "long"
        ),
    ]
    heights = [height for line in lines for _, height in line.points]
    return ChartState(
        title="BOOK MOVES NEVER SEEN, BY BOOK MOVES LEARNED",
        across="book moves learned (bars: 95%, by games)",
        upwards="C = (L - H) / (L + H)",
        series=tuple(lines),
        y_range=(min([-0.2, *heights]), max([0.6, *heights])),
    )
