"""The simulated panel: what it lights, what it answers, and what it says of its switches."""

import numpy as np
import pytest

from devices.link.frames import (
    Ack,
    Delta,
    Fault,
    FaultCode,
    Hello,
    Keyframe,
    Message,
    PanelHello,
    Ping,
    Receiver,
    Sent,
    Switches,
    encode,
    pack,
)
from firmware_sim.panel import (
    BOUNCES_US,
    DEBOUNCE_US,
    FIRMWARE,
    RING_BYTES,
    SCAN_US,
    SWITCHES_US,
    Panel,
)
from tests.naive.link import on_the_wire

DIGEST = b"abcd"
LAMPS, SWITCHES = 5, 11


class Host:
    """The host's side of the table: says frames, hears what comes back."""

    def __init__(self, panel: Panel) -> None:
        self.panel, self.receiver, self.now_us, self.seq = panel, Receiver(), 0, 0

    def hears(self, after_us: int = 0, room: int = RING_BYTES * 4) -> list[Message]:
        self.now_us += after_us
        data = self.panel.transmit(self.now_us, room)
        return [message for _, message in self.receiver.feed(data)]

    def says(self, message: Sent, seq: int | None = None) -> list[Message]:
        """The answers, without the switches."""
        self.seq = (self.seq + 1) % 256 if seq is None else seq
        self.panel.receive(encode(message, self.seq), self.now_us)
        return [one for one in self.hears() if not isinstance(one, Switches)]


@pytest.fixture
def host() -> Host:
    """Beside a panel that has been switched on and has said so."""
    host = Host(Panel(DIGEST, LAMPS, SWITCHES, "test"))
    host.hears()
    return host


def keyframe(*levels: int) -> Keyframe:
    return Keyframe(pack(np.array(levels, dtype=np.uint8)))


def test_switched_on_it_says_who_it_is_and_how_its_switches_stand() -> None:
    panel = Panel(DIGEST, LAMPS, SWITCHES, "test")
    assert Host(panel).hears() == [
        PanelHello(1, DIGEST, LAMPS, SWITCHES, *FIRMWARE, "test"),
        Switches(0, bytes(2)),
    ]
    assert panel.lamps.tolist() == [0] * LAMPS


def test_called_it_says_at_once_how_its_switches_stand(host: Host) -> None:
    host.panel.receive(encode(Hello(1, DIGEST), 0), 0)
    assert host.hears() == [host.panel.hello, Switches(0, bytes(2))]


def test_its_frames_are_numbered(host: Host) -> None:
    host.panel.receive(encode(Ping(), 1) + encode(Ping(), 2), 0)
    wire = host.panel.transmit(0)
    assert [seq for seq, _ in Receiver().feed(wire)] == [2, 3]


# -- lamps ----------------------------------------------------------------------------------------


def test_a_keyframe_lights_every_lamp(host: Host) -> None:
    assert host.says(keyframe(1, 2, 3, 4, 15), seq=200) == [Ack(200)]
    assert host.panel.lamps.tolist() == [1, 2, 3, 4, 15]


def test_a_delta_changes_the_lamps_it_names(host: Host) -> None:
    host.says(keyframe(1, 2, 3, 4, 5), seq=7)
    assert host.says(Delta(7, ((0, 9), (4, 0))), seq=8) == [Ack(8)]
    assert host.panel.lamps.tolist() == [9, 2, 3, 4, 0]


def test_a_delta_on_another_base_is_refused_and_lights_nothing(host: Host) -> None:
    host.says(keyframe(1, 2, 3, 4, 5), seq=7)
    assert host.says(Delta(6, ((0, 9),)), seq=8) == [Fault(FaultCode.OTHER_BASE, 8)]
    assert host.panel.lamps.tolist() == [1, 2, 3, 4, 5]


def test_a_ping_is_acknowledged_and_is_no_base(host: Host) -> None:
    host.says(keyframe(1, 2, 3, 4, 5), seq=7)
    assert host.says(Ping(), seq=8) == [Ack(8)]
    assert host.says(Delta(8, ()), seq=9) == [Fault(FaultCode.OTHER_BASE, 9)]
    assert host.says(Delta(7, ()), seq=10) == [Ack(10)]


@pytest.mark.parametrize("base", [0, 255])
def test_after_a_reset_no_delta_has_a_base(host: Host, base: int) -> None:
    host.says(keyframe(1, 2, 3, 4, 5), seq=base)
    host.panel.reset()
    host.hears()
    assert host.says(Delta(base, ()), seq=1) == [Fault(FaultCode.OTHER_BASE, 1)]
    assert host.panel.lamps.tolist() == [0] * LAMPS


def test_the_same_frame_twice_lights_once(host: Host) -> None:
    host.says(keyframe(1, 2, 3, 4, 5), seq=7)
    wire = encode(Delta(7, ((0, 9),)), 8) * 2
    host.panel.receive(wire, 0)
    answers = [one for one in host.hears() if not isinstance(one, Switches)]
    assert answers == [Ack(8), Fault(FaultCode.OTHER_BASE, 8)]


# -- what it won't have ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    [Keyframe(bytes(2)), Keyframe(bytes(4)), Delta(1, ((LAMPS, 1),)), Delta(1, ((4095, 0),))],
    ids=repr,
)
def test_a_frame_for_other_lamps_is_refused(host: Host, message: Sent) -> None:
    host.says(keyframe(1, 2, 3, 4, 5), seq=1)
    assert host.says(message, seq=2) == [Fault(FaultCode.BAD_PAYLOAD, 2)]
    assert host.panel.lamps.tolist() == [1, 2, 3, 4, 5]


