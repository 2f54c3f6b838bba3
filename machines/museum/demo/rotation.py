"""The demonstration's round from exhibit to exhibit, until somebody touches.

Every exhibit with a script in assets/tours (machines/museum/demo/script.py) has its act, in the
order ``ORDER``; the floor plan is seen for a moment between two of them::

    plan --PLAN_MS--> walking --the machine is on--> act --its scenes are over--> plan ...

An exhibit whose kernels are still being compiled is passed over for this round, and while all are
being compiled the floor plan stays.  Where only one exhibit has an act, it begins again where it
stands.  An exhibit none of whose scenes could be shown is passed over from then on.
"""

import logging
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Literal

from devices.refusal import RefusedError
from machines.museum.demo.script import Script, read_script
from machines.storage.files import read_file
from machines.storage.program import ASSETS
from machines.storage.registry import ExhibitSpec

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
    for one in sorted(plan, key=lambda one: (*ORDER, one.name).index(one.name)):
        try:
            script = load_shipped_script(one.name)
        except RefusedError as refusal:
            log.warning("the demonstration passes over %s: %s", one.name, refusal)
            continue
        if script is None:
            log.warning("the demonstration passes over %s: it has no script", one.name)
        else:
            acts[one.name] = script
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
        found = next((one for one in (*names[at:], *names[:at]) if one in ready), None)
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
