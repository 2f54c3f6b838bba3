"""The surface that the window system shows: its size, and what is brought to it.

Room and rail paint on canvases of their own.  Of these only the rectangles that changed are brought
here, with the ring of the keyboard's focus and the overlays that lie over them.  When the size
changes the old pictures are stretched to it at once; a new layout is asked for when it holds still.
"""

from collections.abc import Iterable

import pygame

from devices.screen.control_bar.layout import control_bar_height
from devices.screen.dirty_rects import blit_canvases, merge_rects, within_budget
from devices.screen.display import WindowConfig, set_mode
from devices.screen.focus import draw_ring, ring_area
from devices.screen.overlay import Overlay

STEADY_MS = 160
"""A new size is laid out once the window has kept it this long."""
BUDGET_PX = 2_200_000
"""So many pixels, at most twice, are laid under an overlay in one frame: all of 1920 x 1080."""
SMALLEST = (640, 360)


class WindowSurface:
    """The window's surface, once it is open."""

    def __init__(self, settings: WindowConfig) -> None:
        self.settings = settings
        self.fullscreen = settings.fullscreen
        self.size = (1, 1)
        self.room = pygame.Rect(0, 0, 1, 1)
        """What the room has of it; the rail stands below."""
        self.laid: tuple[int, int] | None = None
        """The size that everything is laid out for."""
        self.ring: pygame.Rect | None = None
        self._surface: pygame.Surface | None = None
        self._since_ms = 0
        self._due: list[pygame.Rect] = []

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
        high = control_bar_height(size)
        self.room = pygame.Rect(0, 0, size[0], max(1, size[1] - high))
        return True

    def stretch(self, room: pygame.Surface, rail: pygame.Surface) -> None:
        """Show the old canvases, scaled to the new size."""
        below = pygame.Rect(0, self.room.bottom, self.size[0], self.size[1] - self.room.height)
        for canvas, rect in ((room, self.room), (rail, below)):
            self.surface.blit(pygame.transform.scale(canvas, rect.size), rect)
        pygame.display.update()

    def to_lay(self, now_ms: int) -> tuple[int, int] | None:
        """The size that everything should be laid out for now; None: as it is, or not yet."""
        held = self.laid is None or now_ms - self._since_ms >= STEADY_MS
        if self.size == self.laid or not held:
            return None
        return max(SMALLEST[0], self.size[0]), max(SMALLEST[1], self.size[1])

    def lay(self, size: tuple[int, int]) -> None:
        """Everything is laid out for ``size`` from now on."""
        self.laid = self.size
        self.room = pygame.Rect(0, 0, size[0], size[1] - control_bar_height(size))
        self.all()

    # Pictures

    def all(self) -> None:
        """Bring everything anew."""
        self._due.append(pygame.Rect((0, 0), self.size))

    def ring_at(self, rect: pygame.Rect | None) -> None:
        """Where the ring of the focus is now; None: nowhere."""
        if rect != self.ring:
            self._due += [ring_area(one) for one in (rect, self.ring) if one is not None]
            self.ring = rect

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
        screen = self.surface
        for rect in rects:
            screen.set_clip(rect)
            blit_canvases(screen, rect, room, rail, self.room.bottom)
            if self.ring is not None and ring_area(self.ring).colliderect(rect):
                draw_ring(screen, self.ring)
            for overlay in overlays:
                overlay.draw(screen)
        screen.set_clip(None)
        pygame.display.update(rects)
