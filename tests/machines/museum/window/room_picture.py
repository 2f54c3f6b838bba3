"""A room drawn once, without a window.

Everything is made at once, in the caller's thread; the display driver may be SDL's dummy.
"""

import pygame

from devices.duration import Speed
from devices.panel.view import View
from devices.screen.layer_renderer import LayerRenderer
from devices.screen.room import Room
from devices.screen.stage import Stage
from devices.screen.ui_text import UiText
from machines.museum.window.control_bar import ControlBar
from machines.museum.window.control_bar_layout import ControlBarState, control_bar_height

SETTLED_MS = 60_000
"""Long after anything began to move."""


def picture(
    room: Room,
    view: View | None,
    size: tuple[int, int],
    words: UiText,
    close_up: str = "",
    speed: Speed = "authentic",
) -> pygame.Surface:
    """The room with its rail, at ``size`` pixels; or one of its places, looked at closely.

    ``view`` None draws the room as it is before it is switched on.
    """
    if pygame.display.get_surface() is None:
        pygame.display.init()
        pygame.display.set_mode((1, 1), pygame.HIDDEN)
    builder = LayerRenderer(at_once=True)
    stage = Stage(room, builder)
    high = size[1] - control_bar_height(size)
    stage.lay((size[0], high), close_up)
    moment = stage.context(view, SETTLED_MS, 1_000_000)
    stage.paint(moment)
    strip = ControlBar(words, builder)
    strip.lay(size)
    seen = moment.view
    caption = seen.caption or words.captions["welcome"]
    state = ControlBarState(
        caption, seen.reason, seen.busy, moment.awake, speed, now_us=seen.now_us
    )
    strip.paint(state, 0)
    made = pygame.Surface(size, 0, 32)
    made.blit(stage.canvas, (0, 0))
    made.blit(strip.canvas, (0, high))
    return made
