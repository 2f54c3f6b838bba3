"""The link in a process of its own: a machine that runs flat out shares its Python with nobody.

A thread that takes Python sixty times a second makes the machine's thread wait for it, and what is
touched waits for the thread (tests/bench/test_bench_panel.py).  ::

    here                                   there
    show(levels)  -->  shared memory  -->  a look, every few milliseconds  (port.py)
    take()        <--  a pipe         <--  Link.take, and how it stands

Whoever wants to be called when something happened (``heard``) gets a thread for it here, which
sleeps till then and must wait for Python when it wakes; without it take() looks itself, which costs
next to nothing when there is nothing.  The process looks for what is shown by itself: to wake it
would cost whoever shows it more than writing it, up to a millisecond.  What is still to be worked
out of a frame (``shade``) the process does as well.

The process ends with this one.  One that is killed is told as a lost panel, and begun again.
"""

import contextlib
import multiprocessing
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Protocol

import numpy as np

from devices.child_process import leave_endings_to_parent, uninterrupted
from devices.link.lamp_sender import Levels, check_levels
from devices.link.port import REOPEN_S, STOP_S, Link, LinkStatus, Tap
from devices.link.session import Lost, SessionEvent

ALIVE_S = 0.5
"""How often is looked whether the process is there still."""
READY_LOOK_S = 0.005
ENDED = "the process that spoke with it has ended"
OWN_STOP_S = STOP_S + 1.0


class LevelMapper(Protocol):
    """How levels come of what is shown; it is handed to the process."""

    size: int  # How many bytes are shown

    def levels(self, seen: bytes) -> Levels:
        """uint8[lamps] of 0 to 15."""


@dataclass
class _Slot:
    """What is shown, in memory that both share: written here, read there, and nobody waits."""

    memory: Any
    times: Any  # How often something was shown, twice; odd while it is being written
    read: int = 0  # The times when it was read last

    def write(self, shown: bytes) -> None:
        """This is the newest."""
        self.times.value += 1
        memoryview(self.memory).cast("B")[:] = shown
        self.times.value += 1

    def newest(self) -> bytes | None:
        """What is shown since it was read last, if it is whole."""
        began = self.times.value
        if began == self.read or began % 2:
            return None
        shown = bytes(self.memory)
        if self.times.value != began:
            return None
        self.read = began
        return shown


@dataclass(frozen=True)
class _Crossed:
    """What a tap is given."""

    sender: str
    at_us: int
    data: bytes


@dataclass(frozen=True)
class _Happened:
    events: tuple[SessionEvent, ...]
    stands: LinkStatus


