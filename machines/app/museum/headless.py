"""The museum for pictures: no thread, no log, no real time; one frame's time passes when asked.

The same acts at the same frames give the same pictures on any computer.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from devices.refusal import RefusedError
from devices.screen.museum_protocol import CompileProgress, Prompt
from devices.units.unit import Value
from machines import registry
from machines.app.exhibits import make_exhibit, panel_layout
from machines.app.worker.worker import RATES, Speed
from machines.exhibit import Event, Exhibit, View
from machines.registry import EXHIBITS, ExhibitSpec

if TYPE_CHECKING:
    from devices.screen.room import Room

FRAMES_A_SECOND = 60
FLAT_US = 1_000_000
"""Machine time in one frame "flat out": how fast a computer is must not show."""


@dataclass
class HeadlessMuseum:
    """The museum as the window sees it (devices.screen.museum_protocol.Museum), all in one
    thread."""

    pace: Speed = "authentic"
    plan: tuple[ExhibitSpec, ...] = EXHIBITS
    entered: str = ""
    refused: list[str] = field(default_factory=list)
    """Acts that were refused, in words."""
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
        """From the left."""
        return tuple(one.name for one in self.plan)

    def room(self, exhibit: str) -> "Room":
        """Made anew."""
        one = registry.find_exhibit(exhibit, self.plan)
        made: Room = registry.make_room(one, panel_layout(one))
        return made

    def enter(self, exhibit: str) -> None:
        """It is switched on at once."""
        self.entered = exhibit
        if exhibit and exhibit not in self.made:
            one = registry.find_exhibit(exhibit, self.plan)
            self.made[exhibit] = make_exhibit(one)

    def view(self, exhibit: str) -> View | None:
        """What is seen now."""
        return self.made[exhibit].view() if exhibit in self.made else None

    def act(self, exhibit: str, control: str, value: Value) -> None:
        """Done at once; a refusal stands in the view's reason, and in ``refused``."""
        one = self.made[exhibit]
        try:
            one.operate(Event(exhibit, control, value, one.now_us))
        except RefusedError as refusal:
            self.refused.append(str(refusal))

    def offer(self, exhibit: str, control: str) -> Prompt | None:
        """Nothing is chosen in a picture."""
        del exhibit, control
        return None

    def speed(self) -> Speed:
        """How fast time passes."""
        return self.pace

    def set_speed(self, speed: Speed) -> None:
        """From the next frame on."""
        self.pace = speed

    def step(self) -> None:
        """Nothing steps by itself in a picture."""

    def caption(self, exhibit: str) -> str:
        """None but the view's own."""
        del exhibit
        return ""

    def warming(self) -> CompileProgress | None:
        """Everything is compiled before the first frame."""
        return None

    def leads(self) -> str | None:
        """Nothing is demonstrated."""
        return None

    def touched(self) -> None:
        """Nobody is there."""

    def idle(self) -> None:
        """Nobody is there."""

    def reset(self, exhibit: str) -> None:
        """As it is when the doors open."""
        self.made.pop(exhibit, None)
        self.enter(exhibit)

    def closing(self) -> None:
        """Nothing is kept."""
