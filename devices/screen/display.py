"""Opening a window on this computer's display: how it is asked for, its icon, its events."""

import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import pygame

# The messages that the loop needs; all others are left with the window system.
WANTED = (
    pygame.QUIT,
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

    size: tuple[int, int] = (1920, 1080)
    fullscreen: bool = False
    kiosk: bool = False
    """A gallery's: no cursor, no way out but Ctrl-Alt-Q."""
    calm: bool = False
    """Reduced flicker."""
    sound: bool = True
    idle_seconds: float | None = None
    """Nobody touching anything for so long is told to the museum."""
    exhibit: str = ""
    """The room to begin in; empty: the floor plan."""
    pictures: Path | None = None
    """Where F12 keeps pictures of the window; None: it takes none."""
    clock: Callable[[], float] = perf_counter
    """Seconds; another clock draws pictures that don't depend on this computer's speed."""


def start_display() -> None:
    """Open the display, before the first ``set_mode``.

    Raises pygame.error where there is none.
    """
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


def wake() -> None:
    """End the loop's sleep; from any thread."""
    with contextlib.suppress(pygame.error):  # the display is closed, or has enough to do
        pygame.event.post(pygame.event.Event(pygame.USEREVENT))


def set_mode(settings: WindowConfig, fullscreen: bool) -> pygame.Surface:
    """The window's surface: the whole screen, or a window that can be resized."""
    if fullscreen:
        return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
    size = on_the_desktop(settings.size)
    screen = pygame.display.set_mode(size, pygame.RESIZABLE)
    if screen.get_size() != size:  # a driver that keeps the whole screen's size once
        screen = pygame.display.set_mode(size, pygame.RESIZABLE)
    return screen


def on_the_desktop(size: tuple[int, int]) -> tuple[int, int]:
    """The size, no larger than the desktop, where there is one."""
    if pygame.display.get_driver() in ("dummy", "offscreen"):
        return size
    width, height = pygame.display.get_desktop_sizes()[0]
    return min(size[0], width), min(size[1], height)


def icon() -> pygame.Surface:
    """A lit neon, for the window system's list of windows."""
    side = 64
    made = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    for radius in range(side // 2, 0, -1):
        share = 1.0 - radius / (side / 2)
        colour = (255, int(60 + 150 * share), int(15 + 90 * share), int(255 * min(1.0, share * 2)))
        pygame.draw.circle(made, colour, (side // 2, side // 2), radius)
    return made
