"""What Morph learns from a game and tells of it, what TAKE BACK unlearns, what its prompt names."""

import pytest

from devices.refusal import RefusedError
from machines.morph.games import Lesson
from machines.morph.growth import MOVED, SINGLE_PIECES, summary, weights_of
from machines.morph.learner import Learner
from machines.morph.picture.room import learned
from machines.morph.scene import MorphScene
from tests.machines.morph.test_exhibit import act, made, play_to_the_end, scene
from tests.machines.random_hand import check_prompt
from tests.machines.room_moment import moment_of
from tests.machines.solo_museum import WindowVisitor

OLD = {"queen_down": 0.1234, "knight_up": 0.7111, "rook_up": 0.5}


LESSON = Lesson(1, 0.1, 40, 3, 1, 10, 1.0)


def knowing(weights: dict[str, float]) -> Learner:
    """A learner that knows these single men."""
    learner = Learner()
    for name, weight in weights.items():
        learner.system.database.insert(SINGLE_PIECES[name], "given")
        records = learner.learned.records
        records.weights[-1], records.updates[-1] = weight, 50
    return learner


@pytest.mark.parametrize(
    ("now", "named"),
    [
        ({"queen_down": 0.1232, "knight_up": 0.7112, "rook_up": 0.5}, ""),
        ({"queen_down": 0.1232, "knight_up": 0.7119, "rook_up": 0.5}, "knight_up"),
        ({"queen_down": 0.2, "knight_up": 0.7119}, "queen_down"),
    ],
)
def test_a_weight_is_named_only_where_its_told_figure_moves(
    now: dict[str, float], named: str
) -> None:
    learner = knowing(OLD)
    before = weights_of(learner)
    taught = summary(1.0, LESSON, before, knowing(OLD | now))
    assert taught.pattern == named
    if named:
        assert f"{taught.before:.3f}" != f"{taught.after:.3f}"


def test_the_patterns_that_gained_and_lost_most_are_named_and_none_that_came() -> None:
    before = weights_of(knowing({"pawn_up": 0.5, "queen_down": 0.3, "rook_up": 0.7}))
    changed = {"pawn_up": 0.6, "queen_down": 0.1, "rook_up": 0.7001, "knight_up": 0.9}
    moved = summary(0.0, LESSON, before, knowing(changed)).moved
    told = [(one.sketch.material, one.before, one.after) for one in moved]
    assert told == [((1, 0, 0, 0, 0), 0.5, 0.6), ((0, 0, 0, 0, -1), 0.3, 0.1)]


def test_what_the_visitors_game_moved_hangs_on_the_sheet_when_it_is_over_and_not_before() -> None:
    one = made()
    act(one, "square.e2")
    going_on = learned(moment_of(one.view()))
    assert going_on.said.startswith("Nothing has changed yet")
    assert all(row.before == row.after for row in going_on.changes)
    play_to_the_end(one)
    over = learned(moment_of(one.view()))
    taught = scene(one).taught
    assert taught is not None and over.said.startswith(f"This game moved {taught.updates} weights")
    assert len(over.changes) == 2 * MOVED
    assert [row.after > row.before for row in over.changes] == [True] * MOVED + [False] * MOVED
    assert over.changes[0].told == f"{taught.moved[0].before:.3f} → {taught.moved[0].after:.3f}"


def test_what_a_game_has_taught_is_taken_back_with_its_last_move() -> None:
    one = made()
    learned = one.learner.to_bytes()
    play_to_the_end(one)
    taught = one.learner.to_bytes()
    ended = one.snapshot()
    other = made()
    other.restore(ended)
    for each in (one, other):
        act(each, "back")
        assert each.learner.to_bytes() == learned != taught
        assert each.state.growth.games == 0
        assert each.view().caption == "" and scene(each).taught is None
        assert not each.ending and each.state.visitors_turn
    play_to_the_end(one)  # the same move again, and it is learned from again
    assert one.learner.games == other.learner.games + 1
    with pytest.raises(RefusedError, match="no move yet"):
        act(one, "new")
        act(one, "back")


def test_a_finished_game_of_an_earlier_version_stays_learned() -> None:
    one = made()
    play_to_the_end(one)
    one.before = one.state.growth_before = None
    with pytest.raises(RefusedError, match="learned from"):
        act(one, "back")


def test_a_contest_after_a_game_leaves_its_lesson_to_be_taken_back() -> None:
    one = made()
    learned = one.learner.to_bytes()
    play_to_the_end(one)
    act(one, "contest")
    act(one, "contest")
    act(one, "back")
    assert one.learner.to_bytes() == learned


FRAME_MS = 16
"""Quicker than the guide looks again by itself."""


@pytest.mark.slow
def test_a_successor_that_is_taken_back_while_it_is_looked_at_is_no_longer_named() -> None:
    with WindowVisitor("morph") as visitor:
        visitor.window.enter("morph")
        visitor.settle()
        museum = visitor.museum
        for control in ("square.e2", "square.e4"):
            museum.act("morph", f"workstation.{control}", 1)
        visitor.frames(40, 200)
        museum.act("morph", "workstation.move.11", 1)
        visitor.frames(10)
        step = visitor.window.guidance.step
        assert step is not None
        assert step.controls == ("workstation.move.11",)
        _wait_until_guided(visitor)
        museum.act("morph", "workstation.back", 1)
        assert not museum.refused
        for _ in range(8):
            visitor.frames(1, FRAME_MS)
            check_prompt(visitor.window)
        scene = museum.view("morph").scene
        assert isinstance(scene, MorphScene)
        assert not scene.successors.bars


def _wait_until_guided(visitor: WindowVisitor) -> None:
    """Until the guide has just looked: then its last word stands longest."""
    before = visitor.window.guidance._guided_ms
    while visitor.window.guidance._guided_ms == before:
        visitor.frames(1, FRAME_MS)
