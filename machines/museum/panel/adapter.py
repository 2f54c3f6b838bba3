"""A real panel connected to an exhibit: lamps out, switches in.

::

    brightness, uint8[n]  --->  show()  --- 4 bits --->  Link  --->  the wire  --->  the panel
    (computed once)                                       |        (process.py)
    the exhibit  <---  an act (act_of)     <--- moved ---+
    the operator <---  told(line), says()   <--- found, lost, refused

Switches: the one that was moved last counts, on whichever side.  How a panel's switches stand when
it is first heard is no act; latching ones that stand otherwise than the machine's are told until
they agree.  What was moved while the cable was out is an act as soon as it is back.  A button that
was held when the panel was first heard counts when it is next pressed.

A contact that chatters (devices/link/chatter.py) is muted: it is no act and no touch.  It is named
in the log and on the rail until it rests; a button that it held is let go.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from devices.link.port import Link
from devices.link.process import LevelMapper, LinkProcess
from devices.link.session import Connected, Lost, Refused, SessionEvent
from devices.link.switch_receiver import ContactMuted, ContactRested, SwitchMoved, SwitchState
from devices.panel.lamps import four_bits
from devices.panel.layout import Control, PanelLayout, layout_digest
from machines.exhibit.exhibit import PanelAct
from machines.museum.panel.options import PanelOptions
from machines.museum.panel.wire_record import Tap
from machines.storage.registry import EXHIBITS, ExhibitSpec, find_exhibit, panel_act, panel_layout
from machines.storage.telling import tell_user

# -- what a control means


def meaning_of(exhibit: str, control: Control) -> PanelAct:
    """What a control of an exhibit's panel means."""
    if any(spec.name == exhibit for spec in EXHIBITS):
        return panel_act(find_exhibit(exhibit), control)
    return PanelAct(f"console.{control.id}")


def act_of(exhibit: str, control: Control, down: bool) -> tuple[str, int] | None:
    """The act, an event's control and value, of a control that was moved; None: it means none."""
    meant = meaning_of(exhibit, control)
    value = meant.down if down else meant.up
    return None if value is None else (meant.event, value)


def stands(exhibit: str, control: Control, controls: Mapping[str, int]) -> bool | None:
    """How a latching control stands by a View's ``controls``; None: it doesn't latch there."""
    meant = meaning_of(exhibit, control)
    at = controls.get(meant.event)
    return None if control.kind == "button" or meant.up is None or at is None else bool(at)


def latching(exhibit: str, controls: Iterable[Control]) -> frozenset[str]:
    """The events of those that stay where they are put: of two such acts the later counts."""
    meant = (meaning_of(exhibit, control) for control in controls if control.kind != "button")
    return frozenset(act.event for act in meant if act.up is not None)


def named(control: Control) -> str:
    """The control for an operator: ``KEY 21``."""
    return control.id.replace(".", " ").replace("_", " ").upper()


def position(control: Control, down: bool) -> str:
    """How it stands, in a word; a lever's 1 is its upper end."""
    return "down" if down != (control.kind == "lever") else "up"


# -- the panel


FOUND_S = 8.0
"""So long it is told that the panel was found."""
DIFFERS_S = 0.4
"""A switch that stands otherwise for less is only being moved."""
MOST_NAMED = 3
"""Of the switches that stand otherwise."""
SETTLED_S = 0.1
"""So long a panel that was called by another's layout may still speak of that."""

log = logging.getLogger(__name__)

Kept = Literal["process", "polled", "thread"]
Moved = Callable[[str, Control, bool], None]


def adapter_for(
    asked: PanelOptions,
    moved: Moved,
    told: Callable[[str], None],
    tap: Tap | None = None,
    plan: Sequence[ExhibitSpec] = EXHIBITS,
    how: Kept = "process",
) -> "PanelAdapter":
    """A panel as ``--panel`` asks for it: the exhibit's, or whichever it turns out to be."""
    layouts = {spec.name: panel_layout(spec) for spec in plan}
    exhibit = asked.exhibit or plan[0].name
    others = None if asked.exhibit else layouts
    return PanelAdapter(asked.port, exhibit, layouts[exhibit], moved, told, tap, others, how)


