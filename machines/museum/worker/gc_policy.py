"""Python's garbage collection, timed so that the window isn't held up.

The search through old objects looks at all of them while every thread waits: with numba's compiler
and a long listing in memory that is a tenth of a second and more, and it comes when it likes.  So
there is none while the museum is being opened and its machines are switched on; then old objects
are set aside now and then and not searched again.  Young ones are searched as ever, a few
milliseconds at a time, and what nothing refers to goes at once in any case.  What grew old in a
ring of objects that refer to each other is let go when the machines have stood still for a minute.
"""

import contextlib
import gc
from collections.abc import Iterator

YOUNG = 5_000
"""So many new objects bring on a search through the young ones."""
NEVER = 1_000_000_000
EVERY_MS = 10_000
"""How often what is no longer young is set aside."""
STILL_MS = 60_000
"""After the machines have stood still so long nobody minds a tenth of a second."""
THOROUGH_MS = 600_000
"""How often, at most, everything is searched."""


def disable_gc() -> None:
    """No search until a :class:`GcPolicy` begins: what is made now stays."""
    gc.disable()


class GcPolicy:
    """The one who decides when to search; in the hands of the thread that makes time pass."""

    def __init__(self) -> None:
        self._before: tuple[int, int, int] | None = None  # the thresholds to go back to
        self._next_ms: int | None = None
        self._thorough_ms = 0

    @contextlib.contextmanager
    def switching_on(self) -> Iterator[None]:
        """Nothing is searched meanwhile, and nothing of what comes in is ever searched."""
        gc.disable()
        try:
            yield
        finally:
            self._begin()

    def _begin(self) -> None:
        if self._before is None:
            self._before = gc.get_threshold()
            gc.set_threshold(YOUNG, 10, NEVER)
        gc.freeze()
        gc.enable()

    def tick(self, now_ms: int, still: bool) -> None:
        """Between two slices; ``still``: no machine works."""
        if self._next_ms is None:
            self._next_ms, self._thorough_ms = now_ms + EVERY_MS, now_ms + THOROUGH_MS
        if not still:
            self._thorough_ms = max(self._thorough_ms, now_ms + STILL_MS)
        if now_ms < self._next_ms:
            return
        self._next_ms = now_ms + EVERY_MS
        if now_ms >= self._thorough_ms:
            self._thorough_ms = now_ms + THOROUGH_MS
            gc.unfreeze()
            gc.collect()
        else:
            gc.collect(1)
        self._begin()

    def end(self) -> None:
        """As it was before."""
        if self._before is not None:
            gc.set_threshold(*self._before)
            gc.unfreeze()
            self._before = None
        gc.enable()
