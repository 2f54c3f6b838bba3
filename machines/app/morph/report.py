"""What learning runs came to: a table, numbers, pictures, the RESULT line."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from machines.app.morph.game_batch import SECONDS
from machines.app.morph.run_records import KeptGame, config_from_record, games_of
from machines.app.storage.run_file import RunFile
from machines.app.study.csv_file import write_csv
from machines.app.study.tables import print_table

WINDOW = 100
"""Games of the moving average."""
HEADINGS = (
    "game", "won", "drawn", "lost", "points", "last 100", "taken", "plies", "TD error",
    "patterns", "k",
)  # fmt: skip
COLUMNS = tuple(field.name for field in fields(KeptGame) if field.name != "moves")


@dataclass(frozen=True)
class Sums:
    """Of the games of a run up to one of them."""

    games: int
    won: int
    drawn: int
    lost: int
    points: float
    """Traditional points captured per game, by all games so far (section 5.1)."""
    last: float
    """The same over the last hundred."""
    taken: float
    """Points that the opponent captured per game, over the last hundred."""
    plies: float
    """The length of a game, over the last hundred, and so on."""
    error: float


def sums(games: Sequence[KeptGame]) -> Sums:
    """Of games from the first on; there is at least one."""
    last = games[-WINDOW:]
    return Sums(
        games=len(games),
        won=sum(game.result == 1.0 for game in games),
        drawn=sum(game.result == 0.5 for game in games),
        lost=sum(game.result == 0.0 for game in games),
        points=sum(game.captured for game in games) / len(games),
        last=sum(game.captured for game in last) / len(last),
        taken=sum(game.lost for game in last) / len(last),
        plies=sum(game.plies for game in last) / len(last),
        error=sum(game.error for game in last) / len(last),
    )


def print_report(runs: Sequence[RunFile], args: argparse.Namespace) -> str:
    """Print what came of the runs and write what was asked for; the RESULT line."""
    every = int(args.print_every)
    played = [list(games_of(run)) for run in runs]
    for run, games in zip(runs, played, strict=True):
        _print(run, games, every)
    if args.csv is not None:
        write_csv(Path(args.csv), ("seed", *COLUMNS), _numbers(runs, played))
    if args.plot is not None:
        from machines.app.morph.charts import draw_learning

        asked = config_from_record(runs[0])
        draw_learning(Path(args.plot), played, f"v {asked.opponent}, seed {asked.seed}")
    return _result(runs, played)


def _print(run: RunFile, games: Sequence[KeptGame], every: int) -> None:
    asked = config_from_record(run)
    counts = sorted({*range(every, len(games), every), len(games)} - {0})
    print_table(
        HEADINGS,
        [_row(sums(games[:count]), games[count - 1]) for count in counts],
        f"Morph v {asked.opponent}, seed {asked.seed}: points captured per game by all games so "
        "far, and as all that follows by the last hundred",
    )
    most = max(games, key=lambda game: (game.result, game.captured), default=None)
    if most is not None:
        side = "White" if most.white else "Black"
        words = {0.0: "lost", 0.5: "drawn", 1.0: "won"}[most.result]
        print(
            f"Its best game is number {most.number}, {words} as {side}: {most.captured} points "
            f"in {most.plies} plies, {most.reason}."
        )


def _row(now: Sums, game: KeptGame) -> tuple[str, ...]:
    return (
        str(now.games),
        str(now.won),
        str(now.drawn),
        str(now.lost),
        f"{now.points:.2f}",
        f"{now.last:.2f}",
        f"{now.taken:.2f}",
        f"{now.plies:.0f}",
        f"{now.error:.4f}",
        str(game.patterns),
        f"{game.temperature:.2f}",
    )


def _numbers(
    runs: Sequence[RunFile], played: Sequence[Sequence[KeptGame]]
) -> Iterator[tuple[object, ...]]:
    for run, games in zip(runs, played, strict=True):
        seed = config_from_record(run).seed
        for game in games:
            cells = (getattr(game, name) for name in COLUMNS)
            yield seed, *(
                int(cell) if isinstance(cell, bool) else
                round(cell, 6) if isinstance(cell, float) else cell
                for cell in cells
            )  # fmt: skip


def _result(runs: Sequence[RunFile], played: Sequence[Sequence[KeptGame]]) -> str:
    """The last line: counts of all runs, means of the rest."""
    ends = [sums(games) for games in played]
    seconds = sum(_seconds(run) for run in runs)
    games = sum(end.games for end in ends)

    def mean(name: str) -> float:
        return float(sum(getattr(end, name) for end in ends)) / len(ends)

    patterns = sum(kept[-1].patterns for kept in played) / len(played)
    asked = config_from_record(runs[0])
    return (
        f"RESULT games={ends[0].games} runs={len(runs)} won={sum(end.won for end in ends)} "
        f"drawn={sum(end.drawn for end in ends)} lost={sum(end.lost for end in ends)} "
        f"points={mean('points'):.2f} last={mean('last'):.2f} taken={mean('taken'):.2f} "
        f"plies={mean('plies'):.1f} error={mean('error'):.4f} patterns={patterns:.0f} "
        f"ms={1000 * seconds / games:.1f} opponent={asked.opponent} seed={asked.seed}"
    )


def _seconds(run: RunFile) -> float:
    value = run.results().get(SECONDS, 0.0)
    return float(value) if isinstance(value, int | float) else 0.0
