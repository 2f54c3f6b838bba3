"""What the debugger says, on a piece of printed paper pinned to the wall: its last lines."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import pygame

from devices.media.charset import PUNCHES
from devices.screen.materials import paper, sheet
from devices.screen.parts.pinned import pin
from devices.screen.parts.sprites import PlacedSprite, SpritePart
from devices.screen.print_faces import PrintWheel
from machines.ibm704.picture.word_chart import SIZE

ROWS = 12
COLUMNS = 88
"""Lines and characters that have room."""
COLUMN, ROW = 9.3, 21.6
LEFT, FIRST = 20.0, 20.0
_PAPER = (244, 240, 228)
_BAR = np.array([0.90, 0.972, 0.935], np.float32)
_PIN = 15.0

WHEELS = PrintWheel()


class DebuggerSheetPart(SpritePart):
    """The paper; nothing on it is touched.  Its state are its lines, the latest last."""

    size = SIZE

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        rgb = paper(width, height, 707, _PAPER)
        row = (np.arange(height, dtype=np.float32) / np.float32(self.scale) - FIRST) // ROW
        rgb[(row % 2 == 0) & (row >= 0) & (row < ROWS)] *= _BAR
        made = sheet(rgb)
        head = pin(max(self.px(_PIN), 4))
        for across in (0.018, 0.982):
            made.blit(head, head.get_rect(center=(round(width * across), self.px(_PIN * 0.8))))
        return made

    def sprites(self) -> Iterator[Callable[[], object]]:
        """The marks of every graphic that the wheels carry."""
        for char in PUNCHES:
            yield partial(WHEELS.type_of, char, COLUMN * self.scale, ROW * self.scale)

    def look(self, state: tuple[str, ...], now_ms: int) -> list[PlacedSprite]:
        stamps = []
        for number, line in enumerate(state[-ROWS:]):
            text = line[:COLUMNS].upper()
            sprite = WHEELS.line_surface(text, COLUMN * self.scale, ROW * self.scale)
            y = self.px(FIRST + (number + 0.5) * ROW) - sprite.get_height() // 2
            stamps.append(PlacedSprite(sprite, self.px(LEFT), y))
        return stamps
