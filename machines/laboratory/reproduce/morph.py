"""Gould and Levinson 1992, "Experience-based adaptive search" (UCSC-CRL-92-10): the evaluation
function, Table 5.1, the ablations and their curves, games against Level I.  Facts:
docs/sources/morph.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from machines.laboratory.external.uci import EngineError
from machines.laboratory.morph.charts import ablation_charts
from machines.laboratory.morph.databases import (
    KeptGame,
    first_games,
    learner_after,
)
from machines.laboratory.morph.patterns import is_single, rank_correlation, rows_of
from machines.laboratory.morph.study import (
    begin_runs,
    check_opponent,
    make_opponent,
    play_runs,
    sums,
)
from machines.laboratory.reproduce.artefacts import (
    Artefact,
    Effort,
    Line,
    Made,
    Row,
    among,
    impossible,
    numbered,
    picture,
    seeds_said,
    sign_of,
    within,
)
from machines.laboratory.study.pool import run_tasks
from machines.laboratory.study.progress import follow
from machines.morph.aps.evaluation import explain
from machines.morph.history import GAMES, PATTERNS, TABLE, Printed
from machines.morph.learner import Record, game_generator, play_game
from machines.morph.settings import HOLDING, VERSIONS, LearnerConfig, version
from machines.storage.files import file_exists, read_file, replace_file
from machines.storage.option_parsing import UserNamed

if TYPE_CHECKING:
    from devices.screen.parts.chart import ChartState

PAPER = "morph"
CONFIG = LearnerConfig(material_updates=HOLDING)
"""The reading under which Table 5.1's updates come out."""
TABLE_VERSION = "evaluation"
"""Without annealing: so Table 5.1's variances come out.  With it a pawn's comes to 3 in 106 games,
at a constant rate of 0.1 to 24.5; 22.96 is printed."""
OPPONENT, LEVEL_I = UserNamed("gnuchess"), UserNamed("gnuchess:timed")
RUNS, QUICK_RUNS = 20, 6
CURVE_RUNS, CURVE_GAMES = 3, 2_000
LEVEL_I_GAMES = 30
WINDOW = 100
"""Games at a run's beginning, and at its end, over which an error is averaged."""

TABLE_3_1 = (
    (0.5, 0.5, "0.50"), (0.2, 0.8, "0.50"), (0.2, 0.5, "0.20"), (0.8, 0.5, "0.80"),
    (0.8, 0.8, "0.92"), (0.2, 0.2, "0.08"), (0.1, 0.8, "0.33"), (0.2, 0.9, "0.67"),
    (1.0, 0.8, "1.00"), (0.0, 0.2, "0.00"),
)  # fmt: skip
"""Two weights, and what they come to."""
ROUNDED = 0.005 + 1e-12
"""Half a printed digit."""
PATTERNS_LATER = 2_500
"""After 2,000 games."""
DRAWS, WINS = "over 40", "2"
"""In the paper's text, against GNU Chess."""


def evaluation(_: Effort) -> Made:
    """Table 3.1: what two weights come to."""
    rows, numbers = [], []
    for x, y, printed in TABLE_3_1:
        ours = explain((x, y)).value
        rows.append(within(f"f({x:g}, {y:g})", "Table 3.1", printed, ours, float(printed) - ROUNDED,
                           float(printed) + ROUNDED, shown=f"{ours:.4f}",
                           statistic="to the printed digits"))  # fmt: skip
        numbers.append((x, y, ours))
    chart = picture(
        "THE EVALUATION FUNCTION",
        "",
        "f(x, y)",
        Line("Table 3.1", numbered([float(row[2]) for row in TABLE_3_1]), paper=True),
        Line("ours", numbered([row[2] for row in numbers])),
        names=[f"{x:g} {y:g}" for x, y, _ in TABLE_3_1],
    )
    return Made(rows, ("x", "y", "f"), numbers, [chart])


# -- Table 5.1 -------------------------------------------------------------------------------------


