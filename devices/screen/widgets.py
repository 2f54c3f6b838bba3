"""Things that an operator's hand moves, and the lit plates among them: each draws itself.

A widget knows its size in units and gives an opaque surface of itself at a scale: a rocker key or
lever by how far it is down (0 up, 1 down), a push button by how far it is pressed, a plate by its
level (0 to 31), a dial by where it points.  :class:`Motion` says how far a control has got in the
60 ms that it takes to move.  Surfaces are cached: never draw on one.
"""

from dataclasses import dataclass, field

import numpy as np
import pygame

from devices.screen.canvas import Canvas, Rect
from devices.screen.kept_picture import kept_picture
from devices.screen.lamps import LEVELS, PLATE_COLOURS, plate_lens
from devices.screen.lettering import Engraving
from devices.screen.smooth import smoothscale
from devices.screen.strokes import Colour

MOVE_MS = 60
FRAMES = 6
"""Positions that a moving control is drawn in, both ends among them."""
FINER = 2
"""Widgets are drawn this much larger and brought down by smoothscale."""

KEY_COLOURS: dict[str, Colour] = {"white": (236, 233, 224), "grey": (122, 123, 122)}
CAP_COLOURS: dict[str, tuple[Colour, Colour, Colour]] = {
    "black": ((34, 34, 37), (13, 13, 15), (238, 236, 228)),
    "maroon": ((112, 30, 28), (66, 14, 14), (244, 236, 226)),
    "red": ((176, 40, 32), (118, 20, 16), (250, 244, 236)),
    "green": ((44, 104, 66), (22, 66, 40), (240, 246, 238)),
    "grey": ((128, 128, 126), (92, 92, 92), (246, 244, 238)),
    "white": ((240, 238, 230), (206, 203, 194), (40, 40, 42)),
}
"""By name: top, bottom, lettering."""
HOUSING: tuple[Colour, Colour] = ((240, 237, 228), (203, 200, 190))
BASE: tuple[Colour, Colour] = ((222, 219, 209), (186, 183, 174))
LABEL = 4.7
"""Height of the capitals on a button or plate, in units, where there is room."""
BASE_BELOW = 8.0
"""How far a key's base reaches below its travel, in units."""

_LETTERS = Engraving()


@dataclass
class Motion:
    """Where each control of a part stands between up (0) and down (1), in FRAMES steps.

    It keeps when each last changed; asked at the same moment it always says the same.
    """

    from_share: dict[str, float] = field(default_factory=dict)
    towards: dict[str, int] = field(default_factory=dict)
    since_ms: dict[str, int] = field(default_factory=dict)

    def settle(self, control: str, value: int) -> None:
        """Put the control there without a movement."""
        self.towards[control] = value
        self.from_share[control] = float(value)
        self.since_ms[control] = -MOVE_MS

    def frame(self, control: str, value: int, now_ms: int) -> int:
        """The step, 0 to FRAMES - 1, of a control that is to stand at ``value`` (0 or 1)."""
        if control not in self.towards:
            self.settle(control, value)
        elif self.towards[control] != value:
            self.from_share[control] = self._share(control, now_ms)
            self.towards[control] = value
            self.since_ms[control] = now_ms
        return round(self._share(control, now_ms) * (FRAMES - 1))

    def _share(self, control: str, now_ms: int) -> float:
        passed = (now_ms - self.since_ms[control]) / MOVE_MS
        done = min(1.0, max(0.0, passed))
        start = self.from_share[control]
        return start + (self.towards[control] - start) * done * done * (3 - 2 * done)


def shaded(colour: Colour, factor: float, lift: float = 0.0) -> Colour:
    """The colour in more or less light."""
    red, green, blue = (min(255, max(0, round(part * factor + lift))) for part in colour)
    return red, green, blue


def _canvas(width: float, height: float, size: tuple[int, int], ground: Colour) -> Canvas:
    # What a pixel on the rim isn't covered by is the ground, so cells meet without a dark seam.
    return Canvas.of(width, height, FINER * max(size[0] / width, size[1] / height), ground)


