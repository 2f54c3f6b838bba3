"""The board without its pieces: squares of veneer in a moulded frame, with two brass plates.

Dark squares are walnut, light ones maple, each cut from its own place of the wood, with a hair
line of filler between.  The frame is mitred, stands higher than the squares, and throws its shadow
on them along the top and the left, where the light comes from.
"""

import numpy as np
import pygame

from devices.screen.parts.relief import LIGHT, Array, Canvas, Colour, Rect, cloud, smooth_step

WALNUT: tuple[Colour, Colour] = ((112, 70, 42), (66, 38, 22))
MAPLE: tuple[Colour, Colour] = ((224, 192, 142), (190, 150, 98))
MAHOGANY: tuple[Colour, Colour] = ((122, 58, 34), (62, 26, 15))
BRASS: tuple[Colour, Colour] = ((222, 186, 110), (164, 126, 60))


def wood(
    generator: np.random.Generator,
    height: int,
    width: int,
    colours: tuple[Colour, Colour],
    unit: float,
    rings: float = 0.10,
    depth: float = 0.20,
) -> Array:
    """Wood with its grain from left to right, float32[height, width, 3].

    ``unit`` is pixels a design unit; ``rings`` how many year rings cross one unit, ``depth``
    how dark its pores are.
    """
    y = np.arange(height, dtype=np.float32)[:, None] / unit
    bend = cloud(generator, height, width, (max(int(34 * unit), 2), max(int(120 * unit), 2)))
    wave = cloud(generator, height, width, (max(int(9 * unit), 2), max(int(60 * unit), 2)))
    phase = (y + 11.0 * bend + 2.0 * wave) * rings + float(generator.uniform(0, 9))
    late = (phase - np.floor(phase)).astype(np.float32) ** 2.2
    fibre = cloud(generator, height, width, (max(int(0.8 * unit), 1), max(int(26 * unit), 2)))
    pores = cloud(generator, height, width, (max(int(0.7 * unit), 1), max(int(7 * unit), 2)))
    tone = cloud(generator, height, width, (max(int(70 * unit), 2), max(int(160 * unit), 2)))
    share = 0.50 * late + 0.20 * (fibre * 0.5 + 0.5) + 0.16 * tone + 0.10
    share = np.clip(share, 0, 1)[..., None]
    light, dark = (np.asarray(colour, np.float32) for colour in colours)
    rgb = light * (1 - share) + dark * share
    rgb *= (1 - depth * smooth_step(0.45, 0.85, pores))[..., None]
    return np.asarray(rgb, dtype=np.float32)


def _frame(canvas: Canvas, outer: Rect, border: float) -> None:
    """The mitred moulding round the board, side by side."""
    left, top, width, height = outer
    for rect, upright in (
        ((left, top, width, border), False),
        ((left, top + height - border, width, border), False),
        ((left, top, border, height), True),
        ((left + width - border, top, border, height), True),
    ):
        _side(canvas, outer, border, rect, upright)