def table(effort: Effort) -> Made:
    """Table 5.1: what material is worth after 106 games."""
    where, seeds = "Table 5.1", _seeds(effort.of(RUNS, QUICK_RUNS))
    missing = _missing_engine(OPPONENT)
    if missing:
        return Made([impossible("material after 106 games", where, "19 rows", missing)])
    settings = version(TABLE_VERSION, CONFIG)
    paths = _play_runs(effort, {TABLE_VERSION: settings}, seeds, GAMES)[TABLE_VERSION]
    learners = [learner_after(path, GAMES) for path in paths]
    found = [dict(rows_of(learner)) for learner in learners]
    rows = _of_material(found, seeds)
    rows.append(among("patterns in the database", "text", PATTERNS, map(len, learners), seeds,
                      PATTERNS_WHY, digits=0))  # fmt: skip
    numbers = [
        (seed, *printed.material, round(record.weight, 4), record.updates,
         round(record.variance, 3), record.age)
        for seed, run in zip(seeds, found, strict=True)
        for printed, record in run.items()
        if record is not None
    ]  # fmt: skip
    columns = ("seed", "pawn", "knight", "bishop", "rook", "queen", "weight", "updates", "variance",
               "age")  # fmt: skip
    return Made(rows, columns, numbers, [_weights(found)])


def _weights(found: Sequence[Mapping[Printed, Record | None]]) -> "ChartState":
    """Weights by the traditional value of the material, which Morph never saw."""
    singles = sorted((row for row in TABLE if is_single(row)), key=lambda row: row.traditional)
    ours = []
    for at, printed in enumerate(singles, start=1):
        met = [record.weight for run in found if (record := run[printed]) is not None]
        ours += [(float(at), float(np.mean(met)))] if met else []
    return picture("WEIGHTS AFTER 106 GAMES", "", "weight",
                   Line("Table 5.1", numbered([single.weight for single in singles]), paper=True),
                   Line("ours, on average", ours),
                   names=[_material_name(single) for single in singles])  # fmt: skip


def _of_material(
    found: Sequence[Mapping[Printed, Record | None]], seeds: Sequence[int]
) -> list[Row]:
    """Of runs whose records are given by the printed rows."""
    where = "Table 5.1"
    singles = [printed for printed in TABLE if is_single(printed)]

    def weight(run: Mapping[Printed, Record | None], printed: Printed) -> float:
        record = run[printed]
        return 0.5 if record is None else record.weight

    signs = [sum((weight(run, p) - 0.5) * p.traditional > 0 for p in singles) for run in found]
    rows = [
        within("single men whose weight has the right sign", where, "10 of 10", min(signs), 10, 10,
               shown=f"at least {min(signs)} of 10", statistic="the least of our runs",
               seeds=seeds_said(seeds), why=TABLE_WHY),
        among("rank correlation with the traditional values", where,
              round(rank_correlation([p.weight for p in TABLE], [p.traditional for p in TABLE]), 3),
              (rank_correlation([weight(run, p) for p in TABLE], [p.traditional for p in TABLE])
               for run in found), seeds, digits=3),
        among("weight updates in the 19 rows", where, sum(p.updates for p in TABLE),
              (sum(record.updates for record in run.values() if record) for run in found), seeds,
              digits=0),
    ]  # fmt: skip
    for up in singles:
        if up.traditional > 0:
            down = next(
                p
                for p in singles
                if p.traditional == -up.traditional and p.material == tuple(-d for d in up.material)
            )
            name = "PNBRQ"[up.material.index(1)]
            rows.append(among(f"w(+{name}) + w(-{name})", where, round(up.weight + down.weight, 3),
                              (weight(run, up) + weight(run, down) for run in found), seeds,
                              digits=3))  # fmt: skip
    for printed in TABLE:
        ours = [run[printed] for run in found]
        name = _material_name(printed)
        seen = [record for record in ours if record is not None]
        if len(seen) < len(ours):
            why = f"Only {len(seen)} of our {len(ours)} runs had met that material in 106 games."
            rows.append(impossible(f"{name}: weight", where, f"{printed.weight:g}", why))
            continue
        rows += [
            among(f"{name}: weight", where, printed.weight, (r.weight for r in seen), seeds,
                  TABLE_WHY, digits=3),
            among(f"{name}: updates", where, printed.updates, (r.updates for r in seen), seeds,
                  UPDATES_WHY, digits=0),
            among(f"{name}: variance", where, printed.variance, (r.variance for r in seen), seeds,
                  TABLE_WHY, digits=2),
        ]  # fmt: skip
    return rows


def _material_name(printed: Printed) -> str:
    told = [f"{d:+d}{n}" for d, n in zip(printed.material, "PNBRQ", strict=True) if d]
    return " ".join(told) or "even"


# -- the curves ------------------------------------------------------------------------------------


