"""Tapes in files of either kind; which one a file is says its content (file_kinds.py).

A file is written as the kind that its name means, or as the kind that was read from it.
"""

from typing import NamedTuple

from devices.media.file_kinds import MEANT, TAPES, Kind, find_kind, meant_by
from devices.media.p7b import read_p7b, write_p7b
from devices.media.tape import Tape, read_tap, write_tap
from devices.refusal import RefusedError

SUFFIXES = tuple(suffix for suffix, kinds in MEANT.items() if kinds[0] in TAPES)
"""Of files that hold a tape."""
_NO_PARITY = "no character of it has a parity bit, so TAPE CHECK comes on however it is read"


class TapeFile(NamedTuple):
    """A tape as it was read from a file."""

    tape: Tape
    kind: Kind
    notes: tuple[str, ...]
    """What whoever mounts it should know; each begins with the file's name."""


def open_tape(data: bytes, name: str, kind: Kind | None = None) -> TapeFile:
    """The tape in a file, of this ``kind`` if it is known.

    Raises RefusedError if there is none in it, SpoiledTapeError where its end can't be read.
    """
    notes: tuple[str, ...] = ()
    if kind is None:
        found = find_kind(data, name, TAPES)
        if found is None:
            raise RefusedError(
                name,
                "is no tape; expected a record between two lengths (.tap), or one byte a "
                "character with bit 7 set in a record's first (.p7b)",
            )
        kind, note = found
        notes = (note,) if note else ()
    if kind == "p7b":
        tape, more = read_p7b(data, name)
        notes += more
    else:
        tape = read_tap(data, name)
    return TapeFile(tape, kind, notes + _on_parity(tape))


def _on_parity(tape: Tape) -> tuple[str, ...]:
    """A tape that was written without parity, as some simulators do."""
    mixed = any(record.parity == "mixed" for record in tape.records())
    bare = all(max(record.data) <= 0x3F for record in tape.records())
    return (f"{tape.name}: {_NO_PARITY}",) if mixed and bare else ()


def read_tape(data: bytes, name: str) -> Tape:
    """The tape in a file.  Raises RefusedError as :func:`open_tape`."""
    return open_tape(data, name).tape


def write_tape(tape: Tape, name: str, kind: Kind | None = None) -> bytes:
    """The bytes of a file of this name that holds ``tape``.

    Raises RefusedError for a name that means no tape, or what .p7b can't hold.
    """
    if kind is None:
        kind = next((one for one in meant_by(name) if one in TAPES), None)
    if kind is None:
        raise RefusedError(name, f"a tape's file has one of the suffixes {', '.join(SUFFIXES)}")
    return write_p7b(tape) if kind == "p7b" else write_tap(tape)
