"""The rows of Michie's paper: what they compare, and that they can say no."""

import dataclasses
import math

import numpy as np
import pytest

from devices.screen.parts.chart import ChartState
from devices.screen.parts.figures import score_chart
from machines.laboratory.menace.opponents_of_1961 import (
    FITTED,
    PRINTED_RISES,
    STRETCHES,
    play_tournaments,
)
from machines.laboratory.printed import michie as printed
from machines.laboratory.printed.value import Printed
from machines.laboratory.reproduce import michie, michie_tournament, michie_trial_runs
from machines.laboratory.reproduce.artefacts import Effort, Made, Row
from machines.laboratory.reproduce.michie_trial_runs import TrialRuns, least_inside
from machines.menace.study import Tally
from machines.menace.text import RESULTS, scores
from machines.pegasus.printout import FIGURES, printed_plays, record_of

DIFFER = {
    "essentially distinct positions with Nought to move",
    "moves on a symmetric board, by the square that ours would print",
}
"""Constants that aren't as printed."""


def rows_of(made: Made) -> dict[str, Row]:
    rows = {row.what: row for row in made.rows}
    assert len(rows) == len(made.rows), "two rows of one name"
    return rows


@pytest.fixture(scope="module")
def constants() -> list[Row]:
    """Of the artefacts without runs, and of the line of 1961."""
    exact = [*michie.make_boxes(Effort()).rows, *michie.make_multipliers(Effort()).rows]
    return [*exact, *michie_tournament.rows_of_the_line()]


def test_what_the_machines_were_built_by_is_as_printed(constants: list[Row]) -> None:
    assert {row.kind for row in constants} == {"constant"}
    assert {row.what for row in constants if row.verdict != "agrees"} <= DIFFER
    assert all(row.why for row in constants if row.verdict != "agrees")


@pytest.mark.parametrize(
    ("name", "wrong", "row"),
    [
        ("DISTINCT_POSITIONS", 288, "positions, without those in which Nought has lost"),
        ("FIRST_BOX", "gold, white", "colours in the first box"),
        ("A", 1.026, "A"),
        ("ODDS", 5 / 3, "odds of 2 : 3 after a play won with M = 2"),
        ("SET_OF_PLAYS", 99, "plays whose average counts as one"),
        ("TOURNAMENT", (54, 78, 88), "won, drawn, lost by the line that we draw"),
        ("ABANDONS", 15, "play after which the first box holds one bead"),
    ],
)
def test_a_value_that_is_printed_otherwise_is_found(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: object, row: str
) -> None:
    value: Printed[object] = getattr(printed, name)
    monkeypatch.setattr(printed, name, dataclasses.replace(value, value=wrong))
    made = [*michie.make_boxes(Effort()).rows, *michie.make_multipliers(Effort()).rows,
            *michie_tournament.rows_of_the_line()]  # fmt: skip
    assert {one.what: one.verdict for one in made}[row] == "differs"


def test_michies_score_counts_draws_wherever_it_is_summed() -> None:
    score = Tally(*map(RESULTS.count, (1, 0, -1))).score
    (line,) = (one for one in score_chart(RESULTS).series if not one.ghost)
    assert score == scores(RESULTS)[-1] == line.points[-1][1] == 150


def test_the_line_that_we_draw_has_the_printed_levels() -> None:
    levels = {play: value.value for play, value in printed.LEVELS.items()}
    assert {play: int(scores(RESULTS)[play - 1]) for play in levels} == levels
    rises = [rise for plays in STRETCHES for rise in printed.RISES[plays].value]
    assert rises == np.diff([0, *levels.values()]).tolist() == PRINTED_RISES.tolist()
    found = play_tournaments(FITTED[0], 3, 1)
    middle = np.argsort(found.rises.sum(axis=1))[1]
    drawn = michie_tournament.chart(found)
    assert isinstance(drawn, ChartState)
    lines = {one.name: one for one in drawn.series}
    ours, ghost = lines["one of ours, its end the median"], lines["1961"]
    assert [height for _, height in ghost.points[1:]] == scores(RESULTS).tolist()
    assert [height for _, height in ours.points[1:]] == scores(found.results[middle]).tolist()


