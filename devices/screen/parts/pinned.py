"""A sheet of paper on a wall, hanging by two pins: what a part's picture is drawn on."""

import numpy as np
import pygame

from devices.screen.materials import cutout, soft_shadow
from devices.screen.parts.chart_axes import sheet_of_paper
from devices.screen.parts.relief import LIGHT, Rect, smooth_step
from devices.screen.parts.sprites import SpritePart
from devices.screen.smooth import smoothscale

MARGIN = (12.0, 10.0, 20.0, 24.0)
"""Of the part that is not paper: left, above, right, below (the shadow falls there)."""
PIN = 17.0


class PinnedSheet(SpritePart):
    """The sheet; what is on it a subclass lays within ``paper``."""

    @property
    def paper(self) -> Rect:
        """Where the sheet lies on the part, in units."""
        left, above, right, below = MARGIN
        return left, above, self.size[0] - left - right, self.size[1] - above - below

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        made = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        x, y, wide, tall = (self.px(side) for side in self.paper)
        blur = max(self.px(13.0), 2)
        made.blit(
            soft_shadow(wide, tall, blur, 0.42), (x - blur + self.px(6), y - blur + self.px(8))
        )
        made.blit(sheet_of_paper(wide, tall, self.px(1.0)), (x, y))
        head = pin(max(self.px(PIN), 4))
        for across in (0.03, 0.97):
            made.blit(head, head.get_rect(center=(x + round(wide * across), y + self.px(13.0))))
        return made


def pin(size: int) -> pygame.Surface:
    """A drawing pin of brass, and its shadow."""
    fine = 4
    side = size * fine
    axis = (np.arange(side, dtype=np.float32) + 0.5) / side * 2 - 1
    x, y = axis[None, :], axis[:, None]
    far = np.hypot(x + 0.12, y + 0.14) / 0.66
    dome = smooth_step(0.2, 1.0, np.asarray(far, np.float32)) * 0.7
    angle = np.maximum(np.hypot(x + 0.12, y + 0.14), 1e-6)
    nx, ny = (x + 0.12) / angle * dome, (y + 0.14) / angle * dome
    light = nx * LIGHT[0] + ny * LIGHT[1] + np.sqrt(1 - nx * nx - ny * ny) * LIGHT[2]
    rgb = (
        np.array((222.0, 182.0, 100.0), np.float32)
        * (0.35 + 0.95 * np.maximum(light, 0))[..., None]
    )
    rgb += 230 * np.exp(-((x + 0.34) ** 2 + (y + 0.40) ** 2) / 0.02)[..., None]
    body = np.clip((1 - far) * side * 0.33 + 0.5, 0, 1)
    fall = 0.6 * (1 - smooth_step(0.45, 0.95, np.asarray(np.hypot(x - 0.12, y - 0.16), np.float32)))
    cover = np.maximum(body, fall)
    rgb = np.where((far < 1.02)[..., None], rgb, 0.0)
    made = cutout(np.asarray(rgb, np.float32), np.asarray(cover, np.float32))
    return smoothscale(made, (size, size))
