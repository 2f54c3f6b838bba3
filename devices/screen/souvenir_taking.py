"""Taking a game along: its picture in the visitor's language, and its files."""

from collections.abc import Callable
from dataclasses import replace

from devices.media.paper import text_of_lines
from devices.screen.parts.fanfold import last_forms
from devices.screen.png import png
from devices.screen.souvenir import Souvenir
from devices.screen.souvenir_picture import WIDE, SouvenirPicture, SouvenirText
from devices.screen.ui_text import UiText

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
