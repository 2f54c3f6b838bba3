"""The placard's cards and the meetings lead to what they promise, whatever was there before."""

from collections.abc import Callable

import pytest

from machines.games.noughts.players import LEARNED
from machines.menace.exhibit import Menace
from machines.menace.scene import OPPONENTS, MenaceScene
from tests.machines.menace.bench import empty
from tests.machines.visitor import Visitor


def seated(seed: int = 1961) -> Visitor:
    """A visitor at a table whose beads are drawn by that seed."""
    made = Visitor("menace")
    table = Menace(made.exhibit.layout, seed)
    made.exhibit.restore(table.snapshot())
    return made


def scene(visitor: Visitor) -> MenaceScene:
    found = visitor.exhibit.view().scene
    assert isinstance(found, MenaceScene)
    return found


def box_1_is_empty(visitor: Visitor) -> None:
    assert isinstance(visitor.exhibit, Menace)
    empty(visitor.exhibit, range(1, 2))


def it_declines(visitor: Visitor) -> None:
    box_1_is_empty(visitor)
    visitor.operate("table.new", 1)
    assert scene(visitor).phase == "declined"


def a_mark_is_made(visitor: Visitor) -> None:
    visitor.press_play()
    visitor.operate(f"board.square.{scene(visitor).board.moves[0]}", 1)
    visitor.wait(60_000)
    assert scene(visitor).phase == "visitor"


def it_begins(visitor: Visitor) -> None:
    visitor.operate("table.new", 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("card", "playing", "start"),
    [
        ("train", "1961", box_1_is_empty),
        ("train", "1961", a_mark_is_made),
        ("twins", "menace", it_declines),
        ("twins", "menace", it_begins),
    ],
)
def test_a_card_begins_its_plays_whatever_stood_there(
    card: str, playing: str, start: Callable[[Visitor], None]
) -> None:
    visitor = seated()
    start(visitor)
    visitor.refused.clear()
    before = len(scene(visitor).results)
    visitor.watch_card(card, 20_000, 100)
    assert scene(visitor).playing == playing
    assert len(scene(visitor).results) > before + 10
    assert not visitor.refused


def test_who_switches_run_off_is_left_alone() -> None:
    visitor = seated()
    visitor.watch_card("train", 5_000, 100)
    visitor.operate("table.run", 0)
    for _ in range(200):
        visitor.play.tend(visitor.step(), visitor.now_ms, visitor.send)
        visitor.wait(500)
    assert scene(visitor).phase == "over"
    box_1_is_empty(visitor)
    visitor.operate("table.new", 1)
    for _ in range(20):
        visitor.play.tend(visitor.step(), visitor.now_ms, visitor.send)
        visitor.wait(500)
    assert scene(visitor).phase == "declined"


def test_a_card_asks_only_over_a_play_in_which_the_visitor_has_made_a_mark() -> None:
    visitor = seated()
    assert not visitor.room.at_stake(visitor.context())
    visitor.press_play()
    assert not visitor.room.at_stake(visitor.context())
    a_mark_is_made(visitor)
    assert visitor.room.at_stake(visitor.context())
    while scene(visitor).phase == "visitor":
        visitor.operate(f"board.square.{scene(visitor).board.moves[0]}", 1)
        visitor.wait(60_000)
    assert scene(visitor).phase == "over"
    assert not visitor.room.at_stake(visitor.context())
    visitor.watch_card("twins", 5_000, 10)
    assert not visitor.room.at_stake(visitor.context())


def test_a_kept_session_finds_its_opponents_by_their_places() -> None:
    assert OPPONENTS[:6] == ("visitor", "random", "distinct", "perfect", "1961", "menace")


@pytest.mark.parametrize("name", LEARNED)
def test_a_meeting_begins_by_its_acts_and_the_guide_says_how_it_ends(name: str) -> None:
    visitor = Visitor("menace")
    for act in visitor.room.meetings(visitor.context())[f"meet_{name}"].acts:
        visitor.send(act)
    visitor.wait(20_000, 20)
    step = visitor.step()
    assert (step.prompt, step.controls, step.watch) == ("meets", ("table.run",), True)
    assert step.words == {"who": f"who_{name}"}
    assert visitor.exhibit.view().plays > 0
    for act in step.acts:
        visitor.send(act)
    visitor.wait(60_000, 60)
    assert visitor.step().prompt in ("over", "new")
