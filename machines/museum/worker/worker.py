"""The worker: the thread in which machine time passes, at 1x, 10x, 100x or flat out.

The window's thread never touches an exhibit.  It puts acts into a bounded queue (:class:`ActQueue`)
and reads the newest view; the worker thread takes the acts between two slices, lets a slice of
machine time pass, and publishes the view.  At 10 X ten microseconds of machine time are due in each
real one (:class:`TimeBudget`, ``RATES``).  Slices are short (about 4 ms), so an act waits no longer
than that, and the kernels let the window draw meanwhile.

While few acts wait all of them are done, each in its turn.  When many do (the worker was kept, or a
panel gives more than it can take), acts are put together control by control before they reach the
session's log: of a lever's or key's positions the last counts, and of a button's presses so many
are kept.  An act of a real panel waits apart when several of its kind wait already, so that a touch
of the screen is answered at once.  At the end what waits is done, for a few seconds at most.
"""

import logging
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar

from devices.duration import Speed
from devices.units.unit import Value
from machines.exhibit.exhibit import View

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

    do: Callable[[], object]
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

    def put(self, job: Waiting) -> None:
        """One more; never waits."""
        with self._changed:
            apart = job.of_panel and bool(self._panels or self._among >= PANELS)
            lane = self._panels if apart else self._first
            many = len(self) >= BUSY or self._panels
            if job.control is not None and many and not self._fits(job, lane):
                return
            lane.append(job)
            self._among += job.of_panel and not apart
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
                job = self._first.popleft()
                self._among -= job.of_panel
                return job
            return self._panels.popleft() if self._panels else None

    # -- when many wait

    def _fits(self, job: Waiting, lane: deque[Waiting]) -> bool:
        """Make room for it; whether it is to be done at all."""
        if job.latches:
            self._drop_earlier(job, lane)
            return True
        same = [act for act in lane if act.control == job.control]
        if len(same) < EACH and (len(lane) < MOST or not (same or job.value)):
            return True
        self._tell(job)
        if same and {job.value, same[-1].value} == {0, 1}:  # a press goes with its release
            self._remove(lane, same[-1])
        return False

    def _drop_earlier(self, job: Waiting, lane: deque[Waiting]) -> None:
        """An earlier position of the same control; one that a button's press comes after stays,
        while there is room for both, unless it would be done after this one."""
        if lane is self._first:
            for act in [act for act in self._panels if act.control == job.control]:
                self._remove(self._panels, act)
        for act in reversed(lane):
            if act.control == job.control:
                self._remove(lane, act)
                return
            if not act.latches and len(lane) < MOST:
                return

    def _remove(self, lane: deque[Waiting], act: Waiting) -> None:
        at = next(k for k, other in enumerate(lane) if other is act)
        del lane[at]
        if lane is self._first:
            self._among -= act.of_panel

    def _tell(self, job: Waiting) -> None:
        now = time.monotonic()
        if job.control is not None and now - self._told_s >= TOLD_S:
            self._told_s = now
            log.warning("%d acts wait; presses of %s are left out", len(self), job.control[1])


# -- the thread


RATES: dict[Speed, int] = {"authentic": 1, "x10": 10, "x100": 100}
"""Machine time for a second of real time, where time passes at a rate."""

STALL_NS = 100_000_000
"""Real time beyond this since the last slice is forgotten: after a stall nothing races."""
SLICE_NS = 4_000_000
"""What one slice flat out should take."""
LEAST_US = 1_000
MOST_US = 20_000_000
"""A slice is no longer, however little happens in it: the next might have much to do."""
ACTS_NS = 50_000_000
"""So long acts are taken before the next slice, if so many wait."""
LAST_ACTS_S = 5.0
"""So long what waits is still done when the museum closes."""
TICK_S = 0.004
"""The wait between slices while time passes at a rate."""
REST_S = 0.05
"""The wait between looks while nothing happens (an act ends it at once)."""
STEP_US = 500
"""At speed "step" time is let pass in pieces of this, until something has happened ..."""
STEP_MOST_US = 2_000_000
"""... or this long."""
FAST = ("x100", "flat")
"""Speeds that only compiled kernels reach."""
SAMPLES: dict[Speed, int] = {"step": 1, "authentic": 1, "x10": 1, "x100": 8, "flat": 64}
"""Every how many phases an exhibit that samples counts its lamps: 1 is exact."""

SELDOM = 1_000
"""The same where nobody looks at the lamps, as in a replay."""

