"""The card after a game: who won, what was learned, where to see it, what can be taken along.

:mod:`machines.museum.window.after_game_card` draws it; here it is known when it is shown, and of
what.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import strftime

from devices.media.paper import text_of_lines
from devices.screen.after_game import AfterGame, GamesSeen
from devices.screen.parts.fanfold import last_forms
from devices.screen.png import png
from devices.screen.souvenir import Souvenir
from devices.screen.ui_text import UiText
from machines.museum.window.after_game_card import AfterGameCard
from machines.museum.window.overlay import Overlay
from machines.museum.window.souvenir_card import SouvenirCard
from machines.museum.window.souvenir_picture import WIDE, SouvenirPicture, SouvenirText
from machines.museum.window.window_parts import WindowParts


class GameCards:
    """Knows which games have ended in the room, and tells of the last."""

    def __init__(self, window: WindowParts) -> None:
        self.window = window
        self.seen = GamesSeen()
        self._told: AfterGame | None = None
        self._souvenir: Souvenir | None = None

    def follow(self, after: AfterGame | None, told: bool) -> None:
        """Show the card of a game that has ended here; take it away when another begins.

        ``told``: somebody is there to read it, and no demonstration goes on.
        """
        window = self.window
        ended = self.seen.ended(after)
        if after is None or ended:
            for one in window.overlays:
                one.done = one.done or isinstance(one, AfterGameCard)
        if after is None or not ended or not told:
            return
        window.caretaker.game_ended(window.navigator.exhibit, after.ending)
        window.put_aside()
        if after.ending:
            window.sounds.play(after.ending)
        self._told, self._souvenir = after, None
        stage, context = window.stage, window.context
        if stage is not None and context is not None and window.museum.keeps_souvenirs():
            self._souvenir = stage.room.souvenir(context)
        self.tell_again()

    def tell_again(self) -> None:
        """Show the card of the last game that one was shown of."""
        after, window = self._told, self.window
        if after is None:
            return
        exhibit = window.navigator.exhibit
        said = window.words.after(exhibit, after.text, after.words)
        shown = partial(self._show_changed, after) if after.place else None
        title = window.words.after(exhibit, after.title, {}) if after.title else ""
        take = partial(self._take_along, said, title) if self._souvenir is not None else None
        self._lay(AfterGameCard(window.words, said, shown, title, take))

    def _lay(self, card: Overlay) -> None:
        card.reopen = self.tell_again
        self.window.show(card)

    def _take_along(self, said: str, title: str) -> None:
        """TAKE IT ALONG was touched: show the game as a picture with its code; keep the files."""
        window, souvenir = self.window, self._souvenir
        if window.stage is None or souvenir is None:
            return
        day = strftime("%Y.%m.%d")
        picture = picture_of(window.words, souvenir, window.stage.room.title, day, said, title)
        kept = window.museum.keep_souvenir(window.navigator.exhibit, souvenir_files(picture))
        self._lay(SouvenirCard(window.words, picture, kept))

    def _show_changed(self, after: AfterGame) -> None:
        """SHOW ME was touched: look at what the game has changed."""
        window = self.window
        if window.stage is None or window.context is None:
            return
        for act in window.stage.room.show_changed(after, window.context):
            window.send(act)
        window.navigator.look(after.place, window.gliding_ms())


LISTING_FORMS = 3
"""Of a printer's paper, in the picture of a listing."""


def picture_of(
    words: UiText, souvenir: Souvenir, title: str, day: str, said: str, heading: str = ""
) -> SouvenirPicture:
    """The picture: the exhibit's ``title``, the ``day`` (``2026.11.24``), what the game has taught
    the machine, under its ``heading``."""
    text = SouvenirText(title, day, said, heading or words.after_words["title"])
    return SouvenirPicture(words, text, replace(souvenir, record=souvenir.record.dated(day)))


def souvenir_files(picture: SouvenirPicture) -> dict[str, Callable[[], bytes]]:
    """What makes each file, by the end of its name: picture, game, the printer's listing (whole as
    text, its end as a picture)."""
    souvenir = picture.souvenir
    size = round(WIDE[0]), round(WIDE[1])
    files: dict[str, Callable[[], bytes]] = {
        ".png": lambda: png(picture.draw(size)),
        souvenir.record.suffix: souvenir.record.forms[0].encode,
    }
    listing = souvenir.listing
    if listing is not None:
        files["-listing.txt"] = lambda: text_of_lines(listing()).encode()
        files["-listing.png"] = lambda: png(last_forms(listing(), LISTING_FORMS))
    return files
