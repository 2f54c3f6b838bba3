"""A cathode ray tube in its cabinet: points that a program draws, glowing on a round face.

The points stand on a square raster that lies within the round tube.  They are made into light only
when they are others, and no oftener than the eye can follow; while they stay nothing is drawn, nor
while the console is wired to something else than the 704.
"""

from functools import partial

import numpy as np
import numpy.typing as npt
import pygame

from devices.screen.lettering import Engraving
from devices.screen.part import Paced
from devices.screen.parts.relief import Canvas, Colour, Rect
from devices.screen.parts.sprites import PlacedSprite, SpritePart
from devices.screen.room import DrawContext
from devices.screen.smooth import smoothscale
from machines.ibm704.display import SIDE, Axis, on_tube
from machines.ibm704.scene import ProgramScene

SIZE = (190.0, 250.0)
CENTRE = (93.0, 100.0)
RADIUS = 72.0
RASTER = 2.0 * RADIUS * 0.70
"""Side of the square raster in units: it touches the tube's edge nearly."""
ANEW_MS = 120
"""A picture that changes is made into light no oftener than this."""
FINEST = 256
"""Places to each side that the tube can tell apart, its spot being as large; the light is worked
out on as many at most."""
HALO, HALO_LIGHT = 3, 0.8
"""The phosphor about a point glows so many of them wide, so much as bright."""

_CABINET: tuple[Colour, Colour] = ((146, 149, 148), (100, 103, 104))
_GLASS = (20.0, 27.0, 32.0)
_LIGHT = np.array([118.0, 196.0, 255.0], np.float32)
"""The blue of the short phosphor that a camera looks at."""
_CORE = np.array([236.0, 250.0, 255.0], np.float32)
_PLATE: Rect = (26.0, 199.0, 134.0, 24.0)

ENGRAVING = Engraving()


class TubePart(SpritePart):
    """The cabinet with its tube; nothing on it is touched."""

    size = SIZE

    def __init__(self) -> None:
        super().__init__()
        self.lit = Paced[pygame.Surface]()

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self.lit.forget()
        canvas = Canvas(width, height, self.scale, 2 if self.scale < 2.0 else 1, seed=74)
        body = (3.0, 2.0, SIZE[0] - 10.0, SIZE[1] - 9.0)
        canvas.shadow(body, 8.0, (5.0, 5.0), 5.0, 0.6)
        canvas.plate(body, 8.0, *_CABINET, 4.0, 0.55, 2.0)
        for row in range(2):
            canvas.line((44.0, 229.0 + 5.0 * row, 98.0, 2.2), (30, 31, 32), 0.85, 1.1)
        self._seat(canvas)
        canvas.plate(_PLATE, 2.0, (36, 36, 38), (20, 20, 22), 1.2, 0.5)
        made = canvas.surface((width, height))
        k, middle = self.scale, _PLATE[1] + _PLATE[3] / 2
        pale = (234, 232, 222)
        at = (_PLATE[0] + 8.0) * k
        ENGRAVING.draw(made, "740", at, middle * k, 10.5 * k, pale, "left", 0.15, 0.1)
        right = (_PLATE[0] + _PLATE[2] - 7.0) * k
        name = "CATHODE RAY TUBE"
        ENGRAVING.draw(made, name, right, middle * k, 5.6 * k, pale, "right", 0.13, 0.05)
        return made

    def _seat(self, canvas: Canvas) -> None:
        """A bezel with eight screws, the mask, and the dark glass, bulging towards us."""
        x, y = CENTRE
        for grown, colours, bevel in (
            (13.0, ((74, 77, 79), (44, 46, 48)), 5.0),
            (4.0, ((26, 26, 28), (40, 41, 43)), -3.0),
        ):
            reach = RADIUS + grown
            ring = (x - reach, y - reach, 2 * reach, 2 * reach)
            if grown > 5:
                canvas.shadow(ring, reach, (4.0, 5.0), 5.0, 0.6)
            canvas.plate(ring, reach, *colours, bevel, 0.8, 0.6)
        for turn in np.linspace(0.0, 2 * np.pi, 8, endpoint=False) + np.pi / 8:
            at = (x + (RADIUS + 8.5) * np.cos(turn), y + (RADIUS + 8.5) * np.sin(turn))
            head = (at[0] - 2.0, at[1] - 2.0, 4.0, 4.0)
            canvas.plate(head, 2.0, (176, 178, 178), (100, 102, 102), 1.0, 0.6)
        ring = (x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS)
        where, px, py = canvas.window(ring)
        away = canvas.ring(px, py, CENTRE, RADIUS)
        u, v = (px / canvas.k - x) / RADIUS, (py / canvas.k - y) / RADIUS
        r = np.hypot(u, v)
        bulge = 0.62 + 0.38 * np.sqrt(np.clip(1 - r * r, 0, 1))
        rgb = np.array(_GLASS, np.float32) * bulge[..., None]
        shine = np.exp(-(((u + 0.46) / 0.26) ** 2) - (((v + 0.56) / 0.13) ** 2))
        shine = shine + 0.28 * np.exp(-(((r - 0.90) / 0.03) ** 2)) * np.clip(-u - v, 0, 1)
        rgb = rgb + 60.0 * shine[..., None]
        rgb = rgb * (1 - 0.55 * np.exp(-(((r - 1.0) / 0.06) ** 2)))[..., None]
        canvas.over(where, np.asarray(rgb, np.float32), np.clip(0.5 - away, 0, 1))

    # The light.

    def look(self, context: DrawContext, now_ms: int) -> list[PlacedSprite]:
        scene = context.view.scene
        crt = scene.crt if isinstance(scene, ProgramScene) else None
        if crt is None:
            self.lit.forget()
            return []
        make = partial(light, crt.words, max(self.px(RASTER), 8))
        lit = self.lit.get(crt.serial, now_ms, ANEW_MS, make)
        half = lit.get_width() // 2
        x, y = self.px(CENTRE[0]) - half, self.px(CENTRE[1]) - half
        return [PlacedSprite(lit, x, y, flags=pygame.BLEND_RGB_ADD)]


