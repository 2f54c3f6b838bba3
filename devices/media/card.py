"""A punched card: 80 columns of 12 rows, and nothing else.

Canonical form (docs/sources/media.md): each column 12 bits, row 12 = 0x800, row 11 = 0x400, rows
0..9 = 0x200..0x001.  What the 711 delivers to the 704 is derived from it: the card goes face down,
row 9 first, and each row gives two words, columns 1-36 and 37-72 (:meth:`Card.row_words`); columns
73-80 are not read.
"""

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from devices.media.charset import GRAPHICS, KEYS, name_rows, no_punch
from devices.media.file_kinds import Unchanging, place
from devices.refusal import RefusedError

COLUMNS = 80
READ_COLUMNS = 72
"""Columns that the 711 reads; 73-80 are for sequence and identification."""

# The order in which rows pass the brushes: 9, 8, ... 1, 0, 11, 12, as bits of a column.
_ROW_BITS = (*(0x200 >> row for row in range(9, -1, -1)), 0x400, 0x800)
_NO_GRAPHIC = "?"


@dataclass(frozen=True)
class Card(Unchanging):
    """One card: ``columns`` are 80 integers of 12 bits each, column 1 first."""

    columns: tuple[int, ...]

    def __post_init__(self) -> None:
        columns = self.columns
        if len(columns) != COLUMNS or min(columns) < 0 or max(columns) > 0xFFF:
            raise ValueError("a card is 80 columns of 12 bits")

    @classmethod
    def of_text(cls, text: str, where: str = "") -> "Card":
        """The card that these keys punch; lower case is punched as upper.

        Raises RefusedError, naming ``where`` and the column, for more than 80 characters or one
        that has no punch.
        """
        if len(text) > COLUMNS:
            raise RefusedError(
                place(where, f"column {COLUMNS + 1}"),
                f"{len(text)} characters; a card has {COLUMNS} columns",
            )
        try:
            columns = tuple([KEYS[char] for char in text])
        except KeyError:
            index = next(index for index, char in enumerate(text) if char not in KEYS)
            where = place(where, f"column {index + 1}")
            raise RefusedError(where, no_punch(text[index])) from None
        return cls(columns + (0,) * (COLUMNS - len(columns)))

    def text(self, where: str = "") -> str:
        """The card's characters without the blanks at its end.

        Raises RefusedError, naming ``where`` and the column, where the punches have no graphic.
        """
        try:
            return "".join([GRAPHICS[punches] for punches in self.columns]).rstrip(" ")
        except KeyError as error:
            punches = error.args[0]
            raise RefusedError(
                place(where, f"column {self.columns.index(punches) + 1}"),
                f"punches {name_rows(punches)} have no character; "
                "only column binary (.cbn) holds them",
            ) from None

    def field(self, first: int, last: int, where: str = "") -> str:
        """The characters of columns ``first`` to ``last`` (counted from 1), blanks kept.

        Raises RefusedError as :meth:`text` does, for these columns only.
        """
        kept = (0,) * (first - 1) + self.columns[first - 1 : last] + (0,) * (COLUMNS - last)
        return Card(kept).text(where).ljust(last)[first - 1 : last]

    def as_text(self) -> str:
        """The 80 columns as text to look at, ``?`` for punches that have no graphic."""
        return "".join(GRAPHICS.get(punches, _NO_GRAPHIC) for punches in self.columns)

    def without_graphic(self) -> tuple[int, ...]:
        """The columns (counted from 1) whose punches have no graphic."""
        return tuple(n for n, c in enumerate(self.columns, start=1) if c not in GRAPHICS)

    @property
    def is_blank(self) -> bool:
        """Whether no column is punched."""
        return not any(self.columns)

    def row_words(self) -> tuple[int, ...]:
        """Row binary: 24 words of 36 bits, rows 9, 8 ... 1, 0, 11, 12, each left then right.

        The left word holds columns 1-36 (column 1 is bit S, 2**35), the right word 37-72.
        """
        return self._half_rows(range(2 * len(_ROW_BITS)))

    def half_row(self, index: int) -> int:
        """The word of half row ``index`` (0-23, in :meth:`row_words`' order)."""
        return self._half_rows([index])[0]

    def _half_rows(self, indices: Iterable[int]) -> tuple[int, ...]:
        """Each column is two bytes; one bit of all of them is a number written in binary."""
        packed = _PACK_COLUMNS(*self.columns)
        bytes_of_rows = packed[0 : 2 * READ_COLUMNS : 2], packed[1 : 2 * READ_COLUMNS : 2]
        words = []
        for index in indices:
            high, digits = _ROW_DIGITS[index // 2]
            first = index % 2 * _HALF
            words.append(int(bytes_of_rows[high][first : first + _HALF].translate(digits), 2))
        return tuple(words)

    def with_half_rows(self, first: int, words: Sequence[int]) -> "Card":
        """The card with half rows punched too, ``first`` (0-23, in :meth:`row_words`' order) and
        on."""
        punched = _columns_of_rows(dict(enumerate(words, start=first)))
        columns = [old | new for old, new in zip(self.columns, punched, strict=False)]
        return Card((*columns, *self.columns[READ_COLUMNS:]))

    @classmethod
    def of_row_words(cls, words: tuple[int, ...]) -> "Card":
        """The card that the 24 words of :meth:`row_words` punch; columns 73-80 stay blank."""
        if len(words) != 2 * len(_ROW_BITS) or not all(0 <= word < 1 << 36 for word in words):
            raise ValueError("row binary is 24 words of 36 bits")
        return cls(_columns_of_rows(dict(enumerate(words))) + (0,) * (COLUMNS - READ_COLUMNS))


_HALF = READ_COLUMNS // 2
_PACK_COLUMNS = struct.Struct(f"<{COLUMNS}H").pack
_ROW_DIGITS = tuple(
    (
        int(bit > 0xFF),
        bytes(b"01"[bool(byte & (bit >> 8 if bit > 0xFF else bit))] for byte in range(256)),
    )
    for bit in _ROW_BITS
)
"""Of each row: which byte of a column has its bit, and the digit that each such byte gives."""
_LOWEST_BITS = int.from_bytes(b"\x01" * READ_COLUMNS)


def _columns_of_rows(words: Mapping[int, int]) -> tuple[int, ...]:
    """The 72 columns that half rows punch, by their index.

    A row written in binary has a byte for each column, its lowest bit the punch; numbers as long as
    that hold the lower and the upper halves of all columns.
    """
    low = high = 0
    for index, word in words.items():
        if word:
            row = word << _HALF if index % 2 == 0 else word
            punches = int.from_bytes(f"{row:0{READ_COLUMNS}b}".encode()) & _LOWEST_BITS
            bit = _ROW_BITS[index // 2]
            if bit > 0xFF:
                high |= punches * (bit >> 8)
            else:
                low |= punches * bit
    both = zip(high.to_bytes(READ_COLUMNS), low.to_bytes(READ_COLUMNS), strict=True)
    return tuple([upper << 8 | lower for upper, lower in both])
