"""The holes of a panel's front plate.

Everything is in millimetres from the plate's upper left corner, y down, as in the layout: a place
is the layout's place times ``unit_mm`` times the scale.  Windows grow with the scale; a round hole
takes a part that is bought, and keeps its size.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from devices.panel.layout import Control, Lamp, PanelLayout
from devices.refusal import RefusedError

LAMP_HOLE_MM = 5.1
"""For an LED of 5 mm."""
LEAST_LAMP_HOLE_MM, MOST_LAMP_HOLE_MM = 1.0, 20.0
ROUND_HOLES_MM = {"button": 12.2, "key": 6.2, "switch": 6.2, "lever": 12.2}
"""For a push button M12, a small toggle switch M6, a large one M12 (the lever)."""
PARTS = {
    "neon": "LED 5 mm",
    "plate": "window, LED and film behind it",
    "button": "push button M12",
    "key": "toggle switch M6",
    "switch": "toggle switch M6",
    "lever": "toggle switch M12",
    "fixing": "screw M3",
}
RIMS_MM = {"button": 7.2, "key": 4.7, "switch": 4.7, "lever": 9.0, "fixing": 3.0}
"""Radius of a part's rim, nut or head, which lies on the plate about its hole."""
FIXING_MM = 3.2
FIXING_IN = 4.0
"""From the plate's edge to the middle of a fixing hole."""
FIXING_APART = 250.0
"""So far apart at most the fixing holes of an edge stand."""
WINDOW_WIDTH, WINDOW_HEIGHT = 0.9, 0.66
"""Of a plate that lights, the part that is cut out; the rest holds the film."""
WEB_MM = 1.0
"""The least metal that stays between two holes."""
LEAST_SCALE, MOST_SCALE = 0.1, 4.0


@dataclass(frozen=True)
class Hole:
    """A hole by its middle and its size: drilled, or a window with corners."""

    id: str
    kind: str
    x: float
    y: float
    width: float
    height: float
    is_round: bool = True

    @property
    def tool(self) -> str:
        """What makes it: ``drill 5.1`` or ``cut 19.8 x 14.19``."""
        if self.is_round:
            return f"drill {self.width:g}"
        return f"cut {self.width:.4g} x {self.height:.4g}"

    def gap(self, other: "Hole") -> float:
        """The metal between the edges of two holes; negative where they meet."""
        across = abs(self.x - other.x) - self.straight[0] - other.straight[0]
        down = abs(self.y - other.y) - self.straight[1] - other.straight[1]
        apart = math.hypot(max(across, 0.0), max(down, 0.0)) or max(across, down)
        return apart - self.radius - other.radius

    @property
    def radius(self) -> float:
        return self.width / 2 if self.is_round else 0.0

    @property
    def rim(self) -> float:
        """How far from its straight part, or its middle, the bought part covers the plate."""
        return RIMS_MM.get(self.kind, self.radius)

    @property
    def straight(self) -> tuple[float, float]:
        """Half of its straight sides: nothing of a round hole."""
        return (0.0, 0.0) if self.is_round else (self.width / 2, self.height / 2)


def holes(layout: PanelLayout, scale: float, lamp_hole: float = LAMP_HOLE_MM) -> tuple[Hole, ...]:
    """All holes: lamps and controls in the order of the wire, then the fixing holes.

    Raises RefusedError where two of them or of their parts meet, or one leaves the plate.
    """
    made = _holes(layout, scale, lamp_hole)
    k = layout.unit_mm * scale
    for hole in made:
        across = min(hole.x, layout.width * k - hole.x) - hole.width / 2
        down = min(hole.y, layout.height * k - hole.y) - hole.height / 2
        if min(across, down) < 0:
            raise RefusedError(
                f"panel {layout.name}",
                f"the hole of {hole.id} isn't within the plate; expected a larger width or height "
                "in its layout, or another --scale",
            )
    if (close := _too_close(made)) is None:
        return made
    one, other = close
    least = next(
        (
            tried / 100
            for tried in range(round(LEAST_SCALE * 100), round(MOST_SCALE * 100) + 1)
            if tried / 100 > scale and _too_close(_holes(layout, tried / 100, lamp_hole)) is None
        ),
        None,
    )
    ways = [f"--scale {least} or more"] if least else []
    if _too_close(_holes(layout, scale, LEAST_LAMP_HOLE_MM)) is None:
        ways.append(f"a smaller --lamp-hole than {lamp_hole:g}")
    raise RefusedError(
        "--scale",
        f"{scale:g} brings the parts of {one.id} and {other.id} into each other; expected "
        f"{' or '.join(ways) or 'a layout with more room between them'}",
    )


def _holes(layout: PanelLayout, scale: float, lamp_hole: float) -> tuple[Hole, ...]:
    k = layout.unit_mm * scale
    return (
        *(_lamp(lamp, k, lamp_hole) for lamp in layout.lamps()),
        *(_control(control, k) for control in layout.controls()),
        *_fixings(layout.width * k, layout.height * k),
    )


def _lamp(lamp: Lamp, k: float, lamp_hole: float) -> Hole:
    if lamp.kind == "neon":
        return Hole(lamp.id, lamp.kind, lamp.x * k, lamp.y * k, lamp_hole, lamp_hole)
    width, height = lamp.width * k * WINDOW_WIDTH, lamp.height * k * WINDOW_HEIGHT
    return Hole(lamp.id, lamp.kind, lamp.x * k, lamp.y * k, width, height, is_round=False)


def _control(control: Control, k: float) -> Hole:
    diameter = ROUND_HOLES_MM[control.kind]
    return Hole(control.id, control.kind, control.x * k, control.y * k, diameter, diameter)


def _fixings(width: float, height: float) -> Iterator[Hole]:
    """Along the plate's edge, at the corners and so often between them."""
    across = _spread(FIXING_IN, width - FIXING_IN)
    down = _spread(FIXING_IN, height - FIXING_IN)
    places = [(x, y) for y in (down[0], down[-1]) for x in across]
    places += [(x, y) for x in (across[0], across[-1]) for y in down[1:-1]]
    for number, (x, y) in enumerate(places, 1):
        yield Hole(f"fixing.{number}", "fixing", x, y, FIXING_MM, FIXING_MM)


def _spread(first: float, last: float) -> list[float]:
    """An even number of places: the title stands in the middle."""
    pieces = max(1, math.ceil((last - first) / FIXING_APART)) | 1
    return [first + (last - first) * k / pieces for k in range(pieces + 1)]


def _too_close(made: tuple[Hole, ...]) -> tuple[Hole, Hole] | None:
    """The first two holes, from the top down, that are too close together.

    Between holes some metal must stay; the rims of two parts may touch.
    """
    reach = max(max(hole.width, hole.height, 2 * hole.rim) for hole in made) + WEB_MM
    ordered = sorted(made, key=lambda hole: hole.y)
    for at, one in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if other.y - one.y >= reach:
                break
            metal = one.gap(other)
            rims = metal + one.radius + other.radius - one.rim - other.rim
            if metal < WEB_MM - 1e-9 or rims < -1e-9:
                return one, other
    return None
