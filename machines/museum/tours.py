"""Guided tours: the journey that a visitor has asked for, and the demonstration's round.

Both play a room's script (machines/museum/tour_script.py) on a machine of its own; the visitors' is
suspended meanwhile.  This is the window's side of it, and answers at once; what is done to machines
is left to the worker's thread.  A pause halts script and machine.

In the demonstration's round every exhibit with a script in assets/tours has its act, in the order
``ORDER``, until somebody touches; the floor plan is seen for a moment between two of them::

    plan --PLAN_MS--> walking --the machine is on--> act --its scenes are over--> plan ...

An exhibit whose kernels are still being compiled is passed over for this round, and while all are
being compiled the floor plan stays.  Where only one exhibit has an act, it begins again where it
stands.  An exhibit none of whose scenes could be shown is passed over from then on.
"""

import logging
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

from devices.duration import Speed
from devices.refusal import RefusedError
from machines.museum.session_manager import SessionManager
from machines.museum.tour_script import DemoPlayer, Script, read_script
from machines.museum.window.museum import Tours, TourScene
from machines.museum.worker.worker import Worker, now_ms
from machines.storage import registry
from machines.storage.files import read_file
from machines.storage.program import ASSETS
from machines.storage.registry import ExhibitSpec

if TYPE_CHECKING:
    from devices.screen.ui_text import UiText

# -- the round


ORDER = ("menace", "ibm704", "pegasus", "morph", "anaconda")
"""The round; exhibits that are not named follow in the order of the floor plan."""
PLAN_MS = 2_500
"""So long the floor plan is seen before an act."""
DRAWN_MS, OPENING_DRAWN_MS = 2_000, 15_000
"""So long at most a room is waited for until it is drawn in full, on the floor plan and in it; at
the opening all alcoves of the floor plan are waited for, longer, as everything is made then."""
PATIENCE_MS = 20_000
"""So long at most an act waits for its machine to be switched on; then the next room's comes."""

log = logging.getLogger(__name__)


def load_shipped_deck(name: str, folder: str = "decks") -> str:
    """A deck of a shipped folder, or of the one that its name gives, as the hopper takes it."""
    from devices.media.deck import deck_value, read_deck

    path = ASSETS / name if "/" in name else ASSETS / folder / name
    return deck_value(read_deck(read_file(path), path.name))


def load_shipped_script(exhibit: str) -> Script | None:
    """An exhibit's demonstration; None if it has none.  Raises RefusedError if it can't be read."""
    path = ASSETS / "tours" / f"{exhibit}.toml"
    return read_script(read_file(path), path.name) if path.exists() else None


def load_shipped_acts(plan: Sequence[ExhibitSpec]) -> dict[str, Script]:
    """The script of every exhibit that has one, in the order of the round."""
    acts = {}
    for spec in sorted(plan, key=lambda spec: (*ORDER, spec.name).index(spec.name)):
        try:
            script = load_shipped_script(spec.name)
        except RefusedError as refusal:
            log.warning("the demonstration passes over %s: %s", spec.name, refusal)
            continue
        if script is None:
            log.warning("the demonstration passes over %s: it has no script", spec.name)
        else:
            acts[spec.name] = script
    return acts


