"""``main.py strength``: a learner's share of points against its own beginning, from run records.

Several records of one machine are put together: exact chances are a mean over runs, with its 95%
interval over runs; matches are a mean over pairs of games of all runs, with that over pairs.

MENACE and Pegasus follow from their seeds, so their plays are made once more and held against
those in the record; the chances of what was learned by then are exact.  Samuel's Alpha and Morph
are taken from the record and play matches; Anaconda's are the networks in assets/players.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.exhibit.run_record import unpack_plays
from machines.games.draughts.player import Player
from machines.laboratory.anaconda.study import SHIPPED
from machines.laboratory.matches.players import make_player
from machines.laboratory.morph.databases import learner_of
from machines.laboratory.samuel.files import contest_after
from machines.laboratory.strength.today import COLUMNS, Pairs, Row, alpha_pairs, checkers_pairs
from machines.laboratory.study.intervals import Estimate, share
from machines.laboratory.study.outputs import csv_bytes, print_table, result_line
from machines.laboratory.study.progress import progress
from machines.menace.beads import Cabinet
from machines.menace.odds import points_against_start as worth_of_boxes
from machines.menace.study import Study as MenaceStudy
from machines.morph.strength import play_pair as play_chess_pair
from machines.pegasus.strength import points_against_start as worth_of_odds
from machines.pegasus.study import Study as PegasusStudy
from machines.pegasus.study import plays_of
from machines.storage.files import check_apart, replace_file
from machines.storage.run_file import RunFile
from machines.storage.run_store import machine_of, read_run

# -- what stands in a run's record after some games ------------------------------------------------

ANACONDA = "anaconda"
GENERATIONS = (250, 840, 1002)
"""Of the networks that ship; 0 is what they began with."""
GAMES_A_GENERATION = 150
EXHIBITS = {"samuel": "ibm704", "menace": "menace", "pegasus": "pegasus", "morph": "morph"}
"""The exhibit of a run, by its machine."""
PLIES = 4
"""How far both networks look ahead."""

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Settings:
    """How a match is played."""

    games: int
    seed: int


@dataclass(frozen=True)
class Worth:
    """What was learned by then: exact, or to be measured in pairs of games."""

    games: int
    """Of experience."""
    exact: float | None = None
    pairs: Pairs | None = None


def exhibit_of(source: str) -> str:
    """Whose room it belongs to.  Raises RefusedError for a record of another machine."""
    if source == ANACONDA:
        return ANACONDA
    machine = machine_of(Path(source))
    if machine not in EXHIBITS:
        raise RefusedError(source, f"is of {machine}; expected {', '.join(EXHIBITS)}")
    return EXHIBITS[machine]


def ladder(most: int) -> tuple[int, ...]:
    """1, 3, 10, 30 ... up to ``most``, and that itself."""
    steps = [n * 10**k for k in range(9) for n in (1, 3)]
    return (*(step for step in steps if step < most), most)


def worths(source: str, at: Sequence[int] | None, match: Settings) -> Iterator[Worth]:
    """What a run was worth after these numbers of games (None: a ladder of them, to its end).

    Raises RefusedError for a record without them, or whose plays come out otherwise.
    """
    if source == ANACONDA:
        if at is not None:
            raise RefusedError("--at", f"is for run records; {ANACONDA} has {GENERATIONS}")
        yield from _networks(match)
        return
    machine = machine_of(Path(source))
    with read_run(Path(source), machine) as run:
        wanted = ladder(run.plays) if at is None else tuple(sorted(set(at)))
        if not wanted or wanted[-1] > run.plays:
            raise RefusedError(run.where, f"has {run.plays} games; expected {wanted[-1]} or more")
        ways = {"samuel": _alphas, "menace": _boxes, "pegasus": _odds, "morph": _databases}
        yield from ways[machine](run, wanted, match)


def _boxes(run: RunFile, wanted: Sequence[int], match: Settings) -> Iterator[Worth]:
    del match
    kept = MenaceStudy.of_run(run)
    study = MenaceStudy.begin(kept.settings)
    plays = np.concatenate([unpack_plays(block, run.where) for block in run.blocks()])
    for games in wanted:
        before = study.tally.games
        made = study.play(games - before).records
        _check(run, before, made, plays[before:games])
        sides = [side for side in (study.cabinet, study.opponent) if isinstance(side, Cabinet)]
        yield Worth(games, worth_of_boxes(*sides))


def _odds(run: RunFile, wanted: Sequence[int], match: Settings) -> Iterator[Worth]:
    del match
    kept = PegasusStudy.of_run(run)
    study, plays = PegasusStudy.begin(kept.settings), plays_of(run)
    for games in wanted:
        before = study.program.plays
        made = study.program.play(games - before)
        _check(run, before, made, plays[before:games])
        yield Worth(games, worth_of_odds(study.program.chances))


def _check(run: RunFile, before: int, made: Integers, kept: Integers) -> None:
    """Raises RefusedError where the plays are not those of the record."""
    if not np.array_equal(made, kept):
        raise RefusedError(
            run.where,
            f"comes out otherwise after play {before} than it is kept; expected the program that "
            "played it, and no opponent from a file",
        )


def _alphas(run: RunFile, wanted: Sequence[int], match: Settings) -> Iterator[Worth]:
    start = contest_after(run, 0).alpha.polynomial
    for games in wanted:
        today = contest_after(run, games).alpha.polynomial
        yield Worth(games, None, alpha_pairs(today, start, match.games, match.seed))


def _networks(match: Settings) -> Iterator[Worth]:
    start = _network(0)
    for generation in GENERATIONS:
        pairs = checkers_pairs(_network(generation), start, match.games, match.seed)
        yield Worth(generation * GAMES_A_GENERATION, None, pairs)


def _network(generation: int) -> Player:
    last = generation == GENERATIONS[-1]
    path = SHIPPED if last else SHIPPED.with_name(f"anaconda-{generation}.network")
    return make_player(f"{ANACONDA}:{path}", PLIES, ANACONDA)


def _databases(run: RunFile, wanted: Sequence[int], match: Settings) -> Iterator[Worth]:
    for games in wanted:
        yield Worth(games, None, partial(play_chess_pair, learner_of(run, games), match.seed))


# -- the command -----------------------------------------------------------------------------------


def measure(args: argparse.Namespace) -> int:
    """Measure, print the table, write the file; the exit status.  Raises RefusedError."""
    check_apart({**{source: source for source in args.runs}, "--csv": args.csv})
    exhibits = {exhibit_of(source) for source in args.runs}
    if len(exhibits) > 1:
        raise RefusedError(
            "the runs", f"are of {', '.join(sorted(exhibits))}; expected one machine"
        )
    if args.games % 2:
        raise RefusedError("--games", f"are {args.games}; expected an even number: sides change")
    match = Settings(args.games, args.seed)
    found = [tuple(worths(source, args.at, match)) for source in args.runs]
    steps = {tuple(worth.games for worth in run) for run in found}
    if len(steps) > 1:
        raise RefusedError("--at", "is needed: the runs have different lengths")
    exhibit = exhibits.pop()
    rows = []
    with progress("points", len(found[0])) as show:
        for done, together in enumerate(zip(*found, strict=True), 1):
            rows.append(_row(exhibit, together, match))
            show(done)
    shown = [[str(value) for value in row.cells()] for row in rows]
    print_table(COLUMNS, shown)
    if args.csv is not None:
        replace_file(args.csv, csv_bytes(COLUMNS, (row.cells() for row in rows)))
    last = rows[-1]
    print(result_line(
        exhibit=exhibit, experience=last.experience, points=f"{last.points:.4f}",
        low=f"{last.low:.4f}", high=f"{last.high:.4f}", runs=last.runs, games=last.games,
        seed=last.seed,
    ))  # fmt: skip
    return 0


def _row(exhibit: str, together: Sequence[Worth], match: Settings) -> Row:
    """A point of the graph: what all runs were worth after so many games."""
    experience, runs = together[0].games, len(together)
    exact = [worth.exact for worth in together if worth.exact is not None]
    if len(exact) == runs:
        found = share(exact) if runs > 1 and len(set(exact)) > 1 else Estimate(*exact[:1] * 3)
        return Row(exhibit, experience, found.value, found.low, found.high, runs, 0, 0)
    pairs = [
        worth.pairs(number)
        for worth in together
        if worth.pairs is not None
        for number in range(match.games // 2)
    ]
    found = share(pairs)
    return Row(
        exhibit, experience, found.value, found.low, found.high, runs, 2 * len(pairs), match.seed
    )
