"""The look of a workstation's desktop of 1992: framed windows on a woven ground.

Boxes, edges and letters are desktop_look's; what differs is the windows' frames and their titles.
"""

import numpy as np
import pygame

from devices.screen.materials import sheet
from devices.screen.parts.desktop_look import Colour, Pen
from devices.screen.parts.relief import Rect

FRAME: Colour = (126, 142, 166)
TITLE: Colour = (66, 86, 122)
ON_TITLE: Colour = (250, 252, 255)
TITLE_HIGH = 26.0
RIM = 4.0
_WEAVE = ((74, 92, 108), (88, 108, 124))


def window(pen: Pen, rect: Rect, title: str) -> None:
    """A window's frame and its title; what is in it lies below the title."""
    x, y, wide, tall = rect
    shade = pen.rect((x + 5.0, y + 5.0, wide, tall))
    dim = pygame.Surface(shade.size, 0, 32)
    dim.fill((0, 0, 0))
    dim.set_alpha(80)
    pen.surface.blit(dim, shade)
    pen.box(rect, True, FRAME)
    if title:
        bar = (x + RIM, y + RIM, wide - 2 * RIM, TITLE_HIGH)
        pen.box(bar, True, TITLE)
        pen.box((bar[0] + 5.0, bar[1] + 5.0, 18.0, TITLE_HIGH - 10.0), True)
        pen.fill((bar[0] + 9.0, bar[1] + TITLE_HIGH / 2 - 1.5, 10.0, 3.0), (60, 60, 62))
        pen.text(title, bar[0] + 32.0, bar[1] + TITLE_HIGH / 2, 13.0, ON_TITLE, weight=0.16)


def weave(surface: pygame.Surface, scale: float) -> None:
    """The ground behind the windows: a fine weave of two tones."""
    wide, tall = surface.get_size()
    step = max(1, round(2 * scale))
    over = (np.arange(wide)[None, :] // step + np.arange(tall)[:, None] // step) % 2
    tones = np.asarray(_WEAVE, np.float32)
    surface.blit(sheet(tones[over]), (0, 0))
