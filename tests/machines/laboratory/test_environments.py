"""The environments are PettingZoo's AEC environments, and play the games of ours."""

import contextlib
import io
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.door import draughts, ibm704, noughts
from machines.games.draughts import Position, legal_moves, make, read_fen

pytest.importorskip("pettingzoo", reason="the extra rl isn't installed")

MAKERS = (noughts.env, draughts.env, ibm704.env)
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.slow
@pytest.mark.parametrize("make_env", MAKERS, ids=lambda made: made.__module__.split(".")[-1])
def test_it_conforms(make_env: Callable[..., Any]) -> None:
    from pettingzoo.test import api_test, render_test, seed_test

    with contextlib.redirect_stdout(io.StringIO()):
        api_test(make_env(), num_cycles=200)
        seed_test(make_env, num_cycles=200)
        render_test(make_env)


def test_a_multiple_jump_is_steps_of_one_agent_and_white_sees_its_own_board() -> None:
    # Two jumps wait, for White over Black's men, and for Black on the board turned end for end.
    seen = []
    for fen in ("W:W27:B23,15,1", "B:B6:W10,18,32"):
        env = draughts.env(start=read_fen(fen))
        env.reset()
        mover = env.agent_selection
        (first,) = np.flatnonzero(env.observe(mover)["action_mask"])
        before = env.observe(mover)["observation"]
        env.step(int(first))
        assert env.agent_selection == mover
        (second,) = np.flatnonzero(env.observe(mover)["action_mask"])
        between = env.observe(mover)["observation"]
        env.step(int(second))
        seen.append((int(first), int(second), before.tolist(), between.tolist()))
        assert env.agent_selection != mover
        assert between.sum() == before.sum() - 1
    assert seen[0] == seen[1]


def test_the_masks_of_a_game_are_its_legal_moves() -> None:
    chance, position = np.random.default_rng(1), Position.start()
    while moves := legal_moves(position):
        sequences = [draughts.actions_of(move, position.black_to_move) for move in moves]
        first = {actions[0] for actions in sequences}
        assert set(np.flatnonzero(draughts.action_mask(position))) == first
        assert len(set(sequences)) == len(moves)
        position = make(position, moves[int(chance.integers(len(moves)))])


def test_the_machine_has_the_one_action_that_it_has_come_to() -> None:
    env = ibm704.env(machine_black=True)
    env.reset()
    seen, _, _, _, info = env.last()
    assert env.agent_selection == "machine"
    assert seen["action_mask"].sum() == 1
    assert info["us"] > 0 and info["boards"] > 0
    env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert env.agent_selection == "operator"
    assert env.observe("operator")["action_mask"].sum() == 7


def test_what_cannot_be_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RefusedError, match="'film'; expected one of human, ansi, rgb_array"):
        noughts.env(render_mode="film")
    env = noughts.env().unwrapped
    env.reset()
    env.step(0)
    for action in (0, 9, -1, None):
        with pytest.raises(RefusedError, match=r"can't do .*; expected one of"):
            env.step(action)
    monkeypatch.delitem(sys.modules, "machines.laboratory.environments")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(RefusedError, match=r"expected the extra rl: uv run --extra rl"):
        noughts.env()
