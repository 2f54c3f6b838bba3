"""What Morph learns from a game and tells of it, what TAKE BACK unlearns, what its prompt names."""

import pytest

from devices.refusal import RefusedError
from machines.morph import growth
from machines.morph.growth import summary
from machines.morph.scene import MorphScene
from tests.machines.morph.test_exhibit import act, made, play_to_the_end, scene
from tests.machines.random_hand import check_prompt
from tests.machines.solo_museum import WindowVisitor

OLD = {"queen_down": 0.1234, "knight_up": 0.7111, "rook_up": 0.5}


class Lesson:
    """Counts of one game."""

    updates, added, deleted = 40, 3, 1


@pytest.mark.parametrize(
    ("now", "named"),
    [
        ({"queen_down": 0.1232, "knight_up": 0.7112, "rook_up": 0.5}, ""),
        ({"queen_down": 0.1232, "knight_up": 0.7119, "rook_up": 0.5}, "knight_up"),
        ({"queen_down": 0.2, "knight_up": 0.7119}, "queen_down"),
    ],
)
def test_a_weight_is_named_only_where_its_told_figure_moves(
    monkeypatch: pytest.MonkeyPatch, now: dict[str, float], named: str
) -> None:
    monkeypatch.setattr(growth, "single_weights", lambda learner: now)
    taught = summary(1.0, Lesson(), OLD, None)  # type: ignore[arg-type]
    assert taught.pattern == named
    if named:
        assert f"{taught.before:.3f}" != f"{taught.after:.3f}"


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
    before = visitor.window.guidance.guided_ms
    while visitor.window.guidance.guided_ms == before:
        visitor.frames(1, FRAME_MS)
