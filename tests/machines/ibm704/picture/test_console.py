"""The console's picture: lamps never darker when brighter, partial paint as whole paint."""

import functools
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from devices.panel.layout import PanelLayout, read_layout
from devices.screen import widgets
from devices.screen.part import Touch, pixels, touch_at
from devices.screen.room import DrawContext
from machines.ibm704.picture.console import ConsolePart
from tests.machines.room_moment import moment_with

SCALE = 0.5
AT = (7, 5)


@functools.lru_cache(maxsize=1)
def panel() -> PanelLayout:
    path = Path(__file__).parents[4] / "assets" / "panels" / "ibm704.toml"
    return read_layout(path.read_bytes(), path.name)


@functools.lru_cache(maxsize=1)
def shared_part() -> ConsolePart:
    part = ConsolePart(panel())
    part.build(SCALE)
    return part


@pytest.fixture
def part() -> ConsolePart:
    console = shared_part()
    console._motion = widgets.Motion()  # nothing is moving when a test begins
    return console


def target() -> pygame.Surface:
    surface = pygame.Surface((546, 566), 0, 32)
    surface.fill((20, 20, 21))
    return surface


def picture(surface: pygame.Surface) -> npt.NDArray[np.uint8]:
    return pygame.surfarray.array3d(surface)


def console(
    brightness: npt.NDArray[np.uint8] | None = None, stands: Mapping[str, int] | None = None,
    *held: str,
) -> DrawContext:  # fmt: skip
    """A moment of the console: its lamps, how its controls stand, what is under a finger."""
    dark = np.zeros(len(panel().lamps()), np.uint8)
    controls = {f"console.{name}": at for name, at in (stands or {}).items()}
    lamps = dark if brightness is None else brightness
    under = frozenset(f"console.{name}" for name in held)
    return moment_with(None, lamps, {"controls": controls}, held=under)


def some_state(seed: int) -> DrawContext:
    drawn = np.random.default_rng(seed)
    lamps = len(panel().lamps())
    brightness = (drawn.random(lamps) < 0.5) * drawn.integers(0, 256, lamps)
    latching = [control.id for control in panel().controls() if control.kind != "button"]
    buttons = [control.id for control in panel().controls() if control.kind == "button"]
    return console(
        brightness.astype(np.uint8),
        {name: int(drawn.integers(2)) for name in latching},
        *(name for name in buttons if drawn.random() < 0.2),
    )


@pytest.mark.slow
def test_the_same_state_twice_is_the_same_picture(part: ConsolePart) -> None:
    other = ConsolePart(panel())
    other.build(SCALE)
    pictures = []
    for console in (part, other):
        surface = target()
        console.paint(surface, AT, some_state(1), 0, True)
        pictures.append(picture(surface))
    assert (pictures[0] == pictures[1]).all()


@pytest.mark.slow
def test_a_partial_paint_ends_as_a_whole_paint_pixel_for_pixel(part: ConsolePart) -> None:
    surface = target()
    part.paint(surface, AT, some_state(0), 0, True)
    now = 1000
    for seed in range(1, 6):
        state = some_state(seed)
        part.paint(surface, AT, state, now, False)
        now += 30
        part.paint(surface, AT, state, now, False)
        halfway = surface.copy()
        fresh = target()
        part.paint(fresh, AT, state, now, True)
        assert (picture(halfway) == picture(fresh)).all()
        now += 100
        part.paint(surface, AT, state, now, False)
    fresh = target()
    part.paint(fresh, AT, some_state(5), now, True)
    assert (picture(surface) == picture(fresh)).all()


def test_a_partial_paint_draws_only_in_the_rectangles_that_it_returns(part: ConsolePart) -> None:
    surface = target()
    part.paint(surface, AT, some_state(1), 0, True)
    before = picture(surface)
    rects = part.paint(surface, AT, some_state(2), 500, False)
    changed = (picture(surface) != before).any(axis=2)
    told = np.zeros_like(changed)
    for rect in rects:
        told[rect.left : rect.right, rect.top : rect.bottom] = True
    assert changed.any()
    assert not (changed & ~told).any()


def test_nothing_is_drawn_when_nothing_changed(part: ConsolePart) -> None:
    surface = target()
    part.paint(surface, AT, some_state(3), 0, True)
    assert part.paint(surface, AT, some_state(3), 16, False) == []


