"""Drawing pins: what a sheet of paper hangs by."""

import numpy as np
import pygame

from devices.screen.materials import cutout
from devices.screen.parts.relief import LIGHT, smooth_step


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
    return pygame.transform.smoothscale(made, (size, size))
