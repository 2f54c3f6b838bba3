"""The caretaker's wishes carried out by the window: opening hours, volume, texts.

Outside the hours the screen is dark and silent and a touch does nothing; what lay over the room is
gone, and when the museum opens again a visitor stands before the floor plan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pygame

from devices.screen.words import use

if TYPE_CHECKING:
    from devices.screen.window_model import WindowModel


class HouseRules:
    """The caretaker's side of a window."""

    def __init__(self, window: WindowModel) -> None:
        self.window = window
        self.shut = False
        """Whether the museum is closed now."""
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
        return self.shut

    def _close(self) -> None:
        window = self.window
        self.shut = True
        for overlay in window.overlays:
            overlay.done = True
        window.overlays.clear()
        window.language.back()
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
        window.language.first = window.caretaker.read_words(window.language.first.code)
        window.words = window.caretaker.read_words(code)
        use(window.words)

    def draw(self) -> bool:
        """A dark screen; whether there was anything to bring."""
        window, surface = self.window, self.window.window_surface
        if window.museum.exhibits():  # a sign of life, and a fault is noticed
            window.museum.view(window.museum.exhibits()[0])
        if self._black.get_size() != window.size:
            self._black = pygame.Surface(window.size, 0, 32)
        surface.glow_at((), 0)
        surface.ring_at(None)
        surface.note_at(None, 0, 0)
        changed = [rect for one in window.overlays for rect in one.changed(window.now_ms)]
        return surface.bring(changed, self._black, self._black, window.overlays)
