"""TAKE BACK after the end of a game: Morph unlearns what the game has taught it."""

import pytest

from devices.refusal import RefusedError
from tests.machines.morph.test_exhibit import act, made, play_to_the_end, scene


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
