"""The wire of a real panel, byte by byte: the slow twin of devices/link/frames.

CRC-16/CCITT-FALSE is done bit by bit, COBS a byte at a time as its paper tells it (Cheshire and
Baker, 1999), and a receiver is what it says: collect up to a 0x00, then look.
"""

import json
from pathlib import Path

LONGEST = 255
"""Bytes between two zeros."""
KINDS = {
    0x01: "Hello",
    0x02: "Keyframe",
    0x03: "Delta",
    0x04: "Ping",
    0x81: "PanelHello",
    0x82: "Switches",
    0x83: "Ack",
    0x84: "Fault",
}
COUNTERS = ("good", "bad_crc", "too_long", "bad_cobs", "unknown", "malformed")
VECTORS = json.loads((Path(__file__).parents[1] / "golden" / "link-vectors.json").read_text())
"""What every end of the link must write and read.  ``frames``: a message each, with its fields, and
its bytes on the wire: to be written from the fields and read back to them.  ``arrivals``: bytes
that arrive, and what a receiver that knows both directions makes of them: messages with their seq,
and its counters.
"""


def crc(data: bytes) -> int:
    """Polynomial 0x1021, from 0xFFFF, highest bit first, nothing turned round or inverted."""
    register = 0xFFFF
    for byte in data:
        for bit in range(7, -1, -1):
            out = (register >> 15) ^ (byte >> bit & 1)
            register = (register << 1) & 0xFFFF
            if out:
                register ^= 0x1021
    return register


def stuff(raw: bytes) -> bytes:
    """COBS: each run of up to 254 bytes without a zero behind a byte that counts it."""
    out = run = b""
    for byte in raw:
        if len(run) == 254:
            out, run = out + b"\xff" + run, b""
        if byte == 0:
            out, run = out + bytes((len(run) + 1,)) + run, b""
        else:
            run += bytes((byte,))
    return out + bytes((len(run) + 1,)) + run


def unstuff(stuffed: bytes) -> bytes | None:
    """The bytes again, or None if the counts don't come out."""
    raw, at = b"", 0
    while at < len(stuffed):
        count = stuffed[at]
        run = stuffed[at + 1 : at + count]
        if count == 0 or len(run) != count - 1:
            return None
        raw += run
        at += count
        if count != 255 and at < len(stuffed):
            raw += b"\x00"
    return raw


def on_the_wire(type_: int, seq: int, payload: bytes) -> bytes:
    """A frame as it goes out."""
    body = bytes((type_, seq)) + payload
    return stuff(body + crc(body).to_bytes(2, "big")) + b"\x00"


def received(wire: bytes) -> list[bytes]:
    """The frames, each type, seq and payload, that a receiver takes from bytes: whole and right."""
    taken = []
    between = wire.split(b"\x00")
    for stuffed in between[:-1]:
        if not 0 < len(stuffed) <= LONGEST:
            continue
        raw = unstuff(stuffed)
        if raw is not None and len(raw) >= 4 and crc(raw[:-2]) == int.from_bytes(raw[-2:], "big"):
            taken.append(raw[:-2])
    return taken
