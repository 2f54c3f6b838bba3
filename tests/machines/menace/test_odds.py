"""Chances for the beads as they lie: the twin's fractions, and what is then played."""

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.games.noughts.board import Board
from machines.games.noughts.kernels import choose
from machines.kernels.generator import generator_state
from machines.menace.beads import Cabinet
from machines.menace.build import build
from machines.menace.odds import odds
from machines.menace.sides import Player
from machines.menace.tournament import tournament
from tests.naive import menace as naive
from tests.naive import noughts

COMPILED = hasattr(choose, "signature")


def test_random_against_random_has_the_exact_fractions() -> None:
    found = odds("random", "random")
    assert (found.win, found.draw, found.loss) == pytest.approx((737 / 1260, 8 / 63, 121 / 420))
    found = odds("distinct", "distinct")
    assert (found.win, found.draw, found.loss) == pytest.approx(
        (215363 / 362880, 39959 / 302400, 497831 / 1814400), rel=1e-14
    )


@pytest.mark.parametrize("over", ["squares", "distinct"])
def test_the_odds_are_the_twins_fractions(over: str) -> None:
    cabinet = Cabinet.new()
    tournament(300, cabinet, "random", generator_state(9))
    boxes = {
        face.rows().replace("/", ""): [c for c in range(9) for _ in range(int(row[c]))]
        for face, row in zip(build("304").faces, cabinet.beads, strict=True)
    }
    cross = "random" if over == "squares" else "distinct"
    for rows in ("O.X/.../...", "OX./.../..."):
        board = Board.of_rows(rows)
        found = odds(cabinet, cross, board=board)
        exact = naive.odds(boxes, rows.replace("/", ""), over)
        assert (found.win, found.draw, found.loss) == pytest.approx(
            tuple(map(float, exact)), abs=1e-13
        )


def test_the_odds_of_what_is_finished_are_certain() -> None:
    assert odds("random", "random", board=Board.of_rows("OOO/XX./...")).win == 1.0
    assert noughts.finished("OOOXX....")


@pytest.mark.skipif(not COMPILED, reason="five hundred thousand plays")
@pytest.mark.parametrize(
    ("name", "cross"),
    [("304", "random"), ("287L", "1961"), ("287W", "perfect"), ("304", "boxes")],
)
def test_plays_without_learning_come_out_as_the_odds_say(name: str, cross: str) -> None:
    state = generator_state(27)
    other: Player = Cabinet.new("second") if cross == "boxes" else cross
    cabinet = Cabinet.new(name)
    tournament(100, cabinet, other, state, reload=True)
    told = odds(cabinet, other, number=300)
    played = tournament(40_000, cabinet, other, state, learning=False, first=300)
    assert told.win + told.draw + told.loss == pytest.approx(1)
    for count, chance in (
        (played.wins, told.win),
        (played.draws, told.draw),
        (played.losses, told.loss),
    ):
        assert abs(count - 40_000 * chance) <= 4.5 * np.sqrt(40_000 * chance * (1 - chance)) + 1e-6


def test_odds_follow_the_variant_of_1961() -> None:
    cabinet = Cabinet.new()
    corner = Board().play(1)
    assert odds(cabinet, "1961", number=1, board=corner).loss > 0
    assert (
        odds(cabinet, "1961", number=30, board=corner).win
        > odds(cabinet, "1961", number=1, board=corner).win
    )


def test_no_odds_while_the_machine_declines() -> None:
    cabinet = Cabinet.new()
    cabinet.cups += cabinet.beads[0]
    cabinet.beads[0] = 0
    with pytest.raises(RefusedError, match="declines"):
        odds(cabinet, "random")
