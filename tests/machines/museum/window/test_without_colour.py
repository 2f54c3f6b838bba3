"""What a visitor needs is told without colour: the glow, the ring, the bar's word for the machine.

Seen by eyes without red cones, without green cones, and in grey (tests/colour_vision.py).
"""

import numpy as np
import pygame
import pytest

from machines.museum.window.focus import (
    GLOW_LEVELS,
    draw_glow,
    draw_ring,
    glow_area,
    marks_scale,
    ring_area,
)
from tests.colour_vision import KINDS, contrast, seen

GROUNDS = {
    "paper": (246, 240, 226),
    "white": (255, 255, 255),
    "black": (10, 10, 10),
    "wood": (120, 72, 40),
    "board's green": (32, 96, 56),
    "cream square": (236, 226, 190),
    "grey of a unit": (128, 130, 132),
    "brass": (206, 172, 104),
    "red": (190, 30, 30),
    "orange": (236, 150, 60),
    "glow's own": (255, 210, 120),
}
SHOWN = 3.0
"""WCAG 2.2, 1.4.11: a control's outline against what is beside it."""


def strongest(drawn: pygame.Surface, ground: tuple[int, int, int], kind: str) -> float:
    """The strongest contrast of the picture against the ground."""
    colours = np.unique(pygame.surfarray.array2d(drawn))
    pixels = seen(np.stack([colours >> 16 & 255, colours >> 8 & 255, colours & 255], 1), kind)
    return max(contrast(one, seen(ground, kind)) for one in pixels)


@pytest.mark.parametrize("kind", KINDS)
def test_the_glow_shows_on_any_ground(kind: str) -> None:
    for name, ground in GROUNDS.items():
        rect = pygame.Rect(40, 40, 80, 60)
        target = pygame.Surface((160, 140), 0, 32)
        target.fill(ground)
        draw_glow(target, rect, GLOW_LEVELS - 1)
        assert strongest(target, ground, kind) >= SHOWN, name
        outside = target.copy()
        outside.fill(ground, glow_area(rect))
        assert strongest(outside, ground, kind) == 1.0, name


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_ring_shows_on_any_ground_and_on_the_glow(kind: str) -> None:
    for name, ground in GROUNDS.items():
        rect = pygame.Rect(40, 40, 80, 60)
        glowing = pygame.Surface((160, 140), 0, 32)
        glowing.fill(ground)
        draw_glow(glowing, rect, GLOW_LEVELS)
        ringed = glowing.copy()
        draw_ring(ringed, rect)
        before, after = (seen(pygame.surfarray.array3d(one), kind) for one in (glowing, ringed))
        both = np.concatenate([before, after], axis=2)[(before != after).any(axis=2)]
        pairs, often = np.unique(both, axis=0, return_counts=True)
        stronger = [contrast(pair[:3], pair[3:]) >= SHOWN for pair in pairs]
        assert often[stronger].sum() > 200, f"on {name} the ring is seen beside the glow"


@pytest.mark.parametrize("scale", [1, 2, 4])
@pytest.mark.parametrize("size", [(12, 12), (80, 61)])
def test_a_ring_and_a_glow_that_go_leave_nothing_behind(size: tuple[int, int], scale: int) -> None:
    rect = pygame.Rect((50, 50), size)
    for rings, area in ((True, ring_area(rect, scale)), (False, glow_area(rect, scale))):
        target = pygame.Surface((400, 300), 0, 32)
        target.fill((1, 2, 3))
        bare = pygame.image.tobytes(target, "RGB")
        if rings:
            draw_ring(target, rect, scale)
        else:
            draw_glow(target, rect, GLOW_LEVELS, scale)
        target.fill((1, 2, 3), area)
        assert pygame.image.tobytes(target, "RGB") == bare


def test_a_glow_in_a_window_twice_as_large_looks_the_same() -> None:
    sizes = ((1080, 1920), (1280, 720), (1920, 1080), (3840, 2160), (7680, 4320))
    assert [marks_scale(size) for size in sizes] == [1, 1, 1, 2, 4]
    small, large = (pygame.Surface((160 * scale, 140 * scale), 0, 32) for scale in (1, 2))
    draw_glow(small, pygame.Rect(40, 40, 80, 60), GLOW_LEVELS)
    draw_glow(large, pygame.Rect(80, 80, 160, 120), GLOW_LEVELS, 2)
    halved = pygame.surfarray.array3d(pygame.transform.smoothscale(large, (160, 140)))
    apart = np.abs(halved.astype(int) - pygame.surfarray.array3d(small))
    assert np.quantile(apart, 0.98) < 24, "but for its corners"


def test_the_matrices_leave_grey_as_it_is() -> None:
    for kind in KINDS:
        for level in (0, 64, 128, 255):
            assert np.abs(seen((level,) * 3, kind).astype(int) - level).max() <= 1


def test_red_and_green_of_the_same_light_look_alike_without_red_cones() -> None:
    red, green = (200, 40, 40), (40, 110, 40)
    far = np.abs(np.subtract(red, green)).sum()
    near = np.abs(seen(red, "protanopia").astype(int) - seen(green, "protanopia")).sum()
    assert near < far / 3
