"""Points as differences in Elo, with their intervals."""

import math

import numpy as np
import pytest

from machines.laboratory.study.intervals import difference, elo, share, student


def test_elo_is_the_logistic_law() -> None:
    assert difference(0.5) == 0
    for points in (0.01, 0.24, 0.6, 0.97):
        assert 1 / (1 + 10 ** (-difference(points) / 400)) == pytest.approx(points)
        assert difference(1 - points) == pytest.approx(-difference(points))
    assert difference(10 / 11) == pytest.approx(400)
    assert (difference(1.0), difference(0.0)) == (math.inf, -math.inf)


def test_students_t_is_as_tables_have_it() -> None:
    table = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 10: 2.228, 30: 2.042}
    for freedom, t in {**table, 99: 1.984, 999: 1.962, 100_000: 1.960}.items():
        assert student(freedom) == pytest.approx(t, abs=0.0006)


def test_the_interval_is_over_pairs() -> None:
    pairs = [1.0, 0.5, 0.5, 0.25, 0.75]
    found = share(pairs)
    width = 2.776 * np.std(pairs, ddof=1) / math.sqrt(5)
    assert found.value == pytest.approx(0.6)
    assert (found.low, found.high) == pytest.approx((0.6 - width, 0.6 + width), abs=1e-4)
    assert elo(found).high == pytest.approx(difference(found.high))
    assert share([1.0, 0.0]).low == 0.0
    assert share([1.0, 0.0]).high == 1.0


def test_pairs_all_alike_leave_room_for_others() -> None:
    for count in (1, 3, 100):
        unlike = 1 - 0.05 ** (1 / count)
        won, drawn = share([1.0] * count), share([0.5] * count)
        assert (won.value, won.high) == (1.0, 1.0)
        assert won.low == pytest.approx(1 - unlike)
        assert (drawn.low, drawn.high) == pytest.approx((0.5 - unlike / 2, 0.5 + unlike / 2))
    assert elo(share([0.0] * 9)).value == elo(share([0.0] * 9)).low == -math.inf


@pytest.mark.slow
def test_95_of_a_hundred_intervals_hold_the_truth() -> None:
    generator = np.random.default_rng(1)
    values, chances = (0.0, 0.25, 0.5, 0.75, 1.0), (0.1, 0.2, 0.2, 0.3, 0.2)
    truth = float(np.dot(values, chances))
    held = 0
    for _ in range(1000):
        found = share(generator.choice(values, 40, p=chances).tolist())
        held += found.low <= truth <= found.high
    assert 930 <= held <= 970
