"""A drawing in millimetres: shapes in the order in which they are printed, as a value.

The origin is the top left corner, y grows downwards.  Widths of lines and sizes of letters are
millimetres, too.  A shape's ``layer`` is its group in an SVG file, such as what a cutter cuts.

A PDF's pages are vectors in true millimetres, an SVG has a group a layer, for a cutter or a drawing
program, a DXF for a shop's milling machine or laser: its y grows upwards, the origin is the
drawing's lower left corner.  reportlab and ezdxf, which write PDF and DXF, are the extra ``print``;
without it a sentence says so.  The same drawings give the same bytes.
"""

import functools
import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Literal
from xml.sax.saxutils import escape, quoteattr

from devices.refusal import RefusedError
from machines.storage.program import lacks

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""
Point = tuple[float, float]
Anchor = Literal["left", "centre", "right"]
Face = Literal["plain", "bold"]

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
GREY: Colour = (120, 120, 120)
PALE: Colour = (205, 205, 205)
HAIRLINE = 0.1
"""The width of a fine line."""
PRINTED = "printed"
"""The layer of what has no other."""


@dataclass(frozen=True)
class Ink:
    """How a shape is drawn; None: not filled, or without an outline."""

    fill: Colour | None = None
    stroke: Colour | None = BLACK
    width: float = 0.2
    dash: tuple[float, ...] = ()  # Lengths of ink and gap in turn


@dataclass(frozen=True)
class Polygon:
    """Lines from point to point."""

    points: tuple[Point, ...]
    ink: Ink
    closed: bool = True
    layer: str = PRINTED


@dataclass(frozen=True)
class Rectangle:
    """A rectangle by its top left corner."""

    x: float
    y: float
    wide: float
    high: float
    ink: Ink
    layer: str = PRINTED

    @property
    def middle(self) -> Point:
        """Its centre."""
        return self.x + self.wide / 2, self.y + self.high / 2


@dataclass(frozen=True)
class Circle:
    """A circle by its centre."""

    x: float
    y: float
    radius: float
    ink: Ink
    layer: str = PRINTED


@dataclass(frozen=True)
class Letters:
    """One line of text; ``x, y`` is the place on its base line that ``anchor`` names."""

    x: float
    y: float
    text: str
    size: float  # Of the font: a capital is about 0.73 of it
    anchor: Anchor = "left"
    face: Face = "plain"
    colour: Colour = BLACK
    turned: float = 0.0  # Degrees anticlockwise
    pitch: float = 0.0
    """From the middle of each letter to the next one's, the first at ``x``; 0: as the font has."""
    layer: str = PRINTED


Shape = Polygon | Rectangle | Circle | Letters


@dataclass
class Drawing:
    """A page, a card or a plate, with its shapes."""

    wide: float
    high: float
    shapes: list[Shape] = field(default_factory=list)

    def add(self, shape: Shape) -> None:
        """One more, over those that are there."""
        self.shapes.append(shape)

    def line(self, start: Point, end: Point, ink: Ink) -> None:
        """A straight line."""
        self.add(Polygon((start, end), ink, closed=False))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        anchor: Anchor = "left",
        face: Face = "plain",
        colour: Colour = BLACK,
        turned: float = 0.0,
        pitch: float = 0.0,
    ) -> None:
        """One line of text; see :class:`Letters`."""
        self.add(Letters(x, y, text, size, anchor, face, colour, turned, pitch))

    def place(self, other: "Drawing", x: float, y: float) -> None:
        """Put another drawing's shapes here, its top left corner at ``x, y``."""
        self.shapes += [_moved(shape, x, y) for shape in other.shapes]


def _moved(shape: Shape, x: float, y: float) -> Shape:
    if isinstance(shape, Polygon):
        return replace(shape, points=tuple((px + x, py + y) for px, py in shape.points))
    return replace(shape, x=shape.x + x, y=shape.y + y)


def wrap(text: str, fits: Callable[[str], bool]) -> list[str]:
    """A text in lines that fit, a word that is longer in one of its own.

    A no-break space, as before a French colon, stays within its line.
    """
    lines: list[str] = []
    for word in re.split("[ \n]+", text.strip()):
        if lines and fits(longer := f"{lines[-1]} {word}"):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


# -- SVG -------------------------------------------------------------------------------------------

SVG_FACES = {
    "plain": "font-family='Bitstream Vera Sans, DejaVu Sans, Verdana, sans-serif'",
    "bold": "font-family='Bitstream Vera Sans, DejaVu Sans, Verdana, sans-serif'"
    " font-weight='bold'",
}
ANCHORS = {"left": "start", "centre": "middle", "right": "end"}


