"""A program between its cards and its words: a line a card, and what all lines share.

The letters in a line's left margin, those of UA SAP 3 but for F:

======  ========================================================================================
letter  what is wrong
======  ========================================================================================
``M``   the symbol is defined more than once (on every card that defines or names it)
``Q``   STO behind a division, whose quotient is in the MQ: a question, no error
``U``   a symbol is not defined (or, for what the first pass has to know, not before this card),
        there is no such operation, a datum can't be, the library lacks the routine
``A``   the address is left out where the operation has to have one: a warning, it is 0
``T``   so is the tag
``D``   so is the decrement
``F``   a field, symbol, or location that can't be (ours: the original let it pass)
======  ========================================================================================

The original's R (the tape was read in error) and P (a location differs between the passes) can't
come up here.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from devices.media.medium import place
from machines.ibm704.assembler.expressions import ABSOLUTE, Problem, Scope
from machines.ibm704.assembler.source import SourceCard
from machines.ibm704.assembler.words import Assembled, Base

LETTERS = "MQUATDF"
"""In the order in which the listing shows them."""
WARNINGS = "QATD"
"""Letters that don't keep the deck from being punched."""

Form = Literal["ABS", "REL", "FUL"]
"""How cards are punched, by the pseudo-operation that asks for it."""


@dataclass
class Line:
    """One card on its way through the passes."""

    card: SourceCard
    kind: str  # The pseudo-operation; "remark"; else "word"
    heading: str = ""
    is_repeated: bool = False  # Whether it comes from a REP card, without its symbol
    location: int = 0  # Where its first word is at home
    location_is_relocatable: bool = True
    form: Form = "ABS"
    loads_at: int = 0  # Where the cards bring its first word; LOC parts it from the location
    begins_card: bool = False  # Whether the words before it are punched first
    shown: int | None = None  # The number that the listing shows for a card without words
    words: list[int] = field(default_factory=list)
    fields: Assembled | None = None  # For a card that is one instruction
    problems: list[Problem] = field(default_factory=list)

    @property
    def symbol(self) -> str:
        """The location field; a repeated card has none."""
        return "" if self.is_repeated else self.card.location

    @property
    def relocation(self) -> tuple[int, int]:
        """Of its word's decrement and address; data are absolute."""
        return self.fields.relocation if self.fields is not None else (ABSOLUTE, ABSOLUTE)

    def flag(self, letter: str, column: int, what: str) -> None:
        """Note a problem of this card."""
        self.problems.append(Problem(letter, column, what))

    @property
    def letters(self) -> str:
        """The letters in its margin."""
        given = {one.letter for one in self.problems}
        return "".join(letter for letter in LETTERS if letter in given)

    def messages(self) -> Iterable[tuple[str, str]]:
        """Each problem's letter and its text: card, column, what is wrong."""
        for one in self.problems:
            where = place(self.card.where, f"column {one.column}")
            yield one.letter, f"{where}: {one.letter} {one.what}"


@dataclass
class Passes:
    """A program between its cards and its words."""

    storage: int
    lines: list[Line] = field(default_factory=list)
    scope: Scope = field(default_factory=Scope)
    operations: dict[str, Base] = field(default_factory=dict)
    """Those that OPD cards define."""
    form: Form = "ABS"
    loads_at: int = 0
    start: int | None = None
    ended: bool = False

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms of cards that hold its words, in the order in which they come up."""
        return tuple(dict.fromkeys(line.form for line in self.lines if line.words))
