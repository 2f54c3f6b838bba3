"""The bar along the bottom of the window: caption, why the machine stopped, speed, sound, reset.

A bakelite bar with brass plates.  At the left three push plates (floor plan or step back, help,
decks); then a dark window with the caption and the reason; at the right the speed lever in its slot
of five, two rockers (sound, lamps) and the guarded reset button: the first press lifts its guard,
the second, while the guard is up, resets.  Every state is told by a word beside the thing.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import hypot

import pygame

from devices.duration import SPEEDS
from devices.screen import brass
from devices.screen.brass import BRASS, INK, IVORY, LETTERS
from devices.screen.layer_renderer import LayerRenderer
from devices.screen.lettering import USUAL
from devices.screen.ui_text import UiText
from machines.museum.window.control_bar_layout import (
    ControlBarState,
    StatusDisplay,
    layout_for,
    make_sheet,
)
from machines.museum.window.overlay import code_at, divide, engrave_codes

LEVER_MS = 120
BOARD = {name: k for k, name in enumerate(SPEEDS)}


@dataclass(frozen=True)
class BarButton:
    """Something on the bar that can be pressed; ``rect`` in pixels of the bar's canvas."""

    name: str
    rect: pygame.Rect
    label: str
    help: str
    key: str


KEYS = {
    "plan": "F2",
    "help": "H",
    "language": "END",
    "about": "INSERT",
    "drawer": "F3",
    "play": "HOME",
    "sound": "F4",
    "lamps": "F9",
    "reset": "F10",
}


