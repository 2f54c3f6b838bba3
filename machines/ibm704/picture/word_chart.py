"""A wall chart: how the bits of a computer's word are divided, one bar below the other.

Every bar is the same word, its bits side by side as the lamps stand; what a field is called is
printed in it, and over the first bar the bits' numbers.
"""

from typing import NamedTuple

import pygame

from devices.screen.canvas import Canvas, Colour
from devices.screen.materials import PAPER, paper
from devices.screen.parts.pinned import pin
from devices.screen.parts.sprites import SpritePart

SIZE = (860.0, 286.0)
_LEFT, _RIGHT = 168.0, 836.0
_TOP, _STEP, _HIGH = 66.0, 42.5, 30.0
_INK: Colour = (52, 48, 46)
_FAINT: Colour = (128, 120, 108)
_TINTS: tuple[Colour, ...] = (
    (214, 205, 180), (196, 212, 200), (226, 204, 176), (204, 208, 216),
)  # fmt: skip
_LETTERS, _NUMBERS, _NAMES = 7.2, 5.4, 8.4
"""Heights of capitals, in units."""
_PIN = 15.0


class WordField(NamedTuple):
    """Some bits side by side; ``tint`` is one of four colours of the paper."""

    name: str
    bits: int
    tint: int = 0


class Bar(NamedTuple):
    """One way to divide a word."""

    name: str
    fields: tuple[WordField, ...]
    example: str = ""  # Printed small below the name


class WordChartPart(SpritePart):
    """The chart; nothing on it changes or is touched."""

    size = SIZE

    def __init__(self, title: str, bits: tuple[str, ...], bars: tuple[Bar, ...]) -> None:
        """``bits``: what each bit is called, from the left."""
        super().__init__()
        self.title = title
        self.bits = bits
        self.bars = bars

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        fine = 2 if self.scale < 1.2 else 1
        canvas = Canvas((height * fine, width * fine), self.scale * fine)
        canvas.rgb[:] = paper(width * fine, height * fine, 36, PAPER)
        canvas.letter(self.title, 60.0, 22.0, 11.0, _INK, "left", 0.12)
        pitch = (_RIGHT - _LEFT) / len(self.bits)
        for number, name in enumerate(self.bits):
            x = _LEFT + (number + 0.5) * pitch
            canvas.letter(name, x, _TOP - 11.0, _NUMBERS, _FAINT)
        for row, bar in enumerate(self.bars):
            self._bar(canvas, bar, _TOP + row * _STEP, pitch)
        made = canvas.surface((width, height))
        head = pin(max(self.px(_PIN), 4))
        for across in (0.018, 0.982):
            made.blit(head, head.get_rect(center=(round(width * across), self.px(_PIN * 0.8))))
        return made

    def _bar(self, canvas: Canvas, bar: Bar, top: float, pitch: float) -> None:
        """One word: its fields in their tints, a tick between any two bits."""
        middle = top + _HIGH / 2
        canvas.letter(bar.name, _LEFT - 14.0, middle - 5.5, _NAMES, _INK, "right", 0.13)
        canvas.letter(bar.example, _LEFT - 14.0, middle + 8.0, _NUMBERS * 1.15, _FAINT, "right")
        left = _LEFT
        for field in bar.fields:
            wide = field.bits * pitch
            canvas.rounded((left, top, wide, _HIGH), _TINTS[field.tint % len(_TINTS)])
            for bit in range(1, field.bits):
                canvas.rounded((left + bit * pitch - 0.25, top + _HIGH - 5.0, 0.5, 5.0), _FAINT)
            canvas.letter(field.name, left + wide / 2, middle - 1.5, _LETTERS, _INK, "centre", 0.13)
            left += wide
            canvas.rounded((left - 0.5, top, 1.0, _HIGH), _INK)
        for edge in (top - 0.5, top + _HIGH - 0.5):
            canvas.rounded((_LEFT - 0.5, edge, left - _LEFT + 1.0, 1.0), _INK)
        canvas.rounded((_LEFT - 0.5, top, 1.0, _HIGH), _INK)
