"""The language of the window: a plate has a place for each, and a key steps through all.

The rooms are made anew, for most of what is lettered in them is drawn once.  Threads may be drawing
a room meanwhile, half of it in each language: so the drawing is halted first, which takes no longer
than the part that is being drawn.
"""

import logging

from devices.refusal import RefusedError
from devices.screen.ui_text import UiText
from devices.screen.words import use
from machines.museum.window.overlay import Overlay
from machines.museum.window.signs import LoadingScreen
from machines.museum.window.window_parts import WindowParts

log = logging.getLogger(__name__)


class LanguageSwitch:
    """The window's language, and the one that it is on its way to."""

    def __init__(self, window: WindowParts) -> None:
        self.window = window
        self.first = window.words
        """The language that the museum was opened in."""
        self.wanted = ""
        self._put_aside: list[Overlay] = []

    def step(self) -> None:
        """On to the next language."""
        there = self.window.caretaker.languages()
        now = self.wanted or self.window.words.code
        self.choose(there[(there.index(now) + 1) % len(there)] if now in there else there[0])

    def choose(self, code: str) -> None:
        """Show that language as soon as nothing is being drawn."""
        self.wanted = "" if code == self.window.words.code else code
        # The touch that chose it has put a placard aside: it comes back in the other language.
        self._put_aside = [overlay for overlay in self.window.overlays if overlay.yields]

    def back(self) -> None:
        """The language that the museum was opened in: its visitor has gone."""
        self.choose(self.first.code)

    def tend(self) -> bool:
        """Switch over when the time has come; whether that was now."""
        window = self.window
        if not self.wanted or not window.renderer.halt():
            return False
        words = self._read()
        self.wanted = ""
        window.renderer.go_on()
        if words is None:
            window.navigator.renew()
            return False
        self._speak(words)
        window.navigator.renew()
        self._tell_again()
        return True

    def _read(self) -> UiText | None:
        """The words of the language that is wanted; None where its files are broken: the one that
        is shown stays."""
        if self.wanted == self.first.code:
            return self.first
        try:
            return self.window.caretaker.read_words(self.wanted)
        except RefusedError as refusal:
            log.warning("not shown: %s", refusal)
            return None

    def _speak(self, words: UiText) -> None:
        window = self.window
        use(words)
        window.words = words
        window.museum.speaks(words)
        window.control_bar.speak(words)
        window.plan.speak(words)

    def _tell_again(self) -> None:
        """What lay over the room lies there again, in the other language."""
        window = self.window
        there = [overlay for overlay in window.overlays if not overlay.done]
        for overlay in there:
            overlay.words = window.words
            overlay.fresh = overlay.done = not isinstance(overlay, LoadingScreen)
        if not any(overlay.reopen for overlay in there):
            there += self._put_aside[-1:]
        for overlay in there:
            if overlay.reopen is not None:
                overlay.reopen()