@kept_picture
def rocker(
    width: float, height: float, colour: str, frame: int, size: tuple[int, int], seam: bool = False
) -> pygame.Surface:
    """A rocker key in its slot: ``width`` its pitch, ``height`` its travel with BASE_BELOW; up at
    frame 0.  ``seam``: the bank is divided at this key's left."""
    canvas = _canvas(width, height, size, BASE[1])
    draw_rocker(canvas, (0.0, 0.0, width, height), colour, frame / (FRAMES - 1), seam)
    return canvas.surface(size)


def draw_rocker(canvas: Canvas, box: Rect, colour: str, down: float, seam: bool = False) -> None:
    """The key as rocker() gives it, drawn into ``box`` of a canvas; ``down`` 0 to 1."""
    x, y, width, height = box
    unit = height / (46.0 + BASE_BELOW)
    tone = KEY_COLOURS.get(colour, KEY_COLOURS["white"])
    _rocker_bed(canvas, box, unit, down, seam)
    top, edge, groove, lip = (
        y + unit * (start + travel * down)
        for start, travel in ((0.6, 5.2), (21.0, 8.6), (31.5, 8.0), (42.0, 6.6))
    )
    left, across = x + 1.7, width - 3.4
    turned = 1.0 - 0.10 * down
    faces = (
        (top, edge, 1.01 * turned, 0.96 * turned),
        (edge, groove, 0.80 * turned, 0.90 * turned),
        (groove, lip, 0.98, 0.86 - 0.04 * (1 - down)),
    )
    for start, end, above, below in faces:
        paint = (shaded(tone, above), shaded(tone, below))
        canvas.rounded((left, start, across, end - start), paint)
    for ridge in (edge, groove):
        glint = shaded(tone, 1.0 + 0.12 * (1 - 0.3 * down), 34)
        canvas.rounded((left, ridge - 0.75 * unit, across, 1.5 * unit), glint, opacity=0.9)
        shade = (left, ridge + 0.75 * unit, across, 0.8 * unit)
        canvas.rounded(shade, (0, 0, 0), opacity=0.10)
    canvas.rounded((left, top, 0.9, lip - top), shaded(tone, 1.0, 40), opacity=0.55)
    canvas.rounded((left + across - 1.1, top, 1.1, lip - top), (0, 0, 0), opacity=0.24)
    canvas.rounded((left, top, across, 0.9 * unit), shaded(tone, 1.0, 30), opacity=0.6)
    canvas.rounded((left, lip - 1.0 * unit, across, 1.0 * unit), (0, 0, 0), opacity=0.22)


def _rocker_bed(canvas: Canvas, box: Rect, unit: float, down: float, seam: bool) -> None:
    """The slot that the key moves in, the base under it, its notch and the key's shadow."""
    x, y, width, height = box
    # The bed runs on under the neighbours: a pixel shared with them shows no seam.
    canvas.rounded((x - 2, y, width + 4, height), ((104, 101, 95), (16, 15, 15)))
    ledge = (x - 2, y + 41.5 * unit, width + 4, height - 41.5 * unit)
    canvas.rounded(ledge, BASE)
    canvas.rounded((x - 2, y + height - 1.2 * unit, width + 4, 1.2 * unit), (0, 0, 0), opacity=0.28)
    middle, notch = x + width * 0.44, y + 41.0 * unit
    corners = [(middle - 3.3, notch), (middle + 3.3, notch), (middle + 0.3, notch + 7.0 * unit)]
    canvas.polygon([(a + 0.7, b + 0.8 * unit) for a, b in corners], (246, 244, 236))
    canvas.polygon(corners, (17, 16, 15))
    shadow = (x + 1.7, y + (30 + 6.6 * down) * unit, width - 3.4, 12 * unit)
    offset = (1.4 * (1 - 0.5 * down), 3.2 * (1 - 0.6 * down) * unit)
    canvas.shadow(shadow, 0.0, offset, 2.2 * unit, 0.62 - 0.22 * down)
    if seam:
        canvas.rounded((x - 0.5, y, 1.1, height), (12, 11, 11))


