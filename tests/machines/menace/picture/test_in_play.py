"""What is seen of the matchboxes while a visitor plays: what the play has changed, box by box."""

from dataclasses import replace

import pytest

from devices.screen.parts.changes_sheet import ChangesState
from devices.screen.room import DrawContext
from devices.screen.words import use
from machines.menace import motion
from machines.menace.exhibit import Menace
from machines.menace.picture.room import MenaceRoom, make_room
from machines.menace.picture.words import WORDS
from tests.machines.menace.picture.test_room import LAYOUT, scene_of, seen, whole_play
from tests.machines.room_moment import with_scene
from tests.machines.visitor import words


@pytest.fixture
def room() -> MenaceRoom:
    made: MenaceRoom = make_room(LAYOUT)
    return made


def learned(room: MenaceRoom, context: DrawContext) -> ChangesState:
    """What the sheet says."""
    place = next(place for place in room.in_play.places if place.name == "learned")
    state = place.state(context)
    assert isinstance(state, ChangesState)
    return state


@pytest.mark.parametrize("seed", (1961, 1963))
def test_boxes_are_told_once_their_bead_is_drawn_and_change_as_their_beads_go_home(
    room: MenaceRoom, seed: int
) -> None:
    exhibit = Menace(LAYOUT, seed)
    before = scene_of(exhibit).beads
    for scene in whole_play(exhibit):
        told = learned(room, seen(exhibit))
        drawn = [box for box in scene.opened if box is not motion.in_hand(scene)]
        assert [one.picture for one in told.changes] == [box.colour for box in drawn]
        moved = [one for one in told.changes if one.before != one.after]
        assert len(moved) == (len(scene.gains) if scene.phase == "over" else scene.gaining)
        for one, box in zip(told.changes, drawn, strict=True):
            assert one.name == WORDS("box", n=box.number)
            assert one.told.startswith(f"{before[box.number - 1, box.colour]}")
    scene = scene_of(exhibit)
    for one, (number, colour, gain) in zip(told.changes, scene.gains, strict=True):
        now = scene.beads[number - 1, colour]
        assert one.told == f"{now - gain} \N{RIGHTWARDS ARROW} {now}"


def test_it_says_what_will_change_and_then_what_has(room: MenaceRoom) -> None:
    exhibit = Menace(LAYOUT)
    said = [learned(room, seen(exhibit)).said for _ in whole_play(exhibit)]
    assert all(told in said[0] for told in ("+3", "+1", "-1"))
    context = seen(exhibit)
    for gain, name in ((-1, "fewer"), (3, "more"), (0, "same")):
        gains = tuple((number, colour, gain) for number, colour, _ in scene_of(exhibit).gains)
        for language in ("en", "de", "fr", "es"):
            use(words(language))
            told = learned(room, with_scene(context, gains=gains))
            assert told.said == WORDS(f"learned_{name}")
        use(None)


def test_a_visitors_play_runs_from_its_first_box_until_the_last_bead_is_home(
    room: MenaceRoom,
) -> None:
    exhibit = Menace(LAYOUT)
    assert not room.plays(seen(exhibit))
    for scene in whole_play(exhibit):
        assert room.plays(seen(exhibit)) == (scene.phase != "over")
        if scene.phase == "finding":
            context = seen(exhibit)
    for away in ({"playing": "1961"}, {"refused": True}, {"phase": "declined"}):
        assert not room.plays(with_scene(context, **away))
    assert room.plays(replace(context, now_ms=9))
