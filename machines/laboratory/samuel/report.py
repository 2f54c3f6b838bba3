"""Reports of Samuel's learning runs: text, tables, charts and POLY cards."""

import argparse
import math
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from devices.game_record import OUTCOMES
from devices.media.deck import write_deck
from machines.laboratory.samuel.files import (
    SERIES,
    deck_of_polynomial,
    games_of,
    seed_of,
    study_of,
)
from machines.laboratory.samuel.studies import BothStudy, LearnedGame, RoteGame, RoteStudy
from machines.laboratory.study.outputs import print_table, save_chart, write_outputs
from machines.samuel.generalization import series_report
from machines.samuel.generalization.series import LISTED_TERMS, GameRecord, Series
from machines.samuel.generalization.series_report import ABSTRACT_HOURS, HOUR_US
from machines.storage.files import replace_file
from machines.storage.run_file import RunFile

COLUMNS = (
    "run", "seed", "game", "alpha", "forced", "result", "ended", "plies", "adjustments",
    "leader_changes", "leader", "power", "adopted", "black_marks", "zeroed", "discarded", "hours",
)  # fmt: skip
PARTS = 10
ROTE_COLUMNS = (
    "run", "seed", "game", "kind", "learner", "result", "plies", "looked_up", "remembered",
    "deeper", "boards", "hours",
)  # fmt: skip
PAPER = "The paper's tape had 53,000 boards of 3.8 words each."


def print_report(runs: Sequence[RunFile], args: argparse.Namespace) -> str:
    """Print what came of the runs and write what was asked for; the RESULT line."""
    if runs[0].about.settings[SERIES] == "rote":
        return _print_rote_report(runs, args)
    played = [list(games_of(run, LearnedGame)) for run in runs]
    for run, games in zip(runs, played, strict=True):
        _print_run(run, games, args.print_every, several=len(runs) > 1)
        _print_memory(run, games)
    if len(runs) > 1 and len({len(games) for games in played}) == 1:
        _print_sevens([[game.record for game in games] for games in played])
    write_outputs(args, COLUMNS, _rows(runs, played), lambda path: _draw(path, runs[0], played[0]))
    if args.punch is not None:
        _punch(args.punch, runs[0], played[0])
    every = [series_report.block_tally([game.record for game in games]) for games in played]
    return (
        f"RESULT series={runs[0].about.settings[SERIES]} games={runs[0].plays} runs={len(runs)} "
        f"won={sum(tally.won for tally in every)} lost={sum(tally.lost for tally in every)} "
        f"drawn={sum(tally.drawn for tally in every)} "
        f"leader_changes={sum(tally.changes for tally in every)} "
        f"adjustments={sum(tally.corrections for tally in every)} "
        f"discarded={sum(tally.discarded for tally in every)} "
        f"leaders={statistics.mean(tally.leaders for tally in every):g} "
        f"hours={statistics.mean(tally.hours for tally in every):.2f} seed={seed_of(runs)}"
    )


# -- in words --------------------------------------------------------------------------------------


def _print_run(run: RunFile, games: Sequence[LearnedGame], every: int, several: bool) -> None:
    """One run: the lists of leading terms (of one run alone), then as the paper's text."""
    settings = run.about.settings
    print(f"The {settings[SERIES]} series, seed {settings['seed']}, ply {settings['ply']}:")
    if not several:
        for game in games[every - 1 :: every]:
            corrections = game.contest.alpha.corrections
            print(f"After game {game.record.number}, {corrections} sets of adjustments:")
            print("\n".join(series_report.lines_of_leading(game.leading[:LISTED_TERMS])))
            print()
    series = Series(games[-1].contest, records=[game.record for game in games])
    lines = series_report.lines_of(series)
    if several:  # without the discarded terms, which stand indented
        lines = [line for line in lines if not line.startswith(" ")]
    print("\n".join(lines))
    print()


def _print_memory(run: RunFile, games: Sequence[LearnedGame]) -> None:
    """What rote learning had to do with it, where it went beside generalization or after."""
    uses = [game.memory for game in games if game.memory is not None]
    if uses:
        looked_up = sum(use.looked_up for use in uses)
        found = sum(use.remembered for use in uses)
        expunged = sum(len(use.expunged) for use in uses)
        print(
            f"Memory: {uses[-1].boards} boards, of {looked_up} looked up {found} found; saved "
            f"beside piece advantage at the end: {', '.join(uses[-1].saved) or 'nothing'}; terms "
            f"expunged: {expunged}"
        )
    by_rote = list(games_of(run, RoteGame))
    if by_rote:
        print(f"Stable after {len(games)} games; from then on by rote:")
        _print_rote_games(run, by_rote)
    elif run.about.settings.get("way") == "b":
        print(f"Not stable after {len(games)} games: nothing has been learned by rote")


def _print_sevens(runs: Sequence[Sequence[GameRecord]]) -> None:
    """All runs together: by sevens, the means and what one run differs by."""
    tallies = list(zip(*(series_report.by_sevens(records) for records in runs), strict=True))
    rows = []
    for sevenths in tallies:
        first = sevenths[0]
        rows.append(
            (
                f"{first.first}-{first.last}",
                *(
                    _mean([getattr(seventh, name) for seventh in sevenths])
                    for name in ("won", "lost", "drawn", "changes", "leaders", "corrections")
                ),
            )
        )
    print_table(
        ("games", "won", "lost", "drawn", "changes at the top", "leaders", "adjustments"),
        rows,
        f"All {len(runs)} runs by sevens, the mean of a run and its standard deviation:",
    )


