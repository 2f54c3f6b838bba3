"""``main.py tape list|copy|punch``: magnetic tapes in files.

The kind of a file that is read is told by its content, of one that is written by its name
(devices/media/file_kinds.py); a book tape is docs/sources/media.md, "Book tapes".
Nothing is written unless all of it can be.
"""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from machines.storage.option_parsing import Command, Option, flag
from machines.storage.telling import tell_user

if TYPE_CHECKING:
    from collections.abc import Iterator

    from devices.media.tape import Record, Tape

SHOWN_CHARACTERS = 80
SHOWN_WORDS = 5
NAMED_CHARACTERS = 8
MIL_A_FOOT = 12_000


COMMAND = Command(
    acts={
        "list": Command(Option("source FILE", type=Path)),
        "copy": Command(
            Option("source IN", type=Path), Option("target OUT", type=Path), flag("--whole")
        ),
        "punch": Command(Option("source DECK", type=Path), Option("target OUT", type=Path)),
    }
)


def run(args: argparse.Namespace) -> int:
    """Do the act; raises RefusedError naming file, record or card, and byte or column."""
    from devices.media.tape_files import book_tape
    from machines.storage.media_files import (
        read_deck_file,
        read_tape_file,
        read_whole_records,
    )

    source: Path = args.source
    if args.act == "punch":
        return _write(book_tape(read_deck_file(source)), args.target)
    if args.act == "copy" and args.whole:
        return _write(read_whole_records(source).tape, args.target)
    tape = read_tape_file(source).tape
    if args.act == "copy":
        return _write(tape, args.target)
    for line in listing(tape):
        print(line)
    return 0


def listing(tape: "Tape") -> "Iterator[str]":
    """The lines that show a tape, and its totals."""
    from devices.media.tape import Record, TapeMark

    records = marks = gaps = 0
    for item in tape.items:
        match item:
            case Record():
                records += 1
                yield _record_line(records, item)
                yield from _notes(item)
            case TapeMark():
                marks += 1
                yield "       tape mark"
            case _:
                gaps += 1
                yield "       gap"
    feet, tenths = divmod(tape.length_mil() * 10 // MIL_A_FOOT, 10)
    yield f"records {records}, tape marks {marks}, gaps {gaps}, length {feet}.{tenths} feet"


def _record_line(number: int, record: "Record") -> str:
    shown = _words(record) if record.parity == "odd" else _characters(record)
    return f"{number:5}  {len(record.data):6} {record.parity:5}  {shown}".rstrip()


def _characters(record: "Record") -> str:
    from devices.media.charset import bcd_of_tape, char_of_bcd

    codes = map(bcd_of_tape, record.characters[:SHOWN_CHARACTERS])
    return "".join(char_of_bcd(code) or "?" for code in codes)


def _words(record: "Record") -> str:
    from devices.media.tape import CHARACTERS_A_WORD

    digits = "".join(f"{character:02o}" for character in record.characters)
    size = 2 * CHARACTERS_A_WORD
    words = [digits[at : at + size] for at in range(0, len(digits), size)]
    return " ".join(words[:SHOWN_WORDS]) + (" ..." if len(words) > SHOWN_WORDS else "")


def _notes(record: "Record") -> "Iterator[str]":
    from devices.media.charset import is_odd

    if record.damaged:
        yield "       marked as read in error"
    if record.parity == "mixed":
        odd = [at for at, character in enumerate(record.data, start=1) if is_odd(character)]
        even = [at for at, character in enumerate(record.data, start=1) if not is_odd(character)]
        kind, few = ("odd", odd) if len(odd) <= len(even) else ("even", even)
        more = " ..." if len(few) > NAMED_CHARACTERS else ""
        places = ", ".join(map(str, few[:NAMED_CHARACTERS]))
        yield f"       {kind} parity in character {places}{more}"


def _write(tape: "Tape", path: Path) -> int:
    from devices.media.tape import TapeMark
    from devices.media.tape_files import SUFFIXES, write_tape
    from machines.storage.files import check_writable, replace_file

    data = write_tape(tape, path.name)
    check_writable(path, usual=SUFFIXES)
    replace_file(path, data)
    marks = sum(isinstance(item, TapeMark) for item in tape.items)
    tell_user(f"{path}: {len(tape.records())} records, {marks} tape marks")
    return 0
