"""What odds are worth as they stand: exact chances, checked against plays and a slow twin."""

from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from machines.games.noughts.board import Board
from machines.games.noughts.players import value
from machines.kernels.generator import generator_state
from machines.pegasus.odds import Reinforcement
from machines.pegasus.play_quality import outlook, play_quality, worth
from machines.pegasus.players import Player, chances_of
from machines.pegasus.program import Pegasus, blocks
from machines.pegasus.tables import distinct_moves, result, stored_form, tables

Floats = npt.NDArray[np.float64]


def learned(seed: int, plays: int, side: int = 0) -> Pegasus:
    """The program after some plays against random play."""
    players = [Player("learn"), Player("distinct")]
    nought, cross = players if side == 0 else players[::-1]
    made = Pegasus(nought, cross, Reinforcement(), generator_state(seed))
    made.play(plays)
    return made


def naive_risk(chances: Floats, side: int) -> float:
    """The greatest chance of losing, by going through the boards one by one."""
    numbers = tables().numbers

    @cache
    def risk(board: Board) -> float:
        form = stored_form(board)[0]
        ended = result(form)
        if ended is not None:
            return float(ended == (-1 if side == 0 else 1))
        after = [risk(stored_form(form.play(square))[0]) for square, _ in distinct_moves(form)]
        if form.ply % 2 != side:
            return max(after)
        return float(sum(chances[numbers[form], k] * each for k, each in enumerate(after)))

    return risk(Board())


def test_positions_are_worth_what_perfect_play_makes_of_them() -> None:
    assert [value(form) for form in tables().forms] == worth().tolist()


def test_the_expert_is_infallible_and_perfect_and_random_play_is_neither() -> None:
    for side in (0, 1):
        expert = play_quality(chances_of("expert"), side)
        assert expert.infallible.all() and expert.perfect.all()
        assert (expert.risk == 0).all() and (expert.lapse == 0).all()
        random = play_quality(chances_of("distinct"), side)
        assert not random.infallible.any() and not random.perfect.any()


@pytest.mark.parametrize("side", (0, 1))
def test_the_risk_is_that_of_the_slow_twin(side: int) -> None:
    for seed in range(3):
        chances = learned(seed, 300, side).chances
        assert play_quality(chances, side).risk[0] == pytest.approx(
            naive_risk(chances, side), abs=1e-12
        )


def test_a_player_who_knows_the_odds_makes_the_learner_lose_as_often_as_that() -> None:
    chances = learned(4, 400).chances
    (risk,) = play_quality(chances, 0).risk
    worst = most_dangerous(chances)
    program = Pegasus(
        Player("frozen", frozen=chances),
        Player("frozen", frozen=worst),
        Reinforcement(),
        generator_state(8),
    )
    plays = 200_000
    lost = blocks(program.play(plays), plays)[0][2] / plays
    assert lost == pytest.approx(risk, abs=4 * np.sqrt(risk * (1 - risk) / plays) + 1e-9)
    assert outlook(np.where((tables().made % 2 == 0)[:, None], chances, worst))[2] == pytest.approx(
        risk, abs=1e-12
    )


def most_dangerous(chances: Floats) -> Floats:
    """Cross's play that makes Nought with these chances lose most often."""
    held = tables()
    lost = (held.results == -1).astype(np.float64)
    made = np.zeros_like(chances)
    for position in np.flatnonzero(held.choices)[::-1]:
        after = lost[held.following[position, : held.choices[position]]]
        if held.made[position] % 2 == 0:
            lost[position] = chances[position, : held.choices[position]] @ after
        else:
            made[position, after.argmax()] = 1.0
            lost[position] = after.max()
    return made


def test_one_bad_move_is_found_whatever_its_chance() -> None:
    chances = chances_of("expert").copy()
    # After Nought in a corner, Cross must take the centre: it doesn't, once in ten thousand times.
    corner = tables().numbers[stored_form(Board(1 << 1, 0))[0]]
    bad = np.flatnonzero(chances[corner] == 0)[0]
    chances[corner] *= 1 - 1e-4
    chances[corner, bad] = 1e-4
    found = play_quality(chances, 1)
    assert found.risk[0] == pytest.approx(1e-4) and found.lapse[0] == pytest.approx(1e-4)
    assert not found.infallible.any()
    assert play_quality(chances, 0).infallible.all()


def test_an_infallible_learner_can_still_give_a_won_play_away() -> None:
    chances = chances_of("expert").copy()
    # A line is there for Nought to make; it plays elsewhere and only draws or wins later.
    position = next(
        number
        for number, form in enumerate(tables().forms)
        if form.ply == 6
        and worth()[number] == 1
        and tables().choices[number] > 1
        and any(worth()[after] == 0 for after in _after(number))
    )
    elsewhere = [worth()[after] == 0 for after in _after(position)].index(True)
    chances[position] = 0.0
    chances[position, elsewhere] = 1.0
    found = play_quality(chances, 0)
    assert found.infallible.all()
    assert not found.perfect.any()


def _after(position: int) -> list[int]:
    held = tables()
    return [int(n) for n in held.following[position, : held.choices[position]]]
