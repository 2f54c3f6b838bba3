"""The two series' rows: the games are followed as the program plays them, Appendix C's counts bound
what they are printed to bound, and a likelihood of readings is the one that its text describes.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest

from machines.games.draughts import legal_moves
from machines.games.draughts.board import SQUARES
from machines.laboratory.printed import samuel_series as printed
from machines.laboratory.reproduce import appendix_c, series_readings, series_runs, two_series
from machines.laboratory.reproduce.appendix_c import OFTEN, RARE, chance_of_so_few, counts, totals
from machines.laboratory.reproduce.artefacts import Effort, Made, Row
from machines.laboratory.reproduce.series_readings import (
    Part,
    bounded,
    log_above,
    parts_given_earlier,
)
from machines.laboratory.reproduce.series_runs import Figures, Lessons, MachineTime
from machines.samuel.generalization import series as generalization
from machines.samuel.generalization.coefficients import Rules
from machines.samuel.generalization.series import Series, first_series, play, pool, second_series
from machines.samuel.polynomial import LEADING_1959, Polynomial
from machines.samuel.settings import ProgramSettings

SEEDS = [1, 2, 3, 4]
SIGNS = appendix_c.printed_signs()
FAIR = Figures(
    seed=1, won=18, drawn=6, sevens=(3, 6, 5, 2), games=42, plies=68.0,
    sets=printed.SETS_A_GAME.value, discarded=18, twice=9, leaders=20, turned=2,
    adjusted=printed.ADJUSTED_A_SET.value, used=printed.ADJUSTED_A_SET.value,
    nonzero={name: share.value for name, share in printed.SHARES.items()}, signs=SIGNS,
)  # fmt: skip
"""A run that is Appendix C's."""


def brief(series: Series) -> Series:
    """The same series, played by a short look-ahead."""
    series.settings = ProgramSettings(minimum=1, quiet=2, jump=3, ahead=9, last=20)
    return series


