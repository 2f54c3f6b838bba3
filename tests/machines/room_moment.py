"""A moment for a room to draw, from an exhibit's view alone."""

import numpy as np

from devices.screen.room import DrawContext
from machines.exhibit.exhibit import View


def moment_of(view: View) -> DrawContext:
    """The view at the window's opening, its lamps fully bright or dark."""
    return DrawContext(view, np.where(view.lit, 255, 0).astype(np.uint8), 0)
