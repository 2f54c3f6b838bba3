"""The words of the language that is shown now, asked for where something is drawn or made.

    WORDS = Words("menace")          # table [labels] of assets/text/LANGUAGE/menace.toml
    WORDS("games", n=12)             # "{n} games" -> "12 games", in English, German, ...
    WORDS.said("The hopper is empty.")   # what a machine's core says in English, by table [said]

Never ask at import and never in a default value: the language may change while the window runs.
Then the rooms are made anew.  Before :func:`use`, as in tests and pictures without a window,
the words are English.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace

from devices.modules import INSIDE
from devices.screen.figures import figures, put_in
from devices.screen.part import Touch
from devices.screen.sayings import Sayings
from devices.screen.ui_text import FIRST, HOUSE, ControlText, RoomText, UiText, read_language

LETTERED = (f"{INSIDE}devices.screen.parts", f"{INSIDE}machines.")
"""Modules whose cached pictures may hold words."""

_shown: UiText | None = None
_sayings: dict[str, Sayings] = {}
"""What the machines say in the language that is shown, by the file; made when first asked."""


def shown() -> UiText:
    """The words of the language that is shown now."""
    return _shown or read_language(FIRST[0])


def use(words: UiText | None) -> None:
    """Show these from now on; pictures that hold others are forgotten.  None: English."""
    global _shown
    if words is None and _shown is None:
        return
    _shown = words
    _sayings.clear()
    for cache in _pictures():
        cache.cache_clear()  # type: ignore[attr-defined]


def _pictures() -> Iterator[object]:
    """The caches of all modules that draw for a room."""
    for name, module in tuple(sys.modules.items()):
        if name.startswith(LETTERED[0]) or (name.startswith(LETTERED[1]) and ".picture" in name):
            caches = (value for value in vars(module).values() if not isinstance(value, type))
            yield from (cache for cache in caches if hasattr(cache, "cache_clear"))


def numeral(count: int) -> str:
    """A number that is lettered without words, its thousands as the language writes them."""
    return in_figures(f"{count:,}")


def in_figures(text: str) -> str:
    """A text without words, its thousands as the language that is shown writes them."""
    return figures(text, shown().code)


def headline(sentence: str) -> str:
    """A sentence in capitals, without its full stop: YOU WON."""
    return sentence.rstrip(".").upper()


class Words:
    """The words of one file, in whatever language is shown."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, key: str, **values: object) -> str:
        """The words of that name, ``values`` put in.

        A language that lacks them shows the English ones.  Raises KeyError where these are missing.
        """
        found = labels_of(shown(), self.name).get(key)
        if found is None:
            found = labels_of(read_language(FIRST[0]), self.name)[key]
        return put_in(found, values, shown().code) if values else found

    def after(self, name: str, **values: str) -> str:
        """A sentence about the end of a game (table [after]), as bar and card have it."""
        return shown().after(self.name, name, values)

    def said(self, sentence: str) -> str:
        """What a machine's core says, in the language that is shown."""
        return said(self.name, sentence)


def labels_of(words: UiText, name: str) -> dict[str, str]:
    """Table [labels] of a file of a language."""
    return words.labels if name == HOUSE else words.rooms.get(name, RoomText()).labels


def said(room: str, sentence: str) -> str:
    """What the machine of a room says in English, in the language that is shown."""
    found = _sayings.get(room)
    if found is None:
        words = shown()
        own = words.rooms.get(room, RoomText()).said
        found = _sayings[room] = Sayings({**words.said, **own}, words.code)
    return found.told(sentence)


def named(room: str, event: str, touch: Touch) -> Touch:
    """A control with the name and the help that the language has for it (table [controls])."""
    text = _control(shown(), room, event) or ControlText()
    # What units and panels have from the assets stands there in English.
    label, told = text.label or touch.label, text.help or said(room, touch.help)
    if (label, told) == (touch.label, touch.help):
        return touch
    return replace(touch, label=label, help=told)


def _control(words: UiText, room: str, event: str) -> ControlText | None:
    """What a language says of a control: by its event's name, or by its own without the place."""
    own = words.rooms.get(room, RoomText()).controls
    name = event.partition(".")[2]
    return own.get(event) or own.get(name) or words.controls.get(event) or words.controls.get(name)