def curves(effort: Effort) -> Made:
    """Figs 2.1, 2.2, 5.1 and 5.2: four versions over 2,000 games."""
    seeds, missing = _seeds(CURVE_RUNS), _missing_engine(OPPONENT)
    if missing:
        return Made(
            [impossible("2,000 games of four versions", "Figs 5.1, 5.2", "curves", missing)]
        )
    settings = {name: version(name, CONFIG) for name in VERSIONS}
    paths = _play_runs(effort, settings, seeds, CURVE_GAMES)
    played = {
        name: [first_games(path, CURVE_GAMES) for path in runs] for name, runs in paths.items()
    }
    points = {name: [sums(run).points for run in runs] for name, runs in played.items()}
    full = played["annealing"]

    def gain(more: str, less: str) -> list[float]:
        return [a - b for a, b in zip(points[more], points[less], strict=True)]

    rows = [
        sign_of("points a game: reverse node ordering adds", "Fig. 5.1", "more than without",
                gain("reverse", "basic"), seeds),
        sign_of("points a game: the function of Fig. 3.2 adds", "Fig. 5.2(a)", "more than without",
                gain("evaluation", "reverse"), seeds),
        sign_of("points a game: annealing adds", "Fig. 5.2(b)", "more than without",
                gain("annealing", "evaluation"), seeds),
        sign_of("weight of one bishop down: annealing steadies it", "Figs 2.1, 2.2",
                "less spread with annealing",
                (_spread(without) - _spread(with_it)
                 for without, with_it in zip(played["evaluation"], full, strict=True)), seeds,
                digits=4),
        sign_of("TD error falls from the first hundred games to the last", "text", "it falls",
                (_error(run[:WINDOW]) - _error(run[-WINDOW:]) for run in full), seeds, ERROR_WHY,
                digits=4),
        among("patterns after 2,000 games", "text", PATTERNS_LATER,
              (run[-1].patterns for run in full), seeds, PATTERNS_WHY, digits=0),
        _wins([game for run in full for game in run], "GNU Chess at one ply, ours"),
    ]  # fmt: skip
    numbers = [
        (name, seed, game.number, game.captured, game.lost, game.result, game.plies,
         round(game.error, 6), game.patterns, round(game.bishop, 6) if game.bishop >= 0 else None)
        for name, runs in played.items()
        for seed, run in zip(seeds, runs, strict=True)
        for game in run
    ]  # fmt: skip
    columns = ("version", "seed", "game", "captured", "lost", "result", "plies", "error",
               "patterns", "bishop")  # fmt: skip
    return Made(rows, columns, numbers, ablation_charts(played, OPPONENT))


