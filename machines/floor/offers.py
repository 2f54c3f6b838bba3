"""What a visitor may put into a machine: its shipped decks and tapes, and those kept here.

A control that takes a medium is known by its name: ``hopper`` takes a deck, ``mount`` a tape,
``correct`` a card that is punched anew.
"""

import logging
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

from devices.media.deck import deck_value, read_deck
from devices.media.tape import length_mil, read_tape, tape_value
from devices.refusal import RefusedError
from devices.screen.visit import Drawer, Entry, Offer, Tray
from machines.exhibit import View
from machines.floor.files import read_file
from machines.floor.folders import ASSETS
from machines.museum import Standing

DECKS = (".txt", ".deck", ".cbn")
TAPES = (".tap", ".p7b")

log = logging.getLogger(__name__)


def offer(control: str, view: View | None, data: Path, one: Standing) -> Offer | None:
    """What ``control`` of an exhibit wants chosen or typed; None if it takes nothing."""
    kind = control.rpartition(".")[2]
    if kind == "hopper":
        return Drawer("DECKS OF CARDS", tuple(_trays(one.decks, DECKS, data, _deck)))
    if kind == "mount":
        return Drawer("REELS OF TAPE", tuple(_trays(one.tapes, TAPES, data, _tape)))
    if kind == "correct":
        return Entry("THE CARD, PUNCHED ANEW", _card_text(control, view))
    return None


def _card_text(control: str, view: View | None) -> str:
    """The text of the card that the reader shows; what has no character is a blank."""
    reader = view.units.get(control.partition(".")[0]) if view else None
    card = getattr(reader, "card", None)
    if card is None:
        return ""
    try:
        return str(card.text())[:72].rstrip()
    except RefusedError:
        return ""


def _trays(
    folder: str, suffixes: tuple[str, ...], data: Path, read: Callable[[bytes, str], Tray]
) -> Iterator[Tray]:
    """A tray for every medium that can be read, the shipped ones first."""
    for root in (ASSETS / folder, data / folder):
        if not root.is_dir():
            continue
        for path in sorted(root.iterdir()):
            if path.suffix.lower() not in suffixes or not path.is_file():
                continue
            try:
                yield read(read_file(path), path.name)
            except RefusedError as error:
                log.warning("not offered: %s", error)


@lru_cache(maxsize=256)
def _deck(data: bytes, name: str) -> Tray:
    deck = read_deck(data, name)
    return Tray(_label(name), deck_value(deck), _note(data), f"{len(deck.cards)} cards")


@lru_cache(maxsize=64)
def _tape(data: bytes, name: str) -> Tray:
    tape = read_tape(data, name)
    feet = sum(map(length_mil, tape.items)) / 12_000
    return Tray(_label(name), tape_value(tape), "", f"{feet:.0f} feet")


def _label(name: str) -> str:
    return name.rpartition(".")[0].replace("-", " ").replace("_", " ").upper()


def _note(data: bytes) -> str:
    """A text deck's first comment card."""
    first = data.partition(b"\n")[0].decode("ascii", "replace")
    return first[:72].lstrip("* ").rstrip() if first.startswith("*") else ""
