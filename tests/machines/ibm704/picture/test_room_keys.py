"""The 704's room by keyboard: every unit has keys of its own, and the help shows them."""

import pygame

from devices.screen.part import Touch
from devices.screen.stage import Stage
from machines.ibm704.picture.room import make_room
from machines.museum.window.control_bar import ControlBar
from machines.museum.window.help import Help
from machines.museum.window.keyboard import CHARACTERS, WINDOW_KEYS
from machines.storage import registry
from machines.storage.exhibits import panel_layout
from tests.machines.museum.window.window_room import words

FOCUS = {"tab", "space", "escape", "up", "down", "left", "right", "pageup", "pagedown"}


def touches() -> dict[str, Touch]:
    """Every control of the room, by its event's name."""
    room = make_room(panel_layout(registry.find_exhibit("ibm704")))
    return {
        place.event(touch.control): touch
        for place in room.places
        for touch in place.make().touches()
    }


def test_no_key_is_given_twice_or_is_the_windows_own() -> None:
    keys = [touch.key for touch in touches().values() if touch.key]
    assert len(set(keys)) == len(keys)
    own = set(WINDOW_KEYS) | set(CHARACTERS) | FOCUS | {"f11", "f12"}
    assert own.isdisjoint(key.removeprefix("shift+") for key in keys)


def test_every_button_of_every_unit_has_a_key() -> None:
    bare = [
        name
        for name, touch in touches().items()
        if touch.kind == "button" and not touch.key and not name.startswith("console.")
    ]
    assert bare == []
    for name in ("tape1.mount", "tape2.mount", "printer.tear", "reader.empty_hopper"):
        assert touches()[name].key


def test_the_help_shows_each_key_beside_its_control() -> None:
    stage = Stage(make_room(panel_layout(registry.find_exhibit("ibm704"))))
    stage.lay((1920, 984))
    strip = ControlBar(words())
    strip.lay((1920, 1080))
    manual = Help(words(), stage, strip)
    manual.lay((1920, 1080), pygame.Rect(0, 0, 1920, 984))
    listed = {(row.control, row.key) for row in manual._rows()}
    for touch in touches().values():
        if touch.key:
            assert (touch.label, touch.key.upper()) in listed
    tags = {tag.key for tag in manual.tags}
    assert {"S", "SHIFT+S", "P", "7", "SHIFT+7"} <= tags


def test_a_units_key_reaches_its_control_from_anywhere_in_the_room() -> None:
    stage = Stage(make_room(panel_layout(registry.find_exhibit("ibm704"))))
    stage.lay((1920, 984), "console")
    for key, event in (("s", "reader.start"), ("shift+8", "tape2.start"), ("g", "printer.tear")):
        hit = stage.by_key(key)
        assert hit is not None and hit.event == event
