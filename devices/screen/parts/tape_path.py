"""The tape's way through a 727: from the reels into the columns, over the head, and out again.

Places are in the tape unit's own units (tape_drive.py).
"""

import math

import numpy as np
import pygame

from devices.screen.parts.relief import Canvas, Rect

DOOR: Rect = (12.0, 186.0, 276.0, 472.0)
"""The pane behind which all of it lies."""
COLUMNS: tuple[Rect, Rect] = ((52.0, 398.0, 44.0, 250.0), (204.0, 398.0, 44.0, 250.0))
TOP = 282.0
"""Where the tape leaves the reels, behind their sides."""
HEAD_Y = 366.0
"""Where it passes the head."""
FOOT = 410.0
LONGEST_LOOP = 240.0


def loop(scale: float) -> pygame.Surface:
    """A loop of tape in its column: down one wall, round, up the other."""
    wide, tall = COLUMNS[0][2], LONGEST_LOOP
    canvas = Canvas(round(wide * scale), round(tall * scale), scale, 3)
    where, x, y = canvas.window((0.0, 0.0, wide, tall))
    bend = wide / 2 - 4.5
    u, v = x / canvas.k - wide / 2, y / canvas.k - (tall - bend - 3.0)
    away = np.where(v > 0, np.hypot(u, np.maximum(v, 0)), np.abs(u)) - bend
    shade = np.clip(1.7 - np.abs(away - 1.4), 0, 1) * 0.35
    canvas.over(where, (0, 0, 0), np.asarray(shade, np.float32))
    cover = np.clip((1.05 - np.abs(away)) * canvas.k + 0.5, 0, 1)
    sheen = 0.45 * np.exp(-(((v + 60) / 46) ** 2)) + 0.5 * np.exp(-((u + bend) ** 2) / 8)
    rgb = np.array([70.0, 44.0, 32.0], np.float32) + 84.0 * sheen[..., None]
    canvas.over(where, np.asarray(rgb, np.float32), np.asarray(cover, np.float32))
    return canvas.surface()


def path(scale: float, hangs: bool) -> pygame.Surface:
    """The tape from the reels to the columns (or, when no loops hang in them, straight across) and
    over the head; lies with its corner at the door's left edge and TOP."""
    big = 4
    size = round(DOOR[2] * scale), round((FOOT - TOP) * scale)
    picture = pygame.Surface((size[0] * big, size[1] * big), pygame.SRCALPHA, 32)
    picture.fill((70, 50, 40, 0))
    thick = max(round(2.1 * big * scale), 2)
    for colour, shift in (((0, 0, 0, 110), 1.6), ((92, 60, 44, 255), 0.0)):
        for piece in _pieces(hangs):
            points = [
                ((x - DOOR[0] + shift) * scale * big, (y - TOP + shift) * scale * big)
                for x, y in piece
            ]
            pygame.draw.lines(picture, colour, False, points, thick)
    return pygame.transform.smoothscale(picture, size)


def _pieces(hangs: bool) -> list[list[tuple[float, float]]]:
    """The tape as lines, in units."""
    left, right = COLUMNS
    over = HEAD_Y - 1.0
    head = [(96.0 + 9 * math.sin(a), over + 9 - 9 * math.cos(a)) for a in _arc(-1.5, 0.0)]
    head += [(136.0, over), (142.0, over + 1.5), (158.0, over + 1.5), (164.0, over)]
    head += [(204.0 + 9 * math.sin(a), over + 9 - 9 * math.cos(a)) for a in _arc(0.0, 1.5)]
    if not hangs:
        across = [(left[0] + 4.5, TOP), (left[0] + 4.5, 328.0), (87.0, over + 8)]
        back = [(213.0, over + 8), (right[0] + right[2] - 4.5, 328.0)]
        return [across + head + back + [(right[0] + right[2] - 4.5, TOP)]]
    return [
        [(left[0] + left[2] - 4.5, left[1] + 2), *head, (right[0] + 4.5, right[1] + 2)],
        [(left[0] + 4.5, left[1]), (left[0] + 4.5, TOP)],
        [(right[0] + right[2] - 4.5, right[1]), (right[0] + right[2] - 4.5, TOP)],
    ]


def _arc(start: float, end: float) -> list[float]:
    return [start + (end - start) * step / 8 for step in range(9)]
