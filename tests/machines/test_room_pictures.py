"""The small pictures of assets/rooms look like their rooms: they stand in until those are drawn."""

import numpy as np
import pygame
import pytest

from devices.screen.layer_renderer import LayerRenderer
from devices.screen.smooth import smoothscale
from devices.screen.stage import Stage, picture_path
from machines.museum.window.floor_plan import FloorPlan
from machines.storage.registry import EXHIBITS, ExhibitSpec, make_room, panel_layout
from tests.machines.museum.window.window_room import words
from tests.make_room_pictures import SIZES, draw

MOST_APART = 4.0
"""The mean difference of a picture, 0 to 255, that another size of lettering makes and JPEG does; a
part that was moved makes more."""
MOST_BYTES = 1_500_000
"""Of all pictures together."""
MADE = "python -m tests.make_room_pictures"


def halted() -> LayerRenderer:
    """One that never comes to draw anything."""
    made = LayerRenderer()
    made.halt()
    return made


def apart(one: pygame.Surface, other: pygame.Surface) -> float:
    first, second = (pygame.surfarray.array3d(each).astype(int) for each in (one, other))
    return float(np.abs(first - second).mean())


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("spec", EXHIBITS, ids=[one.name for one in EXHIBITS])
def test_a_rooms_small_picture_looks_like_the_room(
    spec: ExhibitSpec, size: tuple[int, int]
) -> None:
    kept = pygame.image.load(picture_path(spec.name, size[1] > size[0]))
    assert kept.get_size() == size
    assert apart(kept, draw(spec, size)) < MOST_APART, f"{MADE} makes it anew"


def test_the_pictures_are_small() -> None:
    sizes = [path.stat().st_size for path in picture_path("morph", False).parent.glob("*.jpg")]
    assert len(sizes) == len(EXHIBITS) * len(SIZES)
    assert sum(sizes) < MOST_BYTES


@pytest.mark.parametrize("size", [(1280, 656), (1080, 1740), (1600, 820), (1024, 900)])
def test_a_room_is_seen_before_anything_of_it_is_drawn(size: tuple[int, int]) -> None:
    spec = EXHIBITS[0]
    stage = Stage(make_room(spec, panel_layout(spec)), halted())
    stage.lay(size)
    stage.paint(stage.context(None, 0, 16_667))
    assert not stage.settled()
    kept = pygame.image.load(picture_path(spec.name, size[1] > size[0]))
    scale = min(size[0] / kept.get_width(), size[1] / kept.get_height())
    place = pygame.Rect(0, 0, *(round(side * scale) for side in kept.get_size()))
    place.center = size[0] // 2, size[1] // 2
    assert apart(stage.canvas.subsurface(place), smoothscale(kept, place.size)) < 1.0


def test_a_close_up_and_a_room_laid_low_show_the_parts_pictures_too() -> None:
    spec = EXHIBITS[0]
    for low, close_up in ((None, "board"), (360, "")):
        stage = Stage(make_room(spec, panel_layout(spec)), halted())
        stage.low = low
        stage.lay((1280, 656), close_up)
        assert any(placed.picture is not None for placed in stage.standings)


def test_no_alcove_is_black_before_its_room_is_drawn_whichever_is_drawn_first() -> None:
    plan, builder = FloorPlan(words(), LayerRenderer(at_once=True)), halted()
    plan.lay((1280, 656))
    stages = {one.name: Stage(make_room(one, panel_layout(one)), builder) for one in EXHIBITS}
    for k in range(len(stages)):
        plan.paint(stages, dict.fromkeys(stages), 20 * k, False, first="morph")
    assert not plan.settled()
    for name, rect in plan.places.items():
        kept = smoothscale(pygame.image.load(picture_path(name, False)), rect.size)
        inner = pygame.Rect((0, 0), rect.size).inflate(-rect.width // 4, -rect.height // 4)
        seen = plan.canvas.subsurface(rect).subsurface(inner)
        assert apart(seen, kept.subsurface(inner)) < 20.0, "but for the light of the alcove"
