"""The surface that the window system shows: opening it, and copying pictures to it.

Room and rail paint on canvases of their own.  Of these only the rectangles that changed are brought
here, with the ring of the keyboard's focus and the overlays that lie over them.  When the size
changes the old pictures are shown in it, whole and in their own proportions; a new layout is asked
for when it holds still.  A window that is too small has a sentence that says so.
"""

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import pygame

from devices.refusal import RefusedError
from devices.screen.brass import IVORY, LETTERS, SMALLEST
from machines.museum.window.control_bar_layout import control_bar_height
from machines.museum.window.focus import draw_glow, draw_ring, glow_area, marks_scale, ring_area
from machines.museum.window.no_display import why_no_display
from machines.museum.window.overlay import Overlay
from machines.museum.window.small_computer import FRAME_RATE, SIZE, is_too_small

STEADY_MS = 160
"""A new size is laid out once the window has kept it this long."""
BUDGET_PX = 2_200_000
"""So many pixels, at most twice, are laid under an overlay in one frame: all of 1920 x 1080."""
UNCUT = 5 / 6
"""Of the desktop's width and height, what a window may have so that the window's title and the
desktop's own bars cut nothing of it: how high these are only the window manager knows."""
SLACK = 3000
"""Pixels that may be copied needlessly to save one more rectangle."""
LOOK_BACK = 6
PROOF_MS = 1_000
"""So long the display may be left without a picture."""
# The messages that the loop needs; all others are left with the window system.
WANTED = (
    pygame.QUIT,
    pygame.WINDOWCLOSE,
    pygame.KEYDOWN,
    pygame.KEYUP,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.MOUSEMOTION,
    pygame.MOUSEWHEEL,
    pygame.FINGERDOWN,
    pygame.FINGERUP,
    pygame.FINGERMOTION,
    pygame.MULTIGESTURE,
    pygame.WINDOWFOCUSLOST,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWRESTORED,
    pygame.VIDEORESIZE,
    pygame.USEREVENT,
)


@dataclass(frozen=True)
class WindowConfig:
    """How the window is opened."""

    size: tuple[int, int] = SIZE
    fullscreen: bool = False
    kiosk: bool = False
    """A gallery's: no cursor, no way out but Ctrl-Alt-Q."""
    calm: bool = False
    """Reduced flicker."""
    large_text: bool = False
    """The museum's own lettering a third larger."""
    lowered: bool = False
    """What a visitor must touch lies in the lower half."""
    sound: bool = True
    captions: bool = False
    """Whether what is heard is also told in words."""
    idle_seconds: float | None = None
    """Nobody touching anything for so long is told to the museum."""
    exhibit: str = ""
    """The room to begin in; empty: the floor plan."""
    pictures: Path | None = None
    """Where F12 keeps pictures of the window; None: it takes none."""
    record: Path | None = None
    """Where what the window says is kept for a scripted visitor
    (machines.museum.window.screen_record);
    None: nowhere."""
    frame_rate: int = FRAME_RATE
    """Pictures a second, at most."""
    keeps_size: bool = False
    """Whether the whole screen is switched to ``size`` too, where it can be."""
    clock: Callable[[], float] = perf_counter
    """Seconds; another clock draws pictures that don't depend on this computer's speed."""


