"""What holds for every drawn part: partial and whole painting, determinism, touches."""

from collections.abc import Callable, Hashable

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from devices.screen.part import touch_at
from devices.screen.parts.card_reader import CardReaderPart
from devices.screen.parts.sprites import BRIEFLY, SpritePart
from tests.devices.screen.parts.gallery import AT, GALLERY, Shown, floor, of_unit, reader

SCALE = 0.4
NOT_IN_THE_ROOM = {"jam", "damage", "board", "long_reel"}
"""Mishaps, which no operator works, and what a command changes: the printer's control panel, how
much tape a reel may hold."""


def built(shown: Shown, scale: float) -> SpritePart:
    """The part with all its sprites, after it was begun for another scale."""
    part = shown.make()
    part.build(scale * 0.25)
    sheet, ahead = part._sheet, iter(part.make_sprites())
    for _ in range(3):
        next(ahead, None)
    part.build(scale)
    assert part._sheet is not sheet
    before = dict(part._sprites)
    assert list(ahead) == [], "sprites of the scale before"
    assert part._sprites == before
    sheet = part._sheet
    part.build(scale)
    assert part._sheet is sheet, "nothing is made anew for the same scale"
    for _ in part.make_sprites():
        pass
    return part


def seen(surface: pygame.Surface) -> npt.NDArray[np.int32]:
    """Each pixel's colour as one number."""
    return pygame.surfarray.array2d(surface) & 0xFFFFFF


def check_painting(shown: Shown, scale: float, late: list[Hashable]) -> npt.NDArray[np.int32]:
    """Paint the part along its walk; ``late``: sprites that are made from now on."""
    part = built(shown, scale)
    late.clear()
    screen = floor(part)
    whole = screen.get_rect()
    sheet = part._sheet
    assert sheet is not None
    cover, outside = pygame.surfarray.array_alpha(sheet), np.ones(whole.size, np.bool_)
    left, top = AT
    outside[left : left + len(cover), top : top + len(cover[0])] = False
    after = seen(screen)
    for step, (state, now_ms) in enumerate(shown.walk()):
        before = after
        rects = part.paint(screen, AT, state, now_ms, step == 0)
        after = seen(screen)
        changed = after != before
        assert not (changed & outside).any(), f"step {step}: drawn outside the part"
        for rect in rects:
            assert whole.contains(rect)
            changed[rect.left : rect.right, rect.top : rect.bottom] = False
        assert not changed.any(), f"step {step}: changed where no rectangle was named"
        assert part.paint(screen, AT, state, now_ms, False) == [], f"step {step}: nothing changed"
        for stamp in part.look(state, now_ms):
            x, y, width, height = stamp.rect().clip(sheet.get_rect())
            assert (cover[x : x + width, y : y + height] == 255).all(), "on a see-through sheet"
        fresh = floor(part)
        part.paint(fresh, AT, state, now_ms, True)
        assert (after == seen(fresh)).all(), f"step {step}: partly painted, not as whole"
    assert late == [], "made in a frame"
    return after


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> list[Hashable]:
    """The names of all sprites that are made."""
    sprite, names = SpritePart.sprite, list[Hashable]()

    def counted(
        one: SpritePart, name: Hashable, make: Callable[[], pygame.Surface]
    ) -> pygame.Surface:
        def told() -> pygame.Surface:
            names.append(name)
            return make()

        return sprite(one, name, told)

    monkeypatch.setattr(SpritePart, "sprite", counted)
    return names


@pytest.mark.parametrize(
    "shown",
    [
        pytest.param(one, id=one.name, marks=[pytest.mark.slow] if number % 4 else [])
        for number, one in enumerate(GALLERY)
    ],
)
def test_a_part_paints_what_changed_as_a_whole_painting_would(
    shown: Shown, late: list[Hashable]
) -> None:
    check_painting(shown, SCALE, late)


@pytest.mark.slow
@pytest.mark.parametrize("shown", GALLERY[::3], ids=lambda shown: shown.name)
def test_larger_too_two_parts_that_see_the_same_leave_the_same_pixels(
    shown: Shown, late: list[Hashable]
) -> None:
    large = check_painting(shown, 1.55 * SCALE, late)
    other = shown.make()
    other.build(1.55 * SCALE)
    screen = floor(other)
    for step, (state, now_ms) in enumerate(shown.walk()):
        other.paint(screen, AT, state, now_ms, step == 0)
    assert (seen(screen) == large).all()


def test_every_touch_lies_on_the_part_and_is_found_there() -> None:
    for shown in GALLERY:
        part = shown.make()
        for touch in part.touches():
            told = shown.name, touch
            x, y, width, height = touch.rect
            assert x >= 0, told
            assert y >= 0, told
            assert x + width <= part.size[0], told
            assert y + height <= part.size[1], told
            assert min(width, height) >= 24, told
            assert touch.label, told
            assert touch.help, told
            assert part.touch(x + width / 2, y + height / 2) == touch
            assert touch_at(part.touches(), x + width / 2, y + height / 2) == touch


def test_every_control_of_a_unit_can_be_touched() -> None:
    for shown in GALLERY:
        if shown.unit is not None:
            touched = {touch.control for touch in shown.make().touches()}
            assert touched == set(shown.unit().controls()) - NOT_IN_THE_ROOM, shown.name


def test_a_part_keeps_few_of_many_passing_looks() -> None:
    part = CardReaderPart()
    part.build(0.3)
    unit = reader(200)
    for now_ms in range(200):
        unit.select()
        unit.advance(240_000)
        unit.take()
        part.look(of_unit(part, unit.view()), now_ms * 240)
    assert len(part._brief) == BRIEFLY
    assert len(part._sprites) < 100
