"""The words that a visitor reads, one file a language (assets/text/en.toml).

The file's text is handed in; what is missing or misspelt in it is refused with its place.
"""

import msgspec

from devices.refusal import RefusedError


class HelpText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The help's own words; ``keys`` are the keyboard's keys that belong to no single control."""

    title: str
    page: str
    of: str
    turn: str
    control: str
    key: str
    does: str
    window: str
    keys: tuple[tuple[str, str], ...]


class UiText(msgspec.Struct, frozen=True):
    """All words of one language; what other parts of the museum need stands in further tables."""

    language: str
    rail: dict[str, str]
    rail_help: dict[str, str]
    help: HelpText
    drawer: dict[str, str]
    entry: dict[str, str]
    plan: dict[str, str]
    warming: dict[str, str]
    captions: dict[str, str]
    rooms: dict[str, dict[str, str]] = {}
    """What a room says in its own words, by the exhibit's name: ``line`` (on its plate on the floor
    plan), ``authentic`` and ``drawer`` (the rail's help), ``welcome``."""

    def of(self, room: str, what: str, neutral: str) -> str:
        """A room's own words for something, or those that fit any room."""
        return self.rooms.get(room, {}).get(what, neutral)


# What the screen asks for, by table; a language that lacks one is refused when it is read.
NEEDED = {
    "rail": (
        "plan back help drawer sound on off lamps live steady reset reset_again speed step "
        "authentic x10 x100 flat running waiting stopped dark time key "
        "panel"
    ),
    "rail_help": "plan back help drawer sound lamps reset step authentic x10 x100 flat",
    "drawer": "choose empty close more",
    "entry": "hint punch cancel erase space left",
    "plan": "title subtitle hint",
    "warming": "title what left soon",
    "captions": "welcome",
}


def read_ui_text(text: bytes, name: str) -> UiText:
    """The words in a language file's bytes.

    Raises RefusedError naming the file ``name`` and the entry that is wrong or missing.
    """
    try:
        words = msgspec.toml.decode(text, type=UiText)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:  # ValidationError is one of these
        raise RefusedError(name, f"not a file of words: {error}") from error
    for table, keys in NEEDED.items():
        present: dict[str, str] = getattr(words, table)
        for key in keys.split():
            if key not in present:
                raise RefusedError(f"{name}, table [{table}]", f"no entry {key}; expected words")
    return words
