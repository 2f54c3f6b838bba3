"""What is heard in a room: every sound is there, and what it follows is counted."""

import pytest

from devices.screen.sound_waves import HUMS, WAVES
from machines.storage.registry import EXHIBITS
from tests.machines.visitor import Visitor

OWN = {
    "ibm704": {"card", "punch", "line", "relay", "checker"},
    "menace": {"rattle", "glass", "pencil"},
    "pegasus": {"type", "return"},
    "morph": {"figure"},
    "anaconda": {"checker"},
}
"""What each room is known by."""


@pytest.mark.parametrize("name", [one.name for one in EXHIBITS])
def test_every_sound_of_a_room_follows_something_that_is_counted(name: str) -> None:
    visitor = Visitor(name)
    sounds, tallies = visitor.room.sounds, visitor.exhibit.view().tallies
    assert set(sounds) <= set(tallies) | {"stops"}  # stops: of the 704's own programs alone
    assert set(sounds.values()) <= set(WAVES) - set(HUMS)
    assert OWN[name] <= set(sounds.values())