def test_the_first_box_is_down_to_one_bead_at_play_17() -> None:
    held = 12 + scores(RESULTS)
    assert held[16] == 1
    assert (held[:16] > 1).all()


@pytest.fixture(scope="module")
def tournaments() -> Made:
    return michie_tournament.make_tournaments(Effort(quick=True))


@pytest.mark.slow
def test_whoever_stands_for_the_opponent_of_1961_is_a_stand_in(tournaments: Made) -> None:
    line = {row.what for row in michie_tournament.rows_of_the_line()}
    kinds = {what: row.kind for what, row in rows_of(tournaments).items()}
    assert {kind for what, kind in kinds.items() if what in line} == {"constant"}
    assert {kind for what, kind in kinds.items() if what not in line} == {"stand-in"}
    judged = {row.what for row in tournaments.rows if "out of sample" in row.statistic}
    assert len([what for what in judged if "one who" in what]) >= 3
    assert all(what.startswith("rises in plays 107 to 132") for what in judged)


@pytest.mark.slow
def test_play_at_random_ends_as_printed() -> None:
    rows = rows_of(michie.make_random_play(Effort(quick=True)))
    assert {row.verdict for row in rows.values() if row.kind == "constant"} >= {"agrees"}
    assert {what for what, row in rows.items() if row.verdict == "differs"} <= DIFFER
    assert rows["Cross wins of 100 at random"].verdict == "inconclusive"


def test_the_nats_of_a_play_are_those_of_its_moves() -> None:
    (opening,) = michie.nats([record_of("14708")])
    # empty squares, essentially distinct moves, squares of the one that was made
    chances = [(9, 3, 4), (8, 5, 2), (7, 7, 1), (6, 4, 1), (5, 3, 1)]
    by_hand = sum(math.log(empty / (choices * kind)) for empty, choices, kind in chances)
    assert opening == pytest.approx(by_hand)
    assert len(printed_plays()) == 200


def trial(shift: int) -> TrialRuns:
    """Runs of Fig. 7 whose every block is the printed one of its first run, ``shift`` beside."""
    won = np.array([[pair[0] + shift for pair in FIGURES[0].runs[0]]] * 4)
    results = np.stack([won, np.zeros_like(won), 100 - won], axis=2)
    return TrialRuns(results, np.ones(4, np.bool_), np.zeros((4, 2)), ())


def test_blocks_are_counted_where_our_runs_lie() -> None:
    assert trial(0).inside(0, 0) >= 10
    assert trial(40).inside(0, 0) == 0
    assert trial(0).inside(0, 1) < 10  # draws there are printed, and none are ours


def test_how_many_blocks_must_lie_inside_is_worked_out() -> None:
    def chance(count: int, least: int) -> float:
        return sum(
            math.comb(count, k) * 0.95**k * 0.05 ** (count - k) for k in range(least, count + 1)
        )

    for count in (14, 18, 20, 52):
        least = least_inside(count)
        assert chance(count, least) >= 0.975 > chance(count, least + 1)


def test_every_block_of_the_figures_is_counted_once() -> None:
    blocks = {figure.number: sum(map(len, figure.runs)) for figure in FIGURES}
    assert blocks == {number: one.value for number, one in printed.BLOCKS.items()}
    assert sum(blocks.values()) == printed.ALL_BLOCKS.value


@pytest.mark.slow
def test_trial_runs_have_draws_and_both_sides_wins() -> None:
    made = michie_trial_runs.make_trial_runs(Effort(quick=True))
    rows = rows_of(made)
    for kind in michie_trial_runs.KINDS:
        mine = [row for what, row in rows.items() if what.startswith(f"blocks by {kind}")]
        assert [row.kind for row in mine] == ["outcome"] * 4
        assert mine[-1].verdict == "agrees"
    claims = {what: row.kind for what, row in rows.items() if row.where == "p. 234"}
    assert set(claims.values()) == {"stand-in", "constant"}  # the paper shows no runs of these
    assert {kind for what, kind in claims.items() if "positions" in what} == {"constant"}
