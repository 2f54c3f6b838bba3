"""A drawing as DXF in true millimetres, for a shop's milling machine or laser.

ezdxf writes it; it is of the extra ``print``, and without it a sentence says so.  DXF's y grows
upwards: the origin is the drawing's lower left corner.  A layer of the drawing is a layer there.
"""

import io
from typing import Any

from devices.refusal import RefusedError
from machines.workshop.printing.drawing import Circle, Drawing, Letters, Polygon, Rectangle, Shape

VERSION = "R2010"
CAPITAL = 0.73
"""A capital's height as a share of a letter's size."""


def write_dxf(drawing: Drawing) -> bytes:
    """The file.  Raises RefusedError without ezdxf."""
    try:
        from ezdxf import units
        from ezdxf.filemanagement import new
    except ImportError:
        raise RefusedError(
            "",
            "ezdxf isn't installed; expected the extra print: uv run --extra print main.py ...",
        ) from None
    document = new(VERSION, units=units.MM)
    for layer in dict.fromkeys(shape.layer for shape in drawing.shapes):
        document.layers.add(layer)
    space = document.modelspace()
    for shape in drawing.shapes:
        _add(space, shape, drawing.high)
    text = io.StringIO()
    document.write(text)
    return text.getvalue().encode("utf-8")


def _add(space: Any, shape: Shape, high: float) -> None:
    on = {"layer": shape.layer}
    match shape:
        case Circle():
            space.add_circle((shape.x, high - shape.y), shape.radius, dxfattribs=on)
        case Rectangle():
            left, right = shape.x, shape.x + shape.wide
            top, foot = high - shape.y, high - shape.y - shape.high
            corners = [(left, foot), (right, foot), (right, top), (left, top)]
            space.add_lwpolyline(corners, close=True, dxfattribs=on)
        case Polygon():
            points = [(x, high - y) for x, y in shape.points]
            space.add_lwpolyline(points, close=shape.closed, dxfattribs=on)
        case Letters():
            space.add_text(
                shape.text,
                height=shape.size * CAPITAL,
                rotation=shape.turned,
                dxfattribs=on,
            ).set_placement((shape.x, high - shape.y))
