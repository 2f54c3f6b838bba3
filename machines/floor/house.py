"""The museum behind the window: its exhibits with their clock, store and demonstration.

    window thread          House  --wishes-->  Worker  -->  House.Keeping  -->  sessions, store
    (devices.screen)       views  <-----------------------  publishes

``House`` answers the window (devices.screen.visit.Museum) at once, whatever happens behind it.
``Keeping`` is what the worker drives; only its thread touches exhibits and writes the log.
"""

import contextlib
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Literal

from devices.refusal import RefusedError
from devices.screen.visit import Warming
from devices.units.unit import Value
from machines import museum
from machines.exhibit import View
from machines.floor.clock import Speed, Worker, set_sample
from machines.floor.folders import ASSETS
from machines.floor.media import MediaKeeper
from machines.floor.panels import panel
from machines.floor.store import Kept, Store, Visitor
from machines.floor.tidy import Tidy
from machines.floor.tour import Fresh, Put, Script, SetSpeed, Tour, read_script
from machines.floor.warming import Warmer
from machines.museum import PLAN, Standing

if TYPE_CHECKING:
    from devices.screen.room import Room
    from devices.screen.visit import Offer

log = logging.getLogger(__name__)


PATIENCE = 600
"""So many looks at most the machine waits for its room."""

Demo = Literal["never", "idle", "at once"]
"""When to demonstrate: when nobody has touched anything for the set time, or at once too."""


@dataclass(frozen=True)
class Doors:
    """How the doors are opened."""

    fresh: bool = False
    """Don't go on with the last sessions."""
    speed: Speed = "authentic"
    demo: Demo = "never"


def shipped_deck(name: str, folder: str = "decks") -> str:
    """A deck of a shipped folder as the hopper takes it."""
    from devices.media.deck import deck_value, read_deck

    return deck_value(read_deck((ASSETS / folder / name).read_bytes(), name))


def shipped_script(exhibit: str) -> Script | None:
    """An exhibit's demonstration; None if it has none."""
    path = ASSETS / "tours" / f"{exhibit}.toml"
    return read_script(path.read_bytes(), path.name) if path.exists() else None


