"""The front plate as a drawing: outline, holes, engraving, and the films behind its windows."""

from collections.abc import Sequence

from devices.panel.layout import PanelLayout
from machines.app.printing.drawing import Drawing, Ink
from machines.app.printing.panel.engraving import LINE_MM, Engraving, Line, films
from machines.app.printing.panel.holes import Hole

OUTLINE, HOLES, ENGRAVING, FILMS = "outline", "holes", "engraving", "films"
"""The layers."""
CUT = Ink(stroke=(200, 0, 0), width=0.1)
DRILL = Ink(fill=(225, 225, 225), stroke=(200, 0, 0), width=0.1)
CARVE = Ink(stroke=(20, 40, 160), width=LINE_MM)
PRINT = Ink(stroke=(110, 110, 110), width=LINE_MM)


def draw_plate(
    layout: PanelLayout, scale: float, holes: Sequence[Hole], engraved: Engraving
) -> Drawing:
    """The whole plate, seen from its front; the holes in the order that they are given."""
    k = layout.unit_mm * scale
    plate = Drawing(layout.width * k, layout.height * k)
    plate.rectangle(0, 0, plate.wide, plate.high, CUT, OUTLINE)
    for hole in holes:
        if hole.is_round:
            plate.circle(hole.x, hole.y, hole.radius, DRILL, HOLES)
        else:
            corner = hole.x - hole.width / 2, hole.y - hole.height / 2
            plate.rectangle(*corner, hole.width, hole.height, DRILL, HOLES)
    _draw_lines(plate, engraved.lines, CARVE, ENGRAVING)
    _draw_lines(plate, films(layout, scale), PRINT, FILMS)
    return plate


def _draw_lines(plate: Drawing, lines: Sequence[Line], ink: Ink, layer: str) -> None:
    for line in lines:
        plate.polygon(line, ink, closed=False, layer=layer)
