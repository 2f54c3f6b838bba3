"""``main.py book``: a machine's own choices beside the moves of published games.

A polynomial (or signature tables) rates every legal move, and L, H and C say how it agrees with the
book, by game and side (machines/samuel/book.py).  A network only chooses; as the paper's appendix
does, moves that are the only ones are marked (f), and they aren't counted as agreed.
"""

import argparse
import contextlib
import functools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from devices.refusal import RefusedError
from machines.games.draughts import Move, legal_moves, notation
from machines.games.draughts.notation import read_collection
from machines.games.game_files import Collection
from machines.laboratory.matches.players import (
    ANACONDA,
    make_player,
    make_samuel_player,
    samuel_files,
)
from machines.laboratory.study.game_books import print_result, read_book
from machines.laboratory.study.outputs import print_table, save_chart, write_outputs
from machines.laboratory.study.pool import read_jobs, run_tasks
from machines.laboratory.study.progress import progress
from machines.samuel.book import (
    Agreement,
    Rating,
    coefficient_error,
    coefficient_text,
    rate,
    total_of,
)
from machines.samuel.player import SamuelPlayer
from machines.samuel.rating_player import RatingPlayer
from machines.storage.files import check_apart
from machines.storage.telling import tell_user

if TYPE_CHECKING:
    from machines.anaconda.player import AnacondaPlayer
    from machines.samuel.signature_tables.player import TablesPlayer

PAPER = (
    "The paper: 0.2 for its poorest polynomial, about 0.6 for the one adopted for rote learning."
)
COLUMNS = (
    "game", "event", "ply", "side", "book", "choice", "book_score", "choice_score", "lower",
    "higher", "agreed",
)  # fmt: skip
NETWORK_COLUMNS = ("game", "number", "side", "move", "forced", "own", "value")
EVENT_WIDTH = 24


@dataclass(frozen=True)
class BookMove:
    """A move of a book game, and the machine's own in its place."""

    ply: int  # From 0
    black: bool
    move: Move
    own: Move
    legal: int  # The legal moves there
    rating: Rating | None = None  # A polynomial's, of the book's move among the legal ones
    value: float = 0.0  # A network's, of its own move for the side that is to move

    @property
    def number(self) -> int:
        """As a game's moves are numbered, from 1."""
        return self.ply // 2 + 1

    @property
    def forced(self) -> bool:
        """Whether it is the only legal one."""
        return self.legal == 1

    @property
    def side(self) -> str:
        """Who makes it."""
        return "black" if self.black else "white"


def agreement_with(moves: Sequence[BookMove]) -> Agreement:
    """The sums over some moves that are rated."""
    rated = [(move, move.rating) for move in moves if move.rating is not None]
    return Agreement(
        lower=sum(rating.lower for _, rating in rated),
        higher=sum(rating.higher for _, rating in rated),
        tied=sum(move.legal - 1 - rating.lower - rating.higher for move, rating in rated),
        first=sum(rating.higher == 0 for _, rating in rated),
        boards=len(rated),
        agreed=sum(rating.agreed for _, rating in rated),
        forced=sum(move.forced for move, _ in rated),
    )


@dataclass(frozen=True)
class BookGame:
    """A book game and the machine's own choices, move by move."""

    game: notation.Game
    moves: tuple[BookMove, ...]

    def side(self, black: bool) -> Agreement:
        """Of one side's moves."""
        return agreement_with([move for move in self.moves if move.black == black])

    @property
    def both(self) -> Agreement:
        """Of all moves."""
        return agreement_with(self.moves)


# -- the work --------------------------------------------------------------------------------------


