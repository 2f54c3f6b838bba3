"""What is engraved on a front plate, as the lines that a cutter's middle follows.

Letters are those of the museum's engraving alphabet (assets/lettering/engraving.toml), one stroke a
line.  Sizes and distances are in panel units, as the console on the screen has them; a line is a
list of points in millimetres from the plate's upper left corner, y down.

Holes are in millimetres from the plate's upper left corner, y down, as in the layout: a place is
the layout's place times ``unit_mm`` times the scale.  Windows grow with the scale; a round hole
takes a part that is bought, and keeps its size.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from devices.panel.layout import Control, ControlRow, Lamp, LampRow, Legend, PanelLayout
from devices.refusal import RefusedError
from devices.screen.strokes import engraved
from machines.workshop.printing.drawing import Point, wrap

# -- the holes of the front plate ------------------------------------------------------------------

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


# -- the engraving ---------------------------------------------------------------------------------

Line = tuple[Point, ...]
Box = tuple[float, float, float, float]

LINE_MM = 0.3
"""A cutter's width."""
DOT_MM = 0.2
CAPITAL = 20.0
"""Height of a capital in the alphabet's own units."""
NUMBER = 5.3
TITLE = 5.8
SMALL_TITLE = 4.5
BADGE = 18.0
"""The plate's title: height of its capitals, where there is room."""
NUMBER_UP = 17.0
"""From a lamp's middle up to the middle of its number; the bracket stands above it."""
BRACKET_UP, TICK_UP = 25.0, 10.5
KEY_NUMBER_UP = 6.0
"""From a key's upper edge up to the middle of its number."""
LEGEND_CAPITAL = 0.64
"""Height of a legend's capitals as a share of its size."""
CAP_LABEL = 3.4
"""Lettering at a push button and on a film."""
CLEAR_MM = 0.4
"""Engraving keeps this far from a hole, and from the rim of the part in it."""
BESIDE = 30.0
"""A button so near to a lamp of the same label shares it."""


@dataclass(frozen=True)
class Pen:
    """Draws in panel units; gives lines in millimetres (``k`` millimetres a unit)."""

    k: float

    def line(self, *points: Point) -> Line:
        """One line through points."""
        return tuple((x * self.k, y * self.k) for x, y in points)

    def letters(
        self, text: str, x: float, y: float, high: float, spacing: float = 0.0
    ) -> Iterator[Line]:
        """The strokes of ``text``, capitals ``high``, about the middle (x, y)."""
        size = high / CAPITAL
        glyphs = [engraved(char) for char in text]
        gap = spacing * high
        at = x - text_width(text, high, spacing) / 2
        foot = y + high / 2
        for glyph in glyphs:
            left = at + glyph.left * size
            chain: list[Point] = []
            for x0, y0, x1, y1 in glyph.lines.tolist():
                begin = (left + x0 * size, foot - y0 * size)
                if not chain or chain[-1] != begin:
                    if chain:
                        yield self.line(*chain)
                    chain = [begin]
                chain.append((left + x1 * size, foot - y1 * size))
            if chain:
                yield self.line(*chain)
            half = DOT_MM / self.k / 2
            for x0, y0, _, _ in glyph.dots.tolist():
                middle, level = left + x0 * size, foot - y0 * size
                yield self.line((middle - half, level), (middle + half, level))
            at += glyph.advance * size + gap


def text_width(text: str, high: float, spacing: float = 0.0) -> float:
    """How wide a text is, without a gap after its last letter."""
    wide = sum(engraved(char).advance for char in text) * high / CAPITAL
    return wide + spacing * high * max(len(text) - 1, 0)


def fitted(text: str, high: float, room: float, spacing: float = 0.0) -> float:
    """The height at which a text has room, ``high`` at most."""
    wide = text_width(text, high, spacing)
    return high if wide <= room else high * room / wide


@dataclass(frozen=True)
class Engraving:
    """What is cut into a plate, and which words have no room on it."""

    lines: tuple[Line, ...]
    left_out: tuple[str, ...]


def engrave(layout: PanelLayout, scale: float, holes: Sequence[Hole]) -> Engraving:
    """All that is cut into the plate; what would run under a part is left out."""
    pen = Pen(layout.unit_mm * scale)
    made: list[Line] = []
    left_out: list[str] = []
    for words, text in _texts(layout, pen):
        lines = tuple(text)
        whole = box_of(point for line in lines for point in line)
        near = [hole for hole in holes if _meets(whole, hole)]
        if not any(_meets(box_of(line), hole) for line in lines for hole in near):
            made += lines
        else:
            left_out.append(words)
    return Engraving(tuple(made), tuple(left_out))


def films(layout: PanelLayout, scale: float) -> tuple[Line, ...]:
    """The words behind the windows, each in its place: to be printed on film."""
    pen = Pen(layout.unit_mm * scale)
    made: list[Line] = []
    for lamp in layout.lamps():
        if lamp.kind == "plate":
            made += _block(pen, lamp.label, lamp.x, lamp.width * 0.8, lamp.y, about=True)
    return tuple(made)


Words = tuple[str, Iterator[Line]]
"""What it says, and its strokes."""


