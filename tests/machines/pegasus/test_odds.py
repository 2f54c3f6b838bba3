"""Odds and multipliers as the paper gives them."""

import math

import numpy as np
import numpy.typing as npt
import pytest

from devices.refusal import RefusedError
from machines.pegasus import kernels
from machines.pegasus.odds import INFINITE, LEAST_CHANCE, Origin, Reinforcement
from tests.naive import pegasus as naive

Floats = npt.NDArray[np.float64]


def reinforced(chances: Floats, choice: int, multiplier: float) -> Floats:
    """The chances of one position's moves after one of them was reinforced (the paper's sum)."""
    rest = chances.sum() - chances[choice]
    raised = chances.copy()
    raised[choice] *= multiplier
    made: Floats = np.maximum(raised / (rest + raised[choice]), LEAST_CHANCE)
    return made


def test_the_multipliers_are_those_of_fig_6() -> None:
    made = Reinforcement().multipliers()
    printed = [1.025, 1.0506, 1.1038, 1.2184, 1.4845, 2.2038, 4.8565]
    assert made[8:1:-1] == pytest.approx(printed, abs=5e-5)
    assert made[1] == INFINITE
    assert Reinforcement(last_infinite=False).multipliers()[1] == pytest.approx(23.586, abs=5e-4)


def test_the_kernel_reinforces_as_the_paper_and_the_twin_do() -> None:
    generator = np.random.default_rng(63)
    for position in (0, 1, 4, 20, 60):
        count = int(kernels.CHOICES[position])
        row = generator.dirichlet(np.ones(count))
        for multiplier in (INFINITE, 4.8565, 1.0, 0.3, 1 / INFINITE):
            choice = int(generator.integers(count))
            chances = np.zeros((len(kernels.CHOICES), 9))
            chances[position, :count] = row
            kernels.reinforce(chances.reshape(-1), position, choice, multiplier)
            twin = dict(enumerate(row.tolist()))
            naive.reinforce(twin, choice, multiplier, LEAST_CHANCE)
            assert chances[position, :count] == pytest.approx(list(twin.values()), abs=1e-12)
            assert chances[position, :count] == pytest.approx(reinforced(row, choice, multiplier))
            assert chances.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("decay", [0.5, 0.9, 1.0])
def test_the_sliding_origin_is_table_3(decay: float) -> None:
    origin = np.array([0.0, decay, 0.0, 0.0])
    results: list[float] = []
    for result in (1, 1, 0, -1, 1, -1, -1, 0, 1):
        kernels.slide(origin, Origin.EACH_PLAY, decay, result)
        results.append(result)
        assert origin[0] / origin[1] == pytest.approx(naive.average(results, decay))


def test_by_hundreds_the_origin_moves_with_each_hundredth_play() -> None:
    origin = np.array([0.0, 0.9, 0.0, 0.0])
    for play in range(1, 301):
        kernels.slide(origin, Origin.HUNDREDS, 0.9, 1 if play % 4 == 0 else 0)
        wanted = naive.average([0.25] * (play // 100), 0.9)
        assert origin[0] / origin[1] == pytest.approx(wanted)


def test_settings_out_of_range_are_refused() -> None:
    for settings, where in (
        ({"a": 0.5}, "A"),
        ({"a": math.nan}, "A"),
        ({"b": 9.0}, "B"),
        ({"a": 2.0, "b": 2.0}, "A and B"),
        ({"d": 0.0}, "D"),
        ({"d": 1.5}, "D"),
        ({"origin": Origin.HUNDREDS}, "M_1"),
    ):
        with pytest.raises(RefusedError, match="expected") as refused:
            Reinforcement(**settings)
            pytest.fail(str(settings))
        assert refused.value.where == where, settings
