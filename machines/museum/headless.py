"""The museum for pictures: no thread, no log, no real time; one frame's time passes when asked.

The same acts at the same frames give the same pictures on any computer.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from devices.duration import Speed
from devices.refusal import RefusedError
from devices.units.unit import Value
from machines.exhibit.exhibit import Event, Exhibit, View
from machines.laboratory.strength.today import StrengthCurve, kept_curves
from machines.museum.window.museum import Museum
from machines.museum.worker.worker import RATES
from machines.storage import registry
from machines.storage.registry import EXHIBITS, ExhibitSpec, make_exhibit, panel_layout

if TYPE_CHECKING:
    from devices.screen.room import Room

FRAMES_A_SECOND = 60
FLAT_US = 1_000_000
"""Machine time in one frame "flat out": how fast a computer is must not show."""


@dataclass
class HeadlessMuseum(Museum):
    """The museum as the window sees it, all in one thread; nothing is demonstrated or chosen."""

    pace: Speed = "authentic"
    plan: tuple[ExhibitSpec, ...] = EXHIBITS
    entered: str = ""
    refused: list[str] = field(default_factory=list)  # Acts that were refused, in words
    frame: int = 0
    made: dict[str, Exhibit] = field(default_factory=dict)

    def next_frame(self) -> None:
        """Let one frame's time pass."""
        us = (self.frame + 1) * 1_000_000 // FRAMES_A_SECOND
        us -= self.frame * 1_000_000 // FRAMES_A_SECOND
        self.frame += 1
        if self.entered and self.pace != "step":
            self.made[self.entered].advance(
                FLAT_US if self.pace == "flat" else us * RATES[self.pace]
            )

    def exhibits(self) -> tuple[str, ...]:
        return tuple(spec.name for spec in self.plan)

    def room(self, exhibit: str) -> "Room":
        spec = registry.find_exhibit(exhibit, self.plan)
        made: Room = registry.make_room(spec, panel_layout(spec))
        return made

    def enter(self, exhibit: str) -> None:
        """It is switched on at once."""
        self.entered = exhibit
        if exhibit and exhibit not in self.made:
            self.made[exhibit] = make_exhibit(registry.find_exhibit(exhibit, self.plan))

    def view(self, exhibit: str) -> View | None:
        return self.made[exhibit].view() if exhibit in self.made else None

    def act(self, exhibit: str, control: str, value: Value) -> None:
        """Done at once; a refusal stands in ``refused``, too."""
        machine = self.made[exhibit]
        try:
            machine.operate(Event(exhibit, control, value, machine.now_us))
        except RefusedError as refusal:
            self.refused.append(str(refusal))

    def strength(self) -> tuple[StrengthCurve, ...]:
        return kept_curves(spec.name for spec in self.plan)

    def reset(self, exhibit: str) -> None:
        self.made.pop(exhibit, None)
        self.enter(exhibit)
