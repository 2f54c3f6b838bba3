"""Decks and tapes read from files, what is odd about them said on standard error."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from devices.media.deck import Deck, open_deck
from devices.media.file_kinds import ANY, DECKS, NAMES, Kind, find_kind, meant_by
from devices.media.tape import Record, SpoiledTapeError
from devices.media.tape_files import TapeFile, open_tape, read_tape, record_text
from devices.refusal import RefusedError
from machines.storage.files import read_file
from machines.storage.program import NAME
from machines.storage.telling import tell_user


def read_deck_file(path: Path, kind: Kind | None = None) -> Deck:
    """The deck in a file.  Raises RefusedError."""
    found = open_deck(read_file(path), path.name, kind)
    _say(found.notes)
    return found.deck


def read_tape_file(path: Path, kind: Kind | None = None) -> TapeFile:
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
    _say(found.notes)
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
    _say(found.notes)
    return found


def _say(notes: Iterable[str]) -> None:
    for note in notes:
        tell_user(note)


def last_file_of(path: Path, kind: str) -> tuple[Sequence[Record], str] | None:
    """The last file of a kind on a tape and where it is, as refusals have it; None: there is none.

    Raises RefusedError for what is no tape.
    """
    files = list(read_tape(read_file(path), path.name).files())
    for number, records in reversed(list(enumerate(files, 1))):
        where = f"{path.name}, file {number}"
        if records and record_text(records[0], where).startswith(kind):
            return records, where
    return None