T = TypeVar("T")

log = logging.getLogger(__name__)


def now_ms() -> int:
    """Real time, from anywhen on."""
    return time.monotonic_ns() // 1_000_000


class TimeBudget:
    """How much machine time is due: whole microseconds, remainders carried."""

    def __init__(self) -> None:
        self._then_ns: int | None = None
        self._left = 0  # nanoseconds times the rate, less than one microsecond
        self.longest_us = 20_000
        """What one slice can do: all of it flat out, the most at any other speed."""

    def rest(self) -> None:
        """Nothing was due: what passes now is not made up for."""
        self._then_ns = None

    def due_us(self, rate: int, now_ns: int) -> int:
        """Machine time since the last call at ``rate`` times real time; 0 on the first."""
        if self._then_ns is None:
            self._then_ns = now_ns
            self._left = 0
            return 0
        passed = min(now_ns - self._then_ns, STALL_NS)
        self._then_ns = now_ns
        us, self._left = divmod(passed * rate + self._left, 1_000)
        return us

    def advance(self, most_us: int, advance: Callable[[int], None]) -> None:
        """One slice flat out of at most ``most_us``."""
        us = min(self.longest_us, most_us)
        began = time.monotonic_ns()
        advance(us)
        self.adapt(us, time.monotonic_ns() - began)

    def adapt(self, us: int, ns: int) -> None:
        """A slice of ``us`` took ``ns``: the next may be longer or must be shorter, but is never
        more than doubled or halved, so that one odd slice does not stall the next."""
        wished = us * SLICE_NS // max(ns, 1)
        now = self.longest_us
        self.longest_us = max(LEAST_US, min(MOST_US, now * 2, max(now // 2, wished)))


class WorkerBackend(Protocol):
    """What the worker drives: the exhibits' sessions, in its own thread alone."""

    def open(self, exhibit: str) -> None:
        """Switch the exhibit on, if it isn't yet."""

    def switched_on(self) -> tuple[str, ...]:
        """The exhibits that are."""

    def act(self, exhibit: str, control: str, value: int | str) -> object:
        """One act of the operator; a refusal is no exception here."""

    def advance(self, exhibit: str, us: int) -> View:
        """Let so much of its time pass; what is seen then."""

    def view(self, exhibit: str) -> View:
        """What is seen now."""

    def due_us(self, exhibit: str) -> int | None:
        """When a unit of the exhibit is next due; None if none is."""

    def sample(self, exhibit: str, every: int) -> None:
        """How finely its lamps are counted from now on."""

    def publish(self, exhibit: str, view: View) -> None:
        """Show it."""

    def tick(self, now_ms: int) -> None:
        """Called between slices, at least every REST_S: a demonstration's next act."""

    def close_room(self, exhibit: str, error: Exception) -> None:
        """A fault at one exhibit: it is no longer switched on, and made anew by and by."""

    def close(self) -> None:
        """Close every session; the worker ends."""


class Worker:
    """The one thread in which machine time passes."""

    def __init__(self, floor: WorkerBackend, speed: Speed = "authentic") -> None:
        self.backend = floor
        self.speed: Speed = speed
        """Read at each slice; may be set from any thread."""
        self.halted = False
        """Whether no time passes at all, whatever the speed: a tour is paused.  Set as that is."""
        self.exhibit: str | None = None
        """Whose time passes: the one that a visitor stands before; empty, on the floor plan: all
        that are switched on, no faster than in truth; None: nobody's."""
        self.failed: BaseException | None = None
        """What ended the thread, if it was not ``stop``."""
        self.waiting = ActQueue()
        """What is to be done between two slices."""
        self.runs_fast: Callable[[str], bool] = lambda exhibit: True
        """Whether an exhibit's time may pass faster than at 10 X: its kernels are compiled."""
        self._pace = TimeBudget()
        self._paces: dict[str, TimeBudget] = {}
        self._thread = threading.Thread(target=self._run, name="the machines", daemon=True)

    # -- from any thread, without waiting ----------------------------------------------------

    def start(self) -> None:
        """Begin.  Threads take turns more often from now on, so that the window is not kept."""
        sys.setswitchinterval(0.001)
        self._thread.start()

    def enter(self, exhibit: str | None) -> None:
        """Let that exhibit's time pass from now on ("": every one's that is switched on; None:
        nobody's)."""
        self.do(partial(self._enter, exhibit))

    def act(
        self,
        exhibit: str,
        control: str,
        value: Value,
        latches: bool = False,
        of_panel: bool = False,
    ) -> None:
        """Hand in an act; ``latches``: its control stays where it is put."""
        do = partial(self._at, exhibit, partial(self.backend.act, exhibit, control, value), None)
        self.waiting.put(Waiting(do, (exhibit, control), value, latches, of_panel))

    def step(self) -> None:
        """At speed "step": on to the next thing that happens."""
        self.do(self._one_step)

    def do(self, work: Callable[[], None], exhibit: str = "") -> None:
        """Have ``work`` done between two slices, in the worker's thread.

        A fault in it closes the room of that exhibit; where it is no exhibit's, it ends the thread.
        """
        self.waiting.put(Waiting(partial(self._at, exhibit, work, None) if exhibit else work))

    def stop(self, wait_s: float = 10.0) -> bool:
        """Finish the slice, close the sessions, end; whether that was done in time."""
        self.waiting.end(min(LAST_ACTS_S, wait_s / 2))
        if self._thread.is_alive():
            self._thread.join(wait_s)
        return not self._thread.is_alive()

    # -- the thread --------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while self._turn():
                pass
        except BaseException as error:
            self.failed = error
            log.exception("the machines' thread ended")
        finally:
            try:
                self.backend.close()
            except Exception:
                log.exception("on closing")

    def _turn(self) -> bool:
        """A slice, a wait, then what is to be done; False when asked to stop."""
        wait_s = self._slice()
        self.backend.tick(now_ms())
        began = time.monotonic_ns()
        while (job := self.waiting.get(wait_s)) is not None:
            if wait_s:
                wait_s, began = 0.0, time.monotonic_ns()
            job.do()
            if time.monotonic_ns() - began > ACTS_NS:
                break
        return not self.waiting.ended

    def _enter(self, exhibit: str | None) -> None:
        self.exhibit = exhibit
        self._pace.rest()
        self._paces.clear()
        if exhibit:
            self._at(exhibit, partial(self.backend.open, exhibit), None)

    def _at(self, exhibit: str, work: Callable[[], T], otherwise: T) -> T:
        """What ``work`` makes at an exhibit; a fault in it closes that room alone."""
        try:
            return work()
        except Exception as error:
            self.backend.close_room(exhibit, error)
            return otherwise

    def _slice(self) -> float:
        """Let a slice of time pass; how long to wait for wishes after it."""
        name, speed = self.exhibit, self.speed
        if speed == "step" or name is None or self.halted:
            self._pace.rest()
            return REST_S
        there = self.backend.switched_on()
        if speed in FAST and name and not self.runs_fast(name):
            speed = "x10"
        if name:
            passes = {name: (speed, self._pace)} if name in there else {}
        else:
            passes = {
                room: ("authentic", self._paces.setdefault(room, TimeBudget())) for room in there
            }
        waits = [
            self._at(room, partial(self._pass_slice, room, *how), TICK_S)
            for room, how in passes.items()
        ]
        return min(waits, default=REST_S)

    def _pass_slice(self, name: str, speed: Speed, pace: TimeBudget) -> float:
        """A slice of one exhibit's time."""
        view = self.backend.view(name)
        due = None if view.busy else self.backend.due_us(name)
        if not view.busy and due is None:
            pace.rest()
            return REST_S
        us = pace.longest_us
        if speed != "flat":
            us = min(us, pace.due_us(RATES[speed], time.monotonic_ns()))
        if due is not None:
            us = min(us, max(due, 1))
        if us:
            self.backend.sample(name, SAMPLES[speed])
            began = time.monotonic_ns()
            view = self.backend.advance(name, us)
            pace.adapt(us, time.monotonic_ns() - began)
            self.backend.publish(name, view)
        return 0.0 if speed == "flat" else TICK_S

    def _one_step(self) -> None:
        """On to the next thing that happens: a tally that grows, or a unit that was due."""
        name = self.exhibit
        if name and self.speed == "step" and name in self.backend.switched_on():
            self._at(name, partial(self._step_on, name), None)

    def _step_on(self, name: str) -> None:
        self.backend.sample(name, 1)
        view = before = self.backend.view(name)
        passed = 0
        while passed < STEP_MOST_US:
            due = self.backend.due_us(name)
            if not view.busy and due is None:
                break
            us = min(STEP_US, due) if due is not None else STEP_US
            view = self.backend.advance(name, us)
            passed += us
            if us == due or view.tallies != before.tallies or view.plays != before.plays:
                break
        self.backend.publish(name, view)
