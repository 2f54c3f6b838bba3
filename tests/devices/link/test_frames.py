"""Frames against bytes written out, and against anything that a wire may bring."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.link import frames
from devices.link import frames as protocol
from tests.naive import link as naive
from tests.naive.link import COUNTERS, VECTORS

FRAMES = {one["what"]: one for one in VECTORS["frames"]}
ARRIVALS = {one["what"]: one for one in VECTORS["arrivals"]}


def message_of(vector: dict[str, Any]) -> protocol.Message:
    """A vector's message: fields that are bytes stand in it as hexadecimal text."""
    kind = getattr(frames, vector["kind"])
    fields = {name: vector[name] for name in kind.__dataclass_fields__}
    for name in ("digest", "packed", "bitmap"):
        if name in fields:
            fields[name] = bytes.fromhex(fields[name])
    if "changes" in fields:
        fields["changes"] = tuple((lamp, level) for lamp, level in fields["changes"])
    message: protocol.Message = kind(**fields)
    return message


def counters(receiver: protocol.Receiver) -> dict[str, int]:
    return {name: getattr(receiver, name) for name in COUNTERS}


# -- bytes written out ----------------------------------------------------------------------------


def test_the_crc_is_ccitt_false() -> None:
    assert naive.crc(b"123456789") == 0x29B1


@pytest.mark.parametrize(
    ("raw", "stuffed"),
    [
        # The examples of the paper and of every text on COBS.
        ("00", "01 01"),
        ("00 00", "01 01 01"),
        ("11 22 00 33", "03 11 22 02 33"),
        ("11 22 33 44", "05 11 22 33 44"),
        ("11 00 00 00", "02 11 01 01 01"),
    ],
)
def test_cobs_as_in_its_examples(raw: str, stuffed: str) -> None:
    assert naive.stuff(bytes.fromhex(raw)) == bytes.fromhex(stuffed)
    assert naive.unstuff(bytes.fromhex(stuffed)) == bytes.fromhex(raw)


@pytest.mark.parametrize("length", [253, 254])
def test_cobs_adds_one_byte_to_a_frame_without_zeros(length: int) -> None:
    assert naive.stuff(b"\x01" * length) == bytes((length + 1,)) + b"\x01" * length


@pytest.mark.parametrize(
    ("message", "seq", "wire"),
    [
        # type seq payload, the CRC worked out a bit at a time, counts put in by hand.
        (protocol.Ping(), 7, "05 0407a12c 00"),
        (protocol.Hello(1, b"abcd"), 7, "0a 01070161626364 8389 00"),
        (protocol.Delta(3, ((179, 15), (0, 0))), 7, "06 0307030b3f 01 03 f854 00"),
        (protocol.Keyframe(b"\x01\x02\x00"), 7, "05 02070102 03 55f0 00"),
        (protocol.Ack(0), 7, "03 8307 03 3701 00"),
    ],
)
def test_a_few_frames_by_hand(message: protocol.Sent, seq: int, wire: str) -> None:
    assert protocol.encode(message, seq).hex() == wire.replace(" ", "")


def test_a_message_is_written_as_in_the_vectors() -> None:
    for name, vector in FRAMES.items():
        message = message_of(vector)
        assert not isinstance(message, protocol.Malformed)
        assert protocol.encode(message, vector["seq"]).hex() == vector["wire"], name


@pytest.mark.parametrize("ahead", [b"", b"\x00"], ids=["alone", "a zero ahead"])
def test_a_message_is_read_as_in_the_vectors(ahead: bytes) -> None:
    for name, vector in FRAMES.items():
        receiver = protocol.Receiver()
        taken = receiver.feed(ahead + bytes.fromhex(vector["wire"]))
        assert taken == [(vector["seq"], message_of(vector))], name
        assert (receiver.good, receiver.bad) == (1, 0), name


@pytest.mark.parametrize("piece", [1, 2, 7, 4096])
def test_what_arrives_is_taken_as_in_the_vectors(piece: int) -> None:
    for name, vector in ARRIVALS.items():
        wire = bytes.fromhex(vector["wire"])
        receiver = protocol.Receiver()
        taken = [
            one for at in range(0, len(wire), piece) for one in receiver.feed(wire[at : at + piece])
        ]
        assert taken == [(one["seq"], message_of(one)) for one in vector["messages"]], name
        assert counters(receiver) == vector["counters"], name


# -- what can't be sent ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    [
        protocol.Keyframe(bytes(251)),
        protocol.Delta(0, ((0, 0),) * 125),
        protocol.Delta(0, ((0, 16),)),
        protocol.Delta(0, ((4096, 1),)),
        protocol.Delta(256, ()),
        protocol.Hello(1, b"abc"),
        protocol.PanelHello(1, b"abcd", 1, 1, 1, 0, ""),
        protocol.PanelHello(1, b"abcd", 1, 1, 1, 0, "n" * 33),
        protocol.PanelHello(1, b"abcd", 1, 1, 1, 0, "Köln"),
        protocol.PanelHello(1, b"abcd", 65536, 1, 1, 0, "n"),
        protocol.Switches(65536, b""),
        protocol.Switches(0, bytes(249)),
        protocol.Ack(-1),
        protocol.Fault(256, 0),
    ],
    ids=repr,
)
def test_what_the_protocol_has_no_place_for_is_our_own_mistake(message: protocol.Sent) -> None:
    with pytest.raises(protocol.LinkBugError):
        protocol.encode(message, 0)


# -- levels and switches --------------------------------------------------------------------------