class Keeping:
    """The sessions in the worker's hands (machines.floor.clock.Floor)."""

    def __init__(self, store: Store, plan: tuple[Standing, ...], doors: Doors) -> None:
        self.store = store
        self.plan = plan
        self.doors = doors
        self.views: dict[str, View] = {}
        """The newest view of each exhibit that is switched on; replaced whole, read by anyone."""
        self.kept: dict[str, Kept] = {}
        self.media: dict[str, MediaKeeper] = {}
        self.told: list[str] = []
        """What became of sessions that could not be gone on with."""
        self.tidy = Tidy()
        self.tour: Tour | None = None
        self.touring = ""
        self.set_speed: Callable[[Speed], None] = lambda speed: None

    # -- what the worker asks ----------------------------------------------------------------

    def open(self, exhibit: str) -> None:
        """Switch it on: compiled kernels, the last session gone on with."""
        if exhibit in self.kept:
            return
        self._open(exhibit, self.doors.fresh)

    def _open(self, exhibit: str, fresh: bool) -> None:
        one = museum.standing(exhibit, self.plan)
        layout = panel(one)
        with self.tidy.switching_on():
            kept = self.store.open(exhibit, lambda: museum.make_exhibit(one, layout), fresh)
        self.kept[exhibit] = kept
        self.media.setdefault(exhibit, self._media(one)).forget()
        if kept.told:
            log.warning("%s: %s", exhibit, kept.told)
            self.told.append(kept.told)
        view = kept.session.views[exhibit]
        self.publish(exhibit, replace(view, reason=kept.told) if kept.told else view)

    def _media(self, one: Standing) -> MediaKeeper:
        return MediaKeeper(self.store.folder, one.decks, one.tapes)

    def act(self, exhibit: str, control: str, value: Value) -> None:
        """One act; a refusal stands in the view's reason, put there by the exhibit."""
        self._act(exhibit, control, value)

    def _act(self, exhibit: str, control: str, value: Value) -> bool:
        if exhibit not in self.kept:
            return False
        kept = self.kept[exhibit]
        cards = self.media[exhibit].before(kept.exhibit, control)
        said = ""
        try:
            kept.session.act(exhibit, control, value)
            self.media[exhibit].after(kept.exhibit, control, cards)
        except RefusedError as refusal:
            log.info("refused: %s", refusal)
            said = str(refusal)
        self._say(exhibit, said)
        return not said

    def _say(self, exhibit: str, said: str) -> None:
        """Show the exhibit as it is, with the reason ``said`` if it is not its own: the log's,
        which could not take an act down."""
        view = self._look(exhibit)
        self.publish(exhibit, replace(view, reason=said) if said else view)

    def _look(self, exhibit: str) -> View:
        kept = self.kept[exhibit]
        self.media[exhibit].look(kept.exhibit)
        if kept.session.finished(exhibit):
            self.store.mark(kept)
        return kept.session.views[exhibit]

    def advance(self, exhibit: str, us: int) -> View:
        """A slice."""
        self.kept[exhibit].session.advance(exhibit, us)
        return self._look(exhibit)

    def view(self, exhibit: str) -> View:
        """The exhibit as it was last seen."""
        return self.kept[exhibit].session.views[exhibit]

    def due_us(self, exhibit: str) -> int | None:
        """When the first of its units is due."""
        units = self.kept[exhibit].exhibit.units.values()
        return min((due for unit in units if (due := unit.due_us()) is not None), default=None)

    def sample(self, exhibit: str, every: int) -> None:
        """For exhibits that count their lamps by samples when time is short."""
        set_sample(self.kept[exhibit].exhibit, every)

    def publish(self, exhibit: str, view: View) -> None:
        """Show it."""
        self.views[exhibit] = view

    def beat(self, now_ms: int) -> None:
        """What is to be done now and then, and a demonstration's next deeds."""
        self.tidy.beat(now_ms, not any(view.busy for view in self.views.values()))
        tour, name = self.tour, self.touring
        if tour is None or name not in self.kept:
            return
        deeds = list(tour.beat(now_ms, self.view(name)))
        while deeds:
            deed = deeds.pop(0)
            if isinstance(deed, Fresh):
                self.reset(name)
            elif isinstance(deed, SetSpeed):
                self.set_speed(deed.speed)
            elif isinstance(deed, Put) and not self._act(name, deed.control, deed.value):
                log.warning("the demonstration's %s was refused", deed.control)
                deeds = list(tour.skip(now_ms))

    def reset(self, exhibit: str) -> None:
        """The exhibit as it is when the doors open; what was played stays in its log."""
        if exhibit not in self.kept:
            return
        self.store.end(self.kept[exhibit])
        try:
            self._open(exhibit, fresh=True)
        except RefusedError as refusal:
            log.error("not begun anew: %s", refusal)
            self._say(exhibit, str(refusal))

    def close(self) -> None:
        """Close every session."""
        for kept in self.kept.values():
            self.media[kept.name].look(kept.exhibit, at_end=True)
            self.store.end(kept)
            self.media[kept.name].close()
        self.tidy.end()


