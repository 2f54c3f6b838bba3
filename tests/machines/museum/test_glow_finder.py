"""A glow is found in a picture, whatever is drawn below it."""

import numpy as np
import pygame
import pytest

from machines.museum.window.focus import GLOW_LEVELS, draw_glow
from tests.machines.museum.glow_finder import Picture, Rect, find_glows, lies_in

SIDE = 37
SQUARE, BESIDE = (60, 60, SIDE, SIDE), (60 + SIDE, 60, SIDE, SIDE)
BELOW = (60, 60 + SIDE, SIDE, SIDE)
LIGHT, BLUE, DARK = (214, 222, 210), (20, 64, 176), (38, 60, 60)
GLOW = (255, 226, 150)
SHONE = (228, 212, 130)
"""Yellow as a screen shows it: as bright as the line of a glow."""


def board(*marked: Rect) -> pygame.Surface:
    """A light ground on which the squares that a move touched are yellow."""
    made = pygame.Surface((200, 200))
    made.fill(LIGHT)
    for place in marked:
        made.fill(SHONE, place)
    return made


def glowing(surface: pygame.Surface, *places: Rect) -> Picture:
    for place in places:
        draw_glow(surface, pygame.Rect(place), GLOW_LEVELS - 1)
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


def squares(picture: Picture) -> set[Rect]:
    """Those that are found to glow."""
    places: list[Rect] = [SQUARE, BESIDE, BELOW]
    found = find_glows(picture, places)
    return {place for place in places if any(lies_in(box, place) for box in found)}


def test_nothing_glows_on_a_board_where_a_move_is_marked() -> None:
    assert squares(glowing(board(SQUARE, BESIDE))) == set()


@pytest.mark.parametrize("marked", [(), (SQUARE,), (BESIDE,), (SQUARE, BESIDE)])
def test_one_square_that_glows_is_found(marked: tuple[Rect, ...]) -> None:
    assert squares(glowing(board(*marked), SQUARE)) == {SQUARE}


def test_a_square_glows_under_a_man_and_arrows() -> None:
    ground = board(SQUARE)
    x, y, w, h = SQUARE
    pygame.draw.circle(ground, BLUE, (x + w // 2, y + h // 2), 14)
    for end in ((x + 3 * w, y - h), (x + 2 * w, y + 3 * h)):
        pygame.draw.line(ground, LIGHT, (x + w // 2, y + h // 2), end, 8)
        pygame.draw.line(ground, BLUE, (x + w // 2, y + h // 2), end, 5)
    assert squares(glowing(ground, SQUARE)) == {SQUARE}


@pytest.mark.parametrize("lit", [(), (BESIDE,), (BESIDE, BELOW)])
def test_a_man_on_a_marked_square_does_not_glow(lit: tuple[Rect, ...]) -> None:
    ground = board(SQUARE)
    pygame.draw.rect(ground, DARK, pygame.Rect(SQUARE).inflate(-8, -8))
    assert squares(glowing(ground, *lit)) == set(lit)


def test_a_dark_frame_beside_a_marked_square_is_no_glow() -> None:
    ground = board(SQUARE)
    pygame.draw.rect(ground, DARK, pygame.Rect(SQUARE).inflate(12, 12), 6)
    assert squares(glowing(ground)) == set()


@pytest.mark.parametrize("lit", [(SQUARE, BESIDE), (BESIDE, BELOW, SQUARE), (BESIDE, BELOW)])
def test_neighbours_that_glow_are_told_apart(lit: tuple[Rect, ...]) -> None:
    assert squares(glowing(board(SQUARE), *lit)) == set(lit)


def test_a_lamp_in_its_brass_ring_does_not_glow() -> None:
    ground = board()
    pygame.draw.circle(ground, DARK, (78, 78), 26)
    pygame.draw.circle(ground, GLOW, (78, 78), 21)
    pygame.draw.circle(ground, LIGHT, (78, 78), 17)
    assert find_glows(glowing(ground), []) == []
    assert len(find_glows(glowing(ground, SQUARE), [])) == 1
