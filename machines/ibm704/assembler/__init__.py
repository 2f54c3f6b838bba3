"""The assembler of SHARE symbolic programs for the 704 (after UA SAP 3), and what reads them back.

    assembly = assemble(cards, "echo.sap")      cards: lines of text or a deck
    deck = deck_of(assembly)                    loader, row-binary cards, transfer card
    disassemble(assembly.words[0o100])          "CLA 65,4"

Symbolic cards are described in ``source``, expressions in ``expressions``, data in ``data``, what
an operation must be given in ``words``, pseudo-operations and error letters in ``passes``, the
punched cards in ``rows``, the loader in ``loader``.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from devices.media.deck import Deck
from devices.refusal import RefusedError
from machines.ibm704.assembler.disassembler import disassemble
from machines.ibm704.assembler.listing import listing_lines
from machines.ibm704.assembler.loader import loader_cards
from machines.ibm704.assembler.passes import QUESTIONS, Passes, run_passes
from machines.ibm704.assembler.rows import add_identification, program_cards
from machines.ibm704.assembler.source import Cards, read_cards, with_library
from machines.ibm704.operations import SIZES

__all__ = ["STORAGE", "Assembly", "assemble", "deck_of", "disassemble"]

STORAGE = SIZES[-1]
"""Words of the largest storage."""


@dataclass(frozen=True)
class Assembly:
    """An assembled program."""

    name: str
    words: dict[int, int]
    """By location; a location that two cards fill has the word of the later one."""
    start: int | None
    """END's address; None if there is no END card."""
    symbols: dict[str, int]
    """``H$NAME`` for a symbol under the heading H."""
    errors: tuple[str, ...]
    """Where, the letter on the listing, and what is wrong; a deck with errors isn't punched."""
    questions: tuple[str, ...]
    """What is flagged but no error."""
    listing: tuple[str, ...]


def assemble(
    cards: Cards, name: str, library: Mapping[str, Cards] | None = None, storage: int = STORAGE
) -> Assembly:
    """Assemble a program; what is wrong with it is in ``errors`` and on the listing.

    ``library`` has the cards of each routine by the name that LIB cards call for; ``storage`` is
    the size of the storage that the program is for.  Raises RefusedError only for cards that are
    no symbolic cards: more than 80 columns, punches that have no character.
    """
    program_deck, missing = with_library(read_cards(cards, name), library or {})
    program = run_passes(program_deck, missing, storage)
    errors, questions = _messages(program, name)
    return Assembly(
        name=name,
        words={
            line.location + offset: word
            for line in program.lines
            for offset, word in enumerate(line.words)
        },
        start=program.start,
        symbols=dict(program.scope.symbols),
        errors=errors,
        questions=questions,
        listing=listing_lines(program, name, (*errors, *questions)),
    )


def _messages(program: Passes, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    messages = [one for line in program.lines for one in line.messages()]
    errors = [text for letter, text in messages if letter not in QUESTIONS]
    if not program.ended:
        errors.append(f"{name}: the END card is missing; it names where the program starts")
    return tuple(errors), tuple(text for letter, text in messages if letter in QUESTIONS)


def deck_of(assembly: Assembly, name: str = "") -> Deck:
    """The deck that LOAD CARDS loads: the loader, the program's words, the transfer card.

    Raises RefusedError if the program has errors.
    """
    if assembly.errors or assembly.start is None:
        more = f" (and {len(assembly.errors) - 1} more)" if len(assembly.errors) > 1 else ""
        raise RefusedError("", f"{assembly.errors[0]}{more}; no deck is punched")
    cards = [*loader_cards(), *program_cards(assembly.words, assembly.start)]
    return Deck(name or assembly.name, add_identification(cards, assembly.name.partition(".")[0]))
