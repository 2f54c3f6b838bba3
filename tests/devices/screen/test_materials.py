"""Materials and the canvas: the same every time, lit from the upper left, as large as told."""

import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest

from devices.screen import materials
from devices.screen.canvas import Canvas
from devices.screen.materials import Picture
from devices.screen.parts import relief
from devices.screen.parts.relief import Canvas as Relief

COATS: list[Callable[..., Picture]] = [
    materials.dark_enamel,
    materials.light_enamel,
    materials.cabinet_metal,
    materials.wood,
    materials.paper,
]


@pytest.mark.parametrize("coat", COATS)
def test_a_material_is_the_same_every_time_and_of_the_size_asked_for(
    coat: Callable[..., Picture],
) -> None:
    first, again = coat(90, 61), coat(90, 61)
    assert first.shape == (61, 90, 3)
    assert (first == again).all()
    assert first.std() > 0.3


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (700, 30)])
def test_a_material_can_be_of_any_size(size: tuple[int, int]) -> None:
    for coat in [*COATS, materials.polish_metal]:
        surface = materials.sheet(coat(*size))
        assert surface.get_size() == size


def test_a_shape_outside_the_canvas_draws_nothing() -> None:
    canvas = Canvas.of(20, 20, 1.0, (50, 50, 50))
    canvas.rounded((40, 40, 10, 10), (255, 255, 255), 2.0)
    canvas.stroke([(-30, -30), (-10, -20)], (255, 255, 255), 2.0)
    canvas.polygon([(50, 0), (60, 0), (60, 10)], (255, 255, 255))
    canvas.bevel((30, 0, 5, 5), 1.0, 40.0)
    canvas.letter("OUTSIDE", 90, 90, 6, (255, 255, 255))
    assert (canvas.rgb == 50).all()


def test_the_canvas_of_cabinets_draws_the_same_shapes_cut_out() -> None:
    """One canvas: what is drawn on a ground and what is drawn on nothing agree where both are."""
    solid, cut = Canvas.of(40, 30, 2.0, (90, 80, 70)), Relief(80, 60, 2.0, 1)
    cut.rounded((0, 0, 40, 30), (90, 80, 70))
    for canvas in (solid, cut):
        canvas.shadow((8, 8, 20, 12), 3.0, 2.0, 1.5)
        canvas.rounded((8, 8, 20, 12), ((200, 190, 180), (120, 110, 100)), 3.0)
        canvas.bevel((8, 8, 20, 12), 1.5, 40.0, 3.0)
        canvas.sunk((12, 11, 10, 5), 1.0, (0.6, 0.8), 1.0, 0.5)
        canvas.letter("704", 18, 14, 4.0, (20, 20, 20))
    assert abs(solid.rgb - cut.rgb).max() < 0.01
    assert (cut.alpha == 1).all()
    alone = Relief(80, 60, 2.0, 1)
    alone.rounded((8, 8, 20, 12), (200, 190, 180), 3.0)
    assert alone.alpha[0, 0] == 0
    assert alone.alpha.sum() / 4 == pytest.approx(20 * 12 - 9 * (4 - np.pi), rel=0.01)


def test_a_large_sheet_is_drawn_without_large_scratch_arrays() -> None:
    """Of the canvas' own size: enamel took four times it, the finished sheet nearly as much."""
    canvas = relief.Canvas(256, 2048, 1.0, oversample=1)
    for _ in range(20):
        canvas.hammertone((1, 1), 1.0)  # all noise is drawn

    def enamel() -> None:
        canvas.plate((0, 0, 256, 2048), 4.0, (200, 200, 200), (100, 100, 100), 3.0, 0.4, 1.0)

    for draw, times in ((enamel, 2.0), (canvas.surface, 2.6)):
        tracemalloc.start()
        try:
            draw()
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < times * canvas.rgb.nbytes