def test_a_paint_leaves_the_target_s_clip_and_the_state_as_they_were(part: ConsolePart) -> None:
    surface, state = target(), some_state(4)
    part.paint(surface, AT, some_state(3), 0, True)
    brightness = state.brightness.copy()
    clip = pygame.Rect(10, 10, 300, 300)
    surface.set_clip(clip)
    part.paint(surface, AT, state, 100, False)
    assert surface.get_clip() == clip
    assert (state.brightness == brightness).all()


@pytest.mark.slow
def test_every_lamp_on_the_console_is_brighter_when_it_is_lit(part: ConsolePart) -> None:
    surface = target()
    part.paint(surface, AT, console(), 0, True)
    unlit = picture(surface)
    for number, lamp in enumerate(panel().lamps()):
        brightness = np.zeros(len(panel().lamps()), dtype=np.uint8)
        brightness[number] = 255
        part.paint(surface, AT, console(brightness), 0, False)
        lit = picture(surface)
        assert (lit >= unlit).all(), lamp.id
        brighter = lit - unlit
        x, y = round(lamp.x * SCALE) + AT[0], round(lamp.y * SCALE) + AT[1]
        more = brighter[x - 9 : x + 9, y - 5 : y + 5].sum()
        assert more > 2000, lamp.id
        assert more > 0.5 * brighter.sum(), lamp.id


def test_a_key_takes_60_ms_to_move() -> None:
    motion = widgets.Motion()
    assert motion.frame("key.3", 0, 0) == 0
    assert motion.frame("key.3", 1, 1000) == 0
    frames = [motion.frame("key.3", 1, 1000 + ms) for ms in (0, 15, 30, 45, 59, 60, 500)]
    assert frames == sorted(frames)
    assert 0 < frames[2] < widgets.FRAMES - 1
    assert frames[5] == frames[6] == widgets.FRAMES - 1


@pytest.mark.slow
def test_a_key_down_looks_other_than_a_key_up(part: ConsolePart) -> None:
    surface = target()
    part.paint(surface, AT, console(), 0, True)
    up = picture(surface).astype(int)
    for control in panel().controls():
        held = control.kind == "button"
        state = console(None, {}, control.id) if held else console(None, {control.id: 1})
        part._motion = widgets.Motion()
        part.paint(surface, AT, state, 0, True)
        box = pixels(
            (control.x - control.width / 2, control.y - control.height / 2, 30, control.height),
            SCALE,
        ).move(AT)
        there = slice(box.left, box.right), slice(box.top, box.bottom)
        moved = np.abs(picture(surface)[there].astype(int) - up[there]).sum(axis=2)
        assert moved.max() > 40, control.id


def test_every_control_can_be_touched_with_its_label(part: ConsolePart) -> None:
    touches = {touch.control: touch for touch in part.touches()}
    assert set(touches) == {control.id for control in panel().controls()}
    for control in panel().controls():
        touch = touches[control.id]
        left, top = control.x - control.width / 2, control.y - control.height / 2
        for x in (left + 0.5, left + control.width - 0.5):
            for y in (top + 0.5, top + control.height - 0.5):
                assert part.touch(x, y) == touch, control.id
        assert touch.label == control.label
        assert touch.kind == ("button" if control.kind == "button" else "latch")
        if control.kind in ("key", "switch"):
            assert part.touch(control.x, top - 7) == touch, "the number over the key"


def test_the_lever_s_area_holds_both_its_words(part: ConsolePart) -> None:
    for legend in panel().legends:
        if legend.text in ("AUTOMATIC", "MANUAL"):
            touch = part.touch(legend.x, legend.y)
            assert touch is not None
            assert touch.control == "lever"


def test_where_there_is_no_control_there_is_nothing_to_touch(part: ConsolePart) -> None:
    assert part.touch(532, 470) is None
    assert part.touch(-5, -5) is None


def test_of_two_areas_the_nearer_is_touched() -> None:
    left = Touch("left", (0, 0, 12, 10), "button", "LEFT")
    right = Touch("right", (8, 0, 12, 10), "button", "RIGHT")
    assert touch_at((left, right), 9, 5) == left
    assert touch_at((left, right), 11, 5) == right
    assert touch_at((left, right), 30, 5) is None


def test_building_again_for_the_same_scale_does_nothing(part: ConsolePart) -> None:
    sheet = part._sheet
    part.build(SCALE)
    assert part._sheet is sheet
