"""Morph's rows: the museum's Table 5.1 is the registry's, what is too noisy is inconclusive, and a
row planted wrong is found.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from machines.games.chess.board import Position
from machines.games.chess.moves import find_move, make
from machines.laboratory.morph.databases import SHIPPED_NAME, KeptGame
from machines.laboratory.morph.patterns import rank_correlation
from machines.laboratory.printed import morph as printed
from machines.laboratory.reproduce import morph, morph_opponents, morph_rules, morph_runs
from machines.laboratory.reproduce.artefacts import Effort, Row
from machines.laboratory.reproduce.morph import Run
from machines.laboratory.reproduce.morph_opponents import SEATS, FrozenGame, FrozenGames, Seat
from machines.laboratory.reproduce.morph_runs import FULL
from machines.morph.history import GAMES, PATTERNS, POINTS, TABLE
from machines.morph.learner import Record
from machines.morph.patterns import MaterialPattern
from machines.morph.settings import VERSIONS

SEEDS = list(range(1, 21))
ROOK_DOWN = (0, 0, 0, -1, 0)


def by_what(rows: list[Row]) -> dict[str, Row]:
    return {row.what: row for row in rows}


def record(material: tuple[int, int, int, int, int], **changed: float) -> Record:
    """What is printed of a material, but for what is changed."""
    usual = Record(
        number=0,
        pattern=MaterialPattern(material),
        weight=printed.WEIGHT[material].value,
        updates=printed.UPDATES[material].value,
        uses=0,
        variance=printed.VARIANCE[material].value,
        age=printed.AGE[material].value,
        way="material",
    )
    return replace(usual, **changed)  # type: ignore[arg-type]


def rows_of(updates: list[int]) -> dict[str, Row]:
    """Those of one rook down, of runs with so many updates."""
    found: list[Run] = [{ROOK_DOWN: record(ROOK_DOWN, updates=count)} for count in updates]
    return by_what(morph._of_material(ROOK_DOWN, found, SEEDS[: len(updates)]))


def test_the_museums_table_is_the_registrys() -> None:
    assert [row.material for row in TABLE] == list(printed.WEIGHT)
    for row in TABLE:
        ours = (row.weight, row.updates, row.variance, row.age, row.traditional)
        columns = (
            printed.WEIGHT, printed.UPDATES, printed.VARIANCE, printed.AGE, printed.VALUE
        )  # fmt: skip
        assert ours == tuple(column[row.material].value for column in columns)
    assert (printed.GAMES.value, printed.PATTERNS.value) == (GAMES, PATTERNS)


def test_what_is_derived_from_the_table_is_right() -> None:
    weights = [cell.value for cell in printed.WEIGHT.values()]
    values = [cell.value for cell in printed.VALUE.values()]
    assert round(rank_correlation(weights, values), 3) == printed.RANK.value == 0.96
    assert printed.ALL_UPDATES.value == 11_020
    assert [cell.value for cell in printed.UPDATES_MORE.values()] == [108, 91, 97, 87, 101]
    assert [cell.value for cell in printed.WEIGHTS_OF_BOTH.values()] == [
        0.99, 1.012, 1.006, 0.994, 0.988
    ]  # fmt: skip
    z = np.arctanh(printed.RANK.value) + np.array([-1.96, 1.96]) * np.sqrt(1.06 / (19 - 3))
    ends = morph.RANK_ENDS
    assert np.tanh(z) == pytest.approx((ends.low, ends.high), abs=0.002)
    assert morph._values() == printed.VALUES.value
    assert sum(d * v for d, v in zip(ROOK_DOWN, POINTS, strict=True)) == -5


def test_updates_of_a_rook_down_that_spread_widely_are_inconclusive() -> None:
    """From -134 to 890 by our own noise was green: an interval must be the paper's."""
    spread = np.random.default_rng(1).normal(374, 245, len(SEEDS))
    row = rows_of([max(1, round(count)) for count in spread])["-1R: updates"]
    assert row.verdict == "inconclusive"
    assert row.accepted == "500.2 to 833.8" and row.margin == "+-25%"


