"""What holds for every drawn part: partial and whole painting, determinism, touches."""

from collections.abc import Callable, Hashable

import pygame
import pytest

from devices.screen.part import touch_at
from devices.screen.parts.card_reader import CardReaderPart
from devices.screen.parts.sprites import BRIEFLY, SpritePart
from tests.devices.screen.parts.gallery import AT, GALLERY, Shown, floor, pixels, reader

SCALE = 0.62
NOT_IN_THE_ROOM = {"jam", "damage", "board"}
"""Mishaps, which no operator works, and the printer's control panel: a command changes it."""

every_part = pytest.mark.parametrize("shown", GALLERY, ids=lambda shown: shown.name)


def built(shown: Shown, scale: float = SCALE) -> SpritePart:
    part = shown.make()
    part.build(scale)
    return part


@every_part
def test_a_partial_painting_leaves_the_pixels_of_a_whole_one(shown: Shown) -> None:
    part = built(shown)
    screen = floor(part)
    for step, (state, now_ms) in enumerate(shown.walk()):
        part.paint(screen, AT, state, now_ms, step == 0)
        fresh = floor(part)
        part.paint(fresh, AT, state, now_ms, True)
        assert (pixels(screen) == pixels(fresh)).all(), f"step {step}"


@every_part
def test_every_pixel_that_changed_lies_in_a_rectangle_that_was_named(shown: Shown) -> None:
    part = built(shown)
    screen = floor(part)
    for step, (state, now_ms) in enumerate(shown.walk()):
        before = pixels(screen)
        rects = part.paint(screen, AT, state, now_ms, step == 0)
        changed = (pixels(screen) != before).any(axis=2)
        for rect in rects:
            assert screen.get_rect().contains(rect)
            changed[rect.left : rect.right, rect.top : rect.bottom] = False
        assert not changed.any(), f"step {step}"


@every_part
def test_nothing_is_painted_when_nothing_changed(shown: Shown) -> None:
    part = built(shown)
    screen = floor(part)
    for step, (state, now_ms) in enumerate(shown.walk()):
        part.paint(screen, AT, state, now_ms, step == 0)
        assert part.paint(screen, AT, state, now_ms, False) == []


@every_part
def test_two_parts_that_see_the_same_leave_the_same_pixels(shown: Shown) -> None:
    screens = []
    for _ in range(2):
        part = built(shown)
        screen = floor(part)
        for step, (state, now_ms) in enumerate(shown.walk()):
            part.paint(screen, AT, state, now_ms, step == 0)
        screens.append(pixels(screen))
    assert (screens[0] == screens[1]).all()


@every_part
def test_no_sprite_is_made_in_a_frame(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    part = built(shown)
    for _ in part.make_sprites():
        pass
    sprite, late = SpritePart.sprite, []

    def counted(
        one: SpritePart, name: Hashable, make: Callable[[], pygame.Surface]
    ) -> pygame.Surface:
        def told() -> pygame.Surface:
            late.append(name)
            return make()

        return sprite(one, name, told)

    monkeypatch.setattr(SpritePart, "sprite", counted)
    screen = floor(part)
    for step, (state, now_ms) in enumerate(shown.walk()):
        part.paint(screen, AT, state, now_ms, step == 0)
    assert late == []


@every_part
def test_sprites_made_ahead_are_those_of_the_scale_that_it_was_built_for_last(shown: Shown) -> None:
    part = built(shown)
    ahead = iter(part.make_sprites())
    for _ in range(3):
        next(ahead, None)
    part.build(SCALE * 1.3)
    before = dict(part._sprites)
    assert list(ahead) == []
    assert part._sprites == before


@every_part
def test_what_moves_lies_where_the_sheet_is_opaque(shown: Shown) -> None:
    part = built(shown)
    sheet = part.make_sheet(*(round(side * SCALE) for side in part.size))
    cover = pygame.surfarray.array_alpha(sheet)
    for state, now_ms in shown.walk():
        for stamp in part.look(state, now_ms):
            x, y, width, height = stamp.rect().clip(sheet.get_rect())
            assert (cover[x : x + width, y : y + height] == 255).all()


@every_part
def test_nothing_is_drawn_outside_the_part(shown: Shown) -> None:
    part = built(shown)
    screen = floor(part)
    area = pygame.Rect(AT, [round(side * SCALE) for side in part.size])
    empty = pixels(screen)
    for step, (state, now_ms) in enumerate(shown.walk()):
        part.paint(screen, AT, state, now_ms, step == 0)
    changed = (pixels(screen) != empty).any(axis=2)
    changed[area.left : area.right, area.top : area.bottom] = False
    assert not changed.any()


@every_part
def test_building_again_for_the_same_scale_makes_nothing_anew(shown: Shown) -> None:
    part = built(shown)
    sheet = part._sheet
    part.build(SCALE)
    assert part._sheet is sheet
    part.build(SCALE * 1.5)
    assert part._sheet is not sheet


@every_part
def test_every_touch_lies_on_the_part_and_is_found_there(shown: Shown) -> None:
    part = shown.make()
    for touch in part.touches():
        x, y, width, height = touch.rect
        assert x >= 0
        assert y >= 0
        assert x + width <= part.size[0]
        assert y + height <= part.size[1]
        assert min(width, height) >= 24
        assert touch.label
        assert touch.help
        assert part.touch(x + width / 2, y + height / 2) == touch
        assert touch_at(part.touches(), x + width / 2, y + height / 2) == touch


@pytest.mark.parametrize(
    "shown", [shown for shown in GALLERY if shown.unit], ids=lambda shown: shown.name
)
def test_every_control_of_a_unit_can_be_touched(shown: Shown) -> None:
    assert shown.unit is not None
    touched = {touch.control for touch in shown.make().touches()}
    assert touched == set(shown.unit().controls()) - NOT_IN_THE_ROOM


def test_a_part_keeps_few_of_many_passing_looks() -> None:
    part = CardReaderPart()
    part.build(0.3)
    unit = reader(200)
    for now_ms in range(200):
        unit.select()
        unit.advance(240_000)
        unit.take()
        part.look(unit.view(), now_ms * 240)
    assert len(part._brief) == BRIEFLY
    assert len(part._sprites) < 100
