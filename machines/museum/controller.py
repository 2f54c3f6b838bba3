"""The museum behind the window: its exhibits with their clock, store and demonstration.

    window thread     MuseumController --wishes-->  Worker  -->  SessionManager  -->  store
    (devices.screen)       views  <---------------------------  publishes

``MuseumController`` answers the window at once, whatever happens behind it. ``SessionManager`` is
what the worker drives; only its thread touches exhibits and writes the log.
"""

import contextlib
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from devices.duration import Speed
from devices.refusal import RefusedError
from devices.units.unit import Value
from machines.exhibit.exhibit import View
from machines.laboratory.strength.today import StrengthCurve, StrengthGauge
from machines.museum.media_catalog import MediaCatalog
from machines.museum.media_export import KeptSouvenir, SouvenirFolder
from machines.museum.meetings import IdleMeetings, Meeting, Met, Name
from machines.museum.panel.adapter import latching
from machines.museum.session_manager import SessionManager
from machines.museum.sessions.housekeeping import Housekeeper
from machines.museum.sessions.session_store import SessionStore, VisitorState
from machines.museum.supervisor import Heartbeat
from machines.museum.tour_script import Script
from machines.museum.tours import MuseumTours, load_shipped_acts
from machines.museum.window.museum import Museum, MuseumFault, Prompt
from machines.museum.worker.worker import FAST, Worker
from machines.storage import registry
from machines.storage.kernel_loader import CompileProgress, KernelLoader
from machines.storage.registry import EXHIBITS, ExhibitSpec, panel_layout

if TYPE_CHECKING:
    from devices.screen.room import Room
    from devices.screen.ui_text import UiText
    from machines.exhibit.exhibit import Exhibit
    from machines.storage.events.follower import ExhibitFollower


log = logging.getLogger(__name__)

PATIENCE_S = 20.0
"""So long at most what isn't stood before waits for the room, or the plan, to be drawn."""

Demo = Literal["never", "idle", "at once"]
"""When to demonstrate: when nobody has touched anything for the set time, or at once too."""


@dataclass(frozen=True)
class StartupOptions:
    """How the museum starts."""

    fresh: bool = False  # Don't go on with the last sessions
    speed: Speed = "authentic"
    demo: Demo = "never"
    souvenirs: Path | None = None  # The folder of what visitors take along; None: nothing
    demo_length: float = 1.0  # Of its acts, beside what their scripts say
    events: "Callable[[Exhibit], ExhibitFollower] | None" = None  # See SessionManager.events


