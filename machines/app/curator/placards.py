"""A curator's own texts for placards, put into the words of a language."""

from collections.abc import Mapping

import msgspec

from devices.screen.ui_text import PlacardText, UiText
from machines.app.curator.settings import OwnPlacard


def with_own_placards(words: UiText, own: Mapping[str, Mapping[str, OwnPlacard]]) -> UiText:
    """The words with the curator's texts in place of the museum's; empty ones change nothing."""
    rooms = dict(words.rooms)
    for room, texts in own.items():
        mine, there = texts.get(words.code), rooms.get(room)
        if mine is None or there is None or there.placard is None:
            continue
        placard = _with_own(there.placard, mine)
        rooms[room] = msgspec.structs.replace(there, placard=placard)
    return msgspec.structs.replace(words, rooms=rooms)


def _with_own(placard: PlacardText, mine: OwnPlacard) -> PlacardText:
    """Line breaks and runs of spaces in a text are one space each."""
    told = {one: " ".join(getattr(mine, one).split()) for one in OwnPlacard.__struct_fields__}
    return msgspec.structs.replace(placard, **{one: text for one, text in told.items() if text})
