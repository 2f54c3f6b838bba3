"""What the museum's own fittings are made of: brushed brass, bakelite, screws and their shadows.

Everything is made once for a size (drawn at twice the size and brought down), lit from the upper
left like the machines.
"""

import numpy as np
import numpy.typing as npt
import pygame

from devices.screen.kept_picture import kept_picture
from devices.screen.lettering import Engraving
from devices.screen.smooth import smoothscale

FINE = 2
"""Drawn this much larger, up to LARGE pixels."""
LARGE = 400_000
BRASS = ((206, 172, 104), (136, 104, 52))
BAKELITE = ((50, 40, 35), (24, 19, 17))
OXBLOOD = ((138, 40, 30), (66, 16, 13))
IVORY = (236, 230, 212)
INK = (42, 30, 14)
"""Engraving in brass is filled with this."""
DIM = (158, 150, 134)

Plane = npt.NDArray[np.float64]
Tone = tuple[tuple[int, int, int], tuple[int, int, int]]


def _surface(picture: Plane) -> pygame.Surface:
    """float64[x, y, 3], 0 to 255, as a surface."""
    made = pygame.Surface(picture.shape[:2], 0, 32)
    pygame.surfarray.blit_array(made, np.clip(picture, 0, 255).astype(np.uint8))
    return made


@kept_picture
def brush(width: int, height: int, seed: int = 1, tone: Tone = BRASS) -> pygame.Surface:
    """Metal brushed along its length, brighter towards the upper left."""
    rng = np.random.default_rng(seed)
    x = np.linspace(0.0, 1.0, width)[:, None]
    y = np.linspace(0.0, 1.0, height)[None, :]
    streaks = rng.normal(0.0, 1.0, (width + 64, height))
    total = np.cumsum(streaks, axis=0)
    streaks = (total[64:] - total[:-64]) / 8.0
    light = 0.80 - 0.55 * y - 0.16 * x + 0.30 * np.exp(-(((y - 0.22 - 0.10 * x) / 0.16) ** 2))
    light = np.clip(light + 0.055 * streaks, 0.0, 1.25)[..., None]
    return _surface(np.asarray(tone[0]) * light + np.asarray(tone[1]) * (1.0 - light))


