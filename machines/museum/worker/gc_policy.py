"""Python's garbage collection, timed so that the window isn't held up.

The search through old objects looks at all of them while every thread waits: with numba's compiler
in memory that is a tenth of a second and more, and it comes when it likes.  So there is none while
the museum is being opened and a machine is switched on; what is there once the first one stands
is set aside and never searched again.  Of what comes later young objects are searched as ever, a
few milliseconds at a time, and old ones once in a while: a machine that visitors have left, or a
room that is drawn anew, is a ring of objects that refer to each other, and holds tens of megabytes.
What nothing refers to goes at once in any case.
"""

import contextlib
import gc
from collections.abc import Iterator

YOUNG = 5_000
"""So many new objects bring on a search through the young ones."""
NEVER = 1_000_000_000
EVERY_MS = 10_000
"""How often what is no longer young is searched once more, and then is old."""
STILL_MS, WORKING_MS = 120_000, 300_000
"""How often what is old is: while the machines stand still, when nobody minds some hundredths of a
second, and while one works."""


def disable_gc() -> None:
    """No search until a :class:`GcPolicy` begins: what is made now stays."""
    gc.disable()


class GcPolicy:
    """The one who decides when to search; in the hands of the thread that makes time pass."""

    def __init__(self) -> None:
        self._before: tuple[int, int, int] | None = None  # the thresholds to go back to
        self._next_ms: int | None = None
        self._searched_ms = 0

    @contextlib.contextmanager
    def switching_on(self) -> Iterator[None]:
        """Nothing is searched meanwhile; what is there after the first time is never searched."""
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
            self._next_ms, self._searched_ms = now_ms + EVERY_MS, now_ms
            self._begin()
        if now_ms < self._next_ms:
            return
        self._next_ms = now_ms + EVERY_MS
        if now_ms - self._searched_ms >= (STILL_MS if still else WORKING_MS):
            self._searched_ms = now_ms
            gc.collect()
        else:
            gc.collect(1)

    def end(self) -> None:
        """As it was before."""
        if self._before is not None:
            gc.set_threshold(*self._before)
            gc.unfreeze()
            self._before = None
        gc.enable()
