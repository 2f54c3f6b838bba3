"""The kiosk's supervisor: opens the museum in a child process, and opens it again, for good.

The child says on its standard output that it lives, once a second, as long as its window and its
worker both do (:class:`Heartbeat`); one that is silent hangs, and is ended.

    ends with 0         the staff has closed it: over
    ends with RESTART   the staff starts it again: at once
    ends with REFUSED   it can't open yet (no display, a full disk, the folder is taken): tried on
    else, or hangs      it fell: opened again with the last sessions, where the visitor was

A child that falls too often in half an hour is started fresh: what it comes back to may be what
makes it fall.  The pauses grow, and it is never given up.  Where a museum that hangs holds the data
folder it is ended; one that lives is left alone, and there is nothing to supervise.
"""

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from devices.interruptions import endings
from machines.museum.service import notify, without_own
from machines.storage.lock import Holder, find_holder
from machines.storage.program import AGAIN

BEAT_S = 1.0
"""How often a sign is given."""
WINDOW_S = 30.0
"""After so long without a picture the worker says nothing more."""
WORKER_S = 45.0
"""After so long without the end of a slice or an act the window says nothing more.  The longest
that was measured is Anaconda's choice at eight plies: 6.2 s, on a computer with five times too much
to do."""
OPENING_S = 600.0
"""The same while an exhibit is switched on: where the compiling child has failed, its kernels are
compiled there, and a long log may be replayed."""


