"""Samuel's program meets each generation: who plays is said, and only pure games count."""

from collections.abc import Mapping
from typing import Any

import pytest

from machines.anaconda.picture.guide import GENERATIONS
from machines.games.draughts.board import Position
from tests.machines.visitor import Visitor


def begun(generation: int) -> Visitor:
    """The meeting of the tournament table, begun by its acts."""
    visitor = Visitor("anaconda")
    for act in visitor.room.meetings(visitor.context())[f"meet_{generation}"].acts:
        visitor.send(act)
    visitor.wait(6_000, 1)
    return visitor


def end_the_game(visitor: Visitor) -> Mapping[tuple[str, int], int]:
    """The position is all but over: White has one man, and Red to move takes him."""
    exhibit: Any = visitor.exhibit
    state = exhibit.state
    state.positions = [Position(black=1 << 13, white=1 << 17, kings=0, black_to_move=True)]
    state.begin_turn()
    exhibit.ending = ""
    exhibit._settle()
    exhibit.advance(30_000_000)
    met: Mapping[tuple[str, int], int] = exhibit.take_meetings()
    return met


@pytest.mark.parametrize("generation", GENERATIONS)
def test_samuel_meets_the_generation_that_was_chosen(generation: int) -> None:
    visitor = begun(generation)
    view: Any = visitor.exhibit.view()
    assert view.controls["pc.samuel"] == 1
    assert view.controls["pc.generation"] == generation
    machine = "ANACONDA" if generation == 1_002 else f"GENERATION {generation}"
    assert {view.scene.red, view.scene.white} == {"SAMUEL 1959", machine}
    step = visitor.step()
    assert step.controls == ("pc.samuel",)
    assert step.prompt == ("match" if generation == 1_002 else "match_ancestor")
    assert step.watch


def test_who_thinks_is_named_by_generation() -> None:
    visitor = begun(250)
    heard = set()
    for _ in range(40):
        visitor.exhibit.advance(400_000)
        heard.add(visitor.exhibit.view().caption.partition(",")[0])
    assert {"Generation 250", "Samuel's program"} <= heard


def test_a_game_counts_for_the_generation_that_played_all_of_it() -> None:
    visitor = begun(250)
    visitor.exhibit.take_meetings()
    state: Any = visitor.exhibit.state
    black = state.machine_is_black
    assert dict(end_the_game(visitor)) == {("meet_250", 1 if black else -1): 1}


def test_a_game_in_which_another_generation_took_over_counts_for_nobody() -> None:
    visitor = begun(250)
    visitor.exhibit.take_meetings()
    visitor.operate("pc.generation.840", 1)
    visitor.operate("pc.generation.840", 0)
    assert dict(end_the_game(visitor)) == {}
    visitor.exhibit.advance(7_000_000)  # the next game begins
    assert [one for one, _ in end_the_game(visitor)] == ["meet_840"]


def test_a_visitors_game_counts_for_nobody() -> None:
    visitor = Visitor("anaconda")
    state: Any = visitor.exhibit.state
    assert not state.samuel
    assert dict(end_the_game(visitor)) == {}
