"""``main.py book``: book games followed with learning frozen, L, H and C by game and side."""

import argparse
import contextlib
import functools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from devices.refusal import RefusedError
from machines.app.commands._work_options import jobs_asked
from machines.app.option_parsing import read_number
from machines.app.samuel.players import (
    LEAST_PLY,
    MOST_PLY,
    files_named,
    samuel_named,
)
from machines.app.storage.files import check_apart, read_file
from machines.app.study.csv_file import check_csv_place, write_csv
from machines.app.study.plotting import check_picture_place, save_chart
from machines.app.study.pool import run_tasks
from machines.app.study.progress import progress
from machines.app.study.tables import print_table
from machines.draughts import notation
from machines.samuel.book import Rating, coefficient_text, rate
from machines.samuel.player import SamuelPlayer, settings_at

PAPER = (
    "The paper: 0.2 for its poorest polynomial, about 0.6 for the one adopted for rote learning."
)
COLUMNS = (
    "game", "event", "ply", "side", "book", "choice", "book_score", "choice_score", "lower",
    "higher", "agreed",
)  # fmt: skip
EVENT_WIDTH = 24


@dataclass(frozen=True)
class Tally:
    """How the machine's ratings of some book moves agree with the book."""

    lower: int = 0
    """L: legal moves rated below the book's move."""
    higher: int = 0
    """H: legal moves rated above it."""
    agreed: int = 0
    """Book moves that were the machine's choice."""
    moves: int = 0
    forced: int = 0
    """Book moves that were the only legal ones: they add nothing to L and H."""
    tied: int = 0
    """Other legal moves rated exactly as the book's: they are in neither L nor H."""

    @classmethod
    def of(cls, rated: Sequence["Rated"]) -> "Tally":
        """The sums over some moves."""
        return cls(
            sum(one.rating.lower for one in rated),
            sum(one.rating.higher for one in rated),
            sum(one.rating.agreed for one in rated),
            len(rated),
            sum(one.legal == 1 for one in rated),
            sum(one.legal - 1 - one.rating.lower - one.rating.higher for one in rated),
        )

    @property
    def coefficient(self) -> float:
        """C = (L - H) / (L + H); NaN where nothing was rated otherwise than the book's move."""
        rated = self.lower + self.higher
        return (self.lower - self.higher) / rated if rated else math.nan

    @property
    def among_all(self) -> float:
        """(L - H) over all other legal moves, ties too; NaN where there was none.

        Ours: C alone rewards a polynomial that hardly tells moves apart.
        """
        others = self.lower + self.higher + self.tied
        return (self.lower - self.higher) / others if others else math.nan

    def cells(self) -> tuple[str, str, str]:
        """L, H and C, for a table."""
        return str(self.lower), str(self.higher), coefficient_text(self.lower, self.higher)


@dataclass(frozen=True)
class Rated:
    """A book move as the machine rates it."""

    rating: Rating
    legal: int
    """The legal moves there."""


@dataclass(frozen=True)
class BookAgreement:
    """A book game and how its moves were rated, in their order."""

    game: notation.Game
    moves: tuple[Rated, ...]

    def side(self, black: bool) -> Tally:
        """Of one side's moves."""
        first = 0 if self.game.start.black_to_move == black else 1
        return Tally.of(self.moves[first::2])

    @property
    def both(self) -> Tally:
        """Of all moves."""
        return Tally.of(self.moves)


def standard_error(tallies: Sequence[Tally]) -> float:
    """Of C over all games, games being what varies (the ratio estimator's); NaN for one game."""
    rated = [one.lower + one.higher for one in tallies]
    count, total = len(tallies), sum(rated)
    if count < 2 or not total:
        return math.nan
    c = sum(one.lower - one.higher for one in tallies) / total
    squares = sum(
        (one.lower - one.higher - c * weight) ** 2
        for one, weight in zip(tallies, rated, strict=True)
    )
    return math.sqrt(squares * count / (count - 1)) / total


# -- the work --------------------------------------------------------------------------------------


def rated_game(task: tuple[int, notation.Game], player: SamuelPlayer) -> tuple[Rated, ...]:
    """Every move of a game rated among the legal ones by ``player``."""
    _, game = task
    rated = []
    for move, position in zip(game.moves, game.positions(), strict=False):
        decision = player.decided(position, exact=True)
        rating = rate(decision.move, decision.rated, move)
        rated.append(Rated(rating, len(decision.moves)))
    return tuple(rated)


def games_in(path: Path) -> tuple[notation.Game, ...]:
    """The games of a PDN file; raises RefusedError naming the game that can't be replayed."""
    data = read_file(path)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:  # names of players in the old character set
        text = data.decode("latin-1")
    games = notation.read_pdn(text, path.name)
    if not any(game.moves for game in games):
        raise RefusedError(path.name, "has no moves; expected games in PDN")
    return games


def follow(args: argparse.Namespace) -> int:
    """Follow the games and say how they agree; raises RefusedError."""
    settings = settings_at(read_number(args.ply, "--ply", LEAST_PLY, MOST_PLY))
    jobs = jobs_asked(args)
    places = {f"--{name}": getattr(args, name) for name in ("games", "csv", "plot")}
    for file in (None, *files_named(args.polynomial)):
        check_apart({"--polynomial": file, **places})
    if args.csv is not None:
        check_csv_place(Path(args.csv))
    if args.plot is not None:
        check_picture_place(Path(args.plot))
    player = samuel_named(args.polynomial, settings, "--polynomial")
    games = games_in(Path(args.games))
    found = _followed(player, games, jobs, args.scheduler)
    _tell(player, found)
    if args.csv is not None:
        write_csv(Path(args.csv), COLUMNS, _rows(found))
    if args.plot is not None:
        _draw(Path(args.plot), player, found)
    print(result_line(found))
    return 0