def lever(
    width: float, height: float, colour: str, frame: int, size: tuple[int, int]
) -> pygame.Surface:
    """A lever key that stands alone; up at frame 0."""
    return rocker(width, height, colour, frame, size)


@kept_picture
def push_button(
    width: float,
    height: float,
    label: str,
    colour: str,
    frame: int,
    size: tuple[int, int],
    label_height: float = LABEL,
) -> pygame.Surface:
    """A push button's cap in its light housing; pressed it sinks."""
    pressed = frame / (FRAMES - 1)
    canvas = _canvas(width, height, size, HOUSING[1])
    top, bottom, letters = CAP_COLOURS.get(colour, CAP_COLOURS["black"])
    draw_housing(canvas, (0.0, 0.0, width, height))
    well = (1.9, height * 0.185, width - 3.8, height * 0.60)
    canvas.rounded(well, (10, 10, 11), 0.8)
    sunk = 1.1 * pressed
    cap = (well[0] + 0.4 * sunk, well[1] + sunk, well[2] - 0.4 * sunk, well[3] - sunk)
    dim = 1.0 - 0.30 * pressed
    canvas.rounded(cap, (shaded(top, dim), shaded(bottom, dim)), 0.9)
    canvas.bevel(cap, 1.6, 34 * (1 - 0.7 * pressed), 0.9)
    gloss = (cap[0] + 1.2, cap[1] + 1.2, cap[2] - 2.4, cap[3] * 0.30)
    sky = shaded(top, 1.0, 40 * (1 - 0.6 * pressed))
    canvas.rounded(gloss, (sky, shaded(top, dim)), 0.8, 0.55)
    canvas.sunk(well, 0.8, (0.6 + sunk, 0.8 + 2.0 * sunk), 1.2, 0.40 + 0.45 * pressed)
    middle = cap[1] + cap[3] / 2 + 0.3 * sunk
    letter_lines(canvas, label, width / 2 + 0.4 * sunk, middle, well, letters, label_height)
    return canvas.surface(size)


def draw_housing(canvas: Canvas, box: Rect) -> None:
    """The light moulding around a cap or a plate: a bar above, a ledge and a bar below."""
    x, y, width, height = box
    canvas.rounded(box, HOUSING)
    canvas.rounded((x, y, width, 0.9), (255, 254, 248), opacity=0.9)
    canvas.rounded((x, y + height * 0.145, width, height * 0.03), (0, 0, 0), opacity=0.16)
    canvas.rounded((x, y + height * 0.815, width, 0.8), (0, 0, 0), opacity=0.30)
    canvas.rounded((x, y + height * 0.835, width, 0.9), (255, 254, 248), opacity=0.75)
    canvas.rounded((x, y + height * 0.90, width, height * 0.10), (0, 0, 0), opacity=0.07)
    canvas.rounded((x, y + height - 1.0, width, 1.0), (0, 0, 0), opacity=0.32)
    canvas.rounded((x, y, 0.7, height), (255, 254, 248), opacity=0.6)
    canvas.rounded((x + width - 0.8, y, 0.8, height), (0, 0, 0), opacity=0.34)


def letter_lines(
    canvas: Canvas, label: str, x: float, y: float, room: Rect, colour: Colour, most: float = LABEL
) -> None:
    """The label's words below each other, centred on (x, y), as large as ``room`` and ``most``
    allow."""
    words = label.split()
    if not words:
        return
    widest = max(_LETTERS.width(word, 100.0, 0.02, 0.135) for word in words) / 100.0
    high = min(most, (room[2] - 4.0) / widest, (room[3] - 3.4) / (1.46 * len(words) - 0.46))
    for k, word in enumerate(words):
        middle = y + (k - (len(words) - 1) / 2) * high * 1.46
        canvas.letter(word, x, middle, high, colour, weight=0.135, spacing=0.02)


