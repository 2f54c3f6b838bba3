"""A drawing in millimetres: shapes in the order in which they are printed, as a value.

The origin is the top left corner, y grows downwards.  Widths of lines and sizes of letters are
millimetres, too.  A shape's ``layer`` is its group in an SVG file, such as what a cutter cuts.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

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
    """A text in lines that fit, a word that is longer in one of its own."""
    lines: list[str] = []
    for word in text.split():
        if lines and fits(longer := f"{lines[-1]} {word}"):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
