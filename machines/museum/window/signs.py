"""What stands before a room that isn't there: warming tubes, or the sign that it is closed.

The loading screen shows how far the compiling of a room's kernels is.  The sign before a room that
a fault has closed says what happened, and that one touch leads out of it; it goes by itself as soon
as the room is open again.
"""

from collections.abc import Callable

import numpy as np
import pygame

from devices.screen import brass
from devices.screen.brass import IVORY, LETTERS
from devices.screen.kept_picture import kept_picture
from devices.screen.smooth import smoothscale
from devices.screen.ui_text import UiText
from machines.museum.window.overlay import RED, TYPED, Overlay, PaperCard
from machines.storage.kernel_loader import CompileProgress

TUBES = 9
LEVELS = 24
LAST_MS = 700
"""How long the tubes stay at full glow once everything is compiled."""


@kept_picture
def tube(width: int, height: int, level: int) -> pygame.Surface:
    """One tube, its heater at ``level`` of LEVELS; width to height is 1 to 2.4 and a bit."""
    fine = 2
    wide, high = width * fine, height * fine
    x = (np.arange(wide) + 0.5)[:, None] / wide * 2 - 1
    y = (np.arange(high) + 0.5)[None, :] / high
    glow = level / LEVELS
    half = 0.62 * np.where(y < 0.26, np.sqrt(np.clip(1 - ((0.26 - y) / 0.22) ** 2, 0, 1)), 1.0)
    half = np.where(y < 0.04, 0.0, half)
    glass = (np.abs(x) < half) & (y < 0.80)
    base = (np.abs(x) < 0.56) & (y >= 0.80) & (y < 0.93)
    pins = (np.abs((x * 4.6) % 1.0 - 0.5) < 0.16) & (np.abs(x) < 0.48) & (y >= 0.93)
    across = np.clip(x / np.maximum(half, 0.01), -1, 1)
    rim = np.clip(np.abs(across) ** 6, 0, 1)
    rgb = np.zeros((wide, high, 3))
    alpha = np.zeros((wide, high))
    body = np.array((38, 42, 44)) * (0.7 + 0.5 * rim)[..., None]
    plate = (np.abs(x) < 0.33) & (y > 0.30) & (y < 0.70)
    grey = np.array((62, 62, 64)) * (0.75 - 0.35 * x + 0.12 * np.sin(y * 95))[..., None]
    body = np.where(plate[..., None], grey, body)
    mica = (np.abs(x) < 0.46) & ((np.abs(y - 0.285) < 0.010) | (np.abs(y - 0.715) < 0.010))
    body = np.where(mica[..., None], np.array((124, 120, 108)), body)
    getter = np.clip(1.0 - (y - 0.05) / 0.13, 0, 1) * (y > 0.04) * (0.5 + 0.5 * across**2)
    body = body + getter[..., None] * np.array((84, 88, 94))
    heat = np.exp(-((x / 0.10) ** 2)) * np.exp(-(((y - 0.50) / 0.26) ** 4))
    halo = np.exp(-((x / 0.42) ** 2)) * np.exp(-(((y - 0.52) / 0.30) ** 2))
    ends = np.exp(-((x / 0.22) ** 2)) * np.exp(-(((y - 0.74) / 0.045) ** 2))
    fire = glow * (1.0 * heat * (0.55 + 0.45 * glow) + 0.55 * halo * glow + 0.9 * ends)
    body = body + fire[..., None] * np.array((255, 112, 34))
    body = body + (glow * heat**3)[..., None] * np.array((60, 130, 90))
    shine = np.exp(-(((across + 0.62) / 0.10) ** 2)) * (y > 0.12) * (y < 0.76) * 0.42
    shine = shine + np.exp(-(((x + 0.26) / 0.16) ** 2 + ((y - 0.13) / 0.035) ** 2)) * 0.75
    body = body + shine[..., None] * np.array((190, 198, 205))
    rgb[glass] = body[glass]
    alpha[glass] = (205 + 50 * rim)[glass]
    socket = np.array((44, 34, 28)) * (1.1 - 0.5 * x**2 - 0.35 * x)[..., None]
    rgb[base] = np.broadcast_to(socket, rgb.shape)[base]
    rgb[pins] = (150, 146, 138)
    alpha[base | pins] = 255
    made = pygame.Surface((wide, high), pygame.SRCALPHA, 32)
    pygame.surfarray.blit_array(made, np.clip(rgb, 0, 255).astype(np.uint8))
    opacity = pygame.surfarray.pixels_alpha(made)
    opacity[:] = alpha.astype(np.uint8)
    del opacity
    return smoothscale(made, (width, height))


