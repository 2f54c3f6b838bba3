"""A moment for a room to draw: of an exhibit's view alone, or made up of what is seen at it."""

from dataclasses import replace
from typing import Any

import numpy as np

from devices.screen.room import DrawContext
from machines.exhibit.exhibit import View


def moment_of(view: View) -> DrawContext:
    """The view at the window's opening, its lamps fully bright or dark."""
    return DrawContext(view, np.where(view.lit, 255, 0).astype(np.uint8), 0)


def moment_with(
    scene: object, brightness: Any = (255, 0, 255), view: Any = None, **seen: Any
) -> DrawContext:
    """That scene, with lamps as bright as that; ``view``: what else the view says, ``seen``: the
    moment, each by its own names."""
    dark = np.zeros(len(brightness), np.int64)
    made = View("", 0, dark, dark > 0, scene=scene, **(view or {}))
    return DrawContext(made, np.array(brightness, np.uint8), seen.pop("now_ms", 0), **seen)


def with_scene(moment: DrawContext, **changes: Any) -> DrawContext:
    """The moment, with that changed in its scene."""
    scene = replace(moment.view.scene, **changes)
    return replace(moment, view=replace(moment.view, scene=scene))
