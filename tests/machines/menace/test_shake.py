"""The shake: what is seen is a shake, what is drawn is fair, and the two are the same bead."""

from collections import Counter

import numpy as np
import pytest

from machines.games.noughts.board import Board
from machines.kernels.generator import generator_state
from machines.menace.beads import Cabinet
from machines.menace.shake import STEPS, Dance, dance, dealt, walls
from machines.menace.tray import (
    DEPTH,
    LARGEST,
    MOST_BEADS,
    WIDTH,
)

SIZES = (1, 2, 3, 5, 12, 20, 54, 110)
SEEDS = range(3)


def dances() -> list[Dance]:
    made = [dance(seed, beads) for beads in SIZES for seed in SEEDS]
    return [*made, dance(1, MOST_BEADS), dance(2, MOST_BEADS)]


def gaps(places: np.ndarray) -> np.ndarray:
    """Between every two beads' centres, mm; (n, n), the diagonal far."""
    apart = np.hypot(*np.moveaxis(places[:, None] - places[None], 2, 0).astype(float))
    np.fill_diagonal(apart, np.inf)
    return np.asarray(apart)


@pytest.mark.slow
def test_beads_never_leave_the_tray() -> None:
    for made in dances():
        assert made.places.shape[0] == STEPS + 1
        assert made.places.dtype == np.float32
        within = made.places @ walls()[:, :2].T - walls()[:, 2]
        assert within.min() > 0.9 * made.radius
        assert made.places.min() > 0
        assert made.places[..., 0].max() < WIDTH
        assert made.places[..., 1].max() < DEPTH


@pytest.mark.slow
def test_at_rest_they_lie_side_by_side_with_one_in_the_apex() -> None:
    for made in dances():
        assert gaps(made.places[0]).min() > 1.99 * made.radius
        assert gaps(made.places[-1]).min() > 1.92 * made.radius
        lowest = made.places[-1, :, 1].argmax()
        assert lowest == made.apex
        touching = walls()[3:, :2] @ made.places[-1, made.apex] - walls()[3:, 2]
        assert np.allclose(touching, made.radius, rtol=0.02)


def test_they_come_to_rest() -> None:
    for made in dances():
        drift = np.abs(made.places[-1] - made.places[-2]).max()
        assert drift < 0.15 * made.radius
        assert np.abs(made.places[-1, made.apex] - made.places[-4, made.apex]).max() < 0.01


def test_the_shake_stirs_the_beads() -> None:
    """Neighbours before it are no neighbours after it: else it would say where a bead lay."""
    stayed = 0.0
    for seed in SEEDS:
        before, after = gaps(dance(seed, 20).places[0]), gaps(dance(seed, 20).places[-1])
        nearest = before.argmin(axis=1)
        stayed += float(np.mean(after[np.arange(20), nearest] < 2.2 * LARGEST))
    assert stayed / len(SEEDS) < 0.6


def test_the_same_seed_is_the_same_shake_and_another_another() -> None:
    dance.cache_clear()
    one = dance(5, 20)
    dance.cache_clear()
    assert np.array_equal(one.places, dance(5, 20).places)
    assert not np.array_equal(one.places, dance(6, 20).places)


def test_of_a_very_full_box_beads_are_shown_in_proportion() -> None:
    beads = (3000, 1000, 900, 99, 1, 0, 0, 0, 0)
    for colour in (0, 4):
        colours = dealt(3, beads, colour)
        count = np.bincount(colours, minlength=9)
        assert count.sum() == MOST_BEADS == len(dance(3, sum(beads)).places[0])
        assert colours[dance(3, sum(beads)).apex] == colour
        assert np.abs(count[:4] - np.array(beads[:4]) / 5000 * MOST_BEADS).max() <= 2


def test_every_bead_of_a_box_is_drawn_as_often_whatever_the_shake() -> None:
    """5,000 draws from the opening box at 4 white, 4 lilac, 4 gold, and from an uneven one."""
    for uneven in (False, True):
        cabinet = Cabinet.new("304")
        if uneven:
            cabinet.beads[0, [0, 1, 2]] = 1, 9, 5
        state = generator_state(1961)
        drawn: Counter[int] = Counter()
        for _ in range(5_000):
            bead = cabinet.pick(Board(), state)
            assert bead is not None
            drawn[bead.colour] += 1
        beads = cabinet.beads[0]
        expected = {colour: 5_000 * beads[colour] / beads.sum() for colour in (0, 1, 2)}
        chi2 = sum((drawn[c] - expected[c]) ** 2 / expected[c] for c in expected)
        assert sum(drawn.values()) == 5_000
        assert chi2 < 13.8  # 2 degrees of freedom, 1 in 1000
