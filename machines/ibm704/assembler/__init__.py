"""The assembler of SHARE symbolic programs for the 704 (after UA SAP 3), and what reads them back.

    assembly = assemble(cards, "echo.sap")      cards: lines of text or a deck
    deck = deck_of(assembly)                    loader, row-binary cards, transfer card
    disassemble(assembly.words[0o100])          "CLA 65,4"

Symbolic cards are described in ``source``, expressions in ``expressions``, data, the margin's
letters and what an operation must be given in ``words``, pseudo-operations in ``passes``, the
punched cards in ``rows``, the loaders in ``loader``, ``relocating_loader`` and ``dense_loader``;
UA SAP's own way, which takes any cards, in ``uasap``.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from devices.media.card import Card
from devices.media.deck import Deck
from devices.refusal import RefusedError
from devices.units.card_unit import HOPPER_CARDS
from machines.ibm704.assembler.dense_loader import can_be_dense, dense_cards
from machines.ibm704.assembler.listing import disassemble, listing_lines
from machines.ibm704.assembler.loader import loader_cards
from machines.ibm704.assembler.passes import RELOCATING_TOP, TOP, run_passes
from machines.ibm704.assembler.relocating_loader import relocating_cards
from machines.ibm704.assembler.rows import (
    Block,
    Punched,
    add_identification,
    blocks_of,
    place_card,
    punched_cards,
)
from machines.ibm704.assembler.source import Cards, SourceCard, read_cards, with_library
from machines.ibm704.assembler.words import WARNINGS, Form, Passes
from machines.ibm704.operations import SIZES

__all__ = ["STORAGE", "Assembly", "assemble", "deck_of", "disassemble"]

MOST_CARDS = HOPPER_CARDS - 100
"""Of a deck that is punched with 22 words a card: a hundred others find room behind it."""
STORAGE = SIZES[-1]
"""Words of the largest storage."""


@dataclass(frozen=True)
class Assembly:
    """An assembled program."""

    name: str
    words: dict[int, int]
    """By the location to which its card brings it; of two in one location the later."""
    start: int | None
    """END's address; None if there is no END card."""
    symbols: dict[str, int]
    """``H$NAME`` for a symbol under the heading H."""
    errors: tuple[str, ...]
    """Where, the letter on the listing, and what is wrong; a deck with errors isn't punched."""
    warnings: tuple[str, ...]
    """What is flagged but no error: omissions of address, tag or decrement, and questions."""
    listing: tuple[str, ...]
    punched: Punched
    """What goes on the cards, in their order."""
    storage: int
    """Words of the storage that the program is for."""
    behind: tuple[Card, ...] = ()
    """Cards that UA SAP punches behind the transfer card."""

    @property
    def loads_itself(self) -> bool:
        """Whether it begins with full cards (FUL), before which no loader is put."""
        return bool(self.punched) and self._forms()[0] == "FUL"

    @property
    def is_relocatable(self) -> bool:
        """Whether it has relocatable cards (REL)."""
        return "REL" in self._forms()

    def _forms(self) -> list[Form]:
        blocks = [part.form for part in self.punched if isinstance(part, Block)]
        return blocks or [part.form for part in self.punched]


def assemble(
    cards: Cards, name: str, library: Mapping[str, Cards] | None = None, storage: int = STORAGE
) -> Assembly:
    """Assemble a program; what is wrong with it is in ``errors`` and on the listing.

    ``library`` has the cards of each routine by the name that LIB cards call for; ``storage`` is
    the size of the storage that the program is for.  Raises RefusedError only for cards that are
    no symbolic cards: more than 80 columns, punches that have no character.
    """
    source = read_cards(cards, name)
    program_deck, missing = with_library(source, library or {})
    program = run_passes(program_deck, missing, storage)
    errors, warnings = _messages(program, name)
    warnings += _behind_end(source)
    return Assembly(
        name=name,
        words={
            line.loads_at + offset: word
            for line in program.lines
            for offset, word in enumerate(line.words)
        },
        start=program.start,
        symbols=dict(program.scope.symbols),
        errors=errors,
        warnings=warnings,
        listing=listing_lines(program, name, (*errors, *warnings)),
        punched=blocks_of(program.lines),
        storage=storage,
    )


def _messages(program: Passes, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    messages = [message for line in program.lines for message in line.messages()]
    errors = [text for letter, text in messages if letter not in WARNINGS]
    if not program.ended:
        errors.append(f"{name}: the END card is missing; it names where the program starts")
    return tuple(errors), tuple(text for letter, text in messages if letter in WARNINGS)


def _behind_end(source: list[SourceCard]) -> tuple[str, ...]:
    """What is said of cards behind the first END, which are not assembled."""
    ends = next((at for at, card in enumerate(source) if card.is_end), len(source))
    behind = [card for card in source[ends + 1 :] if card.text.strip() and card.operation != "FIN"]
    if not behind:
        return ()
    count = f"{len(behind)} cards" if len(behind) > 1 else "1 card"
    what = f"{count} behind END dropped; --uasap assembles program after program, up to FIN"
    return (f"{behind[0].where}: {what}",)


def deck_of(
    assembly: Assembly, name: str = "", place: int | None = None, loader: bool = True
) -> Deck:
    """The deck that LOAD CARDS loads: a loader, the program's words, the transfer card.

    ``place`` is where location 0 of a relocatable program goes (0 if none is given).  No loader
    stands before a program that loads itself, nor without ``loader``: then transfer cards are
    those of UA SAP 3, and behind a program of ``assemble_uasap`` stand its statistics.  A deck
    that leaves the hopper little room is punched 24 words a card (:mod:`.dense_loader`).  Raises
    RefusedError if the program has errors, isn't relocatable but has a place, or doesn't fit.
    """
    if assembly.errors or assembly.start is None:
        more = f" (and {len(assembly.errors) - 1} more)" if len(assembly.errors) > 1 else ""
        raise RefusedError("", f"{assembly.errors[0]}{more}; no deck is punched")
    in_front: tuple[Card, ...] = ()
    if loader and not assembly.loads_itself:
        in_front = relocating_cards() if assembly.is_relocatable else loader_cards()
    if assembly.is_relocatable and in_front:
        _check_place(assembly, place or 0)
        in_front = (*in_front, place_card(place or 0))
    elif place is not None:
        raise RefusedError(
            assembly.name,
            f"it can't be put to {place:05o}: expected a program with REL and our loader",
        )
    elif in_front and max(assembly.words, default=0) >= assembly.storage - TOP:
        what = f"words go to {max(assembly.words):05o}, where our loader stands; --loader none"
        raise RefusedError(assembly.name, what)
    cards = [*in_front, *punched_cards(assembly.punched, for_our_loader=bool(in_front))]
    cards += () if in_front else assembly.behind
    if in_front and len(cards) > MOST_CARDS and can_be_dense(assembly.punched):
        cards = dense_cards(assembly.punched)
    return Deck(name or assembly.name, add_identification(cards, assembly.name.partition(".")[0]))


def _check_place(assembly: Assembly, place: int) -> None:
    room = assembly.storage - RELOCATING_TOP
    for part in assembly.punched:
        if part.form != "REL":
            continue
        size = len(part.words) if isinstance(part, Block) else 1
        if place + part.address + size > room:
            raise RefusedError(
                assembly.name,
                f"at {place:05o} its words would go to {place + part.address:05o}; from "
                f"{room:05o} on stands the loader (storage of {assembly.storage} words)",
            )
