"""How long the shipped scripts last: on any computer, by what they say of their own steps."""

import pytest

from machines.app.demo.rotation import load_shipped_script
from machines.app.demo.script import Script
from machines.app.exhibits import panel_layout
from machines.registry import EXHIBITS, find_exhibit, make_room

JOURNEY_S = 75.0, 90.0
"""A guided journey, where the computer keeps up."""
ACT_S = 100.0
"""The demonstration's act, at any speed of the computer."""
ROUND_S = 450.0
"""All acts together at their longest: with the looks at the floor plan a round of eight minutes."""
CHAPTERS = ("meet", "play", "learns", "why")
NAMES = [one.name for one in EXHIBITS]


def script_of(name: str) -> Script:
    """The room's script; one that isn't told in chapters yet is not looked at."""
    script = load_shipped_script(name)
    assert script is not None
    if script.steps[0].chapter is None:
        pytest.skip("not written as a journey yet")
    return script


@pytest.mark.parametrize("name", NAMES)
def test_a_journey_lasts_as_long_as_people_follow(name: str) -> None:
    script = script_of(name)
    assert JOURNEY_S[0] <= script.shortest_s <= JOURNEY_S[1]
    assert script.longest_s <= ACT_S


def test_the_whole_round_lasts_eight_minutes_at_most() -> None:
    assert sum(script_of(name).longest_s for name in NAMES) <= ROUND_S


@pytest.mark.parametrize("name", NAMES)
def test_every_act_of_a_step_has_its_time(name: str) -> None:
    for step in script_of(name).steps:
        assert step.seconds >= step.shortest_s, step
        assert not step.until or step.at_most >= step.seconds, step


@pytest.mark.parametrize("name", NAMES)
def test_a_journey_has_its_four_chapters_in_order(name: str) -> None:
    assert tuple(chapter for chapter, _ in script_of(name).chapters()) == CHAPTERS


@pytest.mark.parametrize("name", NAMES)
def test_what_a_journey_looks_at_stands_in_the_room(name: str) -> None:
    one = find_exhibit(name)
    room = make_room(one, panel_layout(one))
    there = {place.name for place in room.places}
    if room.tall:
        there &= {place.name for place in room.tall}
    for step in script_of(name).steps:
        assert not step.look or set(step.look.split("+")) <= there, step.look
