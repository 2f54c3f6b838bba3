"""What rote learning came to: boards on the tape, what was found there, games against the frozen
program and end games by tenths of the run."""

import argparse
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from machines.app.samuel.combined_study import BothStudy
from machines.app.samuel.rote_study import RoteGame, RoteStudy
from machines.app.samuel.run_records import games_of, seed_of, study_of
from machines.app.storage.run_file import RunFile
from machines.app.study.csv_file import write_csv
from machines.app.study.plotting import save_chart
from machines.app.study.tables import print_table
from machines.samuel.generalization.series_report import ABSTRACT_HOURS, HOUR_US

PARTS = 10
COLUMNS = (
    "run", "seed", "game", "kind", "learner", "result", "plies", "looked_up", "remembered",
    "deeper", "boards", "hours",
)  # fmt: skip
PAPER = "The paper's tape had 53,000 boards of 3.8 words each."


def print_report(runs: Sequence[RunFile], args: argparse.Namespace) -> str:
    """Print what came of the runs and write what was asked for; the RESULT line."""
    played = [list(games_of(run, RoteGame)) for run in runs]
    for run, games in zip(runs, played, strict=True):
        _tell_run(run, games)
    if args.csv is not None:
        write_csv(Path(args.csv), COLUMNS, _rows(runs, played))
    if args.plot is not None:
        _draw(Path(args.plot), runs[0], played[0])
    return _result_line(runs, played)


def _tell_run(run: RunFile, games: Sequence[RoteGame]) -> None:
    settings = run.about.settings
    print(f"Rote learning, {settings['polynomial']}, seed {settings['seed']}:")
    print_games(run, games)


def print_games(run: RunFile, games: Sequence[RoteGame]) -> None:
    """Games by rote, by tenths, and the tape as it stands."""
    size = max(1, math.ceil(len(games) / PARTS))
    rows = []
    for first in range(0, len(games), size):
        part = games[first : first + size]
        looked_up = sum(one.looked_up for one in part)
        found = sum(one.remembered for one in part)
        outcomes = Counter(one.outcome for one in part)
        rows.append(
            (
                f"{first + 1}-{first + len(part)}",
                f"{sum(len(one.moves) for one in part) / len(part):.0f}",
                f"{found / looked_up:.3%}" if looked_up else "",
                str(sum(one.deeper for one in part)),
                str(part[-1].boards),
                *(str(outcomes[value]) for value in (1, -1, 0)),
            )
        )
    headings = ("games", "plies", "found", "deeper", "boards", "won", "lost", "drawn")
    print_table(headings, rows)
    study = study_of(run)
    if isinstance(study, BothStudy):
        study = study.rote or study
    assert isinstance(study, RoteStudy)
    held, seen = study.learning.tape, study.learning.memory.statistics
    print(
        f"{held.boards} boards on the tape, {held.words / max(held.boards, 1):.1f} words each, "
        f"after {held.heading.merges} merges; {seen.saved} saved, {seen.forgotten} forgotten, "
        f"{seen.culled} culled. {PAPER}"
    )
    hours = sum(one.us for one in games) / HOUR_US
    print(f"Machine time {hours:.1f} hours; the paper's abstract: {ABSTRACT_HOURS}")


def _result_line(runs: Sequence[RunFile], played: Sequence[Sequence[RoteGame]]) -> str:
    every = [one for games in played for one in games]
    outcomes = Counter(one.outcome for one in every)
    looked_up = sum(one.looked_up for one in every)
    found = sum(one.remembered for one in every)
    boards = sum(games[-1].boards for games in played) / len(played)
    hours = sum(one.us for one in every) / HOUR_US / len(played)
    return (
        f"RESULT series=rote games={len(played[0])} runs={len(runs)} boards={boards:g} "
        f"looked_up={looked_up} found={found} won={outcomes[1]} lost={outcomes[-1]} "
        f"drawn={outcomes[0]} hours={hours:.2f} seed={seed_of(runs)}"
    )


def _rows(
    runs: Sequence[RunFile], played: Sequence[Sequence[RoteGame]]
) -> Iterator[tuple[object, ...]]:
    for number, (run, games) in enumerate(zip(runs, played, strict=True), 1):
        for game, one in enumerate(games, 1):
            side = ("black" if one.black else "white") if one.outcome is not None else "both"
            yield (
                number, run.about.settings["seed"], game, one.kind, side, one.result,
                len(one.moves), one.looked_up, one.remembered, one.deeper, one.boards,
                f"{one.us / HOUR_US:.4f}",
            )  # fmt: skip


def _draw(path: Path, run: RunFile, games: Sequence[RoteGame]) -> None:
    """The boards on the tape, game by game, of the first run."""
    from devices.screen.parts.chart import ChartState
    from devices.screen.parts.chart_ink import Series

    boards = tuple((float(number), float(one.boards)) for number, one in enumerate(games, 1))
    state = ChartState(
        title=f"ROTE LEARNING, SEED {run.about.settings['seed']}",
        across="games",
        upwards="boards on the memory tape",
        series=(Series("boards", boards, "none", "red"),),
        x_range=(0.0, float(len(games))),
    )
    save_chart(state, path)
