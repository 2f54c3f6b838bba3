"""The rows of Chellapilla and Fogel's paper."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from devices.refusal import RefusedError
from machines.anaconda import evolution as rules
from machines.anaconda import network
from machines.anaconda.evolution import EvolutionConfig
from machines.commands import main
from machines.games.draughts.board import Position
from machines.games.draughts.notation import read_fen
from machines.laboratory.anaconda.study import begin_evolution
from machines.laboratory.printed import anaconda as printed
from machines.laboratory.reproduce import anaconda, evolution, matches, report
from machines.laboratory.reproduce.artefacts import Effort, Made, Row, played_game, printed_moves
from machines.laboratory.reproduce.matches import Match, mobilities, mobility, play_matches
from machines.storage.run_store import read_run
from tests.machines.laboratory.printed.test_printed import PAPERS


def rows_of(name: str) -> dict[str, Row]:
    (one,) = (one for one in anaconda.ARTEFACTS if one.name == name)
    return {row.what: row for row in one.make(Effort(quick=True)).rows}


@pytest.mark.parametrize("name", ["network", "game"])
def test_what_ours_was_built_by_is_no_outcome(name: str) -> None:
    rows = rows_of(name)
    assert {row.verdict for row in rows.values()} == {"agrees"}
    assert {row.kind for row in rows.values()} == {"constant"}


def test_a_wrong_number_in_the_program_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One planted of each kind: a value, a rule, an interval, a bound."""
    monkeypatch.setattr(rules, "GAMES_EACH", 6)
    monkeypatch.setattr(rules, "WON", 2.0)
    monkeypatch.setattr(rules, "TAU", 0.0841)
    monkeypatch.setattr(network, "MOST_KING", 3.1)
    wrong = {what for what, row in rows_of("network").items() if row.verdict != "agrees"}
    assert wrong == {"games that each player begins", "points for a win", "tau", "its bounds"}


def test_the_deck_has_the_game_of_the_appendix() -> None:
    """Ply by ply, with the marks of the moves that were forced."""
    scan = PAPERS / printed.SCAN
    if not scan.is_file():
        pytest.skip(f"the scan {scan.name} isn't here")
    text = "\n".join(scan.read_text(encoding="utf-8").split("\n")[126:187])
    moves = re.findall(r"[RW]: ?([0-9-]+)( ?\(f\))?", text)
    assert [move for move, _ in moves] == [
        move.replace("X", "-") for move in printed_moves(anaconda.GAME)
    ]
    forced = tuple(ply for ply, (_, mark) in enumerate(moves, start=1) if mark)
    assert (len(moves), forced) == (printed.GAME_PLIES.value, printed.FORCED.value)


def test_a_tale_that_the_printed_moves_dont_bear_out_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in (("EARLY_LEAD", (20, 23)), ("GIVES_UP", (31, 33)), ("COMES_BACK", 57)):
        monkeypatch.setattr(printed, name, replace(getattr(printed, name), value=value))
    rows = anaconda.told_of(played_game(anaconda.GAME))
    assert [row.verdict for row in rows] == ["differs"] * 3 + ["agrees"] * 2


def test_a_win_by_force_is_found_in_as_many_plies() -> None:
    assert anaconda.plies_to_win(read_fen("W:WK1,K23,K28:B25"), 8) == 5
    assert anaconda.plies_to_win(read_fen("W:W22:B18"), 3) == 1
    assert anaconda.plies_to_win(Position.start(), 3) == math.inf


# -- matches ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """A pair's share of its two points, for ``a``."""

    points: float


def pairs(*points: float) -> Any:
    return [Pair(one) for one in points]


def test_it_grows_where_the_difference_is_sure() -> None:
    def verdict(before: Any, after: Any) -> str:
        return matches.more("points", printed.IMPROVES, matches.points_of(before),
                            matches.points_of(after), kind="stand-in").verdict  # fmt: skip

    assert verdict(pairs(0.5, 0.25, 0.5, 0.75), pairs(0.75, 0.5, 0.75, 1.0)) == "agrees"
    assert verdict(pairs(0.5, 0.25, 0.5, 0.75), pairs(0.75, 0.25, 0.5, 0.75)) == "inconclusive"
    assert verdict(pairs(0.75, 0.5, 0.75, 1.0), pairs(0.5, 0.25, 0.5, 0.75)) == "differs"


def test_matches_of_as_many_games_have_the_same_openings() -> None:
    told: list[float] = []
    both = [Match("random", "random", 1, 1, 4), Match("samuel:pieces", "random", 1, 1, 4)]
    first, second = play_matches(Effort(tell=told.append), both).values()
    opened = [[one.games[0].moves[:3] for one in played] for played in (first, second)]
    assert opened[0] == opened[1]
    assert len(set(opened[0])) == 2
    assert told == [0.25, 0.5, 0.75, 1.0]
    assert len(mobilities(first)) == 2


