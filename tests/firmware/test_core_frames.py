"""The firmware's frames against the bytes that Python's are held to, and against any noise."""

import random
from itertools import product
from typing import Any

import pytest

from devices.link import frames
from devices.link.frames import Malformed, Message
from tests.firmware.core import Core, Frame, Receiver
from tests.naive import link as naive
from tests.naive.link import COUNTERS, KINDS, VECTORS

TYPES = {kind: type_ for type_, kind in KINDS.items()}


def counters(receiver: Receiver | frames.Receiver) -> dict[str, int]:
    return {name: getattr(receiver, name) for name in COUNTERS}


def parts(wire: bytes) -> tuple[int, int, bytes]:
    """Type, seq and payload of a right frame, by the slow twin."""
    raw = naive.unstuff(wire.rstrip(b"\0"))
    assert raw is not None
    return raw[0], raw[1], raw[2:-2]


def is_same(frame: Frame, seq: int, message: Message) -> bool:
    """Whether C and Python took the same from a wire.  Of a HELLO of another version Python keeps
    the number alone."""
    if isinstance(message, Malformed):
        return (frame.seq, frame.type, frame.fault) == (seq, message.type, message.code)
    if isinstance(message, frames.Hello | frames.PanelHello) and message.version != frames.VERSION:
        return (frame.seq, frame.fault, frame.payload[0]) == (seq, 0, message.version)
    sent = parts(frames.encode(message, seq))
    return frame.fault == 0 and (frame.type, frame.seq, frame.payload) == sent


@pytest.mark.slow
def test_a_frame_is_written_and_read_byte_for_byte(core: Core) -> None:
    for vector in VECTORS["frames"]:
        wire, what = bytes.fromhex(vector["wire"]), vector["what"]
        type_, seq, payload = parts(wire)
        assert (type_, seq) == (TYPES[vector["kind"]], vector["seq"]), what
        assert core.encode(type_, seq, payload) == wire, what
        assert core.receiver().feed(wire) == [Frame(type_, seq, payload, 0)], what


def wanted(message: dict[str, Any]) -> tuple[int, int, int]:
    """The seq, type and fault that C tells of a vector's message."""
    if message["kind"] == "Malformed":
        return message["seq"], message["type"], message["code"]
    return message["seq"], TYPES[message["kind"]], 0


@pytest.mark.slow
def test_what_arrives_comes_to_the_same(core: Core) -> None:
    for vector in VECTORS["arrivals"]:
        receiver = core.receiver()
        found = receiver.feed(bytes.fromhex(vector["wire"]))
        told = [(frame.seq, frame.type, frame.fault) for frame in found]
        assert told == [wanted(one) for one in vector["messages"]], vector["what"]
        assert counters(receiver) == vector["counters"], vector["what"]


def test_every_length_is_stuffed_as_the_slow_twin_does(core: Core) -> None:
    lengths, heads = (0, 1, 2, 100, 249, 250), ((0x02, 0), (0xFF, 255), (0x00, 1))
    for length, byte, (type_, seq) in product(lengths, (0x00, 0x01, 0xFF), heads):
        payload = bytes((byte,)) * length
        wire = naive.on_the_wire(type_, seq, payload)
        assert core.encode(type_, seq, payload) == wire
        assert [f.payload for f in core.receiver().feed(wire)] == [payload]


def noise(dice: random.Random) -> bytes:
    """A piece of a wire: a right frame, a damaged one, or bytes of any kind."""
    kind = dice.randrange(6)
    if kind == 0:
        return dice.randbytes(dice.randrange(400))
    if kind == 1:
        return bytes(dice.choices((0, 1, 2, 255), k=dice.randrange(300)))
    payload = bytes(dice.choices((0, dice.randrange(256)), k=dice.randrange(251)))
    if kind == 2:
        payload = payload[: dice.randrange(13)]
    type_ = dice.choice((1, 2, 3, 4, 5, 0x81, 0x82, 0x83, 0x84, dice.randrange(256)))
    wire = bytearray(naive.on_the_wire(type_, dice.randrange(256), payload))
    if kind == 3:
        wire[dice.randrange(len(wire))] ^= 1 << dice.randrange(8)
    if kind == 4:
        del wire[dice.randrange(len(wire))]
    return bytes(wire)


@pytest.mark.slow
def test_whatever_arrives_python_and_c_take_the_same_from_it(core: Core) -> None:
    dice = random.Random(704)
    here, there = frames.Receiver(), core.receiver()
    taken = 0
    for _ in range(1500):
        piece = noise(dice)
        messages, found = here.feed(piece), there.feed(piece)
        assert len(messages) == len(found)
        for frame, (seq, message) in zip(found, messages, strict=True):
            assert is_same(frame, seq, message)
        taken += len(found)
        assert counters(there) == counters(here)
    assert taken > 200
    assert min(counters(there).values()) > 3
