"""A room composed for a window: places, close-ups, what is drawn and what is not."""

from dataclasses import replace

import numpy as np
import pygame
import pytest

from devices.screen.placed_part import GLIDE_MS
from devices.screen.room import CANVAS, Arrangement
from devices.screen.stage import Stage
from machines.museum.window.window_surface import bands, merge_rects, within_budget
from tests.machines.museum.window.window_room import LAMPS, Glimpse, PanelPart, demonstration_room


def stage_of(size: tuple[int, int] = (1280, 656)) -> Stage:
    made = Stage(demonstration_room())
    made.lay(size)
    return made


def drawn(stage: Stage, view: Glimpse | None, now_ms: int = 0) -> list[pygame.Rect]:
    return stage.paint(stage.context(view, now_ms, 16_667))


def lamps(level: float) -> Glimpse:
    lit = np.full(LAMPS, level > 0.5)
    return Glimpse(lit=lit, on_us=np.zeros(LAMPS, np.int64))


@pytest.mark.parametrize("size", [(1280, 656), (1920, 984), (3840, 1968), (1600, 700), (1024, 900)])
def test_a_room_stands_whole_and_in_proportion_in_any_window(size: tuple[int, int]) -> None:
    stage = stage_of(size)
    unit = min(size[0] / CANVAS[0], size[1] / CANVAS[1])
    for one in stage.standings:
        assert pygame.Rect((0, 0), size).contains(one.rect)
        wide, high = one.part.size
        assert one.rect.width / one.rect.height == pytest.approx(wide / high, rel=0.02)
        _, _, width, height = one.place.rect
        assert one.rect.width <= width * unit + 1 and one.rect.height <= height * unit + 1


def test_parts_stand_on_the_lower_edge_of_their_places() -> None:
    stage = stage_of((1920, 984))
    panel = stage.standings[0]
    assert panel.rect.bottom == pytest.approx(80 + 780, abs=1)


def test_the_first_painting_is_whole_and_the_next_only_what_changed() -> None:
    stage = stage_of()
    assert drawn(stage, lamps(0))[0].size == (1280, 656)
    assert drawn(stage, lamps(0)) == []
    changed = drawn(stage, replace(lamps(0), units={"counter": 7}))
    assert changed == [stage.standings[1].rect]


def test_a_lamp_that_lights_draws_lamps_and_nothing_else() -> None:
    stage = stage_of()
    drawn(stage, lamps(0))
    rects = drawn(stage, lamps(1))
    assert rects
    area = sum(rect.width * rect.height for rect in rects)
    assert area < 0.02 * 1280 * 656


def test_what_is_painted_bit_by_bit_equals_what_is_painted_whole() -> None:
    views = [lamps(0), lamps(1), replace(lamps(1), controls={"panel.key.1": 1}), lamps(0)]
    stage = stage_of()
    for view in views:
        drawn(stage, view)
    once = stage_of()
    for view in views[:-1]:
        once.context(view, 0, 16_667)
    drawn(once, views[-1])
    now = pygame.image.tobytes(stage.canvas, "RGB")
    assert now == pygame.image.tobytes(once.canvas, "RGB")


def test_before_it_is_switched_on_the_room_shows_its_resting_view() -> None:
    stage = stage_of()
    moment = stage.context(None, 0, 16_667)
    assert not moment.awake
    assert moment.view is stage.room.resting
    assert drawn(stage, None)


def test_a_control_is_found_under_the_finger_at_any_size() -> None:
    for size in ((1280, 656), (3840, 1968)):
        stage = stage_of(size)
        for target in stage.targets():
            hit = stage.hit(*target.rect.center)
            assert hit is not None and hit.event == target.event
    assert stage_of().hit(3, 3) is None


