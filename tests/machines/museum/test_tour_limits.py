"""How long the shipped scripts last: on any computer, by what they say of their own steps."""

from dataclasses import replace
from itertools import product

import pytest

from machines.exhibit.exhibit import View
from machines.museum.tour_script import DemoPlayer, Script
from machines.museum.tours import load_shipped_script
from machines.storage.registry import EXHIBITS, make_room, panel_layout
from tests.machines.counter import make

JOURNEY_S = 75.0, 90.0
"""A guided journey, by what its steps say."""
ACT_S = 100.0
"""The demonstration's act, with the frames between its steps."""
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


def test_a_journey_lasts_as_long_as_people_follow() -> None:
    for name in NAMES:
        script = script_of(name)
        assert JOURNEY_S[0] <= script.shortest_s <= script.longest_s <= JOURNEY_S[1], name


def test_the_whole_round_lasts_eight_minutes_at_most() -> None:
    assert sum(script_of(name).longest_s for name in NAMES) <= ROUND_S


def test_every_act_of_a_step_has_its_time() -> None:
    for step in [step for name in NAMES for step in script_of(name).steps]:
        assert step.seconds >= step.shortest_s, step
        assert not step.until or step.at_most >= step.seconds, step


def test_a_journey_has_its_four_chapters_in_order() -> None:
    for name in NAMES:
        assert tuple(chapter for chapter, _ in script_of(name).chapters()) == CHAPTERS, name


def test_what_a_journey_looks_at_stands_in_the_room() -> None:
    for one in EXHIBITS:
        room = make_room(one, panel_layout(one))
        there = {place.name for place in room.places}
        if room.tall.places:
            there &= {place.name for place in room.tall.places}
        for step in script_of(one.name).steps:
            looks = set(step.look.partition(".")[0].split("+")) if step.look else set()
            assert looks <= there, (one.name, step.look)


class AtOnce(dict[str, int]):
    """Tallies of a machine that is always far ahead."""

    calls = 0

    def get(self, key: str, default: int = 0) -> int:  # type: ignore[override]
        self.calls += 10_000
        return self.calls


def lasts_s(script: Script, views: list[View], every_ms: int) -> float:
    """How long the script lasts before a machine that shows these views in turn, where the computer
    finds time for it so seldom."""
    player = DemoPlayer(script, lambda name: name)
    ms = turn = 0
    while not player.over:
        player.tick(ms, views[turn % len(views)])
        ms, turn = ms + every_ms, turn + 1
        assert ms < 1_000_000
    return (ms - every_ms) / 1_000


def test_before_a_machine_that_never_changes_each_act_ends_in_time() -> None:
    calm = make().view()
    for name, every_ms, busy in product(NAMES, (20, 900), (False, True)):
        script = script_of(name)
        lasts = lasts_s(script, [replace(calm, busy=busy)], every_ms)
        late = 3 * len(script.steps) * every_ms / 1_000
        assert script.shortest_s <= lasts <= script.longest_s + late, (name, every_ms, busy)
        assert every_ms > 100 or lasts <= ACT_S, (name, busy)


def test_before_a_machine_that_does_all_at_once_an_act_lasts_as_long_as_its_words() -> None:
    calm = replace(make().view(), tallies=AtOnce(), plays=0)
    views = [
        replace(calm, busy=bool(busy), plays=k * 100_000) for k in range(5_000) for busy in (0, 1)
    ]
    for name in NAMES:
        script = script_of(name)
        words_s = pytest.approx(script.shortest_s, abs=0.1 * len(script.steps))
        assert lasts_s(script, views, 20) == words_s, name