def _side(canvas: Canvas, outer: Rect, border: float, rect: Rect, upright: bool) -> None:
    where, x, y = canvas.window(rect)
    away = canvas.box(x, y, outer, 5.0)
    k = canvas.k
    u = x / k - outer[0] - outer[2] / 2
    v = y / k - outer[1] - outer[3] / 2
    height, width = away.shape
    if upright:
        rgb = wood(canvas.generator, width, height, MAHOGANY, k, 0.085).transpose(1, 0, 2)
        out, along, light = u, v, LIGHT[0]
    else:
        rgb = wood(canvas.generator, height, width, MAHOGANY, k, 0.085)
        out, along, light = v, u, LIGHT[1]
    # How far in from the outer edge, and how the moulding rises and falls across it.
    t = (outer[2] / 2 - np.abs(out)) / border
    rise = (
        2.4 * (1 - smooth_step(0.0, 0.20, t))
        + 1.0 * np.exp(-(((t - 0.24) / 0.03) ** 2))
        - 1.0 * np.exp(-(((t - 0.30) / 0.03) ** 2))
        + 0.9 * np.exp(-(((t - 0.80) / 0.03) ** 2))
        - 2.6 * smooth_step(0.85, 1.0, t)
    )
    rgb = rgb * (0.92 + 0.34 * rise * np.sign(out) * light)[..., None]
    beyond = np.asarray((np.abs(out) - np.abs(along)) * k, np.float32)
    rgb = rgb * (1 - 0.45 * np.exp(-((beyond / (0.6 * k)) ** 2)))[..., None]
    gloss = 30.0 * np.exp(-(((u * 0.6 + v * 0.8 + outer[2] * 0.42) / (outer[2] * 0.22)) ** 2))
    rgb = np.asarray(rgb + gloss[..., None], np.float32)
    # Standing sides are laid over the ends of the lying ones, as far as the mitre.
    mitred = np.clip(beyond + 0.5, 0, 1) if upright else np.ones_like(away)
    inside = np.clip(t * border * k + 0.5, 0, 1) * np.clip((1 - t) * border * k + 1.0, 0, 1)
    canvas.over(where, rgb, np.asarray(np.clip(0.5 - away, 0, 1) * mitred * inside, np.float32))


def _squares(canvas: Canvas, area: Rect) -> None:
    side = area[2] / 8
    for row in range(8):
        for column in range(8):
            rect = (area[0] + column * side, area[1] + row * side, side, side)
            dark = (row + column) % 2 == 1
            where, x, y = canvas.window(rect)
            away = canvas.box(x, y, rect, 0.0)
            height, width = away.shape
            veneer = WALNUT if dark else MAPLE
            pores = 0.20 if dark else 0.07
            rgb = wood(canvas.generator, height, width, veneer, canvas.k, 0.10, pores)
            rgb *= float(canvas.generator.uniform(0.92, 1.06))
            joint = smooth_step(-1.0 * canvas.k, 0.0, away)
            rgb *= (1 - 0.38 * joint)[..., None]
            canvas.over(where, rgb, np.clip(0.5 - away, 0, 1))


def board_sheet(
    width: int, height: int, scale: float, outer: Rect, area: Rect, plates: tuple[Rect, ...]
) -> pygame.Surface:
    """The board's sheet: frame, squares and empty brass plates."""
    # Every edge here is upright or level and takes its smoothness from its distance.
    canvas = Canvas(width, height, scale, oversample=1)
    # What shows in the hair lines between the pieces of wood.
    ground = (outer[0] + 2, outer[1] + 2, outer[2] - 4, outer[3] - 4)
    canvas.line(ground, (58, 32, 18), 1.0, 5.0)
    _frame(canvas, outer, area[0] - outer[0])
    _squares(canvas, area)
    canvas.inner_shadow(area, 0.0, 5.0, 0.60)
    where, x, y = canvas.window(area)
    u, v = (x / canvas.k - area[0]) / area[2], (y / canvas.k - area[1]) / area[3]
    sheen = 1.10 - 0.20 * (u * 0.45 + v * 0.75)
    canvas.shade(where, np.asarray(sheen, np.float32))
    for plate in plates:
        canvas.shadow(plate, 2.0, 1.4, 1.2, 0.6)
        canvas.plate(plate, 2.5, *BRASS, bevel=1.4, strength=0.5, grain=1.6)
        for x_screw in (plate[0] + 7, plate[0] + plate[2] - 7):
            screw = (x_screw - 2.4, plate[1] + plate[3] / 2 - 2.4, 4.8, 4.8)
            canvas.plate(screw, 2.4, (176, 140, 74), (120, 88, 40), 1.6, 0.7)
            canvas.line((screw[0] + 0.7, screw[1] + 2.0, 3.4, 0.8), (70, 48, 20), 0.9)
    return canvas.surface()
