"""A pattern as a small board: its nodes and edges, faintly the position that it was taken from.

The same picture hangs on the wall of patterns and is what ``--png DIR`` writes
(:func:`pattern_surface`, no window needed).  A material pattern is drawn as the men that one side
has more.
"""

import math
from collections.abc import Callable, Hashable, Iterable
from functools import partial

import numpy as np
import pygame

from devices.screen.parts.desktop_program import (
    ENGRAVING,
    FAINT,
    FIGURES,
    INK,
    PAPER,
    SHADE,
    WEIGHT,
    Colour,
    Keep,
    Pen,
)
from devices.screen.parts.relief import Rect
from devices.screen.words import Words, numeral
from machines.morph.picture.chess_board import DARK, LIGHT, MEN, is_dark
from machines.morph.picture.chess_marks import ATTACKS, any_square, arrow, node_mark
from machines.morph.picture.chess_men import man
from machines.morph.scene import Hung, Mark, Sketch

WORDS = Words("morph")
FOR: Colour = (24, 122, 92)
AGAINST: Colour = (190, 44, 36)
"""A weight above and below one half."""
FADED = (198, 206, 198)
"""What the board's squares and ghosts of men fade to."""
GHOST = 74
"""Alpha of a man that the pattern does not ask for."""
CAPTION = 30.0
"""Room below a board for its weight, on a board of 100."""


TONES = 24
"""Steps from grey to either colour."""


def tone_of(weight: float) -> Colour:
    """The colour of a weight: towards green when it is good, towards red when it is bad.

    In steps, so that figures in these colours are made once."""
    share = round(min(abs(weight - 0.5) * 2.4, 1.0) * TONES) / TONES
    far = FOR if weight > 0.5 else AGAINST
    grey = (132, 132, 130)
    red, green, blue = (round(g + (f - g) * share) for g, f in zip(grey, far, strict=True))
    return red, green, blue


def draw_board(pen: Pen, rect: Rect, pattern: Sketch, keep: Keep) -> None:
    """What the pattern asks for, in a square."""
    if pattern.material:
        _material(pen, rect, pattern.material, keep)
    else:
        _graph(pen, rect, pattern, keep)


def draw_weight(pen: Pen, rect: Rect, pattern: Hung) -> None:
    """Below the square at the top of ``rect``: the weight as a bar from one half and in figures,
    and how often it was updated."""
    x, y, side, high = rect
    low = y + side + (high - side) / 2
    unit = side / 100.0
    bar = (x, y + side + 4.0 * unit, side, 7.0 * unit)
    pen.fill(bar, (210, 212, 208))
    middle, tip = x + side / 2, x + side * min(max(pattern.weight, 0.0), 1.0)
    pen.fill((min(middle, tip), bar[1], abs(tip - middle), bar[3]), tone_of(pattern.weight))
    pen.fill((middle - 0.5, bar[1] - 1.0, 1.0, bar[3] + 2.0), INK)
    line = low + 6.0 * unit
    pen.text(f"{pattern.weight:.3f}", x, line, 11.0 * unit, INK, weight=0.16, passing=True)
    if pattern.updates:
        pen.text(numeral(pattern.updates), x + side, line, 9.0 * unit, FAINT, "right", passing=True)