def test_mobility_is_counted_at_a_sides_own_turns() -> None:
    game = played_game(anaconda.GAME)
    three = replace(game, moves=game.moves[:3])  # 11-15 22-18 15X22: 7, 7, 1 and 2 legal moves
    assert mobility(three, black=True, begins=0) == (7 + 1) / 2 - (7 + 2) / 2
    assert mobility(three, black=False, begins=0) == 0.5
    assert mobility(three, black=True, even=True, begins=0) == (7 + 1) / 2 - 7
    assert math.isnan(mobility(three, black=True))


def test_no_row_names_a_folder_of_this_computer() -> None:
    assert matches.short_name(anaconda.BEGINNING) == "anaconda:anaconda-0.network"
    assert matches.short_name("anaconda:pieces") == "anaconda:pieces"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hoyle", "plies", "mobility", "ladder"])
def test_the_shipped_player_stands_in_and_its_rows_say_how_it_was_made(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(anaconda, "QUICK_GAMES", 8)
    monkeypatch.setattr(anaconda, "LOOKS", (1, 6, 8))
    rows = rows_of(name)
    compared = [row for row in rows.values() if row.verdict != "impossible"]
    assert compared
    assert {row.kind for row in compared} == {"stand-in"}
    assert all("temporal differences" in row.what for row in compared)


# -- evolution by the paper's rules alone ----------------------------------------------------------


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> EvolutionConfig:
    """Evolutions of one generation, of games of two moves."""
    for name, value in (("GENERATIONS", 1), ("PLY", 1), ("GAMES", 2), ("CURVE_GAMES", 2),
                        ("LONG_RUNS", 2), ("CURVE", (0, 1, 2))):  # fmt: skip
        monkeypatch.setattr(evolution, name, value)
    settings = EvolutionConfig(moves=2)
    monkeypatch.setattr(evolution, "EvolutionConfig", lambda: settings)
    return settings


@pytest.mark.slow
def test_evolution_is_gone_on_with(tmp_path: Path, brief: EvolutionConfig) -> None:
    begin_evolution(tmp_path / "anaconda-1.sqlite", brief, 1)
    made = evolution.evolved(Effort(folder=tmp_path))
    assert [row[:2] for row in made.numbers] == [(1, 1), (2, 1), (3, 1)]
    assert [row.kind for row in made.rows] == ["outcome", "outcome", "stand-in"]
    again = evolution.evolved(Effort(folder=tmp_path))
    assert (again.rows, again.numbers) == (made.rows, made.numbers)
    with read_run(tmp_path / "anaconda-3.sqlite", "anaconda") as run:
        assert run.plays == 1
    with pytest.raises(RefusedError, match="other settings"):
        begin_evolution(tmp_path / "anaconda-1.sqlite", brief, 2)


@pytest.mark.slow
def test_the_long_evolution_takes_up_the_short_one(tmp_path: Path, brief: EvolutionConfig) -> None:
    short = evolution.evolved(Effort(folder=tmp_path))
    long = evolution.strength_curves(Effort(folder=tmp_path))
    with read_run(tmp_path / "anaconda-1.sqlite", "anaconda") as run:
        assert run.plays == 2
    met = [(name, generation, against) for name, generation, against, *_ in long.numbers]
    for seed in ("seed 1", "seed 2"):
        assert [one for one in met if one[0] == seed] == [
            (seed, 0, evolution.SHIPPED),
            *((seed, at, against) for at in (1, 2)
              for against in (evolution.OWN, evolution.SHIPPED)),
        ]  # fmt: skip
    assert {row.kind for row in long.rows} == {"outcome"}
    assert len(long.charts) == 2
    assert evolution.evolved(Effort(folder=tmp_path)).numbers == short.numbers


def test_a_report_makes_the_long_evolution_only_where_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[str] = []

    def make(name: str) -> Callable[[Effort], Made]:
        def note(_: Effort) -> Made:
            made.append(name)
            return Made([])

        return note

    some = [one for one in anaconda.ARTEFACTS if one.name in ("game", "evolution840")]
    noted = tuple(replace(one, make=make(one.name)) for one in some)
    monkeypatch.setattr(report, "ARTEFACTS", noted)
    words = ["reproduce", "--paper", "anaconda", "--out", str(tmp_path)]
    assert main(words) == 0
    assert made == ["game"]
    page = (tmp_path / report.PAGE).read_text()
    assert "Left out of the whole report" in page
    assert "hours on two cores" in page
    assert main([*words, "--only", "evolution840"]) == 0
    assert made == ["game", "evolution840"]
    assert "Left out" not in (tmp_path / report.PAGE).read_text()
    capsys.readouterr()