def _followed(
    player: SamuelPlayer, games: Sequence[notation.Game], jobs: int, scheduler: str | None
) -> list[BookAgreement]:
    """Every game followed, the longest first so that all cores have work to the end."""
    tasks = sorted(enumerate(games), key=lambda task: -len(task[1].moves))
    work = functools.partial(rated_game, player=player)
    made: dict[int, BookAgreement] = {}
    moves = 0
    with (
        progress("book moves", sum(len(game.moves) for game in games)) as told,
        contextlib.closing(run_tasks(jobs, work, tasks, scheduler=scheduler)) as results,
    ):
        for (number, game), rated in results:
            made[number] = BookAgreement(game, rated)
            moves += len(rated)
            told(moves)
    return [made[number] for number in range(len(games))]


# -- what was found --------------------------------------------------------------------------------


def _tell(player: SamuelPlayer, found: Sequence[BookAgreement]) -> None:
    print(f"{player.name}: {player.polynomial or 'piece advantage alone'}")
    headings = (
        "game", "event", "result", "moves", "L black", "H", "C", "L white", "H", "C", "L both",
        "H", "C", "agreed",
    )  # fmt: skip
    rows = [
        (
            str(number),
            one.game.tag("Event")[:EVENT_WIDTH],
            one.game.result,
            str(len(one.moves)),
            *one.side(True).cells(),
            *one.side(False).cells(),
            *one.both.cells(),
            str(one.both.agreed),
        )
        for number, one in enumerate(found, 1)
    ]
    print_table(headings, rows)
    print()
    sides = [
        ("Black", [one.side(True) for one in found]),
        ("White", [one.side(False) for one in found]),
        ("both", [one.both for one in found]),
    ]
    print_table(
        ("side", "moves", "forced", "agreed", "L", "H", "tied", "C", "error", "with ties"),
        [_summary(name, tallies) for name, tallies in sides],
    )
    print(PAPER)


def _summary(name: str, tallies: Sequence[Tally]) -> tuple[str, ...]:
    total = _sum(tallies)
    error = standard_error(tallies)
    return (
        name,
        str(total.moves),
        str(total.forced),
        str(total.agreed),
        str(total.lower),
        str(total.higher),
        str(total.tied),
        f"{total.coefficient:+.4f}",
        "" if math.isnan(error) else f"{error:.4f}",
        f"{total.among_all:+.4f}",
    )


def _sum(tallies: Sequence[Tally]) -> Tally:
    return Tally(
        sum(one.lower for one in tallies),
        sum(one.higher for one in tallies),
        sum(one.agreed for one in tallies),
        sum(one.moves for one in tallies),
        sum(one.forced for one in tallies),
        sum(one.tied for one in tallies),
    )


def result_line(found: Sequence[BookAgreement]) -> str:
    """The last line of the output."""
    tallies = [one.both for one in found]
    total = _sum(tallies)
    sides = [_sum([one.side(black) for one in found]).coefficient for black in (True, False)]
    return (
        f"RESULT c={total.coefficient:.4f} lower={total.lower} higher={total.higher} "
        f"agreed={total.agreed} moves={total.moves} games={len(found)} "
        f"se={standard_error(tallies):.4f} black={sides[0]:.4f} white={sides[1]:.4f} "
        f"tied={total.tied} with_ties={total.among_all:.4f}"
    )


def _rows(found: Sequence[BookAgreement]) -> Iterator[tuple[object, ...]]:
    """Every move of every game as it stands in the CSV file."""
    for number, one in enumerate(found, 1):
        black = one.game.start.black_to_move
        for ply, (move, rated) in enumerate(zip(one.game.moves, one.moves, strict=True), 1):
            rating = rated.rating
            yield (
                number,
                one.game.tag("Event"),
                ply,
                "black" if (ply % 2 == 1) == black else "white",
                move,
                rating.choice,
                rating.book_score,
                rating.choice_score,
                rating.lower,
                rating.higher,
                int(rating.agreed),
            )


def _draw(path: Path, player: SamuelPlayer, found: Sequence[BookAgreement]) -> None:
    from devices.screen.parts.chart import ChartState
    from devices.screen.parts.chart_ink import Series

    tallies = [one.both for one in found]
    by_game = tuple(
        (float(number), one.coefficient)
        for number, one in enumerate(tallies, 1)
        if not math.isnan(one.coefficient)
    )
    so_far = tuple(
        (float(number), c)
        for number in range(1, len(tallies) + 1)
        if not math.isnan(c := _sum(tallies[:number]).coefficient)
    )
    state = ChartState(
        title=f"BOOK GAMES FOLLOWED BY {Path(player.name).name}".upper(),
        across="book games",
        upwards="C = (L - H) / (L + H)",
        series=(
            Series("each game", by_game, "dot", "black", joined=False),
            Series("all games so far", so_far, "none", "red"),
        ),
        x_range=(0.0, float(len(found) + 1)),
        y_range=(min(0.0, *(c for _, c in by_game)), 1.0),
    )
    save_chart(state, path)
