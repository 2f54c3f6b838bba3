"""The graph of strength: what is learned is worth, the command, the files, today's machines."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.commands import main
from machines.exhibit.exhibit import Event, Exhibit
from machines.games.chess import Game
from machines.games.chess.moves import read_move
from machines.laboratory.samuel.files import find_polynomial
from machines.laboratory.strength import today
from machines.laboratory.strength.measure import ladder
from machines.laboratory.strength.today import (
    COLUMNS,
    FOLDER,
    WAYS,
    Row,
    StrengthCurve,
    StrengthGauge,
    kept_curves,
    read_rows,
)
from machines.laboratory.study.intervals import share
from machines.menace.beads import Cabinet
from machines.menace.odds import odds
from machines.menace.odds import points_against_start as worth_of_boxes
from machines.menace.study import Study as MenaceStudy
from machines.menace.study import StudyConfig as MenaceConfig
from machines.morph.games import as_played
from machines.morph.learner import Learner
from machines.morph.strength import play_pair
from machines.museum.headless import HeadlessMuseum
from machines.pegasus.controls import odds_at_the_start
from machines.pegasus.program import Pegasus
from machines.pegasus.strength import points_against_start as worth_of_odds
from machines.pegasus.study import Study as PegasusStudy
from machines.pegasus.study import StudyConfig as PegasusConfig
from machines.storage.registry import EXHIBITS, find_exhibit, make_exhibit
from tests.machines.commanded import refused, result_of, said

SEEDS = range(1, 6)
"""Of the kept runs of MENACE and Pegasus, as docs/research/strength.md has them."""
NAMES = [one.name for one in EXHIBITS]


# -- what is learned is worth ----------------------------------------------------------------------


def test_who_has_learned_nothing_has_half_of_the_points() -> None:
    assert worth_of_boxes() == pytest.approx(0.5, abs=1e-12)
    assert worth_of_boxes(Cabinet.new("304")) == pytest.approx(0.5, abs=1e-12)
    assert worth_of_odds(odds_at_the_start()) == pytest.approx(0.5, abs=1e-12)


def test_boxes_are_worth_the_mean_of_two_plays_with_the_sides_changed() -> None:
    study = MenaceStudy.begin(MenaceConfig("menace", seed=3))
    study.play(200)
    mine, other = study.cabinet, study.opponent
    assert isinstance(other, Cabinet)
    first, second = odds(mine, Cabinet.new("second")), odds(Cabinet.new("304"), other)
    wanted = (first.win + first.draw / 2 + second.loss + second.draw / 2) / 2
    assert worth_of_boxes(mine, other) == pytest.approx(wanted)
    assert worth_of_boxes(other, mine) == worth_of_boxes(mine, other) > worth_of_boxes(mine) > 0.5


@pytest.mark.slow
def test_odds_are_worth_what_plays_by_them_come_to() -> None:
    program = Pegasus.between("learn", "learn", seed=5)
    program.play(300)
    learned = program.chances.copy()
    points = 0.0
    for seat in (0, 1):
        players = [odds_at_the_start(), odds_at_the_start()]
        players[seat] = learned
        points += _points_by_playing(players, seat) / 2
    assert worth_of_odds(learned) == pytest.approx(points, abs=0.02)


def _points_by_playing(players: list[np.ndarray], seat: int, games: int = 2_000) -> float:
    """The share of the points of that seat, by plays drawn one by one."""
    from machines.pegasus.tables import tables

    held, dice, points = tables(), np.random.default_rng(7), 0.0
    for _ in range(games):
        at = 0
        while held.choices[at]:
            count = held.choices[at]
            chances = players[held.made[at] % 2][at, :count]
            at = int(held.following[at, dice.choice(count, p=chances / chances.sum())])
        result = int(held.results[at]) * (1 if seat == 0 else -1)
        points += (1 + result) / 2
    return points / games


@pytest.mark.slow
def test_a_pair_of_morph_is_the_same_whenever_it_is_played() -> None:
    shares = [play_pair(Learner(), 1, number) for number in range(3)]
    assert shares == [play_pair(Learner(), 1, number) for number in range(3)]
    assert set(shares) <= {0.0, 0.25, 0.5, 0.75, 1.0}


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture
def boxes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Records of two short tournaments."""
    made = [str(tmp_path / f"boxes-{seed}.sqlite") for seed in (1, 2)]
    for seed, path in zip((1, 2), made, strict=True):
        words = f"menace tournament --opponent menace --games 40 --seed {seed} --out {path}"
        done(capsys, *words.split())
    return made


