"""A room drawn once, without a window: for a README, a test, a print.

Everything is made at once, in the caller's thread; the display driver may be SDL's dummy.
"""

import pygame

from devices.screen.builder import Builder
from devices.screen.captions import Words
from devices.screen.rail import strip_height
from devices.screen.room import Room, Seen
from devices.screen.stage import Stage
from devices.screen.strip import Strip, StripState
from devices.screen.visit import Speed

SETTLED_MS = 60_000
"""Long after anything began to move."""


def picture(
    room: Room,
    view: Seen | None,
    size: tuple[int, int],
    words: Words,
    close_up: str = "",
    speed: Speed = "authentic",
) -> pygame.Surface:
    """The room with its rail, at ``size`` pixels; or one of its places, looked at closely.

    ``view`` None draws the room as it is before it is switched on.
    """
    if pygame.display.get_surface() is None:
        pygame.display.init()
        pygame.display.set_mode((1, 1), pygame.HIDDEN)
    builder = Builder(at_once=True)
    stage = Stage(room, builder)
    high = size[1] - strip_height(size)
    stage.lay((size[0], high), close_up)
    moment = stage.moment(view, SETTLED_MS, 1_000_000)
    stage.paint(moment)
    strip = Strip(words, builder)
    strip.lay(size)
    seen = moment.view
    caption = seen.caption or words.captions["welcome"]
    state = StripState(caption, seen.reason, seen.busy, moment.awake, speed, now_us=seen.now_us)
    strip.paint(state, 0)
    made = pygame.Surface(size, 0, 32)
    made.blit(stage.canvas, (0, 0))
    made.blit(strip.canvas, (0, high))
    return made