def write_svg(drawing: Drawing, title: str) -> bytes:
    """The file; one unit is a millimetre."""
    wide, high = _number(drawing.wide), _number(drawing.high)
    lines = [
        "<?xml version='1.0' encoding='UTF-8'?>",
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{wide}mm' height='{high}mm' "
        f"viewBox='0 0 {wide} {high}'>",
        f"<title>{escape(title)}</title>",
    ]
    for layer, shapes in groupby(drawing.shapes, key=lambda shape: shape.layer):
        lines.append(f"<g class={quoteattr(layer)}>")
        lines += map(_element, shapes)
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""]).encode()


def _number(value: float) -> str:
    """To a ten-thousandth of a millimetre."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _element(shape: Shape) -> str:
    match shape:
        case Rectangle():
            sides = zip(
                ("x", "y", "width", "height"),
                (shape.x, shape.y, shape.wide, shape.high),
                strict=True,
            )
            return f"<rect {_attributes(sides)} {_ink(shape.ink)}/>"
        case Circle():
            sizes = zip(("cx", "cy", "r"), (shape.x, shape.y, shape.radius), strict=True)
            return f"<circle {_attributes(sizes)} {_ink(shape.ink)}/>"
        case Polygon():
            points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
            name = "polygon" if shape.closed else "polyline"
            return f"<{name} points='{points}' {_ink(shape.ink)}/>"
        case Letters():
            return _letters(shape)


def _attributes(pairs: Iterator[tuple[str, float]]) -> str:
    return " ".join(f"{name}='{_number(value)}'" for name, value in pairs)


def _ink(ink: Ink) -> str:
    fill = f"fill='{_colour(ink.fill)}'"
    if ink.stroke is None:
        return fill
    line = f"{fill} stroke='{_colour(ink.stroke)}' stroke-width='{_number(ink.width)}'"
    return f"{line} stroke-dasharray='{' '.join(map(_number, ink.dash))}'" if ink.dash else line


def _colour(colour: Colour | None) -> str:
    return "none" if colour is None else "#{:02x}{:02x}{:02x}".format(*colour)


def _letters(letters: Letters) -> str:
    x, y = _number(letters.x), _number(letters.y)
    if letters.pitch:
        x = " ".join(_number(letters.x + n * letters.pitch) for n in range(len(letters.text)))
    turn = (
        f" transform='rotate({_number(-letters.turned)} {_number(letters.x)} {y})'"
        if letters.turned
        else ""
    )
    return (
        f"<text x='{x}' y='{y}' font-size='{_number(letters.size)}' {SVG_FACES[letters.face]} "
        f"text-anchor='{ANCHORS[letters.anchor]}' fill='{_colour(letters.colour)}'{turn} "
        f"xml:space='preserve'>{escape(letters.text)}</text>"
    )


# -- DXF -------------------------------------------------------------------------------------------

VERSION = "R2010"
CAPITAL = 0.73
"""A capital's height as a share of a letter's size."""


def write_dxf(drawing: Drawing) -> bytes:
    """The file.  Raises RefusedError without ezdxf."""
    try:
        from ezdxf import units
        from ezdxf.filemanagement import new
    except ImportError:
        raise RefusedError("", lacks("ezdxf", "print")) from None
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


# -- PDF -------------------------------------------------------------------------------------------

POINTS = 72 / 25.4
"""A millimetre in PDF's points."""
PDF_FACES: dict[Face, str] = {"plain": "Vera", "bold": "VeraBd"}
"""The fonts, Bitstream Vera, which comes with reportlab."""


@functools.cache
def _fonts() -> Any:
    """reportlab's fonts, the faces among them.  Raises RefusedError without reportlab."""
    try:
        from reportlab.pdfbase import pdfmetrics, ttfonts
    except ImportError:
        raise RefusedError("", lacks("reportlab", "print")) from None
    for name in PDF_FACES.values():
        pdfmetrics.registerFont(ttfonts.TTFont(name, f"{name}.ttf"))
    return pdfmetrics


def text_width(text: str, size: float, face: Face = "plain") -> float:
    """How wide a line of text is.  Raises RefusedError without reportlab."""
    return float(_fonts().stringWidth(text, PDF_FACES[face], size))


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
    canvas.setFont(PDF_FACES[letters.face], letters.size)
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
