"""The caretaker's wishes carried out by the window: opening hours, volume, texts.

Outside the hours the screen is dark and silent and a touch does nothing; what lay over the room is
gone, and when the museum opens again a visitor stands before the floor plan.  The staff page comes
by CTRL-ALT-S or, where it has a code, by a finger that rests on the lower left corner of the window
for five seconds.
"""

import numpy as np
import pygame

from devices.screen.words import use
from machines.museum.window.language import LanguageSwitch
from machines.museum.window.staff_pad import StaffPad
from machines.museum.window.staff_page import StaffPage
from machines.museum.window.window_parts import WindowParts

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
            one for one in window.overlays if isinstance(one, StaffPage | StaffPad) and not one.done
        ]
        for one in there:
            one.done = True
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
        for one in window.overlays:
            one.tend(window.now_ms)
        window.drop_done()
        surface.glow_at((), 0)
        surface.ring_at(None)
        surface.note_at(None, 0, 0)
        changed = [rect for one in window.overlays for rect in one.changed(window.now_ms)]
        return surface.bring(changed, self._black, self._black, window.overlays)