def _texts(layout: PanelLayout, pen: Pen) -> Iterator[Words]:
    yield layout.title, _badge(layout, pen)
    for row in layout.lamp_rows:
        if row.kind == "neon":
            yield from _lamp_row(pen, row)
    for controls in layout.control_rows:
        if controls.kind == "button":
            yield from _buttons(pen, controls, layout.lamps())
        elif controls.kind in ("key", "switch"):
            level = controls.y - controls.height / 2 - KEY_NUMBER_UP
            for column, label in zip(controls.columns, controls.labels, strict=True):
                high = fitted(label, NUMBER, controls.pitch * 0.95)
                place = controls.x + column * controls.pitch
                yield label, pen.letters(label, place, level, high)
    for legend in layout.legends:
        yield legend.text, _legend(pen, legend)


def _badge(layout: PanelLayout, pen: Pen) -> Iterator[Line]:
    """The title, in the middle of what is free above the highest lamp or control."""
    tops = [row.y - BRACKET_UP for row in layout.lamp_rows]
    tops += [row.y - row.height / 2 - KEY_NUMBER_UP for row in layout.control_rows]
    free = max(min(tops), 8.0)
    high = fitted(layout.title, min(BADGE, free * 0.35), layout.width * 0.8, 0.2)
    return pen.letters(layout.title, layout.width / 2, free * 0.7, high, 0.2)


def _lamp_row(pen: Pen, row: LampRow) -> Iterator[Words]:
    places = [row.x + column * row.pitch for column in row.columns]
    if row.brackets:
        yield f"bracket of {row.id}", _bracket(pen, row, places)
    if row.show_labels:
        for place, label in zip(places, row.labels, strict=True):
            high = fitted(label, NUMBER, row.pitch * 0.95)
            yield label, pen.letters(label, place, row.y - NUMBER_UP, high)
    if row.title and row.spacing < 0.5:
        for k, word in enumerate(row.title.split()):
            level = row.title_y + k * SMALL_TITLE * 1.5
            yield word, pen.letters(word, row.title_x, level, SMALL_TITLE, 0.08)
    elif row.title:
        title = pen.letters(row.title, row.title_x, row.title_y, TITLE, row.spacing)
        yield row.title, title


def _bracket(pen: Pen, row: LampRow, places: Sequence[float]) -> Iterator[Line]:
    """One line over all groups, with a tick at both ends and between the groups."""
    half, top, foot = row.pitch / 2, row.y - BRACKET_UP, row.y - TICK_UP
    ticks = [places[first] - half for first, _ in row.brackets]
    ticks.append(places[row.brackets[-1][1]] + half)
    yield pen.line((ticks[0], top), (ticks[-1], top))
    for tick in ticks:
        yield pen.line((tick, top), (tick, foot))


def _buttons(pen: Pen, row: ControlRow, lamps: Sequence[Lamp]) -> Iterator[Words]:
    """A button's words above its rim, unless a lamp beside it has the same."""
    for k, label in enumerate(row.labels):
        x = row.x + row.columns[k] * row.pitch
        if any(
            lamp.label == label and math.hypot(lamp.x - x, lamp.y - row.y) < BESIDE
            for lamp in lamps
        ):
            continue
        width = (row.widths[k] if row.widths else row.width) * 0.96
        foot = row.y - (RIMS_MM[row.kind] + 2 * CLEAR_MM) / pen.k
        yield label, _block(pen, label, x, width, foot)


def _block(
    pen: Pen, text: str, x: float, width: float, foot: float, about: bool = False
) -> Iterator[Line]:
    """A text in lines of a width, the last one on ``foot``, or all of them ``about`` it."""
    lines = wrap(text, lambda line: text_width(line, CAP_LABEL) <= width)
    high = min(fitted(line, CAP_LABEL, width) for line in lines)
    pitch = high * 1.45
    last = foot + ((len(lines) - 1) * pitch if about else -high) / 2
    for up, line in enumerate(reversed(lines)):
        yield from pen.letters(line, x, last - up * pitch, high)


def _legend(pen: Pen, legend: Legend) -> Iterator[Line]:
    """Lettering that belongs to no row, and the line that runs through it."""
    high = legend.size * LEGEND_CAPITAL
    yield from pen.letters(legend.text, legend.x, legend.y, high, legend.spacing)
    if legend.line is None:
        return
    x0, y0, x1, y1 = legend.line
    half = text_width(legend.text, high, legend.spacing) / 2 + 3.0
    yield pen.line((x0, y0 + 11.5), (x0, y0), (legend.x - half, y0))
    yield pen.line((legend.x + half, y1), (x1, y1), (x1, y1 + 11.5))


def box_of(points: Iterable[Point]) -> Box:
    """Left, top, right and foot of points; nothing's box is far away."""
    places = tuple(points)
    if not places:
        return (math.inf,) * 4
    xs, ys = zip(*places, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _meets(box: Box, hole: Hole) -> bool:
    """Whether what is engraved in a box comes nearer to a hole than it may."""
    width, height = hole.straight
    left, top, right, foot = box
    across = max(left - hole.x - width, hole.x - width - right, 0.0)
    down = max(top - hole.y - height, hole.y - height - foot, 0.0)
    return math.hypot(across, down) < hole.rim + CLEAR_MM
