"""Reels of tape and the tape between them: how they look, and how they turn.

A reel of 10 1/2 inches holds 2,400 feet wound from a hub of 5 inches; tape and coating are about
2.2 thousandths thick.  How far each reel has turned follows from how much tape has left it, and
that from the place of the tape under the head and the length of the loop in the reel's column: the
loops let the head start and stop at once while the reels catch up.

The tape goes from the reels into the columns, over the head, and out again; its places are in the
tape unit's own units (tape_drive.py).
"""

import math

import numpy as np
import pygame

from devices.screen.kept_picture import kept_picture
from devices.screen.materials import cutout
from devices.screen.parts.relief import LIGHT, Array, Canvas, Rect, smooth_step
from devices.screen.smooth import smoothscale

HUB_INCH = 2.5
REEL_INCH = 5.25
THICK_INCH = 0.0022
LENGTH_INCH = 2414 * 12.0
LEADER_INCH = 60.0
"""What is wound on the machine's own reel before the load point."""
LOOP_EVERY_INCH = 40.0
"""The columns' switches let a loop grow and shrink once in so much tape."""
LOOP_INCH = 4.4
"""By how much, up and down from the middle."""
STEPS = 24
"""Positions of a reel that are drawn: it looks the same after a third of a turn."""

DOOR: Rect = (12.0, 186.0, 276.0, 472.0)
"""The pane behind which all of it lies."""
COLUMNS: tuple[Rect, Rect] = ((52.0, 398.0, 44.0, 250.0), (204.0, 398.0, 44.0, 250.0))
TOP = 282.0
"""Where the tape leaves the reels, behind their sides."""
HEAD_Y = 366.0
"""Where it passes the head."""
FOOT = 410.0
LONGEST_LOOP = 240.0


def loop_inch(place_inch: float, taking_up: bool) -> float:
    """How far a loop hangs from its column's middle, in inches, at a place of the tape."""
    phase = place_inch / LOOP_EVERY_INCH + (0.37 if taking_up else 0.0)
    saw = phase - math.floor(phase)
    return LOOP_INCH * (4 * abs(saw - 0.5) - 1)


def wound_inch(place_inch: float, taking_up: bool) -> float:
    """How much tape is on a reel, in inches."""
    loop = 2 * loop_inch(place_inch, taking_up)
    wound = place_inch + LEADER_INCH - loop if taking_up else LENGTH_INCH - place_inch - loop
    return min(max(wound, 0.0), LENGTH_INCH + LEADER_INCH)


def radius_inch(wound: float) -> float:
    """The radius of the tape on a reel."""
    return math.sqrt(HUB_INCH**2 + wound * THICK_INCH / math.pi)


def turned_degrees(place_inch: float, taking_up: bool) -> float:
    """How far a reel has turned clockwise since the load point.

    Both reels turn the same way when the tape runs forward: one unwinds, the other winds up.
    """
    layers = (radius_inch(wound_inch(place_inch, taking_up)) - HUB_INCH) / THICK_INCH
    return layers * 360.0 if taking_up else -layers * 360.0


def step_of(degrees: float) -> int:
    """The drawn position for an angle."""
    return round(degrees / (120.0 / STEPS)) % STEPS


@kept_picture
def pack(radius: int) -> pygame.Surface:
    """Wound tape of ``radius`` pixels: brown-black, with the streak of light that stands still."""
    size = 2 * radius + 2
    axis = np.arange(size, dtype=np.float32) + 0.5 - size / 2
    x, y = axis[None, :], axis[:, None]
    away = np.hypot(x, y)
    turn = np.arctan2(y, x)
    # Windings are fine grooves: light comes back from them in two opposite fans.
    fan = np.abs(np.cos(turn - math.atan2(LIGHT[1], LIGHT[0])))
    shine = 0.60 * fan**14 + 0.22 * fan**60
    rings = 0.5 + 0.5 * np.sin(away * 1.9) * np.sin(away * 0.37 + 1.0)
    base = np.array([58.0, 40.0, 31.0], dtype=np.float32)
    rgb = base * (0.72 + 0.20 * rings)[..., None] + 120.0 * (shine * (0.8 + 0.2 * rings))[..., None]
    edge = smooth_step(0.0, 2.5, np.asarray(radius - away, np.float32))
    rgb = rgb * (0.55 + 0.45 * edge)[..., None]
    cover = np.clip(radius - away + 0.5, 0, 1)
    return cutout(np.asarray(rgb, np.float32), np.asarray(cover, np.float32))