class WindowSurface:
    """The window's surface, once it is open."""

    def __init__(self, settings: WindowConfig) -> None:
        self.settings = settings
        self.fullscreen = settings.fullscreen
        self.large = settings.large_text
        self.lowered = settings.lowered
        self.size = (1, 1)
        self.too_small = False
        self.room = pygame.Rect(0, 0, 1, 1)
        """What the room has of it; the rail stands below."""
        self.laid: tuple[int, int] | None = None
        """The size that everything is laid out for."""
        self.ring: pygame.Rect | None = None
        self.ring_above = False
        self.glows: tuple[pygame.Rect, ...] = ()
        self.glow_level, self.glow_above = 0, False
        self.note: pygame.Surface | None = None
        """The line that tells what is heard."""
        self.note_rect = pygame.Rect(0, 0, 0, 0)
        self._surface: pygame.Surface | None = None
        self._since_ms = 0
        self._due: list[pygame.Rect] = []
        self._brought = False
        self._taken_ms = 0

    @property
    def surface(self) -> pygame.Surface:
        """What is shown.  Raises RuntimeError while there is no window."""
        if self._surface is None:
            raise RuntimeError("the window isn't open")
        return self._surface

    def open(self) -> None:
        """Ask the window system for a window, or for another kind of it."""
        self._surface = set_mode(self.settings, self.fullscreen)

    def close(self) -> None:
        """There is no window any more."""
        self._surface = None

    # Size

    def follow(self, now_ms: int) -> bool:
        """Take the window's size; whether it is another than before."""
        self._surface = pygame.display.get_surface()
        size = self.surface.get_size()
        if size == self.size:
            return False
        self.size, self._since_ms = size, now_ms
        self.too_small = is_too_small(size)
        self.all()
        high = control_bar_height(size, self.large, self.lowered)
        self.room = pygame.Rect(0, 0, size[0], max(1, size[1] - high))
        return True

    def lay_anew(self, large: bool, lowered: bool) -> None:
        """Have everything laid out anew, with large text or usual, the room low or not."""
        self.large, self.lowered = large, lowered
        self.laid, self.size = None, (1, 1)

    def stand_in(self, room: pygame.Surface, rail: pygame.Surface) -> None:
        """Show the old canvases in the middle of the new size, as large as they fit in it."""
        wide, high = room.get_width(), room.get_height() + rail.get_height()
        scale = min(self.size[0] / wide, self.size[1] / high)
        left, top = (self.size[0] - wide * scale) / 2, (self.size[1] - high * scale) / 2
        self.surface.fill((0, 0, 0))
        for canvas in (room, rail):
            made = pygame.transform.scale_by(canvas, scale)
            self.surface.blit(made, (round(left), round(top)))
            top += made.get_height()
        pygame.display.update()

    def say(self, words: str) -> None:
        """Show nothing but a sentence, where anything is due."""
        if not self._due:
            return
        self._due = []
        (wide, high), large = self.size, 2 * SMALLEST
        lines = LETTERS.wrap(words, large, 0.9 * wide)
        self.surface.fill((0, 0, 0))
        for k, line in enumerate(lines):
            y = high / 2 + (k - (len(lines) - 1) / 2) * LETTERS.line_height(large)
            LETTERS.draw(self.surface, line, wide / 2, y, large, IVORY, "centre")
        pygame.display.update()

    def to_lay(self, now_ms: int) -> tuple[int, int] | None:
        """The size that everything should be laid out for now; None: as it is, or not yet."""
        held = self.laid is None or now_ms - self._since_ms >= STEADY_MS
        if self.size == self.laid or not held or self.too_small:
            return None
        return self.size

    def lay(self, size: tuple[int, int]) -> None:
        """Everything is laid out for ``size`` from now on."""
        self.laid = self.size
        self.room = pygame.Rect(
            0, 0, size[0], size[1] - control_bar_height(size, self.large, self.lowered)
        )
        self.all()

    # Pictures

    @property
    def scale(self) -> int:
        """How wide the lines of ring and glow are."""
        return marks_scale(self.size)

    def all(self) -> None:
        """Bring everything anew."""
        self._due.append(pygame.Rect((0, 0), self.size))

    def ring_at(self, rect: pygame.Rect | None, above: bool = False) -> None:
        """Where the ring of the focus is now; None: nowhere.  ``above``: around something on a
        card that lies over the room."""
        if (rect, above) != (self.ring, self.ring_above):
            both = [ring for ring in (rect, self.ring) if ring is not None]
            self._due += [ring_area(ring, self.scale) for ring in both]
            self.ring, self.ring_above = rect, above

    def glow_at(self, rects: tuple[pygame.Rect, ...], level: int, above: bool = False) -> None:
        """What glows now, and how bright (see :func:`machines.museum.window.focus.glow_level`);
        ``above`` as a ring is."""
        if rects != self.glows or (rects and level != self.glow_level):
            self._due += [glow_area(rect, self.scale) for rect in (*rects, *self.glows)]
            self.glows, self.glow_level, self.glow_above = rects, level, above

    def note_at(self, note: pygame.Surface | None, left: int, bottom: int) -> None:
        """The line that tells what is heard, by its lower left corner; None: there is none."""
        rect = note.get_rect(bottomleft=(left, bottom)) if note else pygame.Rect(0, 0, 0, 0)
        if note is not self.note or rect != self.note_rect:
            self._due += [place for place in (rect, self.note_rect) if place.width]
            self.note, self.note_rect = note, rect

    def bring(
        self,
        changed: Iterable[pygame.Rect],
        room: pygame.Surface,
        rail: pygame.Surface,
        overlays: list[Overlay],
    ) -> bool:
        """Bring what changed, and what is still due, to the screen: canvases below, ring and
        overlays above.  Whether there was anything."""
        rects = merge_rects([*changed, *self._due], pygame.Rect((0, 0), self.size))
        self._due = []
        if overlays:
            rects, self._due = within_budget(rects, BUDGET_PX)
        if rects:
            self._compose(rects, room, rail, overlays)
        return bool(rects)

    def _compose(
        self,
        rects: list[pygame.Rect],
        room: pygame.Surface,
        rail: pygame.Surface,
        overlays: list[Overlay],
    ) -> None:
        screen, scale, ringed = self.surface, self.scale, self.ring
        for rect in rects:
            screen.set_clip(rect)
            blit_canvases(screen, rect, room, rail, self.room.bottom)
            near = [glow for glow in self.glows if glow_area(glow, scale).colliderect(rect)]
            for glow in near if not self.glow_above else ():
                draw_glow(screen, glow, self.glow_level, scale)
            ring = ringed if ringed and ring_area(ringed, scale).colliderect(rect) else None
            if ring is not None and not self.ring_above:
                draw_ring(screen, ring, scale)
            for overlay in overlays:
                overlay.draw(screen)
            for glow in near if self.glow_above else ():
                draw_glow(screen, glow, self.glow_level, scale)
            if ring is not None and self.ring_above:
                draw_ring(screen, ring, scale)
            if self.note is not None and self.note_rect.colliderect(rect):
                screen.blit(self.note, self.note_rect)
        screen.set_clip(None)
        pygame.display.update(rects)
        self._brought = True

    def tend(self, now_ms: int) -> bool:
        """Give the display a pixel of the old picture where nothing has changed for a second: one
        that hangs doesn't take it, and the window waits.  Whether it took one in this frame."""
        if not self._brought and now_ms - self._taken_ms >= PROOF_MS:
            pygame.display.update((0, 0, 1, 1))
            self._brought = True
        taken, self._brought = self._brought, False
        self._taken_ms = now_ms if taken else self._taken_ms
        return taken


