"""What stands in the room for the 704's own programs, with the states that it passes through."""

from collections.abc import Callable
from typing import Any

import numpy as np

from devices.screen.parts.sprites import SpritePart
from machines.ibm704.display import LAST
from machines.ibm704.octal import Line
from machines.ibm704.picture.coding_desk import FIELDS, ROWS, CodingDeskPart, CodingDeskState
from machines.ibm704.picture.selector import Engraved, SelectorPart, SelectorState
from machines.ibm704.picture.tube import TubePart
from machines.ibm704.picture.word_chart import Bar, WordChartPart, WordField
from machines.ibm704.scene import TubePicture

TEXTS = ("CLA 1234", "TIX 150,1,1", "HPR 30071", "", "FDP 77,4")


def selector() -> SelectorPart:
    """A switch between tea and coffee."""
    return SelectorPart("drink", Engraved("POURS", "HOT|TEA", "COFFEE"), "What it pours.", "t")


def selector_walk() -> list[tuple[Any, int]]:
    """It is turned to and fro, once before it has arrived."""
    turned = ((0, 0), (1, 20), (1, 40), (0, 60), (0, 90), (1, 200), (1, 300))
    return [(SelectorState(place), now_ms) for place, now_ms in turned]


def page(first: int, at: int = 0, note: str = "") -> CodingDeskState:
    """The desk while a program is ``at`` a line of the page that begins at ``first``."""
    lines = tuple(
        Line(f"{first + k:05o}", f"{k % 8} {first + k:05o} {k % 7} {k:05o}", TEXTS[k % len(TEXTS)])
        for k in range(ROWS)
    )
    fields = tuple(f"{first + at:015o}"[-field.characters :] for field in FIELDS)
    return CodingDeskState("LAMPS   STORAGE", lines, at, fields, note)


def coding_desk_walk() -> list[tuple[Any, int]]:
    """A program runs over a page and into another; the desk is cleared."""
    states = [CodingDeskState(), page(0o140), page(0o140, 1), page(0o140, 15), page(0o160, 0, "A")]
    states += [page(0o160, -1, "AB"), CodingDeskState("LAMPS")]
    return [(state, 250 * step) for step, state in enumerate(states)]


def plotted(column: int, row: int, also: int = 1 << 35) -> int:
    """The word of a point at (column, row) of the raster, from its upper left: a bright one, unless
    ``also`` says something else (see machines.ibm704.display)."""
    return also | column << 18 | LAST - row


def lit(serial: int, *points: tuple[int, int]) -> TubePicture:
    """A tube with bright points at (column, row) of the raster."""
    return TubePicture(serial, np.array([plotted(*point) for point in points], np.int64))


def tube_walk() -> list[tuple[Any, int]]:
    """Points come, one by one and faster than is followed; a line; a frame is changed."""
    walk: list[tuple[Any, int]] = [(None, 0)]
    for step in range(1, 6):
        spots = [(200 * k, 1000 - 190 * k) for k in range(step)]
        walk.append((lit(step, *spots), 400 + 70 * step))
    line = TubePicture(8, np.array([plotted(100, 512, 1 << 34)], np.int64))
    return [*walk, (line, 1000), (None, 2000), (lit(9, (512, 512)), 2100)]


def tube() -> TubePart:
    """A tube."""
    return TubePart("740", "CATHODE RAY TUBE")


def word_chart() -> WordChartPart:
    """How to divide four bits."""
    bars = (Bar("HALVES", (WordField("A", 2), WordField("B", 2, 1)), "OR SO"), Bar("ALL", ()))
    return WordChartPart("FOUR BITS", ("S", "1", "2", "3"), bars)


def word_chart_walk() -> list[tuple[Any, int]]:
    """It hangs there."""
    return [(None, 0), (None, 16)]


SHOWN_WITH_PROGRAMS: tuple[
    tuple[str, Callable[[], SpritePart], Callable[[], list[tuple[Any, int]]]], ...
] = (
    ("selector", selector, selector_walk),
    ("coding desk", CodingDeskPart, coding_desk_walk),
    ("tube", tube, tube_walk),
    ("word chart", word_chart, word_chart_walk),
)