class MuseumController(Museum):
    """The museum as the window sees it."""

    def __init__(
        self,
        store: SessionStore,
        startup: StartupOptions | None = None,
        plan: tuple[ExhibitSpec, ...] = EXHIBITS,
        words: "UiText | None" = None,
        heart: Heartbeat | None = None,
    ) -> None:
        self.heart = heart or Heartbeat()
        self.store = store
        self.startup = startup or StartupOptions()
        self.plan = plan
        self.words = words
        self.sessions = SessionManager(store, plan, self.startup.fresh, self.heart)
        self.sessions.events = self.startup.events
        self.worker = Worker(self.sessions, self.startup.speed)
        self.sessions.set_speed = self._let_pass
        self.kernels = KernelLoader(tuple(name for spec in plan for name in spec.modules))
        self.worker.runs_fast = lambda exhibit: self._missing(exhibit) is None
        self.shelf = MediaCatalog(store.folder)
        names = tuple(spec.name for spec in plan)
        self.gauge = StrengthGauge(names, self.sessions.visitors_exhibit, self._do_aside)
        self.alone = False
        """Whether nobody has touched anything for so long that the window said so."""
        self.idle_meetings = IdleMeetings(self._meetings_to_play, self._count_meetings)
        self.keeper = Housekeeper(store.folder)
        self._ready: set[str] = set()  # exhibits that may be switched on
        self._entered = ""
        self._looks = 0
        self._opened_s = time.monotonic()
        self._begun = False
        self._idles = False  # whether the machines of the floor plan may be switched on
        self.resting = False
        """Whether the museum is closed for now: nobody's time passes."""
        self.quiet = False
        """Whether the staff wants no demonstration."""
        self._demo_due = self.startup.demo == "at once"
        self.settled: Callable[[], bool] = lambda: True
        """Whether the room is drawn in full."""
        self.plan_drawn: Callable[[], bool] = lambda: True
        """Whether every alcove of the floor plan is."""
        self.tours: MuseumTours = MuseumTours(
            self.sessions,
            self.worker,
            plan,
            lambda: self.words,
            lambda exhibit: self._entered == exhibit,
            lambda: self.settled(),
            lambda: self.plan_drawn(),
            self._ready,
        )
        folder = self.startup.souvenirs
        self._souvenirs = SouvenirFolder(folder) if folder is not None else None
        self._layouts = {spec.name: panel_layout(spec) for spec in plan}
        self._latching = {
            name: latching(name, layout.controls()) for name, layout in self._layouts.items()
        }

    def open(self) -> None:
        """Start the worker.  Switching on waits until the window has come once."""
        self.kernels.open()
        self.worker.start()
        self.idle_meetings.start()
        self.keeper.start()

    def _begin(self) -> None:
        """Bring a room's machine in while the room is drawn, so that both are there as soon as they
        can be; the others, the kernels and the media once what is stood before is drawn."""
        if self._entered and self._entered not in self._ready:
            self._ready.add(self._entered)
            self._switch_on()
        if self.settled() or time.monotonic() > self._opened_s + PATIENCE_S:
            self._begun = True
            self._ready.update(spec.name for spec in self.plan)
            self._switch_on()
            self.kernels.want(*self._modules(self._entered or self.tours.coming()))
            self.kernels.start()
            self.worker.do(self._look_through_shelf)  # once the machine is on

    def _look_through_shelf(self) -> None:
        for spec in self.plan:
            self.shelf.look_through(spec)

    def _modules(self, exhibit: str) -> tuple[str, ...]:
        """Those that make the exhibit and its room; none on the floor plan."""
        return registry.find_exhibit(exhibit, self.plan).modules if exhibit else ()

    def _missing(self, exhibit: str) -> CompileProgress | None:
        """How it stands with an exhibit's kernels; None: all are there."""
        return self.kernels.progress(*self._modules(exhibit))

    def _switch_on(self) -> None:
        """What a visitor stands before; on the floor plan everything, one after the other, once no
        machine would wait for a kernel: who enters another room meanwhile would wait as well."""
        here = self._entered
        if self.resting:
            self.worker.enter(None)
            return
        if here:
            self.worker.enter(here if here in self._ready else None)
            return
        self.worker.enter("")
        for spec in self.plan if self._idles else ():
            self.worker.do(partial(self._switch_on_aside, spec.name), spec.name)

    def _switch_on_aside(self, exhibit: str) -> None:
        if not self._entered:
            self.sessions.open(exhibit)

    def _do_aside(self, work: Callable[[], None]) -> None:
        """Have something done in the worker's thread without which the museum goes on."""

        def do() -> None:
            try:
                work()
            except Exception:
                log.exception("left out")

        self.worker.do(do)

    def close(self, wait_s: float = 10.0) -> bool:
        """Finish the slice, write the ends, let the folder go; whether it was done in time."""
        self.kernels.stop()
        self.gauge.stop()
        self.idle_meetings.stop()
        self.keeper.stop()
        done = self.worker.stop(wait_s)
        self.store.close()
        if self._souvenirs is not None:
            self._souvenirs.close()
        return done

    # -- the window's museum

    def exhibits(self) -> tuple[str, ...]:
        return tuple(spec.name for spec in self.plan)

    def room(self, exhibit: str) -> "Room":
        """The exhibit's room, made anew; a closed one where a fault has closed it."""
        spec = registry.find_exhibit(exhibit, self.plan)
        if self.is_out_of_order(exhibit):
            return placeholder_room(spec)
        made: Room = registry.make_room(spec, self._layouts[exhibit])
        return made

    def is_out_of_order(self, exhibit: str) -> bool:
        return self.sessions.rooms.is_closed(exhibit)

    def room_fell(self, exhibit: str, error: Exception) -> None:
        if self.sessions.rooms.close(exhibit, error):
            self.worker.do(partial(self.sessions.put_away, exhibit), exhibit)

    def enter(self, exhibit: str) -> None:
        self._entered = exhibit
        self._keep_visitor()
        self.kernels.want(*self._modules(exhibit))
        self._switch_on()

    def _keep_visitor(self) -> None:
        """Remember where a visitor stands; a tour's place is nothing to go on from."""
        if self.tours.on:
            return
        code = self.words.code if self.words is not None else ""
        visitor = VisitorState(self._entered, self.worker.speed, code)

        def keep() -> None:
            with contextlib.suppress(RefusedError):  # a full disk: the next act will say so
                self.store.keep_visitor(visitor)

        self.worker.do(keep)

    def view(self, exhibit: str) -> View | None:
        """The newest view; None while it isn't switched on."""
        self._looks += 1
        if self._looks >= 2 and not self._begun:
            self._begin()
        if self.kernels.is_idle and not self._idles:
            self._idles = True
            if not self._entered:
                self._switch_on()
        return self.sessions.views.get(exhibit)

    def shown(self) -> None:
        self.heart.window()
        if self.worker.failed is not None:
            raise MuseumFault("the machines stopped") from self.worker.failed

    def act(self, exhibit: str, control: str, value: Value, of_panel: bool = False) -> None:
        latches = control in self._latching.get(exhibit, ())
        self.worker.act(exhibit, control, value, latches, of_panel)

    @property
    def entered(self) -> str:
        """The exhibit that a visitor, or a demonstration, stands before; empty: the floor plan."""
        return self._entered

    def stands_before(self, exhibit: str) -> bool:
        """Whether a visitor stands before it, and no tour goes on; asked in any thread."""
        return self._entered == exhibit and not self.tours.on

    def offer(self, exhibit: str, control: str) -> Prompt | None:
        spec = registry.find_exhibit(exhibit, self.plan)
        return self.shelf.offer(control, self.sessions.views.get(exhibit), spec)

    def speed(self) -> Speed:
        return self.worker.speed

    def set_speed(self, speed: Speed) -> None:
        self._let_pass(speed)
        self._keep_visitor()

    def _let_pass(self, speed: Speed) -> None:
        self.worker.speed = speed

    def step(self) -> None:
        self.worker.step()

    def caption(self, exhibit: str) -> str:
        scene = self.tours.scene()
        return scene.said if scene is not None and scene.exhibit == exhibit else ""

    def compile_progress(self) -> CompileProgress | None:
        here = self._entered
        if here and (self.worker.speed in FAST or self.kernels.is_waited_for):
            return self._missing(here)
        return None

    # -- tours

    def idle(self) -> None:
        """A demonstration begins, where the museum was opened for that."""
        self.alone = True
        if self.startup.demo == "never" or self.tours.on or self.resting or self.quiet:
            return
        self.tours.begin_round(self._acts(), self._entered)

    def _acts(self) -> dict[str, Script]:
        """The script of each exhibit that has one, as long as the museum was opened for."""
        acts = load_shipped_acts(self.plan)
        return {name: script.scaled(self.startup.demo_length) for name, script in acts.items()}

    def leads(self) -> str | None:
        """Where a tour stands; a demonstration that is due begins."""
        if self._demo_due:
            self._demo_due = False
            self.idle()
        return self.tours.leads()

    def touched(self) -> None:
        """A tour ends, and the exhibit is as the last visitor left it."""
        self.alone = False
        if self.tours.on:
            self.tours.end()
            self._keep_visitor()

    def _meetings_to_play(self) -> tuple[Name, ...]:
        """The rows of the tournament table that machines play on now: none while a visitor is
        there, or where a room is not switched on yet, so that nothing is compiled for it."""
        if not self.alone or self.tours.paused or self.resting or self.quiet:
            return ()
        there = self.sessions.open_sessions
        return tuple(row[:2] for row in self.sessions.meetings.rows if row.exhibit in there)

    def _count_meetings(self, exhibit: str, met: Met) -> None:
        self._do_aside(partial(self.sessions.meetings.count, exhibit, met))

    def rest(self, resting: bool) -> None:
        """The museum closes for now: a demonstration ends, and no machine's time passes.  When it
        opens again one begins at once, where the museum was opened for that."""
        if resting:
            self.touched()
        self.resting = resting
        self._switch_on()
        if not resting:
            self.idle()

    def keep_quiet(self, quiet: bool) -> None:
        """No demonstration from now on; False: as the museum was opened for."""
        self.quiet = quiet
        if quiet:
            self.touched()

    def reset(self, exhibit: str) -> None:
        self.touched()
        self.worker.do(partial(self.sessions.reset, exhibit), exhibit)

    def speaks(self, words: "UiText") -> None:
        self.words = words
        self._keep_visitor()

    def strength(self) -> tuple[StrengthCurve, ...]:
        return self.gauge.curves

    def meetings(self) -> tuple[Meeting, ...]:
        return self.sessions.meetings.rows

    def measure_strength(self) -> None:
        self.gauge.measure()

    def keeps_souvenirs(self) -> bool:
        return self._souvenirs is not None

    def keep_souvenir(self, exhibit: str, files: Mapping[str, Callable[[], bytes]]) -> KeptSouvenir:
        if self._souvenirs is None:
            return KeptSouvenir(failed=True)
        return self._souvenirs.keep(exhibit, files)


def placeholder_room(spec: ExhibitSpec) -> "Room":
    """What is seen of an exhibit whose room has fallen: the hall, with nothing in it."""
    from devices.screen.room import NOWHERE, Room

    resting = View(spec.name, 0, np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.bool_))
    return Room(spec.name, spec.title, NOWHERE, resting, out_of_order=True)