class Heartbeat:
    """Of one museum.  ``tell`` is called in the window's thread, ``keep`` in the worker's."""

    def __init__(
        self,
        tell: Callable[[], None] = lambda: None,
        keep: Callable[[], None] = lambda: None,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        """``seconds``: a clock that only goes on."""
        self.tell, self.keep, self.seconds = tell, keep, seconds
        now = seconds()
        self._window, self._worker = now, now
        self._patience_s = WORKER_S
        self._told = self._kept = now - BEAT_S

    def window(self) -> None:
        """The display took a picture: called in the window's thread."""
        now = self._window = self.seconds()
        if now - self._told >= BEAT_S and now - self._worker < self._patience_s:
            self._told = now
            self.tell()

    def worker(self) -> None:
        """The worker goes on: called in its thread."""
        now = self._worker = self.seconds()
        self._patience_s = WORKER_S
        if now - self._kept >= BEAT_S and now - self._window < WINDOW_S:
            self._kept = now
            self.keep()

    def opening(self) -> None:
        """The worker begins to switch an exhibit on, which may take long: called in its thread."""
        self.worker()
        self._patience_s = OPENING_S


# -- the supervisor


SUPERVISED = "MATCHBOX704_SUPERVISED"
"""Set in the child's environment."""

SILENT_S = 30.0
"""After so long without a sign of life a child that gave one before is ended."""
OPENING_S = 90.0
"""So long the first sign may take: a window before a slow disk."""
HELD_S = 60.0
"""A museum that holds the folder and gives no sign of life for so long is ended."""
LIVING_S = 10.0
"""One that gives signs of life for so long lives, and does not just close."""
FALLS_S = 1800.0
"""Falls are counted for so long ..."""
MOST_FALLS = 5
"""... and after so many the museum is started fresh."""
PAUSE_S = 0.5
"""Before the child is started again; twice as long with each fall that counts ..."""
LONGEST_PAUSE_S = 60.0
"""... up to this."""
LONGEST_WAIT_S = 10.0
"""The longest pause before another try to open."""
ENDING_S = 45.0
"""How long a child that was asked to end may take: longer than it waits for its disk."""
ASKED_S = 5.0
"""The same of one that hangs."""
RESTART = 75
"""The status of a child that wants to be started again: the staff has asked for that."""
CLOSED, REFUSED = 0, 2

log = logging.getLogger(__name__)


@dataclass
class Held:
    """Another museum has the folder."""

    holder: Holder
    since: float  # When it was first seen to
    alive: float  # When it last gave a sign of life


class Supervisor:
    """Starts ``command`` with ``arguments``, and again, until it is closed or told to end."""

    def __init__(
        self,
        arguments: Sequence[str],
        command: Sequence[str] = (),
        fell: Callable[[int], None] = lambda status: None,
        folder: Path | None = None,
    ) -> None:
        """``fell`` is told the status of each fall; ``folder`` is the museum's data folder."""
        self.fell = fell
        self.command = tuple(command) or AGAIN
        self.arguments = tuple(arguments)
        self.folder = folder
        self.child: subprocess.Popen[bytes] | None = None
        self.starts = 0
        self.falls: list[float] = []
        """When it fell, as long as that counts."""
        self.refusals = 0
        """Tries to open in a row that were refused."""
        self.silent_s, self.opening_s = SILENT_S, OPENING_S
        self.held_s, self.living_s = HELD_S, LIVING_S
        self.pause_s = PAUSE_S
        self._fresh_at = float("-inf")  # When it was last started fresh
        self._held: Held | None = None
        self._ending = threading.Event()
        self._beat = 0.0

    def run(self) -> int:
        """Until it is over; the exit status."""
        notify("READY=1")
        while True:
            status = self._once()
            if self._ending.is_set() or status == CLOSED:
                return max(status, 0)
            if status == RESTART:
                self.falls.clear()
                continue
            if status == REFUSED:
                pause = self._wait_to_open()
                if pause is None:
                    return REFUSED
            else:
                pause = self._count_fall(status)
            if self._rest(pause):
                return 0

    def end(self) -> None:
        """Ask the child to end, and start none after it."""
        self._ending.set()
        child = self.child
        if child is not None and child.poll() is None:
            child.terminate()

    def next_arguments(self) -> list[str]:
        """With what the child is started now."""
        kept = [argument for argument in self.arguments if argument not in ("--fresh", "--resume")]
        if self._is_to_begin_fresh():
            return [*kept, "--fresh"]
        return [*kept, "--resume"] if self.starts else list(self.arguments)

    def _is_to_begin_fresh(self) -> bool:
        return sum(at > self._fresh_at for at in self.falls) >= MOST_FALLS

    def _begins(self) -> None:
        if self._is_to_begin_fresh():
            log.error("the museum falls again and again and begins anew")
            self._fresh_at = time.monotonic()
        self.starts += 1
        self._beat = 0.0

    # -- what became of the child

    def _count_fall(self, status: int) -> float:
        """It fell: how long to wait before it is started again."""
        now = time.monotonic()
        self.falls = [at for at in self.falls if now - at < FALLS_S] + [now]
        self.refusals = 0
        pause = min(self.pause_s * 2.0 ** len(self.falls), LONGEST_PAUSE_S)
        log.error("the museum fell (status %d) and is started again in %.0f s", status, pause)
        notify(f"STATUS=the museum fell (status {status}) and is started again in {pause:.0f} s")
        self.fell(status)
        return pause

    def _wait_to_open(self) -> float | None:
        """It could not open: how long to wait before the next try; None: another has opened it."""
        if self._is_held_by_the_living():
            log.error("another museum has opened the folder: this one ends")
            return None
        if not self.refusals and self.falls:
            self.falls.pop()  # What it fell by is what it can't open without: no room's state
        self.refusals += 1
        pause = min(self.pause_s * 2.0 ** min(self.refusals, 10), LONGEST_WAIT_S)
        if self.refusals & (self.refusals - 1) == 0:  # the log is not filled with it
            log.error("the museum can't open (try %d) and waits until it can", self.refusals)
        notify("STATUS=the museum can't open yet; standard error says why")
        return pause

    def _is_held_by_the_living(self) -> bool:
        """Whether a museum that lives has the folder; one that has hung for long is ended."""
        holder = find_holder(self.folder) if self.folder is not None else None
        if holder is None:
            self._held = None
            return False
        now, held = time.monotonic(), self._held
        if held is None or held.holder.pid != holder.pid:
            self._held = Held(holder, now, now)
        elif held.holder.beats != holder.beats:
            held.holder, held.alive = holder, now
            return now - held.since >= self.living_s
        elif now - held.alive >= self.held_s and holder.pid > 1:
            log.error("process %d holds the folder and hangs: it is ended", holder.pid)
            self._end_holder(holder)
            self._held = None
        return False

    def _end_holder(self, holder: Holder) -> None:
        """Ask it to end, then end it.  Nothing that was played is lost by that."""
        with contextlib.suppress(OSError):
            os.kill(holder.pid, signal.SIGTERM)
            end = time.monotonic() + ASKED_S
            while time.monotonic() < end and not self._rest(0.2):
                if self.folder is None or find_holder(self.folder) != holder:
                    return
            os.kill(holder.pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    # -- the child

    def _rest(self, seconds: float) -> bool:
        """Wait; whether it is to end."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            notify("WATCHDOG=1")
            if self._ending.wait(min(left, 1.0)):
                return True
        return self._ending.is_set()

    def _once(self) -> int:
        arguments = self.next_arguments()
        self._begins()
        began = time.monotonic()
        with subprocess.Popen(
            [*self.command, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            env={**without_own(os.environ), SUPERVISED: "1"},
        ) as child:
            self.child = child
            threading.Thread(target=self._listen, args=(child,), daemon=True).start()
            asked = 0.0
            while True:
                try:
                    return child.wait(0.2)
                except subprocess.TimeoutExpired:
                    now = time.monotonic()
                if self._ending.is_set() and not asked:
                    asked = now
                    child.terminate()
                since, most = (self._beat, self.silent_s) if self._beat else (began, self.opening_s)
                if now - since > most or (asked and now - asked > ENDING_S):
                    log.error("the museum hangs and is ended")
                    child.kill()
                else:
                    notify("WATCHDOG=1")

    def _listen(self, child: "subprocess.Popen[bytes]") -> None:
        assert child.stdout is not None
        while child.stdout.readline():
            if not self._beat:
                notify("STATUS=the museum is open")
                self.refusals, self._held = 0, None
            self._beat = time.monotonic()


def supervise(
    arguments: Sequence[str],
    fell: Callable[[int], None] = lambda status: None,
    folder: Path | None = None,
) -> int:
    """Run the museum with these arguments under a supervisor; the exit status."""
    supervisor = Supervisor(arguments, fell=fell, folder=folder)

    with endings(lambda number: supervisor.end()):
        return supervisor.run()


def beat() -> None:
    """A sign of life of the child's; where nobody hears it any more, the child closes itself."""
    try:
        sys.stdout.write(".\n")
    except OSError:
        os.kill(os.getpid(), signal.SIGTERM)
