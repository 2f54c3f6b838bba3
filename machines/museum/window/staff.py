"""The staff's side of the window: opening hours, volume, texts; the staff page and its code.

Outside the hours the screen is dark and silent and a touch does nothing; what lay over the room is
gone, and when the museum opens again a visitor stands before the floor plan.

The staff page tells what was played and how the museum is, and has four plates for whoever looks
after it.  It lies over everything, a dark screen too; CTRL-ALT-S brings it or, where it has a code,
a finger that rests on the lower left corner of the window for five seconds.  It goes by itself
after three minutes.  The pad for the code has ten digits, typed or touched; three wrong codes, or
half a minute without a touch, and it goes.
"""

from collections.abc import Callable
from functools import partial
from typing import Literal

import numpy as np
import pygame

from devices.refusal import RefusedError
from devices.screen import brass
from devices.screen.brass import INK, LETTERS
from devices.screen.guide import Confirmation
from devices.screen.materials import paper, sheet
from devices.screen.smooth import smoothscale
from devices.screen.ui_text import UiText
from devices.screen.words import use
from machines.museum.window.language import LanguageSwitch
from machines.museum.window.museum import OUTCOMES, Caretaker, StaffReport
from machines.museum.window.overlay import LEAST, RED, TYPED, Overlay, PaperCard, Plate
from machines.museum.window.window_parts import WindowParts

