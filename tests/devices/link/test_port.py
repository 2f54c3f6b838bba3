"""The link over real ports: pseudo-terminals with a simulated panel, sockets, and bad ones.

A pseudo-terminal is opened, read and written by the code that opens a real port.
"""

import errno
import os
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
import pytest
import serial
import serial.rfc2217

from devices.link import port as port_module
from devices.link import session
from devices.link.frames import Keyframe, LinkBugError, PanelHello, Receiver, Switches, encode
from devices.link.lamp_sender import Levels
from devices.link.port import AUTO, NAMED, Link, SerialTransport, candidates, now_us, patience_us
from devices.link.port_trouble import PortError, opening_trouble
from firmware_sim.panel import Panel
from tests.devices.link.link_ends import DIGEST, LAMPS, NAME, SWITCHES, levels
from tests.waiting import until

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix's", allow_module_level=True)

from firmware_sim.line import PtyLine

LONG_S = 20.0
"""By then a thing has happened or never will; a busy machine may take its time."""


def a_panel(version: int = 1, lamps: int = LAMPS, digest: bytes = DIGEST) -> Panel:
    return Panel(digest, lamps, SWITCHES, NAME, version)


class Told:
    """Everything that a link has told so far."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.events: list[session.SessionEvent] = []

    def __call__(self, kind: type[session.SessionEvent]) -> list[session.SessionEvent]:
        self.events += self.link.take()
        return [event for event in self.events if isinstance(event, kind)]


@contextmanager
def linked(url: str, **more: object) -> Iterator[tuple[Link, Told]]:
    link = Link(url, DIGEST, LAMPS, SWITCHES, NAME, **more)  # type: ignore[arg-type]
    link.start()
    try:
        yield link, Told(link)
    finally:
        link.stop()


@pytest.fixture
def line() -> Iterator[PtyLine]:
    with PtyLine(a_panel()) as one:
        yield one


# -- a panel on a pseudo-terminal -----------------------------------------------------------------


def test_lamps_go_out_and_switches_come_in(line: PtyLine) -> None:
    with linked(line.path) as (link, told):
        until(lambda: told(session.SwitchState))
        assert link.connected
        assert link.status() == f"{line.path}: panel {NAME}, firmware 1.0"
        link.show(levels((0, 15), (20, 1)))
        until(lambda: line.panel.lamps.tolist() == levels((0, 15), (20, 1)).tolist())
        line.press(3)
        until(lambda: told(session.SwitchMoved) == [session.SwitchMoved(3, True)])
        line.release(3)
        until(lambda: told(session.SwitchMoved)[1:] == [session.SwitchMoved(3, False)])


@pytest.mark.parametrize("looks", [False, True], ids=["shown", "looked for"])
def test_who_is_stopped_sends_the_last_lamps_first(line: PtyLine, looks: bool) -> None:
    last = levels((2, 3), (17, 9))
    slot: list[Levels] = []
    look = (lambda: slot.pop() if slot else None) if looks else None
    with linked(line.path, look=look) as (link, _):
        until(lambda: link.connected)
        if looks:
            slot.append(last)
        else:
            link.show(last)
    assert line.panel.lamps.tolist() == last.tolist()


def test_whoever_waits_for_news_is_called(line: PtyLine) -> None:
    news = threading.Event()
    with linked(line.path, heard=news.set) as (_, told):
        assert news.wait(LONG_S)
        assert told(session.Connected)


def test_all_that_crosses_the_wire_can_be_tapped(line: PtyLine) -> None:
    crossed: list[tuple[str, int, bytes]] = []

    def said(side: str) -> list[str]:
        data = b"".join(data for who, _, data in crossed if who == side)
        return [type(message).__name__ for _, message in Receiver().feed(data)]

    with linked(line.path, tap=lambda *one: crossed.append(one)) as (link, _):
        link.show(levels((1, 1)))
        until(lambda: "Ack" in said("panel"))
    # A panel just switched on says who it is before a busy host has asked.
    assert crossed[0][0] == "panel" or said("host")[0] == "Hello"
    assert "PanelHello" in said("panel")
    assert "Keyframe" in said("host")
    assert [at for _, at, _ in crossed] == sorted(at for _, at, _ in crossed)


def test_levels_that_no_panel_has_are_refused_to_whoever_shows_them(line: PtyLine) -> None:
    with linked(line.path) as (link, told):
        for wrong in (np.zeros(3, np.uint8), np.full(LAMPS, 16, np.uint8)):
            with pytest.raises(LinkBugError):
                link.show(wrong)
        until(lambda: told(session.Connected))


@pytest.mark.slow
def test_the_cable_pulled_and_put_back(tmp_path: Path) -> None:
    with (
        PtyLine(a_panel(), link=tmp_path / "panel") as line,
        linked(str(line.link)) as (link, told),
    ):
        until(lambda: told(session.SwitchState))
        link.show(levels((4, 4)))
        line.press(2)
        until(lambda: told(session.SwitchMoved))
        line.unplug()
        until(lambda: told(session.Lost))
        assert not link.connected
        line.press(7)
        until(lambda: told(session.Refused))
        line.plug()
        until(lambda: len(told(session.Connected)) == 2)
        until(lambda: line.panel.lamps.tolist() == levels((4, 4)).tolist())
        until(lambda: told(session.SwitchMoved)[1:])
        assert told(session.SwitchMoved) == [
            session.SwitchMoved(2, True),
            session.SwitchMoved(7, True),
        ]
        assert told(session.Lost) == [
            session.Lost(f"{line.link}: the port is gone: was the cable pulled?; trying again")
        ]
        assert len(told(session.Refused)) == 1, "however often it was tried"


@pytest.mark.parametrize(
    "answered",
    [False, pytest.param(True, marks=pytest.mark.slow)],
    ids=["from the start", "after it answered"],
)
def test_a_port_that_is_silent_is_opened_anew_wherever_its_name_leads_by_then(
    answered: bool, line: PtyLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of a panel's pseudo-terminal may be another program's by now."""
    monkeypatch.setattr(port_module, "NO_PANEL_US", 300_000)
    monkeypatch.setattr(port_module, "REOPEN_S", 0.01)
    master, silent = os.openpty()
    place = tmp_path / "panel"
    place.symlink_to(os.ttyname(silent))
    with linked(str(place)) as (link, told):
        assert os.read(master, 64)
        if answered:
            os.write(master, encode(PanelHello(1, DIGEST, LAMPS, SWITCHES, 1, 0, NAME), 0))
            until(lambda: told(session.Connected))
        place.unlink()
        place.symlink_to(line.path)
        link.show(levels((5, 5)))
        until(lambda: line.panel.lamps[5] == 5)
        assert len(told(session.Connected)) == 1 + answered
        assert len(told(session.Lost)) == answered
    os.close(master)
    os.close(silent)


