"""A row of the tournament table and a game that a visitor has left in its room."""

from types import SimpleNamespace
from typing import Any

import pytest

from machines.museum.meetings import Meeting
from machines.museum.window.meetings_board import MeetingsBoard, row_name
from machines.museum.window.plan_cards import PlanCards
from tests.machines.museum.window.window_room import words


class House:
    """What stands behind the cards; ``on``: whether the room is switched on."""

    def __init__(self, on: bool) -> None:
        self.now_ms, self.on, self.done = 0, on, list[str]()
        room = SimpleNamespace(
            at_stake=lambda context: True, meetings=lambda context: {"meet": "begun"}
        )
        self.stage = SimpleNamespace(
            room=room, settled=lambda: True, context=lambda view, now_ms, us: "now"
        )
        self.navigator = SimpleNamespace(stage_of=lambda name: self.stage, exhibit="menace")
        self.words = words()
        self.shown = list[MeetingsBoard]()
        self.show = self.shown.append
        self.museum = SimpleNamespace(
            view=lambda name: "view" if self.on else None,
            exhibits=lambda: ("menace",),
            meetings=lambda: (Meeting("menace", "meet", 1, 0, 0, 0),),
        )
        self.enter = self.done.append
        self.carry_out = self.done.append


@pytest.mark.parametrize("on", [True, False])
def test_a_game_that_was_left_is_given_up_only_by_a_second_touch(on: bool) -> None:
    house: Any = House(on)
    cards = PlanCards(house)
    first = cards.start_meeting("menace", "meet")
    assert first is not on, "where the room is switched on, it asks"
    if on:
        house.now_ms = 1_500
        assert cards.start_meeting("menace", "meet")
    cards.begin_meeting(house.stage, "now")  # type: ignore[arg-type]
    if not on:  # the question is asked in the room
        assert house.done == ["menace"]
        (board,) = house.shown
        board.tend(house.now_ms)
        assert board.asked == row_name("menace", "meet")
        house.on = True
        assert cards.start_meeting("menace", "meet"), "the second touch"
        cards.begin_meeting(house.stage, "now")  # type: ignore[arg-type]
    assert house.done[-1] == "begun"
