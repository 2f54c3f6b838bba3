"""A window of one picture, without the museum: what is touched on it goes to a desk.

A touch is done where the finger, or the mouse, is let go in the same place as it came down.  What a
touch has brought can't be touched at once, so that a finger which bounces does one thing.  The
picture is drawn again only after something was done, or when the window has another size.
"""

from collections.abc import Mapping
from typing import Protocol

import pygame

from devices.screen.window_surface import SMALLEST, WindowConfig, set_mode, start_display

WAIT_MS = 250
BOUNCE_S = 0.4
"""So long what a touch has brought takes none."""


class Picture(Protocol):
    """What such a window shows."""

    def lay(self, size: tuple[int, int]) -> None:
        """Have the window's size, in pixels."""

    def touches(self) -> Mapping[str, pygame.Rect]:
        """What can be touched now: names and where they are."""

    def draw(self, target: pygame.Surface, held: str) -> None:
        """Draw all of it; ``held`` is what a finger is on."""


class Desk(Protocol):
    """What is done with it."""

    done: bool
    """Whether the window is to be closed."""

    def press(self, name: str) -> None:
        """What is touched is done."""

    def key(self, name: str) -> None:
        """A key is pressed: the sign that it types, else its name."""


class SmallWindow:
    """Shows a picture until its desk is done or the window is closed."""

    def __init__(self, picture: Picture, desk: Desk, config: WindowConfig, title: str) -> None:
        self.picture = picture
        self.desk = desk
        self.config = config
        self.title = title
        self.fullscreen = config.fullscreen
        self.clock = config.clock
        self._held = ""
        self._fresh: set[str] = set()
        """What the last touch has brought, and since when."""
        self._pressed_s = 0.0
        self._drawn = False

    def __enter__(self) -> "SmallWindow":
        start_display()
        set_mode(self.config, self.fullscreen)
        pygame.display.set_caption(self.title)
        self._lay()
        return self

    def __exit__(self, *_: object) -> None:
        pygame.display.quit()

    def run(self) -> None:
        """Until the desk is done."""
        while not self.desk.done:
            self.frame(WAIT_MS)

    def frame(self, wait_ms: int = 0) -> None:
        """Draw what has changed, take what is done within ``wait_ms``."""
        if not self._drawn:
            self._drawn = True
            self.picture.draw(self._screen(), self._held)
            pygame.display.flip()
        first = pygame.event.wait(wait_ms) if wait_ms else pygame.event.poll()
        for event in (first, *pygame.event.get()):
            if not self.desk.done:
                self._take(event)

    def _take(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.desk.done = True
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self._drawn = False
        elif event.type == pygame.VIDEORESIZE:
            self._lay()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._hold(self._at(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            held = self._held
            self._hold("")
            if held and held == self._at(event.pos):
                self._press(held)
        elif event.type == pygame.KEYDOWN:
            self._key(event)

    def _press(self, name: str) -> None:
        before = set(self.picture.touches())
        self.desk.press(name)
        self._fresh = set(self.picture.touches()) - before
        self._pressed_s = self.clock()

    def _key(self, event: pygame.event.Event) -> None:
        self._drawn = False
        if event.key == pygame.K_F11:
            self.fullscreen = not self.fullscreen
            set_mode(self.config, self.fullscreen)
            self._lay()
        elif event.key == pygame.K_ESCAPE:
            self.desk.done = True
        else:
            typed = event.unicode if event.unicode.isprintable() else ""
            self.desk.key(typed or pygame.key.name(event.key))

    def _hold(self, name: str) -> None:
        self._held, self._drawn = name, False

    def _at(self, place: tuple[int, int]) -> str:
        """What can be touched there; empty: nothing."""
        bounces = self._fresh if self.clock() - self._pressed_s < BOUNCE_S else set()
        found = (name for name, rect in self.picture.touches().items() if rect.collidepoint(place))
        name = next(found, "")
        return "" if name in bounces else name

    def _lay(self) -> None:
        width, height = self._screen().get_size()
        self.picture.lay((max(width, SMALLEST[0]), max(height, SMALLEST[1])))
        self._drawn = False

    def _screen(self) -> pygame.Surface:
        screen = pygame.display.get_surface()
        assert screen is not None
        return screen
