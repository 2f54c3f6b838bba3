"""The evaluation function: Table 3.1, the five properties, and the orders of folding."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from machines.morph.aps.domain import FOLDS
from machines.morph.aps.evaluation import combined, explain, fold_number, folded
from tests.naive import aps as naive

TABLE_3_1 = (
    (0.5, 0.5, "0.50"),
    (0.2, 0.8, "0.50"),
    (0.2, 0.5, "0.20"),
    (0.8, 0.5, "0.80"),
    (0.8, 0.8, "0.92"),
    (0.2, 0.2, "0.08"),
    (0.1, 0.8, "0.33"),
    (0.2, 0.9, "0.67"),
    (1.0, 0.8, "1.00"),
    (0.0, 0.2, "0.00"),
)

weights = st.integers(0, 1000).map(lambda n: n / 1000)
several = st.lists(weights, min_size=1, max_size=9)


def test_table_3_1() -> None:
    for x, y, printed in TABLE_3_1:
        assert f"{combined(x, y):.2f}" == printed, (x, y)
        assert f"{combined(y, x):.2f}" == printed, (x, y)


def test_the_mixed_rows_of_table_3_1_to_four_places() -> None:
    assert combined(0.1, 0.8) == pytest.approx(0.3328, abs=1e-12)
    assert combined(0.2, 0.9) == pytest.approx(0.6672, abs=1e-12)


@given(weights, weights)
def test_the_function_is_that_of_the_twin(x: float, y: float) -> None:
    assert combined(x, y) == pytest.approx(float(naive.f(Fraction(x), Fraction(y))), abs=1e-12)


@given(weights, weights)
def test_the_five_properties_of_section_3_2(x: float, y: float) -> None:
    value = combined(x, y)
    low, high = min(x, y), max(x, y)
    assert 0.0 <= value <= 1.0
    if low > 0.5:
        assert value == 1.0 if high == 1.0 else value > high
    if x == 0.5:
        assert value == pytest.approx(y, abs=1e-12)
    if high < 0.5:
        assert value == 0.0 if low == 0.0 else value < low
    if low < 0.5 < high and (low, high) != (0.0, 1.0):
        assert low < value < high
        if abs(high + low - 1) > 1e-9:
            assert (value > (low + high) / 2) == (high - 0.5 > 0.5 - low)


@given(weights)
def test_opposites_come_to_one_half(x: float) -> None:
    assert combined(x, 1 - x) == pytest.approx(0.5, abs=1e-12)


def test_the_function_is_not_associative() -> None:
    left = combined(combined(0.9, 0.6), 0.2)
    right = combined(0.9, combined(0.6, 0.2))
    assert abs(left - right) > 0.01


@pytest.mark.slow
@pytest.mark.parametrize("fold", FOLDS)
@settings(max_examples=30)
@given(given_weights=several)
def test_a_fold_is_that_of_the_twin(fold: str, given_weights: list[float]) -> None:
    # 1024ths are exact in floats too: which weight is nearer to 0.5 is the same for both.
    exact = [Fraction(round(w * 1024), 1024) for w in given_weights]
    value = explain([float(w) for w in exact], fold).value
    assert value == pytest.approx(float(naive.fold(exact, fold)), abs=1e-9)


@pytest.mark.parametrize("fold", FOLDS)
def test_a_fold_is_the_same_whatever_order_the_weights_come_in(fold: str) -> None:
    given_weights = (0.9, 0.25, 0.625, 0.25, 0.375)
    values = {explain(order, fold).value for order in itertools.permutations(given_weights)}
    assert max(values) - min(values) < 1e-12
    if fold != "mean":
        assert len(values) == 1


def test_least_takes_the_weights_nearest_to_one_half_first() -> None:
    made = explain([0.875, 0.25, 0.5, 0.625, 0.75], "least")
    assert [step.weight for step in made.steps] == [0.5, 0.625, 0.25, 0.75, 0.875]
    assert [step.row for step in made.steps] == [2, 3, 1, 4, 0]
    assert made.steps[0].value == 0.5
    assert made.steps[1].value == 0.625
    assert made.steps[-1].value == made.value


def test_pos_neg_joins_two_sides_at_the_end() -> None:
    made = explain([0.2, 0.8, 0.8, 0.2], "pos-neg")
    assert [step.value for step in made.steps] == pytest.approx([0.8, 0.92, 0.2, 0.08])
    assert made.upper == pytest.approx(0.92)
    assert made.value == pytest.approx(0.5)
    assert explain([0.8, 0.9], "pos-neg").upper is None


def test_mean_shows_the_mean_so_far() -> None:
    made = explain([1.0, 0.5, 0.0], "mean")
    assert [step.weight for step in made.steps] == [0.5, 0.0, 1.0]
    assert [step.value for step in made.steps] == [0.5, 0.25, 0.5]


@pytest.mark.parametrize("fold", FOLDS)
def test_nothing_comes_to_one_half(fold: str) -> None:
    made = explain([], fold)
    assert (made.value, made.steps) == (0.5, ())


@pytest.mark.parametrize("fold", FOLDS)
def test_one_weight_comes_to_itself(fold: str) -> None:
    assert explain([0.125], fold).value == 0.125


@pytest.mark.parametrize("fold", FOLDS)
def test_the_kernel_leaves_what_is_past_the_count_alone(fold: str) -> None:
    given_weights = np.array([0.9, 0.3, 0.7, 0.111, 0.999])
    rows = np.arange(10, 15, dtype=np.int64)
    value = folded(given_weights, rows, 3, fold_number(fold), np.empty(3))
    assert value == explain([0.9, 0.3, 0.7], fold).value
    assert given_weights[3:].tolist() == [0.111, 0.999]
    assert rows[3:].tolist() == [13, 14]
    assert sorted(rows[:3].tolist()) == [10, 11, 12]
