"""A drawing as SVG in true millimetres, a group a layer, for a cutter or a drawing program."""

from collections.abc import Iterator
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from machines.workshop.printing.drawing import (
    Circle,
    Colour,
    Drawing,
    Ink,
    Letters,
    Polygon,
    Rectangle,
    Shape,
)

FACES = {
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
        f"<text x='{x}' y='{y}' font-size='{_number(letters.size)}' {FACES[letters.face]} "
        f"text-anchor='{ANCHORS[letters.anchor]}' fill='{_colour(letters.colour)}'{turn} "
        f"xml:space='preserve'>{escape(letters.text)}</text>"
    )