@kept_picture
def _flange(radius: int, fine: int) -> tuple[Array, Array]:
    """A reel's clear side with three windows, its rim and hub: rgb and cover, drawn ``fine``x."""
    size = (2 * radius + 4) * fine
    axis = (np.arange(size, dtype=np.float32) + 0.5 - size / 2) / (radius * fine)
    x, y = axis[None, :], axis[:, None]
    away, turn = np.hypot(x, y), np.arctan2(y, x)
    pixel = 1.0 / (radius * fine)
    soft = 1.4 * pixel * fine
    third = np.abs((turn / (2 * math.pi) * 3) % 1 - 0.5) * 2
    """0 in the middle of a window, 1 on a spoke."""
    inner, outer = 0.545, 0.895
    across = (1 - third) * math.pi / 3 * away
    window = np.minimum(np.minimum(away - inner, outer - away), across - 0.105)
    corner = smooth_step(0, soft, np.asarray(window, np.float32))
    disc = smooth_step(-soft, soft, np.asarray(1 - away, np.float32))
    hub = smooth_step(-soft, soft, np.asarray(0.50 - away, np.float32))
    plastic = np.array([168.0, 172.0, 176.0], np.float32)
    rgb = np.broadcast_to(plastic, (size, size, 3)).copy()
    lip = np.exp(-(((window - 0.012) / 0.010) ** 2)) + np.exp(-(((away - 0.975) / 0.014) ** 2))
    rgb += 48.0 * lip[..., None]
    rgb -= 60.0 * np.exp(-(((window + 0.010) / 0.010) ** 2))[..., None]
    rgb = rgb * (1 - hub[..., None]) + np.array([198.0, 200.0, 202.0], np.float32) * hub[..., None]
    for ring, width, depth in ((0.50, 0.012, 90.0), (0.40, 0.010, 60.0), (0.205, 0.012, 90.0)):
        rgb -= depth * np.exp(-(((away - ring) / width) ** 2))[..., None]
    # Three screws on the hub, between the windows.
    for k in range(3):
        angle = math.pi / 3 * (2 * k)
        hole = np.hypot(x - 0.30 * math.cos(angle), y - 0.30 * math.sin(angle)) - 0.042
        rgb *= (1 - 0.72 * smooth_step(soft, -soft, np.asarray(hole, np.float32)))[..., None]
    cap = smooth_step(-soft, soft, np.asarray(0.19 - away, np.float32))
    rgb = rgb * (1 - cap[..., None]) + 52.0 * cap[..., None]
    slot = (np.abs(y * math.cos(0.4) - x * math.sin(0.4)) < 0.02) & (away < 0.15)
    rgb[slot] = 190.0
    cover = disc * (1 - 0.93 * corner) * (0.62 + 0.38 * np.maximum(hub, away > 0.955))
    return np.clip(rgb, 0, 255).astype(np.float32), cover.astype(np.float32)


@kept_picture
def _master(radius: int) -> pygame.Surface:
    return cutout(*_flange(radius, 2))


@kept_picture
def flange(radius: int, step: int) -> pygame.Surface:
    """A reel's side turned by ``step`` of STEPS, ``2 * radius + 4`` pixels square."""
    size = 2 * radius + 4
    # rotozoom turns against the clock for positive angles.
    turned = pygame.transform.rotozoom(_master(radius), -step * 120.0 / STEPS, 0.5)
    made = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    made.blit(turned, ((size - turned.get_width()) // 2, (size - turned.get_height()) // 2))
    return made


@kept_picture
def spinning(radius: int) -> pygame.Surface:
    """A reel's side that turns too fast to be followed: everything drawn out into rings."""
    fine = 2
    rgb, cover = _flange(radius, fine)
    size = cover.shape[0]
    ring = _away(size).astype(np.int64).ravel()
    count = np.maximum(np.bincount(ring), 1)
    light = np.bincount(ring, cover.ravel())
    layers = [light / count]
    for part in range(3):
        tinted = np.bincount(ring, (rgb[..., part] * cover).ravel())
        layers.append(tinted / np.maximum(light, 1e-3))
    small = 2 * radius + 4
    away = _away(small) * fine
    places = np.arange(len(count), dtype=np.float32) + 0.5
    drawn = [np.interp(away, places, layer).astype(np.float32) for layer in layers]
    return cutout(np.stack(drawn[1:], axis=2), drawn[0])


def ring(radius: int, thick: float) -> pygame.Surface:
    """The ring round the file reel's hub that lets a tape be written on; sizes in pixels."""
    size = 2 * radius + 4
    axis = np.arange(size, dtype=np.float32) + 0.5 - size / 2
    away = np.hypot(axis[None, :], axis[:, None])
    thick = max(thick, 1.2)
    cover = np.clip(thick - np.abs(away - radius + thick) + 0.5, 0, 1)
    light = 1 - 0.35 * (axis[None, :] + axis[:, None]) / (2 * radius)
    rgb = np.array([206.0, 150.0, 40.0], np.float32) * light[..., None]
    return cutout(np.asarray(rgb, np.float32), np.asarray(cover, np.float32))


def _away(size: int) -> Array:
    """Each pixel's distance from the middle of a square, in pixels."""
    axis = np.arange(size, dtype=np.float32) + 0.5 - size / 2
    return np.asarray(np.hypot(axis[None, :], axis[:, None]), dtype=np.float32)


# The tape between the reels


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
    return smoothscale(picture, size)


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