# Opening


@contextlib.contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except pygame.error as error:
        raise RefusedError("the screen", why_no_display(str(error))) from error


@_refusals()
def start_display() -> None:
    """Open the display, before the first ``set_mode``.

    Raises RefusedError where there is none.
    """
    # Else a window that loses the focus in full screen is put away, and nobody brings it back.
    os.environ.setdefault("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0")
    # SDL puts a window that holds the keys away by itself at ALT-TAB, unless it is told not to.
    os.environ.setdefault("SDL_ALLOW_ALT_TAB_WHILE_GRABBED", "0")
    # Else Windows stretches the picture where its screen is scaled, and all of it is blurred.
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    # The name by which a desktop finds the window's entry and its picture (`main.py desktop`);
    # pygame has set it to "main.py" when it was imported.
    for name in ("SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS"):
        os.environ[name] = "matchbox704"
    pygame.display.init()
    driver = pygame.display.get_driver()
    if driver == "offscreen" and os.environ.get("SDL_VIDEODRIVER") != driver:
        # What SDL falls back on: a window that nobody would ever see.
        raise pygame.error("no display was found")
    if driver == "x11":
        # Else SDL keeps the window as one texture and brings all of it at every update, however
        # small: 5 ms instead of 0.01 at 1920 x 1080.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    pygame.display.set_caption("Matchbox 704")
    pygame.display.set_icon(icon())
    pygame.event.set_blocked(None)
    pygame.event.set_allowed(list(WANTED))


def hide_pointer() -> None:
    """Show no pointer.

    It is an empty picture, and visible: where it were invisible and held in the window, SDL would
    tell only how it moves, and a touch screen that is a pointer to the system would press the
    middle of the window wherever it is touched.
    """
    try:
        pygame.mouse.set_cursor((8, 8), (0, 0), (0,) * 8, (0,) * 8)
    except pygame.error:  # a driver without pointers
        pygame.mouse.set_visible(False)


def hold_input() -> None:
    """Keep the pointer and all keys in the window, as far as the platform lets a program: the
    window manager's own keys (ALT-TAB, SUPER) don't lead out of it.

    On X11 and Windows they come here; a Wayland compositor may ask or refuse; keys of the system
    itself (CTRL-ALT-DEL, a text console's) are nobody's to keep.
    """
    pygame.event.set_grab(True)
    pygame.event.set_keyboard_grab(True)