@kept_picture
def plate(
    width: float, height: float, label: str, colour: str, level: int, size: tuple[int, int]
) -> pygame.Surface:
    """A translucent plate in its housing at ``level`` (0 to 31)."""
    dark, lit = _plate_ends(width, height, label, colour, size)
    share = np.float32(level / (LEVELS - 1))
    canvas = Canvas(dark.shape, dark.k)
    # A plate lit is nowhere darker than unlit, lettering and all, so every step adds light.
    canvas.rgb = dark.rgb + np.maximum(lit.rgb - dark.rgb, 0.0) * share
    return canvas.surface(size)


@kept_picture
def _plate_ends(
    width: float, height: float, label: str, colour: str, size: tuple[int, int]
) -> tuple[Canvas, Canvas]:
    return (
        _plate_at(width, height, label, colour, 0.0, size),
        _plate_at(width, height, label, colour, 1.0, size),
    )


def _plate_at(
    width: float, height: float, label: str, colour: str, lit: float, size: tuple[int, int]
) -> Canvas:
    canvas = _canvas(width, height, size, HOUSING[1])
    draw_housing(canvas, (0.0, 0.0, width, height))
    lens = (1.9, height * 0.165, width - 3.8, height * 0.66)
    if lit:
        _, edge, _, _ = PLATE_COLOURS.get(colour, PLATE_COLOURS["smoke"])
        _, x, y = canvas.window((0.0, 0.0, width, height))
        spread = np.exp(-np.maximum(canvas.box(x, y, lens, 2.0), 0) / canvas.k / 3)
        canvas.rgb += spread[..., None] * np.array(edge, dtype=np.float32) * np.float32(0.16)
    canvas.rounded(lens, (24, 23, 22), 1.0)
    face = (lens[0] + 0.5, lens[1] + 0.6, lens[2] - 1.0, lens[3] - 1.2)
    plate_lens(canvas, face, colour, lit)
    canvas.sunk(face, 1.0, (0.5, 1.0), 1.0, 0.34 * (1 - 0.7 * lit))
    letters = PLATE_COLOURS.get(colour, PLATE_COLOURS["smoke"])[3]
    letter_lines(canvas, label, width / 2, lens[1] + lens[3] / 2, lens, letters)
    return canvas


@kept_picture
def dial(radius: float, degrees: float, size: tuple[int, int]) -> pygame.Surface:
    """A knob that points ``degrees`` clockwise from the top, transparent around it; ``size`` is
    the square that holds it."""
    canvas = _canvas(2 * radius, 2 * radius, size, (0, 0, 0))
    middle, skirt = radius, radius * 0.96
    _, xs, ys = canvas.window((0.0, 0.0, 2 * radius, 2 * radius))
    x = (xs / np.float32(canvas.k) - middle) / skirt
    y = (ys / np.float32(canvas.k) - middle) / skirt
    r, turn = np.hypot(x, y), np.arctan2(y, x)
    side = -(x * 0.6 + y * 0.8) / np.maximum(r, 1e-6)
    knurl = 0.5 + 0.5 * np.cos(turn * 36 - np.radians(degrees) * 36)
    rim = 34 + 52 * np.clip(side, 0, 1) + 26 * knurl * np.clip(0.6 + side, 0, 1)
    top = 44 + 26 * side * np.clip(r / 0.72, 0, 1) + 30 * np.exp(-((r - 0.72) ** 2) / 0.002) * side
    grey = np.where(r > 0.74, rim, top)
    canvas.rgb[:] = grey[..., None]
    angle = np.radians(degrees)
    tip = (middle + radius * 0.88 * np.sin(angle), middle - radius * 0.88 * np.cos(angle))
    root = (middle + radius * 0.30 * np.sin(angle), middle - radius * 0.30 * np.cos(angle))
    canvas.stroke([root, (float(tip[0]), float(tip[1]))], (240, 238, 230), radius * 0.10)
    mask = np.clip((1.0 - r) * skirt * canvas.k + 0.5, 0.0, 1.0)
    return smoothscale(canvas.surface_cut(mask), size)