@kept_picture
def moulded(width: int, height: int, seed: int = 2, tone: Tone = BAKELITE) -> pygame.Surface:
    """Bakelite: a dark gloss with a faint mottle."""
    rng = np.random.default_rng(seed)
    coarse = rng.normal(0.0, 1.0, (max(2, width // 14), max(2, height // 6)))
    mottle = _surface(np.repeat((coarse * 20 + 128)[..., None], 3, axis=2))
    smooth = pygame.surfarray.array3d(smoothscale(mottle, (width, height)))
    x = np.linspace(0.0, 1.0, width)[:, None]
    y = np.linspace(0.0, 1.0, height)[None, :]
    gloss = 0.62 - 0.50 * y - 0.10 * x + 0.25 * np.exp(-(((y - 0.10) / 0.09) ** 2))
    light = np.clip(gloss + (smooth[..., 0] / 128.0 - 1.0) * 0.14, 0.0, 1.2)[..., None]
    return _surface(np.asarray(tone[0]) * light + np.asarray(tone[1]) * (1.0 - light))


@kept_picture
def shape_edges(width: int, height: int, radius: int, kind: str, seed: int = 3) -> pygame.Surface:
    """A plate with rounded corners and a lit edge: ``brass``, ``bakelite``, ``oxblood``."""
    fine = FINE if width * height < LARGE else 1
    wide, high = width * fine, height * fine
    coarse = min(wide, 1000), min(high, 500)
    if kind == "brass":
        face = brush(*coarse, seed)
    else:
        face = moulded(*coarse, seed, OXBLOOD if kind == "oxblood" else BAKELITE)
    face = smoothscale(face, (wide, high))
    made = pygame.Surface((wide, high), pygame.SRCALPHA, 32)
    pygame.draw.rect(made, (255, 255, 255, 255), made.get_rect(), border_radius=radius * fine)
    made.blit(face, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    bright = 90 if kind == "brass" else 44
    for k, (shift, strength) in enumerate(((1, 1.0), (2, 0.45))):
        edge = pygame.Surface((wide, high), pygame.SRCALPHA, 32)
        box = edge.get_rect().inflate(-2 * k, -2 * k)
        pygame.draw.rect(edge, (255, 250, 235, int(bright * strength)), box, 2, radius * fine)
        lower = box.move(-shift, -shift)
        pygame.draw.rect(edge, (0, 0, 0, 0), lower.move(3, 3), 2, radius * fine)
        made.blit(edge, (0, 0))
        edge.fill((0, 0, 0, 0))
        pygame.draw.rect(edge, (0, 0, 0, int(120 * strength)), box, 2, radius * fine)
        clear = pygame.Rect(0, 0, wide - radius * fine // 2 - 2, high - 3)
        edge.fill((0, 0, 0, 0), clear.inflate(0, -2 * k))
        made.blit(edge, (0, 0))
    return smoothscale(made, (width, height))


@kept_picture
def shadow(width: int, height: int, blur: int, alpha: int = 150) -> pygame.Surface:
    """A soft shadow of a box, with ``blur`` pixels of margin on each side."""
    blur = max(1, blur)
    full = (width + 4 * blur, height + 4 * blur)
    shape = pygame.Surface(full, pygame.SRCALPHA, 32)
    box = pygame.Rect(blur * 2, blur * 2, width, height)
    pygame.draw.rect(shape, (0, 0, 0, alpha), box, border_radius=blur)
    small = (max(2, full[0] // blur), max(2, full[1] // blur))
    return smoothscale(smoothscale(shape, small), full)


def cast(target: pygame.Surface, rect: pygame.Rect, blur: int, alpha: int = 150) -> None:
    """Let a box at ``rect`` cast its shadow, down and to the right."""
    blur = max(1, blur)
    soft = shadow(rect.width, rect.height, blur, alpha)
    away = max(1, blur // 2)
    target.blit(soft, (rect.left - 2 * blur + away, rect.top - 2 * blur + away))


def lay(
    target: pygame.Surface,
    rect: pygame.Rect,
    radius: int,
    kind: str,
    seed: int,
    blur: int = 0,
    alpha: int = 150,
) -> None:
    """Lay a plate (see :func:`shape_edges`) at ``rect``; with ``blur`` it casts a shadow."""
    if blur:
        cast(target, rect, blur, alpha)
    target.blit(shape_edges(rect.width, rect.height, radius, kind, seed), rect)


def screw(target: pygame.Surface, x: int, y: int, radius: int, turned: int) -> None:
    """A slotted brass screw; ``turned`` is how its slot stands, of eight."""
    radius = max(2, radius)
    big = 4
    side = radius * 2 * big + big * 2
    made = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    middle = side // 2
    pygame.draw.circle(made, (70, 50, 22, 255), (middle, middle), radius * big)
    pygame.draw.circle(made, (188, 154, 92, 255), (middle - 1, middle - 1), radius * big - big // 2)
    pygame.draw.circle(made, (226, 198, 138, 255), (middle - 3, middle - 3), radius * big // 2)
    angle = np.pi * turned / 8
    dx, dy = np.cos(angle) * radius * big * 0.8, np.sin(angle) * radius * big * 0.8
    start, end = (middle - dx, middle - dy), (middle + dx, middle + dy)
    pygame.draw.line(made, (52, 36, 14, 255), start, end, big)
    small = smoothscale(made, (side // big, side // big))
    target.blit(small, small.get_rect(center=(x, y)))


def recess(target: pygame.Surface, rect: pygame.Rect, tone: tuple[int, int, int]) -> None:
    """A sunk window: dark at its upper edge, a catch of light at its lower."""
    radius = max(1, min(max(3, rect.height // 14), (min(rect.size) - 1) // 2))
    pygame.draw.rect(target, tone, rect, border_radius=radius)
    for k in range(max(2, radius)):
        alpha = int(110 * (1 - k / max(2, radius)) ** 1.5)
        line = pygame.Surface((rect.width - 2 * radius, 1), pygame.SRCALPHA, 32)
        line.fill((0, 0, 0, alpha))
        target.blit(line, (rect.left + radius, rect.top + k))
        upright = pygame.Surface((1, rect.height - 2 * radius), pygame.SRCALPHA, 32)
        upright.fill((0, 0, 0, alpha))
        target.blit(upright, (rect.left + k, rect.top + radius))
    low = (rect.left + radius, rect.bottom), (rect.right - radius, rect.bottom)
    pygame.draw.line(target, (92, 76, 58), *low)


LETTERS = Engraving()
SMALLEST = 9.5
"""Height in pixels of the smallest capital: with its descenders, more than 12."""


def fit_lettering(text: str, height_px: float, wide_px: float) -> float:
    """The height at which ``text`` is no wider than ``wide_px``, from ``height_px`` down to the
    smallest that is legible."""
    height = max(SMALLEST, height_px)
    while height > SMALLEST and LETTERS.width(text, height, 0.06) > wide_px:
        height = max(SMALLEST, height * 0.94)
    return height


def engrave(
    target: pygame.Surface,
    words: str,
    rect: pygame.Rect,
    height_px: float,
    colour: tuple[int, int, int],
    filled: bool = True,
) -> None:
    """Letter ``words`` (``|`` breaks the line) in the middle of ``rect``; engraving in metal
    (``filled``) catches light on its lower edge."""
    lines = words.split("|")
    longest = max(lines, key=len)
    height = fit_lettering(longest, height_px, rect.width * 0.92)
    pitch = height * 1.55
    y = rect.centery - pitch * (len(lines) - 1) / 2
    for line in lines:
        if filled:
            lit = (248, 226, 170)
            LETTERS.draw(target, line, rect.centerx + 1, y + 1, height, lit, "centre", 0.14, 0.06)
        LETTERS.draw(target, line, rect.centerx, y, height, colour, "centre", 0.14, 0.06)
        y += pitch
