"""Text of any origin as lines that a 704's keypunch can punch, one a card.

What isn't as a text deck should be is mended and counted, never dropped without a word:

=================================  =================================================================
found                              taken for
=================================  =================================================================
UTF-16 with its mark               the same text; the mark of UTF-8 is passed over
bytes of a line that aren't UTF-8  Windows-1252: Latin-1, with signs in its idle places
a carriage return alone            the end of a line
a tab                              blanks to column 9, 17, 25 ..., as SIMH has it; in a ``.sap`` to
                                   column 8 (the operation), 12 (the variable field), 17, 25 ...
what takes no column (a form feed, nothing
a zero, a joiner)
zeros or control-Z at the end      nothing
a character of another keypunch    the 704's of the same punch or look (charset.nearest)
another without a punch            a blank
what is behind column 80           nothing
=================================  =================================================================
"""

import re
import unicodedata
from collections.abc import Iterator

from devices.media.card import COLUMNS
from devices.media.charset import KEYS, nearest
from devices.media.file_kinds import MOST_ODD_ONES, Mending, decode_text, odd_bytes, place, utf8_of
from devices.refusal import RefusedError

_SHOWN = 24
"""Characters, of what a line has behind its last column."""
_WIDTHLESS = re.compile("[\0\f\u00ad\u200b-\u200f\u2060\ufeff]")
_EVERY = 8
_SYMBOLIC_STOPS = (7, 11)
"""Columns, counted from 0, of the operation and the variable field."""


def read_lines(data: bytes, name: str) -> tuple[list[str], Mending]:
    """The lines of a text, and what was mended in them; one that begins with ``~`` is left as it
    is.

    Raises RefusedError naming the line and the byte for what isn't text.
    """
    mending = Mending(name)
    lines = enumerate(_decoded_lines(data, name, mending), 1)
    return [_mended(line, f"line {number}", mending) for number, line in lines], mending


def _decoded_lines(data: bytes, name: str, mending: Mending) -> Iterator[str]:
    text = utf8_of(data)
    if text is not data and data[:3] != b"\xef\xbb\xbf":
        mending.add("text in UTF-16", "line 1")
    body = text.rstrip(b"\0\x1a")
    odd = odd_bytes(body)
    if len(odd) * MOST_ODD_ONES > len(body) or (text and not body):
        at = odd[0] if odd else 0
        number = text.count(b"\n", 0, at) + 1
        raise RefusedError(
            place(name, f"line {number}"),
            f"byte {at} (0x{text[at]:02X}) is not text; a text deck was expected (column binary "
            "has the suffix .cbn)",
        )
    number = 0
    for raw in body.removesuffix(b"\n").split(b"\n") if body else ():
        for k, line in enumerate(_decode(raw.rstrip(b"\r"), number + 1, mending).split("\r")):
            number += 1
            if k:
                mending.add("carriage returns alone, taken for ends of lines", f"line {number}")
            yield line
    if len(body) < len(text):
        behind = "zeros or control-Z at the end, left out"
        mending.add(behind, f"byte {len(body)}", len(text) - len(body))


def _decode(raw: bytes, number: int, mending: Mending) -> str:
    text, is_utf8 = decode_text(raw)
    if not is_utf8:
        count = sum(byte > 0x7F for byte in raw)
        mending.add("bytes that aren't UTF-8, read as Windows-1252", f"line {number}", count)
    return text


def _mended(line: str, where: str, mending: Mending) -> str:
    """The line as it can be punched."""
    if line.startswith("~") or (len(line) <= COLUMNS and all(char in KEYS for char in line)):
        return line
    text, count = _WIDTHLESS.subn("", unicodedata.normalize("NFC", line))
    if count:
        mending.add("characters that take no column, left out", where, count)
    if "\t" in text:
        stops = _SYMBOLIC_STOPS if mending.name.lower().endswith(".sap") else (_EVERY,)
        columns = ", ".join(str(stop + 1) for stop in (*stops, 2 * _EVERY, 3 * _EVERY))
        tab, count = place(where, f"column {text.index(chr(9)) + 1}"), text.count("\t")
        mending.add(f"tabs, taken for blanks to column {columns} ...", tab, count)
        text = _without_tabs(text, stops)
    text = text.rstrip(" ")
    if len(text) > COLUMNS:
        shown, more = ascii(text[COLUMNS:].strip()[:_SHOWN]), len(text) > COLUMNS + _SHOWN
        wide = f"lines of more than {COLUMNS} characters, the rest left out"
        mending.add(wide, f"{where} ({shown}{' ...' * more})")
        text = text[:COLUMNS]
    return "".join([_punched(char, at, where, mending) for at, char in enumerate(text, 1)])


def _without_tabs(text: str, stops: tuple[int, ...]) -> str:
    made, *parts = text.split("\t")
    for part in parts:
        at = len(made)
        stop = next((stop for stop in stops if stop > at), (at // _EVERY + 1) * _EVERY)
        made = made.ljust(stop) + part
    return made


def _punched(char: str, column: int, where: str, mending: Mending) -> str:
    """What a keypunch punches for a character."""
    if char in KEYS:
        return char
    at, like = place(where, f"column {column}"), nearest(char)
    if like:
        other = "characters of another keypunch, punched as the nearest here"
        mending.add(other, f"{at} ({char!a} as {like})")
    else:
        mending.add("characters without a punch, blanks punched", f"{at} ({char!a})")
    return like or " "
