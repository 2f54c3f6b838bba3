"""A visitor's hands: what mouse, fingers and keys do to the machines."""

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from devices.screen import placed_part
from devices.screen.guide import ENDS, NextStep, StepAct
from devices.screen.room import Room
from machines.museum.window.input_controller import DESCRIBED_MS
from machines.museum.window.keyboard import CHARACTERS, WINDOW_KEYS
from machines.museum.window.museum import MediaItem, MediaPicker
from machines.storage.registry import layout_of
from tests.machines.museum.window.window_driver import Visitor, visitor
from tests.machines.museum.window.window_room import CounterPart, words


@pytest.fixture
def guest() -> Iterator[Visitor]:
    """Somebody before the demonstration room."""
    with visitor() as made:
        yield made


def test_a_button_is_pressed_while_the_mouse_is_down(guest: Visitor) -> None:
    x, y = guest.place("panel.start")
    guest.press(x, y)
    assert guest.acts() == [("panel.start", 1)]
    assert guest.window.input.held() == {"panel.start"}
    guest.frames(20)
    assert guest.acts() == []
    guest.release(x, y)
    assert guest.acts() == [("panel.start", 0)]
    assert guest.window.input.held() == frozenset()


def test_a_button_is_let_go_also_when_the_finger_has_slid_away(guest: Visitor) -> None:
    guest.press(*guest.place("panel.start"))
    guest.move(640, 20)
    guest.release(640, 20)
    assert guest.acts() == [("panel.start", 1), ("panel.start", 0)]


def test_a_latch_changes_over_at_each_press(guest: Visitor) -> None:
    for value in (1, 0, 1):
        guest.click("panel.key.2")
        assert guest.acts() == [("panel.key.2", value)]
        guest.frames(30)


def test_two_quick_presses_of_a_latch_bring_it_back_though_the_view_is_late(guest: Visitor) -> None:
    stuck = guest.museum.glimpse
    guest.click("panel.key.2")
    guest.museum.glimpse = stuck
    guest.click("panel.key.2")
    assert guest.acts() == [("panel.key.2", 1), ("panel.key.2", 0)]


def test_sliding_over_latches_sets_them_all_the_way_of_the_first(guest: Visitor) -> None:
    guest.click("panel.key.1")
    guest.frames(30)
    guest.acts()
    guest.press(*guest.place("panel.key.0"))
    for k in (1, 2, 3):
        guest.move(*guest.place(f"panel.key.{k}"))
    guest.release(*guest.place("panel.key.3"))
    assert guest.acts() == [("panel.key.0", 1), ("panel.key.2", 1), ("panel.key.3", 1)]


def test_two_fingers_hold_two_controls(guest: Visitor) -> None:
    start, key = guest.place("panel.start"), guest.place("panel.key.0")
    guest.finger(pygame.FINGERDOWN, 1, *start)
    guest.finger(pygame.FINGERDOWN, 2, *key)
    assert guest.window.input.held() == {"panel.start", "panel.key.0"}
    guest.finger(pygame.FINGERUP, 1, *start)
    guest.finger(pygame.FINGERUP, 2, *key)
    assert guest.acts() == [("panel.start", 1), ("panel.key.0", 1), ("panel.start", 0)]


def test_the_mouse_events_that_a_finger_also_makes_are_left_aside(guest: Visitor) -> None:
    x, y = guest.place("panel.start")
    guest.finger(pygame.FINGERDOWN, 1, x, y)
    guest.post(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1, touch=True)
    guest.post(pygame.MOUSEBUTTONUP, pos=(x, y), button=1, touch=True)
    guest.finger(pygame.FINGERUP, 1, x, y)
    assert guest.acts() == [("panel.start", 1), ("panel.start", 0)]


def test_a_controls_own_key_holds_it_while_it_is_down(guest: Visitor) -> None:
    guest.key_down(pygame.K_RETURN, "\r")
    guest.frames(10)
    assert guest.acts() == [("panel.start", 1)]
    guest.key_up(pygame.K_RETURN)
    assert guest.acts() == [("panel.start", 0)]


def test_tab_goes_to_every_control_of_the_room_and_of_the_rail(guest: Visitor) -> None:
    reached = []
    for _ in guest.window.targets():
        guest.key(pygame.K_TAB, "\t")
        reached.append(guest.window.input.focus)
    assert reached == [target.name for target in guest.window.targets()]
    assert len(set(reached)) == len(reached)
    guest.key(pygame.K_TAB, "\t")
    assert guest.window.input.focus == reached[0]
    guest.key(pygame.K_TAB, "\t", pygame.KMOD_LSHIFT)
    assert guest.window.input.focus == reached[-1]


