"""Temporal differences, annealed weights, the global temperature."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from machines.morph.aps.domain import ApsConfig, Search
from machines.morph.aps.system import (
    EQUAL,
    Temperature,
    anneal,
    cool_down,
    td_values,
    update,
)
from tests.naive import aps as naive

numbers = st.integers(0, 64).map(lambda n: n / 64)


def made(movers: tuple[int, ...], reinforcement: float, learner: int = 0) -> Search[int]:
    return Search(tuple(range(len(movers))), movers, reinforcement, learner)


# -- temporal differences --------------------------------------------------------------------------


@given(st.lists(st.tuples(numbers, st.integers(0, 1)), min_size=1, max_size=12), numbers, numbers)
def test_new_values_are_those_of_the_twin(
    states: list[tuple[float, int]], reinforcement: float, lambda_: float
) -> None:
    old = np.array([value for value, _ in states])
    movers = np.array([mover for _, mover in states], dtype=np.int64)
    new = np.empty(len(states))
    td_values(old, movers, reinforcement, lambda_, new)
    expected = naive.new_values(
        [Fraction(value) for value in old.tolist()],
        movers.tolist(),
        Fraction(reinforcement),
        Fraction(lambda_),
    )
    assert new.tolist() == pytest.approx([float(value) for value in expected], abs=1e-12)


# -- annealed weights ------------------------------------------------------------------------------


def test_the_first_update_sets_the_weight_whatever_it_was() -> None:
    for k in (0.5, 1.0, 2.0, 5.0):
        assert anneal(0.123, 1, 0.75, k) == pytest.approx(0.75)


def test_with_k_nought_only_past_experience_counts() -> None:
    assert [anneal(0.3, n, 1.0, 0.0) for n in (1, 2, 50)] == [0.3, 0.3, 0.3]


def test_doubling_k_moves_a_pattern_of_100_updates_like_one_of_50() -> None:
    # The paper's example; the next update is number 101, or 51.
    doubled = anneal(0.0, 101, 1.0, 2.0)
    assert doubled == pytest.approx(2 / 102)
    assert doubled == pytest.approx(anneal(0.0, 51, 1.0, 1.0))


def records(weights: list[float], updates: list[int]) -> tuple[np.ndarray, ...]:
    return np.array(weights), np.array(updates, dtype=np.int64), np.zeros(len(weights))


def test_an_update_moves_the_rows_that_matched_and_counts_their_changes() -> None:
    weights, updates, variance = records([0.5, 0.5, 0.5], [0, 9, 4])
    rows = np.array([0, 1, 77], dtype=np.int64)
    update(rows, 2, 1.0, 1.0, -1.0, EQUAL, weights, updates, variance)
    assert weights.tolist() == pytest.approx([1.0, 0.55, 0.5])
    assert updates.tolist() == [1, 10, 4]
    assert variance.tolist() == pytest.approx([0.5, 0.05, 0.0])
    update(rows, 2, 0.0, 1.0, -1.0, EQUAL, weights, updates, variance)
    assert weights.tolist() == pytest.approx([0.5, 0.5, 0.5])
    assert variance.tolist() == pytest.approx([1.0, 0.1, 0.0])


def test_a_constant_rate_is_the_same_after_any_number_of_updates() -> None:
    weights, updates, variance = records([0.5, 0.5], [0, 1000])
    update(np.array([0, 1], dtype=np.int64), 2, 1.0, 2.0, 0.1, EQUAL, weights, updates, variance)
    assert weights.tolist() == pytest.approx([0.55, 0.55])


# -- the global temperature ------------------------------------------------------------------------


def lowered(schedule: str, errors: list[float]) -> list[float]:
    """k after each of these searches, in blocks of two."""
    settings = replace(
        ApsConfig(), schedule=schedule, temperature=4.0, cooling=0.5, coolest=1.5, block=2
    )
    at, seen = Temperature(4.0), []
    for error in errors:
        at = cool_down(at, error, settings)
        seen.append(at.k)
    return seen


def test_a_fixed_temperature_stays() -> None:
    assert lowered("fixed", [0.3] * 6) == [4.0] * 6


def test_a_steady_temperature_is_lowered_after_each_block_down_to_the_coolest() -> None:
    assert lowered("steady", [0.3] * 6) == [4.0, 2.0, 2.0, 1.5, 1.5, 1.5]


def test_a_levelled_temperature_is_lowered_when_the_error_falls_no_more() -> None:
    falling = [0.5, 0.3, 0.3, 0.3, 0.2, 0.2]
    assert lowered("levelled", falling) == [4.0] * 6
    assert lowered("levelled", [*falling, 0.2, 0.21]) == [4.0] * 7 + [2.0]


def test_a_temperature_below_the_coolest_is_left_as_it_is() -> None:
    settings = replace(ApsConfig(), schedule="steady", coolest=1.0, block=1)
    assert cool_down(Temperature(0.5), 0.1, settings).k == 0.5
