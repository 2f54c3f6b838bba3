"""The exhibit: what every machine on the museum's floor provides.

One way through: an operator's act becomes an :class:`Event`, the exhibit takes it at a moment of
its own time, and what can be seen of it afterwards is its :class:`View`.  An exhibit does no I/O,
reads no clock and draws nothing: the same events at the same times give the same state, whatever
the speed at which they were made.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from devices.panel.layout import PanelLayout
from devices.panel.view import View as View
from devices.refusal import RefusedError
from devices.units.unit import Unit, Value
from machines.exhibit import snapshot


class Event(msgspec.Struct, frozen=True, tag_field="line", tag="act"):
    """One act of an operator, as the screen, a real panel or a log brings it; a line of the log.

    ``control`` is ``"console.start"``, ``"console.key.21"``, ``"reader.hopper"`` ...: the thing
    touched (the console or a unit's name), then its control.  ``value`` is a number (1 pressed or
    down, 0 released or up) or a medium's content.  ``at_us`` is the exhibit's own time.
    """

    exhibit: str
    control: str
    value: Value
    at_us: int = msgspec.field(name="at")


@dataclass(frozen=True)
class PanelAct:
    """What a control of a real panel means: an event's control, with its value when the control is
    moved down and when it is moved up (None: that means nothing)."""

    event: str
    down: int = 1
    up: int | None = 0


def resting(
    exhibit: str,
    layout: PanelLayout,
    scene: object,
    units: Sequence[Unit] = (),
    controls: Mapping[str, int] | None = None,
) -> View:
    """What is to be seen before an exhibit is switched on: everything stands, nothing is lit."""
    dark = np.zeros(len(layout.lamps()), dtype=np.int64)
    views = {unit.name: unit.view() for unit in units}
    return View(exhibit, 0, dark, dark > 0, controls or {}, views, scene=scene)


class HasReason(Protocol):
    """A state that says why the last act was refused."""

    reason: str


class ExhibitState(HasReason, Protocol):
    """What every exhibit's state holds: a dataclass."""

    now_us: int


@contextmanager
def record_refusal(state: HasReason) -> Iterator[None]:
    """Take an act: a refusal is kept as the state's reason and goes on; else there is none."""
    try:
        yield
    except RefusedError as refusal:
        state.reason = str(refusal)
        raise
    state.reason = ""


def earliest(us: int, *dues: int | None) -> int:
    """The least of ``us`` and those of the ``dues`` that there are.

    Raises ValueError where that was before now: no machine comes into such a state by itself.
    """
    due = min([us, *(due for due in dues if due is not None)])
    if due < 0:
        raise ValueError(f"what was due {-due} us ago is still to be done")
    return due


class RecordedPlay(Protocol):
    """A finished play, a frozen dataclass of plain values; see machines.menace.play_history."""

    @property
    def day(self) -> int:
        """From 1."""

    @property
    def number(self) -> int:
        """From 1 within the day, never used twice."""

    @property
    def undone(self) -> bool:
        """Whether it was taken back."""


class PlayRecords(Protocol):
    """What an exhibit offers whose plays go into run records."""

    @property
    def day(self) -> int:
        """The day that it is."""

    @property
    def undone(self) -> Sequence[RecordedPlay]:
        """The plays that were taken back, the latest last."""

    def plays_since(self, number: int, day: int) -> Sequence[RecordedPlay]:
        """Those after play ``number`` of that day, later days' too, in order."""

    def run_state(self) -> bytes:
        """The checkpoint: its state between two plays."""