def test_a_close_up_gives_one_part_the_whole_canvas() -> None:
    stage = stage_of()
    drawn(stage, lamps(0))
    small = stage.standings[0].rect
    stage.lay((1280, 656), "panel")
    assert [one.place.name for one in stage.standings] == ["panel"]
    big = stage.standings[0].rect
    assert big.height == pytest.approx(656 * 0.99, abs=2)
    assert big.width > small.width


def test_the_part_in_the_room_keeps_its_sheets_while_another_is_looked_at_closely() -> None:
    stage = stage_of()
    drawn(stage, lamps(0))
    part = stage.in_room("panel")
    assert isinstance(part, PanelPart)
    for close_up in ("panel", "", "panel", ""):
        stage.lay((1280, 656), close_up)
        drawn(stage, lamps(0))
    assert part.builds == 1


def test_where_lettering_is_too_small_one_can_come_closer_still() -> None:
    room = demonstration_room()
    places = tuple(replace(one, legible=4.0) for one in room.places)
    room = replace(room, wide=Arrangement(places))
    stage = Stage(room)
    stage.lay((1280, 656))
    assert not stage.can_go_deeper()
    stage.lay((1280, 656), "panel")
    assert stage.can_go_deeper()
    key = stage.targets()[3].rect.center
    stage.lay((1280, 656), "panel", deep=key)
    assert stage.standings[0].scale == 4.0
    assert stage.canvas.get_rect().collidepoint(stage.targets()[3].rect.center)
    assert not stage.can_go_deeper()


def test_one_moves_over_a_deep_close_up_but_not_off_it() -> None:
    room = demonstration_room()
    places = tuple(replace(one, legible=4.0) for one in room.places)
    room = replace(room, wide=Arrangement(places))
    stage = Stage(room)
    stage.lay((1280, 656), "panel")
    stage.lay((1280, 656), "panel", deep=(640, 300))
    left = stage.standings[0].rect.left
    stage.move(-50, 0)
    assert stage.standings[0].rect.left == left - 50
    stage.move(5000, 5000)
    assert stage.standings[0].rect.topleft == (8, 8)
    assert drawn(stage, lamps(0))[0].size == (1280, 656)
    start = next(hit for hit in stage.targets() if hit.event == "panel.start")
    assert not stage.canvas.get_rect().contains(start.rect)
    stage.reveal(start.rect)
    start = next(hit for hit in stage.targets() if hit.event == "panel.start")
    assert stage.canvas.get_rect().contains(start.rect)


