"""The language of the window: a plate has a place for each, and a key steps through all.

The rooms are made anew, for most of what is lettered in them is drawn once.  Threads may be drawing
a room meanwhile, half of it in each language: so the drawing is halted first, which takes no longer
than the part that is being drawn.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from devices.refusal import RefusedError
from devices.screen.ui_text import UiText
from devices.screen.words import use
from machines.museum.window.after_game_card import AfterGameCard
from machines.museum.window.help import Help
from machines.museum.window.loading_screen import LoadingScreen
from machines.museum.window.meetings_board import MeetingsBoard
from machines.museum.window.placard import Placard
from machines.museum.window.souvenir_card import SouvenirCard
from machines.museum.window.strength_graph import StrengthGraph
from machines.museum.window.thread_card import ThreadCard

if TYPE_CHECKING:
    from machines.museum.window.window_model import WindowModel

log = logging.getLogger(__name__)


class LanguageSwitch:
    """The window's language, and the one that it is on its way to."""

    def __init__(self, window: WindowModel) -> None:
        self.window = window
        self.first = window.words
        """The language that the museum was opened in."""
        self.wanted = ""
        self._placard: bool | None = None

    def step(self) -> None:
        """On to the next language."""
        there = self.window.caretaker.languages()
        now = self.wanted or self.window.words.code
        self.choose(there[(there.index(now) + 1) % len(there)] if now in there else there[0])

    def choose(self, code: str) -> None:
        """Show that language as soon as nothing is being drawn."""
        self.wanted = "" if code == self.window.words.code else code
        # The touch that chose it has put a placard aside: it comes back in the other language.
        asked = [one.modal for one in self.window.overlays if isinstance(one, Placard)]
        self._placard = asked[-1] if asked else None

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
        there = [one for one in window.overlays if not one.done]
        for one in there:
            one.words = window.words
            one.fresh = one.done = not isinstance(one, LoadingScreen)
        stations = [one for one in there if isinstance(one, ThreadCard)]
        if any(isinstance(one, Help) for one in there):
            window.show_help()
        elif stations:
            window.plan_cards.show_station(stations[-1].stop.name)
        elif any(isinstance(one, StrengthGraph) for one in there):
            window.plan_cards.show_strength()
        elif any(isinstance(one, MeetingsBoard) for one in there):
            window.plan_cards.show_meetings()
        elif any(isinstance(one, AfterGameCard | SouvenirCard) for one in there):
            window.game_cards.tell_again()
        elif self._placard is not None and window.stage is not None:
            window.show_placard(self._placard)
        for one in there:
            if one.reopen is not None:
                one.reopen()
        window.tour_view.speak()