class Exhibit(ABC):
    """A machine that can stand on the floor; its whole state is one value.

    A subclass says what stands in its room, what an act at one of its places does, how time passes
    from one due thing to the next, and what its view shows.
    """

    name: ClassVar[str]
    """Used in events and file names: ``"ibm704"``."""
    title: ClassVar[str]
    """Its name for visitors."""
    places: ClassVar[tuple[str, ...]]
    """What can be operated beside the units, as events call it."""
    version: ClassVar[int] = 1
    """Of the snapshot's form."""
    state_class: ClassVar[type[ExhibitState]]

    layout: PanelLayout
    """Its panel; lamps are numbered in the layout's order."""
    units: Mapping[str, Unit] = MappingProxyType({})
    """The units that stand with it, by name."""
    state: ExhibitState
    sample: int = 1
    """Every how many phases its lamps, or what else takes a while, are counted or made anew: 1 is
    exact.  It changes what is seen and nothing else; an exhibit may leave it alone."""

    def _wire(self, state: Any) -> None:
        """Take a state, and make anew whatever follows from it."""
        self.state = state

    @property
    def now_us(self) -> int:
        """Its own time, microseconds since it was switched on."""
        return self.state.now_us

    # -- acts

    def operate(self, event: Event) -> None:
        """Take one act of the operator, at ``now_us``: ``<unit or place>.<control>``.

        Raises RefusedError with nothing changed; the exhibit's ``reason`` then says the same.
        """
        place, _, control = event.control.partition(".")
        with record_refusal(self.state):
            if place in self.units:
                self._operate_unit(place, control, event.value)
            elif place in self.places:
                self._operate(place, control, event.value)
            else:
                known = (*self.places, *self.units)
                there = f"there {'is' if len(known) == 1 else 'are'} {', '.join(known)}"
                raise RefusedError(place or "control", f"no such thing here; {there}")
        self._settle()

    def _operate_unit(self, unit: str, control: str, value: Value) -> None:
        self.units[unit].operate(control, value)

    @abstractmethod
    def _operate(self, place: str, control: str, value: Value) -> None:
        """Take an act at one of the places.  Raises RefusedError with nothing changed."""

    def log_begins(self) -> None:  # noqa: B027 - most have nothing of the kind
        """A log begins with a snapshot of now: what isn't in the state, and an act could depend on,
        is forgotten."""

    # -- time

    def advance(self, us: int) -> None:
        """Let ``us`` microseconds of its time pass."""
        while us > 0:
            us -= self._pass(us)
            self._settle()

    @abstractmethod
    def _pass(self, us: int) -> int:
        """Let at most ``us`` microseconds pass, up to the next due thing; how many passed."""

    def _count(self, us: int) -> None:
        """Count time that passes, and let it pass for the units."""
        for unit in self.units.values():
            unit.advance(us)
        self.state.now_us += us

    def _settle(self) -> None:  # noqa: B027 - an exhibit may have nothing to do
        """Do whatever takes no time."""

    # -- what is kept

    def snapshot(self) -> bytes:
        """Its whole state with a version; ``restore`` of it continues bit for bit."""
        return snapshot.pack(self.state, self.version)

    def restore(self, data: bytes) -> None:
        """Take a state back; raises RefusedError, nothing changed, if it can't be read."""
        self._wire(snapshot.unpack(data, self.state_class, self.version))

    @property
    def records(self) -> PlayRecords | None:
        """Its plays for run records; None: there are none."""
        return None

    # -- machines that meet

    _met: Counter[tuple[str, int]] | None = None

    def _count_meeting(self, name: str, result: int) -> None:
        """Two machines have finished a game: 1, 0, -1 for the first of that meeting.  It is no part
        of the state: whoever keeps the museum's table takes it."""
        if self._met is None:
            self._met = Counter()
        self._met[name, result] += 1

    def take_meetings(self) -> Mapping[tuple[str, int], int]:
        """The games that machines have finished against each other here since this was last asked:
        how many by meeting and result.  Counted outside the state: what a replay makes again is
        thrown away."""
        met, self._met = self._met, None
        return {} if met is None else met

    # -- what is seen: View says what each is

    @property
    @abstractmethod
    def busy(self) -> bool:
        """Asked after every slice, when nobody looks at the rest."""

    @property
    @abstractmethod
    def plays(self) -> int: ...

    @property
    @abstractmethod
    def on_us(self) -> npt.NDArray[np.int64]:
        """No copy: what follows lamps alone need not have all that is to be seen made for it."""

    @abstractmethod
    def lit(self) -> npt.NDArray[np.bool_]: ...

    def view(self) -> View:
        """A copy of what can be seen now."""
        return View(
            exhibit=self.name,
            now_us=self.state.now_us,
            on_us=self.on_us.copy(),
            lit=self.lit(),
            controls=self._controls(),
            units={name: unit.view() for name, unit in self.units.items()},
            reason=self.state.reason or self._reason(),
            refusal=self.state.reason,
            caption=self._caption(),
            busy=self.busy,
            plays=self.plays,
            scene=self._scene(),
            tallies=self._tallies(),
        )

    def _controls(self) -> Mapping[str, int]:
        return {}

    def _reason(self) -> str:
        return ""

    def _caption(self) -> str:
        return ""

    def _scene(self) -> object:
        return None

    def _tallies(self) -> Mapping[str, int]:
        return {}
