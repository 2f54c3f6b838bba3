"""Coming in, and touches near a change of scene: the placard is there at once, none is lost, and
none is meant for what nobody has seen yet."""

from collections.abc import Iterator

import pygame
import pytest

from machines.museum.window.floor_plan import EXHIBIT, STATION, STRENGTH, THREAD
from machines.museum.window.help import Help
from machines.museum.window.museum import MediaItem, MediaPicker
from machines.museum.window.overlay import ARMED_MS, Overlay
from machines.museum.window.placard import Placard
from machines.museum.window.plan_cards import ThreadCard
from machines.museum.window.prompts import DrawerMenu
from machines.museum.window.strength_graph import StrengthGraph
from machines.museum.window.window_surface import WindowConfig
from tests.machines.museum.window.test_plan_cards import CURVES
from tests.machines.museum.window.window_driver import FRAME_MS, SIZE, Visitor, visitor
from tests.machines.museum.window.window_room import FakeMuseum

ROOMS = ("menace", "ibm704")
HELD_MS = [20, 60, 300]
FRAMES = [0, 1, 2, 8]
"""Drawn between a change of scene and the touch; 0: it comes with what has changed the scene."""
PLAN = f"{EXHIBIT}menace", f"{STATION}ibm704", THREAD, STRENGTH
OPENS: dict[str, type[Overlay]] = {
    f"{STATION}ibm704": ThreadCard,
    THREAD: ThreadCard,
    STRENGTH: StrengthGraph,
    "rail:drawer": DrawerMenu,
    "rail:help": Help,
}


@pytest.fixture
def guest() -> Iterator[Visitor]:
    """Somebody before the floor plan."""
    museum = FakeMuseum(ROOMS)
    museum.curves = CURVES
    museum.offers["panel.hopper"] = MediaPicker("DECKS", (MediaItem("ONE", "deck one"),))
    with visitor(museum, WindowConfig(SIZE, sound=False)) as made:
        yield made


def goes(guest: Visitor, key: int, frames: int) -> None:
    """To another scene, which is drawn so often."""
    if frames:
        guest.key(key)
        guest.frames(frames - 1)
    else:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode="", mod=0))


def touches(guest: Visitor, place: tuple[int, int], held_ms: int) -> None:
    """In whatever frame it is."""
    fields = {"pos": place, "button": 1, "touch": False}
    guest.post(pygame.MOUSEBUTTONDOWN, **fields)
    guest.frames(held_ms // FRAME_MS - 1)
    guest.post(pygame.MOUSEBUTTONUP, **fields)


def lies_there(guest: Visitor) -> list[type[Overlay]]:
    return [type(one) for one in guest.window.overlays if not one.done]


def stands_in_room(guest: Visitor) -> None:
    guest.key(pygame.K_1)
    guest.settle()
    guest.key(pygame.K_ESCAPE)  # the placard
    guest.settle()
    assert guest.window.navigator.exhibit == "menace" and not lies_there(guest)


@pytest.mark.parametrize("held_ms", HELD_MS)
@pytest.mark.parametrize("frames", FRAMES)
@pytest.mark.parametrize("plate", PLAN)
def test_no_touch_is_lost_once_the_floor_plan_is_seen(
    guest: Visitor, plate: str, frames: int, held_ms: int
) -> None:
    place = guest.place(plate)
    stands_in_room(guest)
    goes(guest, pygame.K_ESCAPE, frames)
    touches(guest, place, held_ms)
    guest.settle()
    if not frames:  # it was meant for the room
        assert guest.window.navigator.exhibit == "" and not lies_there(guest)
    elif plate in OPENS:
        assert lies_there(guest) == [OPENS[plate]]
    else:
        assert guest.window.navigator.exhibit == "menace"
        assert lies_there(guest) == [Placard]


@pytest.mark.parametrize("held_ms", HELD_MS)
@pytest.mark.parametrize("frames", FRAMES)
@pytest.mark.parametrize("plate", ["rail:drawer", "rail:help"])
def test_no_touch_of_the_bar_is_lost_at_a_change_of_scene(
    guest: Visitor, plate: str, frames: int, held_ms: int
) -> None:
    stands_in_room(guest)
    place = guest.place(plate)
    guest.key(pygame.K_ESCAPE)
    guest.settle()
    goes(guest, pygame.K_1, frames)
    touches(guest, place, held_ms)
    guest.settle()
    assert guest.window.navigator.exhibit == "menace"
    assert OPENS[plate] in lies_there(guest)


@pytest.mark.parametrize("held_ms", HELD_MS)
@pytest.mark.parametrize("way", ["picture", "year", "number", "ring"])
def test_every_way_in_brings_the_placard_and_its_touch_takes_nothing_away(
    guest: Visitor, way: str, held_ms: int
) -> None:
    window = guest.window
    if way == "picture":
        touches(guest, guest.place(f"{EXHIBIT}menace"), held_ms)
    elif way == "year":
        touches(guest, guest.place(f"{STATION}menace"), held_ms)
        guest.settle()
        (card,) = window.overlays
        touches(guest, card.rects()["walk"].center, held_ms)
    elif way == "number":
        guest.key(pygame.K_1)
    else:
        while window.input.focus != f"{EXHIBIT}menace":
            guest.key(pygame.K_TAB)
        guest.key(pygame.K_SPACE)
    guest.look()
    assert window.navigator.exhibit == "menace"
    assert lies_there(guest) == [Placard]
    guest.settle()
    assert lies_there(guest) == [Placard]
    assert not guest.museum.acts


def test_the_placard_does_not_wait_for_the_rooms_sheets(
    guest: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest.key(pygame.K_1)
    stage = guest.window.stage
    assert stage is not None
    monkeypatch.setattr(stage, "settled", lambda: False)
    guest.look()
    assert lies_there(guest) == [Placard]


@pytest.mark.parametrize("frames", [0, 1, 5])
def test_a_double_click_on_the_floor_plan_works_nothing_in_the_room(
    guest: Visitor, frames: int
) -> None:
    place = guest.place(f"{EXHIBIT}menace")
    touches(guest, place, 40)
    guest.frames(frames)
    touches(guest, place, 40)
    guest.settle()
    assert lies_there(guest) == [Placard]
    assert not guest.museum.acts
    assert guest.window.stage is not None and not guest.window.stage.close_up


def test_a_second_touch_of_decks_closes_no_drawer_that_nobody_has_seen(
    guest: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    stands_in_room(guest)
    place = guest.place("rail:drawer")
    with monkeypatch.context() as patch:
        patch.setattr(DrawerMenu, "changed", lambda self, now_ms: [])
        for _ in range(2):
            touches(guest, place, 20)
            assert lies_there(guest) == [DrawerMenu]
    guest.settle()
    touches(guest, place, 20)
    assert not lies_there(guest)


def test_a_placard_that_comes_under_a_finger_is_no_answer_yet(guest: Visitor) -> None:
    guest.key(pygame.K_1)
    guest.look()
    (placard,) = guest.window.overlays
    close = placard.rects()["close"].center
    guest.press(*close)
    assert not placard.done
    guest.frames(ARMED_MS // FRAME_MS + 1)
    guest.press(*close)
    assert placard.done
