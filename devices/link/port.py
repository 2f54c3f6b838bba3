"""The link over a real line: its own thread, which nobody ever waits for.  Only here is serial.

::

    show(levels)  -->  slot of one  -->  +---------+  -->  bytes out, never more than the line takes
                                         |  thread |
    take()        <--  events  <-------- +---------+  <--  bytes in, looked for by select

The thread opens the port (any that pyserial knows: a device, socket://, rfc2217://, loop://), hands
what comes to the HostSession and what that says to the line, and opens the port again, half a
second later, whenever it is gone or has been without a panel for long: its name may lead elsewhere
by then.  Trouble is told in words, once, naming the port.  With ``auto``
it asks one port after the other until a panel of this layout answers.
"""

import io
import os
import select
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import serial
import serial.tools.list_ports

from devices.link.chatter import ContactMonitor
from devices.link.frames import PanelHello
from devices.link.lamp_sender import Levels, check_levels
from devices.link.port_trouble import GONE, PortError, opening_trouble
from devices.link.session import Connected, HostSession, Lost, Refused, SessionEvent, State

AUTO = "auto"
BAUD = 115_200
REOPEN_S = 0.5
POLL_S = 0.005
"""How long a line that select doesn't know (loop://, rfc2217://, Windows) is read at a time."""
STOP_S = 2.0
LAST_US = 250_000
"""What the last lamps may take to the panel before the port is closed all the same."""
NO_PANEL_US = 10_000_000
"""So long a port is kept open on which no panel answers: long enough for one that restarts whenever
its port is opened."""
READ_BYTES = 4096
FULL_READ_S = 0.002
"""A rest after a read that was full, for whoever sends more than any line carries."""
LINE_FULL_S = 0.005
LINE_STUCK_S = 0.02
"""How soon a full line is looked at again, and how soon when it has been full for long."""
MOST_WAITING = 256
"""Bytes that may lie in the system's buffer before another frame goes there."""
LOOK_US = 4_000
"""How often is looked for new levels that nobody tells of ..."""
REST_US = 12_000
"""... and how soon again after some: there are 60 frames a second, and each waking costs a machine
that computes on another core something too."""

Tap = Callable[[str, int, bytes], None]
"""Is given what crosses the wire: "host" or "panel", the time in microseconds, the bytes."""


@dataclass(frozen=True)
class LinkStatus:
    """How a link stands."""

    status: str  # In one line naming the port
    connected: bool = False  # Whether a panel of this layout answers
    panel: PanelHello | None = None  # What it said of itself
    stranger: PanelHello | None = None  # A panel of another layout, that answered instead


def now_us() -> int:
    """The link's clock, in microseconds since some moment."""
    return time.monotonic_ns() // 1000


def serial_ports() -> list[str]:
    """The system's serial ports, those on USB first."""
    ports = serial.tools.list_ports.comports()
    return [port.device for port in sorted(ports, key=lambda port: (port.vid is None, port.device))]


class SerialTransport:
    """One open line.  Raises PortError, in words, when it can't be opened or is gone."""

    def __init__(self, url: str, baud: int = BAUD) -> None:
        try:
            # rfc2217:// refuses a write timeout, and reconfigures the far port for each change.
            self._serial = serial.serial_for_url(url, baud, timeout=POLL_S, exclusive=True)
            self._fd = self._selectable()
            if self._fd is not None:
                self._serial.timeout = self._serial.write_timeout = 0
            # A device is read and written as it is: pyserial asks the system thrice for each.
            self._device = os.name == "posix" and isinstance(self._serial, serial.Serial)
            if self._device and self._fd is not None:
                os.set_blocking(self._fd, False)
        # Whatever a protocol handler of pyserial comes up with, ValueError to termios.error.
        except Exception as error:
            raise opening_trouble(url, error) from error
        self._rest = b""
        self.woken = False
        """Whether the last read found something in ``wake``, or can't tell."""

    def read(self, seconds: float, wake: socket.socket | None = None) -> bytes:
        """What has come, or comes within ``seconds``; nothing if ``wake`` has something first."""
        try:
            if self._fd is None:
                self.woken = True
                return bytes(self._serial.read(max(1, self._serial.in_waiting)))
            inputs = [self._fd] if wake is None else [self._fd, wake.fileno()]
            outputs = [self._fd] if self._rest else []
            ready, _, _ = select.select(inputs, outputs, [], seconds)
            self.woken = wake is not None and wake.fileno() in ready
            if self._fd not in ready:
                return b""
            data = os.read(self._fd, READ_BYTES) if self._device else self._serial.read(READ_BYTES)
            if not data:
                raise EOFError
            return bytes(data)
        except Exception as error:
            raise PortError(GONE) from error

    def write(self, data: bytes) -> None:
        """Send these bytes after those that wait still; what the line doesn't take now waits."""
        self._rest += data
        try:
            while self._rest and self._takes_some():
                self._rest = self._rest[self._write_rest() :]
        except BlockingIOError:
            pass  # the line is full: the rest waits
        except Exception as error:
            raise PortError(GONE) from error

    @property
    def full(self) -> bool:
        """Whether another frame would only wait behind others."""
        try:
            waiting = self._serial.out_waiting
        except (AttributeError, OSError):  # rfc2217:// and socket:// don't know
            waiting = 0
        return bool(self._rest) or waiting > MOST_WAITING

    def close(self) -> None:
        """Close it; what waits is lost."""
        self._serial.close()

    @property
    def waits(self) -> bool:
        """Whether something is still to be sent."""
        return bool(self._rest)

    def _write_rest(self) -> int:
        """How many bytes of the rest went out."""
        if self._device and self._fd is not None:
            return os.write(self._fd, self._rest)
        return int(self._serial.write(self._rest))

    def _takes_some(self) -> bool:
        """Asked before each write: pyserial would try a full line again and again."""
        return self._device or self._fd is None or bool(select.select([], [self._fd], [], 0)[1])

    def _selectable(self) -> int | None:
        try:
            fd: int = self._serial.fileno()
        except (AttributeError, io.UnsupportedOperation):
            return None
        return fd


