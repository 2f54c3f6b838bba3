"""Lamps as they look: neon domes and plates lit from behind, in 32 steps from dark to full.

A lamp's light is a sprite of its own, made beforehand and added to the dark lamp that stands on the
sheet (BLEND_RGB_ADD), so a brighter lamp is never darker anywhere, and neighbours' blooms add up.
Colours and falls of light are those of docs/sources/look.md, Light and material; distances there
(r) are in radii of the lamp's rim.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from math import exp

import numpy as np
import numpy.typing as npt
import pygame

from devices.panel.lamps import LampBank
from devices.panel.view import View
from devices.screen.canvas import Canvas, Rect
from devices.screen.kept_picture import kept_picture
from devices.screen.materials import Field, Picture, sheet
from devices.screen.strokes import Colour

# -- How bright each lamp of a room is in a frame: the screen draws what a real panel gets ---------

CALM_US = 300_000
"""Reduced flicker: lamps are averaged over this long."""


@dataclass
class RoomLamps:
    """The filter of one room's lamps; ``bank`` None: the room has none."""

    bank: LampBank | None
    shown: npt.NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, dtype=np.uint8))
    """Each lamp's brightness as it was given last, uint8[n]: what the screen draws is what a real
    panel gets."""
    level: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    def frame(self, view: View, frame_us: int, calm: bool) -> npt.NDArray[np.uint8]:
        """Each lamp's brightness in a frame of ``frame_us``, uint8[n]."""
        if self.bank is None:
            return self.shown
        followed = self.bank.follow(view.on_us, view.now_us, view.lit, view.busy, frame_us)
        if not calm or len(self.level) != len(followed):
            self.level = followed.astype(np.float64)
        if not calm:
            self.shown = followed
            return self.shown
        self.level += (followed - self.level) * (1.0 - exp(-frame_us / CALM_US))
        self.shown = np.rint(self.level).astype(np.uint8)
        return self.shown


# -- lamps -----------------------------------------------------------------------------------------

LEVELS = 32
PHASES = 4
"""A lamp stands on a quarter of a pixel across, so that a row's pitch looks even."""
RIM = 6.6
"""Radius of a neon's glass, in panel units."""
FERRULE = 8.0
"""Outer radius of the ring that it sits in."""
REACH = 2.7
"""How many rim radii the bloom goes out, fading to nothing there."""
HOT: Colour = (255, 84, 20)
CORE: Colour = (255, 190, 120)
BLOOM_STRENGTH = 0.74

LEVEL_OF: npt.NDArray[np.uint8] = (
    (np.arange(256, dtype=np.uint16) * (LEVELS - 1) + 127) // 255
).astype(np.uint8)
"""The step that stands for each brightness of 0 to 255."""


def _fine(across: int, down: int, middle: tuple[float, float], unit: float) -> tuple[Field, Field]:
    """Places of 4x4 points in each pixel, from ``middle`` (pixels), in ``unit`` pixels."""
    xs = (np.arange(across * 4, dtype=np.float32) + np.float32(0.5)) / np.float32(4) - np.float32(
        middle[0]
    )
    ys = (np.arange(down * 4, dtype=np.float32) + np.float32(0.5)) / np.float32(4) - np.float32(
        middle[1]
    )
    x: Field = xs[None, :] / np.float32(unit)
    y: Field = ys[:, None] / np.float32(unit)
    return x, y


