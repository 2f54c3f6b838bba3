"""A panel on a pseudo-terminal: as slow as a real line, and as unreliable as it is told to be."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial

from devices.link import frames as protocol
from devices.refusal import RefusedError
from firmware_sim.panel import Panel

pytestmark = pytest.mark.skipif(
    not hasattr(os, "openpty"), reason="this system has no pseudo-terminals"
)
if hasattr(os, "openpty"):
    from firmware_sim.line import ADAPTER_BYTES, LineDirection, PtyLine

DIGEST = b"abcd"
PATIENCE = 10.0
"""Seconds for what takes milliseconds: other tests run beside this one."""


def new_panel() -> Panel:
    return Panel(DIGEST, 180, 69, "test")


@pytest.fixture
def line() -> Iterator["PtyLine"]:
    with PtyLine(new_panel()) as line:
        yield line


class Port:
    """The host's end, opened as the museum opens it."""

    def __init__(self, path: str) -> None:
        self.serial = serial.Serial(path, 115_200, timeout=0.02, exclusive=True)
        self.receiver = protocol.Receiver()

    def until(self, wanted: Callable[[protocol.Message], bool]) -> list[protocol.Message]:
        """What is heard until something is that is wanted."""
        end = time.monotonic() + PATIENCE
        heard: list[protocol.Message] = []
        while time.monotonic() < end:
            heard += [one for _, one in self.receiver.feed(self.serial.read(4_096))]
            if any(wanted(one) for one in heard):
                return heard
        raise AssertionError(f"not heard; only {heard[-5:]}")

    def says(self, data: bytes) -> None:
        self.serial.write(data)

    def __enter__(self) -> "Port":
        return self

    def __exit__(self, *_: object) -> None:
        self.serial.close()


def test_a_call_is_answered_and_lamps_are_lit(line: "PtyLine") -> None:
    with Port(line.path) as port:
        port.says(protocol.encode(protocol.Hello(1, DIGEST), 0))
        port.until(lambda one: isinstance(one, protocol.PanelHello))
        port.says(protocol.encode(protocol.Keyframe(b"\x5a" * 90), 1))
        port.until(lambda one: one == protocol.Ack(1))
    assert line.panel.lamps.tolist() == [5, 10] * 90


def test_a_pressed_switch_comes_out_at_the_port_once(line: "PtyLine") -> None:
    with Port(line.path) as port:
        port.until(lambda one: isinstance(one, protocol.Switches))
        line.press(3)
        heard = port.until(lambda one: isinstance(one, protocol.Switches) and one.count == 1)
        assert heard[-1] == protocol.Switches(1, b"\x10" + bytes(8))


def test_a_keyframe_isnt_there_before_a_real_line_would_have_brought_it(line: "PtyLine") -> None:
    with Port(line.path) as port:
        port.until(lambda one: isinstance(one, protocol.Switches))
        frames = 20
        wire = b"".join(protocol.encode(protocol.Keyframe(bytes(90)), seq) for seq in range(frames))
        began = time.monotonic()
        port.says(wire)
        port.until(lambda one: one == protocol.Ack(frames - 1))
        assert time.monotonic() - began >= (len(wire) - ADAPTER_BYTES) / 11_520


def test_a_wire_takes_its_time_and_catches_up_only_a_little() -> None:
    wire = LineDirection(byte_us=100.0)
    wire.put(b"12", 1_000)
    assert (wire.take(1_199), wire.take(1_200)) == (b"", b"12")
    wire.put(b"34", 1_300)  # looked at late while it was busy: as if it had been in time
    assert wire.take(1_400) == b"34"
    wire.put(b"56", 1_000_000)  # far too late: no credit
    assert (wire.take(1_000_199), wire.take(1_000_200)) == (b"", b"56")
    assert wire.take(1_000_250) == b""
    wire.put(b"78", 1_000_300)  # it was idle between
    assert wire.take(1_000_499) == b""


def test_what_is_said_while_nobody_listens_is_lost(line: "PtyLine") -> None:
    with Port(line.path) as port:
        port.until(lambda one: isinstance(one, protocol.Switches))
    lost = line.lost
    line.press(0)
    end = time.monotonic() + PATIENCE
    while line.lost < lost + 100 and time.monotonic() < end:
        time.sleep(0.02)
    with Port(line.path) as port:
        heard = port.until(lambda one: isinstance(one, protocol.Switches))
    counts = [one.count for one in heard if isinstance(one, protocol.Switches)]
    assert counts[0] == 1


def test_pulled_and_put_back_it_is_there_again_under_the_same_link(tmp_path: Path) -> None:
    link = tmp_path / "panel"
    with PtyLine(new_panel(), link) as line:
        with Port(str(link)) as port:
            port.says(protocol.encode(protocol.Keyframe(b"\xff" * 90), 1))
            port.until(lambda one: one == protocol.Ack(1))
            line.press(7)
            line.unplug()
            assert not link.is_symlink()
            with pytest.raises(serial.SerialException):
                while True:
                    port.serial.read(1)
        line.plug()
        assert not line.panel.lamps.any()
        with Port(str(link)) as port:
            heard = port.until(lambda one: isinstance(one, protocol.Switches))
        stand = next(one for one in heard if isinstance(one, protocol.Switches))
        assert stand == protocol.Switches(0, b"\x01" + bytes(8))
    assert not link.is_symlink()


@pytest.mark.slow
def test_a_stuck_reader_reads_nothing_and_talks_on(line: "PtyLine") -> None:
    with Port(line.path) as port:
        port.until(lambda one: isinstance(one, protocol.Switches))
        line.happen("stuck")
        port.says(protocol.encode(protocol.Ping(), 5))
        counted = 0
        heard: list[protocol.Message] = []
        while counted < 10:
            heard = port.until(lambda one: isinstance(one, protocol.Switches))
            counted += len(heard)
            assert protocol.Ack(5) not in heard
        port.until(lambda one: one == protocol.Ack(5))


@pytest.mark.slow
def test_a_flood_is_more_than_the_line_could_carry(line: "PtyLine") -> None:
    with Port(line.path) as port:
        port.until(lambda one: isinstance(one, protocol.Switches))
        line.happen("flood")
        end, heard = time.monotonic() + PATIENCE, 0
        while heard < 2_000 and time.monotonic() < end:
            heard += len(port.until(lambda one: isinstance(one, protocol.Switches)))
        assert heard >= 2_000  # without a flood 20 a second


def test_a_board_that_is_reset_by_opening_its_port_is_silent_at_first() -> None:
    with PtyLine(new_panel(), boot_us=300_000) as line, Port(line.path) as port:
        began = time.monotonic()
        port.says(protocol.encode(protocol.Hello(1, DIGEST), 0))
        heard = port.until(lambda one: isinstance(one, protocol.PanelHello))
        assert time.monotonic() - began > 0.25
        assert isinstance(heard[0], protocol.PanelHello)


def test_a_link_is_never_made_over_something_else(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("mine")
    to_file = tmp_path / "to-notes"
    to_file.symlink_to(file)
    to_nothing = tmp_path / "to-nothing"
    to_nothing.symlink_to(tmp_path / "not-yet")
    for place in (file, to_file, to_nothing, tmp_path, tmp_path / "no" / "panel"):
        with pytest.raises(RefusedError, match="expected"):
            PtyLine(new_panel(), place)
    assert file.read_text() == "mine"
    stale = tmp_path / "stale"
    stale.symlink_to("/dev/pts/there-is-none")
    with PtyLine(new_panel(), stale) as line:
        assert str(stale.readlink()) == line.path
    assert not stale.is_symlink()
