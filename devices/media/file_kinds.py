"""Which kind of file holds a medium: told by what is in it, the suffix of its name a hint.

=========  ======================================  ==================================
kind       what tells it                           suffixes
=========  ======================================  ==================================
``tap``    a record between two equal lengths      ``.tap`` ``.tp``
``p7b``    bit 7 at a record's start, one parity   ``.p7b`` ``.bcd`` ``.bin`` ``.tap``
``cbn``    160 bytes of odd parity, bit 7 first    ``.cbn`` ``.dck``
``image``  160 bytes, four idle bits in every two  ``.bin``
``text``   lines of at most 80 characters          ``.txt`` ``.deck`` ``.sap``
=========  ======================================  ==================================

Suffixes were never agreed upon: one archive's ``.bin`` is a tape in odd parity and its ``.bcd`` one
in even, one simulator's ``.tap`` is what another calls ``.p7b``, and ``.dck`` has been column
binary and text.  So the suffix decides only where the content leaves it open.
"""

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple, Self

from devices.media.charset import is_odd
from devices.names import check_name
from devices.refusal import RefusedError

# -- Places in refusals and one-string contents, which all media share -----------------------------


class Unchanging:
    """A value that never changes: every snapshot may share it."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self


def place(*parts: str) -> str:
    """A place in a refusal: ``place("opening.txt", "column 3")``; empty parts are left out."""
    return ", ".join(part for part in parts if part)


def bytes_of_base64(body: str, name: str) -> bytes:
    """The bytes in base64.  Raises RefusedError if it isn't."""
    try:
        return base64.b64decode(body, validate=True)
    except (binascii.Error, ValueError):
        raise RefusedError(name, "expected base64 after the first line") from None


# -- file kinds ------------------------------------------------------------------------------------

Kind = Literal["tap", "p7b", "cbn", "image", "text"]

TAPES: tuple[Kind, ...] = ("tap", "p7b")
DECKS: tuple[Kind, ...] = ("cbn", "image", "text")
ANY: tuple[Kind, ...] = ("cbn", "tap", "p7b", "image", "text")
"""In the order in which a file that could be several is taken for one."""

NAMES: Mapping[Kind, str] = {
    "tap": "a SIMH tape (.tap)",
    "p7b": "a tape of one byte a character (.p7b)",
    "cbn": "cards in column binary (.cbn)",
    "image": "cards of SIMH's binary images",
    "text": "cards as text",
}
MEANT: Mapping[str, tuple[Kind, ...]] = {
    ".tap": ("tap",),
    ".tp": ("tap",),
    ".p7b": ("p7b",),
    ".bcd": ("p7b",),
    ".bin": ("p7b", "image"),
    ".cbn": ("cbn",),
    ".dck": ("cbn", "text"),
    ".txt": ("text",),
    ".deck": ("text",),
    ".sap": ("text",),
}
"""What a suffix says, the likeliest first."""

CARD_BYTES = 160
_START = 0x80
_LONGEST_LINE = 80
_MOST_ODD_ONES = 10
"""One character in so many may have another parity than the others, as on a worn tape."""


class Found(NamedTuple):
    """What a file is taken for."""

    kind: Kind
    note: str
    """What there is to say about that, empty if its name says it; begins with the file's name."""


def find_kind(data: bytes, name: str, among: Sequence[Kind]) -> Found | None:
    """The kind of a file; None where neither content nor name tells.

    A content that is none of ``among`` leaves it to the name, so that whoever reads the file says
    what is wrong in it.  Raises RefusedError for a name that can't be shown.
    """
    check_name(name)
    meant = [kind for kind in meant_by(name) if kind in among]
    could = [kind for kind in among if not data or _FITS[kind](data)]
    both = [kind for kind in meant if kind in could]
    if both or not data:
        return Found((*both, among[-1])[0], "")
    if could == ["text"] and not meant:
        return Found("text", "")
    if not could:
        return Found(meant[0], "") if meant else None
    kind = could[0]
    if meant:
        note = f"its name says {NAMES[meant[0]]}, its content {NAMES[kind]}: read as that"
    elif len(could) > 1:
        others = " or ".join(NAMES[kind] for kind in could[1:])
        note = f"taken for {NAMES[kind]}; it could be {others} too, if its name says so"
    else:
        note = f"taken for {NAMES[kind]}"
    return Found(kind, f"{name}: {note}")


def meant_by(name: str) -> tuple[Kind, ...]:
    """The kinds that a file's name means, the likeliest first; empty if it says nothing."""
    _, dot, suffix = name.lower().rpartition(".")
    return MEANT.get(dot + suffix, ())


def _fits_tap(data: bytes) -> bool:
    """Whether it begins with a whole record, a mark, a gap or the end of the medium."""
    word = int.from_bytes(data[:4], "little")
    if len(data) < 4:
        return False
    if word in (0, 0xFFFF_FFFF, 0xFFFF_FFFE, 0xFFFE_FFFF):
        return True
    length = word & 0x7FFF_FFFF
    closing = 4 + length + (length & 1)
    return length <= 0xFF_FFFF and data[closing : closing + 4] == data[:4]


def _fits_p7b(data: bytes) -> bool:
    """Whether it begins with a record whose characters agree in their parity."""
    if not data[0] & _START:
        return False
    end = next((at for at, byte in enumerate(data[1:], 1) if byte & _START), len(data))
    record = data[:end]
    odd = sum(map(is_odd, record))
    return 0 not in record and min(odd, end - odd) * _MOST_ODD_ONES <= end


def _fits_cbn(data: bytes) -> bool:
    card = data[:CARD_BYTES]
    return (
        len(card) == CARD_BYTES
        and bool(card[0] & _START)
        and not any(byte & _START for byte in card[1:])
        and all(map(is_odd, card))
    )


def _fits_image(data: bytes) -> bool:
    idle = any(byte & 0x0F for byte in data[: 2 * CARD_BYTES : 2])
    return len(data) % CARD_BYTES == 0 and not idle and not _fits_text(data)


def _fits_text(data: bytes) -> bool:
    try:
        lines = data.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError:
        return False
    bare = [line.rstrip("\r") for line in lines]
    return all(
        line.startswith("~") or (len(line) <= _LONGEST_LINE and line.isprintable()) for line in bare
    )


_FITS: Mapping[Kind, Callable[[bytes], bool]] = {
    "tap": _fits_tap,
    "p7b": _fits_p7b,
    "cbn": _fits_cbn,
    "image": _fits_image,
    "text": _fits_text,
}
