"""What learning runs came to, told as the paper tells it, and as tables, pictures and cards."""

import argparse
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path

from devices.media.deck import write_deck
from machines.app.samuel import rote_report
from machines.app.samuel.generalization_study import LearnedGame
from machines.app.samuel.polynomials import deck_of_polynomial
from machines.app.samuel.rote_study import RoteGame
from machines.app.samuel.run_records import SERIES, games_of, seed_of
from machines.app.storage.files import replace_file
from machines.app.storage.run_file import RunFile
from machines.app.study.csv_file import write_csv
from machines.app.study.plotting import save_chart
from machines.app.study.tables import print_table
from machines.samuel.generalization import series_report
from machines.samuel.generalization.series import GAMES as GAMES
from machines.samuel.generalization.series import LISTED_TERMS, GameRecord, Series

COLUMNS = (
    "run", "seed", "game", "alpha", "forced", "result", "ended", "plies", "adjustments",
    "leader_changes", "leader", "power", "adopted", "black_marks", "zeroed", "discarded", "hours",
)  # fmt: skip
OUTCOMES = {1: "won", 0: "drawn", -1: "lost"}


def print_report(runs: Sequence[RunFile], args: argparse.Namespace) -> str:
    """Print what came of the runs and write what was asked for; the RESULT line."""
    if runs[0].about.settings[SERIES] == "rote":
        return rote_report.print_report(runs, args)
    played = [list(games_of(run, LearnedGame)) for run in runs]
    for run, games in zip(runs, played, strict=True):
        _tell_run(run, games, int(args.print_every), several=len(runs) > 1)
        _tell_memory(run, games)
    if len(runs) > 1 and len({len(games) for games in played}) == 1:
        _tell_sevens([[one.record for one in games] for games in played])
    if args.csv is not None:
        write_csv(Path(args.csv), COLUMNS, _rows(runs, played))
    if args.plot is not None:
        _draw(Path(args.plot), runs[0], played[0])
    if args.punch is not None:
        _punch(Path(args.punch), runs[0], played[0])
    return result_line(runs, played)


def result_line(runs: Sequence[RunFile], played: Sequence[Sequence[LearnedGame]]) -> str:
    """Sums over all runs; hours are the mean of a run."""
    every = [series_report.told([one.record for one in games]) for games in played]
    settings = runs[0].about.settings
    totals = (
        ("won", sum(one.won for one in every)),
        ("lost", sum(one.lost for one in every)),
        ("drawn", sum(one.drawn for one in every)),
        ("leader_changes", sum(one.changes for one in every)),
        ("adjustments", sum(one.corrections for one in every)),
        ("discarded", sum(one.discarded for one in every)),
    )
    return " ".join(
        [
            f"RESULT series={settings[SERIES]} games={runs[0].plays} runs={len(runs)}",
            *(f"{name}={total}" for name, total in totals),
            f"leaders={statistics.mean(one.leaders for one in every):g}",
            f"hours={statistics.mean(one.hours for one in every):.2f}",
            f"seed={seed_of(runs)}",
        ]
    )


# -- in words --------------------------------------------------------------------------------------


def _tell_run(run: RunFile, games: Sequence[LearnedGame], every: int, several: bool) -> None:
    """One run: the lists of leading terms (of one run alone), then as the paper's text."""
    settings = run.about.settings
    print(f"The {settings[SERIES]} series, seed {settings['seed']}, ply {settings['ply']}:")
    if not several:
        for one in games[every - 1 :: every]:
            corrections = one.contest.alpha.corrections
            print(f"After game {one.record.number}, {corrections} sets of adjustments:")
            print("\n".join(series_report.lines_of_leading(one.leading[:LISTED_TERMS])))
            print()
    series = Series(games[-1].contest, records=[one.record for one in games])
    lines = series_report.lines_of(series)
    if several:  # without the discarded terms, which stand indented
        lines = [line for line in lines if not line.startswith(" ")]
    print("\n".join(lines))
    print()


def _tell_memory(run: RunFile, games: Sequence[LearnedGame]) -> None:
    """What rote learning had to do with it, where it went beside generalization or after."""
    uses = [one.memory for one in games if one.memory is not None]
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
        rote_report.print_games(run, by_rote)
    elif run.about.settings.get("way") == "b":
        print(f"Not stable after {len(games)} games: nothing has been learned by rote")


def _tell_sevens(runs: Sequence[Sequence[GameRecord]]) -> None:
    """All runs together: by sevens, the means and what one run differs by."""
    tallies = list(zip(*(series_report.by_sevens(records) for records in runs), strict=True))
    rows = []
    for sevenths in tallies:
        first = sevenths[0]
        rows.append(
            (
                f"{first.first}-{first.last}",
                *(
                    _mean([getattr(one, name) for one in sevenths])
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
        for one in games:
            record, leader = one.record, one.leading[0]
            yield (
                number,
                run.about.settings["seed"],
                record.number,
                "black" if record.alpha_black else "white",
                int(record.forced),
                OUTCOMES[int(record.result)],
                record.ended,
                len(record.moves),
                record.corrections,
                len(record.leaders),
                leader.name,
                leader.sign * leader.power,
                int(record.verdict.adopted),
                record.verdict.marks,
                record.verdict.zeroed,
                " ".join(gone.name for gone in record.discarded),
                f"{record.us / series_report.HOUR_US:.4f}",
            )


def _draw(path: Path, run: RunFile, games: Sequence[LearnedGame]) -> None:
    """Fig. 4 of the first run."""
    from devices.screen.parts.coefficients import Flag, Sample, coefficients_chart, height

    history: list[Sample] = []
    flags: list[tuple[float, Flag]] = []
    for one in games:
        at = float(one.record.number)
        ranked = [term.name for term in one.leading[:LISTED_TERMS]]
        polynomial = one.record.polynomial
        history.append((at, [(name, height(polynomial.coefficient(name))) for name in ranked]))
        if one.record.verdict.adopted:
            flags.append((at, "adopted"))
        if one.record.verdict.zeroed:
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