def follow_game(
    task: tuple[int, notation.Game], player: "RatingPlayer | AnacondaPlayer"
) -> tuple[BookMove, ...]:
    """Every move of a (numbered) game with the player's own."""
    _, game = task
    nobody = np.random.default_rng(0)
    found = []
    for ply, (position, move) in enumerate(zip(game.positions(), game.moves, strict=False)):
        black, legal = position.black_to_move, len(legal_moves(position))
        if isinstance(player, RatingPlayer):
            decision = player.decide(position, exact=True)
            rating = rate(decision.move, decision.rated, move)
            found.append(BookMove(ply, black, move, decision.move, legal, rating))
        else:
            own = player.choose(position, nobody)
            looked = player.looked()
            value = looked.value if looked is not None else 0.0
            found.append(BookMove(ply, black, move, own, legal, value=value))
    return tuple(found)


def games_in(path: Path) -> Collection[notation.Game]:
    """The games of a PDN file that can be followed; the others are told on standard error.

    Raises RefusedError for a file without any.
    """
    collection = read_book(path, read_collection, "PDN")
    for line in collection.left_out_lines():
        tell_user(line)
    return collection


def follow(args: argparse.Namespace) -> int:
    """Follow the games and say how they agree; raises RefusedError."""
    if args.player is None:
        files = samuel_files(args.polynomial)
    elif args.plot is not None:
        raise RefusedError("--plot", "is for --polynomial; expected none with --player")
    elif args.player.partition(":")[0] != ANACONDA:
        raise RefusedError("--player", f"is {args.player}; expected anaconda or anaconda:FILE")
    else:
        files = ()
    places = {f"--{name}": getattr(args, name) for name in ("book", "csv", "plot")}
    for file in (None, *files):
        check_apart({"--polynomial": file, **places})
    collection = read_book(args.book, read_collection, "PDN")
    work = _follow_with_polynomial if args.player is None else _follow_with_network
    return print_result(collection, work(args, collection.games))


def _follow_games(
    args: argparse.Namespace,
    games: Sequence[notation.Game],
    player: "RatingPlayer | AnacondaPlayer",
) -> list[BookGame]:
    """Every game followed, the longest first so that all cores have work to the end."""
    jobs = read_jobs(args)
    tasks = sorted(enumerate(games), key=lambda task: -len(task[1].moves))
    work = functools.partial(follow_game, player=player)
    made: dict[int, BookGame] = {}
    moves = 0
    with (
        progress("book moves", sum(len(game.moves) for game in games)) as told,
        contextlib.closing(run_tasks(jobs, work, tasks, scheduler=args.scheduler)) as results,
    ):
        for (number, game), followed in results:
            made[number] = BookGame(game, followed)
            moves += len(followed)
            told(moves)
    return [made[number] for number in range(len(games))]


# -- what was found, with a network ----------------------------------------------------------------


def _follow_with_network(args: argparse.Namespace, games: Sequence[notation.Game]) -> str:
    """Each game as the appendix has it, our player's choices beside its moves; the RESULT line."""
    player = make_player(args.player, args.ply, "--player")
    found = _follow_games(args, games, player)  # type: ignore[arg-type] # by its name
    numbers = (
        (book.game.tag("Event"), move.number, move.side, move.move, int(move.forced), move.own,
         round(move.value, 4))
        for book in found
        for move in book.moves
    )  # fmt: skip
    write_outputs(args, NETWORK_COLUMNS, numbers)
    for book in found:
        rows = [
            (
                f"{move.number}.{'R' if move.black else 'W'}",
                str(move.move) + (" (f)" if move.forced else ""),
                "as played" if move.own == move.move else str(move.own),
                f"{move.value:+.3f}",
            )
            for move in book.moves
        ]
        event = book.game.tag("Event")
        title = f"{event}: {player.name} at {args.ply} plies in the place of either side"
        print_table(("move", "played", "own choice", "value"), rows, title)
    every = [move for book in found for move in book.moves]
    free = [move for move in every if not move.forced]
    agreed = sum(move.move == move.own for move in free)
    return (
        f"RESULT moves={len(every)} forced={len(every) - len(free)} agreed={agreed} "
        f"share={agreed / max(len(free), 1):.3f} ply={args.ply}"
    )