class ControlBar:
    """The bar; paints on its own canvas, which the window copies."""

    def __init__(self, words: UiText, builder: LayerRenderer | None = None) -> None:
        self.words = words
        self.builder = LayerRenderer(at_once=True) if builder is None else builder
        self.canvas = pygame.Surface((1, 1), 0, 32)
        self.sheet: pygame.Surface | None = None
        self.layout = layout_for((1920, 1080))
        self.boxes = self.layout.boxes
        self.state: ControlBarState | None = None
        self.lever_x = 0.0
        self.lever_from = (0.0, 0)
        self.status = StatusDisplay(words, self.layout)
        self.window = (1, 1)
        self.large = False
        self.lowered = False

    # Laying out

    def lay(self, size: tuple[int, int], large: bool = False, lowered: bool = False) -> None:
        """Fit the bar to a window of ``size`` pixels, with large text or usual, below a room that
        is laid low or not; it is black until its sheet is made."""
        layout = layout_for(size, large, lowered)
        same = layout.size == self.canvas.get_size() and layout.words == self.layout.words
        if same:
            return
        self.window, self.large, self.lowered = size, large, lowered
        self.layout = layout
        self.status = StatusDisplay(self.words, layout)
        self.boxes = layout.boxes
        self.canvas = pygame.Surface(layout.size, 0, 32)
        self.sheet = None
        self.state = None

    def speak(self, words: UiText) -> None:
        """Letter it in another language; as it looks now, it stands until that is done.

        It is asked for here and now: so it comes before the parts of a room.
        """
        self.words = words
        if self.state is not None and self.builder.pool is not None:
            size = self.window, self.large, self.lowered
            self.builder.get("rail", size, partial(_made_unseen, words, *size, self.state))
        self.status = StatusDisplay(words, self.layout)
        self.sheet = None
        self.state = None

    def _px(self, units: float) -> int:
        return self.layout.px(units)

    # What can be pressed

    def buttons(self, state: ControlBarState | None = None) -> tuple[BarButton, ...]:
        """Everything that can be pressed, from the left; without a ``state`` as it was drawn."""
        labels, does = self.words.rail, self.words.rail_help
        state = state or self.state or ControlBarState()
        names = ["help"] if state.plan else ["plan", "help"]
        names += ["language"] if len(state.languages) > 1 else []
        names += [name for name in ("about", "drawer", "play") if getattr(state, name)]
        names += [*SPEEDS, "sound", "lamps", *(["reset"] if state.resets else [])]
        made = []
        for name in names:
            word = "back" if name == "plan" and state.close_up else name
            key = "ESCAPE" if word == "back" else KEYS.get(name, "[ ]" if name in BOARD else "")
            label = labels[word].replace("|", " ")
            told = self.words.of(state.exhibit, word, does[word])
            made.append(BarButton(name, self.boxes[name], label, told, key))
        return tuple(made)

    def hit(self, x: int, y: int, state: ControlBarState | None = None) -> BarButton | None:
        """What is under a point of the bar, with the margin around each that a finger needs."""
        near = [
            button
            for button in self.buttons(state)
            if button.rect.inflate(self._px(8), self._px(26)).collidepoint(x, y)
        ]

        def away(button: BarButton) -> tuple[float, int]:
            box = button.rect
            dx = max(box.left - x, 0, x - box.right + 1)
            dy = max(box.top - y, 0, y - box.bottom + 1)
            return hypot(dx, dy), abs(box.centerx - x)

        return min(near, key=away, default=None)

    def language_at(self, x: int, y: int) -> str:
        """The language whose letters are touched at a point of the bar; empty: none's."""
        button = self.hit(x, y)
        if button is None or button.name != "language":
            return ""
        return code_at(self._divide_languages(button.rect), x, y)

    def _divide_languages(self, rect: pygame.Rect) -> list[tuple[str, pygame.Rect]]:
        """Each language with its part of the plate."""
        there = self.state.languages if self.state is not None else ()
        there = there or (self.words.code,)
        return divide(rect, there, 2 if len(there) > 1 else 1)

    # Drawing

    def paint(self, state: ControlBarState, now_ms: int) -> list[pygame.Rect]:
        """Draw what changed; the rectangles of the bar's canvas that did."""
        if self.sheet is None and self.builder.pool is None:
            self.sheet = make_sheet(self.layout, self.words)
        if self.sheet is None:
            size = self.window, self.large, self.lowered
            make = partial(_made_unseen, self.words, *size, state)
            self.sheet = self.builder.get("rail", size, make, urgent=True)
            if self.sheet is None:
                return []
            self.builder.make_ahead("rail", size, self._make_letters)
        old = self.state
        whole = old is None
        if old is None:
            self._clear(self.canvas.get_rect())
            old = replace(state, caption="\0")
            self.lever_x = float(self.boxes[state.speed].centerx)
            self.lever_from = (self.lever_x, now_ms - LEVER_MS)
        self.state = state
        drawn: list[pygame.Rect] = []

        def changed(*fields: str) -> bool:
            return whole or any(getattr(old, field) != getattr(state, field) for field in fields)

        if changed("close_up", "pressed", "about", "drawer", "plan", "play", "ready"):
            drawn += self._paint_plates(state)
        drawn += self.status.paint(self.canvas, self.sheet, state, now_ms)
        drawn += self._paint_lever(state, now_ms, whole, changed("speed", "pressed"))
        for name, on in (("sound", state.sound), ("lamps", not state.calm)):
            if changed("pressed", *(("sound", "captions") if name == "sound" else ("calm",))):
                drawn.append(self._paint_rocker(name, on, state.captions))
        if changed("armed", "pressed", "resets"):
            drawn.append(self._paint_reset(state))
        return [self.canvas.get_rect()] if whole else drawn

    def _make_letters(self) -> Iterator[None]:
        """The letters that captions and reasons are put together of."""
        chars = sorted({*USUAL, *"".join(self.words.captions.values())} - {" ", "\n"})
        for height, weight in self.status.letters():
            for char in chars:
                LETTERS.prepare(height, weight, char)
                yield

    def _clear(self, box: pygame.Rect) -> pygame.Rect:
        """Bring back what is fixed there."""
        assert self.sheet is not None
        self.canvas.blit(self.sheet, box, box)
        return box

    def _paint_plates(self, state: ControlBarState) -> list[pygame.Rect]:
        drawn = []
        for name in ("plan", "help", "about", "drawer"):
            box = self.boxes[name]
            face = brass.shape_edges(box.width, box.height, self._px(5), "brass", 11 + len(name))
            area, shown = self._lay_plate(box, face, state.pressed == name)
            drawn.append(area)
            word = "back" if name == "plan" and state.close_up else name
            usable = {"plan": not state.plan, "about": state.about, "drawer": state.drawer}
            there = usable.get(name, True)
            colour = INK if there else (126, 100, 58)
            size = self._px(17)
            brass.engrave(self.canvas, self.words.rail[word], shown, size, colour, there)
        return [*drawn, self._paint_languages(state), self._paint_play(state)]

    def _paint_languages(self, state: ControlBarState) -> pygame.Rect:
        """All languages by their letters, which anybody knows; the one that is shown is inlaid."""
        box, px = self.boxes["language"], self._px
        face = brass.shape_edges(box.width, box.height, px(5), "brass", 19)
        area, shown = self._lay_plate(box, face, state.pressed == "language")
        cells = self._divide_languages(shown.inflate(-px(12), -px(12)))
        engrave_codes(self.canvas, cells, self.words.code, px(16), self.layout.unit)
        return area

    def _paint_play(self, state: ControlBarState) -> pygame.Rect:
        """PLAY, large: lit while it has something to do."""
        box = self.boxes["play"]
        lit = state.play and state.ready
        face = brass.shape_edges(*box.size, self._px(8), "oxblood" if lit else "bakelite", 17)
        area, shown = self._lay_plate(box, face, state.pressed == "play")
        colour = IVORY if lit else (124, 112, 98)
        brass.engrave(self.canvas, self.words.rail["play"], shown, self._px(25), colour, False)
        return area

    def _lay_plate(
        self, box: pygame.Rect, face: pygame.Surface, down: bool
    ) -> tuple[pygame.Rect, pygame.Rect]:
        """A push plate, pressed or not: all that it covers, and where its face lies."""
        area = self._clear(box.inflate(self._px(14), self._px(18)))
        shown = box.move(self._px(1), self._px(2)) if down else box
        if not down:
            brass.cast(self.canvas, box, self._px(3))
        self.canvas.blit(face, shown)
        return area, shown

    def _paint_lever(
        self, state: ControlBarState, now_ms: int, whole: bool, changed: bool
    ) -> list[pygame.Rect]:
        aim = float(self.boxes[state.speed].centerx)
        if changed and not whole:
            self.lever_from = (self.lever_x, now_ms)
        share = min(1.0, max(0.0, (now_ms - self.lever_from[1]) / LEVER_MS))
        x = self.lever_from[0] + (aim - self.lever_from[0]) * share * (2.0 - share)
        if not (whole or changed or x != self.lever_x):
            return []
        slot = self.layout.slot()
        area = slot.inflate(self._px(30), self._px(58)).clip(self.canvas.get_rect())
        self._clear(area)
        self.lever_x = x
        grip = pygame.Rect(0, 0, self._px(28), self._px(31))
        grip.center = round(x), slot.centery + self._px(1)
        brass.lay(self.canvas, grip, self._px(7), "bakelite", 21, self._px(4), 170)
        inlay = pygame.Rect(0, 0, self._px(4), self._px(19))
        inlay.center = grip.center
        pygame.draw.rect(self.canvas, IVORY, inlay, border_radius=self._px(2))
        for dx in (-9, 9):
            ridge = pygame.Rect(0, 0, self._px(2), self._px(16))
            ridge.center = grip.centerx + self._px(abs(dx)) * (1 if dx > 0 else -1), grip.centery
            pygame.draw.rect(self.canvas, (16, 13, 12), ridge)
        return [area]

    def _paint_rocker(self, name: str, on: bool, captions: bool) -> pygame.Rect:
        """A rocker: its raised half is at the word that holds."""
        box = self.boxes[name]
        area = self._clear(box.inflate(self._px(4), 0))
        labels = self.words.rail
        words = labels["live"], labels["steady"]
        if name == "sound":
            told = ("on_text", "text") if captions else ("on", "off")
            words = labels[told[0]], labels[told[1]]
        body = pygame.Rect(0, 0, self._px(50), self._px(19))
        body.center = box.centerx, box.top + self._px(36)
        pygame.draw.rect(self.canvas, (14, 12, 11), body.inflate(self._px(5), self._px(5)), 0, 4)
        brass.lay(self.canvas, body, self._px(4), "bakelite", 31)
        half = pygame.Rect(body.left, body.top, body.width // 2, body.height)
        if not on:
            half.left = body.centerx
        light = pygame.Surface(half.size, pygame.SRCALPHA, 32)
        light.fill((255, 240, 215, 40))
        self.canvas.blit(light, half)
        dot = half.center
        pygame.draw.circle(self.canvas, IVORY, dot, self._px(3.2))
        word = pygame.Rect(box.left, box.bottom - self._px(21), box.width, self._px(18))
        brass.engrave(self.canvas, words[0] if on else words[1], word, self._px(12), INK)
        return area

    def _paint_reset(self, state: ControlBarState) -> pygame.Rect:
        box = self.boxes["reset"]
        area = self._clear(box.inflate(self._px(16), 0))
        if not state.resets:  # the plate is left blank
            return area
        centre = box.centerx, box.top + self._px(26)
        radius = self._px(17)
        side = 2 * radius
        button = brass.shape_edges(side, side, radius, "oxblood", 41)
        ring = pygame.Rect(0, 0, side + self._px(6), side + self._px(6))
        ring.center = centre
        pygame.draw.ellipse(self.canvas, (34, 24, 14), ring)
        down = self._px(1) if state.pressed == "reset" else 0
        self.canvas.blit(button, button.get_rect(center=(centre[0] + down, centre[1] + down)))
        self._paint_guard(centre, radius, state.armed)
        words = self.words.rail["reset_again" if state.armed else "reset"].replace("|", " ")
        word = pygame.Rect(box.left, box.bottom - self._px(21), box.width, self._px(18))
        brass.engrave(self.canvas, words, word, self._px(12), INK)
        return area

    def _paint_guard(self, centre: tuple[int, int], radius: int, lifted: bool) -> None:
        """Two brass bars over the button; lifted, they stand up behind it."""
        x, y = centre
        thick = self._px(4.5)
        for dx in (-radius // 2, radius // 2):
            bar = pygame.Rect(0, 0, thick, radius * 2 + self._px(6))
            bar.midtop = x + dx, y - radius - self._px(3)
            if lifted:
                bar.height = self._px(9)
            pygame.draw.rect(self.canvas, (40, 28, 12), bar.move(1, 1), border_radius=2)
            pygame.draw.rect(self.canvas, BRASS[0], bar, border_radius=2)
            pygame.draw.line(self.canvas, (246, 226, 176), bar.topleft, bar.bottomleft)


def _made_unseen(
    words: UiText, window: tuple[int, int], large: bool, lowered: bool, state: ControlBarState
) -> pygame.Surface:
    """The bar's sheet; a bar with its buttons at rest, pressed and raised is painted on it where
    nobody sees it, so that what they are made of is made."""
    twin = ControlBar(words)
    twin.lay(window, large, lowered)
    for pressed in ("", "plan", "help", "language", "about", "drawer", "play", "reset"):
        twin.paint(replace(state, pressed=pressed, armed=pressed == "reset"), 0)
    assert twin.sheet is not None
    return twin.sheet