class LinkProcess:
    """A :class:`devices.link.port.Link` elsewhere: the same arguments, acts and answers.

    ``heard`` is called in a thread here, and so is ``tap``; without ``heard`` take() calls that.
    With ``shade`` not levels are shown but what it makes them of (:meth:`show_seen`).
    """

    def __init__(
        self,
        url: str,
        digest: bytes,
        lamps: int,
        switches: int,
        name: str,
        *,
        heard: Callable[[], None] | None = None,
        tap: Tap | None = None,
        shade: LevelMapper | None = None,
        mutes: bool = False,
    ) -> None:
        self.lamps = lamps
        self._make = partial(Link, url, digest, lamps, switches, name, mutes=mutes)
        self._url = url
        self._heard = heard
        self._tap = tap
        self._shade = shade
        self._context = multiprocessing.get_context("spawn")
        size = lamps if shade is None else shade.size
        self._slot = _Slot(self._context.RawArray("B", size), self._context.RawValue("Q", 0))
        self._events: deque[SessionEvent] = deque()
        self._stands = LinkStatus(f"{url}: looking for panel {name}")
        self._stopping = threading.Event()
        self._turn = threading.Lock()
        """Of whoever begins or ends the process."""
        self._thread: threading.Thread | None = None
        if heard is not None:
            self._thread = threading.Thread(target=self._listen, name=f"panel {url}", daemon=True)
        self._begin()

    def _begin(self) -> None:
        """A process, not yet running."""
        self._said: Any = self._context.RawValue("Q", 0)
        self._known = 0
        self._looked_s = time.monotonic()
        self._ours, self._theirs = self._context.Pipe()
        tapped = self._tap is not None
        self._process = self._context.Process(
            target=_serve,
            args=(self._make, tapped, self._shade, self._slot, self._said, self._theirs),
            name=f"panel {self._url}",
            daemon=True,
        )

    def start(self) -> None:
        """Open the port and keep it open.  Comes back at once."""
        self._run()
        if self._thread is not None:
            self._thread.start()

    def ready(self, seconds: float) -> bool:
        """Wait, so long at most, until the process is there; whether it is."""
        end = time.monotonic() + seconds
        while not self._said.value and time.monotonic() < end:
            time.sleep(READY_LOOK_S)
        return bool(self._said.value)

    def _run(self) -> None:
        with uninterrupted():
            self._process.start()
        self._theirs.close()

    def show(self, levels: Levels) -> None:
        """The newest levels, uint8[lamps] of 0 to 15; returns at once.

        Raises LinkBugError for another shape or a level over 15.
        """
        check_levels(levels, self.lamps)
        self.show_seen(levels.tobytes())

    def show_seen(self, seen: bytes) -> None:
        """The newest of what the shade makes levels of; returns at once."""
        self._slot.write(seen)

    @property
    def spoke(self) -> bool:
        """Whether take() would hear something new; costs next to nothing."""
        return bool(self._said.value != self._known)

    def take(self) -> list[SessionEvent]:
        """What happened since the last call."""
        self._look()
        return [self._events.popleft() for _ in range(len(self._events))]

    @property
    def connected(self) -> bool:
        """Whether a panel of this layout answers, as of the last event heard."""
        return self._stands.connected

    def stands(self) -> LinkStatus:
        """How things stand, as of the last event heard."""
        return self._stands

    def stop(self) -> None:
        """Close the port when the panel, if it is there, shows what was shown last."""
        with self._turn:
            self._stopping.set()
            if self._process.pid is None:
                return
            with contextlib.suppress(OSError):  # it has ended by itself
                self._ours.send(None)
        self._process.join(OWN_STOP_S)
        if self._process.is_alive():
            self._process.kill()
        if self._thread is not None:
            self._thread.join(OWN_STOP_S)
        self._look()

    # -- without a thread here

    def _look(self) -> None:
        """Hear what was said, if nobody listens; never waits."""
        if self._thread is not None or self._process.pid is None:
            return
        while self._said.value != self._known:  # told after it is in the pipe
            self._known += 1
            self._hear(self._ours.recv())
        now = time.monotonic()
        if now > self._looked_s + ALIVE_S:
            self._looked_s = now
            if not self._process.is_alive() and not self._stopping.is_set():
                self._ours.close()
                self._lose()
                self._again()

    # -- the thread here

    def _listen(self) -> None:
        while not self._stopping.is_set():
            with contextlib.suppress(EOFError, OSError):
                while True:
                    self._hear(self._ours.recv())
            self._ours.close()
            if not self._stopping.is_set():
                self._lose()
            if not self._stopping.wait(REOPEN_S):
                self._again()

    # -- in either's

    def _lose(self) -> None:
        reason = f"{self._url}: {ENDED}; trying again"
        if self._stands.status != reason:  # told once, however often it is begun again in vain
            self._stands = LinkStatus(reason)
            self._tell((Lost(reason),))

    def _again(self) -> None:
        with self._turn:
            if not self._stopping.is_set():
                self._begin()
                self._run()

    def _hear(self, said: _Crossed | _Happened) -> None:
        if isinstance(said, _Crossed):
            if self._tap is not None:
                self._tap(said.sender, said.at_us, said.data)
            return
        self._stands = said.stands
        self._tell(said.events)

    def _tell(self, events: tuple[SessionEvent, ...]) -> None:
        self._events.extend(events)
        if events and self._heard is not None:
            self._heard()


# -- the process there


def _serve(
    make: Callable[..., Link],
    tapped: bool,
    shade: LevelMapper | None,
    slot: _Slot,
    said: Any,
    theirs: Connection,
) -> None:
    """Keep the link until whoever began this says that it is over, or is gone."""
    leave_endings_to_parent()

    def say(what: _Crossed | _Happened) -> None:
        with contextlib.suppress(OSError):  # nobody listens any more
            theirs.send(what)
            said.value += 1

    def heard() -> None:
        say(_Happened(tuple(link.take()), link.stands()))

    def crossed(sender: str, at_us: int, data: bytes) -> None:
        say(_Crossed(sender, at_us, data))

    def look() -> Levels | None:
        shown = slot.newest()
        if shown is None:
            return None
        return np.frombuffer(shown, dtype=np.uint8) if shade is None else shade.levels(shown)

    link = make(heard=heard, tap=crossed if tapped else None, look=look)
    heard()
    link.start()
    theirs.poll(None)
    link.stop()