FAINT = (108, 98, 84)
STAYS_MS = 180_000
FRESH_MS = 1_000
"""Its figures are asked for this often."""
PAGE, TALL_PAGE = (1560.0, 1160.0), (1040.0, 1640.0)
PITCH = 42.0
"""From row to row, units."""
PLATES = ("restart", "quiet", "export", "close")
MOST_PROBLEMS = 3
SPACING = 0.06
"""Of its letters."""


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
        gap, side, high = self.px(18), self.px(40), max(self.px(76), LEAST)
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
        needs, gap = self._columns()
        rights = [left + round(sum(needs[: k + 2]) + gap * (k + 1)) for k in range(len(OUTCOMES))]
        name_wide, *wides, word_wide = (need / self.unit for need in needs)
        self._say(target, words[which], (left, y), 22, RED, name_wide)
        games = (rights[0] - round(needs[1]), y - 29)  # over the three columns of their games
        line = pygame.Rect(games[0], self.box.top + px(y - 14), rights[2] - games[0], max(px(1), 1))
        self._say(target, words["visitors"], games, 16, FAINT, line.width / self.unit)
        target.fill(FAINT, line)
        for right, name, wide in zip(rights, OUTCOMES, wides, strict=True):
            self._say(target, words[name], (right, y), 16, FAINT, wide, at_right=True)
        for k, row in enumerate(self.report.rows):
            at = y + 48 + PITCH * k
            self._say(target, row.title, (left, at), 20, TYPED, name_wide)
            for right, number, wide in zip(rights, getattr(row, which), wides, strict=True):
                self._say(target, str(number), (right, at), 20, TYPED, wide, at_right=True)
            if row.learned:
                told = words[row.learned]
                self._say(target, told, (rights[-1] + px(10), at), 14, FAINT, word_wide)

    def _columns(self) -> tuple[list[float], float]:
        """How wide the columns of both tables must be (titles, counts, what the last counts), and
        what is left between two of them: pixels."""
        words, rows = self.words.staff, self.report.rows
        texts = [
            [(words["today"], 22.0), (words["year"], 22.0), *((row.title, 20.0) for row in rows)]
        ]
        for k, name in enumerate(OUTCOMES):
            counts = [str(count[k]) for row in rows for count in (row.today, row.year)]
            texts.append([(words[name], 16.0), *((count, 20.0) for count in counts)])
        texts.append([(words[row.learned], 14.0) for row in rows if row.learned])
        needs = [
            max((LETTERS.width(text, self.high(units), SPACING) + 1 for text, units in column),
                default=0.0)
            for column in texts
        ]  # fmt: skip
        free = self.box.width - 2 * self.px(44) - self.px(10) - sum(needs)
        return needs, free / len(OUTCOMES)

    def _draw_health(self, target: pygame.Surface, left: int, y: float, across: int) -> None:
        """One fact a line; what is not well is red."""
        facts, names = self.report.health, self.words.staff
        texts = (LETTERS.width(names[fact.name], self.high(18), SPACING) for fact in facts)
        named = max((text / self.unit for text in texts), default=0.0)
        named = max(250.0, named)
        down = -(-len(facts) // across)
        for k, fact in enumerate(facts):
            column, row = divmod(k, down)
            x = left + column * self.px(750)
            at = y + PITCH * row
            ink = TYPED if fact.well else RED
            self._say(target, names[fact.name], (x, at), 18, FAINT, named)
            self._say(target, fact.value, (x + self.px(named + 20), at), 20, ink, 710 - named)

    def _draw_problems(self, target: pygame.Surface, left: int, y: float) -> None:
        """What became of the last touch; then what is wrong in the curator's file, as far as there
        is room above the plates."""
        wide, height = self.box.width - self.px(88), self.high(17)
        pitch = max(30.0, 1.2 * height / self.unit)
        problems = self.report.problems
        lines = [(self.said, TYPED)] if self.said else []
        for problem in problems[:MOST_PROBLEMS]:
            lines += [(line, RED) for line in LETTERS.wrap(problem, height, wide, SPACING)]
        more = len(problems) - MOST_PROBLEMS
        lines += [(f"+ {more}", RED)] if more > 0 else []
        room = (self.plates()[0].rect.top - self.box.top) / self.unit - y
        for k, (line, ink) in enumerate(lines[: int(room / pitch)]):
            self._say(target, line, (left, y + pitch * k), 17, ink, wide / self.unit)

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
        if LETTERS.width(text, height, SPACING) > most + 1:
            self.cut.append(text)
        y = self.box.top + place[1] * self.unit
        anchor: Literal["left", "right"] = "right" if at_right else "left"
        LETTERS.draw(target, text, place[0], y, height, ink, anchor, 0.13, SPACING)


# -- the pad


PAD_STAYS_MS = 30_000
TRIES = 3
KEYS = ("123", "456", "789", "<0X")
"""``<`` takes the last digit back, ``X`` closes."""
PAD_SIZE = (560.0, 720.0)


class StaffPad(PaperCard):
    """The pad; ``enter`` is called when the code was right."""

    modal = True
    veil = 170
    covers_bar = True

    def __init__(self, words: UiText, code: str, enter: Callable[[], None]) -> None:
        super().__init__(words, PAD_STAYS_MS)
        self.code = code
        self.enter = enter
        self.typed = ""
        self.wrong = 0

    def place(self) -> None:
        """In the middle of the window."""
        across, down = PAD_SIZE
        self.unit = min(self.size[0] / 1000, self.size[1] / 820)
        self.box = pygame.Rect(0, 0, self.px(across), self.px(down))
        self.box.center = self.size[0] // 2, self.size[1] // 2

    def plates(self) -> list[Plate]:
        """Its twelve keys."""
        px, side, gap = self.px, self.px(40), self.px(16)
        wide, high = (self.box.width - 2 * side - 2 * gap) // 3, px(112)
        top, left = self.box.bottom - px(36) - 4 * high - 3 * gap, self.box.left + side
        made = []
        for k, sign in enumerate("".join(KEYS)):
            row, column = divmod(k, 3)
            rect = pygame.Rect(left + column * (wide + gap), top + row * (high + gap), wide, high)
            made.append(Plate(sign, rect, partial(self._take, sign)))
        return made

    def key(self, name: str, text: str, shift: bool) -> None:
        """Digits are typed, BACKSPACE takes one back, ESCAPE closes."""
        signs = {"escape": "X", "backspace": "<"}
        self._take(signs.get(name, text))

    def _take(self, sign: str) -> None:
        self.came_ms = -1  # it stays on
        self.fresh = True
        if sign == "X":
            self.done = True
        elif sign == "<":
            self.typed = self.typed[:-1]
        elif len(sign) == 1 and sign in "0123456789":
            self.typed += sign
            if len(self.typed) == len(self.code):
                self._try()

    def _try(self) -> None:
        right, self.typed = self.typed == self.code, ""
        self.wrong += not right
        self.done = right or self.wrong >= TRIES
        if right:
            self.enter()

    def compose(self, target: pygame.Surface) -> None:
        """Title, dots for what was typed, keys."""
        px, box, words = self.px, self.box, self.words.staff
        self.draw_sheet(target)
        title = words["wrong" if self.wrong and not self.typed else "code"]
        place, wide = (box.centerx, box.top + px(62)), box.width - px(80)
        self.letter(target, title, place, self.high(26), wide, RED, "centre", 0.15, 0.06)
        for k in range(len(self.code)):
            centre = box.centerx + round((k - (len(self.code) - 1) / 2) * px(44)), box.top + px(126)
            pygame.draw.circle(target, TYPED, centre, px(13), 0 if k < len(self.typed) else px(3))
        for sign, rect in self.rects().items():
            word = {"<": words["erase"], "X": words["close"]}.get(sign, sign)
            brass.lay(target, rect, px(6), "brass", 75, px(4))
            brass.engrave(target, word, rect, px(34 if sign.isdecimal() else 18), INK)


# -- the caretaker's wishes


HELD_MS = 5_000
"""So long a finger rests on the lower left corner, and the staff page comes."""


class HouseRules:
    """The caretaker's side of a window."""

    def __init__(self, window: WindowParts, language: LanguageSwitch) -> None:
        self.window = window
        self.language = language
        self.shut = False
        """Whether the museum is closed now."""
        self._held_ms: int | None = None
        """Since when a finger rests on the corner; None: none does."""
        self._black = pygame.Surface((1, 1), 0, 32)

    def tend(self) -> bool:
        """Do what the caretaker wishes now; whether the museum is shut."""
        window, caretaker = self.window, self.window.caretaker
        is_open = caretaker.is_open()
        if is_open == self.shut:
            (self._open if is_open else self._close)()
        window.sounds.set_volume(0.0 if self.shut or caretaker.quiet else caretaker.volume())
        if caretaker.words_changed():
            self._read_anew()
        if self._held_ms is not None and window.now_ms - self._held_ms >= HELD_MS:
            self._held_ms = None
            if caretaker.code:  # without one any visitor would come to it
                self.call_staff()
        return self.shut

    def _close(self) -> None:
        window = self.window
        self.shut = True
        for overlay in window.overlays:
            overlay.done = True
        window.overlays.clear()
        self.language.back()
        window.enter("")
        window.caretaker.closes()
        self._darken_panels()
        window.window_surface.all()

    def _open(self) -> None:
        self.shut = False
        self.window.caretaker.opens()
        self.window.came_back()
        self.window.window_surface.all()

    def _darken_panels(self) -> None:
        panel = self.window.panel
        if panel is not None:
            for name, stage in self.window.navigator.stages.items():
                panel.show(name, np.zeros_like(stage.lamps.shown))

    def _read_anew(self) -> None:
        """Own texts for placards were changed; nothing else of the words was."""
        window, code = self.window, self.window.words.code
        self.language.first = window.caretaker.read_words(self.language.first.code)
        window.words = window.caretaker.read_words(code)
        use(window.words)

    # The staff

    def watch(self, event: pygame.event.Event) -> None:
        """Notice a finger that rests on the corner."""
        down = (pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN)
        moved = (pygame.MOUSEMOTION, pygame.FINGERMOTION)
        if event.type in (pygame.MOUSEBUTTONUP, pygame.FINGERUP, pygame.WINDOWFOCUSLOST):
            self._held_ms = None
        elif event.type in down and not getattr(event, "touch", False):
            self._held_ms = self.window.now_ms if self._is_corner(event) else None
        elif event.type in moved and self._held_ms is not None and not self._is_corner(event):
            self._held_ms = None

    def _is_corner(self, event: pygame.event.Event) -> bool:
        wide, high = self.window.size
        finger = event.type in (pygame.FINGERDOWN, pygame.FINGERMOTION)
        x, y = (event.x * wide, event.y * high) if finger else event.pos
        side = max(48, high - self.window.room_rect.height)
        return bool(x < side and y >= high - side)

    def call_staff(self) -> None:
        """The staff page, after its code where there is one; again: take it away.  A kiosk, whose
        visitors may have a keyboard, has none without a code."""
        window, caretaker = self.window, self.window.caretaker
        there = [
            own for own in window.overlays if isinstance(own, StaffPage | StaffPad) and not own.done
        ]
        for own in there:
            own.done = True
        if there or caretaker.report() is None:
            return
        if caretaker.code:
            window.show(StaffPad(window.words, caretaker.code, self._show_page))
        elif not window.settings.kiosk:
            self._show_page()

    def _show_page(self) -> None:
        window = self.window
        window.show(StaffPage(window.words, window.caretaker, window.finish))

    def draw(self) -> bool:
        """A dark screen; whether there was anything to bring."""
        window, surface = self.window, self.window.window_surface
        if window.museum.exhibits():  # what it begins when it is looked at is done overnight
            window.museum.view(window.museum.exhibits()[0])
        if self._black.get_size() != window.size:
            self._black = pygame.Surface(window.size, 0, 32)
        for overlay in window.overlays:
            overlay.tend(window.now_ms)
        window.drop_done()
        surface.glow_at((), 0)
        surface.ring_at(None)
        surface.note_at(None, 0, 0)
        changed = [rect for overlay in window.overlays for rect in overlay.changed(window.now_ms)]
        return surface.bring(changed, self._black, self._black, window.overlays)