# -- what was found, with a polynomial -------------------------------------------------------------


def _follow_with_polynomial(args: argparse.Namespace, games: Sequence[notation.Game]) -> str:
    """L, H and C by game, then by side; the RESULT line."""
    player = make_samuel_player(args.polynomial, args.ply, "--polynomial")
    found = _follow_games(args, games, player)
    words = (
        str(player.polynomial) or "piece advantage alone"
        if isinstance(player, SamuelPlayer)
        else f"signature tables, learned from {player.tables.boards:,} book moves"
    )
    print(f"{player.name}: {words}")
    headings = (
        "game", "event", "result", "moves", "L black", "H", "C", "L white", "H", "C", "L both",
        "H", "C", "agreed",
    )  # fmt: skip
    rows = [
        (
            str(number),
            book.game.tag("Event")[:EVENT_WIDTH],
            book.game.result,
            str(len(book.moves)),
            *_cells(book.side(True)),
            *_cells(book.side(False)),
            *_cells(book.both),
            str(book.both.agreed),
        )
        for number, book in enumerate(found, 1)
    ]
    print_table(headings, rows)
    print()
    black, white = ([book.side(black) for book in found] for black in (True, False))
    both = [book.both for book in found]
    print_table(
        ("side", "moves", "forced", "agreed", "L", "H", "tied", "C", "error", "with ties"),
        [_summary("Black", black), _summary("White", white), _summary("both", both)],
    )
    print(PAPER)
    write_outputs(args, COLUMNS, _numbers(found), lambda path: _draw(path, player, found))
    total = total_of(both)
    return (
        f"RESULT c={total.coefficient:.4f} lower={total.lower} higher={total.higher} "
        f"agreed={total.agreed} moves={total.boards} games={len(found)} "
        f"se={coefficient_error(both):.4f} black={total_of(black).coefficient:.4f} "
        f"white={total_of(white).coefficient:.4f} tied={total.tied} with_ties={total.among_all:.4f}"
    )


def _cells(tally: Agreement) -> tuple[str, str, str]:
    """L, H and C."""
    return str(tally.lower), str(tally.higher), coefficient_text(tally.lower, tally.higher)


def _summary(name: str, tallies: Sequence[Agreement]) -> tuple[str, ...]:
    total = total_of(tallies)
    error = coefficient_error(tallies)
    return (
        name,
        str(total.boards),
        str(total.forced),
        str(total.agreed),
        str(total.lower),
        str(total.higher),
        str(total.tied),
        f"{total.coefficient:+.4f}",
        "" if math.isnan(error) else f"{error:.4f}",
        f"{total.among_all:+.4f}",
    )


def _numbers(found: Sequence[BookGame]) -> Iterator[tuple[object, ...]]:
    """Every move of every game as it stands in the CSV file."""
    for number, book in enumerate(found, 1):
        for move in book.moves:
            if (rating := move.rating) is not None:
                yield (
                    number, book.game.tag("Event"), move.ply + 1, move.side, move.move,
                    rating.choice, rating.book_score, rating.choice_score, rating.lower,
                    rating.higher, int(rating.agreed),
                )  # fmt: skip


def _draw(path: Path, player: "SamuelPlayer | TablesPlayer", found: Sequence[BookGame]) -> None:
    from devices.screen.parts.chart import ChartState
    from devices.screen.parts.chart_ink import Series

    tallies = [book.both for book in found]
    by_game = tuple(
        (float(number), tally.coefficient)
        for number, tally in enumerate(tallies, 1)
        if not math.isnan(tally.coefficient)
    )
    so_far = tuple(
        (float(number), c)
        for number in range(1, len(tallies) + 1)
        if not math.isnan(c := total_of(tallies[:number]).coefficient)
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
        y_range=(min([0.0, *(c for _, c in by_game)]), 1.0),
    )
    save_chart(state, path)
