"""What every machine on the museum's floor answers to.

One way through: an operator's act becomes an :class:`Event`, the exhibit takes it at a moment of
its own time, and what can be seen of it afterwards is its :class:`View`.  An exhibit does no I/O,
reads no clock and draws nothing: the same events at the same times give the same state, whatever
the speed at which they were made.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from devices.panel.layout import PanelLayout
from devices.refusal import RefusedError
from devices.units.unit import Unit, Value


@dataclass(frozen=True)
class Event:
    """One act of an operator, as the screen, a real panel or a log brings it.

    ``control`` is ``"console.start"``, ``"console.key.21"``, ``"reader.hopper"`` ...: the thing
    touched (the console or a unit's name), then its control.  ``value`` is a number (1 pressed or
    down, 0 released or up) or a medium's content.  ``at_us`` is the exhibit's own time.
    """

    exhibit: str
    control: str
    value: Value
    at_us: int


@dataclass(frozen=True)
class PanelAct:
    """What a control of a real panel means: an event's control, with its value when the control is
    moved down and when it is moved up (None: that means nothing)."""

    event: str
    down: int = 1
    up: int | None = 0


@dataclass(frozen=True)
class View:
    """A copy of all that can be seen of an exhibit at one moment; rooms and links read only this.

    ``on_us`` counts, for each lamp in the layout's order, how long it has been on since the
    exhibit was made (int64[n], microseconds of the exhibit's time); whoever shows lamps takes the
    difference over its own frame (:class:`devices.panel.lamps.LampBank`).  ``lit`` is each lamp's
    state now.  ``controls`` are the positions of the latching controls.  ``reason`` says in words
    why the machine stopped or what it waits for; ``caption`` what is happening.  ``scene`` is
    whatever else the exhibit's own room draws.
    """

    exhibit: str
    now_us: int
    on_us: npt.NDArray[np.int64]
    lit: npt.NDArray[np.bool_]
    controls: Mapping[str, int]
    units: Mapping[str, object]
    reason: str = ""
    caption: str = ""
    busy: bool = False
    """True while the machine works: time should pass.  False: it waits for the operator."""
    plays: int = 0
    """Counts finished plays (moves of a game); a store saves when it changes."""
    scene: object = None
    tallies: Mapping[str, int] = field(default_factory=dict)
    """Named counts for a strip or a bench: boards looked at, cards read, lines printed."""


def resting(
    exhibit: str,
    layout: PanelLayout,
    scene: object,
    units: Sequence[Unit] = (),
    controls: Mapping[str, int] | None = None,
) -> View:
    """What is to be seen before an exhibit is switched on: everything stands, nothing is lit."""
    lamps = len(layout.lamps())
    return View(
        exhibit=exhibit,
        now_us=0,
        on_us=np.zeros(lamps, dtype=np.int64),
        lit=np.zeros(lamps, dtype=np.bool_),
        controls=controls or {},
        units={unit.name: unit.view() for unit in units},
        scene=scene,
    )


class HasReason(Protocol):
    """A state that says why the last act was refused."""

    reason: str


@contextmanager
def record_refusal(state: HasReason) -> Iterator[None]:
    """Take an act: a refusal is kept as the state's reason and goes on; else there is none."""
    try:
        yield
    except RefusedError as refusal:
        state.reason = str(refusal)
        raise
    state.reason = ""


class Exhibit(Protocol):
    """A machine that can stand on the floor."""

    @property
    def name(self) -> str:
        """The exhibit's short name, used in events and file names: ``"ibm704"``."""

    @property
    def title(self) -> str:
        """Its name for visitors."""

    @property
    def layout(self) -> PanelLayout:
        """Its panel; lamps are numbered in the layout's order."""

    @property
    def units(self) -> Mapping[str, Unit]:
        """The units that stand with it, by name."""

    @property
    def now_us(self) -> int:
        """Its own time, microseconds since it was switched on."""

    @property
    def busy(self) -> bool:
        """As its view has it; asked after every slice, when nobody looks at the rest."""

    @property
    def plays(self) -> int:
        """As its view has it."""

    @property
    def on_us(self) -> npt.NDArray[np.int64]:
        """As its view has it, but no copy: what follows lamps alone need not have all that is to be
        seen made for it."""

    def lit(self) -> npt.NDArray[np.bool_]:
        """As its view has it."""

    def operate(self, event: Event) -> None:
        """Take one act of the operator, at ``now_us``.

        Raises RefusedError with nothing changed; the exhibit's ``reason`` then says the same.
        """

    def advance(self, us: int) -> None:
        """Let ``us`` microseconds of its time pass."""

    def snapshot(self) -> bytes:
        """Its whole state with a version; ``restore`` of it continues bit for bit."""

    def restore(self, data: bytes) -> None:
        """Take a state back; raises RefusedError, nothing changed, if it can't be read."""

    def view(self) -> View:
        """A copy of what can be seen now."""
