"""SHARE symbolic cards: the fields of a card, and the cards of a program with its library's.

A card of the SHARE Assembly Program (UA SAP 3, Roy Nutt, United Aircraft, 1956):

=======  ========================================================================================
columns  hold
=======  ========================================================================================
1-6      location: a symbol of up to six characters (blanks among them don't count), or blank
7        blank
8-10     operation; blank is a word of plus zero to which the variable field is added
11       blank
12-72    variable field: address, tag, decrement, with commas between; the first blank ends it
         and what follows is a remark
73-80    identification, which the card reader doesn't read
=======  ========================================================================================

A card with ``*`` in column 1 is a remark as a whole (as in later assemblers), and so is a card
with nothing in columns 1-72.  Small letters are punched as capitals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from devices.media.card import COLUMNS, READ_COLUMNS, Card
from devices.media.deck import Deck
from devices.media.file_kinds import place

VARIABLE = 12
"""The column in which the variable field begins."""

Cards = Sequence[str] | Deck
"""Symbolic cards: lines of text or a deck."""


@dataclass(frozen=True)
class SourceCard:
    """One symbolic card; ``text`` is all of its 80 columns."""

    where: str
    text: str

    @property
    def is_remark(self) -> bool:
        """Whether nothing on it is assembled."""
        return self.text[0] == "*" or not self.text[:READ_COLUMNS].strip()

    @property
    def is_end(self) -> bool:
        """Whether the program ends with it."""
        return self.operation == "END" and not self.is_remark

    @property
    def location(self) -> str:
        """The symbol in columns 1-6, without blanks."""
        return self.text[:6].replace(" ", "")

    @property
    def operation(self) -> str:
        """Columns 8-10; empty for none."""
        return self.text[7:10].strip()

    @property
    def rest(self) -> str:
        """Columns 12-72, remark and all."""
        return self.text[VARIABLE - 1 : READ_COLUMNS]

    @property
    def variable(self) -> str:
        """The variable field: columns 12-72 as far as the first blank."""
        return self.rest.split(" ", 1)[0]

    def column(self, number: int) -> str:
        """What stands in a column, counted from 1."""
        return self.text[number - 1]


def read_cards(cards: Cards, name: str) -> list[SourceCard]:
    """The cards of a program, each with its place in it.

    Raises RefusedError naming card and column for a line that no card holds, or for punches of a
    deck that have no character.
    """
    deck = cards if isinstance(cards, Deck) else _punched(cards, name)
    return [
        SourceCard(deck.where(n), card.text(deck.where(n)).ljust(COLUMNS))
        for n, card in enumerate(deck.cards)
    ]


def _punched(lines: Sequence[str], name: str) -> Deck:
    cards = [
        Card.of_text(line.rstrip("\r\n"), place(name, f"card {n}"))
        for n, line in enumerate(lines, start=1)
    ]
    return Deck(name, tuple(cards))


def with_library(
    program: Sequence[SourceCard], library: Mapping[str, Cards]
) -> tuple[list[SourceCard], dict[str, str]]:
    """The program with each routine of the library behind the LIB card that calls for it.

    A LIB card names the routine in its location field, else in its variable field; a routine ends
    at its END card, which is left out.  Also says why a LIB card has no routine, by its place.
    """
    found: list[SourceCard] = []
    missing: dict[str, str] = {}
    _take(program, library, (), found, missing)
    return found, missing


def _take(
    cards: Sequence[SourceCard],
    library: Mapping[str, Cards],
    within: tuple[str, ...],
    found: list[SourceCard],
    missing: dict[str, str],
) -> None:
    for card in cards:
        if within and card.is_end:
            return
        found.append(card)
        if card.is_end:
            return
        if card.operation != "LIB" or card.is_remark:
            continue
        name = card.location or card.variable
        if name in within:
            missing[card.where] = f"{name} calls for itself"
        elif name in library:
            routine = read_cards(library[name], f"library {name}")
            _take(routine, library, (*within, name), found, missing)
        else:
            missing[card.where] = f"the library has no routine {name}" if name else "no name"
