"""The firmware's behaviour against the panel in Python: the same frames in, the same frames out."""

import random

import numpy as np
import pytest

from devices.link import frames
from firmware_sim.panel import FIRMWARE
from firmware_sim.panel import Panel as PythonPanel
from tests.firmware.building import counts
from tests.firmware.core import Core, Panel
from tests.naive import link as naive


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
