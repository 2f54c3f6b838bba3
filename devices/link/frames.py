"""Frames of the serial link, protocol version 1: messages to bytes and bytes to messages.  No I/O.

A frame before stuffing, big-endian throughout::

    +------+-----+--------------------+-----------+
    | type | seq | payload (0 to 250) | CRC (two) |    CRC-16/CCITT-FALSE over type, seq, payload
    +------+-----+--------------------+-----------+

    COBS takes the zeros out (254 bytes become at most 255) and one 0x00 ends the frame: never more
    than 256 bytes on the wire.  A 0x00 may also come before a frame; an empty frame is nothing.

    host to panel                                       panel to host
    01 HELLO     version, digest (4)                    81 HELLO     version, digest (4), lamps (2),
    02 KEYFRAME  every lamp, 4 bits each, lamp 0 in                  switches (2), firmware major,
                 the high nibble of byte 0                           minor, name (1 to 32, ASCII)
    03 DELTA     base, then (2) each: lamp << 4 | level 82 SWITCHES  change count (2), bitmap,
    04 PING                                                          switch 0 in bit 7 of byte 0
                                                        83 ACK       seq of the frame accepted
                                                        84 FAULT     code, seq of the frame meant

``seq`` counts each side's own frames modulo 256.  A DELTA's ``base`` is the seq of the last
KEYFRAME or DELTA that the panel acknowledged, and it applies only if the panel applied nothing
since (a PING lights nothing, so it is never a base).  With an odd number of lamps the last nibble
of a KEYFRAME, and with switches not a multiple of eight the last bits of a bitmap, are sent 0 and
not looked at.

Zeros behind a frame leave this CRC as it is, so lengths are checked exactly: here where a type has
one, by each side for a KEYFRAME (its lamps) and a bitmap (its switches).

What is too long (more than 255 bytes without a 0x00), can't be unstuffed or has another CRC is
counted and dropped; the next 0x00 begins afresh.  A frame whose CRC is right but whose type or
payload isn't comes out as Malformed, with the code of the FAULT that a panel answers it with.  Of a
HELLO of another version only the number is read: what follows it is that version's business.
"""

import struct
from binascii import crc_hqx
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
import numpy.typing as npt
from cobs import cobs

VERSION = 1
DIGEST_BYTES = 4
LONGEST_PAYLOAD = 250
LONGEST_STUFFED = 255
"""Bytes between two delimiters; a frame on the wire is one more."""
LONGEST_NAME = 32
MOST_LAMPS = 2 * LONGEST_PAYLOAD
MOST_SWITCHES = 8 * (LONGEST_PAYLOAD - 2)
DELIMITER = b"\x00"


class LinkBugError(Exception):
    """This side was asked for something that the protocol doesn't have: a mistake of ours."""


class FaultCode(IntEnum):
    """What a panel finds wrong with a frame whose CRC is right."""

    BAD_PAYLOAD = 1
    UNKNOWN_TYPE = 2
    WRONG_VERSION = 3
    WRONG_LAYOUT = 4
    OTHER_BASE = 5


@dataclass(frozen=True)
class Hello:
    """The host calls: its protocol version and the digest of the layout that it lights."""

    version: int
    digest: bytes  # 4 bytes; empty in a HELLO of another version, of which only the number is read


@dataclass(frozen=True)
class Keyframe:
    """Every lamp's level, packed: see :func:`pack` and :func:`unpack`."""

    packed: bytes


@dataclass(frozen=True)
class Delta:
    """Lamps that differ from what the frame ``base`` left: (lamp, level 0 to 15) each."""

    base: int
    changes: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Ping:
    """Nothing has changed; an answer is wanted all the same."""


@dataclass(frozen=True)
class PanelHello:
    """The panel tells who it is."""

    version: int
    digest: bytes = b""  # 4 bytes; this and what follows is empty in a HELLO of another version
    lamps: int = 0
    switches: int = 0
    major: int = 0
    minor: int = 0  # Version of the firmware
    name: str = ""


@dataclass(frozen=True)
class Switches:
    """Every switch as it stands, and how many debounced edges there were since the reset."""

    count: int  # Modulo 65536
    bitmap: bytes  # See :func:`pack_switches` and :func:`unpack_switches`


