"""A twin keeps step with boxes that are worked by hand."""

from dataclasses import replace

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.games.noughts.board import Board
from machines.kernels.generator import generator_state
from machines.menace.beads import REPLICATES, Cabinet, Rewards
from machines.menace.build import NAMES, build, lay
from machines.menace.twin import Twin, replay

EMPTIED = (2, 3, 4, 5, 7, 10)
"""Boxes that lose their beads before the first play, so that some are found empty."""


def play_by_hand(cabinet: Cabinet, chance: np.random.Generator) -> tuple[list[str], str]:
    """A play with real boxes: what an operator sees, and how it ended."""
    board, acts, state = Board(), [], generator_state(int(chance.integers(1 << 30)))
    while not board.finished:
        if board.to_move != cabinet.side:
            square = int(chance.choice(board.moves))
            acts.append(f"mark {square}")
        elif board.ply == 8:
            (square,) = board.moves
        elif lay(cabinet.build, board) is None:
            outcome = {"287L": "lost", "287W": "won"}[cabinet.build]
            break
        else:
            drawn = cabinet.draw(board, state)
            if drawn is None:
                outcome = "lost"
                acts.append("empty")
                break
            square = drawn.square
            acts.append(f"bead {drawn.colour}")
        board = board.play(square)
    else:
        outcome = {cabinet.side: "won", "": "drawn"}.get(board.winner, "lost")
    cabinet.settle(outcome)
    return acts, outcome


@pytest.mark.parametrize("name", NAMES)
def test_the_twin_holds_what_the_boxes_hold(name: str) -> None:
    cabinet, twin = Cabinet.new(name), Twin.new(name)
    for number in EMPTIED:
        for colour in build(name).colours(number):
            cabinet.recount(number, colour, 0)
            twin.do(f"count {number} {colour} 0")
    chance = np.random.default_rng(1961)
    outcomes: list[str] = []
    while len(outcomes) < 150:
        if cabinet.declines:
            assert twin.asks == "reload"
            cabinet.reload()
            twin.do("reload")
        acts, outcome = play_by_hand(cabinet, chance)
        for act in acts:
            twin.do(act)
        outcomes.append(outcome)
        assert twin.ended is not None and twin.ended.settlement.outcome == outcome
        assert np.array_equal(twin.cabinet.beads, cabinet.beads)
        assert twin.cabinet.ledger().balances
    assert (twin.won, twin.drawn, twin.lost) == tuple(map(outcomes.count, ("won", "drawn", "lost")))
    assert "empty" in twin.acts


def test_the_last_act_is_undone_by_leaving_it_out() -> None:
    twin = Twin.new()
    acts = ["bead 2", "mark 0", "bead 8", "mark 4", "stop", "count 1 0 9", "bead 0", "mark 1"]
    states = [twin.cabinet.beads.copy()]
    for act in acts:
        twin.do(act)
        states.append(twin.cabinet.beads.copy())
    for kept in range(1, len(acts)):
        again = replay(acts[:kept], "304", REPLICATES, Rewards(), "x")
        assert np.array_equal(again.cabinet.beads, states[kept])
        assert again.cabinet.ledger().balances


def test_what_cannot_have_happened_is_refused_and_changes_nothing() -> None:
    for acts, bad, said in (
        ([], "mark 3", "mark: came when O is to move; expected a bead"),
        ([], "bead 5", "box 1: has no pink bead; expected 4 gold, 4 white, 4 lilac"),
        ([], "empty", "box 1: must hold 4 gold, 4 white, 4 lilac"),
        ([], "stop", "stop: found no play begun"),
        ([], "reload", "isn't empty"),
        ([], "bead 99", "box 1: has no 99 bead"),
        ([], "count 305 1 1", "box 305: there is no such box; expected 1 to 304"),
        ([], "count 1 5 1", "box 1: has no pink; expected gold, white, lilac"),
        ([], "count 1 9 1", "colour: 9 is none"),
        ([], "count 1 1 9999999999", "has a number that is too large"),
        ([], "nonsense 1", "'nonsense 1' is none; expected such as mark 5"),
        (["bead 2"], "mark 2", "is on square 2, which O has taken"),
        (["bead 2"], "bead 2", "came at the wrong time; expected the other side's mark"),
        (["count 1 0 0", "count 1 1 0", "count 1 2 0"], "bead 1", "expected the first box filled"),
    ):
        twin = replay(acts, "304", REPLICATES, Rewards(), "x")
        before = replace(twin, acts=list(twin.acts))
        beads = twin.cabinet.beads.copy()
        with pytest.raises(RefusedError) as refused:
            twin.do(bad)
            pytest.fail(bad)
        assert said in str(refused.value), bad
        assert (twin.board, twin.acts, twin.plays) == (before.board, before.acts, before.plays), (
            acts
        )
        assert np.array_equal(twin.cabinet.beads, beads), bad
