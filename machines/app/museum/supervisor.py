"""The kiosk's supervisor: restarts the museum's child process when it crashes.

The child says on its standard output that it lives, once a second; one that has said so and then
is silent hangs, and is ended.  It comes back with the last sessions gone on with, where the visitor
was.  One that falls again and again at once is started fresh: what it comes back to may be what
makes it fall.
"""

import logging
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from types import FrameType

from machines.app.program import AGAIN

SUPERVISED = "MATCHBOX704_SUPERVISED"
"""Set in the child's environment."""

BEAT_S = 1.0
SILENT_S = 30.0
"""After so long without a sign of life a child that gave one before is ended."""
QUICK_S = 20.0
"""A child that falls sooner than this fell at once."""
QUICK_FALLS = 3
PAUSE_S = 0.5
ENDING_S = 45.0
"""How long a child that was asked to end may take: longer than it waits for its disk."""
RESTART = 75
"""The status of a child that wants to be started again: the staff has asked for that."""
KEEP_ENDED = (0, 2)
"""Closed by the key, or refused (the folder is taken, an option is wrong): not started again."""

log = logging.getLogger(__name__)


class Supervisor:
    """Starts ``command`` with ``arguments``, and again, until it ends well or is told to."""

    def __init__(
        self,
        arguments: Sequence[str],
        command: Sequence[str] = (),
        fell: Callable[[int], None] = lambda status: None,
    ) -> None:
        """``fell`` is told the status of each fall."""
        self.fell = fell
        self.command = tuple(command) or AGAIN
        self.arguments = tuple(arguments)
        self.child: subprocess.Popen[bytes] | None = None
        self.starts = 0
        self.falls = 0
        """Quick falls in a row."""
        self.silent_s = SILENT_S
        self.pause_s = PAUSE_S
        self._ending = threading.Event()
        self._beat = 0.0

    def run(self) -> int:
        """Until it is over; the exit status."""
        while True:
            began = time.monotonic()
            status = self._once()
            if self._ending.is_set() or status in KEEP_ENDED:
                return max(status, 0)
            if status == RESTART:
                self.falls = 0
                continue
            quick = time.monotonic() - began < QUICK_S
            self.falls = self.falls + 1 if quick else 0
            log.error("the museum fell (status %d) and is started again", status)
            self.fell(status)
            if self._ending.wait(self.pause_s * min(2**self.falls, 60)):
                return 0

    def end(self) -> None:
        """Ask the child to end, and start none after it."""
        self._ending.set()
        child = self.child
        if child is not None and child.poll() is None:
            child.terminate()

    def next_arguments(self) -> list[str]:
        """With what the child is started now."""
        kept = [one for one in self.arguments if one not in ("--fresh", "--resume")]
        if self.falls >= QUICK_FALLS:
            return [*kept, "--fresh"]
        return [*kept, "--resume"] if self.starts else list(self.arguments)

    def _once(self) -> int:
        arguments = self.next_arguments()
        self.starts += 1
        self._beat = 0.0
        with subprocess.Popen(
            [*self.command, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            env={**os.environ, SUPERVISED: "1"},
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
                silent = self._beat and now - self._beat > self.silent_s
                if silent or (asked and now - asked > ENDING_S):
                    log.error("the museum hangs and is ended")
                    child.kill()

    def _listen(self, child: "subprocess.Popen[bytes]") -> None:
        assert child.stdout is not None
        while child.stdout.readline():
            self._beat = time.monotonic()


def supervise(arguments: Sequence[str], fell: Callable[[int], None] = lambda status: None) -> int:
    """Run the museum with these arguments under a supervisor; the exit status."""
    supervisor = Supervisor(arguments, fell=fell)

    def end(number: int, frame: FrameType | None) -> None:
        del number, frame
        supervisor.end()

    signal.signal(signal.SIGINT, end)
    signal.signal(signal.SIGTERM, end)
    return supervisor.run()