@dataclass(frozen=True)
class Ack:
    """The host's frame ``about`` was accepted."""

    about: int


@dataclass(frozen=True)
class Fault:
    """The host's frame ``about`` was not accepted; ``code`` is a FaultCode, or a later one."""

    code: int
    about: int


@dataclass(frozen=True)
class Malformed:
    """A frame that arrived whole and says nothing: only received, never sent."""

    type: int
    code: FaultCode


Sent = Hello | Keyframe | Delta | Ping | PanelHello | Switches | Ack | Fault
Message = Sent | Malformed


def pack(levels: npt.NDArray[np.uint8]) -> bytes:
    """Lamp levels, uint8[n] of 0 to 15, as a KEYFRAME carries them: ceil(n / 2) bytes."""
    even = np.append(levels, np.uint8(0)) if len(levels) % 2 else levels
    return ((even[0::2] << 4) | even[1::2]).astype(np.uint8).tobytes()


def unpack(packed: bytes, lamps: int) -> npt.NDArray[np.uint8]:
    """The levels of ``lamps`` lamps, uint8[lamps]; ``packed`` holds ceil(lamps / 2) bytes."""
    both = np.frombuffer(packed, dtype=np.uint8)
    return np.stack((both >> 4, both & 15), axis=1).reshape(-1)[:lamps]


def pack_switches(down: npt.NDArray[np.bool_]) -> bytes:
    """Switches, bool[m], True where pressed, as a bitmap of ceil(m / 8) bytes."""
    return np.packbits(down).tobytes()


def unpack_switches(bitmap: bytes, switches: int) -> npt.NDArray[np.bool_]:
    """A bitmap's switches, bool[switches]."""
    bits = np.unpackbits(np.frombuffer(bitmap, dtype=np.uint8), count=switches)
    return bits.astype(np.bool_)


def encode(message: Sent, seq: int) -> bytes:
    """The bytes of a message on the wire, with the 0x00 that ends it: at most 256.

    Raises LinkBugError if it has no place in the protocol (too long, a level over 15, a name that
    isn't ASCII).
    """
    kind = _KINDS[type(message)]
    try:
        payload = kind.write(message)
    except (struct.error, UnicodeEncodeError) as error:
        raise LinkBugError(f"{message} can't be written: {error}") from error
    if len(payload) > LONGEST_PAYLOAD:
        raise LinkBugError(f"a payload of {len(payload)} bytes; expected at most {LONGEST_PAYLOAD}")
    body = bytes((kind.type, seq & 0xFF)) + payload
    return bytes(cobs.encode(body + crc_hqx(body, 0xFFFF).to_bytes(2, "big"))) + DELIMITER


@dataclass
class Receiver:
    """Bytes as they come, in any pieces, to messages.  Nothing that arrives raises."""

    good: int = 0
    bad_crc: int = 0
    too_long: int = 0
    bad_cobs: int = 0
    unknown: int = 0  # Right CRC, a type that this version doesn't have
    malformed: int = 0  # Right CRC and type, a payload that can't be
    _pending: bytearray = field(default_factory=bytearray, repr=False)
    _discarding: bool = field(default=False, repr=False)

    def feed(self, data: bytes) -> list[tuple[int, Message]]:
        """The messages that these bytes complete, each with its seq."""
        *ended, begun = data.split(DELIMITER)
        found = []
        for piece in ended:
            self._take(piece)
            message = self._end()
            if message is not None:
                found.append(message)
        self._take(begun)
        return found

    def forget(self) -> None:
        """Forget a frame half received: the line was closed."""
        self._pending.clear()
        self._discarding = False

    @property
    def noise(self) -> int:
        """What came and was no frame."""
        return self.bad_crc + self.too_long + self.bad_cobs

    @property
    def bad(self) -> int:
        """What came and was no message."""
        return self.noise + self.unknown + self.malformed

    def _take(self, piece: bytes) -> None:
        if self._discarding:
            return
        if len(self._pending) + len(piece) > LONGEST_STUFFED:
            self.too_long += 1
            self._discarding = True
            self._pending.clear()
        else:
            self._pending += piece

    def _end(self) -> tuple[int, Message] | None:
        stuffed = bytes(self._pending)
        self._pending.clear()
        self._discarding = False
        if not stuffed:
            return None
        try:
            raw = bytes(cobs.decode(stuffed))
        except cobs.DecodeError:
            self.bad_cobs += 1
            return None
        # The CRC of a whole frame with its own CRC behind it is zero.
        if len(raw) < 4 or crc_hqx(raw, 0xFFFF):
            self.bad_crc += 1
            return None
        return raw[1], self._message(raw[0], raw[2:-2])

    def _message(self, type_: int, payload: bytes) -> Message:
        if type_ not in _READERS:
            self.unknown += 1
            return Malformed(type_, FaultCode.UNKNOWN_TYPE)
        try:
            message = _READERS[type_](payload)
        except (struct.error, ValueError):
            self.malformed += 1
            return Malformed(type_, FaultCode.BAD_PAYLOAD)
        self.good += 1
        return message