def test_coming_closer_is_a_movement_that_ends() -> None:
    stage = stage_of()
    drawn(stage, lamps(0))
    stage.lay((1280, 656), "panel", now_ms=1000)
    assert drawn(stage, lamps(0), 1000 + GLIDE_MS // 2)[0].size == (1280, 656)
    assert not stage.settled()
    drawn(stage, lamps(0), 1000 + GLIDE_MS)
    assert stage.settled()


def test_keys_work_also_for_parts_that_are_not_in_the_close_up() -> None:
    stage = stage_of()
    stage.lay((1280, 656), "counter")
    hit = stage.by_key("return")
    assert hit is not None and hit.event == "panel.start"
    assert stage.by_key("f5") is None


def test_calm_lamps_follow_within_three_tenths_of_a_second() -> None:
    stage = stage_of()
    levels = [int(stage.context(lamps(1), k * 20, 20_000, calm=True).brightness[0]) for k in (0,)]
    stage = stage_of()
    stage.context(lamps(0), 0, 20_000, calm=True)
    levels = [
        int(stage.context(lamps(1), k * 20, 20_000, calm=True).brightness[0]) for k in range(60)
    ]
    assert levels == sorted(levels)
    assert levels[2] < 60
    assert levels[14] == pytest.approx(255 * (1 - np.exp(-1)), abs=14)
    assert levels[-1] > 235


def test_lamps_keep_their_brightness_while_no_new_view_has_come() -> None:
    stage = stage_of()
    half = np.full(LAMPS, 8_000, np.int64)
    stage.context(Glimpse(now_us=0, busy=True), 0, 16_000)
    view = Glimpse(now_us=16_000, on_us=half, lit=np.zeros(LAMPS, bool), busy=True)
    first = stage.context(view, 16, 16_000).brightness
    assert 100 < first[0] < 130
    assert np.array_equal(stage.context(view, 32, 16_000).brightness, first)


def test_merged_rectangles_cover_all_and_stay_inside() -> None:
    bound = pygame.Rect(0, 0, 400, 300)
    rects = [pygame.Rect(x, y, 20, 20) for x in range(-10, 420, 35) for y in (10, 150, 295)]
    made = merge_rects(rects, bound)
    assert len(made) < len(rects)
    for rect in rects:
        inside = rect.clip(bound)
        if inside.width and inside.height:
            assert any(one.contains(inside) for one in made)
    assert all(bound.contains(one) for one in made)


def test_far_rectangles_are_not_joined() -> None:
    rects = [pygame.Rect(0, 0, 20, 20), pygame.Rect(900, 500, 20, 20)]
    assert merge_rects(rects, pygame.Rect(0, 0, 1000, 600)) == rects


def test_bands_cover_a_rectangle_exactly() -> None:
    rect = pygame.Rect(7, 11, 100, 95)
    pieces = bands(rect, 1000)
    assert sum(one.width * one.height for one in pieces) == 9500
    assert rect.unionall(pieces) == rect
    now, later = within_budget([rect], 1000)
    assert len(now) == 1 and len(now) + len(later) == len(pieces)


def test_another_size_is_made_ready_one_picture_at_a_time() -> None:
    stage, other = stage_of(), stage_of()
    for one in (stage, other):
        drawn(one, lamps(1))
    size = (1600, 820)
    steps, made = 0, 0
    while not stage.ready_for(size):
        assert stage.canvas.get_size() == (1280, 656), "nothing is laid out meanwhile"
        assert stage.successor is not None
        assert len(stage.successor.pictures) <= made + 1
        made, steps = len(stage.successor.pictures), steps + 1
    assert steps >= len(stage.standings)
    successor = stage.successor
    assert successor is not None
    stage.lay(size)
    assert stage.canvas is successor.canvas
    other.lay(size)
    for standing, twin in zip(stage.standings, other.standings, strict=True):
        assert standing.picture is not None and twin.picture is not None
        now = pygame.image.tobytes(standing.picture, "RGB")
        assert now == pygame.image.tobytes(twin.picture, "RGB")


@pytest.mark.parametrize("size", [(1600, 820), (1920, 600), (700, 900)])
def test_nothing_that_stands_in_is_squeezed(size: tuple[int, int]) -> None:
    stage = stage_of()
    drawn(stage, lamps(1))
    turned = replace(stage.standings[0])
    turned.rect = pygame.Rect(turned.rect.topleft, turned.rect.size[::-1])
    stage.standings = (turned, *stage.standings[1:])
    stage.lay(size)
    wall = stage.backdrop
    assert wall.get_size() == size
    assert pygame.mask.from_threshold(wall, wall.get_at((0, 0)), (1, 1, 1)).count() == (
        size[0] * size[1]
    ), "the old room is still on the wall"
    first, *others = stage.standings
    assert first.picture is None, "a picture of another shape"
    for one in others:
        assert one.picture is not None and one.picture.get_size() == one.rect.size


def test_a_size_that_changes_again_begins_anew() -> None:
    stage = stage_of()
    drawn(stage, lamps(0))
    stage.ready_for((1600, 820))
    stage.ready_for((1000, 500))
    assert stage.successor is not None and stage.successor.size == (1000, 500)
    while not stage.ready_for((1000, 500)):
        pass
    stage.lay((1400, 700))
    assert stage.canvas.get_size() == (1400, 700)
    drawn(stage, lamps(0))
    assert stage.settled()
