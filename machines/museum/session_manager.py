"""The session manager: the worker's side of all sessions (machines.museum.worker.worker).

Only that thread touches exhibits and writes their logs; what is seen of them is published in
``views``, each replaced whole.  A demonstration plays on a machine of its own: the visitors' stands
suspended meanwhile as they left it, and comes back when the act is over, unless the first who
touches anything goes on with what the demonstration shows.  A machine at which a fault occurs is
let go of, and made anew after a pause.

A fault is an exception in an exhibit (in the worker's thread) or in its room's picture (in the
window's).  It closes that room alone: its plate on the floor plan says so.  The first time its
machine comes back as it was at its last play that was kept; if it falls again within ten minutes,
fresh.  The pauses grow, and no room is given up.  A room that only can't be opened (the disk is
full) is tried again as it was.
"""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import Literal, NamedTuple

from devices.duration import Speed
from devices.refusal import RefusedError
from devices.units.unit import Value
from machines.exhibit.exhibit import Exhibit, View
from machines.kernels.kernel import patiently
from machines.museum.curator.status import RoomFault
from machines.museum.media_export import MediaExporter
from machines.museum.meetings import MeetingTable
from machines.museum.sessions.day_recorder import DayRecorders
from machines.museum.sessions.session_store import NOT_KEPT, OpenSession, SessionStore
from machines.museum.supervisor import Heartbeat
from machines.museum.tour_script import (
    DemoAction,
    DemoPlayer,
    KeepState,
    OperateControl,
    RestoreState,
    SetSpeed,
)
from machines.museum.worker.gc_policy import GcPolicy
from machines.storage import registry
from machines.storage.events.follower import ExhibitFollower
from machines.storage.registry import ExhibitSpec, make_exhibit, panel_layout
from machines.storage.telling import tell_user

Way = Literal["all", "last play", "fresh"]
"""How far back a machine goes: not at all, to its last play that was kept, to its beginning."""

PAUSE_S = 3.0
"""A room stays closed for so long; twice as long with each fault that counts ..."""
LONGEST_PAUSE_S = 300.0
"""... up to this; one that can't be opened, up to ..."""
LONGEST_WAIT_S = 30.0
COUNTS_S = 600.0
"""A fault counts for so long."""
KEPT = 20
"""Faults that the status tells of."""

log = logging.getLogger(__name__)


class ClosedRoom(NamedTuple):
    """One that is closed now."""

    until: float
    way: Way


