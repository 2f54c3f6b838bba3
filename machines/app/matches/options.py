"""What a match's command line asks for, checked whole before anything is played."""

import argparse
from dataclasses import dataclass
from pathlib import Path

from devices.refusal import RefusedError
from machines.app.commands._work_options import jobs_asked
from machines.app.external.draughts_engine import Go
from machines.app.matches.players import files_named
from machines.app.matches.referee import DrawRules
from machines.app.option_parsing import read_number, read_seconds
from machines.app.samuel.players import LEAST_PLY, MOST_PLY
from machines.app.storage.files import check_apart, check_writable
from machines.app.study.csv_file import check_csv_place
from machines.app.study.plotting import check_picture_place

GAMES = 200
PLY = 3
MOST_GAMES = 1_000_000
MOST_SEED = (1 << 63) - 1
MOST_LIMIT = 10_000
MOST_MS = 3_600_000
MOST_WAIT_S = 86_400
HOYLE_OPPONENTS = 3
"""One game as Red and one as White against each (Chellapilla and Fogel 2000, section 5)."""
LETTERS = "ABCD"
"""The players as the command line has them."""
DRAWS = {"repetition": DrawRules.REPETITION, "quiet": DrawRules.QUIET}


@dataclass(frozen=True)
class MatchOptions:
    """A match, or several."""

    names: tuple[str, ...]
    """A, then whom it plays: one, or three in Hoyle's format."""
    hoyle: bool
    games: int
    """Of each match."""
    ply: int
    plies: tuple[int, ...]
    """A's in each match, where strength against ply is asked for; else empty."""
    seed: int
    limit: int
    adjudge: bool
    draws: DrawRules
    repeats: str | None
    """What a board that it has left before is worth to a program of ours; None: as it is."""
    go: Go
    """What engines are told, but for a depth."""
    jobs: int
    scheduler: str | None
    csv: Path | None
    plot: Path | None
    pdn: Path | None


def read_match_options(args: argparse.Namespace) -> MatchOptions:
    """Check what the command line says; raises RefusedError."""
    asked = MatchOptions(
        names=(args.a, args.b, *args.others),
        hoyle=args.format == "hoyle",
        games=_games(args),
        ply=read_number(args.ply, "--ply", LEAST_PLY, MOST_PLY),
        plies=_plies(args),
        seed=read_number(args.seed, "--seed", 0, MOST_SEED),
        limit=read_number(args.limit, "--limit", 0, MOST_LIMIT),
        adjudge=args.adjudge,
        draws=_draws(args.draws),
        repeats=args.repeats,
        go=_go(args),
        jobs=jobs_asked(args),
        scheduler=args.scheduler,
        csv=_path(args.csv),
        plot=_path(args.plot),
        pdn=_path(args.pdn),
    )
    _check_format(asked)
    if asked.adjudge and not asked.limit:
        raise RefusedError("--adjudge", "is for games that are cut; expected --limit too")
    if not (asked.draws or asked.limit):
        raise RefusedError("--draws", "none: a game might never end; expected --limit too")
    _check_places(asked, args)
    return asked


def _games(args: argparse.Namespace) -> int:
    if args.format == "hoyle":
        if args.games is not None:
            raise RefusedError("--games", "are two against each in --format hoyle; expected none")
        return 2
    if args.games is None:
        return GAMES
    games = read_number(args.games, "--games", 2, MOST_GAMES)
    if games % 2:
        raise RefusedError("--games", f"are {games}; expected an even number: sides are changed")
    return games


def _plies(args: argparse.Namespace) -> tuple[int, ...]:
    if args.plies is None:
        return ()
    plies = tuple(
        read_number(part.strip(), "--plies", LEAST_PLY, MOST_PLY) for part in args.plies.split(",")
    )
    if len(set(plies)) < len(plies):
        raise RefusedError("--plies", f"{args.plies} names a ply twice; expected each once")
    return tuple(sorted(plies))


def _draws(text: str) -> DrawRules:
    found = DrawRules.NONE
    for word in text.split(","):
        if word not in DRAWS and text != "none":
            expected = f"{', '.join(DRAWS)} with commas between, or none"
            raise RefusedError("--draws", f"there is no rule {word!r}; expected {expected}")
        found |= DRAWS.get(word, DrawRules.NONE)
    return found


def _go(args: argparse.Namespace) -> Go:
    ms = 0
    if args.engine_ms is not None:
        ms = read_number(args.engine_ms, "--engine-ms", 1, MOST_MS)
    patience = None
    if args.engine_wait is not None:
        patience = read_seconds(args.engine_wait, "--engine-wait", MOST_WAIT_S) / 1_000_000
    return Go(ms=ms, patience_s=patience)


def _path(text: str | None) -> Path | None:
    return None if text is None else Path(text)


def _check_format(asked: MatchOptions) -> None:
    others = len(asked.names) - 1
    if asked.hoyle and others != HOYLE_OPPONENTS:
        raise RefusedError(
            "--format hoyle", f"has {others} for A to play; expected three: match A B C D"
        )
    if asked.hoyle and asked.plies:
        raise RefusedError("--plies", "and --format hoyle are two things; expected one of them")
    if not asked.hoyle and others != 1:
        raise RefusedError(
            "C", f"is {asked.names[2]}; expected two players, or --format hoyle and four"
        )
    if asked.plot is not None and not asked.plies:
        raise RefusedError("--plot", "is of strength against ply; expected --plies 2,4,6,8 too")


def _check_places(asked: MatchOptions, args: argparse.Namespace) -> None:
    """Nothing is read and written at once, and everything can be written."""
    for letter, name in zip(LETTERS, asked.names, strict=False):
        for file in (None, *files_named(name)):
            check_apart({letter: file, **{f"--{k}": getattr(args, k) for k in _OUTPUTS}})
    if asked.csv is not None:
        check_csv_place(asked.csv)
    if asked.plot is not None:
        check_picture_place(asked.plot)
    if asked.pdn is not None:
        check_writable(asked.pdn)


_OUTPUTS = ("csv", "plot", "pdn")
