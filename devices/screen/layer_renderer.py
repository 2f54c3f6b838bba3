"""Static layers drawn in threads while the window runs.

Drawing a console at two or three times its size takes longer than a frame may; while it is made the
window goes on with the old picture.  Headless drawing makes everything at once instead.
"""

import contextlib
import ctypes
import logging
import sys
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")

log = logging.getLogger(__name__)

REST_S = 0.02
"""So often a thread that lets others go first looks whether it may go on."""
STILL_S = 2.0
"""So long after a movement of the view nothing is made ahead: a thread that draws holds Python's
lock for milliseconds at a time, and a glide's frames and a game's first ones would wait."""
THREADS = 2
"""numpy lets a second thread work while it fills an array: a room stands a third sooner."""
_LIBRARY = None if sys.platform == "win32" else ctypes.CDLL(None)
_malloc_trim: Callable[[int], object] = getattr(_LIBRARY, "malloc_trim", int)
"""glibc's way to give back to the system what was freed: drawing a console takes 300 MB for a
second, and it would keep them.  Where there is another C library nothing is done (``int``)."""
_mallopt: Callable[[int, int], object] = getattr(_LIBRARY, "mallopt", max)
_ARENA_MAX, ARENAS = -8, 2
"""Of glibc's pools of memory; by itself it opens one a thread, and each keeps what others lack."""