class House:
    """The museum as the window sees it (devices.screen.visit.Museum)."""

    def __init__(
        self,
        store: Store,
        doors: Doors | None = None,
        plan: tuple[Standing, ...] = PLAN,
        captions: Mapping[str, str] | None = None,
        heart: Callable[[], None] = lambda: None,
    ) -> None:
        self.store = store
        self.doors = doors or Doors()
        self.plan = plan
        self.captions = captions or {}
        self.keeping = Keeping(store, plan, self.doors)
        self.worker = Worker(self.keeping, self.doors.speed)
        self.keeping.set_speed = self.set_speed
        self.warmer = Warmer(self._warm)
        self._ready = False
        self._entered = ""
        self._looks = 0
        self._warming = False
        self._demo_due = self.doors.demo == "at once"
        self.walk: Callable[[str], None] = lambda exhibit: None
        """Leads the window to an exhibit: a demonstration needs one to stand before."""
        self.settled: Callable[[], bool] = lambda: True
        """Whether the room is drawn in full."""
        self._heart = heart
        self._layouts = {one.name: panel(one) for one in plan}

    def open(self) -> None:
        """Start the worker.  Compiling and switching on wait until the room has been drawn once:
        the visitor sees the room first."""
        self.worker.start()

    def _start_warming(self) -> None:
        """Have the kernels compiled now, or bring them in when the room stands: both take turns in
        this process, and the visitor sees the room first."""
        if self.warmer.needed() or self.settled() or self._looks > PATIENCE:
            self._warming = True
            self.warmer.start()

    def _warm(self) -> None:
        """The kernels can be imported: switch on what a visitor stands before."""
        self._ready = True
        self._switch_on()

    def _switch_on(self) -> None:
        """What a visitor stands before, once its kernels can be imported."""
        if not self._ready:
            return
        self.worker.enter(self._entered)
        if self._entered and self._demo_due:
            self._demo_due = False
            self.idle()

    def close(self, wait_s: float = 10.0) -> bool:
        """Finish the slice, write the ends, let the folder go; whether it was done in time."""
        self.warmer.stop()
        done = self.worker.stop(wait_s)
        self.store.close()
        return done

    # -- devices.screen.visit.Museum ---------------------------------------------------------

    def exhibits(self) -> tuple[str, ...]:
        """From the left."""
        return tuple(one.name for one in self.plan)

    def room(self, exhibit: str) -> "Room":
        """The exhibit's room, made anew."""
        made: Room = museum.make_room(museum.standing(exhibit, self.plan), self._layouts[exhibit])
        return made

    def enter(self, exhibit: str) -> None:
        """A visitor stands before it: its time passes."""
        self._entered = exhibit
        self._keep_visitor()
        self._switch_on()

    def _keep_visitor(self) -> None:
        visitor = Visitor(self._entered, self.worker.speed)

        def keep() -> None:
            with contextlib.suppress(RefusedError):  # a full disk: the next act will say so
                self.store.keep_visitor(visitor)

        self.worker.do(keep)

    def view(self, exhibit: str) -> View | None:
        """The newest view; None while it isn't switched on.

        Raises RuntimeError when the machines' thread has ended by a fault: the window must not
        go on showing a museum that stands still.  RefusedError if it could not be switched on.
        """
        self._heart()
        self._looks += 1
        if self._looks >= 2 and not self._warming:
            self._start_warming()
        if isinstance(self.worker.failed, RefusedError):
            raise self.worker.failed
        if self.worker.failed is not None:
            raise RuntimeError("the machines stopped") from self.worker.failed
        return self.keeping.views.get(exhibit)

    def act(self, exhibit: str, control: str, value: Value) -> None:
        """Queued."""
        self.worker.act(exhibit, control, value)

    def offer(self, exhibit: str, control: str) -> "Offer | None":
        """A drawer of media, or a card to be punched."""
        from machines.floor.offers import offer

        one = museum.standing(exhibit, self.plan)
        return offer(control, self.keeping.views.get(exhibit), self.store.folder, one)

    def speed(self) -> Speed:
        """How fast time passes now."""
        return self.worker.speed

    def set_speed(self, speed: Speed) -> None:
        """From the next slice on."""
        self.worker.speed = speed
        self._keep_visitor()

    def step(self) -> None:
        """One step."""
        self.worker.step()

    def caption(self, exhibit: str) -> str:
        """The demonstration's caption."""
        tour = self.keeping.tour
        if tour is None or self.keeping.touring != exhibit:
            return ""
        return self.captions.get(tour.caption, tour.caption)

    def warming(self) -> Warming | None:
        """How the compiling stands."""
        progress = self.warmer.progress
        return Warming(progress.done, progress.total, progress.what) if progress else None

    def touched(self) -> None:
        """A demonstration hands over: the game on the board is the visitor's now."""
        self.keeping.tour = None

    def idle(self) -> None:
        """A demonstration begins, where the museum was opened for that."""
        if self.doors.demo == "never" or self.keeping.tour is not None or not self._ready:
            return
        if not self._entered:
            self.walk(self.plan[0].name)
        name = self._entered
        one = museum.standing(name, self.plan)
        script = shipped_script(name)
        if script is not None:
            self.keeping.touring = name
            self.keeping.tour = Tour(script, partial(shipped_deck, folder=one.decks))

    def reset(self, exhibit: str) -> None:
        """A visitor's reset."""
        self.touched()
        self.worker.do(lambda: self.keeping.reset(exhibit))

    def closing(self) -> None:
        """The window closes: whoever opened the museum closes the sessions."""
