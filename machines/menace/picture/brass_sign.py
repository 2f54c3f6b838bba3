"""Letters of brass on a dark wall, with smaller painted ones below them; a slip of paper."""

import pygame

from devices.screen.brass import brushed
from devices.screen.lettering import Engraving
from devices.screen.materials import paper, sheet, soft_shadow

SLIP = 470.0
"""Width of a slip of paper, units."""
HEIGHT = 62.0
"""Of the brass capitals, units."""
_PAINTED = (190, 182, 162)
_LETTERS = Engraving()


def brass_sign(
    target: pygame.Surface, lines: tuple[str, ...], at: tuple[float, float], scale: float
) -> None:
    """Set a name in brass with its middle at ``at`` (units), and further lines painted below."""
    name, *below = lines
    _raised(target, name, at[0] * scale, at[1] * scale, HEIGHT * scale)
    for row, line in enumerate(below):
        high = (14.5 if line is not below[-1] else 11.5) * scale
        y = (at[1] + HEIGHT * 0.5 + 27.0 + 24.0 * row) * scale
        _LETTERS.draw(target, line, at[0] * scale, y, high, _PAINTED, "centre", 0.13, 0.16)


def note_slip(text: str, scale: float) -> pygame.Surface:
    """A slip of paper with a few lines of small writing, and a little shadow round it."""
    high, pitch, wide = 9.6 * scale, 16.0 * scale, SLIP * scale
    lines = _LETTERS.wrap(text, high, wide - 20 * scale)
    size = (round(wide), round(pitch * len(lines) + 8 * scale))
    edge = max(round(3 * scale), 1)
    made = pygame.Surface((size[0] + 2 * edge, size[1] + edge), pygame.SRCALPHA, 32)
    made.blit(soft_shadow(*size, edge, 0.6), (0, 0))
    made.blit(sheet(paper(*size, 91)), (edge, 0))
    for row, line in enumerate(lines):
        y = 4 * scale + pitch * (row + 0.5)
        _LETTERS.draw(made, line, edge + size[0] / 2, y, high, (52, 48, 46), "centre", 0.125)
    return made


def _raised(target: pygame.Surface, text: str, x: float, y: float, high: float) -> None:
    """Thick letters a little off the wall: shadow, dark lower edge, bright upper one, face."""
    weight, spacing = 0.21, 0.30
    away = max(round(high * 0.045), 1)
    for step in range(3, 0, -1):
        move = away * (1 + 0.5 * step)
        shade = _LETTERS.text_surface(text, high, (0, 0, 0), weight + 0.02 * step, spacing).copy()
        shade.set_alpha(90)
        _lay(target, shade, text, x + move, y + move * 1.2, high, spacing, weight + 0.02 * step)
    edge = max(high * 0.022, 0.7)
    for ink, move in (((74, 52, 20), edge), ((255, 236, 180), -edge)):
        side = _LETTERS.text_surface(text, high, ink, weight, spacing)
        _lay(target, side, text, x + move, y + move, high, spacing, weight)
    face = _LETTERS.text_surface(text, high, (255, 255, 255), weight, spacing).copy()
    face.blit(brushed(*face.get_size(), 19), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    _lay(target, face, text, x, y, high, spacing, weight)


def _lay(
    target: pygame.Surface, letters: pygame.Surface, text: str, x: float, y: float, high: float,
    spacing: float, weight: float,
) -> None:  # fmt: skip
    run = _LETTERS.width(text, high, spacing, weight)
    top = y - high / 2 - _LETTERS.cap_top(high)
    target.blit(letters, (round(x - run / 2) - 1, round(top)))