def test_a_row_agrees_with_what_is_printed_and_differs_where_it_is_far() -> None:
    near = rows_of([660, 664, 668, 672, 676] * 4)
    assert {row.verdict for row in near.values()} == {"agrees"}
    assert {row.kind for row in near.values()} == {"outcome"}
    assert rows_of([300, 302, 304, 306, 308] * 4)["-1R: updates"].verdict == "differs"


def test_a_number_by_which_our_reading_was_chosen_is_no_outcome() -> None:
    even = (0, 0, 0, 0, 0)
    rows = by_what(morph._of_material(even, [{even: record(even)}] * 3, SEEDS[:3]))
    assert rows["even: updates"].kind == "constant"
    assert "chosen by it" in rows["even: updates"].statistic
    assert rows["even: weight"].kind == "outcome"


def test_material_is_compared_in_the_runs_that_have_met_it() -> None:
    met: list[Run] = [{ROOK_DOWN: record(ROOK_DOWN)}]
    rows = morph._of_material(ROOK_DOWN, [*met * 2, {}], SEEDS[:3])
    assert [row.verdict for row in rows] == ["impossible"] * 4
    assert rows[0].why == "Only 2 of our 3 runs had met that material in 106 games."
    rows = morph._of_material(ROOK_DOWN, [{}, *met * 3], SEEDS[:4])
    assert [row.verdict for row in rows] == ["agrees"] * 4
    assert rows[0].seeds == "3 runs, seeds 2 to 4"


def test_the_printed_table_beside_itself_agrees() -> None:
    found: list[Run] = [
        {row.material: record(row.material, weight=row.weight + shift) for row in TABLE}
        for shift in (-0.002, 0.0, 0.002)
    ]
    rows = by_what(morph._of_all(found, found, SEEDS[:3]) + morph._of_both_sides(found, SEEDS[:3]))
    for material in printed.WEIGHT:
        rows |= by_what(morph._of_material(material, found, SEEDS[:3]))
    assert len(rows) == 4 + 10 + 4 * len(TABLE)
    assert {row.verdict for row in rows.values()} == {"agrees"}
    assert rows["weight updates in the 19 rows"].printed == "11,020"
    assert rows["w(+Q) + w(-Q)"].printed == "0.988"


def test_an_age_is_judged_by_the_game_in_which_the_material_stood_first() -> None:
    ends = morph._age_ends(printed.AGE[0, 0, -1, 0, 0])  # first in game 21 of 106
    assert (ends.low, ends.high) == (65, 96.5)
    assert morph._age_ends(printed.AGE[0, 0, 0, 0, 0]).high == 106


# -- rules -----------------------------------------------------------------------------------------


def test_every_rule_of_the_text_is_ours() -> None:
    rows = [*morph_rules.evaluation(Effort()).rows, *morph_rules.patterns(Effort()).rows]
    assert {row.kind for row in rows if row.verdict != "impossible"} == {"constant"}
    assert [row.verdict for row in rows].count("agrees") == len(rows) - 2
    assert len(rows) == 27


def test_a_value_planted_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = (0.8, 0.8)
    monkeypatch.setitem(printed.TABLE_3_1, pair, replace(printed.TABLE_3_1[pair], value=0.93))
    rows = by_what(list(morph_rules.evaluation(Effort()).rows))
    assert [what for what, row in rows.items() if row.verdict == "differs"] == ["f(0.8, 0.8)"]


def test_a_formula_planted_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(morph_rules, "combined", lambda x, y: (x + y) / 2)
    rows = morph_rules._rules()
    assert [row.verdict for row in rows] == [
        "differs", "differs", "agrees", "differs", "differs", "agrees"
    ]  # fmt: skip


# -- games -----------------------------------------------------------------------------------------


def kept_game(number: int, moves: str = "", plies: int = 0, **changed: object) -> KeptGame:
    """A game of these moves, or of so many plies that nobody looks at."""
    position, data = Position.start(), bytes(2 * plies)
    for word in moves.split():
        move = find_move(position, word)
        data += move.packed().to_bytes(2, "little")
        position = make(position, move)
    usual = KeptGame(
        number=number, white=True, result=0.0, reason="checkmate", captured=0, lost=0, moves=data,
        error=0.2, updates=0, added=0, deleted=0, patterns=100, temperature=2.0, bishop=0.2,
    )  # fmt: skip
    return replace(usual, **changed)  # type: ignore[arg-type]


