"""Which kind of file holds a medium: told by what is in it, the suffix of its name a hint.

========== ======================================  ==================================
kind       what tells it                           suffixes
========== ======================================  ==================================
``tap``    a record between two equal lengths      ``.tap`` ``.tp``
``p7b``    bit 7 at a record's start, one parity   ``.p7b`` ``.bcd`` ``.bin`` ``.tap``
``cbn``    160 bytes of odd parity, bit 7 first    ``.cbn`` ``.dck``
``image``  160 bytes, four idle bits in every two  ``.bin``
``bcd``    bit 7 first, even parity, 80 at most    ``.bcd``
``ebcdic`` 80 bytes of EBCDIC's characters         ``.ebcdic``
``text``   lines without control characters        ``.txt`` ``.deck`` ``.sap``
========== ======================================  ==================================

Suffixes were never agreed upon: one archive's ``.bin`` is a tape in odd parity and its ``.bcd`` one
in even, one simulator's ``.tap`` is what another calls ``.p7b``, and ``.dck`` has been column
binary and text.  So the suffix decides only where the content leaves it open.
"""

import base64
import binascii
import re
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


class Mending:
    """What was mended in a file as it was read: of each kind how often, and where first."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._found: dict[str, tuple[int, str]] = {}

    def add(self, what: str, where: str, count: int = 1) -> None:
        """``count`` more of a kind; ``what``: what it is, and what it was taken for."""
        before, first = self._found.get(what, (0, where))
        self._found[what] = before + count, first

    def notes(self) -> tuple[str, ...]:
        """One for each kind, beginning with the file's name."""
        return tuple(
            f"{self.name}: {what}: {count:,}, first at {first}"
            for what, (count, first) in self._found.items()
        )


# -- file kinds ------------------------------------------------------------------------------------

Kind = Literal["tap", "p7b", "cbn", "image", "bcd", "ebcdic", "text"]

TAPES: tuple[Kind, ...] = ("tap", "p7b")
DECKS: tuple[Kind, ...] = ("cbn", "image", "bcd", "ebcdic", "text")
ANY: tuple[Kind, ...] = ("cbn", "tap", "p7b", "image", "bcd", "ebcdic", "text")
"""In the order in which a file that could be several is taken for one."""

NAMES: Mapping[Kind, str] = {
    "tap": "a SIMH tape (.tap)",
    "p7b": "a tape of one byte a character (.p7b)",
    "cbn": "cards in column binary (.cbn)",
    "image": "cards of SIMH's binary images",
    "bcd": "cards of one byte a character in BCD",
    "ebcdic": "cards in EBCDIC",
    "text": "cards as text",
}
MEANT: Mapping[str, tuple[Kind, ...]] = {
    ".tap": ("tap",),
    ".tp": ("tap",),
    ".p7b": ("p7b",),
    ".bcd": ("p7b", "bcd"),
    ".ebcdic": ("ebcdic",),
    ".bin": ("p7b", "image"),
    ".cbn": ("cbn",),
    ".dck": ("cbn", "text"),
    ".txt": ("text",),
    ".deck": ("text",),
    ".sap": ("text",),
}
"""What a suffix says, the likeliest first."""

CARD_BYTES = 160
START = 0x80
"""In the first byte of a card or of a record."""
MOST_ODD_ONES = 10
"""One character in so many may have another parity than the others, as on a worn tape, or be none
of a text's."""
_CONTROLS = re.compile(rb"[^\t\n\f\r\x20-\x7e\x80-\xff]")
_NO_ASCII = re.compile(rb"[^\t\n\f\r\x20-\x7e]")


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
    ends = (4 + length + (length & 1), 4 + length)  # some leave the pad byte out
    return length <= 0xFF_FFFF and any(data[end : end + 4] == data[:4] for end in ends)


def _fits_p7b(data: bytes) -> bool:
    """Whether it begins with a record whose characters agree in their parity."""
    if not data[0] & START:
        return False
    end = next((at for at, byte in enumerate(data[1:], 1) if byte & START), len(data))
    record = data[:end]
    odd = sum(map(is_odd, record))
    return 0 not in record and min(odd, end - odd) * MOST_ODD_ONES <= end


def _fits_cbn(data: bytes) -> bool:
    card = data[:CARD_BYTES]
    return (
        len(card) == CARD_BYTES
        and bool(card[0] & START)
        and not any(byte & START for byte in card[1:])
        and all(map(is_odd, card))
    )


def _fits_image(data: bytes) -> bool:
    idle = any(byte & 0x0F for byte in data[: 2 * CARD_BYTES : 2])
    return len(data) % CARD_BYTES == 0 and not idle and not _fits_text(data)


def _fits_bcd(data: bytes) -> bool:
    """Whether it is records of even parity, none longer than a card."""
    records = re.findall(rb"[\x80-\xff][^\x80-\xff]*", data)
    longest = max(map(len, records), default=0)
    odd = sum(map(is_odd, data))
    return data[0] >= START and 1 < longest <= CARD_BYTES // 2 and odd * MOST_ODD_ONES <= len(data)


def _fits_ebcdic(data: bytes) -> bool:
    return len(data) % (CARD_BYTES // 2) == 0 and data.decode("cp037").isprintable()


def utf8_of(data: bytes) -> bytes:
    """The bytes of a text in UTF-8 or another set of eight bits, without a mark of its coding;
    what begins as UTF-16 and isn't stays as it is."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return data.decode("utf-16").encode()
        except UnicodeError:
            return data
    return data[3:] if data[:3] == b"\xef\xbb\xbf" else data


def decode_text(raw: bytes) -> tuple[str, bool]:
    """A text, and whether it is UTF-8; else Windows-1252, which has Latin-1's letters."""
    try:
        return raw.decode(), True
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace"), False


def odd_bytes(text: bytes) -> list[int]:
    """Where bytes stand that a text doesn't have: controls, and beyond ASCII what isn't UTF-8."""
    try:
        text.decode()
    except UnicodeDecodeError:
        return [found.start() for found in _NO_ASCII.finditer(text)]
    return [found.start() for found in _CONTROLS.finditer(text)]


def _fits_text(data: bytes) -> bool:
    text = utf8_of(data)
    odd = odd_bytes(text)  # the first byte of a record on cards or tape is one
    return not _CONTROLS.search(text) and odd[:1] != [0] and len(odd) * MOST_ODD_ONES <= len(text)


_FITS: Mapping[Kind, Callable[[bytes], bool]] = {
    "tap": _fits_tap,
    "p7b": _fits_p7b,
    "cbn": _fits_cbn,
    "image": _fits_image,
    "bcd": _fits_bcd,
    "ebcdic": _fits_ebcdic,
    "text": _fits_text,
}