def _graph(pen: Pen, rect: Rect, pattern: Sketch, keep: Keep) -> None:
    x, y, side, _ = rect
    step = side / 8
    area = pen.rect(rect)
    board = keep(("small", area.size), partial(empty_board, area.size))
    pen.surface.blit(board, area)

    def place(square: int) -> tuple[float, float]:
        return x + square % 8 * step, y + (7 - square // 8) * step

    asked = {node.square for node in pattern.nodes}
    ghost = max(round(step * 0.98 * pen.scale), 3)
    for square, letter in enumerate(pattern.men):
        if letter != "." and square not in asked:
            sprite = keep(("ghost", letter, ghost), partial(faint_man, letter, ghost))
            pen.surface.blit(sprite, pen.rect((*place(square), step, step)))
    wide = max(1, round(side * 0.011 * pen.scale))
    for node in pattern.nodes:
        spot = pen.rect((*place(node.square), step, step))
        pen.surface.fill((255, 238, 150), spot)
        if node.label in "*Oo":
            any_square(pen.surface, spot, node.label)
        node_mark(pen.surface, spot.inflate(wide, wide), node.held, wide)
    _men(pen, pattern.nodes, place, step, keep)
    for edge in pattern.arrows:
        (x0, y0), (x1, y1) = place(edge.source), place(edge.target)
        long = max(math.hypot(x1 - x0, y1 - y0), 1e-6)
        dx, dy = (x1 - x0) / long * step, (y1 - y0) / long * step
        k, half = pen.scale, step / 2
        start = ((x0 + half + dx * 0.28) * k, (y0 + half + dy * 0.28) * k)
        end = ((x1 + half - dx * 0.34) * k, (y1 + half - dy * 0.34) * k)
        arrow(pen.surface, start, end, side * 0.016 * k, edge.kind, ATTACKS[edge.kind])


def _men(
    pen: Pen,
    nodes: Iterable[Mark],
    place: Callable[[int], tuple[float, float]],
    step: float,
    keep: Keep,
) -> None:
    """A node's man is drawn larger than its square, so that it is seen from afar."""
    side = max(round(step * 1.22 * pen.scale), 5)
    off = (step * pen.scale - side) / 2
    for node in nodes:
        if node.label not in "*Oo":
            px, py = (part * pen.scale + off for part in place(node.square))
            sprite = keep(("man", node.label, side), partial(man, node.label, side))
            pen.surface.blit(sprite, (round(px), round(py)))


def _material(pen: Pen, rect: Rect, material: tuple[int, ...], keep: Keep) -> None:
    """The men that one side has more, with their signs; "even" without any."""
    x, y, side, _ = rect
    pen.fill(rect, PAPER)
    pygame.draw.rect(pen.surface, SHADE, pen.rect(rect), max(1, round(pen.scale)))
    more = [(letter, count) for letter, count in zip("PNBRQ", material, strict=True) if count]
    if not more:
        pen.text(WORDS("even"), x + side / 2, y + side / 2, side * 0.15, INK, "centre", 0.16)
        return
    rows = 1 if len(more) < 3 else 2
    across = -(-len(more) // rows)
    wide, tall = side / across, side / rows
    for k, (letter, count) in enumerate(more):
        cx, cy = x + wide * (k % across + 0.5), y + tall * (k // across + 0.5)
        icon = min(wide * 0.88, tall * 0.62)
        px = max(round(icon * pen.scale), 4)
        shown = letter if count > 0 else letter.lower()
        sprite = keep(("man", shown, px), partial(man, shown, px))
        top = cy - icon * 0.36
        pen.surface.blit(
            sprite, (round((cx - icon / 2) * pen.scale), round((top - icon / 2) * pen.scale))
        )
        sign = "\N{PLUS SIGN}" if count > 0 else "\N{MINUS SIGN}"
        pen.text(f"{sign}{abs(count)}", cx, cy + icon * 0.42, side * 0.14,
                 FOR if count > 0 else AGAINST, "centre", 0.18)  # fmt: skip


def sizes(side: float, scale: float) -> tuple[int, int]:
    """Pixels of a ghost and of a node's man on a board ``side`` units wide."""
    return max(round(side / 8 * 0.98 * scale), 3), max(round(side / 8 * 1.22 * scale), 5)


def sprites(side: float, scale: float, keep: Keep) -> Iterable[Callable[[], object]]:
    """Calls that make what boards ``side`` units wide are drawn with."""
    ghost, large = sizes(side, scale)
    for letter in MEN:
        yield partial(keep, ("man", letter, large), partial(man, letter, large))
        yield partial(keep, ("ghost", letter, ghost), partial(faint_man, letter, ghost))
    for share in (0.62, 0.88 / 2, 0.88 / 3, 0.31):
        px = max(round(side * share * scale), 4)
        for letter in "PNBRQpnbrq":
            yield partial(keep, ("man", letter, px), partial(man, letter, px))
    for share, weight in ((0.11, 0.16), (0.09, WEIGHT), (0.14, 0.18), (0.15, 0.16)):
        yield partial(ENGRAVING.prepare, share * side * scale, weight, FIGURES + WORDS("even"))


def empty_board(size: tuple[int, int]) -> pygame.Surface:
    """A board's squares, faded."""
    made = pygame.Surface(size, 0, 32)
    for square in range(64):
        tone = DARK if is_dark(square) else LIGHT
        colour = [round(part + (to - part) * 0.5) for part, to in zip(tone, FADED, strict=True)]
        file, row = square % 8, 7 - square // 8
        left, top = round(file * size[0] / 8), round(row * size[1] / 8)
        right, bottom = round((file + 1) * size[0] / 8), round((row + 1) * size[1] / 8)
        made.fill(colour, (left, top, right - left, bottom - top))
    return made


def faint_man(letter: str, side: int) -> pygame.Surface:
    """A man of the position around a pattern."""
    made = man(letter, side)
    # One alpha for the whole surface beside that of each pixel would be laid far slower.
    cover = pygame.surfarray.pixels_alpha(made)
    cover[...] = cover.astype(np.uint16) * GHOST // 255
    return made


def board_surface(pattern: Sketch, side_px: int) -> pygame.Surface:
    """The pattern's board, ``side_px`` pixels wide."""
    made = pygame.Surface((side_px, side_px), 0, 32)
    kept: dict[Hashable, pygame.Surface] = {}

    def keep(name: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        if name not in kept:
            kept[name] = make()
        return kept[name]

    draw_board(Pen(made, 1.0), (0.0, 0.0, side_px, side_px), pattern, keep)
    return made


def pattern_surface(pattern: Hung, side_px: int) -> pygame.Surface:
    """The pattern's board, ``side_px`` pixels wide, with its weight below, on white."""
    margin = round(side_px * 0.04)
    made = pygame.Surface((side_px, round(side_px * (1 + CAPTION / 100))), 0, 32)
    made.fill(PAPER)
    side = side_px - 2 * margin
    made.blit(board_surface(pattern.sketch, side), (margin, margin))
    draw_weight(Pen(made, 1.0), (margin, margin, side, side * (1 + CAPTION / 100)), pattern)
    return made