def test_arrows_go_to_the_neighbour_in_their_direction(guest: Visitor) -> None:
    guest.key(pygame.K_TAB, "\t")
    assert guest.window.input.focus == "room:panel.key.0"
    guest.key(pygame.K_RIGHT)
    assert guest.window.input.focus == "room:panel.key.1"
    guest.key(pygame.K_DOWN)
    assert guest.window.input.focus in ("room:panel.start", "room:panel.hopper")
    guest.key(pygame.K_UP)
    guest.key(pygame.K_LEFT)
    assert guest.window.input.focus == "room:panel.key.0"


def test_every_target_can_be_reached_by_arrows_alone(guest: Visitor) -> None:
    hands, names = guest.window.input, {target.name for target in guest.window.targets()}
    seen, ahead = {"room:panel.key.0"}, ["room:panel.key.0"]
    while ahead:
        here = ahead.pop()
        for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN):
            hands.focus, hands.ringed = here, True
            guest.key(key)
            if hands.focus not in seen:
                seen.add(hands.focus)
                ahead.append(hands.focus)
    assert seen == names


def test_space_presses_the_ringed_control_as_long_as_it_is_down(guest: Visitor) -> None:
    guest.window.input.focus, guest.window.input.ringed = "room:panel.start", True
    guest.key_down(pygame.K_SPACE, " ")
    assert guest.acts() == [("panel.start", 1)]
    guest.key_up(pygame.K_SPACE)
    assert guest.acts() == [("panel.start", 0)]


def test_the_ring_and_the_controls_description_are_drawn(guest: Visitor) -> None:
    before = pygame.image.tobytes(guest.window.screen, "RGB")
    guest.key(pygame.K_TAB, "\t")
    guest.frames(2)
    state = guest.window.control_bar.state
    assert state is not None
    assert state.caption == "PANEL: KEY 0  (KEY Z). A key."
    assert pygame.image.tobytes(guest.window.screen, "RGB") != before
    guest.press(5, 5)
    guest.release(5, 5)
    guest.frames(2)
    assert pygame.image.tobytes(guest.window.screen, "RGB") == before


def test_resting_on_a_control_describes_it(guest: Visitor) -> None:
    guest.move(*guest.place("panel.hopper"))
    guest.frames(5)
    state = guest.window.control_bar.state
    assert state is not None and state.caption == "It counts."
    guest.frames(20)
    state = guest.window.control_bar.state
    assert state is not None
    assert state.caption.startswith("PANEL: HOPPER  (KEY Y)")


def test_a_mouse_that_is_left_lying_hides_no_caption(guest: Visitor) -> None:
    guest.move(*guest.place("panel.hopper"))
    guest.window.input.moved_ms -= DESCRIBED_MS
    guest.frames(5)
    state = guest.window.control_bar.state
    assert state is not None and state.caption == "It counts."
    guest.move(*guest.place("panel.hopper"))
    guest.frames(25)
    state = guest.window.control_bar.state
    assert state is not None and state.caption.startswith("PANEL: HOPPER")


def test_losing_the_window_lets_go_of_everything(guest: Visitor) -> None:
    guest.press(*guest.place("panel.start"))
    guest.post(pygame.WINDOWFOCUSLOST)
    assert guest.acts() == [("panel.start", 1), ("panel.start", 0)]


@pytest.mark.slow
@pytest.mark.parametrize("taps", [1, 2])
def test_a_tap_beside_the_controls_comes_closer_and_goes_back(guest: Visitor, taps: int) -> None:
    stage = guest.window.stage
    assert stage is not None
    for expected in ("counter", ""):
        x, y = stage.standings[-1].rect.center
        for _ in range(taps):
            guest.press(x, y)
            guest.release(x, y)
        guest.settle()
        assert stage.close_up == expected
        guest.frames(30)


def test_a_finger_that_slides_or_is_lost_taps_nothing(guest: Visitor) -> None:
    stage = guest.window.stage
    assert stage is not None
    x, y = stage.standings[-1].rect.center
    guest.press(x, y)
    guest.release(x + 60, y)
    guest.press(x, y)
    guest.post(pygame.WINDOWFOCUSLOST)
    guest.settle()
    assert stage.close_up == ""


