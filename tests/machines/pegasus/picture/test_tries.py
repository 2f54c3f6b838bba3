"""A card of the placard asks before it ends a visitor's play."""

from machines.pegasus.view import PegasusScene
from tests.machines.visitor import Visitor


def scene(visitor: Visitor) -> PegasusScene:
    found = visitor.exhibit.view().scene
    assert isinstance(found, PegasusScene)
    return found


def mark(visitor: Visitor) -> None:
    play = scene(visitor).visitor
    assert play is not None
    visitor.operate(f"sheet.square.{play.board.moves[0]}", 1)
    visitor.wait(5_000)


def test_a_card_asks_only_over_a_play_in_which_the_visitor_has_made_a_mark() -> None:
    visitor = Visitor("pegasus")
    assert not visitor.room.at_stake(visitor.context())
    assert visitor.press_play().yours
    assert not visitor.room.at_stake(visitor.context())
    mark(visitor)
    assert visitor.room.at_stake(visitor.context())
    while scene(visitor).asks:
        mark(visitor)
    play = scene(visitor).visitor
    assert play is not None and play.over
    assert not visitor.room.at_stake(visitor.context())
    visitor.start_card("winner")
    assert not visitor.room.at_stake(visitor.context())