def _spread(run: Sequence[KeptGame]) -> float:
    """Of the weight of one bishop down, over the second half of a run."""
    return float(np.std([game.bishop for game in run[len(run) // 2 :]]))


def _error(games: Sequence[KeptGame]) -> float:
    return float(np.mean([game.error for game in games]))


def _wins(games: "Sequence[KeptGame] | Sequence[LevelGame]", against: str) -> Row:
    """Wins and draws, of which the paper doesn't say in how many games they came."""
    won, drawn = (sum(game.result == result for game in games) for result in (1.0, 0.5))
    row = impossible("draws and wins against GNU Chess", "text", f"{DRAWS} and {WINS}", NO_COUNT)
    return replace(row, ours=f"{drawn} and {won} in {len(games):,} games ({against})")


# -- Level I ---------------------------------------------------------------------------------------


class LevelGame(msgspec.Struct, frozen=True):
    """A game against Level I."""

    result: float
    """For Morph: 0 lost, 0.5 drawn, 1 won."""
    captured: int
    """Traditional points of the men that Morph took."""
    plies: int


@dataclass(frozen=True)
class LevelTask:
    """A game that is to be played, by what was learned in a run."""

    path: Path
    number: int


def play_level_1(task: LevelTask) -> LevelGame:
    """Play one; nothing is learned from it."""
    learner = learner_after(task.path, CURVE_GAMES)
    with make_opponent(LEVEL_I) as (opponent, begin_game):
        begin_game()
        played = play_game(learner, opponent, game_generator(1, task.number), task.number % 2 == 1)
    return LevelGame(played.result, played.captured, played.plies)


def level_1(effort: Effort) -> Made:
    """Thirty games against GNU Chess with its clock, by what was learned in 2,000 games."""
    missing = _missing_engine(LEVEL_I)
    if missing:
        return Made([impossible("games against Level I", "text", f"{DRAWS} and {WINS}", missing)])
    (path,) = _play_runs(effort, {VERSIONS[-1]: CONFIG}, _seeds(1), CURVE_GAMES)[VERSIONS[-1]]
    kept, games = effort.run_folder() / "level1.json", dict[int, LevelGame]()
    if file_exists(kept):
        games = msgspec.json.decode(read_file(kept), type=dict[int, LevelGame])
    due = [LevelTask(path.resolve(), n) for n in range(1, LEVEL_I_GAMES + 1) if n not in games]
    for task, game in run_tasks(effort.jobs, play_level_1, due, scheduler=effort.scheduler):
        games[task.number] = game
        replace_file(kept, msgspec.json.encode(games))
        effort.tell(len(games) / LEVEL_I_GAMES)
    numbers = [(n, game.result, game.captured, game.plies) for n, game in sorted(games.items())]
    points = float(np.mean([game.captured for game in games.values()]))
    row = _wins(list(games.values()), "GNU Chess with 60 moves in 5 minutes")
    mean = impossible("points captured a game against Level I", "Figs 5.1, 5.2", "curves", CURVES)
    return Made([row, replace(mean, ours=f"{points:.1f} in {len(games)} games")],
                ("game", "result", "captured", "plies"), numbers,
                [picture("AGAINST LEVEL I", "game", "traditional points captured",
                         Line("ours", [(float(row[0]), float(row[2])) for row in numbers]))],
                )  # fmt: skip


# -- runs ------------------------------------------------------------------------------------------


def _seeds(count: int) -> list[int]:
    return list(range(1, count + 1))


def _missing_engine(name: UserNamed) -> str:
    """Why an engine's rows can't be made; empty where it is there."""
    try:
        check_opponent(name)
    except EngineError as error:
        return f"{error}. Install GNU Chess and make the report anew with --force."
    return ""


def _play_runs(
    effort: Effort, settings: Mapping[str, LearnerConfig], seeds: Sequence[int], games: int
) -> dict[str, list[Path]]:
    """The records of a run of each settings with each seed, played until they have so many games;
    those of an interrupted report are gone on with."""
    paths = begin_runs(effort.run_folder(), settings, OPPONENT, seeds)
    every = [path for runs in paths.values() for path in runs]
    total = games * len(every)
    follow(
        play_runs(every, games, OPPONENT, effort.jobs, effort.scheduler),
        lambda count: effort.tell(count / total),
    )
    return paths


TABLE_WHY = (
    "Tried: annealing with k = 2 and with k = 5, constant rates of 0.1 (as it is here) and 0.25, "
    "each side's own chain, each pattern's share by how extreme it is (docs/research/morph.md)."
)
UPDATES_WHY = (
    "How often material is there tells how the games went, against a GNU Chess of 1991. Tried for "
    "what a position updates: the most specific material alone, all that holds, all that holds but "
    "for even material where each side is up something, as it is here."
)
PATTERNS_WHY = (
    "The paper gives neither how many patterns an addition brings nor what is deleted; ours adds "
    "22 after every seventh game and keeps at most 8,000. Tried: 16 added, 661 after 106 games and "
    "3,968 after 2,000; of these at most 2,500 kept, 10.8 points a game for 11.1; deletion every "
    "20 games for every 100, 10.4."
)
ERROR_WHY = (
    "The error also holds what the opponent does. Tried on two seeds, where it rises from 0.222 to "
    "0.252: each pattern's share by how extreme it is, 0.210 to 0.214; k lowered where the error "
    "no longer falls, 0.222 to 0.251; lowered steadily, 0.218 to 0.261; at most 2,500 patterns, "
    "0.211 to 0.235."
)
NO_COUNT = "The paper doesn't say in how many games."
CURVES = "The curves are printed without numbers, and are of games that Morph learned from."

ARTEFACTS = (
    Artefact(PAPER, "table3.1", "The evaluation function: Table 3.1", evaluation, 1.0),
    Artefact(PAPER, "table5.1", "Material after 106 games: Table 5.1", table, 60.0),
    Artefact(PAPER, "curves", "Four versions: Figs 2.1, 2.2, 5.1 and 5.2", curves, 700.0, True),
    Artefact(PAPER, "level1", "Thirty games against Level I", level_1, 1_150.0, True),
)
