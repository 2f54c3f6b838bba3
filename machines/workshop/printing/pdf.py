"""Drawings as the pages of a PDF: vectors, true millimetres, the letters' outlines within.

reportlab writes it; it is the extra ``print``, and without it a sentence says so.  The same
drawings give the same bytes.
"""

import functools
import io
from collections.abc import Sequence
from typing import Any

from devices.refusal import RefusedError
from machines.workshop.printing.drawing import (
    Circle,
    Colour,
    Drawing,
    Face,
    Ink,
    Letters,
    Polygon,
    Rectangle,
    Shape,
)

POINTS = 72 / 25.4
"""A millimetre in PDF's points."""
FACES: dict[Face, str] = {"plain": "Vera", "bold": "VeraBd"}
"""The fonts, Bitstream Vera, which comes with reportlab."""


@functools.cache
def _fonts() -> Any:
    """reportlab's fonts, the faces among them.  Raises RefusedError without reportlab."""
    try:
        from reportlab.pdfbase import pdfmetrics, ttfonts
    except ImportError:
        raise RefusedError(
            "",
            "reportlab isn't installed; expected the extra print: uv run --extra print main.py ...",
        ) from None
    for name in FACES.values():
        pdfmetrics.registerFont(ttfonts.TTFont(name, f"{name}.ttf"))
    return pdfmetrics


def text_width(text: str, size: float, face: Face = "plain") -> float:
    """How wide a line of text is.  Raises RefusedError without reportlab."""
    return float(_fonts().stringWidth(text, FACES[face], size))


def write_pdf(pages: Sequence[Drawing], title: str) -> bytes:
    """The pages, each as large as its drawing.  Raises RefusedError without reportlab."""
    _fonts()
    from reportlab.pdfgen.canvas import Canvas

    data = io.BytesIO()
    canvas = Canvas(data, invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("Matchbox 704")
    canvas.setViewerPreference("PrintScaling", "None")
    for page in pages:
        canvas.setPageSize((page.wide * POINTS, page.high * POINTS))
        canvas.scale(POINTS, POINTS)
        canvas.setLineJoin(1)
        for shape in page.shapes:
            _draw(canvas, shape, page.high)
        canvas.showPage()
    canvas.save()
    return data.getvalue()


def _draw(canvas: Any, shape: Shape, high: float) -> None:
    """One shape; in a PDF y grows upwards."""
    if isinstance(shape, Letters):
        _write(canvas, shape, high)
        return
    ways = _take(canvas, shape.ink)
    match shape:
        case Rectangle():
            canvas.rect(shape.x, high - shape.y - shape.high, shape.wide, shape.high, **ways)
        case Circle():
            canvas.circle(shape.x, high - shape.y, shape.radius, **ways)
        case Polygon():
            path = canvas.beginPath()
            for at, (x, y) in enumerate(shape.points):
                (path.lineTo if at else path.moveTo)(x, high - y)
            if shape.closed:
                path.close()
            canvas.drawPath(path, **ways)


def _take(canvas: Any, ink: Ink) -> dict[str, int]:
    if ink.fill is not None:
        canvas.setFillColorRGB(*_shares(ink.fill))
    if ink.stroke is not None:
        canvas.setStrokeColorRGB(*_shares(ink.stroke))
        canvas.setLineWidth(ink.width)
        canvas.setDash(*((ink.dash,) if ink.dash else ()))
    return {"fill": int(ink.fill is not None), "stroke": int(ink.stroke is not None)}


def _shares(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = colour
    return red / 255, green / 255, blue / 255


def _write(canvas: Any, letters: Letters, high: float) -> None:
    canvas.setFillColorRGB(*_shares(letters.colour))
    canvas.setFont(FACES[letters.face], letters.size)
    canvas.saveState()
    canvas.translate(letters.x, high - letters.y)
    canvas.rotate(letters.turned)
    if letters.pitch:
        _write_spaced(canvas, letters)
    else:
        draw = {
            "left": canvas.drawString,
            "centre": canvas.drawCentredString,
            "right": canvas.drawRightString,
        }[letters.anchor]
        draw(0, 0, letters.text)
    canvas.restoreState()


def _write_spaced(canvas: Any, letters: Letters) -> None:
    """A row of one letter is written in one go: a card has ten such rows."""
    if len(set(letters.text)) == 1:
        wide = text_width(letters.text[0], letters.size, letters.face)
        canvas.drawString(-wide / 2, 0, letters.text, charSpace=letters.pitch - wide)
        return
    for at, letter in enumerate(letters.text):
        if letter != " ":
            canvas.drawCentredString(at * letters.pitch, 0, letter)