def _mean(values: Sequence[float]) -> str:
    return f"{statistics.mean(values):.1f} ({statistics.stdev(values):.1f})"


# -- as files --------------------------------------------------------------------------------------


def _rows(
    runs: Sequence[RunFile], played: Sequence[Sequence[LearnedGame]]
) -> Iterator[tuple[object, ...]]:
    for number, (run, games) in enumerate(zip(runs, played, strict=True), 1):
        for game in games:
            record, leader = game.record, game.leading[0]
            yield (
                number, run.about.settings["seed"], record.number,
                "black" if record.alpha_black else "white", int(record.forced),
                OUTCOMES[int(record.result)], record.ended, len(record.moves), record.corrections,
                len(record.leaders), leader.name, leader.sign * leader.power,
                int(record.verdict.adopted), record.verdict.marks, record.verdict.zeroed,
                " ".join(gone.name for gone in record.discarded), f"{record.us / HOUR_US:.4f}",
            )  # fmt: skip


def _draw(path: Path, run: RunFile, games: Sequence[LearnedGame]) -> None:
    """Fig. 4 of the first run."""
    from devices.screen.parts.coefficients import Flag, Sample, coefficients_chart, height

    history: list[Sample] = []
    flags: list[tuple[float, Flag]] = []
    for game in games:
        at = float(game.record.number)
        ranked = [term.name for term in game.leading[:LISTED_TERMS]]
        polynomial = game.record.polynomial
        history.append((at, [(name, height(polynomial.coefficient(name))) for name in ranked]))
        if game.record.verdict.adopted:
            flags.append((at, "adopted"))
        if game.record.verdict.zeroed:
            flags.append((at, "drastic"))
    settings = run.about.settings
    title = f"the {settings[SERIES]} series, seed {settings['seed']}".upper()
    save_chart(coefficients_chart(history, flags=flags, games=len(games), title=title), path)


def _punch(path: Path, run: RunFile, games: Sequence[LearnedGame]) -> None:
    """Alpha's polynomial at the end of the first run, on cards."""
    settings = run.about.settings
    remark = f"{settings[SERIES]} series, seed {settings['seed']}, {len(games)} games"
    deck = deck_of_polynomial(games[-1].record.polynomial, path.name, remark)
    replace_file(path, write_deck(deck, path.name))


# -- rote learning ---------------------------------------------------------------------------------


def _print_rote_report(runs: Sequence[RunFile], args: argparse.Namespace) -> str:
    """The same of rote learning: the tape, what was found there, games by tenths of the run."""
    played = [list(games_of(run, RoteGame)) for run in runs]
    for run, games in zip(runs, played, strict=True):
        settings = run.about.settings
        print(f"Rote learning, {settings['polynomial']}, seed {settings['seed']}:")
        _print_rote_games(run, games)
    write_outputs(
        args,
        ROTE_COLUMNS,
        _rote_rows(runs, played),
        lambda path: _draw_boards(path, runs[0], played[0]),
    )
    every = [game for games in played for game in games]
    outcomes = Counter(game.outcome for game in every)
    boards = sum(games[-1].boards for games in played) / len(played)
    hours = sum(game.us for game in every) / HOUR_US / len(played)
    looked_up = sum(game.looked_up for game in every)
    return (
        f"RESULT series=rote games={len(played[0])} runs={len(runs)} boards={boards:g} "
        f"looked_up={looked_up} found={sum(game.remembered for game in every)} won={outcomes[1]} "
        f"lost={outcomes[-1]} drawn={outcomes[0]} hours={hours:.2f} seed={seed_of(runs)}"
    )


def _print_rote_games(run: RunFile, games: Sequence[RoteGame]) -> None:
    """Games by rote, by tenths, and the tape as it stands."""
    size = max(1, math.ceil(len(games) / PARTS))
    rows = []
    for first in range(0, len(games), size):
        part = games[first : first + size]
        looked_up = sum(game.looked_up for game in part)
        found = sum(game.remembered for game in part)
        outcomes = Counter(game.outcome for game in part)
        rows.append(
            (
                f"{first + 1}-{first + len(part)}",
                f"{sum(len(game.moves) for game in part) / len(part):.0f}",
                f"{found / looked_up:.3%}" if looked_up else "",
                str(sum(game.deeper for game in part)),
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
    hours = sum(game.us for game in games) / HOUR_US
    print(f"Machine time {hours:.1f} hours; the paper's abstract: {ABSTRACT_HOURS}")


def _rote_rows(
    runs: Sequence[RunFile], played: Sequence[Sequence[RoteGame]]
) -> Iterator[tuple[object, ...]]:
    for number, (run, games) in enumerate(zip(runs, played, strict=True), 1):
        for at, game in enumerate(games, 1):
            side = ("black" if game.black else "white") if game.outcome is not None else "both"
            yield (
                number, run.about.settings["seed"], at, game.kind, side, game.result,
                len(game.moves), game.looked_up, game.remembered, game.deeper, game.boards,
                f"{game.us / HOUR_US:.4f}",
            )  # fmt: skip


def _draw_boards(path: Path, run: RunFile, games: Sequence[RoteGame]) -> None:
    """The boards on the tape, game by game, of the first run."""
    from devices.screen.parts.chart import ChartState
    from devices.screen.parts.chart_ink import Series

    boards = tuple((float(number), float(game.boards)) for number, game in enumerate(games, 1))
    state = ChartState(
        title=f"ROTE LEARNING, SEED {run.about.settings['seed']}",
        across="games",
        upwards="boards on the memory tape",
        series=(Series("boards", boards, "none", "red"),),
        x_range=(0.0, float(len(games))),
    )
    save_chart(state, path)
