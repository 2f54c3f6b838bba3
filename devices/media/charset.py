"""The 704's characters: graphic, Hollerith punches (026), code in storage and code on tape.

Source: the character table of the 704 (docs/sources/ibm704.md, "704 BCD (memory)"). A column's
punches are 12 bits: row 12 is 0x800, row 11 0x400, row 0 0x200 ... row 9 0x001.

The 704 has 48 graphics: blank, digits, letters and ``+ - . ) $ * / , ( = @``.  Of the several
graphics that one punch had on keypunches of the time, text here holds one:

==========  ======  ==========================================
punches     here    elsewhere also
==========  ======  ==========================================
12          ``+``   ``&``
8-3         ``=``   ``#``
8-4         ``@``   ``-`` (as the 704's table calls it) and ``'``
11          ``-``
0-8-4       ``(``   ``%``
12-8-4      ``)``   a lozenge
==========  ======  ==========================================

so that a deck reads back as the same punches; the others are refused, with the one to use.  Two
codes (12-0 and 11-0, plus and minus zero) have punches but no graphic.

On tape the zone bits 12 and 0 change places, and digit 0 is 12 (octal), because a character of no
bits at all would not be there in even parity.
"""

import unicodedata
from functools import cache

from devices.refusal import RefusedError

ROWS = ("12", "11", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9")
"""The rows of a card from the top, as bits from 0x800 down to 0x001."""

_TABLE = """
00 0 0         20 + 12        40 - 11        60 blank none
01 1 1         21 A 12-1      41 J 11-1      61 / 0-1
02 2 2         22 B 12-2      42 K 11-2      62 S 0-2
03 3 3         23 C 12-3      43 L 11-3      63 T 0-3
04 4 4         24 D 12-4      44 M 11-4      64 U 0-4
05 5 5         25 E 12-5      45 N 11-5      65 V 0-5
06 6 6         26 F 12-6      46 O 11-6      66 W 0-6
07 7 7         27 G 12-7      47 P 11-7      67 X 0-7
10 8 8         30 H 12-8      50 Q 11-8      70 Y 0-8
11 9 9         31 I 12-9      51 R 11-9      71 Z 0-9
13 = 8-3       32 none 12-0   52 none 11-0   73 , 0-8-3
14 @ 8-4       33 . 12-8-3    53 $ 11-8-3    74 ( 0-8-4
               34 ) 12-8-4    54 * 11-8-4
"""
"""Code in storage (octal), graphic, rows punched."""

ROW_BIT = {row: 0x800 >> place for place, row in enumerate(ROWS)}
"""The bit of each row in a column's punches, by the row's name."""


def _punches_of_rows(rows: str) -> int:
    return 0 if rows == "none" else sum(ROW_BIT[row] for row in rows.split("-"))


def _read_table() -> list[tuple[int, str | None, str]]:
    fields = _TABLE.split()
    entries: list[tuple[int, str | None, str]] = []
    for code, graphic, rows in zip(fields[0::3], fields[1::3], fields[2::3], strict=True):
        char = {"none": None, "blank": " "}.get(graphic, graphic)
        entries.append((int(code, 8), char, rows))
    return entries


_ROWS_OF_PUNCHES = {_punches_of_rows(rows): rows for _, _, rows in _read_table()}
_ENTRIES = [(code, char, _punches_of_rows(rows)) for code, char, rows in _read_table()]
PUNCHES: dict[str, int] = {char: punches for _, char, punches in _ENTRIES if char is not None}
"""Each graphic's punches, 12 bits."""
GRAPHICS: dict[int, str] = {punches: char for char, punches in PUNCHES.items()}
"""The graphic of each column of punches that has one."""
_CODE_OF_PUNCHES: dict[int, int] = {punches: code for code, _, punches in _ENTRIES}
_PUNCHES_OF_CODE: dict[int, int] = {code: punches for code, _, punches in _ENTRIES}

_NEAREST = dict(zip("&#'’‘%:;[]{}\\_–—\u2212¤\u2311\u25ca×", "+=@@@(/,()()/----)))*", strict=True))
"""What a 704's keypunch or printer has for a character of another: the same punch, or the sign that
looks most like it."""
_QUOTES = str.maketrans("", "", "'\"’‘“”")


@cache
def nearest(char: str) -> str:
    """The 704's character for one that it hasn't (an accent is left off); empty if there is none.

    ``é`` is E, ``:`` is /, a lozenge is the right parenthesis that has its punch.
    """
    for like in (char, unicodedata.normalize("NFKD", char)[0]):
        found = _NEAREST.get(like, as_punched(like))
        if found in PUNCHES:
            return found
    return ""


def as_punched(char: str) -> str:
    """The graphic that a key punches: a lower-case letter is punched as its capital."""
    return char.upper() if "a" <= char <= "z" else char


KEYS: dict[str, int] = {
    key: punches for char, punches in PUNCHES.items() for key in {char, char.lower()}
}
"""What each key of a keypunch punches; a lower-case letter is punched as its capital."""


def no_punch(char: str) -> str:
    """Why ``char`` can't be punched, and what could be, in words for a refusal."""
    shown = f"'{char}'" if char.isprintable() else f"the character U+{ord(char):04X}"
    instead = "blanks" if char == "\t" else nearest(char)
    hint = f"; use {instead}" if instead else ""
    return (
        f"{shown} has no punch{hint} (the characters are A-Z, 0-9, blank and + - . ) $ * / , ( = @)"
    )


def as_printed(text: str) -> str:
    """``text`` as the print wheels can set it.

    Capitals for lower case; a character that no wheel has is set as the nearest that it has
    (``:`` as ``/``, ``;`` as ``,``), else as a blank; quotation marks are left out.
    """
    return "".join(nearest(char) or " " for char in text.translate(_QUOTES))


def name_rows(punches: int) -> str:
    """The rows punched: as the table has them (``"12-8-3"``, ``"none"``), else from the top."""
    from_the_top = "-".join(row for row, bit in ROW_BIT.items() if punches & bit)
    return _ROWS_OF_PUNCHES.get(punches, from_the_top)


def bcd(char: str) -> int:
    """The 6-bit code in storage of a graphic.  Raises RefusedError if it has none."""
    punches = PUNCHES.get(as_punched(char))
    if punches is None:
        raise RefusedError("", no_punch(char))
    return _CODE_OF_PUNCHES[punches]


def bcd_word(text: str) -> int:
    """The codes of up to six graphics as a word of the 704 holds them, the last at its right end.

    Raises RefusedError if one has none.
    """
    word = 0
    for char in text:
        word = word << 6 | bcd(char)
    return word


def char_of_bcd(code: int) -> str | None:
    """The graphic of a 6-bit code in storage; None for the codes that have none."""
    punches = _PUNCHES_OF_CODE.get(code)
    return None if punches is None else GRAPHICS.get(punches)


def bcd_of_punches(punches: int) -> int | None:
    """The code in storage of a column of punches; None if the table has none."""
    return _CODE_OF_PUNCHES.get(punches)


def punches_of_bcd(code: int) -> int | None:
    """The punches of a code in storage; None if the table has none."""
    return _PUNCHES_OF_CODE.get(code)


def tape_of_bcd(code: int) -> int:
    """The 6 bits on tape (without parity) of a code in storage."""
    return 0o12 if code == 0 else code ^ ((code & 0o20) << 1)


def bcd_of_tape(code: int) -> int:
    """The code in storage of 6 bits read from tape."""
    return 0 if code == 0o12 else code ^ ((code & 0o20) << 1)


def with_parity(code: int, odd: bool) -> int:
    """Six bits and their parity in bit 6: an odd or an even number of ones in the seven."""
    return code | ((code.bit_count() & 1) ^ int(odd)) << 6


def is_odd(character: int) -> bool:
    """Whether a seven-bit character (six bits and parity) has an odd number of ones."""
    return bool((character & 0x7F).bit_count() & 1)