class LayerRenderer:
    """Makes what it is asked for; what was asked is known by a name and a measure of it."""

    def __init__(self, at_once: bool = False) -> None:
        if not at_once:
            _mallopt(_ARENA_MAX, ARENAS)
        self.pool = None if at_once else ThreadPoolExecutor(THREADS, thread_name_prefix="sheets")
        self.urgent = None if at_once else ThreadPoolExecutor(1, thread_name_prefix="urgent")
        self.spare = None if at_once else ThreadPoolExecutor(1, thread_name_prefix="ahead")
        self.work: dict[Hashable, tuple[object, Future[Any]]] = {}
        self.pressing: set[Future[Any]] = set()
        """What is urgent and not made yet: a room's sheets wait for it."""
        self.ahead: dict[Hashable, object] = {}
        self.still_at = 0.0
        """From this time on (monotonic clock) what nobody waits for is made."""
        self.closed = False
        self.halted: Future[None] | None = None
        """Set while nothing is begun: done when the thread that makes ahead has come to its end."""

    def get(
        self, name: Hashable, measure: object, make: Callable[[], T], urgent: bool = False
    ) -> T | None:
        """What ``make`` made for this measure, or None while it isn't ready.

        The first call for a measure asks for it; another measure of the same name replaces it.
        ``urgent``: nothing stands in for it, so a room's sheets wait for it.  Raises what ``make``
        raised.
        """
        future = self._future(name, measure, make, self.urgent if urgent else self.pool)
        if not future.done():
            return None
        result: T = future.result()
        return result

    def ensure(self, name: Hashable, measure: object, make: Callable[[], None]) -> bool:
        """The same for something that is changed in place: whether ``make`` has been done."""
        future = self._future(name, measure, make, self.pool)
        if not future.done():
            return False
        future.result()
        return True

    def has(self, name: Hashable, measure: object) -> bool:
        """Whether that is made; it is not asked for."""
        asked = self.work.get(name)
        if asked is None or asked[0] != measure or asked[1].cancelled():
            return False
        return asked[1].done()

    def _future(
        self,
        name: Hashable,
        measure: object,
        make: Callable[[], Any],
        pool: ThreadPoolExecutor | None,
    ) -> Future[Any]:
        asked = self.work.get(name)
        if asked is not None and asked[0] == measure and not asked[1].cancelled():
            return asked[1]
        future: Future[Any]
        if self.halted is not None:
            return Future()
        if pool is None:
            future = Future()
            future.set_result(make())
        else:
            before = None if asked is None or asked[1].cancel() else asked[1]
            future = pool.submit(self._after, before, make, pool is self.pool)
            if pool is self.urgent:
                self.pressing.add(future)
                future.add_done_callback(self.pressing.discard)
        self.work[name] = (measure, future)
        return future

    def _after(self, before: Future[Any] | None, make: Callable[[], T], waits: bool) -> T:
        """What ``make`` makes, once that for the measure before is made: never two of one name at a
        time; ``waits``: and what is urgent."""
        pressing = self.pressing.copy() if waits else set()
        while not self.closed and not all(future.done() for future in pressing):
            time.sleep(REST_S)
        if before is not None:
            before.exception()
        try:
            return make()
        finally:
            _malloc_trim(0)

    def put_off(self, names: Iterable[Hashable]) -> None:
        """Begin none of these for now: something else is looked at.  They are made when they are
        asked for again."""
        for name in names:
            if (asked := self.work.get(name)) is not None:
                asked[1].cancel()
            self.ahead.pop(name, None)

    def give_way(self) -> None:
        """The view moves: nothing is made ahead until :data:`STILL_S` after the last call."""
        self.still_at = time.monotonic() + STILL_S

    def forget(self, names: Iterable[Hashable]) -> None:
        """What these are the names of isn't needed any more."""
        for name in names:
            if (asked := self.work.pop(name, None)) is not None:
                asked[1].cancel()
            self.ahead.pop(name, None)
        if self.pool is not None and not self.closed:
            self.pool.submit(_malloc_trim, 0)

    def make_ahead(
        self, name: Hashable, measure: object, make: Callable[[], Iterable[object]]
    ) -> None:
        """Have something made step by step in a thread that nobody waits for, once for each
        measure; a step of one, then a step of the next.  Where everything is made at once, nothing
        is made ahead."""
        if self.spare is None or self.halted is not None or self.ahead.get(name) == measure:
            return
        self.ahead[name] = measure
        self._submit(name, measure, iter(make()))

    def _submit(self, name: Hashable, measure: object, steps: Iterator[object]) -> None:
        if self.spare is not None and not self.closed:
            with contextlib.suppress(RuntimeError):  # it was closed meanwhile
                step = self.spare.submit(self._step, name, measure, steps)
                step.add_done_callback(_log_failure)

    def _step(self, name: Hashable, measure: object, steps: Iterator[object]) -> None:
        while not self.closed and self.halted is None and self.ahead.get(name) == measure:
            waited_for = any(not future.done() for _, future in tuple(self.work.values()))
            if not waited_for and time.monotonic() >= self.still_at:
                break
            time.sleep(REST_S)
        wanted = self.halted is None and self.ahead.get(name) == measure
        if wanted and next(steps, self) is not self:
            self._submit(name, measure, steps)
        else:
            _malloc_trim(0)

    def halt(self) -> bool:
        """Begin nothing more, and whether nothing is being made any longer; asked until that is so,
        and then :meth:`go_on`."""
        if self.pool is None or self.spare is None or self.closed:
            return True
        if self.halted is None:
            self.halted = Future()
            self.spare.submit(self.halted.set_result, None)
            for _, future in self.work.values():
                future.cancel()
        return self.halted.done() and all(future.done() for _, future in self.work.values())

    def go_on(self) -> None:
        """Make what is asked for again; whatever was made is forgotten."""
        self.work.clear()
        self.ahead.clear()
        self.halted = None

    def wait(self) -> None:
        """Come back when nothing is being made (before the display's mode is changed)."""
        for _, future in tuple(self.work.values()):
            if not future.cancelled():
                future.exception()

    def close(self) -> None:
        """Make no more."""
        self.closed = True
        for pool in (self.spare, self.urgent, self.pool):
            if pool is not None:
                pool.shutdown(wait=True, cancel_futures=True)


def _log_failure(future: Future[None]) -> None:
    """What nobody waits for fails loudly all the same."""
    if not future.cancelled() and future.exception() is not None:
        log.error("made ahead", exc_info=future.exception())
