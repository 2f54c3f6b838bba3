"""The firmware's core in C beside the panel in Python: frames, contacts, and all of it together."""

import random
from itertools import product
from typing import Any

import numpy as np
import pytest

from devices.link import frames
from devices.link.frames import Malformed, Message
from firmware_sim.panel import FIRMWARE
from firmware_sim.panel import Panel as PythonPanel
from tests.firmware.building import counts
from tests.firmware.core import Core, Frame, Matrix, Panel, Receiver
from tests.naive import link as naive
from tests.naive.link import COUNTERS, KINDS, VECTORS


def said(data: bytes) -> list[frames.Message]:
    receiver = frames.Receiver()
    messages = [message for _, message in receiver.feed(data)]
    assert receiver.bad == 0
    return messages


def answers(data: bytes) -> list[frames.Message]:
    """What was said but how the switches stand, which is told each time with the clock."""
    return [message for message in said(data) if not isinstance(message, frames.Switches)]


@pytest.fixture
def panel(core: Core) -> Panel:
    return Panel(core)


def test_it_says_who_it_is_and_how_its_switches_stand_when_it_is_switched_on(
    panel: Panel, panel_name: str
) -> None:
    digest, lamps, switches = counts(panel_name)
    hello = frames.PanelHello(1, digest, lamps, switches, *FIRMWARE, panel_name)
    stand = frames.Switches(0, bytes((switches + 7) // 8))
    assert panel.transmit(0) == frames.encode(hello, 0) + frames.encode(stand, 1)


def test_switches_are_told_at_least_every_50_ms(panel: Panel) -> None:
    panel.transmit(0)
    assert panel.transmit(40_000) == b""
    assert len(said(panel.transmit(50_000))) == 1
    assert panel.transmit(60_000) == b""


def test_the_clock_may_begin_again(panel: Panel) -> None:
    panel.transmit((1 << 32) - 1_000)
    assert panel.transmit((1 << 32) + 10_000) == b""
    assert len(said(panel.transmit((1 << 32) + 49_500))) == 1


def test_called_it_says_at_once_how_its_switches_stand(panel: Panel, panel_name: str) -> None:
    panel.transmit(0)
    digest, _, _ = counts(panel_name)
    panel.receive(frames.encode(frames.Hello(1, digest), 0))
    kinds = [type(message).__name__ for message in said(panel.transmit(0))]
    assert kinds == ["PanelHello", "Switches"]


def test_an_edge_is_told_at_once(panel: Panel) -> None:
    panel.transmit(0)
    for _ in range(4):
        panel.matrix.look(0, 0x80)
    (told,) = said(panel.transmit(1_000))
    assert told == frames.Switches(1, b"\x80" + bytes(panel.core.rows - 1))


def test_switches_and_answers_take_turns(panel: Panel) -> None:
    panel.transmit(0)
    panel.receive(b"".join(frames.encode(frames.Ping(), seq) for seq in range(3)))
    for _ in range(4):
        panel.matrix.look(0, 0x80)
    kinds = [type(message).__name__ for message in said(panel.transmit(0))]
    assert kinds == ["Ack", "Switches", "Ack", "Ack"]


def test_more_than_eight_answers_are_not_kept(panel: Panel) -> None:
    panel.transmit(0)
    panel.receive(b"".join(frames.encode(frames.Ping(), seq) for seq in range(20)))
    assert answers(panel.transmit(0)) == [frames.Ack(seq) for seq in range(8)]


def test_a_delta_with_a_lamp_that_isnt_there_lights_nothing(panel: Panel) -> None:
    lamps = panel.core.lamps
    panel.receive(frames.encode(frames.Keyframe(frames.pack(np.full(lamps, 3, dtype=np.uint8))), 7))
    panel.transmit(0)
    assert not panel.receive(frames.encode(frames.Delta(7, ((0, 15), (lamps, 1))), 8))
    assert answers(panel.transmit(0)) == [frames.Fault(frames.FaultCode.BAD_PAYLOAD, 8)]
    assert panel.levels == [3] * lamps


def a_frame(dice: random.Random, core: Core, digest: bytes, seq: int, base: int) -> bytes:
    """What a host, a bad host or another end of a wire might send."""
    lamps = core.lamps
    bright = np.array(dice.choices(range(16), k=lamps), dtype=np.uint8)
    kind = dice.randrange(12)
    if kind < 3:
        return frames.encode(frames.Keyframe(frames.pack(bright)), seq)
    if kind < 7:
        changes = [(dice.randrange(lamps), dice.randrange(16)) for _ in range(dice.randrange(20))]
        return frames.encode(
            frames.Delta(base if dice.random() < 0.8 else base + 1 & 255, tuple(changes)), seq
        )
    if kind == 7:
        return frames.encode(frames.Ping(), seq)
    if kind == 8:
        return frames.encode(frames.Hello(1, digest if dice.random() < 0.5 else b"\0\1\2\3"), seq)
    if kind == 9:
        return frames.encode(frames.Delta(base, ((dice.randrange(lamps, 4096), 1),)), seq)
    type_ = dice.choice((0, 1, 2, 3, 4, 5, 0x7F, 0x81, 0x82, 0x83, 0x84, 0x90))
    return naive.on_the_wire(type_, seq, dice.randbytes(dice.choice((0, 1, 2, 5, 6, 151, 250))))


@pytest.mark.slow
def test_whatever_a_host_says_both_panels_answer_and_light_the_same(
    core: Core, panel: Panel, panel_name: str
) -> None:
    digest, lamps, switches = counts(panel_name)
    python = PythonPanel(digest, lamps, switches, panel_name)
    assert answers(panel.transmit(0)) == answers(python.transmit(0))
    dice = random.Random(304)
    base, lit = 0, 0
    for step in range(900):
        now = step * 2_000
        seq = step & 255
        frame = a_frame(dice, core, digest, seq, base)
        panel.receive(frame)
        python.receive(frame, now)
        mine, theirs = answers(panel.transmit(now)), answers(python.transmit(now))
        assert mine == theirs
        assert panel.levels == python.lamps.tolist()
        if python.accepted != lit:
            base, lit = seq, python.accepted
    assert lit > 300


def test_the_frame_numbers_go_round(panel: Panel) -> None:
    panel.transmit(0)
    numbers = []
    for seq in range(600):
        panel.receive(frames.encode(frames.Ping(), seq & 255))
        numbers += [number for number, _ in frames.Receiver().feed(panel.transmit(0))]
    assert numbers == [number & 255 for number in range(2, 602)]


# -- frames ----------------------------------------------------------------------------------------


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


# -- contacts --------------------------------------------------------------------------------------


LOOKS = 4
"""Looks in a row that must differ: three times 1.667 ms lie between."""


class SlowMatrix:
    """A switch is moved when it was found elsewhere so many times in a row."""

    def __init__(self, switches: int) -> None:
        self.down = [False] * switches
        self.differed = [0] * switches
        self.edges = 0

    def look(self, contacts: list[bool]) -> None:
        for switch, closed in enumerate(contacts):
            self.differed[switch] = self.differed[switch] + 1 if closed != self.down[switch] else 0
            if self.differed[switch] == LOOKS:
                self.down[switch] = closed
                self.differed[switch] = 0
                self.edges += 1

    @property
    def bitmap(self) -> bytes:
        bits = [*self.down, *[False] * (-len(self.down) % 8)]
        return bytes(
            sum(bit << 7 - k for k, bit in enumerate(bits[row : row + 8]))
            for row in range(0, len(bits), 8)
        )


def look_at(matrix: Matrix, contacts: list[bool]) -> None:
    """Columns that no switch stands at read closed: they must not be told."""
    padded = [*contacts, *[True] * (-len(contacts) % 8)]
    for row in range(matrix.core.rows):
        eight = padded[8 * row : 8 * row + 8]
        matrix.look(row, sum(bit << 7 - k for k, bit in enumerate(eight)))


def test_any_bouncing_of_all_switches_comes_to_what_the_slow_twin_says(core: Core) -> None:
    dice = random.Random(62)
    matrix, slow = Matrix(core), SlowMatrix(core.switches)
    contacts = [False] * core.switches
    for look in range(400):
        restless = 0.4 if look % 40 < 20 else 0.02
        contacts = [closed ^ (dice.random() < restless) for closed in contacts]
        look_at(matrix, contacts)
        slow.look(contacts)
        assert matrix.down == slow.bitmap
        assert matrix.edges == slow.edges & 0xFFFF
    assert slow.edges > 1000


def test_a_bounce_is_one_edge_and_a_knock_none(core: Core) -> None:
    matrix = Matrix(core)
    for closed in (1, 0, 1, 1, 1, 0, 1, 1, 1):
        matrix.look(0, 0x80 * closed)
        assert matrix.edges == 0
    matrix.look(0, 0x80)
    assert (matrix.edges, matrix.down[0]) == (1, 0x80)
    for closed in (0, 0, 0, 1):
        matrix.look(0, 0x80 * closed)
    assert (matrix.edges, matrix.down[0]) == (1, 0x80)


def test_switches_that_are_down_when_it_is_switched_on_are_no_edges(core: Core) -> None:
    matrix = Matrix(core)
    for row in range(core.rows):
        matrix.begin(row, 0xFF)
    assert matrix.edges == 0
    assert sum(byte.bit_count() for byte in matrix.down) == core.switches
    for row in range(core.rows):
        for _ in range(LOOKS):
            matrix.look(row, 0xFF)
    assert matrix.edges == 0


def test_the_count_of_edges_goes_round(core: Core) -> None:
    matrix = Matrix(core)
    for edge in range(1, 8200):
        for _ in range(LOOKS):
            matrix.look(0, 0xFF if edge % 2 else 0x00)
    assert matrix.edges == 8 * 8199 & 0xFFFF
