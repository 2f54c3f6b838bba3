"""Marks that are laid on a board: frames round squares, and arrows.

Only what is chosen is framed in brass: what glows to be touched is framed in gold.

An arrow lies on the board: it has a bright upper edge, a dark lower one and a shadow.
"""

import math

import pygame

from devices.screen.smooth import smoothscale

Point = tuple[float, float]

_OVERSAMPLE = 4

SILVER, BRASS = (198, 220, 238), (255, 212, 122)
SQUARE_MARKS = {"corners": SILVER, "frame": SILVER, "double": BRASS}
"""Where a piece came from, where it went, and what is chosen."""

# Width of the shaft and of the head in squares, colour, and how much of it covers.
ARROWS: dict[str, tuple[float, float, tuple[int, int, int], int]] = {
    "trying": (0.115, 0.36, (255, 196, 84), 235),
    "line0": (0.055, 0.24, (222, 232, 238), 225),
    "line1": (0.048, 0.22, (206, 218, 226), 185),
    "line2": (0.042, 0.20, (190, 204, 214), 150),
    "line3": (0.036, 0.18, (178, 192, 204), 120),
}


def arrow(kind: str, across: int, down: int, square: float, head: bool) -> pygame.Surface:
    """An arrow over (across, down) squares of ``square`` pixels, in a surface centred on it.

    Without a head it is one leg of a path that goes on.
    """
    shaft, point, colour, cover = ARROWS[kind]
    margin = round(square * 0.30)
    width = round(abs(across) * square) + 2 * margin
    height = round(abs(down) * square) + 2 * margin
    middle = (width / 2, height / 2)
    start = (middle[0] - across * square / 2, middle[1] - down * square / 2)
    end = (middle[0] + across * square / 2, middle[1] + down * square / 2)
    outline = _outline(start, end, shaft * square, point * square if head else 0.0)
    picture = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    whole = picture.get_rect()
    drop = max(square * 0.045, 1.0)
    shade = _filled(outline, whole, (0, 0, 0), (drop * 0.8, drop))
    shade = _softened(shade, max(square * 0.04, 1.0))
    shade.set_alpha(150 * cover // 255)
    picture.blit(shade, (0, 0))
    edge = max(square * 0.012, 0.6)
    for tint, offset in ((0.42, edge), (1.25, -edge), (1.0, 0.0)):
        tone = tuple(min(int(part * tint), 255) for part in colour)
        place = _around(outline, offset).clip(whole)
        body = _filled(outline, place, (tone[0], tone[1], tone[2]), (offset, offset))
        body.set_alpha(cover)
        picture.blit(body, place)
    return picture


def _around(outline: list[Point], move: float) -> pygame.Rect:
    """The pixels that an outline covers."""
    xs, ys = [x + move for x, _ in outline], [y + move for _, y in outline]
    left, top = math.floor(min(xs)) - 1, math.floor(min(ys)) - 1
    return pygame.Rect(left, top, math.ceil(max(xs)) + 1 - left, math.ceil(max(ys)) + 1 - top)


def _outline(start: Point, end: Point, shaft: float, point: float) -> list[Point]:
    """The outline of an arrow from ``start`` to ``end``; ``point`` 0 leaves the head away."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    long = point * 0.95

    def at(along: float, aside: float) -> Point:
        return start[0] + ux * along - uy * aside, start[1] + uy * along + ux * aside

    half = shaft / 2
    tail = [at(half * math.cos(a) * -1, half * math.sin(a)) for a in _half_circle()]
    if not point:
        nose = [at(length + half * math.cos(a), -half * math.sin(a)) for a in _half_circle()]
        return tail + nose
    tip = length + point * 0.12
    neck = tip - long
    return [
        *tail,
        at(neck + long * 0.14, -half),
        at(neck, -point / 2),
        at(tip, 0.0),
        at(neck, point / 2),
        at(neck + long * 0.14, half),
    ]


def _half_circle() -> list[float]:
    return [math.pi * (0.5 - step / 8) for step in range(9)]


def _filled(
    outline: list[Point], place: pygame.Rect, colour: tuple[int, int, int], move: Point
) -> pygame.Surface:
    """The pixels of ``place``, with the outline filled."""
    size = place.width * _OVERSAMPLE, place.height * _OVERSAMPLE
    big = pygame.Surface(size, pygame.SRCALPHA, 32)
    big.fill((*colour, 0))
    points = [
        ((x + move[0] - place.left) * _OVERSAMPLE, (y + move[1] - place.top) * _OVERSAMPLE)
        for x, y in outline
    ]
    pygame.draw.polygon(big, (*colour, 255), points)
    return smoothscale(big, place.size)


def _softened(picture: pygame.Surface, radius: float) -> pygame.Surface:
    """The picture blurred: shrunk and enlarged by smoothscale."""
    width, height = picture.get_size()
    small = (max(round(width / (1 + radius)), 1), max(round(height / (1 + radius)), 1))
    return smoothscale(smoothscale(picture, small), (width, height))


def square_mark(kind: str, side: int) -> pygame.Surface:
    """A mark inside the edge of a square of ``side`` pixels: one of SQUARE_MARKS."""
    big = side * _OVERSAMPLE
    picture = pygame.Surface((big, big), pygame.SRCALPHA, 32)
    picture.fill((*SQUARE_MARKS[kind], 0))
    inset, thick = big * 0.035, big * 0.030
    for colour, move in (((40, 24, 8, 210), big * 0.014), ((*SQUARE_MARKS[kind], 255), 0.0)):
        _frame(picture, colour, inset, thick, move, big)
        if kind == "double":
            _frame(picture, colour, inset + thick * 2.1, thick, move, big)
    if kind == "corners":
        hole = pygame.Rect(0, 0, round(big * 0.5), big)
        for area in (hole, pygame.Rect(0, 0, big, round(big * 0.5))):
            area.center = (big // 2, big // 2)
            picture.fill((*SQUARE_MARKS[kind], 0), area)
    return smoothscale(picture, (side, side))


def _frame(
    picture: pygame.Surface,
    colour: tuple[int, int, int, int],
    inset: float,
    thick: float,
    move: float,
    big: int,
) -> None:
    start, end = round(inset + move), round(big - inset + move)
    line = max(round(thick), 1)
    for rect in (
        (start, start, end - start, line),
        (start, end - line, end - start, line),
        (start, start, line, end - start),
        (end - line, start, line, end - start),
    ):
        picture.fill(colour, rect)