class ClosedRooms:
    """Of one museum; any thread may call this."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        """``seconds``: a clock that only goes on."""
        self.seconds = seconds
        self.faults: tuple[RoomFault, ...] = ()
        """The last ones, the newest last; replaced whole."""
        self._closed: dict[str, ClosedRoom] = {}
        self._at: dict[str, list[float]] = {}
        """When each room fell, as long as that counts."""
        self._lock = threading.Lock()

    def closed(self) -> tuple[str, ...]:
        """Those that are closed now."""
        return tuple(self._closed)

    def is_closed(self, room: str) -> bool:
        """Whether a fault has closed it."""
        return room in self._closed

    def close(self, room: str, error: Exception) -> bool:
        """A fault in a room; whether that closes it now: it may be closed already."""
        with self._lock:
            if room in self._closed:
                return False
            now = self.seconds()
            at = self._at[room] = [t for t in self._at.get(room, []) if now - t < COUNTS_S]
            at.append(now)
            way: Way = "last play" if len(at) == 1 else "fresh"
            most = LONGEST_PAUSE_S
            if isinstance(error, RefusedError):
                way, most = "all", LONGEST_WAIT_S
            pause = min(PAUSE_S * 2.0 ** (len(at) - 1), most)
            self._closed[room] = ClosedRoom(now + pause, way)
            fault = RoomFault(int(time.time()), room, f"{type(error).__name__}: {error}"[:200])
            self.faults = (*self.faults, fault)[-KEPT:]
        whole = None if isinstance(error, RefusedError) else error
        log.error("the room %s is closed for %.0f s: %s", room, pause, error, exc_info=whole)
        return True

    def spare(self, room: str) -> None:
        """It was a demonstration's machine that fell: the visitors' comes back as it is."""
        with self._lock:
            if room in self._closed:
                self._closed[room] = self._closed[room]._replace(way="all")

    def due(self) -> tuple[tuple[str, Way], ...]:
        """Those whose pause is over, and how each is to be opened."""
        now = self.seconds()
        return tuple((room, shut.way) for room, shut in self._closed.items() if now >= shut.until)

    def open(self, room: str) -> None:
        """Its machine is there again."""
        with self._lock:
            self._closed.pop(room, None)
        log.warning("the room %s is open again", room)


# -- the sessions


KEPT_AGAIN_MS = 10_000
"""Sessions that could not be kept are tried again this often."""

log = logging.getLogger(__name__)


class SessionManager:
    """See the module.  ``fresh``: the last sessions are not gone on with."""

    def __init__(
        self,
        store: SessionStore,
        plan: tuple[ExhibitSpec, ...],
        fresh: bool = False,
        heart: Heartbeat | None = None,
    ) -> None:
        self.heart = heart or Heartbeat()
        self.rooms = ClosedRooms()
        self.store = store
        self.plan = plan
        self.fresh = fresh
        self.views: dict[str, View] = {}
        """The newest view of each exhibit that is switched on; replaced whole, read by anyone."""
        self.open_sessions: dict[str, OpenSession] = {}
        self.suspended: dict[str, OpenSession] = {}
        """The visitors' sessions of exhibits that are demonstrated."""
        self.media: dict[str, MediaExporter] = {}
        self.recording = DayRecorders(store.folder, store.program)
        self.meetings = MeetingTable(store.folder)
        """What machines have scored against one another."""
        self._said: dict[str, str] = {}
        """What the exhibit doesn't know itself, told until the next act: a refusal, a session that
        could not be gone on with."""
        self.troubles: list[str] = []
        """What became of sessions that could not be gone on with."""
        self.unkept = ""
        """Why what visitors play is not kept now; empty: it is."""
        self._tell_unkept(store.trouble)
        self.events: Callable[[Exhibit], ExhibitFollower] | None = None
        """Makes what tells of an exhibit in a stream of events (--events); None: nobody listens."""
        self._followers: dict[str, ExhibitFollower] = {}
        self.tidy = GcPolicy()
        self.tour: DemoPlayer | None = None
        self.touring = ""
        self._marks: list[bytes] = []
        """The machine of a journey as it was at the beginning of each step."""
        self._kept_again_ms = 0
        self.set_speed: Callable[[Speed], None] = lambda speed: None

    # -- what the worker asks ----------------------------------------------------------------

    def open(self, exhibit: str) -> None:
        """Switch it on, the last session gone on with."""
        if exhibit not in self.open_sessions and not self.rooms.is_closed(exhibit):
            self._open(exhibit, "fresh" if self.fresh else "all")

    def _open(self, exhibit: str, way: Way) -> None:
        spec, make = self._maker(exhibit)
        self.heart.opening()
        # An hour of a session that is gone on with may be computed again.
        resumes = way != "fresh" and self.store.has_session(exhibit)
        with self.tidy.switching_on(), patiently() if resumes else nullcontext():
            kept = self.store.open(exhibit, make, way == "fresh", way == "last play")
        registry.import_room(spec)
        self.media[exhibit] = MediaExporter(self.store.folder, spec.decks, spec.tapes)
        if kept.trouble:
            log.warning("%s: %s", exhibit, kept.trouble)
            self.troubles.append(kept.trouble)
        self._install(exhibit, kept, kept.trouble)

    def close_room(self, exhibit: str, error: Exception) -> None:
        """A fault at an exhibit: its room is closed, its machine let go of."""
        self.rooms.close(exhibit, error)
        self.put_away(exhibit)

    def put_away(self, exhibit: str) -> None:
        """Let go of a machine at which a fault occurred: its log ends as if the process had been
        killed here.  The visitors' own, where another was demonstrated, is sound."""
        self.views.pop(exhibit, None)
        self._said.pop(exhibit, None)
        fallen = self.open_sessions.pop(exhibit, None)
        if exhibit == self.touring:
            self.tour = None
        if fallen is None:
            return
        self.media.pop(exhibit).close()
        self.store.abandon(fallen)
        suspended = self.suspended.pop(exhibit, None)
        if suspended is not None:
            self.store.end(suspended)
        if fallen.is_demonstration:
            self.rooms.spare(exhibit)

    def _open_again(self, exhibit: str, way: Way) -> None:
        self.rooms.open(exhibit)
        try:
            self._open(exhibit, way)
        except Exception as error:
            self.close_room(exhibit, error)

    def _maker(self, exhibit: str) -> tuple[ExhibitSpec, Callable[[], Exhibit]]:
        spec = registry.find_exhibit(exhibit, self.plan)
        layout = panel_layout(spec)
        return spec, lambda: make_exhibit(spec, layout)

    def _install(self, exhibit: str, kept: OpenSession, said: str = "") -> None:
        """This is the exhibit from now on."""
        kept.exhibit.take_meetings()  # those of its log were counted when they were played
        self.open_sessions[exhibit] = kept
        self._said[exhibit] = said
        if self.events is not None:
            self._followers[exhibit] = self.events(kept.exhibit)
        self.publish(exhibit, kept.session.view(exhibit))

    def switched_on(self) -> tuple[str, ...]:
        """Every exhibit that time can pass for."""
        return tuple(self.open_sessions)

    def visitors_exhibit(self, exhibit: str) -> Exhibit | None:
        """The visitors' own machine, though another is demonstrated; None: it isn't switched on."""
        kept = self.suspended.get(exhibit) or self.open_sessions.get(exhibit)
        return kept.exhibit if kept is not None else None

    def act(self, exhibit: str, control: str, value: Value) -> bool:
        """One act; whether it was taken.  Why not stands in the view's reason, put there by the
        exhibit."""
        if exhibit not in self.open_sessions:
            return False
        kept, media = self.open_sessions[exhibit], self.media[exhibit]
        cards = media.before(kept.exhibit, control)
        said = ""
        try:
            kept.session.act(exhibit, control, value)
            if not kept.is_demonstration:
                media.after(kept.exhibit, control, cards)
        except RefusedError as refusal:
            log.info("refused: %s", refusal)
            said = str(refusal)
        self._say(exhibit, said)
        return not said

    def _say(self, exhibit: str, said: str) -> None:
        """Show the exhibit as it is, until the next act with the reason ``said`` if it is not its
        own: the log could not take an act down."""
        view = self._after_slice(exhibit, acted=True)
        self._said[exhibit] = said
        self.publish(exhibit, view)

    def _after_slice(self, exhibit: str, acted: bool = False) -> View:
        kept = self.open_sessions[exhibit]
        if not kept.is_demonstration:
            self.media[exhibit].export_finished(kept.exhibit)
        if kept.session.finished(exhibit):
            self.store.mark(kept)
        self.store.tend(kept)
        self.recording.record_new_plays(kept, acted)
        self.meetings.count(exhibit, kept.exhibit.take_meetings())
        if exhibit in self._followers:
            self._followers[exhibit].look(kept.exhibit, kept.is_demonstration)
        return kept.session.view(exhibit)

    def advance(self, exhibit: str, us: int) -> View:
        """A slice."""
        self.open_sessions[exhibit].session.advance(exhibit, us)
        return self._after_slice(exhibit)

    def view(self, exhibit: str) -> View:
        """The exhibit as it was last seen."""
        return self.open_sessions[exhibit].session.view(exhibit)

    def due_us(self, exhibit: str) -> int | None:
        """When the first of its units is due."""
        units = self.open_sessions[exhibit].exhibit.units.values()
        return min((due for unit in units if (due := unit.due_us()) is not None), default=None)

    def sample(self, exhibit: str, every: int) -> None:
        """For exhibits that count their lamps by samples when time is short."""
        self.open_sessions[exhibit].exhibit.sample = every

    def publish(self, exhibit: str, view: View) -> None:
        """Show it."""
        kept, said = self.open_sessions[exhibit], self._said.get(exhibit, "")
        if kept.file.trouble and not (kept.is_demonstration or said or view.refusal):
            said = NOT_KEPT
        self.views[exhibit] = replace(view, reason=said, refusal=said) if said else view

    def tick(self, now_ms: int) -> None:
        """What is to be done now and then, and a demonstration's next deeds."""
        self.heart.worker()
        self.meetings.tend()
        self._keep_again(now_ms)
        both = (*self.open_sessions.values(), *self.suspended.values())
        if visitors := [kept.file.trouble for kept in both if not kept.is_demonstration]:
            self._tell_unkept(next(filter(None, visitors), ""))
        self.tidy.tick(now_ms, not any(view.busy for view in self.views.values()))
        for exhibit, way in self.rooms.due():
            self._open_again(exhibit, way)
        tour, name = self.tour, self.touring
        if tour is not None and name in self.open_sessions:
            try:
                self._do(tour, tour.tick(now_ms, self.view(name)))
            except Exception as error:
                self.close_room(name, error)

    def _tell_unkept(self, unkept: str) -> None:
        """Standard error and the bar hear once that nothing is kept, and once that it is again."""
        if bool(unkept) != bool(self.unkept):
            nothing = f"nothing that is played is kept: {unkept}"
            tell_user(f"museum: {nothing if unkept else 'what is played is kept again'}")
            for exhibit in self.open_sessions:
                self.publish(exhibit, self.view(exhibit))
        self.unkept = unkept

    def _keep_again(self, now_ms: int) -> None:
        """Sessions that the disk could not take are tried again."""
        if now_ms >= self._kept_again_ms:
            self._kept_again_ms = now_ms + KEPT_AGAIN_MS
            for kept in (*self.open_sessions.values(), *self.suspended.values()):
                self.store.keep_again(kept)

    def _do(self, tour: DemoPlayer, actions: tuple[DemoAction, ...]) -> None:
        """What a script wants done; what is refused is left out."""
        name, left = self.touring, list(actions)
        while left:
            action = left.pop(0)
            if isinstance(action, SetSpeed):
                self.set_speed(action.speed)
            elif isinstance(action, KeepState):
                del self._marks[action.mark :]
                self._marks.append(self.open_sessions[name].exhibit.snapshot())
            elif isinstance(action, OperateControl):
                if not self.act(name, action.control, action.value):
                    log.warning("the demonstration's %s was refused", action.control)
                    tour.refuse()
            else:
                state = self._marks[action.mark] if isinstance(action, RestoreState) else None
                if not self._set_aside(name, state):
                    log.warning("the demonstration's machine was refused")
                    left = list(tour.skip())

    def reset(self, exhibit: str) -> None:
        """The exhibit as it is when the museum starts; what was played stays in its log."""
        if exhibit not in self.open_sessions:
            return
        _, make = self._maker(exhibit)
        self.store.end(self.open_sessions[exhibit])
        try:
            with self.tidy.switching_on():
                kept = self.store.begin(exhibit, make())
        except RefusedError as refusal:
            log.error("not begun anew: %s", refusal)
            self._say(exhibit, str(refusal))
            return
        self.media[exhibit].forget()
        self._install(exhibit, kept)

    def close(self) -> None:
        """Close every session."""
        self.recording.close()
        self.meetings.close()
        for kept in (*self.suspended.values(), *self.open_sessions.values()):
            media = self.media[kept.name]
            if not kept.is_demonstration:
                media.export_finished(kept.exhibit, at_end=True)
            self.store.end(kept)
            media.close()
        self.tidy.end()

    # -- a demonstration ---------------------------------------------------------------------

    def play(self, exhibit: str, tour: DemoPlayer) -> None:
        """Its act begins."""
        self.tour, self.touring, self._marks = tour, exhibit, []

    def back(self) -> None:
        """A step back in a journey."""
        if self.tour is not None and self.touring in self.open_sessions:
            self._do(self.tour, self.tour.back())

    def _set_aside(self, exhibit: str, state: bytes | None = None) -> bool:
        """A fresh machine for a scene, or the demonstrated one as it was kept in ``state``; whether
        there is one."""
        _, make = self._maker(exhibit)
        before = self.open_sessions[exhibit]
        if before.is_demonstration:
            self.store.end(before)
        try:
            with self.tidy.switching_on():
                if state is not None and before.is_demonstration:
                    made = before.exhibit  # making another would take a second longer
                    made.restore(state)
                else:
                    made = make()
                kept = self.store.begin_anyway(exhibit, made, is_demonstration=True)
        except RefusedError as refusal:
            log.error("no machine to demonstrate: %s", refusal)
            return False
        if not before.is_demonstration:
            self.suspended[exhibit] = before
        self._install(exhibit, kept)
        return True

    def leave(self, hands_over: bool) -> None:
        """The act is over, or somebody came: ``hands_over`` gives the machine as it stands to the
        visitor, else the visitors' own comes back."""
        self.tour = None
        shown, suspended = (
            self.open_sessions.get(self.touring),
            self.suspended.pop(self.touring, None),
        )
        if shown is None or suspended is None:
            return
        self.store.end(shown)
        kept, said = suspended, ""
        if hands_over:
            try:
                kept = self.store.begin(self.touring, shown.exhibit)
                self.store.end(suspended)
                self.media[self.touring].forget()
            except RefusedError as refusal:
                log.error("not handed over: %s", refusal)
                said = str(refusal)
        self._install(self.touring, kept, said)
