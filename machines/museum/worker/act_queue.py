"""What the worker has still to do, in order and bounded: a visitor's acts, other work, the end.

While few acts wait all of them are done, each in its turn.  When many do (the worker was kept, or a
panel gives more than it can take), acts are put together control by control before they reach the
session's log: of a lever's or key's positions the last counts, and of a button's presses so many
are kept.  An act of a real panel waits apart when several of its kind wait already, so that a touch
of the screen is answered at once.  At the end what waits is done, for a few seconds at most.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from devices.units.unit import Value

BUSY = 16
"""While fewer acts wait nothing is put together: a visitor makes no more in a second."""
EACH = 16
"""Of one button, presses and releases together."""
MOST = 256
"""Of all; a release goes in even then, because its press may have been done."""
PANELS = 8
"""Acts of panels that wait among the others."""
TOLD_S = 60.0
"""What is left out is told no oftener."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Waiting:
    """One piece of work; an act has a control."""

    do: Callable[[], None]
    control: tuple[str, str] | None = None  # Of an act: the exhibit and the event's control
    value: Value = 0
    latches: bool = False  # Whether the control stays where it is put
    of_panel: bool = False


class ActQueue:
    """Put into by any thread, taken from by the worker's."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._first: deque[Waiting] = deque()
        self._panels: deque[Waiting] = deque()
        """Acts of panels that wait until nothing else does."""
        self._among = 0
        """How many acts of panels are in ``_first``."""
        self._end_s: float | None = None
        self._told_s = -TOLD_S

    def __len__(self) -> int:
        return len(self._first) + len(self._panels)

    @property
    def ended(self) -> bool:
        """Whether nothing more is to be done: the end was asked for, and all that waited is done
        or the time for it is over."""
        with self._changed:
            end_s = self._end_s
            return end_s is not None and (not len(self) or time.monotonic() >= end_s)

    def put(self, one: Waiting) -> None:
        """One more; never waits."""
        with self._changed:
            apart = one.of_panel and bool(self._panels or self._among >= PANELS)
            lane = self._panels if apart else self._first
            many = len(self) >= BUSY or self._panels
            if one.control is not None and many and not self._fits(one, lane):
                return
            lane.append(one)
            self._among += one.of_panel and not apart
            self._changed.notify()

    def end(self, within_s: float) -> None:
        """What waits is done, for so long at most; then it is over."""
        with self._changed:
            self._end_s = time.monotonic() + within_s
            self._changed.notify()

    def get(self, wait_s: float) -> Waiting | None:
        """The next, waited for so long at most; None: there is none."""
        with self._changed:
            if not len(self) and self._end_s is None and wait_s:
                self._changed.wait(wait_s)
            if self._end_s is not None and time.monotonic() >= self._end_s:
                return None
            if self._first:
                one = self._first.popleft()
                self._among -= one.of_panel
                return one
            return self._panels.popleft() if self._panels else None

    # -- when many wait

    def _fits(self, one: Waiting, lane: deque[Waiting]) -> bool:
        """Make room for it; whether it is to be done at all."""
        if one.latches:
            self._drop_earlier(one, lane)
            return True
        same = [act for act in lane if act.control == one.control]
        if len(same) < EACH and (len(lane) < MOST or not (same or one.value)):
            return True
        self._tell(one)
        if same and {one.value, same[-1].value} == {0, 1}:  # a press goes with its release
            self._remove(lane, same[-1])
        return False

    def _drop_earlier(self, one: Waiting, lane: deque[Waiting]) -> None:
        """An earlier position of the same control; one that a button's press comes after stays,
        while there is room for both, unless it would be done after this one."""
        if lane is self._first:
            for act in [act for act in self._panels if act.control == one.control]:
                self._remove(self._panels, act)
        for act in reversed(lane):
            if act.control == one.control:
                self._remove(lane, act)
                return
            if not act.latches and len(lane) < MOST:
                return

    def _remove(self, lane: deque[Waiting], act: Waiting) -> None:
        at = next(k for k, other in enumerate(lane) if other is act)
        del lane[at]
        if lane is self._first:
            self._among -= act.of_panel

    def _tell(self, one: Waiting) -> None:
        now = time.monotonic()
        if one.control is not None and now - self._told_s >= TOLD_S:
            self._told_s = now
            log.warning("%d acts wait; presses of %s are left out", len(self), one.control[1])