@pytest.fixture
def all_brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every series that begins is played by a short look-ahead."""
    usual = generalization.with_terms
    monkeypatch.setattr(generalization, "with_terms", lambda *given: brief(usual(*given)))


def by_term(rows: list[Row]) -> dict[str, Row]:
    return {row.what.partition(":")[0]: row for row in rows}


def test_its_games_are_those_of_the_series() -> None:
    followed = Lessons()
    followed.play(brief(first_series(7)), 2)
    usual = play(brief(first_series(7)), 2)
    assert followed.records == usual.records
    assert followed.corrections == usual.contest.alpha.corrections
    adjusted = sum(record.adjusted for record in usual.contest.alpha.active)
    gone = sum(one.adjusted for record in usual.records for one in record.discarded)
    assert followed.adjusted == adjusted + gone
    assert followed.could == followed.adjusted  # the first series spares none
    assert 0 < followed.nonzero["MOB"] <= followed.corrections
    assert followed.alpha.us + followed.beta.us == sum(game.us for game in usual.records)
    assert {*followed.led} >= {name for game in usual.records for name in game.leaders}


def test_a_delta_that_rule_a_leaves_nothing_to_do_counts_in_no_share() -> None:
    followed, series = Lessons(), brief(second_series(pool()))
    followed.play(series, 4)
    assert followed.corrections == series.contest.alpha.corrections
    assert max(followed.nonzero.values()) <= followed.corrections
    assert followed.adjusted < followed.could <= 16 * followed.corrections


def test_time_for_four_terms_spares_thirteen_of_each_evaluation() -> None:
    time = MachineTime(us=3 * 3_600_000_000, evaluations=1_000_000)
    assert time.hours == 3.0
    assert time.hours_of_four == pytest.approx(3.0 - 1e6 * (7_500 + 425 - 2_400) / 3.6e9)


def test_a_count_that_a_spared_term_cannot_reach_differs() -> None:
    fair = by_term(counts([FAIR] * 4, SEEDS))
    often = {name for name, times in printed.TIMES_ADJUSTED.items() if times.value >= OFTEN}
    rare = {name for name, times in printed.TIMES_ADJUSTED.items() if times.value <= RARE}
    assert {*fair} == often | rare and len(rare) == 6
    assert {row.verdict for row in fair.values()} == {"agrees"}
    ours = {"GAP": 0.84, "ADV": 0.71, "MOBIL": 0.82, "HOLE": 0.56, "THRET": 0.60, "MODE4": 0.40}
    spared = replace(FAIR, adjusted=0.78 * FAIR.used, nonzero=FAIR.nonzero | ours)
    rows = by_term(counts([spared] * 4, SEEDS))
    for name in ("GAP", "ADV", "MOBIL", "HOLE", "MODE4"):
        assert rows[name].verdict == "differs", name
    assert rows["GAP"].ours.startswith("0.655 ") and rows["THRET"].verdict == "agrees"


def test_terms_adjusted_in_a_set_are_held_to_the_papers_total() -> None:
    verdicts = {
        share: totals([replace(FAIR, adjusted=share)] * 4, SEEDS)[2].verdict
        for share in (5.7, printed.ADJUSTED_A_SET.value, 7.0)
    }
    assert [*verdicts.values()] == ["differs", "agrees", "agrees"]


def test_a_list_of_leading_terms_is_like_the_papers_by_name_and_sign() -> None:
    assert totals([FAIR] * 4, SEEDS)[3].verdict == "agrees"
    turned = replace(FAIR, signs={name: -sign for name, sign in SIGNS.items()})
    assert totals([turned] * 4, SEEDS)[3].verdict == "differs"


def test_the_chance_of_so_few() -> None:
    assert chance_of_so_few(0, 32, 0.1) == pytest.approx(0.9**32)
    assert chance_of_so_few(1, 2, 0.5) == pytest.approx(0.75)
    assert chance_of_so_few(32, 32, 0.3) == pytest.approx(1.0)


def test_the_papers_polynomial_is_the_one_that_is_printed() -> None:
    theirs = [(name, printed.SIGNS[name].value, power.value)
              for name, power in printed.POWERS.items()]  # fmt: skip
    assert [*LEADING_1959] == theirs


def test_appendix_cs_totals() -> None:
    assert len(printed.TIMES_ADJUSTED) == 30
    assert printed.ADJUSTED_A_SET.value == pytest.approx(6.14, abs=0.005)
    assert printed.SECOND_DISCARDED.value == 18


def test_two_kings_against_one_begin_in_the_double_corner_without_a_jump() -> None:
    boards = series_runs.placings(7)
    assert len(boards) == series_runs.PLACINGS
    for board in boards:
        assert board.black.bit_count() == 2 and board.black_to_move
        assert next(s for s in SQUARES if board.piece(s) == "W") in (1, 5, 28, 32)
        assert not any(move.captured for move in legal_moves(board))


def test_piece_advantage_alone_does_not_win_with_two_kings() -> None:
    assert series_runs.share_won(Polynomial.pieces(), 7) < 0.5


@pytest.mark.slow
@pytest.mark.usefixtures("all_brief")
@pytest.mark.parametrize("make", [two_series.first, two_series.second])
def test_every_kind_of_row_is_made(
    make: Callable[[Effort], Made], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(two_series, "QUICK_RUNS", 2)
    made = make(Effort(quick=True))
    assert len({row.what for row in made.rows}) >= len(made.rows) - 1
    constants = [row for row in made.rows if row.kind == "constant" and "hours" not in row.what]
    assert len(constants) == 4 and {row.verdict for row in constants} == {"agrees"}
    whole = [row for row in made.rows if row.kind == "outcome" and row.verdict != "impossible"]
    assert len(whole) > 20 and all(row.margin and row.seeds for row in whole)
    assert all(row.printed for row in made.rows)
    hours = [row for row in made.rows if row.what.startswith("hours")]
    assert len(hours) == (4 if make is two_series.first else 0)


# -- readings --------------------------------------------------------------------------------------


def test_parts_sum_to_the_likelihood_of_one_more_run() -> None:
    dice = np.random.default_rng(5)
    mix = np.array([[2.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.5, -1.0, 3.0]])
    count, wanted = 3_000, np.array([1.5, 0.0, 2.0])
    ours = {
        name: at + dice.normal(size=(count, 3)) @ mix.T for name, at in (("a", 1.0), ("b", 4.0))
    }
    found = parts_given_earlier([
        Part("first", (1.5,), 0.5, {name: runs[:, :1] for name, runs in ours.items()}),
        Part("others", (0.0, 2.0), 0.0, {name: runs[:, 1:] for name, runs in ours.items()}),
    ])  # fmt: skip
    cov = mix @ mix.T + np.diag([0.25, 0.0, 0.0])
    for name, at in (("a", 1.0), ("b", 4.0)):
        off = wanted - at
        expected = -0.5 * (off @ np.linalg.inv(cov) @ off + np.linalg.slogdet(cov)[1]
                           + 3 * math.log(2 * math.pi))  # fmt: skip
        assert sum(found[name].values()) == pytest.approx(expected, abs=0.15)
    alone = NormalDist(1.0, math.sqrt(cov[0, 0])).pdf(1.5)
    assert found["a"]["first"] == pytest.approx(math.log(alone), abs=0.02)


def test_with_few_runs_the_law_is_students() -> None:
    ours = {"a": np.array([[1.0], [3.0]]), "b": np.array([[4.0], [8.0]])}
    found = parts_given_earlier([Part("x", (7.0,), 0.0, ours)])["a"]["x"]
    spread = (2.0 + 8.0) / 2 * 1.5  # two degrees of freedom
    t_squared = (7.0 - 2.0) ** 2 / spread
    density = 0.5 * (2 + t_squared) ** -1.5 * 2  # Student's with two: (2 + t^2)^(-3/2)
    assert found == pytest.approx(math.log(density) - math.log(spread) / 2)


def test_a_lower_bound_costs_nothing_where_ours_lies_well_above() -> None:
    assert log_above(1.0) == pytest.approx(math.log(NormalDist().cdf(1.0)))
    assert log_above(-29.9) == pytest.approx(log_above(-30.1), rel=0.02)
    found = bounded({"above": [29.0, 30.0, 31.0], "below": [9.0, 10.0, 11.0]}, 20.0, 0.0)
    assert found["above"] == pytest.approx(0.0, abs=1e-9)
    assert found["below"] == pytest.approx(log_above(-10 / math.sqrt(4 / 3)))


def runs_about(figures: Figures, seed: int, count: int = 8) -> list[Figures]:
    """Runs that differ from each other as seeds do."""
    dice = np.random.default_rng(seed)

    def near(value: float, spread: float) -> float:
        return float(value + spread * dice.normal())

    return [
        replace(
            figures, seed=number, won=round(near(figures.won, 2.5)),
            drawn=round(near(figures.drawn, 1.5)), plies=near(figures.plies, 1.5),
            sevens=tuple(round(near(won, 1.0)) for won in figures.sevens),
            sets=near(figures.sets, 1.5), discarded=round(near(figures.discarded, 2.0)),
            leaders=round(near(figures.leaders, 2.0)), adjusted=near(figures.adjusted, 0.3),
            signs={**SIGNS, [*SIGNS][number % 12]: 0},
        )
        for number in range(count)
    ]  # fmt: skip


def test_the_reading_that_is_the_papers_is_the_likeliest() -> None:
    low = replace(FAIR, sets=15.0, won=12, drawn=5)
    second = {"papers": runs_about(FAIR, 3), "other": runs_about(low, 4)}
    table = series_readings.second_table(second)
    assert series_readings.best(table) == "papers"
    assert table["papers"]["sets"] > table["other"]["sets"] + 2
    spared = replace(FAIR, adjusted=0.78 * FAIR.used)
    uses = series_readings.second_table({"papers": runs_about(FAIR, 3),
                                         "spared": runs_about(spared, 3)})["spared"]  # fmt: skip
    assert uses["uses"] > uses["counts"] + 2
    assert series_readings.total(uses, uses=True) > series_readings.total(uses)
    first = replace(FAIR, won=16, drawn=0, sets=20.0, discarded=29, twice=20, leaders=26)
    away = replace(first, sevens=(3, 2, 2, 2), drawn=5, discarded=36)
    found = series_readings.first_table({"papers": runs_about(first, 5),
                                         "other": runs_about(away, 6)})  # fmt: skip
    assert series_readings.best(found) == "papers"


def test_seeds_that_agree_leave_no_error_in_a_readings_sum() -> None:
    runs = {"papers": runs_about(FAIR, 6), "other": [FAIR] * 6}
    for make, sums in ((series_readings.first_table, 1), (series_readings.second_table, 2)):
        found = [series_readings.errors(make, runs, name) for name in runs]
        assert [len(errors) for errors in found] == [sums, sums]
        assert min(found[0]) > 0.1 and max(found[1]) < 1e-6


@pytest.mark.slow
@pytest.mark.usefixtures("all_brief")
def test_readings_are_played_once_and_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = {
        series: {name: readings[name] for name in [*readings][:1]}
        for series, readings in series_readings.READINGS.items()
    }
    monkeypatch.setattr(series_readings, "READINGS", few)
    monkeypatch.setattr(appendix_c, "GAMES", 28)
    for seed in (1, 2, 3):
        series_readings.play_seed(tmp_path, seed)
    files = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert len(files) == 6
    next(iter(files)).unlink()
    for seed in (1, 2, 3):
        series_readings.play_seed(tmp_path, seed)
    again = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert {*again} == {*files} and sum(again[path] != files[path] for path in files) == 1
    series_readings.print_tables(tmp_path, [1, 2, 3, 4])
    shown = capsys.readouterr().out
    assert "The first series" in shown and "The second series" in shown and "+-" in shown
    other = series_readings.kept_file(tmp_path, "first", "as it is", 1)
    assert series_readings.read_figures(other, Rules.second()) is None
