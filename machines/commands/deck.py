"""``main.py deck convert|list|punch``: decks of cards in files.

The kind of a file that is read is told by its content (devices/media/file_kinds.py); one whose name
ends in .cbn or .dck is written in column binary, any other as text.  Nothing is
written unless all of it can be.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from machines.storage.option_parsing import Command, Option
from machines.storage.telling import tell_user

if TYPE_CHECKING:
    from collections.abc import Iterator

    from devices.media.card import Card
    from devices.media.deck import Deck

READ_COLUMNS = 72
STANDARD_INPUT = "-"
PUNCHES_A_LINE = 6


COMMAND = Command(
    acts={
        "convert": Command(Option("source IN", type=Path), Option("target OUT", type=Path)),
        "list": Command(Option("source FILE", type=Path)),
        "punch": Command(Option("source TEXT"), Option("target OUT", type=Path)),
    }
)


def run(args: argparse.Namespace) -> int:
    """Do the act; raises RefusedError naming file, card or line, and column."""
    from machines.storage.media_files import read_deck_file

    if args.act == "list":
        for line in listing(read_deck_file(args.source)):
            print(line)
        return 0
    if args.act == "punch":
        return _write(_punched(args.source), args.target)
    return _write(read_deck_file(args.source), args.target)


def listing(deck: "Deck") -> "Iterator[str]":
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


def _punched(source: str) -> "Deck":
    from devices.media.deck import read_text_deck, text_of_bytes
    from machines.storage.files import read_file

    if source == STANDARD_INPUT:
        data, name = sys.stdin.buffer.read(), "standard input"
    else:
        data, name = read_file(Path(source)), Path(source).name
    return read_text_deck(text_of_bytes(data, name), name)


def _write(deck: "Deck", path: Path) -> int:
    from devices.media.deck import SUFFIXES, write_deck
    from machines.storage.files import check_writable, replace_file

    check_writable(path, usual=SUFFIXES)
    replace_file(path, write_deck(deck, path.name))
    cards = len(deck.cards)
    tell_user(f"{path}: {cards} card{'' if cards == 1 else 's'}")
    return 0