def test_the_wheel_comes_closer_and_leafs_through_what_can_be_leafed_through(
    guest: Visitor,
) -> None:
    stage = guest.window.stage
    assert stage is not None
    guest.move(*stage.standings[1].rect.center)
    guest.post(pygame.MOUSEWHEEL, y=1, x=0, flipped=False)
    guest.settle()
    assert stage.close_up == "counter"
    guest.post(pygame.MOUSEWHEEL, y=-1, x=0, flipped=False)
    part = stage.standings[0].part
    assert isinstance(part, CounterPart)
    assert part.scrolled == 3
    guest.key(pygame.K_ESCAPE)
    assert stage.close_up == ""


def test_a_pinch_comes_closer(guest: Visitor) -> None:
    stage = guest.window.stage
    assert stage is not None
    x, y = stage.standings[1].rect.center
    for _ in range(4):
        width, height = guest.window.size
        guest.post(
            pygame.MULTIGESTURE, x=x / width, y=y / height, pinched=0.02, rotated=0, num_fingers=2
        )
    assert stage.close_up == "counter"


def test_plus_and_minus_come_closer_to_what_is_ringed_and_step_back(guest: Visitor) -> None:
    stage = guest.window.stage
    assert stage is not None
    guest.key(pygame.K_TAB, "\t")
    guest.key(pygame.K_PLUS, "+")
    assert stage.close_up == "panel"
    guest.key(pygame.K_MINUS, "-")
    assert stage.close_up == ""


def test_a_touch_may_become_several_acts_one_after_the_other(guest: Visitor) -> None:
    from devices.screen.part import Touch
    from devices.screen.room import DrawContext, PartPlacement, Room
    from devices.units.unit import Value

    class Slow(Room):
        def acts(
            self, place: PartPlacement, touch: Touch, value: Value, context: DrawContext
        ) -> tuple[StepAct, ...]:
            return (StepAct("panel.key.0", 1), StepAct("panel.key.1", 1, after_ms=100))

    stage = guest.window.stage
    assert stage is not None
    room = stage.room
    stage.room = Slow(room.name, room.title, room.wide, room.resting, room.layout)
    guest.click("panel.start")
    assert ("panel.key.1", 1) not in guest.acts()
    guest.frames(6)
    assert guest.acts()[-1] == ("panel.key.1", 1)


@pytest.mark.slow
def test_escape_goes_from_the_room_to_the_floor_plan_and_enter_back(guest: Visitor) -> None:
    guest.key(pygame.K_ESCAPE)
    assert guest.museum.entered == ["demo", ""]
    guest.settle()
    guest.key(pygame.K_TAB, "\t")
    guest.key(pygame.K_RETURN, "\r")
    assert guest.museum.entered == ["demo", "", "demo"]


def test_no_key_of_the_window_is_a_key_of_the_console() -> None:

    layout = layout_of("ibm704")
    own = {*WINDOW_KEYS, *CHARACTERS, "escape", "tab", "space", "f11", "f12"}
    assert own.isdisjoint(control.key for control in layout.controls() if control.key)


def test_with_shift_a_key_works_the_control_that_wants_it_else_its_own(guest: Visitor) -> None:
    guest.key(pygame.K_y, "Y", pygame.KMOD_LSHIFT)
    assert guest.acts() == [("panel.correct", 1)]
    guest.key(pygame.K_y, "y")
    assert guest.acts() == [("panel.hopper", 1)]
    guest.key(pygame.K_z, "Z", pygame.KMOD_LSHIFT)
    assert guest.acts() == [("panel.key.0", 1)]


def test_a_control_that_takes_a_medium_opens_its_drawer(guest: Visitor) -> None:
    guest.museum.offers["panel.hopper"] = MediaPicker("DECKS", (MediaItem("ONE", "deck one"),))
    guest.click("panel.hopper")
    assert guest.acts() == []
    assert guest.window.modal() is not None
    guest.key(pygame.K_RETURN, "\r")
    guest.frames()
    assert guest.acts() == [("panel.hopper", "deck one")]
    assert guest.window.modal() is None


def test_the_bar_says_for_a_while_that_a_medium_was_mended(guest: Visitor) -> None:
    tray = MediaItem("ONE", "deck one", mended="ONE was mended.")
    guest.museum.offers["panel.hopper"] = MediaPicker("DECKS", (tray,))
    guest.click("panel.hopper")
    guest.key(pygame.K_RETURN, "\r")
    guest.frames()
    assert guest.window._bar_state().caption == "ONE was mended."
    guest.frames(12_000)
    assert guest.window._bar_state().caption != "ONE was mended."


