"""Printed paper as PNG files, for a visitor to take home."""

from collections.abc import Iterator, Sequence
from itertools import islice

from devices.media.paper import PrintedLine
from devices.media.roll import Roll
from devices.screen.parts.paper_picture import each_page
from devices.screen.parts.roll_picture import each_sheet
from devices.screen.png import png

WIDTH = 1206
"""Pixels across the paper: one and a half to a unit of its picture."""
ROLL_WIDTH = 1020
"""The same across a roll: two to a unit."""


def png_pages(lines: Sequence[PrintedLine], most: int, width: int = WIDTH) -> Iterator[bytes]:
    """The printed forms as PNG files, drawn one after another, at most ``most``."""
    for page in islice(each_page(lines, width), most):
        yield png(page)


def png_sheets(roll: Roll, most: int, width: int = ROLL_WIDTH) -> Iterator[bytes]:
    """A teleprinter's roll cut into sheets, as PNG files drawn one after another, at most
    ``most``."""
    for page in islice(each_sheet(roll, width), most):
        yield png(page)