@kept_picture
def bloom(side: int, level: int) -> pygame.Surface:
    """The light around a tube, to be added to what is behind it."""
    span = (np.arange(side) + 0.5) / side * 2 - 1
    radius = np.hypot(span[:, None], span[None, :])
    light = np.clip(np.exp(-((radius / 0.42) ** 2)) - 0.004, 0, 1) * (level / LEVELS) ** 1.5
    made = pygame.Surface((side, side), 0, 32)
    colours = light[..., None] * np.array((120, 46, 12))
    pygame.surfarray.blit_array(made, colours.astype(np.uint8))
    return made


def _make_all(wide: int, high: int, side: int) -> None:
    """Every sprite at every glow, before any is shown."""
    for level in range(LEVELS + 1):
        tube(wide, high, level)
        bloom(side, level)


class LoadingScreen(Overlay):
    """The warming tubes; takes no touches, so the room can be looked at meanwhile."""

    modal = False

    def __init__(self, words: UiText) -> None:
        super().__init__(words)
        self.progress = CompileProgress(0, 1, "")
        self.box = pygame.Rect(0, 0, 1, 1)
        self.began_ms = -1
        self.began_done = 0
        self.now_ms = 0
        self.ended_ms: int | None = None
        self.levels = [0.0] * TUBES
        self.drawn: tuple[object, ...] = ()
        self.ready = False

    def place(self) -> None:
        """In the middle of the room's lower half."""
        self.box = pygame.Rect(0, 0, self.px(1060), self.px(430))
        self.box.midbottom = self.room.centerx, self.room.bottom - self.px(50)

    def tell(self, progress: CompileProgress | None, now_ms: int) -> None:
        """How the work stands; None: it is done, and the tubes go after a moment."""
        if self.began_ms < 0:
            self.began_ms = now_ms
            self.began_done = progress.done if progress is not None else 0
        if progress is not None:
            self.progress = progress
        elif self.ended_ms is None:
            self.ended_ms = now_ms
            self.progress = CompileProgress(self.progress.total, self.progress.total, "")
        elif now_ms - self.ended_ms > LAST_MS:
            self.done = True
        ahead = (now_ms - self.now_ms) / 1000 if self.now_ms else 0.0
        self.now_ms = now_ms
        share = self.progress.done / max(1, self.progress.total)
        for k in range(TUBES):
            aim = min(1.0, max(0.0, share * TUBES - k + 0.30))
            gap = aim - self.levels[k]
            self.levels[k] += gap * min(1.0, ahead * 2.2)

    def changed(self, now_ms: int) -> list[pygame.Rect]:
        """All of it, whenever anything of it looks otherwise."""
        sizes = self.px(84), self.px(206), self.px(250)
        self.ready = self.builder.ensure("tubes", sizes, lambda: self._prepare(*sizes))
        if not self.ready:
            return []
        look = (self._glows(), self.progress, self._left(), self.box.topleft)
        if look == self.drawn and not self.fresh:
            return []
        self.drawn, self.fresh = look, False
        return [self.box.inflate(self.px(60), self.px(60))]

    def _glows(self) -> tuple[int, ...]:
        return tuple(round(level * LEVELS) for level in self.levels)

    def _left(self) -> str:
        """The time that is left, from how long the work so far took."""
        made = self.progress.done - self.began_done
        if made <= 0:
            return ""
        spent = (self.now_ms - self.began_ms) / 1000
        seconds = round(spent / made * (self.progress.total - self.progress.done))
        if seconds < 2:
            return self.words.compiling["soon"]
        return f"{seconds // 60}:{seconds % 60:02d} {self.words.compiling['left']}"

    def draw(self, target: pygame.Surface) -> None:
        """Chassis, tubes, slot and words."""
        box, px = self.box, self.px
        if not self.ready or not target.get_clip().colliderect(box.inflate(px(60), px(60))):
            return
        chassis, frame = self._plates(target)
        wide, high = px(84), px(206)
        glows = self._glows()
        pitch = box.width / TUBES
        for k in range(TUBES):
            x = round(box.left + pitch * (k + 0.5))
            light = bloom(px(250), glows[k])
            middle = light.get_rect(center=(x, chassis.top - high // 2 + px(16)))
            target.blit(light, middle, special_flags=pygame.BLEND_RGB_ADD)
            place = pygame.Rect(x - wide // 2, chassis.top - high + px(18), wide, high)
            target.blit(tube(wide, high, glows[k]), place)
        self._draw_words(target, chassis, frame)

    def _plates(self, target: pygame.Surface) -> tuple[pygame.Rect, pygame.Rect]:
        """The chassis and the slot's frame, laid on ``target``."""
        box, px = self.box, self.px
        chassis = pygame.Rect(box.left, box.top + px(208), box.width, box.height - px(208))
        brass.lay(target, chassis, px(10), "bakelite", 51, px(12), 190)
        left, top = chassis.left + px(60), chassis.top + px(52) + px(40)
        frame = pygame.Rect(left, top, chassis.width - px(120), px(26)).inflate(px(14), px(14))
        brass.lay(target, frame, px(4), "brass", 52)
        return chassis, frame

    def _prepare(self, *sizes: int) -> None:
        """Before it is shown: what takes longer than a frame."""
        _make_all(*sizes)
        self._plates(pygame.Surface(self.box.bottomright, 0, 32))

    def _draw_words(self, target: pygame.Surface, chassis: pygame.Rect, frame: pygame.Rect) -> None:
        px, words = self.px, self.words.compiling
        title = self.high(22)
        y = chassis.top + px(52)
        LETTERS.draw(
            target, words["title"], chassis.centerx, y, title, IVORY, "centre", spacing=0.3
        )
        slot = frame.inflate(-px(14), -px(14))
        brass.recess(target, slot, (16, 13, 11))
        share = self.progress.done / max(1, self.progress.total)
        filled = slot.inflate(-px(6), -px(6))
        filled.width = round(filled.width * share)
        if filled.width:
            pygame.draw.rect(target, (226, 104, 30), filled)
            upper = pygame.Rect(filled.topleft, (filled.width, max(1, filled.height // 3)))
            pygame.draw.rect(target, (255, 160, 78), upper)
        small = self.high(15)
        y = slot.bottom + px(40)
        if self.progress.what:
            said = f"{words['what']}  {self.progress.what}"
            LETTERS.draw(target, said, slot.left, y, small, IVORY)
        count = f"{self.progress.done} / {self.progress.total}   {self._left()}".rstrip()
        LETTERS.draw(target, count, slot.right, y, small, IVORY, "right")


# -- a room that is closed


SIGN, TALL_SIGN = (1180.0, 520.0), (900.0, 680.0)
TITLE, BODY = 34.0, 28.0
"""Heights of the capitals, units."""


class OutOfOrder(PaperCard):
    """The sign, until the room is open; a touch anywhere, or a key, leads to the floor plan."""

    modal = True
    veil = 90
    seed = 77

    def __init__(self, words: UiText, lead: Callable[[], None]) -> None:
        super().__init__(words)
        self.lead = lead

    def place(self) -> None:
        """In the middle of the room."""
        self.place_large(SIGN, TALL_SIGN)

    def area(self) -> pygame.Rect:
        """The veil lies over everything."""
        return Overlay.area(self)

    def press(self, x: int, y: int) -> None:
        self.done = True
        self.lead()

    def key(self, name: str, text: str, shift: bool) -> None:
        self.done = True
        self.lead()

    def compose(self, target: pygame.Surface) -> None:
        """Title, what happened, the way out."""
        self.draw_sheet(target)
        px, box, words = self.px, self.box, self.words.closed
        inner = box.inflate(-px(110), -px(90))
        title = self.high(TITLE)
        top = inner.top + round(title)
        LETTERS.draw(target, words["title"], inner.left, top, title, RED, weight=0.14)
        text = pygame.Rect(inner.left, inner.top + px(90), inner.width, inner.height - px(190))
        self.draw_lines(target, words["said"], text, BODY, TYPED)
        foot = pygame.Rect(inner.left, inner.bottom - px(84), inner.width, px(84))
        self.draw_lines(target, words["lead"], foot, BODY, RED)
