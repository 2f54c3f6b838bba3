"""Decks and tapes read from files of any origin, what was taken for what said on standard error.

``strict`` refuses what would be said.
"""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from devices.media.deck import Deck, open_deck
from devices.media.file_kinds import ANY, DECKS, NAMES, Kind, Mending, find_kind, meant_by
from devices.media.tape import Record, SpoiledTapeError
from devices.media.tape_files import TapeFile, open_tape, record_text
from devices.refusal import RefusedError
from machines.storage.files import read_file
from machines.storage.program import NAME
from machines.storage.telling import tell_user


def read_deck_file(path: Path, strict: bool = False) -> Deck:
    """The deck in a file, for who has no use for ends of files in it.  Raises RefusedError."""
    return deck_of_bytes(read_file(path), path.name, strict)


def deck_of_bytes(data: bytes, name: str, strict: bool = False, kind: Kind | None = None) -> Deck:
    """The same of a file that is read already, of that kind if it is known."""
    found = open_deck(data, name, kind)
    ends = Mending(name)
    for cards in found.ends:
        ends.add("ends of files, passed over", f"front of card {cards + 1}")
    _say((*found.notes, *ends.notes()), strict)
    return found.deck


def read_deck_files(path: Path, strict: bool = False) -> list[Deck]:
    """The same for a reader: a deck without cards where a file ends."""
    found = open_deck(read_file(path), path.name)
    _say(found.notes, strict)
    decks: list[Deck] = []
    for first, end in pairwise([0, *found.ends, len(found.deck.cards)]):
        decks += [Deck(path.name, ()), Deck(path.name, found.deck.cards[first:end])]
    return decks[1 : -1 if found.ends and not decks[-1].cards else None]


def read_tape_file(path: Path, kind: Kind | None = None, strict: bool = False) -> TapeFile:
    """The tape in a file.  Raises RefusedError, with what can be done for a tape that was cut."""
    data = read_file(path)
    if kind is None:
        _check_no_deck(data, path.name)
    try:
        found = open_tape(data, path.name, kind)
    except SpoiledTapeError as fault:
        if not fault.whole.items:
            raise
        raise RefusedError(
            fault.where, f"{fault.what}; '{NAME} tape copy --whole {path} NEW.tap' keeps those"
        ) from None
    _say(found.notes, strict)
    return found


def _check_no_deck(data: bytes, name: str) -> None:
    """Raises RefusedError for a deck by name and content: written to as a tape it would be lost."""
    meant, found = meant_by(name), find_kind(data, name, ANY)
    if meant and set(meant) <= set(DECKS) and found is not None and found.kind in DECKS:
        raise RefusedError(name, f"holds {NAMES[found.kind]}; a tape was expected")


def read_whole_records(path: Path) -> TapeFile:
    """The tape in a file as far as it can be read.  Raises RefusedError if it is no tape."""
    data = read_file(path)
    try:
        found = open_tape(data, path.name)
    except SpoiledTapeError as fault:
        found = TapeFile(fault.whole, "tap", (str(fault),))
    _say(found.notes, strict=False)
    return found


def _say(notes: Sequence[str], strict: bool) -> None:
    """Raises RefusedError, if it is to be ``strict``."""
    if strict and notes:
        raise RefusedError("--strict", "; ".join(notes))
    for note in notes:
        tell_user(note)


def last_file_of(path: Path, kind: str) -> tuple[Sequence[Record], str] | None:
    """The last file of a kind on a tape and where it is, as refusals have it; None: there is none.

    Raises RefusedError for what is no tape.
    """
    files = list(read_tape_file(path).tape.files())
    for number, records in reversed(list(enumerate(files, 1))):
        where = f"{path.name}, file {number}"
        if records and record_text(records[0], where).startswith(kind):
            return records, where
    return None
