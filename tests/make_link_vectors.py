"""Makes tests/golden/link-vectors.json: what every end of the link must write and read.

``uv run python -m tests.make_link_vectors``.  The payloads stand here byte by byte, as the table at
the top of devices/link/frames.py has them; stuffing and CRC are the slow twin's (tests/naive/link).
Nothing of devices/link is used.

``frames``: a message each, with its fields, and its bytes on the wire: to be written from the
fields and read back to them.  ``arrivals``: bytes that arrive, and what a receiver that knows both
directions makes of them: messages with their seq, and its counters.
"""

import json
from pathlib import Path
from typing import Any

from tests.naive.link import on_the_wire, stuff

GOLDEN = Path(__file__).parent / "golden" / "link-vectors.json"

LEVELS_180 = bytes(range(0x100))[3:93]
"""90 bytes, every nibble's value among them."""
DIGEST = "c0ffee00"

Fields = dict[str, Any]
FRAMES: list[tuple[str, str, int, int, bytes, Fields]] = [
    # what, who sends it, seq, type, payload, fields
    ("hello", "host", 0, 0x01, b"\x01\xc0\xff\xee\x00", {"version": 1, "digest": DIGEST}),
    ("hello, all zeros", "host", 0, 0x01, b"\x01\0\0\0\0", {"version": 1, "digest": "00000000"}),
    ("keyframe of no lamps", "host", 1, 0x02, b"", {"packed": ""}),
    ("keyframe of one lamp", "host", 2, 0x02, b"\xf0", {"packed": "f0"}),
    ("keyframe of three", "host", 3, 0x02, b"\x12\x30", {"packed": "1230"}),
    ("keyframe of 180", "host", 4, 0x02, LEVELS_180, {"packed": LEVELS_180.hex()}),
    ("keyframe of 180, dark", "host", 5, 0x02, bytes(90), {"packed": "00" * 90}),
    ("keyframe of 304, lit", "host", 6, 0x02, b"\xff" * 152, {"packed": "ff" * 152}),
    ("the longest frame, dark", "host", 0, 0x02, bytes(250), {"packed": "00" * 250}),
    ("the longest frame, no zero", "host", 7, 0x02, b"\x11" * 250, {"packed": "11" * 250}),
    (
        "the longest, one zero",
        "host",
        8,
        0x02,
        b"\x22" * 249 + b"\0",
        {"packed": "22" * 249 + "00"},
    ),
    ("empty delta", "host", 9, 0x03, b"\x08", {"base": 8, "changes": []}),
    ("delta of one", "host", 10, 0x03, b"\x09\x00\x0f", {"base": 9, "changes": [[0, 15]]}),
    ("delta, seq over", "host", 0, 0x03, b"\xff\x0b\x30", {"base": 255, "changes": [[179, 0]]}),
    (
        "delta of three, backwards",
        "host",
        255,
        0x03,
        b"\xfe\x12\xf1\x01\x05\x00\x00",
        {"base": 254, "changes": [[303, 1], [16, 5], [0, 0]]},
    ),
    (
        "the longest delta",
        "host",
        11,
        0x03,
        b"\x0a" + b"\xff\xff" * 124,
        {"base": 10, "changes": [[4095, 15]] * 124},
    ),
    ("ping", "host", 12, 0x04, b"", {}),
    ("ping, seq 0", "host", 0, 0x04, b"", {}),
    (
        "panel's hello",
        "panel",
        0,
        0x81,
        b"\x01\xc0\xff\xee\x00\x00\xb4\x00\x49\x01\x00ibm704",
        {
            "version": 1,
            "digest": DIGEST,
            "lamps": 180,
            "switches": 73,
            "major": 1,
            "minor": 0,
            "name": "ibm704",
        },
    ),
    (
        "panel's hello, a name of 32 letters",
        "panel",
        1,
        0x81,
        b"\x01\xc0\xff\xee\x00\x01\x30\x02\x61\xff\x10" + b"A cabinet of 304 drawers in oak.",
        {
            "version": 1,
            "digest": DIGEST,
            "lamps": 304,
            "switches": 609,
            "major": 255,
            "minor": 16,
            "name": "A cabinet of 304 drawers in oak.",
        },
    ),
    ("no switches", "panel", 2, 0x82, b"\0\0", {"count": 0, "bitmap": ""}),
    ("nine switches", "panel", 3, 0x82, b"\x01\x00\x80\x80", {"count": 256, "bitmap": "8080"}),
    (
        "the longest bitmap",
        "panel",
        4,
        0x82,
        b"\xff\xff" + b"\x55" * 248,
        {"count": 65535, "bitmap": "55" * 248},
    ),
    ("ack", "panel", 5, 0x83, b"\x04", {"about": 4}),
    ("ack of seq 0, seq 0", "panel", 0, 0x83, b"\x00", {"about": 0}),
    ("fault", "panel", 6, 0x84, b"\x05\xff", {"code": 5, "about": 255}),
]

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
PING_1 = on_the_wire(0x04, 1, b"")
PING_2 = on_the_wire(0x04, 2, b"")
PINGS = [{"seq": 1, "kind": "Ping"}, {"seq": 2, "kind": "Ping"}]


def _malformed(seq: int, type_: int, code: int) -> Fields:
    return {"seq": seq, "kind": "Malformed", "type": type_, "code": code}


def _flipped(wire: bytes, at: int, bit: int) -> bytes:
    return wire[:at] + bytes((wire[at] ^ 1 << bit,)) + wire[at + 1 :]


