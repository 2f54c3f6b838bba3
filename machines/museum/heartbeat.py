"""The museum's signs of life: the window's thread and the worker's vouch for each other.

The window tells the supervisor (machines/museum/supervisor.py) that the museum lives, as long
as the worker goes on with its slices; the worker counts on in the folder's lock, as long as the
window's pictures are taken by the display.  So a museum of which either hangs, or whose display
does, is silent in both places.
"""

import time
from collections.abc import Callable

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
