"""A wall chart: Samuel's program beside ours, part by part, a bar a word count.

On the left what is his and what is ours, in words; on the right the parts, his bar above ours.
The rows are written by ``python -m tests.make_program_sizes``, which counts ours in the assembled
program: instructions by part, texts and numbers (tables), words that are only reserved (work).
"""

from typing import NamedTuple

import pygame

from devices.screen.canvas import Canvas, Colour
from devices.screen.lettering import Engraving
from devices.screen.materials import PAPER, paper
from devices.screen.parts.pinned import pin
from devices.screen.parts.sprites import SpritePart
from devices.screen.words import Words, numeral
from machines.ibm704.picture.word_chart import SIZE

_INK: Colour = (52, 48, 46)
_FAINT: Colour = (112, 104, 92)
_HIS: Colour = (188, 148, 96)
_OURS: Colour = (126, 156, 146)
_LEFT, _TEXT_WIDE = 34.0, 300.0
_BARS, _BARS_WIDE, _NUMBERS = 520.0, 196.0, 800.0
"""Where bars begin, the longest, and where the numbers end."""
_TOP, _STEP, _BAR = 52.0, 23.6, 8.0
_TITLE, _BODY, _NAMES, _SMALL = 11.0, 9.6, 7.6, 7.0
"""Heights of capitals, in units."""
_PIN = 15.0
WORDS = Words("ibm704")
ENGRAVING = Engraving()


class ProgramChartPart(SpritePart):
    """The chart, in the language that is shown; nothing on it changes or is touched."""

    size = SIZE

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        fine = 2 if self.scale < 1.2 else 1
        canvas = Canvas((height * fine, width * fine), self.scale * fine)
        canvas.rgb[:] = paper(width * fine, height * fine, 38, PAPER)
        canvas.letter(WORDS("program_title"), 60.0, 22.0, _TITLE, _INK, "left", 0.12)
        self._text(canvas)
        for row, part in enumerate((*SIZES, None)):
            his, ours = (
                (part.his, part.ours)
                if part
                else (sum(size.his for size in SIZES), sum(size.ours for size in SIZES))
            )
            name = WORDS(f"part_{part.name if part else 'whole'}")
            self._row(canvas, _TOP + row * _STEP, name, his, ours, bars=part is not None)
        made = canvas.surface((width, height))
        head = pin(max(self.px(_PIN), 4))
        for across in (0.018, 0.982):
            made.blit(head, head.get_rect(center=(round(width * across), self.px(_PIN * 0.8))))
        return made

    def _text(self, canvas: Canvas) -> None:
        """What is his, what is ours, each behind its colour."""
        y = 62.0
        for key, tint in (("program_his", _HIS), ("program_ours", _OURS)):
            canvas.rounded((_LEFT, y - 5.0, 10.0, 10.0), tint)
            for line in ENGRAVING.wrap(WORDS(key), _BODY, _TEXT_WIDE, 0.04):
                canvas.letter(line, _LEFT + 20.0, y, _BODY, _INK, "left", 0.12, 0.04)
                y += 1.8 * _BODY
            y += _BODY

    def _row(self, canvas: Canvas, top: float, name: str, his: int, ours: int, bars: bool) -> None:
        """A part: its name, two bars, two numbers; of the whole the numbers alone."""
        middle = top + _BAR
        most = max(max(size.his, size.ours) for size in SIZES)
        canvas.letter(name, _BARS - 12.0, middle, _NAMES, _INK, "right", 0.13)
        for k, (count, tint) in enumerate(((his, _HIS), (ours, _OURS))):
            y = top + k * _BAR
            if bars:
                canvas.rounded((_BARS, y, max(count / most * _BARS_WIDE, 1.0), _BAR - 1.0), tint)
            x = _NUMBERS - (38.0 if k == 0 else -30.0)
            canvas.letter(numeral(count), x, middle, _SMALL, _INK if k else _FAINT, "right", 0.13)
        if not bars:
            canvas.rounded((_BARS, top - 3.0, _NUMBERS + 30.0 - _BARS, 0.8), _FAINT)


class PartSize(NamedTuple):
    """A part of both programs, in words."""

    name: str
    his: int
    ours: int


SIZES = (
    PartSize("basic", 1100, 2674),
    PartSize("input", 1400, 4199),
    PartSize("ends", 600, 1232),
    PartSize("loaders", 850, 34),
    PartSize("statistics", 700, 1087),
    PartSize("rote", 1500, 2889),
    PartSize("general", 650, 4314),
    PartSize("tables", 700, 2691),
    PartSize("work", 2500, 7438),
)