def light(words: npt.NDArray[np.int64], side: int) -> pygame.Surface:
    """The light that the words int64[n] draw, to be added: ``side`` pixels square."""
    points, axes = on_tube(words)
    fine = min(side, FINEST)
    columns, rows, bright = points.T
    places = rows * fine // SIDE * fine + columns * fine // SIDE
    field = np.bincount(places, bright, fine * fine).reshape(fine, fine).astype(np.float64)
    for axis in axes:
        _draw(field, axis, fine)
    pixels = _SHADES[np.minimum(field, 255.0).astype(np.uint8)]
    drawn = pygame.image.frombuffer(pixels.tobytes(), (fine, fine), "RGBX")
    made = pygame.Surface((fine, fine), 0, 32)
    made.blit(drawn, (0, 0))
    few = max(fine // max(round(HALO * fine / FINEST), 2), 1)
    halo = smoothscale(smoothscale(made, (few, few)), (fine, fine))
    shade = round(255 * HALO_LIGHT)
    halo.fill((shade, shade, shade), special_flags=pygame.BLEND_RGB_MULT)
    made.blit(halo, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return made if fine == side else smoothscale(made, (side, side))


def _draw(field: npt.NDArray[np.float64], axis: Axis, fine: int) -> None:
    """A line of light."""
    left, top, right, bottom, bright = axis
    share = np.linspace(0.0, 1.0, fine)
    columns = ((left + (right - left) * share) * fine / SIDE).astype(np.int64)
    rows = ((top + (bottom - top) * share) * fine / SIDE).astype(np.int64)
    field[rows, columns] = np.maximum(field[rows, columns], bright)


def _shades() -> npt.NDArray[np.uint8]:
    """The colour of each brightness: blue, to white where it is brightest."""
    share = (np.arange(256, dtype=np.float32) / 255.0)[:, None]
    rgb = _LIGHT * np.minimum(share * 1.5, 1.0) + (_CORE - _LIGHT) * np.clip(share * 2 - 1, 0, 1)
    made = np.zeros((256, 4), np.uint8)
    made[:, :3] = np.clip(rgb, 0, 255)
    return made


_SHADES = _shades()