def _averaged(fine: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    high, wide = fine.shape[0] // 4, fine.shape[1] // 4
    mean: npt.NDArray[np.float32] = fine.reshape(high, 4, wide, 4, -1).mean(axis=(1, 3))
    return mean


def dark_neon(scale: float, shift: float = 0.0) -> tuple[Picture, Field]:
    """A neon that is out: picture and mask, square, its middle ``shift`` pixels right of the
    square's.  Grey glass with a light crescent and a specular dot, sunk in its ferrule."""
    side = 2 * int(np.ceil((FERRULE + 1.2) * scale)) + 2
    x, y = _fine(side, side, (side / 2 + shift, side / 2), RIM * scale)
    r = np.sqrt(x * x + y * y)
    # The ring: sunk, so dark towards the light and bright away from it, and polished.
    toward = -(x * 0.6 + y * 0.8) / np.maximum(r, 1e-6)
    ring = 78 - 62 * toward + 46 * np.exp(-((toward + 0.75) ** 2) / 0.05)
    ring = ring * np.clip((r - 0.97) / 0.09, 0.25, 1.0)
    # The dome: a dark ball of glass, its far side lit through it.
    z = np.sqrt(np.clip(1 - r * r, 0.0, 1.0))
    facing = np.clip(-(x * 0.46 + y * 0.60) + z * 0.65, 0.0, 1.0)
    glass = 15 + 30 * facing + 11 * z
    through = np.exp(-((r - 0.74) ** 2) / 0.02) * np.clip(-toward - 0.35, 0, 1)
    crescent = np.exp(-((r - 0.80) ** 2) / 0.012) * np.clip(toward - 0.45, 0, 1) ** 1.2
    dot = np.exp(-((x + 0.30) ** 2 + (y + 0.38) ** 2) / 0.016)
    glass = glass + 78 * through + 132 * crescent + 190 * dot
    inside = np.clip((1.0 - r) * RIM * scale * 2 + 0.5, 0.0, 1.0)
    tint = np.array([1.03, 0.985, 0.96], dtype=np.float32)
    metal = np.array([1.0, 1.0, 0.99], dtype=np.float32)
    fine = (
        ring[..., None] * metal * (1 - inside[..., None]) + (glass * inside)[..., None] * tint
    ).astype(np.float32)
    mask = np.clip((FERRULE / RIM - r) * RIM * scale + 0.5, 0.0, 1.0)
    return _averaged(fine), _averaged(mask.astype(np.float32))[..., 0]


@lru_cache(maxsize=32)
def neon_size(scale: float) -> int:
    """Width and height in pixels of a neon's light sprite; odd, so that it has a middle pixel."""
    return 2 * int(np.ceil(RIM * REACH * scale)) + 3


@kept_picture
def _neon_light(scale: float, phase: int) -> tuple[Picture, Picture, Picture, Picture]:
    """The light of a neon at full: the glow about its electrodes, its glass, the white heart of
    it, and the bloom outside."""
    side = neon_size(scale)
    middle = side / 2
    x, y = _fine(side, side, (middle + phase / PHASES, middle), RIM * scale)
    r = np.sqrt(x * x + y * y)
    hot, core = np.array(HOT, dtype=np.float32), np.array(CORE, dtype=np.float32)
    within = np.clip((1.0 - r) * RIM * scale + 0.5, 0.0, 1.0)
    fall = np.clip(1.0 - r, 0.0, 1.0) ** 0.6
    heart = np.clip(1.0 - r / 0.42, 0.0, 1.0) ** 0.5
    glow = np.exp(-((r / 0.55) ** 2)) * 0.45
    lens = (fall * 0.74 + 0.22)[..., None] * hot
    white = heart[..., None] * (core - hot * 0.7)
    spread = np.where(r > 0.75, np.exp(-((r - 0.75) ** 2) / 0.32), 1.0)
    # A long faint skirt carries the light onto the enamel; it ends before the sprite does.
    skirt = 0.22 * np.exp(-r / 0.9)
    faded = np.clip((REACH - r) / (REACH - 1.2), 0.0, 1.0)
    bloom = ((spread * BLOOM_STRENGTH + skirt) * faded * (1 - 0.6 * within))[..., None] * hot
    return (
        _averaged((glow[..., None] * hot * within[..., None]).astype(np.float32)),
        _averaged((lens * within[..., None]).astype(np.float32)),
        _averaged((white * within[..., None]).astype(np.float32)),
        _averaged(bloom.astype(np.float32)),
    )


@kept_picture
def neon(scale: float, phase: int, level: int) -> pygame.Surface:
    """The light to add over a dark neon at ``level`` (0 to 31), for BLEND_RGB_ADD.

    Its middle pixel is the lamp's, ``phase`` quarters of a pixel to the left of the lamp's middle.
    """
    share = level / (LEVELS - 1)
    ember, lens, heart, bloom = _neon_light(scale, phase)
    # The bloom follows the duty itself; the glow about the electrodes saturates to the eye, so it
    # comes up sooner, and the glass around it in between.
    light = ember * np.float32(share**0.55) + lens * np.float32(share**0.85)
    light = light + (heart + bloom) * np.float32(share)
    return sheet(light)


PLATE_COLOURS: dict[str, tuple[Colour, Colour, Colour, Colour]] = {
    "red": ((104, 26, 22), (214, 44, 30), (255, 116, 84), (246, 240, 228)),
    "green": ((92, 130, 96), (104, 222, 130), (212, 255, 212), (12, 22, 14)),
    "teal": ((88, 130, 134), (98, 214, 222), (210, 254, 252), (10, 22, 24)),
    "smoke": ((140, 138, 128), (240, 230, 196), (255, 252, 232), (24, 23, 20)),
    "ivory": ((150, 143, 122), (246, 228, 172), (255, 250, 222), (28, 25, 18)),
    "amber": ((126, 80, 28), (246, 158, 52), (255, 222, 140), (30, 18, 6)),
    "white": ((146, 146, 142), (236, 238, 236), (255, 255, 255), (26, 26, 28)),
    "lime": ((104, 126, 76), (150, 222, 96), (226, 255, 178), (18, 26, 10)),
}
"""By the layout's names: unlit; lit at the edge; lit in the middle; lettering."""


def plate_lens(canvas: Canvas, box: Rect, colour: str, lit: float) -> None:
    """Draw a translucent plate in ``box`` (units): ``lit`` 0 to 1, brighter in the middle."""
    unlit, edge, middle, _ = (
        np.array(tone, dtype=np.float32)
        for tone in PLATE_COLOURS.get(colour, PLATE_COLOURS["smoke"])
    )
    where, x, y = window = canvas.window(box)
    if window.empty:
        return
    left, top, wide, high = (np.float32(side * canvas.k) for side in box)
    u = (x - left) / wide * 2 - 1
    v = (y - top) / high * 2 - 1
    bulb = np.exp(-(u * u * 1.1 + v * v * 1.5))[..., None]
    glass = unlit * (1.0 - 0.10 * v - 0.05 * u)[..., None]
    glow = np.maximum(edge + (middle - edge) * bulb, glass)
    shown = glass + (glow - glass) * np.float32(lit)
    # The glass is smooth: it keeps a reflection of the window along its top, lit or not.
    gleam = np.exp(-((v + 0.72 - 0.06 * u) ** 2) / 0.012) * np.clip(1.0 - u * 0.5, 0, 1)
    shown = shown + (gleam * 20)[..., None]
    canvas.over(where, shown, np.clip(0.5 - canvas.box(x, y, box, 1.0), 0.0, 1.0))
