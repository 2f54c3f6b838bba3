"""Beads at the start, rewards, resignation, undo, and a ledger that always balances."""

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.games.noughts.board import Board
from machines.kernels.generator import State, generator_state
from machines.menace.beads import COLOURS, REPLICATES, Cabinet, Rewards
from machines.menace.build import build
from tests.naive import menace as naive


@pytest.fixture
def state() -> State:
    return generator_state(1961)


@pytest.mark.parametrize(("name", "beads"), [("304", 1720), ("287L", 1674), ("287W", 1674)])
def test_there_are_1720_beads_at_the_start_and_1674_without_the_seventeen(
    name: str, beads: int
) -> None:
    assert Cabinet.new(name).beads.sum() == beads


def test_the_beads_by_stage_are_12_198_984_526_and_1798_if_doubled_at_the_front() -> None:
    cabinet = Cabinet.new()
    stages = [build("304").stage(number) for number in range(1, 305)]
    by_stage = {s: int(cabinet.beads[np.array(stages) == s].sum()) for s in (1, 3, 5, 7)}
    assert by_stage == {1: 12, 3: 198, 5: 984, 7: 526}
    assert np.count_nonzero(cabinet.beads) == 1087
    assert Cabinet.new(replicates=(8, 4, 2, 1)).beads.sum() == 1798


@pytest.mark.parametrize(("name", "side"), [("304", "O"), ("second", "X")])
def test_every_box_has_the_twins_beads(name: str, side: str) -> None:
    boxes = naive.boxes_of(side)
    for face, row in zip(build(name).faces, Cabinet.new(name).beads, strict=True):
        beads = boxes[face.rows().replace("/", "")]
        assert row.tolist() == [beads.count(colour) for colour in range(9)]


def test_the_colours_are_michies() -> None:
    assert COLOURS[1:] == ("white", "lilac", "silver", "green", "pink", "red", "amber", "black")
    assert COLOURS[0] == "gold"
    assert REPLICATES == (4, 3, 2, 1)


def test_a_cup_that_runs_out_is_filled_from_a_new_bag(state: State) -> None:
    cabinet = Cabinet.new(rewards=Rewards(win=1000))
    for _ in range(4):
        cabinet.draw(Board(), state)
        cabinet.settle("won")
        assert cabinet.ledger().balances
        assert (cabinet.cups >= 0).all()
    assert cabinet.bought.sum() > 9000


def test_an_empty_box_gives_no_bead_and_an_empty_first_box_declines(state: State) -> None:
    cabinet = Cabinet.new()
    cabinet.cups += cabinet.beads[0]
    cabinet.beads[0] = 0
    assert cabinet.draw(Board(), state) is None
    assert cabinet.declines
    cabinet.reload()
    assert cabinet.beads[0].tolist() == [4, 4, 4, 0, 0, 0, 0, 0, 0]
    assert cabinet.ledger().balances
    with pytest.raises(RefusedError, match="box 1: isn't empty"):
        cabinet.reload()


def test_what_makes_no_sense_is_refused_and_changes_nothing(state: State) -> None:
    cabinet = Cabinet.new("287W")
    before = snapshot.pack(cabinet, 1)
    for says, act in (
        ("expected won, drawn or lost", lambda: cabinet.settle("win")),
        ("reward for a win: is 1001", lambda: cabinet.change_rewards(Rewards(win=1001))),
        ("foregone", lambda: cabinet.draw(build("287W").foregone[0], state)),
        ("expected four numbers", lambda: Cabinet.new(replicates=(4, 3, 2))),
        ("has X to move", lambda: cabinet.draw(Board().play(0), state)),
    ):
        with pytest.raises(RefusedError, match=says):
            act()
    assert snapshot.pack(cabinet, 1) == before
    cabinet.draw(Board(), state)
    with pytest.raises(RefusedError, match="box 1: is open already"):
        cabinet.draw(Board(), state)


def test_beads_that_do_not_match_the_build_are_refused() -> None:
    cabinet = Cabinet.new()
    cabinet.build = "287L"
    with pytest.raises(RefusedError, match="build 287L expects 287 boxes"):
        cabinet.check()
    cabinet = Cabinet.new()
    cabinet.beads[0, 5] = 1
    with pytest.raises(RefusedError, match=r"box 1: has beads .* expected only gold white lilac"):
        cabinet.check()
    cabinet = Cabinet.new()
    cabinet.cups[3] += 1
    with pytest.raises(RefusedError, match="ledger"):
        cabinet.check()