@pytest.mark.slow
def test_a_silent_port_is_told_once_however_often_it_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(port_module, "NO_PANEL_US", 200_000)
    monkeypatch.setattr(port_module, "REOPEN_S", 0.01)
    monkeypatch.setattr(session, "ANSWER_US", 100_000)
    master, silent = os.openpty()
    path = os.ttyname(silent)
    with linked(path) as (link, told):
        asked = 0
        while asked < 60:
            asked += len(os.read(master, 100))
        assert told(session.Refused) == [
            session.Refused(f"{path}: doesn't answer our HELLO; trying again")
        ]
        assert link.status().endswith("doesn't answer our HELLO; trying again")
    os.close(master)
    os.close(silent)


@pytest.mark.slow
def test_a_flood_is_told_and_the_panel_is_back_when_it_ends(line: PtyLine) -> None:
    with linked(line.path) as (_, told):
        until(lambda: told(session.SwitchState))
        line.happen("flood")
        until(lambda: told(session.Lost))
        until(lambda: len(told(session.Connected)) == 2)
        assert not told(session.SwitchMoved)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("panel", "words"),
    [
        (a_panel(version=2), "speaks version 2 of the protocol; expected 1"),
        (
            a_panel(lamps=22, digest=b"abcd"),
            "is panel bench with 22 lamps and 11 switches (layout 61626364);"
            " expected bench with 21 lamps and 11 switches (layout c0ffee00)",
        ),
    ],
    ids=["version", "layout"],
)
def test_a_panel_that_isnt_ours_is_told_once_and_the_right_one_then_found(
    panel: Panel, words: str, tmp_path: Path
) -> None:
    place = tmp_path / "panel"
    with PtyLine(panel, link=place) as line, linked(str(place)) as (link, told):
        until(lambda: told(session.Refused))
        assert told(session.Refused) == [session.Refused(f"{place}: {words}; trying again")]
        assert link.status() == f"{place}: {words}; trying again"
        before = line.panel.receiver.good
        until(lambda: line.panel.receiver.good > before + 2)
        assert len(told(session.Refused)) == 1
        line.unplug()
        line.panel = a_panel()
        line.plug()
        until(lambda: told(session.Connected))


@pytest.mark.slow
def test_a_board_that_is_reset_by_opening_its_port_is_waited_for() -> None:
    with PtyLine(a_panel(), boot_us=1_500_000) as line, linked(line.path) as (_, told):
        until(lambda: told(session.Connected))
        assert not told(session.Refused)


