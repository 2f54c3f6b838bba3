"""A panel on a pseudo-terminal that is as slow as a real line: 11,520 bytes a second each way.

::

    host's port ---- pseudo-terminal ---- wire ---- adapter ---- Panel
    (pyserial)       no speed at all      paced,    64 bytes     no I/O
                                          faults

A pseudo-terminal takes bytes as fast as they are written and keeps about 16 KiB, so the wire reads
a packet of a USB adapter at a time and hands it on when a line of this baud would have brought it.
A wire that was busy and wasn't looked at for a moment (this is a process among others) makes up for
at most CATCH_UP_US; one that was idle makes up for nothing.

While nobody has the port open, what the panel says is lost, as on a line with nobody at its end.
"""

import contextlib
import os
import select
import threading
import time
import tty
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from devices.refusal import RefusedError
from firmware_sim.faults import FLOOD_US, STUCK_US, UNPLUGGED_US, Faults
from firmware_sim.panel import Panel

BAUD = 115_200
BITS_A_BYTE = 10
ADAPTER_BYTES = 64
"""A packet of the chip that makes a serial port of a USB cable."""
CATCH_UP_US = 10_000
LONGEST_WAIT_US = 50_000
LOOK_US = 8_000
"""How often is looked whether somebody has opened the port, or the reader is free again."""
FLOOD_FRAMES = 40
"""In each LOOK_US of a flood."""


def now_us() -> int:
    """The line's clock."""
    return time.monotonic_ns() // 1_000


@dataclass
class LineDirection:
    """One direction: what is on it, and when it will have crossed."""

    byte_us: float
    crossing: bytes = b""
    free_us: float = 0.0  # When the last byte has crossed
    _busy: bool = False

    def put(self, data: bytes, now_us: int, held_up_us: int = 0) -> None:
        """Bytes set out; nothing else does until they have crossed."""
        behind = self._busy and now_us - self.free_us < CATCH_UP_US
        begin = self.free_us if behind else now_us
        self.crossing, self.free_us = data, begin + len(data) * self.byte_us + held_up_us

    def take(self, now_us: int) -> bytes:
        """What has crossed by now."""
        if now_us < self.free_us:
            return b""
        data, self.crossing = self.crossing, b""
        self._busy = bool(data)
        return data

    @property
    def idle(self) -> bool:
        """Nothing is crossing."""
        return not self.crossing


