"""What is said of a source that UA SAP's way is taken with: each kind once, with its first card.

Where a card is flagged, changed or dropped, or where this museum's own dialect reads it otherwise.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from devices.media.file_kinds import place
from machines.ibm704.assembler.source import VARIABLE, SourceCard
from machines.ibm704.assembler.words import decimal_word, octal_word


@dataclass
class Notes:
    """The kinds of what was met, each with the text for its first card and with how many."""

    _first: dict[str, str] = field(default_factory=dict)
    _count: dict[str, int] = field(default_factory=dict)

    def add(self, card: SourceCard, column: int, letter: str, what: str, kind: str = "") -> None:
        """Note something of a card; ``kind``, if its text isn't ``what``, names all like it."""
        kind = kind or what
        where = place(card.where, f"column {column}")
        self._first.setdefault(kind, f"{where}: {letter} {what}".replace(":  ", ": "))
        self._count[kind] = self._count.get(kind, 0) + 1

    def lines(self) -> Iterator[str]:
        """Each kind's first card, and how many more there are."""
        for kind, text in self._first.items():
            more = self._count[kind] - 1
            yield f"{text} (and {more} more: {kind})" if more else text

    def check_datum(
        self, card: SourceCard, column: int, datum: str, word: int | None, is_decimal: bool
    ) -> None:
        """Note a number that isn't what our own dialect makes of it."""
        ours = decimal_word(datum) if is_decimal else octal_word(datum)
        if word is None or ours == word:
            return
        if isinstance(ours, str):
            what = f"{datum or 'nothing'} is read as {word:012o}; our own dialect refuses it"
            self.add(card, column, "", what, "numbers are read that our own dialect refuses")
        else:
            what = f"{datum} is truncated to {word:012o}; rounded it is {ours:012o}"
            self.add(card, column, "", what, "numbers are truncated")

    def check_end(self, card: SourceCard, column: int) -> None:
        """Note what stands behind the last number of a card without a blank between."""
        if column <= len(card.text) and card.column(column) != " ":
            what = f"the numbers end at {card.column(column)}"
            self.add(card, column, "", what, "numbers end at another character than a blank")

    def check_count(self, card: SourceCard) -> None:
        """Note a BCD card whose count of words isn't what our own dialect reads."""
        count = card.column(VARIABLE)
        if count == "0":
            self.add(card, VARIABLE, "", "BCD 0 has no words")
        elif not (count.isdigit() or count == " "):
            what = f"{count} is no number of words; BCD has ten"
            self.add(card, VARIABLE, "", what, "BCD without a number has ten words")