def wake() -> None:
    """End the loop's sleep; from any thread."""
    with contextlib.suppress(pygame.error):  # the display is closed, or has enough to do
        pygame.event.post(pygame.event.Event(pygame.USEREVENT))


@_refusals()
def set_mode(settings: WindowConfig, fullscreen: bool) -> pygame.Surface:
    """The window's surface: the whole screen, or a window that can be resized.  The whole screen it
    is too where a window that leaves room for the desktop's bars would be too small.

    Raises RefusedError where the display has none.
    """
    size = uncut(settings.size)
    if fullscreen or (size != settings.size and is_too_small(size)):
        return pygame.display.set_mode(whole_screen(settings), pygame.FULLSCREEN)
    screen = pygame.display.set_mode(size, pygame.RESIZABLE)
    if screen.get_size() != size:  # a driver that keeps the whole screen's size once
        screen = pygame.display.set_mode(size, pygame.RESIZABLE)
    return screen


def whole_screen(settings: WindowConfig) -> tuple[int, int]:
    """The size of full screen: the desktop's (0, 0), or a smaller one that the screen can show."""
    if settings.keeps_size and settings.size in (pygame.display.list_modes() or ()):
        return settings.size
    return 0, 0


def uncut(size: tuple[int, int]) -> tuple[int, int]:
    """The size, no larger than fits on the desktop beside its bars, where there is one."""
    if pygame.display.get_driver() in ("dummy", "offscreen"):
        return size
    width, height = pygame.display.get_desktop_sizes()[0]
    return min(size[0], round(width * UNCUT)), min(size[1], round(height * UNCUT))


def icon() -> pygame.Surface:
    """A lit neon, for the window system's list of windows."""
    side = 64
    made = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    for radius in range(side // 2, 0, -1):
        share = 1.0 - radius / (side / 2)
        colour = (255, int(60 + 150 * share), int(15 + 90 * share), int(255 * min(1.0, share * 2)))
        pygame.draw.circle(made, colour, (side // 2, side // 2), radius)
    return made


# Rectangles to be brought: joined where one copy is cheaper than several, cut into bands where one
# is more than a frame can bear.


def merge_rects(rects: Iterable[pygame.Rect], bound: pygame.Rect) -> list[pygame.Rect]:
    """The rectangles inside ``bound``, near ones joined; together they cover all of them."""
    inside = [clipped for rect in rects if (clipped := rect.clip(bound)).width and clipped.height]
    inside.sort(key=lambda rect: (rect.top, rect.left))
    made: list[pygame.Rect] = []
    for rect in inside:
        for k in range(len(made) - 1, max(-1, len(made) - 1 - LOOK_BACK), -1):
            both = made[k].union(rect)
            if _area(both) <= _area(made[k]) + _area(rect) + SLACK:
                made[k] = both
                break
        else:
            made.append(rect)
    return made


def within_budget(
    rects: list[pygame.Rect], pixels: int
) -> tuple[list[pygame.Rect], list[pygame.Rect]]:
    """As many of the rectangles, cut into bands, as together have about so many pixels; and the
    rest, for the next frame."""
    pieces = [piece for rect in rects for piece in bands(rect, pixels)]
    done, spent = 0, 0
    while done < len(pieces) and spent < pixels:
        spent += _area(pieces[done])
        done += 1
    return pieces[:done], pieces[done:]


def bands(rect: pygame.Rect, pixels: int) -> list[pygame.Rect]:
    """A rectangle in pieces one above the other, none of more than so many pixels."""
    high = max(1, pixels // max(1, rect.width))
    tops = range(rect.top, rect.bottom, high)
    return [pygame.Rect(rect.left, top, rect.width, min(high, rect.bottom - top)) for top in tops]


def blit_canvases(
    screen: pygame.Surface,
    rect: pygame.Rect,
    room: pygame.Surface,
    rail: pygame.Surface,
    down: int,
) -> None:
    """Copy a rectangle of the window from the room's canvas and, from ``down`` on, the rail's."""
    if rect.top < down:
        screen.blit(room, rect, rect)
    if rect.bottom > down:
        top = max(rect.top, down)
        part = pygame.Rect(rect.left, top - down, rect.width, rect.bottom - top)
        screen.blit(rail, (rect.left, top), part)


def _area(rect: pygame.Rect) -> int:
    return rect.width * rect.height