@dataclass
class PtyLine:
    """``panel`` on a pseudo-terminal, whose name is ``path``; ``link`` is a symbolic link to it.

    One thread turns it: a caller with :meth:`run`, or its own (:meth:`start`, :meth:`stop`).  Other
    threads may press, release, plug, unplug and the like.  Raises RefusedError if the link's place
    is taken.
    """

    panel: Panel
    link: Path | None = None
    faults: Faults = field(default_factory=Faults)
    baud: int = BAUD
    boot_us: int | None = None
    """A board that is reset when its port is opened, and then silent for so long."""
    told: Callable[[str], None] = lambda text: None
    """Is told, in words, what happens to the board; in the line's thread."""

    def __post_init__(self) -> None:
        self.path = ""
        self.lost = 0
        """Bytes that nobody took."""
        self._master: int | None = None
        self._attached = False
        self._lock = threading.RLock()
        self._wakes, self._waker = os.pipe()
        os.set_blocking(self._waker, False)
        self._stopping = False
        self._thread: threading.Thread | None = None
        self._stuck_us = self._flood_us = self._silent_us = 0
        self._replug_us: int | None = None
        self._look_us = 0
        if self.link is not None:
            _check_place(self.link)
        self.plug()

    # -- what an operator does --------------------------------------------------------------------

    def press(self, switch: int) -> None:
        """Press the panel's switch, or put it down."""
        with self._lock:
            self.panel.now_us = now_us()
            self.panel.press(switch)
        self._wake()

    def release(self, switch: int) -> None:
        """Let it go, or put it up."""
        with self._lock:
            self.panel.now_us = now_us()
            self.panel.release(switch)
        self._wake()

    def plug(self) -> None:
        """Put the cable in: the board has power and begins anew, on a new pseudo-terminal."""
        with self._lock:
            if self._master is not None:
                return
            self._master, slave = os.openpty()
            tty.setraw(slave)
            os.set_blocking(self._master, False)
            self.path = os.ttyname(slave)
            os.close(slave)
            self._attached, self._replug_us = False, None
            if self.link is not None:
                _point(self.link, self.path)
            self.reset()

    def unplug(self, for_us: int | None = None) -> None:
        """Pull the cable: the port is gone, and comes back ``for_us`` later, or with plug()."""
        with self._lock:
            if self._master is None:
                return
            os.close(self._master)
            self._master = None
            self._replug_us = None if for_us is None else now_us() + for_us
            if self.link is not None:
                _unpoint(self.link, self.path)

    def reset(self) -> None:
        """The board's reset button."""
        with self._lock:
            self._to_panel, self._to_host = (
                LineDirection(BITS_A_BYTE * 1e6 / self.baud) for _ in "12"
            )
            self.panel.now_us = now_us()
            self.panel.reset()

    def happen(self, kind: str) -> None:
        """One of faults.EVENT_KINDS happens, for as long as it lasts by itself."""
        with self._lock:
            now = now_us()
            match kind:
                case "reset":
                    self.reset()
                case "unplug":
                    self.unplug(UNPLUGGED_US)
                case "stuck":
                    self._stuck_us = now + STUCK_US
                case "flood":
                    self._flood_us = now + FLOOD_US
        self.told(kind)

    # -- turning ----------------------------------------------------------------------------------

    def start(self) -> "PtyLine":
        """Turn in a thread of its own."""
        self._thread = threading.Thread(target=self.run, name="panel line", daemon=True)
        self._thread.start()
        return self

    def run(self) -> None:
        """Turn until stop() is called."""
        while not self._stopping:
            self._wait(self.turn())

    def end(self) -> None:
        """Let run() return; also from a signal's handler."""
        self._stopping = True
        self._wake()

    def stop(self) -> None:
        """Stop turning and take everything away."""
        self.end()
        if self._thread is not None:
            self._thread.join()
        self.unplug()
        os.close(self._wakes)
        os.close(self._waker)

    def __enter__(self) -> "PtyLine":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def turn(self) -> int:
        """Do what is due now; when there is something due again."""
        with self._lock:
            now = now_us()
            for kind in self.faults.due(now):
                self.happen(kind)
            if self._master is None:
                if self._replug_us is not None and now >= self._replug_us:
                    self.plug()
                    self.told("plug")
                return now + LOOK_US
            self._see_who_is_there(now)
            silent = now < self._silent_us
            if now >= self._stuck_us:
                self._from_host(now, silent)
            if not silent:
                self._from_panel(now)
            return self._due(now)

    def _see_who_is_there(self, now: int) -> None:
        assert self._master is not None
        poll = select.poll()
        poll.register(self._master, 0)
        attached = not any(event & select.POLLHUP for _, event in poll.poll(0))
        if attached and not self._attached and self.boot_us is not None:
            self.reset()
            self._silent_us = now + self.boot_us
        self._attached = attached

    def _from_host(self, now: int, silent: bool) -> None:
        crossed = self._to_panel.take(now)
        if crossed and not silent:
            self.panel.receive(self.faults.cross(crossed), now)
        if self._to_panel.idle and self._master is not None:
            with contextlib.suppress(OSError):  # nothing there, or nobody
                data = os.read(self._master, ADAPTER_BYTES)
                self._to_panel.put(data, now, self.faults.delay_us(len(data)))

    def _from_panel(self, now: int) -> None:
        crossed = self._to_host.take(now)
        if crossed:
            self._write(self.faults.cross(crossed))
        if self._to_host.idle:
            said = self.panel.transmit(now, ADAPTER_BYTES)
            if said:
                self._to_host.put(said, now, self.faults.delay_us(len(said)))
        if now < self._flood_us and now >= self._look_us:
            self._look_us = now + LOOK_US
            self._write(self.panel.flood(FLOOD_FRAMES))

    def _write(self, data: bytes) -> None:
        assert self._master is not None
        taken = 0
        if self._attached:
            with contextlib.suppress(OSError):  # full: an adapter doesn't wait
                taken = os.write(self._master, data)
        self.lost += len(data) - taken

    def _due(self, now: int) -> int:
        moments: list[float] = [now + LONGEST_WAIT_US]
        if not self._to_host.idle:
            moments.append(self._to_host.free_us)
        else:
            moments.append(max(self.panel.due_us(), self._silent_us))
        if not self._to_panel.idle and now >= self._stuck_us:
            moments.append(self._to_panel.free_us)
        if not self._attached or now < max(self._flood_us, self._stuck_us):
            moments.append(now + LOOK_US)
        return round(min(moments))

    def _wait(self, until_us: int) -> None:
        """Until then, or until the host says something that the wire has room for."""
        seconds = max(0.0, (until_us - now_us()) / 1e6)
        listened = [self._wakes]
        with self._lock:
            if self._attached and self._to_panel.idle and now_us() >= self._stuck_us:
                listened += [self._master] if self._master is not None else []
        with contextlib.suppress(OSError, ValueError):  # unplugged meanwhile
            ready, _, _ = select.select(listened, [], [], seconds)
            if self._wakes in ready:
                os.read(self._wakes, 64)

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._waker, b".")


# A symbolic link: one name for a panel, whatever number its terminal has


TERMINALS = ("/dev/pts/", "/dev/tty")
"""Where a link of ours leads."""


def _check_place(link: Path) -> None:
    """Raises RefusedError if something stands there that isn't an old link of ours."""
    if link.is_symlink() and str(link.readlink()).startswith(TERMINALS):
        return
    if link.is_symlink() or link.exists():
        raise RefusedError(str(link), "is there already; expected a path where nothing is")
    if not link.parent.is_dir():
        raise RefusedError(str(link), f"there is no folder {link.parent}; expected one")


def _point(link: Path, path: str) -> None:
    """Make the link, or turn it, in one go.  Raises RefusedError."""
    new = link.with_name(f".{link.name}.{os.getpid()}")
    try:
        new.symlink_to(path)
        new.replace(link)
    except OSError as error:
        raise RefusedError(str(link), f"can't be made: {error.strerror}") from error


def _unpoint(link: Path, path: str) -> None:
    """Take the link away, if it is still this one."""
    with contextlib.suppress(OSError):
        if str(link.readlink()) == path:
            link.unlink()