def test_a_call_is_answered_and_what_is_wrong_with_it_told(host: Host) -> None:
    hello = host.panel.hello
    assert host.says(Hello(1, DIGEST), seq=3) == [hello]
    assert host.says(Hello(1, b"dcba"), seq=4) == [hello, Fault(FaultCode.WRONG_LAYOUT, 4)]
    assert host.says(Hello(2, DIGEST), seq=5) == [hello, Fault(FaultCode.WRONG_VERSION, 5)]


def test_what_only_panels_say_isnt_answered(host: Host) -> None:
    for message in (Ack(1), Fault(9, 1), host.panel.hello, Switches(0, bytes(2))):
        assert host.says(message) == []


def test_an_unknown_type_is_told(host: Host) -> None:
    host.panel.receive(on_the_wire(0x05, 9, b""), 0)
    assert host.hears() == [Fault(FaultCode.UNKNOWN_TYPE, 9)]
    host.panel.receive(on_the_wire(0x85, 9, b""), 0)
    assert host.hears() == []


# -- switches -------------------------------------------------------------------------------------


def edges(host: Host, for_us: int, step_us: int) -> list[tuple[int, Switches]]:
    """What comes of SWITCHES, with the time, looking each ``step_us``."""
    end = host.now_us + for_us
    found = []
    while host.now_us < end:
        heard = host.hears(step_us)
        found += [(host.now_us, one) for one in heard if isinstance(one, Switches)]
    return found


@pytest.mark.parametrize("step_us", [100, 1_000, 7_000])
def test_switches_are_told_every_50_ms(host: Host, step_us: int) -> None:
    times = [at for at, _ in edges(host, 1_000_000, step_us)]
    assert 1_000_000 // (SWITCHES_US + step_us) <= len(times) <= 20


@pytest.mark.parametrize("step_us", [100, 1_000, 3_000, 60_000])
@pytest.mark.parametrize("switch", [0, 7, 8, SWITCHES - 1])
def test_a_bouncing_switch_is_one_edge_within_the_debounce(
    host: Host, switch: int, step_us: int
) -> None:
    edges(host, 9_000, 1_000)
    began = host.now_us
    host.panel.press(switch)
    heard = edges(host, 100_000, step_us)
    assert {one.count for _, one in heard} <= {0, 1}
    first = next((at, one) for at, one in heard if one.count == 1)
    bitmap = bytearray(2)
    bitmap[switch // 8] |= 0x80 >> switch % 8
    assert first[1] == Switches(1, bytes(bitmap))
    latest = BOUNCES_US[-1] + 2 * SCAN_US + DEBOUNCE_US + step_us
    assert DEBOUNCE_US < first[0] - began <= latest


def test_pressed_and_let_go_between_two_looks_at_the_wire_both_edges_are_told(host: Host) -> None:
    host.panel.press(3)
    host.panel.receive(b"", 20_000)
    host.panel.release(3)
    assert host.hears(45_000) == [Switches(1, b"\x10\x00"), Switches(2, b"\x00\x00")]


def test_a_touch_shorter_than_the_debounce_is_none(host: Host) -> None:
    host.panel.press(3)
    host.hears(1_000)
    host.panel.release(3)
    assert {one for _, one in edges(host, 200_000, 1_000)} == {Switches(0, bytes(2))}


def test_a_bounce_in_the_middle_of_frames_disturbs_neither(host: Host) -> None:
    wire = b"".join(encode(keyframe(k % 16, 1, 2, 3, 4), k) for k in range(100))
    heard: list[Message] = []
    for at in range(0, len(wire), 3):
        if at == 300:
            host.panel.press(2)
        host.panel.receive(wire[at : at + 3], host.now_us)
        heard += host.hears(260)
    assert [one.about for one in heard if isinstance(one, Ack)] == list(range(100))
    counts = [one.count for one in heard if isinstance(one, Switches)]
    assert counts == sorted(counts)
    assert counts[-1] == 1
    assert host.receiver.bad == 0


def test_after_a_reset_the_switches_stand_as_they_stand_and_the_count_begins_again(
    host: Host,
) -> None:
    host.panel.press(0)
    edges(host, 50_000, 1_000)
    host.panel.press(1)
    host.panel.reset()
    assert host.hears()[1] == Switches(0, b"\xc0\x00")
    assert {one.count for _, one in edges(host, 100_000, 1_000)} == {0}


def test_the_count_wraps(host: Host) -> None:
    host.panel.changes = 0xFFFF
    host.panel.press(0)
    assert edges(host, 50_000, 1_000)[-1][1] == Switches(0, b"\x80\x00")


# -- the ring -------------------------------------------------------------------------------------


def test_what_doesnt_go_out_now_goes_out_next_and_never_cut(host: Host) -> None:
    host.panel.receive(encode(Hello(1, DIGEST), 0) + encode(Ping(), 1), 0)
    heard: list[Message] = []
    for _ in range(60):
        heard += host.hears(room=1)
    assert heard == [host.panel.hello, Switches(0, bytes(2)), Ack(1)]
    assert host.receiver.bad == 0


def test_answers_that_find_the_ring_full_are_lost_but_switches_are_not(host: Host) -> None:
    for seq in range(100):
        host.panel.receive(encode(Ping(), seq), 0)
    host.panel.press(5)
    host.panel.receive(b"", 20_000)
    acks = host.hears()
    assert 0 < len(acks) < 100
    assert acks == [Ack(seq) for seq in range(len(acks))]
    assert host.hears() == [Switches(1, b"\x04\x00")]