@dataclass
class DemoRotation:
    """Where a demonstration is on its way: a value that is told what there is to know."""

    acts: dict[str, Script]  # What is left to show, at least one
    now: str  # The exhibit whose act is on, or comes next
    phase: Literal["plan", "walking", "act"]
    since_ms: int  # When the phase began
    seen_ms: int = 0  # Until when there was nothing to be seen yet
    opening: bool = True  # Whether no act has begun yet

    @property
    def where(self) -> str:
        """Before which exhibit the window is to stand; empty: before the floor plan."""
        return "" if self.phase == "plan" else self.now

    @property
    def opens(self) -> bool:
        """Whether the floor plan is seen for the first time: then all of it is to be drawn."""
        return self.opening and self.phase == "plan"

    def turn(self, phase: Literal["plan", "walking", "act"], now_ms: int) -> None:
        """The next phase."""
        self.phase, self.since_ms, self.seen_ms = phase, now_ms, now_ms

    def wait(self, now_ms: int, stands: bool, drawn: bool, ready: Container[str]) -> bool:
        """Whether the act is to begin now.  ``stands``: the window stands where we wish to be, and
        the machine there is switched on; ``drawn``: what is seen there is drawn in full; ``ready``:
        the exhibits that need not be compiled any more."""
        passed = now_ms - self.since_ms
        if self.phase == "walking" and stands and (drawn or passed >= DRAWN_MS):
            self.opening = False
            self.turn("act", now_ms)
            return True
        if self.phase == "walking" and passed >= PATIENCE_MS:
            self.go_on(now_ms, shown=True)
        elif self.phase == "plan":
            self._look_at_plan(now_ms, drawn, ready)
        return False

    def _look_at_plan(self, now_ms: int, drawn: bool, ready: Container[str]) -> None:
        """Stay on the floor plan, until an exhibit that is ready has been drawn."""
        names = list(self.acts)
        at = names.index(self.now)
        found = next((name for name in (*names[at:], *names[:at]) if name in ready), None)
        patience_ms = OPENING_DRAWN_MS if self.opens else DRAWN_MS
        if found is None:
            self.turn("plan", now_ms)
        elif not drawn and now_ms - self.since_ms < patience_ms:
            self.seen_ms = now_ms
        elif now_ms - self.seen_ms >= PLAN_MS:
            self.turn("walking" if found == self.now else "plan", now_ms)
            self.now = found

    def go_on(self, now_ms: int, shown: bool) -> bool:
        """The act is over; ``shown``: at least one scene was.  Whether there is anything to do."""
        names = list(self.acts)
        following = names[(names.index(self.now) + 1) % len(names)]
        if not shown:
            log.warning("the demonstration passes over %s: none of its scenes went well", self.now)
            del self.acts[self.now]
        self.turn("walking" if following == self.now else "plan", now_ms)
        self.now = following
        return bool(self.acts)


def begin_demo(acts: dict[str, Script], here: str, now_ms: int) -> DemoRotation | None:
    """A round that begins before the exhibit ``here`` where that has an act, else with the first
    after a look at the floor plan; None without any act."""
    if not acts:
        return None
    if here in acts:
        return DemoRotation(acts, here, "walking", now_ms, now_ms)
    return DemoRotation(acts, next(iter(acts)), "plan", now_ms, now_ms)


# -- tours


LATE_MS = 4_000
"""An act that has not ended so long after its longest time is ended: the worker is held up."""

log = logging.getLogger(__name__)