@pytest.mark.slow
def test_a_stuck_reader_is_lit_again_when_it_reads(line: PtyLine) -> None:
    with linked(line.path) as (link, told):
        until(lambda: told(session.Connected))
        line.happen("stuck")
        link.show(levels((6, 6)))
        until(lambda: line.panel.lamps[6] == 6)


@pytest.mark.slow
def test_a_reader_who_is_stuck_is_given_little_and_delays_nobody() -> None:
    master, slave = os.openpty()
    with linked(os.ttyname(slave)) as (link, told):
        os.read(master, 64)  # it is open and calls
        os.write(master, encode(PanelHello(1, DIGEST, LAMPS, SWITCHES, 1, 0, NAME), 0))
        os.write(master, encode(Switches(0, bytes(2)), 1))
        until(lambda: told(session.SwitchState))
        for k in range(3_000):
            link.show(levels((k % LAMPS, k % 16)))
        until(lambda: told(session.Lost))
        taken = os.read(master, 65_536)
        kept = [message for _, message in Receiver().feed(taken) if isinstance(message, Keyframe)]
        assert len(kept) <= 5
        assert len(taken) < 300
    os.close(master)
    os.close(slave)


def test_a_reader_who_is_stuck_doesn_t_keep_the_port_from_being_closed() -> None:
    master, slave = os.openpty()
    path = os.ttyname(slave)
    with linked(path) as (link, _):
        os.read(master, 64)
        os.write(master, encode(PanelHello(1, DIGEST, LAMPS, SWITCHES, 1, 0, NAME), 0))
        until(lambda: link.connected)
        link.show(levels((1, 1)))
    SerialTransport(path).close()  # busy, if the link had it open still
    os.close(master)
    os.close(slave)


def test_a_port_that_somebody_else_has_open_is_busy(line: PtyLine) -> None:
    with linked(line.path) as (_, told):
        until(lambda: told(session.Connected))
        with pytest.raises(PortError, match="busy: another program has it open"):
            SerialTransport(line.path)


def test_a_link_is_stopped_while_it_waits_to_try_again() -> None:
    with linked("/dev/no-such-port") as (link, told):
        until(lambda: told(session.Refused))
    assert "trying again" in link.status()


# -- ports that can't be opened -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("/dev/no-such-port", "no such port; expected a serial port"),
        ("/dev/null", "not a serial port"),
        ("/", "not a serial port"),
        ("socket://127.0.0.1:1", "nobody answers at that address: connection refused"),
        ("rfc2217://127.0.0.1:1", "nobody answers at that address: connection refused"),
        ("socket://somewhere", "an address without a port; expected SCHEME://HOST:PORT"),
        ("pigeon://127.0.0.1", "invalid URL, protocol 'pigeon' not known"),
    ],
)
def test_a_port_that_cant_be_opened_is_told_once_by_its_name(url: str, words: str) -> None:
    with linked(url) as (_, told):
        until(lambda: told(session.Refused))
        (event,) = told(session.Refused)
        assert isinstance(event, session.Refused)
        assert event.reason.startswith(f"{url}: ")
        assert words in event.reason
        assert "\n" not in event.reason


def test_who_may_not_open_a_port_is_told_which_group_may(tmp_path: Path) -> None:
    import grp

    device = tmp_path / "ttyUSB0"
    device.touch()
    group = grp.getgrgid(device.stat().st_gid).gr_name
    said = str(opening_trouble(str(device), PermissionError(errno.EACCES, "Permission denied")))
    assert said.startswith(f"no permission: it belongs to group {group}")
    assert f"usermod -aG {group}" in said


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EIO, "there is no device behind it"),
        (errno.EBUSY, "busy"),
        (errno.ENOSPC, "can't be opened: "),
    ],
)
def test_other_troubles_of_opening_in_words(number: int, words: str) -> None:
    error = serial.SerialException(number, f"could not open port: {os.strerror(number)}")
    assert words in str(opening_trouble("/dev/ttyUSB0", error))


def test_a_line_to_ourselves_is_no_panel() -> None:
    with linked("loop://") as (_, told):
        until(lambda: told(session.Refused))
        assert told(session.Refused) == [
            session.Refused(
                "loop://: sends our own frames back: no panel, a line to ourselves; trying again"
            )
        ]


# -- far ports ------------------------------------------------------------------------------------