def tell_error(line: str) -> None:
    """One line on standard error."""
    tell_user(f"panel: {line}")


class PanelAdapter:
    """One real panel.  ``moved``, with the exhibit, the control and whether it is down now, and
    ``told`` are called in the link's thread, or in poll(), and must not wait.

    ``others`` are the layouts, by exhibit, that the panel may turn out to have instead.  ``how``
    the link is kept: by a process of its own, which takes nothing from a machine that runs here,
    and calls; by one that is only heard in poll(); or by a thread, which is there at once.
    ``shade`` is LinkProcess's.
    """

    def __init__(
        self,
        port: str,
        exhibit: str,
        layout: PanelLayout,
        moved: Moved,
        told: Callable[[str], None] = tell_error,
        tap: Tap | None = None,
        others: Mapping[str, PanelLayout] | None = None,
        how: Kept = "process",
        shade: LevelMapper | None = None,
    ) -> None:
        self._how = how
        self._shade = shade
        self.port = port
        self._moved = moved
        self._told = told
        self._tap = tap
        self._others = dict(others or {})
        self._stopped = False
        self._take(exhibit, layout)

    def _take(self, exhibit: str, layout: PanelLayout) -> None:
        """The panel is this one's."""
        self.down: dict[int, bool] = {}
        """How the panel's switches stand, as far as it has said, by their order."""
        self.exhibit, self.layout = exhibit, layout
        self.controls: tuple[Control, ...] = layout.controls()
        self._pressed: set[int] = set()
        self._found_s: float | None = None
        self._differs: dict[int, float] = {}
        """Since when which switches stand otherwise."""
        self._muted: tuple[int, ...] = ()
        """The contacts that chatter; replaced whole."""
        self.link = self._link()

    def _link(self) -> Link | LinkProcess:
        layout = self.layout
        about = layout_digest(layout), len(layout.lamps()), len(self.controls), layout.name
        if self._how == "thread":
            return Link(self.port, *about, heard=self.poll, tap=self._tap, mutes=True)
        heard = None if self._how == "polled" else self.poll
        tap, shade = self._tap, self._shade
        return LinkProcess(self.port, *about, heard=heard, tap=tap, shade=shade, mutes=True)

    def start(self) -> None:
        """Look for the panel.  Comes back at once."""
        self.link.start()

    def stop(self) -> None:
        """Let the panel alone; it keeps showing what was shown last."""
        self._stopped = True
        self.link.stop()

    def darken(self) -> None:
        """Put its lamps out."""
        self.link.show(np.zeros(self.link.lamps, dtype=np.uint8))

    def show(self, brightness: npt.NDArray[np.uint8]) -> None:
        """The lamps' brightness, uint8[n], 0 to 255, as every sink gets it; never waits.

        A room that stands in for one that isn't made yet has no lamps: then nothing changes.
        """
        link = self.link  # another may take its place meanwhile
        if len(brightness) == link.lamps:
            link.show(four_bits(brightness))

    @property
    def process(self) -> LinkProcess:
        """The link, where a process keeps it."""
        assert isinstance(self.link, LinkProcess)
        return self.link

    @property
    def connected(self) -> bool:
        """Whether the panel answers."""
        return self.link.connected

    # -- in the link's thread: what comes from the panel

    def poll(self) -> None:
        """Take what happened; whoever has a link that is polled calls it now and then."""
        for event in self.link.take():
            self._take_event(event)

    def _take_event(self, event: SessionEvent) -> None:
        match event:
            case Connected():
                self._found_s = time.monotonic()
                self._told(self.link.stands().status)
            case Lost(reason):
                self._told(reason)
            case Refused(reason):
                if not self._turn_out_another():
                    self._told(reason)
            case SwitchState(down):
                self.down = dict(enumerate(down))
                self._pressed.clear()
            case SwitchMoved(index, down):
                self.down[index] = down
                self._hand_in(index, down)
            case ContactMuted(index, rest_s):
                self._mute(index, rest_s)
            case ContactRested(index, down):
                self.down[index] = down
                self._muted = tuple(other for other in self._muted if other != index)
                name = named(self.controls[index])
                log.warning("panel %s: %s rests and counts again", self.exhibit, name)

    def _hand_in(self, index: int, down: bool) -> None:
        control = self.controls[index]
        if control.kind == "button":
            if not down and index not in self._pressed:
                return  # it was held when the panel was first heard
            (self._pressed.add if down else self._pressed.discard)(index)
        self._moved(self.exhibit, control, down)

    def _mute(self, index: int, rest_s: float) -> None:
        if index in self._pressed:
            self._hand_in(index, False)
        self._muted = tuple(sorted({*self._muted, index}))
        log.warning(
            "panel %s: %s chatters; it counts as nothing until it has been still for %.0f s",
            self.exhibit,
            named(self.controls[index]),
            rest_s,
        )

    def _turn_out_another(self) -> bool:
        """Whether it is another of our panels that answers; then it is served as that."""
        stranger = self.link.stands().stranger
        if stranger is None:
            return False
        for exhibit, layout in self._others.items():
            if exhibit != self.exhibit and layout_digest(layout) == stranger.digest:
                # Not here: this is the thread of the link that ends.
                threading.Thread(target=self._change, args=(exhibit, layout), daemon=True).start()
                return True
        return False

    def _change(self, exhibit: str, layout: PanelLayout) -> None:
        self.link.stop()
        time.sleep(SETTLED_S)  # what it still says to the other layout must not reach the new link
        if not self._stopped:
            self._take(exhibit, layout)
            self.link.start()

    # -- what the operator is told

    def says(self, controls: Mapping[str, int] | None) -> str:
        """One line for the operator, empty if there is nothing to say.

        ``controls`` are its exhibit's, as a View has them; None if another exhibit is looked at.
        """
        stands = self.link.stands()
        if not stands.connected:
            return stands.status
        if muted := self.muted():
            return muted
        if controls is not None and (differs := self.differs(controls)):
            return differs
        found = self._found_s is not None and time.monotonic() - self._found_s < FOUND_S
        return stands.status if found else ""

    def muted(self) -> str:
        """One line of the contacts that chatter; or empty."""
        muted = self._muted
        names = ", ".join(named(self.controls[index]) for index in muted[:MOST_NAMED])
        more = len(muted) - MOST_NAMED
        rest = f" and {more} more" if more > 0 else ""
        return f"a contact chatters, muted until it rests: {names}{rest}" if muted else ""

    def differs(self, controls: Mapping[str, int]) -> str:
        """One line of the latching switches that stand otherwise than the machine's; or empty."""
        differing = self._differing(controls, time.monotonic())
        more = len(differing) - MOST_NAMED
        rest = [f"{more} more"] if more > 0 else []
        return "; ".join([*differing[:MOST_NAMED], *rest])

    def _differing(self, controls: Mapping[str, int], now: float) -> list[str]:
        """The latching switches that stand otherwise than the machine's, in words."""
        before, self._differs, told = self._differs, {}, []
        for index, down in list(self.down.items()):
            control = self.controls[index]
            machines = stands(self.exhibit, control, controls)
            if machines is None or machines == down or index in self._muted:
                continue
            self._differs[index] = since = before.get(index, now)
            if now - since >= DIFFERS_S:
                told.append(
                    f"{named(control)}: panel {position(control, down)}, "
                    f"machine {position(control, machines)}"
                )
        return told
