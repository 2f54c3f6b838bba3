"""``main.py match A B``: the games handed out to all cores, and what came of them."""

import argparse
import contextlib
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from devices.refusal import RefusedError
from machines.draughts.notation import write_pdn
from machines.floor.commands._work import jobs_asked
from machines.floor.csv_file import check_csv_place, write_csv
from machines.floor.files import check_apart, check_place, replace_file
from machines.floor.match import (
    SAMUEL,
    Pair,
    Played,
    Score,
    drawn_openings,
    play_pair,
    player_named,
    score,
)
from machines.floor.options import read_number
from machines.floor.pool import done_by
from machines.floor.progress import progress
from machines.floor.samuel.players import LEAST_PLY, MOST_PLY, files_named, settings_at
from machines.floor.tables import print_table

MOST_GAMES = 1_000_000
MOST_SEED = (1 << 63) - 1
MOST_LIMIT = 10_000
COLUMNS = ("game", "black", "white", "opening", "plies", "result", "ending")


def play(args: argparse.Namespace) -> int:
    """Play the match and say what came of it; raises RefusedError."""
    games = read_number(args.games, "--games", 2, MOST_GAMES)
    if games % 2:
        raise RefusedError("--games", f"are {games}; expected an even number: sides are changed")
    settings = settings_at(read_number(args.ply, "--ply", LEAST_PLY, MOST_PLY))
    seed = read_number(args.seed, "--seed", 0, MOST_SEED)
    limit = read_number(args.limit, "--limit", 0, MOST_LIMIT)
    if args.adjudge and not limit:
        raise RefusedError("--adjudge", "is for games that are cut; expected --limit too")
    jobs = jobs_asked(args)
    for player, name in (("A", args.a), ("B", args.b)):
        for file in (None, *files_named(name.removeprefix(SAMUEL))):
            check_apart({player: file, "--csv": args.csv, "--pdn": args.pdn})
    if args.csv is not None:
        check_csv_place(Path(args.csv))
    if args.pdn is not None:
        check_place(Path(args.pdn))
    first = player_named(args.a, settings, "A")
    second = player_named(args.b, settings, "B")
    pairs = [
        Pair(number, opening, first, second, seed, limit, args.adjudge)
        for number, opening in enumerate(drawn_openings(games // 2, seed))
    ]
    played = _played(pairs, jobs, args.scheduler)
    found = score(played)
    _tell(args, played, found)
    if args.csv is not None:
        write_csv(Path(args.csv), COLUMNS, _rows(played))
    if args.pdn is not None:
        text = write_pdn(game for one in played for game in one.games)
        replace_file(Path(args.pdn), text.encode())
    print(result_line(args, games, found))
    return 0


def result_line(args: argparse.Namespace, games: int, found: Score) -> str:
    """The last line of the output."""
    names = [name.replace(" ", "_") for name in (args.a, args.b)]
    return (
        f"RESULT a={names[0]} b={names[1]} games={games} wins={found.wins} losses={found.losses} "
        f"draws={found.draws} points={found.points:.4f} se={found.error:.4f} ply={int(args.ply)} "
        f"seed={int(args.seed)}"
    )


def _played(pairs: Sequence[Pair], jobs: int, scheduler: str | None) -> list[Played]:
    made: dict[int, Played] = {}
    with (
        progress("games", 2 * len(pairs)) as told,
        contextlib.closing(done_by(jobs, play_pair, pairs, scheduler=scheduler)) as results,
    ):
        for pair, played in results:
            made[pair.number] = played
            told(2 * len(made))
    return [made[number] for number in range(len(pairs))]


def _tell(args: argparse.Namespace, played: Sequence[Played], found: Score) -> None:
    """For A: by side, then all."""
    rows = []
    for name, side in (("Black", 0), ("White", 1)):
        outcomes = [one.outcomes[side] for one in played]
        rows.append(
            (
                f"{args.a} as {name}",
                *(str(outcomes.count(value)) for value in (1, -1, 0)),
                f"{0.5 + sum(outcomes) / 2 / len(outcomes):.3f}",
            )
        )
    total = (found.wins, found.losses, found.draws)
    rows.append((f"{args.a} in all", *map(str, total), f"{found.points:.3f}"))
    print_table(("", "won", "lost", "drawn", "points"), rows, f"{args.a} against {args.b}:")
    plies = sum(len(game.moves) for one in played for game in one.games)
    cut = f", {found.cut} of them cut" if found.cut else ""
    error = "" if math.isnan(found.error) else f" +- {found.error:.3f}"
    print(
        f"{found.points:.3f}{error} of the points; {plies / 2 / len(played):.0f} plies a game{cut}"
    )


def _rows(played: Sequence[Played]) -> Iterator[tuple[object, ...]]:
    number = 0
    for one in played:
        for game, ending in zip(one.games, one.endings, strict=True):
            number += 1
            opening = " ".join(map(str, game.moves[:3]))
            yield (
                number, game.tag("Black"), game.tag("White"), opening, len(game.moves),
                game.result, ending,
            )  # fmt: skip
