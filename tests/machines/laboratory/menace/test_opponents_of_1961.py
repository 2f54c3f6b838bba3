"""Opponents fitted to Fig. 4: their tournaments beside the house's own, memories, the fit."""

import math

import numpy as np
import pytest

from machines.games.noughts.board import Board
from machines.games.noughts.symmetry import standard
from machines.kernels.generator import generator_state
from machines.laboratory.menace import opponents_of_1961
from machines.laboratory.menace.opponents_of_1961 import (
    MEMORIES,
    PLAYS,
    SEES,
    UNFINISHED,
    Moved,
    Opponent,
    Replies,
    play_tournaments,
    positions,
    share_as_far,
)
from machines.menace.beads import Cabinet, starting_beads
from machines.menace.build import build
from machines.menace.opponents import VARIANTS
from machines.menace.tournament import tournament


def test_positions_are_those_of_the_boxes() -> None:
    held = positions()
    boxes = starting_beads(build("304")).sum(axis=1)
    assert sorted(held.beads.sum(axis=1)[held.beads.any(axis=1)]) == sorted(boxes)
    assert held.beads[0].sum() == boxes[0] == 12
    assert not held.beads[~held.noughts].any()
    assert held.expert[held.results == UNFINISHED].sum(axis=1) == pytest.approx(1.0)
    assert held.random[held.results == UNFINISHED].sum(axis=1) == pytest.approx(1.0)
    assert len(set(held.replies)) == len(VARIANTS)
    assert standard(Board().play(1))[0] == Board().play(1)


@pytest.mark.slow
def test_they_play_as_the_house_plays_a_tournament() -> None:
    count = 300
    ours = play_tournaments(Opponent(), count, 1).counts
    cabinets = [Cabinet.new("304") for _ in range(count)]
    theirs = np.array([
        (played.wins, played.draws, played.losses)
        for played in (tournament(PLAYS, cabinet, "1961", generator_state(seed), reload=True)
                       for seed, cabinet in enumerate(cabinets))
    ])  # fmt: skip
    error = np.sqrt((ours.var(axis=0) + theirs.var(axis=0)) / count)
    assert (abs(ours.mean(axis=0) - theirs.mean(axis=0)) < 4.0 * error).all()


@pytest.mark.slow
def test_who_dares_more_loses_more() -> None:
    careful, daring = (play_tournaments(Opponent(1.0, chance), 100, 1) for chance in (1.0, 0.2))
    assert daring.counts[:, 0].mean() > careful.counts[:, 0].mean() + 20
    assert (daring.counts.sum(axis=1) == PLAYS).all()
    before = slice(0, Opponent().first - 1)
    assert (daring.results[:, before] == careful.results[:, before]).all()


@pytest.mark.parametrize("memory", MEMORIES)
def test_the_same_seed_plays_the_same(memory: str) -> None:
    uses = (1, 5) if memory == SEES.memory else (1, PLAYS)
    opponent = Opponent(0.8, 0.7, memory=memory, trust=0.5, uses=uses)
    one, two = (play_tournaments(opponent, 5, 7) for _ in range(2))
    assert (one.results == two.results).all()
    assert set(np.unique(one.results)) <= {-1, 0, 1}


AT, FIRST, OTHER = 5, 0, 1


def weights(memory: Replies) -> list[float]:
    """Of a memory's choices in a position that has two, which are usually alike likely."""
    usual = np.array([[0.5, 0.5, *[0.0] * 7]])
    found = memory.weights(np.array([0]), np.array([AT]), usual)[0]
    return (found / found.sum())[:2].tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("memory", "won", "drawn", "lost"),
    [
        ("repeats what last won or drew", 1.0, 1.0, 0.5),
        ("avoids what last lost", 0.5, 0.5, 0.0),
        ("tries new lines, stays with one that wins", 1.0, 0.5, 0.5),
    ],
)
def test_what_they_remember(memory: str, won: float, drawn: float, lost: float) -> None:
    moved = [Moved(np.array([0]), np.array([AT]), np.array([FIRST]))]
    for result, chance in ((-1, won), (0, drawn), (1, lost)):
        held = MEMORIES[memory](1, 1.0)
        assert isinstance(held, Replies)
        held.learn(moved, np.array([result]))
        assert weights(held)[FIRST] == chance, result


def test_one_that_learns_like_menace_has_its_beads() -> None:
    moved = [Moved(np.array([0]), np.array([AT]), np.array([OTHER]))]
    held = MEMORIES["learns like MENACE"](1, 0.5)  # two beads, one for each choice
    for result, beads in ((-1, 4.0), (0, 5.0), (1, 4.0)):
        held.learn(moved, np.array([result]))
        usual = np.array([[0.5, 0.5, *[0.0] * 7]])
        assert held.weights(np.array([0]), np.array([AT]), usual)[0, :2].tolist() == [1.0, beads]


def test_who_sees_into_the_boxes_takes_what_they_offer() -> None:
    held = positions()
    beads = held.beads[None].astype(np.int16)
    at = held.boards.index(standard(Board.of_rows("OO./X.X/O.."))[0])  # Cross wins in the centre
    after = held.after[at, opponents_of_1961.best_replies(beads)[0, at]]
    assert held.results[after] == -1


def test_the_distance_takes_the_spread_into_account() -> None:
    dice = np.random.default_rng(1)
    found = np.round(dice.normal(0.0, (1_000.0, 10.0), (4_000, 2))).astype(np.int64)
    assert share_as_far(found, np.array([1_000, 0])) == pytest.approx(math.exp(-0.5), abs=0.05)
    assert share_as_far(found, np.array([0, 60])) < 0.001
    assert share_as_far(found, np.array([0, 0])) > 0.99