def test_lamp_0_is_the_high_nibble_of_byte_0() -> None:
    assert frames.pack(np.array([15, 0, 3], dtype=np.uint8)) == b"\xf0\x30"
    assert frames.unpack(b"\xf0\x3f", 3).tolist() == [15, 0, 3]


# -- anything -------------------------------------------------------------------------------------

BYTE = st.integers(0, 255)
WORD = st.integers(0, 65535)
DIGESTS = st.binary(min_size=4, max_size=4)
MESSAGES: st.SearchStrategy[protocol.Sent] = st.one_of(
    st.builds(protocol.Hello, st.just(1), DIGESTS),
    st.builds(protocol.Keyframe, st.binary(max_size=250)),
    st.builds(
        protocol.Delta,
        BYTE,
        st.lists(st.tuples(st.integers(0, 4095), st.integers(0, 15)), max_size=124).map(tuple),
    ),
    st.just(protocol.Ping()),
    st.builds(
        protocol.PanelHello,
        st.just(1),
        DIGESTS,
        WORD,
        WORD,
        BYTE,
        BYTE,
        st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1, max_size=32),
    ),
    st.builds(protocol.Switches, WORD, st.binary(max_size=248)),
    st.builds(protocol.Ack, BYTE),
    st.builds(protocol.Fault, BYTE, BYTE),
)
TALK = st.lists(st.tuples(BYTE, MESSAGES), min_size=1, max_size=8)
DAMAGE = st.lists(
    st.tuples(st.sampled_from(("flip", "drop", "twice", "in")), st.integers(0), BYTE), max_size=8
)


def cut(data: bytes, at: list[int]) -> list[bytes]:
    """The bytes in pieces, cut at these places (taken modulo the length)."""
    places = sorted({place % (len(data) + 1) for place in at} | {0, len(data)})
    return [data[a:b] for a, b in pairwise(places)]


def damaged(data: bytes, damage: list[tuple[str, int, int]]) -> bytes:
    """With bits flipped, and bytes dropped, doubled and put in."""
    for what, place, value in damage:
        at = place % (len(data) + 1)
        here = data[at : at + 1]
        with_it = {
            "flip": bytes(byte ^ (1 << value % 8) for byte in here),
            "drop": b"",
            "twice": here * 2,
            "in": bytes((value,)) + here,
        }
        data = data[:at] + with_it[what] + data[at + 1 :]
    return data


@given(st.binary(max_size=800), st.lists(st.integers(0), max_size=12))
def test_any_bytes_in_any_pieces_are_what_the_slow_twin_takes_them_for(
    noise: bytes, cuts: list[int]
) -> None:
    in_pieces, whole = protocol.Receiver(), protocol.Receiver()
    taken = [one for piece in cut(noise, cuts) for one in in_pieces.feed(piece)]
    assert taken == whole.feed(noise)
    assert counters(in_pieces) == counters(whole)
    assert len(taken) == len(naive.received(noise))


@given(TALK, DAMAGE, st.lists(st.integers(0), max_size=6), MESSAGES)
def test_of_a_damaged_talk_only_frames_with_a_right_crc_are_taken(
    talk: list[tuple[int, protocol.Sent]],
    damage: list[tuple[str, int, int]],
    cuts: list[int],
    after: protocol.Sent,
) -> None:
    wire = damaged(b"".join(protocol.encode(message, seq) for seq, message in talk), damage)
    receiver = protocol.Receiver()
    taken = [one for piece in cut(wire, cuts) for one in receiver.feed(piece)]
    bodies = naive.received(wire)
    assert [seq for seq, _ in taken] == [body[1] for body in bodies]
    for (seq, message), body in zip(taken, bodies, strict=True):
        if isinstance(message, protocol.Malformed):
            assert message.type == body[0]
        elif not (
            isinstance(message, protocol.Hello | protocol.PanelHello) and message.version != 1
        ):
            assert protocol.encode(message, seq) == naive.on_the_wire(body[0], body[1], body[2:])
    # Whatever came before: an end, and the next frame is taken.
    assert receiver.feed(b"\x00" + protocol.encode(after, 77))[-1:] == [(77, after)]


def test_no_single_flip_between_the_ends_passes() -> None:
    for name, vector in FRAMES.items():
        wire = bytes.fromhex(vector["wire"])
        for bit in range(8 * (len(wire) - 1)):
            turned = bytearray(wire)
            turned[bit // 8] ^= 1 << bit % 8
            assert protocol.Receiver().feed(bytes(turned)) == [], (name, bit)


@pytest.mark.parametrize("name", FRAMES)
def test_an_end_turned_to_01_makes_a_frame_one_byte_longer_at_most(name: str) -> None:
    """Zeros behind a frame leave its CRC as it is: the exact length is the other half of the check.

    It takes an end that became 01 and a second end behind it.  A KEYFRAME or a bitmap of that
    length belongs to no panel with these lamps and switches; everything else is Malformed.
    """
    vector = FRAMES[name]
    wire = bytes.fromhex(vector["wire"])
    receiver = protocol.Receiver()
    for _, message in receiver.feed(wire[:-1] + b"\x01\x00"):
        if isinstance(message, protocol.Keyframe):
            assert len(message.packed) == len(vector["packed"]) // 2 + 1
        elif isinstance(message, protocol.Switches):
            assert len(message.bitmap) == len(vector["bitmap"]) // 2 + 1
        elif isinstance(message, protocol.PanelHello):
            assert len(message.name) == len(vector["name"]) + 1
        else:
            assert isinstance(message, protocol.Malformed)
    assert receiver.feed(wire) == [(vector["seq"], message_of(vector))]