ARRIVALS: list[tuple[str, bytes, list[Fields], Fields]] = [
    # what, bytes, messages, counters that aren't zero
    ("nothing", b"", [], {}),
    ("zeros alone", b"\0\0\0", [], {}),
    ("a zero before each frame", b"\0" + PING_1 + b"\0" + PING_2, PINGS, {"good": 2}),
    ("a frame not yet ended", PING_1[:-1], [], {}),
    ("half a frame, then a whole one", PING_1[:3] + PING_2, [], {"bad_cobs": 1}),
    (
        "half a frame, a zero, then a whole one",
        PING_1[:3] + b"\0" + PING_2,
        PINGS[1:],
        {"bad_cobs": 1, "good": 1},
    ),
    ("one bit turned", _flipped(PING_1, 1, 7) + PING_2, PINGS[1:], {"bad_crc": 1, "good": 1}),
    (
        "one bit turned makes a zero: two ends",
        _flipped(PING_1, 2, 0) + PING_2,
        PINGS[1:],
        {"bad_cobs": 2, "good": 1},
    ),
    (
        "one bit turned in a count",
        _flipped(PING_1, 0, 1) + PING_2,
        PINGS[1:],
        {"bad_cobs": 1, "good": 1},
    ),
    ("an end lost between two", PING_1[:-1] + PING_2, [], {"bad_crc": 1}),
    ("three bytes: no room for a CRC", b"\x04\x01\x02\x03\0", [], {"bad_crc": 1}),
    ("a count beyond the end", b"\x09\x01\x02\0" + PING_2, PINGS[1:], {"bad_cobs": 1, "good": 1}),
    (
        "255 bytes without a zero that unstuff to 254",
        b"\xff" + b"\x33" * 254 + b"\0" + PING_2,
        PINGS[1:],
        {"bad_crc": 1, "good": 1},
    ),
    (
        "256 bytes without a zero",
        b"\x33" * 256 + b"\0" + PING_2,
        PINGS[1:],
        {"too_long": 1, "good": 1},
    ),
    (
        "a right frame of 255 bytes: one too long",
        stuff(b"\x02\x01" + b"\x11" * 251 + b"\x12\x34") + b"\0" + PING_2,
        PINGS[1:],
        {"too_long": 1, "good": 1},
    ),
    ("a thousand bytes, not ended", b"\x44" * 1000, [], {"too_long": 1}),
    ("a type of neither side", on_the_wire(0x05, 9, b""), [_malformed(9, 5, 2)], {"unknown": 1}),
    ("type 0", on_the_wire(0x00, 0, b""), [_malformed(0, 0, 2)], {"unknown": 1}),
    (
        "a hello of version 2, longer",
        on_the_wire(0x01, 3, b"\x02abcdefgh"),
        [{"seq": 3, "kind": "Hello", "version": 2, "digest": ""}],
        {"good": 1},
    ),
    ("a hello without version", on_the_wire(1, 3, b""), [_malformed(3, 1, 1)], {"malformed": 1}),
    ("a hello too short", on_the_wire(1, 3, b"\1abc"), [_malformed(3, 1, 1)], {"malformed": 1}),
    ("a hello too long", on_the_wire(1, 3, b"\1abcde"), [_malformed(3, 1, 1)], {"malformed": 1}),
    ("a delta without base", on_the_wire(3, 4, b""), [_malformed(4, 3, 1)], {"malformed": 1}),
    ("a delta of a half", on_the_wire(3, 4, b"\1\2"), [_malformed(4, 3, 1)], {"malformed": 1}),
    (
        "a ping that says something",
        on_the_wire(4, 5, b"?"),
        [_malformed(5, 4, 1)],
        {"malformed": 1},
    ),
    (
        "a panel's hello of version 9",
        on_the_wire(0x81, 6, b"\x09"),
        [
            {
                "seq": 6,
                "kind": "PanelHello",
                "version": 9,
                "digest": "",
                "lamps": 0,
                "switches": 0,
                "major": 0,
                "minor": 0,
                "name": "",
            }
        ],
        {"good": 1},
    ),
    (
        "a panel's hello without name",
        on_the_wire(0x81, 6, b"\x01abcd\0\1\0\1\1\0"),
        [_malformed(6, 0x81, 1)],
        {"malformed": 1},
    ),
    (
        "a name of 33 letters",
        on_the_wire(0x81, 6, b"\x01abcd\0\1\0\1\1\0" + b"n" * 33),
        [_malformed(6, 0x81, 1)],
        {"malformed": 1},
    ),
    (
        "a name that would ring the terminal's bell",
        on_the_wire(0x81, 6, b"\x01abcd\0\1\0\1\1\0ding\x07"),
        [_malformed(6, 0x81, 1)],
        {"malformed": 1},
    ),
    (
        "switches without count",
        on_the_wire(0x82, 7, b"\1"),
        [_malformed(7, 0x82, 1)],
        {"malformed": 1},
    ),
    ("an ack of nothing", on_the_wire(0x83, 8, b""), [_malformed(8, 0x83, 1)], {"malformed": 1}),
    (
        "a fault of one byte",
        on_the_wire(0x84, 8, b"\1"),
        [_malformed(8, 0x84, 1)],
        {"malformed": 1},
    ),
]
COUNTERS = ("good", "bad_crc", "too_long", "bad_cobs", "unknown", "malformed")


def vectors() -> Fields:
    """The whole file."""
    return {
        "version": 1,
        "frames": [
            {
                "what": what,
                "from": side,
                "seq": seq,
                "kind": KINDS[type_],
                **fields,
                "wire": on_the_wire(type_, seq, payload).hex(),
            }
            for what, side, seq, type_, payload, fields in FRAMES
        ],
        "arrivals": [
            {
                "what": what,
                "wire": wire.hex(),
                "messages": messages,
                "counters": {one: counters.get(one, 0) for one in COUNTERS},
            }
            for what, wire, messages, counters in ARRIVALS
        ],
    }


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(vectors(), indent=1) + "\n")
