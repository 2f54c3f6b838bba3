"""The staff page: what was played, how the museum is, and four plates for whoever looks after it.

It lies over everything, a dark screen outside the hours too; CTRL-ALT-S brings it and, where it
has a code, five seconds on the lower left corner of the window (house_rules.py).
It goes by itself after three minutes.
"""

from collections.abc import Callable
from functools import partial
from typing import Literal

import pygame

from devices.refusal import RefusedError
from devices.screen import brass
from devices.screen.brass import LETTERS
from devices.screen.confirmation import Confirmation
from devices.screen.materials import paper, sheet
from devices.screen.smooth import smoothscale
from devices.screen.ui_text import UiText
from machines.museum.window.museum import OUTCOMES, Caretaker, StaffReport
from machines.museum.window.overlay import RED, TYPED, Overlay, Plate

FAINT = (108, 98, 84)
STAYS_MS = 180_000
FRESH_MS = 1_000
"""Its figures are asked for this often."""
PAGE, TALL_PAGE = (1560.0, 1160.0), (1040.0, 1640.0)
PITCH = 42.0
"""From row to row, units."""
PLATES = ("restart", "quiet", "export", "close")
MOST_PROBLEMS = 3


class StaffPage(Overlay):
    """The page."""

    veil = 170
    covers_bar = True

    def __init__(self, words: UiText, caretaker: Caretaker, finish: Callable[[], None]) -> None:
        """``finish`` ends the window, for a restart."""
        super().__init__(words)
        self.caretaker = caretaker
        self.finish = finish
        self.report = caretaker.report() or StaffReport()
        self.said = ""
        """What became of the last plate that was touched."""
        self.guard = Confirmation()
        self.now_ms = -1
        self.touched_ms = -1
        self.cut: list[str] = []
        """Texts that did not fit, when it was last drawn (a test looks here)."""

    # Where things are

    def place(self) -> None:
        """In the middle of the window, as large as that allows."""
        self.box = pygame.Rect((0, 0), self.size).inflate(-self.size[0] // 40, -self.size[1] // 40)
        across, down = TALL_PAGE if self.tall else PAGE
        self.unit = min(self.box.width / across, self.box.height / down)
        whole = self.box.center
        self.box.size = self.px(across), self.px(down)
        self.box.center = whole

    def plates(self) -> list[Plate]:
        """From the left; in an upright window two below two."""
        words = dict(self.words.staff)
        if self.guard.asks(self.now_ms):
            words["restart"] = words["restart_again"]
        if self.report.quiet:
            words["quiet"] = words["loud"]
        across = 2 if self.tall else 4
        gap, side, high = self.px(18), self.px(40), self.px(76)
        wide = (self.box.width - 2 * side - (across - 1) * gap) // across
        made = []
        for k, name in enumerate(PLATES):
            row, column = divmod(k, across)
            below = (len(PLATES) // across - 1 - row) * (high + gap)
            top = self.box.bottom - self.px(34) - high - below
            left = self.box.left + side + column * (wide + gap)
            rect = pygame.Rect(left, top, wide, high)
            made.append(Plate(name, rect, partial(self._work, name), words[name]))
        return made

    def choices(self) -> list[Plate]:
        return self.plates()

    # What is done

    def tend(self, now_ms: int) -> None:
        """Ask for new figures; go when nobody has touched it for long."""
        if self.touched_ms < 0:
            self.touched_ms = self.now_ms = now_ms
        if now_ms - self.touched_ms > STAYS_MS:
            self.done = True
        if now_ms - self.now_ms >= FRESH_MS:
            asked = self.guard.asks(self.now_ms) != self.guard.asks(now_ms)
            self.now_ms = now_ms
            report = self.caretaker.report() or self.report
            self.fresh = self.fresh or asked or report != self.report
            self.report = report

    def _work(self, name: str) -> None:
        self.touched_ms, self.fresh = self.now_ms, True
        self.said = ""
        if name == "close":
            self.done = True
        elif name == "quiet":
            self.caretaker.keep_quiet(not self.report.quiet)
            self.report = self.caretaker.report() or self.report
        elif name == "export":
            self._export()
        elif self.guard.touch("restart", self.now_ms):
            self.caretaker.restart()
            self.done = True
            self.finish()

    def _export(self) -> None:
        try:
            path = self.caretaker.export()
        except RefusedError as refusal:
            self.said = str(refusal)
        else:
            self.said = self.words.staff["kept"].format(name=path)

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """Title, tables, health, problems, plates."""
        self.cut = []
        box, px, words = self.box, self.px, self.words.staff
        made = smoothscale(sheet(paper(512, 300, 76)), box.size)
        target.blit(made, box)
        pygame.draw.rect(target, (150, 120, 70), box.inflate(-px(14), -px(14)), px(2))
        left = box.left + px(44)
        self._say(target, words["title"], (left, 52), 30, RED, 700)
        if self.tall:
            self._draw_table(target, left, 118, "today")
            self._draw_table(target, left, 458, "year")
            self._draw_health(target, left, 800, 1)
            self._draw_problems(target, left, 1180)
        else:
            self._draw_table(target, left, 108, "today")
            self._draw_table(target, left, 404, "year")
            self._draw_health(target, left, 704, 2)
            self._draw_problems(target, left, 886)
        self.draw_plates(target, 20)

    def _draw_table(self, target: pygame.Surface, left: int, y: float, which: str) -> None:
        """The rooms' counts of today or of this year."""
        px, words = self.px, self.words.staff
        name_wide, column, word_wide = ((340, 170, 240), (280, 110, 130))[self.tall]
        self._say(target, words[which], (left, y), 22, RED, name_wide)
        rights = [left + px(name_wide + column * (k + 1)) for k in range(len(OUTCOMES))]
        games = (rights[0] - px(column - 12), y - 29)  # over the three columns of their games
        self._say(target, words["visitors"], games, 16, FAINT, 3 * column - 12)
        line = pygame.Rect(games[0], self.box.top + px(y - 14), rights[2] - games[0], max(px(1), 1))
        target.fill(FAINT, line)
        for right, name in zip(rights, OUTCOMES, strict=True):
            self._say(target, words[name], (right, y), 16, FAINT, column - 12, at_right=True)
        for k, row in enumerate(self.report.rows):
            at = y + 48 + PITCH * k
            self._say(target, row.title, (left, at), 20, TYPED, name_wide - 10)
            for right, number in zip(rights, getattr(row, which), strict=True):
                self._say(target, str(number), (right, at), 20, TYPED, column - 10, at_right=True)
            if row.learned:
                told = words[row.learned]
                self._say(target, told, (rights[-1] + px(10), at), 14, FAINT, word_wide)

    def _draw_health(self, target: pygame.Surface, left: int, y: float, across: int) -> None:
        """One fact a line; what is not well is red."""
        facts = self.report.health
        down = -(-len(facts) // across)
        for k, fact in enumerate(facts):
            column, row = divmod(k, down)
            x = left + column * self.px(750)
            at = y + PITCH * row
            ink = TYPED if fact.well else RED
            self._say(target, self.words.staff[fact.name], (x, at), 18, FAINT, 250)
            self._say(target, fact.value, (x + self.px(270), at), 20, ink, 460)

    def _draw_problems(self, target: pygame.Surface, left: int, y: float) -> None:
        """What is wrong in the curator's file; then what became of the last touch."""
        wide = self.box.width - self.px(88)
        problems = self.report.problems
        lines: list[tuple[str, tuple[int, int, int]]] = []
        for problem in problems[:MOST_PROBLEMS]:
            height = self.high(17)
            lines += [(line, RED) for line in LETTERS.wrap(problem, height, wide)]
        more = len(problems) - MOST_PROBLEMS
        lines += [(f"+ {more}", RED)] if more > 0 else []
        if self.said:
            lines.append((self.said, TYPED))
        for k, (line, ink) in enumerate(lines[:5]):
            self._say(target, line, (left, y + 30 * k), 17, ink, wide / self.unit)

    def _say(
        self,
        target: pygame.Surface,
        text: str,
        place: tuple[int, float],
        units: float,
        ink: tuple[int, int, int],
        wide: float,
        at_right: bool = False,
    ) -> None:
        """A line of text from (or, ``at_right``, up to) a place: pixels across, units down."""
        most = wide * self.unit
        height = brass.fit_lettering(text, self.high(units), most)
        if LETTERS.width(text, height, 0.06) > most + 1:
            self.cut.append(text)
        y = self.box.top + place[1] * self.unit
        anchor: Literal["left", "right"] = "right" if at_right else "left"
        LETTERS.draw(target, text, place[0], y, height, ink, anchor, 0.13, 0.06)