def test_a_run_stops_where_the_next_500_games_bring_no_more() -> None:
    def run(points: list[int]) -> list[KeptGame]:
        return [kept_game(number, captured=one) for number, one in enumerate(points, 1)]

    assert morph_runs.stops_at(run([number // 10 for number in range(1_200)] + [120] * 1_300)) == (
        1_700
    )
    assert morph_runs.stops_at(run(list(range(2_000)))) == 2_000


def test_a_game_is_level_by_men_after_15_moves() -> None:
    shuffle = "g1f3 g8f6 f3g1 f6g8 " * 7 + "g1f3 g8f6 "
    assert morph_runs._is_level(kept_game(1, shuffle + "e2e4"))
    assert not morph_runs._is_level(kept_game(1, shuffle))  # it is over by then
    taken = "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5 f1e2 e5e2 d1e2 a7a6 " + "g1f3 g8f6 f3g1 f6g8 " * 6
    assert not morph_runs._is_level(kept_game(1, taken))


def test_men_brought_out_are_morphs_own() -> None:
    moves = "e2e4 g8f6 g1f3 b8c6 f1c4 e7e5 b1c3 f8c5 d2d3 d7d6"
    assert morph._brought_out(kept_game(1, moves)) == 3
    assert morph._brought_out(kept_game(2, moves, white=False)) == 3
    assert morph._brought_out(kept_game(1, "e2e4 e7e5 d2d4 e5d4")) == 0


def long_runs() -> dict[str, list[list[KeptGame]]]:
    """Runs of each version in which all goes as the paper says."""
    dice = np.random.default_rng(1)

    def run(step: int, quiet: bool) -> list[KeptGame]:
        return [
            kept_game(number, captured=step + number // 40, error=0.3 - number / 10_000,
                      bishop=0.2 + (0.001 if quiet else 0.1) * dice.standard_normal(),
                      reason=list(morph_runs.DRAWN)[number % 3], result=0.5 * (number % 50 == 0),
                      patterns=2_500, plies=number // 14)
            for number in range(1, 401)
        ]  # fmt: skip

    names = (*VERSIONS, morph_runs.OFTEN)
    return {name: [run(3 * step, name == FULL) for _ in range(3)]
            for step, name in zip((0, 1, 2, 3, 1), names, strict=True)}  # fmt: skip


def test_runs_that_go_as_the_paper_says_agree() -> None:
    played = long_runs()
    seeds = SEEDS[:3]
    rows = by_what(
        morph_runs._of_versions(played, seeds)
        + morph_runs._of_learning(played[FULL], played[FULL], seeds)
        + morph_runs._of_games(played, seeds)
    )
    said = {what: row.verdict for what, row in rows.items()}
    assert said.pop("games until points no longer rise") == "differs"  # 400 games are all
    assert said.pop(next(what for what in said if "within a pawn" in what)) == "differs"  # short
    assert set(said.values()) == {"agrees", "impossible"}, said


def test_ways_of_drawing_that_were_not_seen_are_inconclusive() -> None:
    played = {name: [[replace(game, result=0.0) for game in run] for run in runs]
              for name, runs in long_runs().items()}  # fmt: skip
    row = by_what(morph_runs._of_games(played, SEEDS[:3]))["ways in which games were drawn"]
    assert row.verdict == "inconclusive" and row.ours.startswith("0 by stalemate")


def test_an_error_that_rises_differs() -> None:
    full = [[replace(game, error=0.5 - game.error) for game in run] for run in long_runs()[FULL]]
    rows = by_what(morph_runs._of_learning(full, full, SEEDS[:3]))
    fell = rows["TD error falls from the first hundred games to the last"]
    correlated = rows["error and points by hundreds of games: correlation, turned round"]
    assert (fell.verdict, correlated.verdict) == ("differs", "differs")
    assert "Tried" in fell.why


Done = tuple[FrozenGames, list[FrozenGame]]
Play = Callable[[FrozenGames], list[FrozenGame]]


def test_a_report_goes_on_with_games_against_level_i(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []

    def play(task: FrozenGames) -> list[FrozenGame]:
        played.append(task.first)
        if task.first == 5 and len(played) == 5:
            raise KeyboardInterrupt
        return [FrozenGame(0.5 if task.first == 2 else 0.0, task.first, 60)]

    paths = {FULL: [tmp_path / "run"]}
    monkeypatch.setattr(morph_opponents, "missing_engine", lambda name: "")
    monkeypatch.setattr(morph_opponents, "play_report_runs", lambda *asked: paths)
    monkeypatch.setattr(morph_opponents, "play_frozen", play)

    def run(jobs: int, do: Play, due: list[FrozenGames], scheduler: None) -> Iterator[Done]:
        return ((task, do(task)) for task in due)

    monkeypatch.setattr(morph_opponents, "run_tasks", run)
    effort = Effort(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        morph_opponents.level_1(effort)
    made = morph_opponents.level_1(effort)
    assert played == [1, 2, 3, 4, 5, *range(5, morph_opponents.LEVEL_I_GAMES + 1)]
    drawn, won, _ = made.rows
    assert drawn.ours.startswith("1 in 30 games") and won.ours.startswith("0 in 30 games")
    assert len(made.numbers) == morph_opponents.LEVEL_I_GAMES


def test_an_opponent_that_is_not_here_makes_its_rows_impossible(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for module in (morph_runs, morph_opponents):
        monkeypatch.setattr(module, "missing_engine", lambda name: f"{name} is not here.")
    for make_it in (morph_runs.curves, morph_opponents.opponents, morph_opponents.level_1):
        (row,) = make_it(Effort(tmp_path)).rows
        assert row.verdict == "impossible" and row.why.endswith(" is not here.")


def frozen_games(absent: dict[Seat, str]) -> dict[tuple[str, Seat, int], list[FrozenGame]]:
    """Of Morphs that take 8 points, 24 from a line that the shipped one knows by heart, and few
    points where they know nothing."""

    def games(way: str, seat: Seat, seed: int) -> list[FrozenGame]:
        points = {morph_opponents.NOTHING: seed, SHIPPED_NAME: 8 if seat.openings else 24}
        line = 0 if way == SHIPPED_NAME and not seat.openings else 1
        return [FrozenGame(0.0, points.get(way, 8), 60, bytes([line * number]))
                for number in range(20)]  # fmt: skip

    ways = (morph_opponents.PLAIN, morph_opponents.OPENED, morph_opponents.NOTHING, SHIPPED_NAME)
    return {(way, seat, seed): games(way, seat, seed) for way in ways for seat in SEATS
            if seat not in absent for seed in SEEDS[:3]}  # fmt: skip


def test_one_engine_that_is_missing_makes_its_row_impossible_and_no_other() -> None:
    absent = {SEATS[2]: "no book here."}
    rows = by_what(morph_opponents._of_seats(frozen_games(absent), absent, SEEDS[:3], 300))
    row = next(row for what, row in rows.items() if "with its book" in what)
    assert (row.verdict, row.why, row.kind) == ("impossible", "no book here.", "stand-in")
    row = rows["points a game that 300 games of learning add, against GNU Chess at one ply"]
    assert (row.verdict, row.ours) == ("agrees", "+6.0 (+3.5 to +8.5)")


def test_points_of_a_line_known_by_heart_are_found() -> None:
    rows = by_what(morph_opponents._of_seats(frozen_games({}), {}, SEEDS[:3], 300))
    what = "points after 4 plies by lot for points without"
    assert rows[f"{what}, learned as in 1992"].verdict == "agrees"
    known = rows[f"{what}, the shipped database"]
    assert (known.verdict, known.kind) == ("differs", "stand-in")
    assert known.ours.startswith("0.33")
    row = rows["different games of 10 as White against GNU Chess"]
    assert row.ours == "10, 10, 10; after 4 plies by lot 10, 10, 10; the shipped database 1"