@contextmanager
def far_panel(panel: Panel) -> Iterator[int]:
    """A panel at the end of a socket, and the number of its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        stopping = threading.Event()

        def serve() -> None:
            far, _ = server.accept()
            far.settimeout(0.002)
            with far, suppress(ConnectionError):
                while not stopping.is_set():
                    with suppress(TimeoutError):
                        panel.receive(far.recv(4096), now_us())
                    far.sendall(panel.transmit(now_us()))

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        stopping.set()
        thread.join()


def test_a_panel_behind_a_socket() -> None:
    panel = a_panel()
    with far_panel(panel) as number, linked(f"socket://127.0.0.1:{number}") as (link, told):
        until(lambda: told(session.SwitchState))
        link.show(levels((9, 9)))
        until(lambda: panel.lamps[9] == 9)
    assert told(session.Lost) == []


class Near(serial.Serial):  # type: ignore[misc]
    """A port without modem lines, as a pseudo-terminal is: those can be neither asked nor set."""

    cts = dsr = ri = cd = dtr = rts = False


@contextmanager
def far_port(path: str) -> Iterator[int]:
    """A serial port lent out by RFC 2217, and the number where it is."""
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        Near(path, 115200, timeout=0.002) as near,
    ):
        stopping = threading.Event()

        def serve() -> None:
            far, _ = server.accept()
            far.settimeout(0.002)

            class Sending:
                """What pyserial's server writes its own answers to."""

                def write(self, data: bytes) -> None:
                    far.sendall(data)

            manager = serial.rfc2217.PortManager(near, Sending())
            with far, suppress(ConnectionError):
                while not stopping.is_set():
                    with suppress(TimeoutError):
                        near.write(b"".join(manager.filter(far.recv(4096))))
                    far.sendall(b"".join(manager.escape(near.read(max(1, near.in_waiting)))))

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        stopping.set()
        thread.join()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # pyserial's own, in starting its thread
def test_a_panel_on_a_port_that_another_computer_lends(line: PtyLine) -> None:
    with far_port(line.path) as number, linked(f"rfc2217://127.0.0.1:{number}") as (link, told):
        until(lambda: told(session.SwitchState))
        link.show(levels((9, 9)))
        until(lambda: line.panel.lamps[9] == 9)
        line.press(1)
        until(lambda: told(session.SwitchMoved))


# -- auto -----------------------------------------------------------------------------------------


@pytest.fixture
def no_real_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(port_module, "serial_ports", list)


@pytest.mark.slow
@pytest.mark.usefixtures("no_real_ports")
def test_auto_finds_the_panel_that_answers_with_our_layout(
    line: PtyLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    master, silent = os.openpty()
    with PtyLine(a_panel(version=2)) as other:
        asked = ["/dev/no-such-port", os.ttyname(silent), other.path, line.path]
        monkeypatch.setenv(NAMED, ",".join(asked))
        with linked(AUTO) as (link, told):
            until(lambda: told(session.SwitchState))
            assert told(session.Refused) == []
            assert link.status() == f"{line.path}: panel {NAME}, firmware 1.0"
            link.show(levels((3, 3)))
            until(lambda: line.panel.lamps[3] == 3)
    os.close(master)
    os.close(silent)


@pytest.mark.usefixtures("no_real_ports")
def test_auto_tells_what_it_asked_when_there_is_no_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    with PtyLine(a_panel(version=2)) as other:
        monkeypatch.setenv(NAMED, f"/dev/no-such-port, {other.path}")
        with linked(AUTO) as (_, told):
            until(lambda: told(session.Refused))
            assert told(session.Refused) == [
                session.Refused(
                    "auto: no panel bench found; asked /dev/no-such-port (no such port; expected a"
                    " serial port, a pseudo-terminal or a pyserial URL),"
                    f" {other.path} (speaks version 2 of the protocol; expected 1); trying again"
                )
            ]


@pytest.mark.usefixtures("no_real_ports")
def test_auto_with_no_port_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NAMED, raising=False)
    with linked(AUTO) as (_, told):
        until(lambda: told(session.Refused))
        assert told(session.Refused) == [
            session.Refused("auto: no panel bench found; no port to ask; trying again")
        ]


@pytest.mark.slow
@pytest.mark.usefixtures("no_real_ports")
def test_auto_looks_again_when_its_panel_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PtyLine(a_panel(), link=tmp_path / "panel") as line:
        monkeypatch.setenv(NAMED, str(line.link))
        with linked(AUTO) as (_, told):
            until(lambda: told(session.Connected))
            line.unplug(300_000)
            until(lambda: len(told(session.Connected)) == 2)
            assert len(told(session.Lost)) == 1


def test_named_ports_are_asked_first_and_each_once() -> None:
    named = {NAMED: "socket://a:1, /dev/pts/7,,/dev/ttyUSB0"}
    assert candidates(["/dev/ttyUSB0", "/dev/ttyS0"], named) == [
        "socket://a:1",
        "/dev/pts/7",
        "/dev/ttyUSB0",
        "/dev/ttyS0",
    ]
    assert candidates(["/dev/ttyS0"], {}) == ["/dev/ttyS0"]


def test_the_first_round_asks_for_a_second_and_later_ones_for_longer() -> None:
    assert [patience_us(round_) for round_ in range(3)] == [1_000_000, 3_000_000, 3_000_000]
