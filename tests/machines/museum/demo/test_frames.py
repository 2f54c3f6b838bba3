"""What a tour comes close to is seen whole, with room around it, in every shape of window."""

from dataclasses import replace

import pygame
import pytest

from devices.screen.framing import Framing, details_of
from devices.screen.languages import languages, read_language
from devices.screen.stage import Stage
from machines.museum.tours import load_shipped_script
from machines.museum.window.control_bar_layout import control_bar_height
from machines.museum.window.museum import TourScene
from machines.museum.window.subtitles import Subtitles
from machines.storage.exhibits import panel_layout
from machines.storage.registry import EXHIBITS, find_exhibit, make_room

SIZES = [
    (1024, 768),
    (1080, 1920),
    *(
        pytest.param(size, marks=pytest.mark.slow)
        for size in ((1920, 1080), (1280, 1024), (800, 1280))
    ),
]
MARGIN = 0.02
"""Of the picture's height or width, at each side, at least."""


def subtitles_of(room: str, language: str, journey: bool, size: tuple[int, int]) -> pygame.Rect:
    """Where they stand in a tour of that room."""
    told = read_language(language)
    script = load_shipped_script(room)
    assert script is not None
    said = tuple(told.caption(room, step.say) for step in script.steps if step.say)
    plate = Subtitles(told, print, print, print)
    plate.tell(TourScene(room, said[0], said, "play", script.chapters(), 0.2, journey=journey))
    plate.lay(size, pygame.Rect(0, 0, size[0], size[1] - control_bar_height(size)))
    return plate.box


def spoken_of(stage: Stage) -> pygame.Rect:
    """What the framing names, where it stands on the canvas, pixels."""
    framing, rects = stage.framing, [one.rect for one in stage.standings]
    assert framing is not None
    if not framing.detail:
        return rects[0].unionall(rects[1:])
    (one,) = stage.standings
    left, top, wide, high = (value * one.scale for value in details_of(one.part)[framing.detail])
    made = pygame.Rect(round(left), round(top), round(wide), round(high))
    return made.move(one.rect.topleft)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_what_a_step_speaks_of_is_seen_whole_and_larger(size: tuple[int, int]) -> None:
    for one in EXHIBITS:
        check_steps(one.name, size)


def check_steps(room: str, size: tuple[int, int]) -> None:
    spec, script = find_exhibit(room), load_shipped_script(room)
    assert script is not None
    stage = Stage(make_room(spec, panel_layout(spec)))
    canvas = size[0], size[1] - control_bar_height(size)
    there = frozenset(place.name for place in stage.room.places)
    stage.lay(canvas)
    usual = {one.place.name: one.scale for one in stage.standings}
    tops = {
        subtitles_of(room, language, journey, size).top
        for language in languages()
        for journey in (False, True)
    }
    for top in tops:
        for look in {step.look for step in script.steps if step.look}:
            framing = Framing.of(look, there, canvas[1] - top)
            assert framing is not None
            assert set(look.partition(".")[0].split("+")) == set(framing.names)
            stage.lay(canvas, framing=framing)
            seen = pygame.Rect(0, 0, size[0], top)
            inner = seen.inflate(-2 * MARGIN * seen.width, -2 * MARGIN * seen.height)
            assert inner.contains(spoken_of(stage)), (room, look, top)
            assert framing.detail == look.partition(".")[2]
            for one in stage.standings:
                assert one.scale > usual[one.place.name], (room, look, top)


@pytest.mark.slow
def test_things_on_one_part_are_framed_at_one_scale_so_that_it_is_drawn_once() -> None:
    spec = find_exhibit("anaconda")
    stage = Stage(make_room(spec, panel_layout(spec)))
    part = stage.parts["pc", 0]
    scales = {
        replace(Framing(("pc",)), detail=name).place_one(part, (1920, 984))[0]
        for name in details_of(part)
    }
    assert len(details_of(part)) > 1
    assert len(scales) == 1