# -- payloads: how each is written and read -------------------------------------------------------

_PANEL_HELLO = struct.Struct(">B4sHHBB")


def _read_hello(payload: bytes) -> Hello:
    if not payload:
        raise ValueError("no version")
    if payload[0] != VERSION:
        return Hello(payload[0], b"")
    return Hello(payload[0], _exactly(payload[1:], DIGEST_BYTES))


def _write_delta(message: Delta) -> bytes:
    if any(level > 15 for _, level in message.changes):
        raise LinkBugError(f"a level over 15 in {message}")
    words = [lamp << 4 | level for lamp, level in message.changes]
    return struct.pack(f">B{len(words)}H", message.base, *words)


def _read_delta(payload: bytes) -> Delta:
    count = len(payload) // 2
    base, *words = struct.unpack(f">B{count}H", payload)
    return Delta(base, tuple((word >> 4, word & 15) for word in words))


def _write_panel_hello(message: PanelHello) -> bytes:
    name = message.name.encode("ascii")
    if not 1 <= len(name) <= LONGEST_NAME:
        raise LinkBugError(f"a name of {len(name)} letters; expected 1 to {LONGEST_NAME}")
    start = _PANEL_HELLO.pack(
        message.version,
        _digest(message.digest),
        message.lamps,
        message.switches,
        message.major,
        message.minor,
    )
    return start + name


def _read_panel_hello(payload: bytes) -> PanelHello:
    if not payload:
        raise ValueError("no version")
    if payload[0] != VERSION:
        return PanelHello(payload[0])
    name = payload[_PANEL_HELLO.size :].decode("ascii")
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise ValueError("not a name")
    version, digest, lamps, switches, major, minor = _PANEL_HELLO.unpack_from(payload)
    return PanelHello(version, digest, lamps, switches, major, minor, name)


def _read_switches(payload: bytes) -> Switches:
    (count,) = struct.unpack_from(">H", payload)
    return Switches(count, payload[2:])


def _digest(digest: bytes) -> bytes:
    if len(digest) != DIGEST_BYTES:
        raise LinkBugError(f"a digest of {len(digest)} bytes; expected {DIGEST_BYTES}")
    return digest


def _exactly(payload: bytes, length: int) -> bytes:
    if len(payload) != length:
        raise ValueError(f"{len(payload)} bytes; expected {length}")
    return payload


@dataclass(frozen=True)
class _Kind:
    type: int
    write: Callable[..., bytes]
    read: Callable[[bytes], Message]


_KINDS: dict[type, _Kind] = {
    Hello: _Kind(0x01, lambda m: bytes((m.version,)) + _digest(m.digest), _read_hello),
    Keyframe: _Kind(0x02, lambda m: m.packed, Keyframe),
    Delta: _Kind(0x03, _write_delta, _read_delta),
    Ping: _Kind(0x04, lambda _: b"", lambda p: Ping(*_exactly(p, 0))),
    PanelHello: _Kind(0x81, _write_panel_hello, _read_panel_hello),
    Switches: _Kind(0x82, lambda m: struct.pack(">H", m.count) + m.bitmap, _read_switches),
    Ack: _Kind(0x83, lambda m: struct.pack(">B", m.about), lambda p: Ack(*_exactly(p, 1))),
    Fault: _Kind(
        0x84, lambda m: struct.pack(">BB", m.code, m.about), lambda p: Fault(*_exactly(p, 2))
    ),
}
_READERS = {kind.type: kind.read for kind in _KINDS.values()}