def test_a_control_that_takes_nothing_is_simply_done(guest: Visitor) -> None:
    guest.click("panel.hopper")
    assert guest.acts() == [("panel.hopper", 1)]


def test_where_controls_stand_comes_from_the_view(guest: Visitor) -> None:
    assert guest.museum.glimpse is not None
    guest.museum.glimpse = replace(guest.museum.glimpse, controls={"panel.key.3": 1})
    guest.frames()
    guest.click("panel.key.3")
    assert guest.acts() == [("panel.key.3", 0)]


@pytest.fixture
def far(guest: Visitor, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    """Somebody whose fingers are wider than a key."""
    monkeypatch.setattr(placed_part, "FINGER_PX", 180)
    return guest


def test_a_finger_on_a_control_too_small_for_it_brings_the_unit_close(far: Visitor) -> None:
    window = far.window
    assert window.stage is not None
    small = next(hit for hit in window.stage.targets() if not window.stage.fits_a_finger(hit))
    far.finger(pygame.FINGERDOWN, 1, *small.rect.center)
    far.finger(pygame.FINGERUP, 1, *small.rect.center)
    assert far.acts() == []
    assert window.stage.close_up == small.place.name


def test_a_mouse_works_a_small_control_at_once(far: Visitor) -> None:
    window = far.window
    assert window.stage is not None
    small = next(hit for hit in window.stage.targets() if not window.stage.fits_a_finger(hit))
    far.press(*small.rect.center)
    far.release(*small.rect.center)
    assert far.acts()[0][0] == small.event
    assert window.stage.close_up == ""


def test_a_finger_works_a_small_control_that_is_asked_for(far: Visitor) -> None:
    window = far.window
    assert window.stage is not None
    small = next(hit for hit in window.stage.targets() if not window.stage.fits_a_finger(hit))
    window.guidance.step = NextStep("touch it", (small.event,))
    at = small.rect.centerx, small.rect.centery + window.stage.finger() // 2 - 1
    window.input.press(("finger", 1, 1), *at)
    assert far.acts()[0][0] == small.event


def test_what_must_be_answered_first_takes_no_other_touch_and_glows_again(
    guest: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks = NextStep("promotion", ("panel.key.1",), yours=True, only=True)
    monkeypatch.setattr(Room, "guide", lambda room, context: asks)
    guest.frames(120)
    stage, surface = guest.window.stage, guest.window.window_surface
    assert stage is not None
    still = surface.glow_level
    guest.press(8, 8)  # the wall
    guest.release(8, 8)
    for control in ("panel.start", "panel.key.0"):
        guest.click(control)
    guest.key(pygame.K_RETURN)
    x, y = guest.place("panel.start")
    guest.press(x, y + 40)  # beside it, on its unit
    guest.release(x, y + 40)
    guest.frames(30)
    assert guest.acts() == []
    assert not stage.close_up
    levels = set()
    for _ in range(60):
        guest.frames()
        levels.add(surface.glow_level)
    assert len(levels | {still}) > 1, "it pulses"
    guest.click("panel.key.1")
    assert guest.acts() == [("panel.key.1", 1)]


def test_what_ends_a_game_is_done_at_its_second_touch_alone(
    guest: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = guest.window.stage
    assert stage is not None
    stage.room = replace(stage.room, ends={"panel.start": ENDS})
    monkeypatch.setattr(Room, "at_stake", lambda room, context: True)

    def says() -> str:
        state = guest.window.control_bar.state
        return "" if state is None else state.prompt

    guest.click("panel.start")
    guest.frames(5)
    assert ("panel.start", 1) not in guest.acts()
    assert says() == words().captions[ENDS]
    guest.click("rail:lamps")
    guest.frames(5)
    assert says() == ""
    guest.click("panel.start")
    assert ("panel.start", 1) not in guest.acts()
    guest.click("panel.start")
    assert ("panel.start", 1) in guest.acts()
    guest.click("rail:reset")
    guest.frames(5)
    assert says() == words().captions[ENDS]
    guest.click("panel.key.0")
    guest.click("rail:reset")
    assert guest.museum.resets == []
    guest.click("rail:reset")
    assert guest.museum.resets == ["demo"]
