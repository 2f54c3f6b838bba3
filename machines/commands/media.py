"""``main.py deck convert|list|punch`` and ``main.py tape list|copy|punch``: cards and magnetic
tapes in files.

The kind of a file that is read is told by its content (devices/media/file_kinds.py), of one that is
written by its name: a deck in .cbn or .dck is written in column binary, any other as text; a book
tape is docs/sources/media.md, "Book tapes".  Nothing is written unless all of it can be.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from machines.commands._deck_options import STRICT_MEDIA
from machines.storage.option_parsing import Command, Either, Option, flag
from machines.storage.telling import tell_user

if TYPE_CHECKING:
    from collections.abc import Iterator

    from devices.media.card import Card
    from devices.media.deck import Deck
    from devices.media.tape import Record, Tape

READ_COLUMNS = 72
STANDARD_INPUT = "-"
PUNCHES_A_LINE = 6
SHOWN_CHARACTERS = 80
SHOWN_WORDS = 5
NAMED_CHARACTERS = 8
MIL_A_FOOT = 12_000

# -- decks -----------------------------------------------------------------------------------------


def do_deck(args: argparse.Namespace) -> int:
    """Do the act; raises RefusedError naming file, card or line, and column."""
    from machines.storage.media_files import read_deck_file

    if args.act == "list":
        for line in _deck_lines(read_deck_file(args.source, args.strict)):
            print(line)
        return 0
    if args.act == "punch":
        return _write_deck(_punched(args.source, args.strict), args.target)
    return _write_deck(read_deck_file(args.source, args.strict), args.target)


def _deck_lines(deck: "Deck") -> "Iterator[str]":
    """The lines that show a deck."""
    for number, card in enumerate(deck.cards, start=1):
        text = card.as_text()
        yield f"{number:5}  {text[:READ_COLUMNS]}  {text[READ_COLUMNS:]}".rstrip()
        yield from _odd_punches(card)


def _odd_punches(card: "Card") -> "Iterator[str]":
    from devices.media.charset import name_rows

    named = [f"{n}: {name_rows(card.columns[n - 1])}" for n in card.without_graphic()]
    for start in range(0, len(named), PUNCHES_A_LINE):
        heading = "       column " if start == 0 else "              "
        yield heading + ", ".join(named[start : start + PUNCHES_A_LINE])


def _punched(source: str, strict: bool) -> "Deck":
    from machines.storage.files import read_file
    from machines.storage.media_files import deck_of_bytes

    if source == STANDARD_INPUT:
        data, name = sys.stdin.buffer.read(), "standard input"
    else:
        data, name = read_file(Path(source)), Path(source).name
    return deck_of_bytes(data, name, strict, "text")


def _write_deck(deck: "Deck", path: Path) -> int:
    from devices.media.deck import SUFFIXES, write_deck
    from machines.storage.files import check_writable, replace_file

    check_writable(path, usual=SUFFIXES)
    replace_file(path, write_deck(deck, path.name))
    cards = len(deck.cards)
    tell_user(f"{path}: {cards} card{'' if cards == 1 else 's'}")
    return 0


# -- tapes -----------------------------------------------------------------------------------------


def do_tape(args: argparse.Namespace) -> int:
    """Do the act; raises RefusedError naming file, record or card, and byte or column."""
    from devices.media.tape_files import book_tape
    from machines.storage.media_files import (
        read_deck_file,
        read_tape_file,
        read_whole_records,
    )

    source: Path = args.source
    if args.act == "punch":
        return _write_tape(book_tape(read_deck_file(source, args.strict)), args.target)
    if args.act == "copy" and args.whole:
        return _write_tape(read_whole_records(source).tape, args.target)
    tape = read_tape_file(source, strict=args.strict).tape
    if args.act == "copy":
        return _write_tape(tape, args.target)
    for line in _tape_lines(tape):
        print(line)
    return 0


def _tape_lines(tape: "Tape") -> "Iterator[str]":
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


def _write_tape(tape: "Tape", path: Path) -> int:
    from devices.media.tape import TapeMark
    from devices.media.tape_files import SUFFIXES, write_tape
    from machines.storage.files import check_writable, replace_file

    data = write_tape(tape, path.name)
    check_writable(path, usual=SUFFIXES)
    replace_file(path, data)
    marks = sum(isinstance(item, TapeMark) for item in tape.items)
    tell_user(f"{path}: {len(tape.records())} records, {marks} tape marks")
    return 0


SOURCE, TARGET = (Option(name, type=Path) for name in ("source IN", "target OUT"))
LISTED = Command(Option("source FILE", type=Path), STRICT_MEDIA)
COMMANDS = {
    "deck": Command(
        acts={
            "convert": Command(SOURCE, TARGET, STRICT_MEDIA),
            "list": LISTED,
            "punch": Command(Option("source TEXT"), TARGET, STRICT_MEDIA),
        },
        does=do_deck,
    ),
    "tape": Command(
        acts={
            "list": LISTED,
            "copy": Command(SOURCE, TARGET, Either(flag("--whole"), STRICT_MEDIA)),
            "punch": Command(Option("source DECK", type=Path), TARGET, STRICT_MEDIA),
        },
        does=do_tape,
    ),
}
