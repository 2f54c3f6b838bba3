"""Faults at their rates, and the boards that are the wrong ones."""

import pytest

from devices.link.frames import (
    Fault,
    FaultCode,
    Hello,
    PanelHello,
    Receiver,
    Switches,
    encode,
)
from firmware_sim.faults import DELAY_US, EVENT_KINDS, Faults, make_panel

DATA = bytes(range(256)) * 400
RATE = 0.01


def test_without_faults_bytes_cross_as_they_are() -> None:
    faults = Faults()
    assert faults.cross(DATA) == DATA
    assert faults.delay_us(1_000) == 0
    assert all(faults.due(at) == [] for at in range(0, 10_000_000, 10_000))


def test_a_flip_changes_one_bit_of_a_byte_in_a_hundred() -> None:
    changed = [a ^ b for a, b in zip(Faults({"flip": RATE}).cross(DATA), DATA, strict=True)]
    flipped = [one for one in changed if one]
    assert all(one.bit_count() == 1 for one in flipped)
    assert 0.8 * RATE < len(flipped) / len(DATA) < 1.2 * RATE


@pytest.mark.parametrize(("kind", "sign"), [("drop", -1), ("duplicate", 1)])
def test_a_dropped_or_doubled_byte_in_a_hundred(kind: str, sign: int) -> None:
    crossed = Faults({kind: RATE}).cross(DATA)
    assert 0.8 * RATE < sign * (len(crossed) - len(DATA)) / len(DATA) < 1.2 * RATE


def test_a_delay_is_as_likely_as_there_are_bytes() -> None:
    faults = Faults({"delay": 0.001})
    for count in (1, 16):
        times = sum(faults.delay_us(count) == DELAY_US for _ in range(20_000))
        assert 0.7 * count < times / 20 < 1.3 * count


@pytest.mark.slow
@pytest.mark.parametrize("kind", EVENT_KINDS)
def test_what_happens_in_seconds_happens_as_often_as_was_asked(kind: str) -> None:
    faults = Faults({kind: 2.0})
    happened = [one for at in range(0, 1_000_000_000, 5_000) for one in faults.due(at)]
    assert set(happened) == {kind}
    assert 1_800 < len(happened) < 2_200


def answers(**rates: float) -> list[object]:
    """What the board with these faults answers to HELLO, beside its switches."""
    panel = make_panel(b"abcd", 4, 9, "test", Faults(rates))
    panel.transmit(0)
    panel.receive(encode(Hello(1, b"abcd"), 7), 0)
    said = [one for _, one in Receiver().feed(panel.transmit(0))]
    return [one for one in said if not isinstance(one, Switches)]


def test_another_board_says_what_it_is() -> None:
    assert answers() == [PanelHello(1, b"abcd", 4, 9, 1, 0, "test")]
    assert answers(version=1) == [PanelHello(2), Fault(FaultCode.WRONG_VERSION, 7)]
    hello, fault = answers(layout=1)
    assert isinstance(hello, PanelHello)
    assert (hello.digest == b"abcd", hello.lamps == 4) == (False, False)
    assert fault == Fault(FaultCode.WRONG_LAYOUT, 7)


def test_a_board_of_another_language_talks_and_says_nothing() -> None:
    panel = make_panel(b"abcd", 4, 9, "test", Faults({"language": 1}))
    receiver = Receiver()
    said = b""
    for at in range(0, 30_000_000, 1_000):
        panel.receive(encode(Hello(1, b"abcd"), 0), at)
        said += panel.transmit(at, 16)
    assert said.startswith(b"echo: ready\r\n")
    assert receiver.feed(said) == []
    assert receiver.too_long == 1
