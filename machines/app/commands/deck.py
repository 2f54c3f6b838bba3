"""``main.py deck convert|list|punch``: decks of cards in files.

A file whose name ends in .cbn holds column binary, any other text (docs/sources/media.md, "Punched
card").  Nothing is written unless all of it can be.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from devices.media.card import Card
    from devices.media.deck import Deck

READ_COLUMNS = 72
STANDARD_INPUT = "-"
PUNCHES_A_LINE = 6


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command."""
    deck = subparsers.add_parser(
        "deck",
        help="convert, list or punch decks of cards",
        description="Decks of cards in files: text, one line a card (.txt, .deck), or column "
        "binary (.cbn). Writes only the file named OUT, and only when every card can be written.",
    )
    acts = deck.add_subparsers(dest="act", metavar="ACT", required=True)
    convert = acts.add_parser("convert", help="copy a deck to a file of the other kind")
    convert.add_argument("source", metavar="IN", type=Path, help="a deck: .txt, .deck or .cbn")
    convert.add_argument("target", metavar="OUT", type=Path, help="the file to write")
    show = acts.add_parser(
        "list",
        help="print the cards",
        description="Print each card with its number, columns 73-80 apart; a column whose punches "
        "have no character is shown as ? and its rows are named below.",
    )
    show.add_argument("source", metavar="FILE", type=Path, help="a deck: .txt, .deck or .cbn")
    punch = acts.add_parser(
        "punch",
        help="punch lines of text into cards",
        description="Punch each line of a text into a card; lower case is punched as upper. A "
        "character that has no punch is refused with its line and column.",
    )
    punch.add_argument("source", metavar="TEXT", help="a file of text, or - for standard input")
    punch.add_argument("target", metavar="OUT", type=Path, help="the deck: .cbn, .txt or .deck")


def run(args: argparse.Namespace) -> int:
    """Do the act; raises RefusedError naming file, card or line, and column."""
    if args.act == "list":
        for line in listing(_read(args.source)):
            print(line)
        return 0
    if args.act == "punch":
        return _write(_punched(args.source), args.target)
    return _write(_read(args.source), args.target)


def listing(deck: "Deck") -> "Iterator[str]":
    """The lines that show a deck."""
    for number, card in enumerate(deck.cards, start=1):
        text = card.shown()
        yield f"{number:5}  {text[:READ_COLUMNS]}  {text[READ_COLUMNS:]}".rstrip()
        yield from _odd_punches(card)


def _odd_punches(card: "Card") -> "Iterator[str]":
    from devices.media.charset import rows_named

    named = [f"{n}: {rows_named(card.columns[n - 1])}" for n in card.without_graphic()]
    for start in range(0, len(named), PUNCHES_A_LINE):
        heading = "       column " if start == 0 else "              "
        yield heading + ", ".join(named[start : start + PUNCHES_A_LINE])


def _read(path: Path) -> "Deck":
    from devices.media.deck import read_deck
    from machines.app.storage.files import read_file

    return read_deck(read_file(path), path.name)


def _punched(source: str) -> "Deck":
    from devices.media.deck import read_text_deck, text_of_bytes
    from machines.app.storage.files import read_file

    if source == STANDARD_INPUT:
        data, name = sys.stdin.buffer.read(), "standard input"
    else:
        data, name = read_file(Path(source)), Path(source).name
    return read_text_deck(text_of_bytes(data, name), name)


def _write(deck: "Deck", path: Path) -> int:
    from devices.media.deck import write_deck
    from machines.app.storage.files import replace_file

    replace_file(path, write_deck(deck, path.name))
    cards = len(deck.cards)
    print(f"{path}: {cards} card{'' if cards == 1 else 's'}", file=sys.stderr)
    return 0