class MuseumTours(Tours):
    """Which tour goes on, and where it is."""

    def __init__(
        self,
        sessions: SessionManager,
        worker: Worker,
        plan: tuple[ExhibitSpec, ...],
        words: Callable[[], "UiText | None"],
        stands: Callable[[str], bool],
        settled: Callable[[], bool],
        plan_drawn: Callable[[], bool],
        ready: Container[str],
    ) -> None:
        """``stands``: whether the window stands before an exhibit; ``settled``: whether what it
        stands before is drawn in full; ``plan_drawn``: whether every alcove of the floor plan is;
        ``ready``: the exhibits that need not be compiled."""
        self.sessions = sessions
        self.worker = worker
        self.plan = plan
        self.words = words
        self.stands = stands
        self.settled = settled
        self.plan_drawn = plan_drawn
        self.ready = ready
        self.round: DemoRotation | None = None
        self.journey = ""
        """The exhibit whose journey a visitor has asked for; empty: none goes on."""
        self.player: DemoPlayer | None = None
        self.paused = False
        self._ended = self._put_away = 0  # Tours; counted here, and in the worker's thread
        self._own_speed: Speed = worker.speed  # The visitors', while a tour goes on
        self._at_ms = 0  # Time that stands still in a pause
        self._seen_ms = 0
        self._began_ms = 0  # When the script began

    @property
    def on(self) -> bool:
        """Whether a tour goes on."""
        return self.round is not None or bool(self.journey)

    # -- the window's

    def offers(self, exhibit: str) -> bool:
        return self._script(exhibit) is not None

    def begin(self, exhibit: str) -> bool:
        script = self._script(exhibit)
        if self.on or script is None or exhibit not in self.sessions.open_sessions:
            return False
        self._start_clock()
        self.journey = exhibit
        self._play(exhibit, script, keeps=True)
        return True

    def coming(self) -> str:
        now = self.round
        return now.now if now is not None and now.phase == "plan" else ""

    def returning(self) -> bool:
        return self._ended != self._put_away

    def pause(self, paused: bool) -> None:
        if not self.on:
            return
        self._tick()
        self.paused = self.worker.halted = paused
        if self.player is not None:
            self.player.paused = paused

    def back(self) -> None:
        if self.journey:
            self.pause(False)
            self._began_ms = self._at_ms
            self.worker.do(self.sessions.back, self.journey)

    def scene(self) -> TourScene | None:
        words, player = self.words(), self.player
        if not self.on or words is None:
            return None
        exhibit = self.where
        if player is None or not exhibit:
            said = "" if exhibit else words.tour[self._plan_caption()]
            return TourScene(exhibit, said, journey=bool(self.journey), paused=self.paused)
        shot = player.shot
        steps = player.script.steps
        return TourScene(
            exhibit,
            words.caption(exhibit, shot.caption) if shot.caption else "",
            all_said=tuple(words.caption(exhibit, step.say) for step in steps if step.say),
            chapter=shot.chapter,
            chapters=player.script.chapters() if player.script.steps[0].chapter else (),
            share=player.share(),
            look=shot.look,
            ahead=player.ahead(),
            journey=bool(self.journey),
            paused=self.paused,
        )

    # -- the controller's

    @property
    def where(self) -> str:
        """Before which exhibit the window is to stand; empty: before the floor plan."""
        return self.journey or (self.round.where if self.round is not None else "")

    def begin_round(self, acts: dict[str, Script], here: str) -> None:
        """A demonstration begins where the window stands, or on the floor plan."""
        self._start_clock()
        self.round = begin_demo(acts, here, self._at_ms)

    def leads(self) -> str | None:
        """Where a tour stands; an act that is due begins, one that is over ends.  None: none."""
        if not self.on:
            return None
        self._tick()
        if self.journey:
            if self._is_over():
                self.end()
                return None
            return self.journey
        now = self.round
        assert now is not None
        if now.phase != "act":
            on = not now.where or now.where in self.sessions.open_sessions
            stands = on and self.stands(now.where)
            drawn = stands and self.settled() and (not now.opens or self.plan_drawn())
            if now.wait(self._at_ms, stands, drawn, self.ready):
                self._play(now.now, now.acts[now.now])
        elif self._is_over():
            shown = self.player is not None and self.player.shown > 0
            self._stop(hands_over=False)
            if not now.go_on(self._at_ms, shown):
                self.end()
                return None
        return now.where

    def end(self) -> None:
        """The tour is over, or a visitor has ended it: what visitors left is there again, unless
        the demonstration's script gives the game as it stands."""
        now = self.round
        plays = now is not None and now.phase == "act" and self.player is not None
        hands_over = plays and now is not None and now.acts[now.now].hands_over
        self.round, self.journey = None, ""
        self.paused = self.worker.halted = False
        self._stop(hands_over)
        if not hands_over:
            speed = self._own_speed
            self.sessions.set_speed(speed)
            self.worker.do(lambda: None if self.on else self.sessions.set_speed(speed))

    # -- inside

    def _plan_caption(self) -> str:
        """What is said on the floor plan."""
        now = self.round
        warms = now is not None and not any(act in self.ready for act in now.acts)
        return "warming" if warms else "plan"

    def _script(self, exhibit: str) -> Script | None:
        try:
            return load_shipped_script(exhibit) if exhibit else None
        except RefusedError as refusal:
            log.warning("no journey through %s: %s", exhibit, refusal)
            return None

    def _start_clock(self) -> None:
        self._own_speed = self.worker.speed
        self._seen_ms = now_ms()
        self.paused = self.worker.halted = False

    def _tick(self) -> None:
        now = now_ms()
        if not self.paused:
            self._at_ms += now - self._seen_ms
        self._seen_ms = now

    def _play(self, exhibit: str, script: Script, keeps: bool = False) -> None:
        spec = registry.find_exhibit(exhibit, self.plan)
        deck = partial(load_shipped_deck, folder=spec.decks)
        self.player = player = DemoPlayer(script, deck, keeps)
        self._began_ms = self._at_ms
        self.worker.do(lambda: self.sessions.play(exhibit, player))

    def _is_over(self) -> bool:
        player = self.player
        if player is None or player.over or self.where not in self.sessions.open_sessions:
            return True
        late = self._at_ms - self._began_ms > player.script.longest_s * 1_000 + LATE_MS
        if late:
            log.warning("the script of %s did not come to its end in time", self.where)
        return late

    def _stop(self, hands_over: bool) -> None:
        """The script's machine is put away."""
        self.player = self.sessions.tour = None
        self._ended += 1
        self.worker.do(partial(self._leave, hands_over), self.sessions.touring)

    def _leave(self, hands_over: bool) -> None:
        """In the worker's thread."""
        try:
            self.sessions.leave(hands_over)
        finally:
            self._put_away += 1