def done(capsys: pytest.CaptureFixture[str], *words: str) -> None:
    """Have a command done that may note where it keeps its record."""
    assert main(words) == 0
    capsys.readouterr()


def test_runs_are_put_together_and_written_as_the_museum_reads_them(
    boxes: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "menace.csv"
    told = said(capsys, "strength", *boxes, "--at", "40,10", "--out", str(out))
    rows = read_rows(out)
    assert [one.experience for one in rows] == [10, 40]
    worths = []
    for seed in (1, 2):
        study = MenaceStudy.begin(MenaceConfig("menace", seed=seed))
        study.play(10)
        assert isinstance(study.opponent, Cabinet)
        worths.append(worth_of_boxes(study.cabinet, study.opponent))
    wanted = share(worths)
    assert rows[0].points == pytest.approx(wanted.value, abs=1e-4)
    assert (rows[0].low, rows[0].high) == pytest.approx((wanted.low, wanted.high), abs=1e-4)
    assert (rows[0].exhibit, rows[0].runs, rows[0].games) == ("menace", 2, 0)
    assert result_of(told)["points"] == f"{rows[1].points:.4f}"


def test_without_at_the_points_climb_a_ladder_to_the_run_s_end(
    boxes: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = said(capsys, "strength", boxes[0]).splitlines()
    assert [line.split()[1] for line in lines[1:-1]] == ["1", "3", "10", "30", "40"]
    assert ladder(1) == (1,) and ladder(30) == (1, 3, 10, 30)


def test_a_match_is_measured_in_pairs_of_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = str(tmp_path / "morph.sqlite")
    words = f"learn morph --games 3 --opponent house --seed 1 --jobs 1 --out {run}"
    done(capsys, *words.split())
    out = tmp_path / "morph.csv"
    said(capsys, "strength", run, "--at", "2", "--games", "4", "--out", str(out))
    (row,) = read_rows(out)
    assert (row.exhibit, row.experience, row.games, row.seed, row.runs) == ("morph", 2, 4, 1, 1)
    assert row.low <= row.points <= row.high and row.low < row.high


def test_what_can_t_be_measured_is_refused_by_name(
    boxes: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "expected 41 or more" in refused(capsys, "strength", boxes[0], "--at", "41")
    assert "an even number" in refused(capsys, "strength", boxes[0], "--games", "3")
    assert "no such file" in refused(capsys, "strength", str(tmp_path / "none.sqlite"))
    assert "numbers of games" in refused(capsys, "strength", boxes[0], "--at", "10,x")
    other = str(tmp_path / "odds.sqlite")
    done(capsys, "pegasus", "run", "--plays", "20", "--out", other)
    assert "one machine" in refused(capsys, "strength", boxes[0], other)


def test_a_record_whose_plays_come_out_otherwise_is_refused(
    boxes: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(boxes[1])) as other:  # the plays of another seed
        ((data,),) = other.execute("SELECT data FROM blocks").fetchall()
    with closing(sqlite3.connect(boxes[0])) as run:
        run.execute("UPDATE blocks SET data = ?", (data,))
        run.commit()
    assert "comes out otherwise after play 0" in refused(capsys, "strength", boxes[0])


# -- the files that ship ---------------------------------------------------------------------------


def test_every_exhibit_has_its_points_in_order() -> None:
    for name in NAMES:
        rows = read_rows(FOLDER / f"{name}.csv")
        assert {one.exhibit for one in rows} == {name} and len(rows) >= 3
        assert rows[-1].points > 0.6, name


def test_the_exact_points_that_ship_follow_from_their_seeds() -> None:
    kept = {one.experience: one for one in read_rows(FOLDER / "menace.csv")}
    studies = [MenaceStudy.begin(MenaceConfig("menace", seed=seed)) for seed in SEEDS]
    for study in studies:
        study.play(300)
    sides = [[one.cabinet, one.opponent] for one in studies]
    boxes = share([worth_of_boxes(*[c for c in two if isinstance(c, Cabinet)]) for two in sides])
    assert kept[300].points == pytest.approx(boxes.value, abs=6e-5)
    assert kept[300].high == pytest.approx(boxes.high, abs=6e-5)
    kept = {one.experience: one for one in read_rows(FOLDER / "pegasus.csv")}
    programs = [
        PegasusStudy.begin(PegasusConfig("learn", "learn", seed=seed)).program for seed in SEEDS
    ]
    for program in programs:
        program.play(1_000)
    found = share([worth_of_odds(program.chances) for program in programs])
    assert kept[1_000].points == pytest.approx(found.value, abs=6e-5)


def test_anaconda_s_points_are_those_of_its_own_chart() -> None:
    lines = (FOLDER.parent / "players" / "anaconda-strength.csv").read_text().splitlines()[1:]
    charted = {int(line.split(",")[0]): float(line.split(",")[4]) for line in lines}
    rows = read_rows(FOLDER / "anaconda.csv")
    assert {one.experience // 150: one.points for one in rows} == pytest.approx(charted)


def test_a_file_that_is_none_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(today, "FOLDER", tmp_path)
    good = ",".join(map(str, Row("menace", 10, 0.6, 0.5, 0.7, 1, 0, 0).cells()))
    (tmp_path / "menace.csv").write_text(f"{','.join(COLUMNS)}\n{good}\n")
    (tmp_path / "pegasus.csv").write_text(f"{','.join(COLUMNS)}\n{good.replace('0.7', '0.2')}\n")
    with pytest.raises(RefusedError, match="line 2"):
        read_rows(tmp_path / "pegasus.csv")
    assert [one.name for one in kept_curves(NAMES)] == ["menace"]


def test_the_museum_without_a_window_shows_the_curves_too() -> None:
    assert [one.name for one in HeadlessMuseum().strength()] == NAMES


# -- today's machines ------------------------------------------------------------------------------


def gauge_of(exhibits: dict[str, Exhibit]) -> StrengthGauge:
    def at_once(work: Callable[[], None]) -> None:
        work()

    return StrengthGauge(NAMES, exhibits.get, at_once)


def curve_of(gauge: StrengthGauge, name: str) -> StrengthCurve:
    if gauge._thread is not None:
        gauge._thread.join()
    return next(one for one in gauge.curves if one.name == name)


def test_today_s_boxes_are_measured_as_visitors_have_taught_them(
    caplog: pytest.LogCaptureFixture,
) -> None:
    menace = make_exhibit(find_exhibit("menace"))
    gauge = gauge_of({"menace": menace})
    gauge.measure()
    assert curve_of(gauge, "menace").state == "none"  # nobody has played
    assert curve_of(gauge, "morph").state == "not_yet"  # not switched on
    menace.operate(Event("menace", "table.opponent", 1, 0))
    menace.operate(Event("menace", "table.run", 1, 0))
    table = menace.state.table  # type: ignore[attr-defined]
    for _ in range(4_000):
        if table.book.plays >= 5:
            break
        menace.advance(1_000_000)
    assert table.book.plays >= 5
    before = deepcopy(table.cabinet)
    assert not before.on_board
    gauge.measure()
    point = curve_of(gauge, "menace").today
    assert point is not None and point.games == table.book.plays
    assert point.points == pytest.approx(worth_of_boxes(before)) == point.low
    assert np.array_equal(table.cabinet.beads, before.beads)
    moments = set()
    while table.book.plays == point.games:  # the same all through the next play
        gauge = gauge_of({"menace": menace})
        gauge.measure()
        assert curve_of(gauge, "menace").today == point
        moments.add((len(table.cabinet.on_board), table.play.phase))
        menace.advance(500_000)
    assert len(moments) > 4 and "was not measured" not in caplog.text


def test_today_s_odds_are_measured_as_they_were_learned() -> None:
    pegasus: Any = make_exhibit(find_exhibit("pegasus"))
    state = pegasus.state
    gauge = gauge_of({"pegasus": pegasus})
    gauge.measure()
    assert curve_of(gauge, "pegasus").state == "none"
    for games in (60, 400):
        state.trial.add(state.store.program.play(games))
        gauge.measure()
        point = curve_of(gauge, "pegasus").today
        assert point is not None and point.games == state.trial.plays
        assert point.points == pytest.approx(worth_of_odds(state.store.learned()))
        assert (point.points > 0.6) == (games == 400)


def test_an_unknown_exhibit_and_one_that_does_not_learn_have_no_point() -> None:
    assert "anaconda" not in WAYS
    gauge = gauge_of({"anaconda": make_exhibit(find_exhibit("menace"))})
    gauge.measure()
    assert curve_of(gauge, "anaconda").state == "none"


def check_today_s_morph(morph: Any, games: int) -> None:
    """That it has a point only after a game that it didn't come with."""
    gauge = gauge_of({"morph": morph})
    gauge.measure()
    assert curve_of(gauge, "morph").state == "none"
    game = Game()
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        game.play(read_move(move))
    morph.learner.learn(as_played(game, morph_white=True), np.random.default_rng(1))
    gauge.measure()
    point = curve_of(gauge, "morph").today
    assert point is not None and point.games == games + 1 and point.low < point.high
    thread = gauge._thread
    gauge.measure()  # nothing else was learned: it isn't measured again
    assert gauge._thread is thread and curve_of(gauge, "morph").today == point


def test_today_s_morph_is_measured_beside_the_museum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(today, "GAMES", 2)
    new = Learner()
    check_today_s_morph(SimpleNamespace(learner=new, trained=new.to_bytes()), 0)


@pytest.mark.slow
def test_today_s_morph_is_measured_though_3000_games_came_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(today, "GAMES", 4)
    check_today_s_morph(make_exhibit(find_exhibit("morph")), 3_000)


@pytest.mark.slow
def test_today_s_alpha_plays_what_he_began_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(today, "GAMES", 4)

    def taught(now: str, began: str, games: float) -> Exhibit:
        alpha, start = (
            SimpleNamespace(alpha=SimpleNamespace(polynomial=find_polynomial(one, "test")))
            for one in (now, began)
        )
        series = SimpleNamespace(kept=[start])
        learning = SimpleNamespace(there=True, games=games, contest=alpha, series=series)
        state = SimpleNamespace(learning=learning)
        return SimpleNamespace(program=SimpleNamespace(state=state))  # type: ignore[return-value]

    gauge = gauge_of({"ibm704": taught("standard", "pieces", 2.4)})
    gauge.measure()
    point = curve_of(gauge, "ibm704").today
    assert point is not None and point.games == 2 and 0 <= point.low < point.high <= 1
    for same in (taught("pieces", "pieces", 3.0), taught("standard", "pieces", 0.5)):
        gauge = gauge_of({"ibm704": same})
        gauge.measure()
        assert curve_of(gauge, "ibm704").state == "none"


def test_a_fault_of_a_measurement_is_no_point_and_no_fall(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> float:
        raise ZeroDivisionError

    monkeypatch.setitem(WAYS, "menace", lambda one: today.Learned(3, 1, broken))
    gauge = gauge_of({"menace": make_exhibit(find_exhibit("menace"))})
    gauge.measure()
    assert curve_of(gauge, "menace").state == "not_yet"