class Link:
    """A real panel on the port ``url``, or on whichever it answers (``auto``).

    ``digest``, ``lamps``, ``switches`` and ``name`` are the layout's, as HostSession takes them.
    ``heard``, if given, is called in the link's thread when take() has something; ``tap`` is given
    all that crosses the wire.  ``look``, if given, is asked in the link's thread, every LOOK_US,
    for levels newer than its last: then nothing need be shown.  ``mutes`` leaves the moves of
    contacts that chatter out (chatter.py).
    """

    def __init__(
        self,
        url: str,
        digest: bytes,
        lamps: int,
        switches: int,
        name: str,
        baud: int = BAUD,
        *,
        heard: Callable[[], None] | None = None,
        tap: Tap | None = None,
        look: Callable[[], Levels | None] | None = None,
        mutes: bool = False,
    ) -> None:
        self.url = url
        self.baud = baud
        self.session = HostSession(digest, lamps, switches, name)
        """The thread's own; others may look at its counters."""
        self._heard = heard
        self._tap = tap
        self._look = look
        self._monitor = ContactMonitor() if mutes else None
        self._look_us = 0
        """When next."""
        self._slot: Levels | None = None
        self._events: deque[SessionEvent] = deque()
        self._port = ""
        self._told = ""
        self._answered = False
        self._noted: str | None = None
        """With ``auto``, until a panel answers: why this port has none."""
        self._asked: list[str] = []
        self._stopping = threading.Event()
        self._wake, self._waker = socket.socketpair()
        self._wake.setblocking(False)
        self._waker.setblocking(False)
        self._thread = threading.Thread(target=self._run, name=f"panel {url}", daemon=True)

    # -- asked from any thread --------------------------------------------------------------------

    def start(self) -> None:
        """Open the port and keep it open.  Comes back at once."""
        self._thread.start()

    @property
    def lamps(self) -> int:
        """How many the panel has."""
        return self.session.lamps.lamps

    def show(self, levels: Levels) -> None:
        """The newest levels, uint8[lamps] of 0 to 15; returns at once.

        Raises LinkBugError for another shape or a level over 15.
        """
        check_levels(levels, self.lamps)
        if self._slot is None or not np.array_equal(levels, self._slot):
            self._slot = levels.copy()
            self._ring()

    def take(self) -> list[SessionEvent]:
        """What happened since the last call."""
        return [self._events.popleft() for _ in range(len(self._events))]

    def status(self) -> str:
        """How things stand, in one line naming the port."""
        hello = self.session.panel
        if self.session.state is State.LINKED and hello is not None:
            return f"{self._port}: panel {hello.name}, firmware {hello.major}.{hello.minor}"
        return self._told or f"{self.url}: looking for panel {self.session.name}"

    @property
    def connected(self) -> bool:
        """Whether a panel of this layout answers now."""
        return self.session.state is State.LINKED

    def stands(self) -> LinkStatus:
        """All of that, and who answered."""
        session = self.session
        return LinkStatus(self.status(), self.connected, session.panel, session.stranger)

    def stop(self) -> None:
        """Close the port when the panel, if it is there, shows what was shown last."""
        self._stopping.set()
        self._ring()
        if self._thread.is_alive():
            # Opening a far port may take seconds, for which nobody waits: the thread is a daemon.
            self._thread.join(STOP_S)
        if not self._thread.is_alive():
            self._wake.close()
            self._waker.close()

    # -- the thread -------------------------------------------------------------------------------

    def _run(self) -> None:
        round_ = 0
        while not self._stopping.is_set():
            if self.url == AUTO:
                round_ = 0 if self._ask_all(patience_us(round_)) else round_ + 1
            else:
                self._serve(self.url, NO_PANEL_US)
            self._stopping.wait(REOPEN_S)

    def _ask_all(self, patience: int) -> bool:
        """Ask every port that there is; whether one had the panel, which is gone by now."""
        self._asked = []
        for port in candidates(serial_ports(), os.environ):
            if self._stopping.is_set() or self._serve(port, patience):
                return True
        asked = f"asked {', '.join(self._asked)}" if self._asked else "no port to ask"
        self._port = AUTO
        self._tell(Refused(f"no panel {self.session.name} found; {asked}"))
        return False

    def _serve(self, port: str, patience: int) -> bool:
        """Open the port and talk until it is gone; whether a panel was there.

        It is left if no panel answers for ``patience``, in microseconds; with ``auto`` why is
        noted, not told.
        """
        self._port = port
        self._answered = False
        self._noted = "no answer" if self.url == AUTO else None
        try:
            wire = SerialTransport(port, self.baud)
        except PortError as error:
            self._tell(Refused(str(error)))
        else:
            self.session.opened(now_us())
            try:
                self._talk(wire, patience)
                reason = "closed"
            except PortError as error:
                reason = str(error)
                if self.session.state is not State.LINKED:
                    self._tell(Refused(reason))
            wire.close()
            events = self.session.closed(reason, now_us())
            if not self._stopping.is_set():  # what is stopped isn't lost
                for event in events:
                    self._tell(event)
        if self._noted is not None:
            self._asked.append(f"{port} ({self._noted})")
        return self._answered

    def _talk(self, wire: SerialTransport, patience: int) -> None:
        session = self.session
        leave_us = now_us() + patience
        shown: Levels | None = None
        wait_s = full_s = 0.0
        last_us: int | None = None
        """When the port is closed at the latest, once that is asked."""
        while True:
            data = wire.read(wait_s, self._wake)
            now = now_us()
            if self._stopping.is_set() and last_us is None:
                last_us, self._look_us = now + LAST_US, now
            if wire.woken:
                with suppress(BlockingIOError):
                    self._wake.recv(READ_BYTES)
            newest = self._newest(now)
            if newest is not None and newest is not shown:
                session.show(newest)
                shown = newest
            if data and self._tap is not None:
                self._tap("panel", now, data)
            events: Iterable[SessionEvent] = session.receive(data, now)
            if self._monitor is not None:
                events = self._monitor.sift(events, now / 1e6)
            for event in events:
                self._tell(event)
            if self.connected:
                leave_us = now + NO_PANEL_US
            elif now >= leave_us or (self._noted is not None and session.state is State.REFUSED):
                return
            settled = not self.connected or self.session.lamps.settled
            if last_us is not None and (now >= last_us or settled):
                return
            if self._send(wire, now):
                wait_s = full_s = min(max(LINE_FULL_S, 1.5 * full_s), LINE_STUCK_S)
            else:
                wait_s, full_s = (session.due_us(now) - now) / 1e6, 0.0
            if self._look is not None:
                wait_s = min(wait_s, (self._look_us - now) / 1e6)
            if last_us is not None:
                wait_s = min(wait_s, (last_us - now) / 1e6)
            if len(data) == READ_BYTES:
                time.sleep(FULL_READ_S)

    def _newest(self, now: int) -> Levels | None:
        """The levels shown last, or what a look finds when one is due."""
        if self._look is None:
            return self._slot
        if now < self._look_us:
            return None
        newest = self._look()
        self._look_us = now + (LOOK_US if newest is None else REST_US)
        return newest

    def _send(self, wire: SerialTransport, now: int) -> bool:
        """The session's next bytes, unless the line has enough of the last ones: if so, True."""
        if not wire.waits and self.session.due_us(now) > now:
            return False
        if wire.full:
            wire.write(b"")
            return True
        out = self.session.send(now)
        if out:
            if self._tap is not None:
                self._tap("host", now, out)
            wire.write(out)
        return False

    def _tell(self, event: SessionEvent) -> None:
        """Hand an event over; a refusal once, and with ``auto`` only noted."""
        if isinstance(event, Refused):
            if self._noted is not None and self._port != AUTO:
                self._noted = event.reason
                return
            event = Refused(f"{self._port}: {event.reason}; trying again")
            if event.reason == self._told:
                return
            self._told = event.reason
        elif isinstance(event, Lost):
            event = Lost(f"{self._port}: {event.reason}; trying again")
            self._told = event.reason
        elif isinstance(event, Connected):
            self._answered, self._noted, self._told = True, None, ""
        self._events.append(event)
        if self._heard is not None:
            self._heard()

    def _ring(self) -> None:
        """Wake the thread."""
        with suppress(OSError):  # rung often enough already, or stopped
            self._waker.send(b"!")


NAMED = "MATCHBOX704_PANELS"
FIRST_ROUND_US = 1_000_000
LATER_ROUNDS_US = 3_000_000


def candidates(listed: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """The ports that ``--panel auto`` asks for a panel by HELLO, in order, each once.

    First what MATCHBOX704_PANELS names (ports or URLs, with commas between): pseudo-terminals of
    simulated panels and far ports, which no system lists.  Then ``listed``, the system's, those on
    USB first.
    """
    named = (word.strip() for word in environment.get(NAMED, "").split(","))
    return list(dict.fromkeys([*filter(None, named), *listed]))


def patience_us(round_: int) -> int:
    """How long a port is asked in this round, 0 being the first; later ones are longer, for a board
    with a boot loader, which restarts when its port is opened."""
    return LATER_ROUNDS_US if round_ else FIRST_ROUND_US
