"""The sheet with the graph of strength, over the floor plan: all learners on one scale.

The curves are of runs that were kept; today's machines, which the visitors teach, stand beside them
in rings as soon as they are measured.  What isn't measured is not drawn, and said so.
"""

from collections.abc import Callable, Mapping

import pygame

from devices.screen.figures import figures
from devices.screen.ui_text import UiText
from machines.laboratory.strength.today import StrengthCurve
from machines.museum.window.overlay import TYPED, PaperCard, Plate
from machines.museum.window.strength_chart import Axes, colour_of, draw_axes, draw_curve, draw_mark

STAYS_MS = 180_000
SIZE, TALL_SIZE = (1560.0, 840.0), (1050.0, 1500.0)
TITLE, SMALL = 34.0, 17.0
LOOK_MS = 250
"""It is asked this often whether something else was measured."""
MEASURE_MS = 2_000
"""Those that were not switched on are asked for again this often."""
FAINT = (96, 86, 72)

Look = Callable[[], tuple[StrengthCurve, ...]]


class StrengthGraph(PaperCard):
    """The sheet."""

    seed = 77
    plates_low = True

    def __init__(
        self, words: UiText, titles: Mapping[str, str], look: Look, measure: Callable[[], None]
    ) -> None:
        """``titles`` are the exhibits' names; ``look`` gives the newest curves; ``measure`` has
        those machines measured that are switched on."""
        super().__init__(words, STAYS_MS)
        self.modal = True
        self.titles = dict(titles)
        self.look = look
        self.curves = look()
        self.measure = measure
        self._looked_ms = 0
        self._measured_ms = -MEASURE_MS

    # Where things are

    def place(self) -> None:
        """In the middle of the room, nearly all of it."""
        self.place_large(SIZE, TALL_SIZE, (30, 20, 8))

    def chart_rect(self) -> pygame.Rect:
        """The frame of the graph."""
        px, box = self.px, self.box
        rect = pygame.Rect(box.left + px(120), box.top + px(176 if self.tall else 150), 0, 0)
        rect.width = box.width - px(160) if self.tall else round(box.width * 0.555)
        low = round(box.height * 0.56) if self.tall else box.height - px(112) - self.foot()
        rect.height = box.top + low - rect.top
        return rect

    def row_rect(self, k: int) -> pygame.Rect:
        """What is said of the kth learner: at the graph's right; upright: below it."""
        px, chart, count = self.px, self.chart_rect(), max(1, len(self.curves))
        if self.tall:
            top = chart.bottom + px(100)
            left, wide = self.box.left + px(50), self.box.width - px(100)
            high = (self.box.bottom - px(140) - self.foot() - top) // count
        else:
            top, left = self.box.top + px(112), chart.right + px(40)
            wide = self.box.right - px(36) - left
            high = (self.box.bottom - px(146) - self.foot() - top) // count
        return pygame.Rect(left, top + k * high, wide, high - px(6))

    def plates(self) -> list[Plate]:
        return self.row(self.words.strength_words)

    def key(self, name: str, text: str, shift: bool) -> None:
        """ESCAPE, ENTER and SPACE close it."""
        self.done = self.done or name in ("escape", "return", "space")

    def tend(self, now_ms: int) -> None:
        """Look whether today's machines have been measured meanwhile."""
        super().tend(now_ms)
        if now_ms - self._measured_ms >= MEASURE_MS:  # a machine may have been switched on since
            self._measured_ms = now_ms
            self.measure()
        if now_ms - self._looked_ms >= LOOK_MS:
            self._looked_ms = now_ms
            now = self.look()
            if now != self.curves:
                self.curves = now
                self.fresh = True

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """Title, graph, what is said of each learner, and how it was measured."""
        px, words = self.px, self.words.strength_words
        self.draw_sheet(target)
        self.draw_plates(target)
        wide = self.rects()["close"].left - (self.box.left + px(44)) - px(20)
        self.draw_title(target, words["title"], 58, TITLE, wide)
        chart, high = self.chart_rect(), self.high(SMALL)
        place = chart.left - px(70), chart.top - px(30)
        self.letter(target, words["points"], place, high, chart.width)
        draw_axes(target, chart, words, high, self.words.code)
        place = chart.centerx, chart.bottom + round(3.4 * high)
        self.letter(target, words["games"], place, high, chart.width, anchor="centre")
        clip = target.get_clip()
        target.set_clip(chart.inflate(px(30), px(30)).clip(clip))
        for k, curve in enumerate(self.curves):
            draw_curve(target, Axes(chart), curve, k, self.unit)
        target.set_clip(clip)
        for k, curve in enumerate(self.curves):
            self._draw_row(target, k, curve)
        self._draw_note(target)

    def _draw_row(self, target: pygame.Surface, k: int, curve: StrengthCurve) -> None:
        """A learner's mark and name; today's machine, in words."""
        px, rect = self.px, self.row_rect(k)
        high = self.high(22)
        y = rect.top + round(0.9 * high)
        x = rect.left + px(16)
        pygame.draw.line(target, colour_of(k), (x - px(16), y), (x + px(16), y), px(4))
        draw_mark(target, (x, y), k, 10 * self.unit)
        left = rect.left + px(48)
        title = self.titles.get(curve.name, curve.name)
        self.letter(target, title, (left, y), high, rect.right - left, colour_of(k), weight=0.16)
        if self.large:
            left = rect.left
        rest = pygame.Rect(left, y + high, rect.right - left, 0)
        rest.height = rect.bottom - rest.top
        self.draw_lines(target, self.said_of(curve), rest, SMALL, TYPED)

    def said_of(self, curve: StrengthCurve) -> str:
        """What is known of today's machine."""
        words, code, today = self.words.strength_words, self.words.code, curve.today
        if today is None:
            return words[curve.state]
        games = figures(f"{today.games:,}", code)
        values = {"points": str(round(100 * today.points)), "games": games}
        values |= {"low": str(round(100 * today.low)), "high": str(round(100 * today.high))}
        said = "today" if today.high - today.low < 0.01 else "today_between"
        return words[said].format_map(values)

    def _draw_note(self, target: pygame.Surface) -> None:
        """How it was measured, at the foot."""
        px, box, words = self.px, self.box, self.words.strength_words
        chart = self.chart_rect()
        if self.tall:
            rect = pygame.Rect(box.left + px(50), 0, box.width - px(100), px(108))
        else:
            rect = pygame.Rect(chart.right + px(40), 0, 0, px(112))
            rect.width = box.right - px(36) - rect.left
        rect.bottom = box.bottom - px(26) - self.foot()
        self.draw_lines(target, f"{words['read']} {words['sides']}", rect, 15.0, FAINT)
