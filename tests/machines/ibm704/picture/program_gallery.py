"""What stands in the room for the 704's own programs, with the states that it passes through."""

from collections.abc import Callable
from typing import Any

import numpy as np

from devices.screen.parts.sprites import SpritePart
from devices.screen.room import DrawContext
from machines.exhibit.computer import Registers
from machines.ibm704.display import LAST
from machines.ibm704.picture.coding_desk import ROWS, CodingDeskPart, CodingDeskState
from machines.ibm704.picture.selector import SelectorPart
from machines.ibm704.picture.tube import TubePart
from machines.ibm704.picture.word_chart import Bar, WordChartPart, WordField
from machines.ibm704.scene import ProgramScene, StorageLine, TubePicture
from tests.machines.room_moment import moment_with

TEXTS = ("CLA 1234", "TIX 150,1,1", "HPR 30071", "", "FDP 77,4")


def selected(place: int) -> DrawContext:
    """The selector turned to that place."""
    return moment_with(None, view={"controls": {"selector.program": place}})


def selector_walk() -> list[tuple[Any, int]]:
    """It is turned to and fro, once before it has arrived."""
    turned = ((0, 0), (1, 20), (1, 40), (0, 60), (0, 90), (1, 200), (1, 300))
    return [(selected(place), now_ms) for place, now_ms in turned]


EMPTY_DESK = CodingDeskState(ProgramScene(), ())


def page(first: int, at: int = 0, cycles: int = 0) -> CodingDeskState:
    """The desk while a program is ``at`` a line of the page that begins at ``first``."""
    lines = tuple(
        StorageLine(first + k, k % 8 << 33 | first + k << 18 | k, TEXTS[k % len(TEXTS)])
        for k in range(ROWS)
    )
    held = Registers(mq=first + at, counter=first + at)
    scene = ProgramScene(
        "lamps.cbn", location=first + at, registers=held, cycles=cycles, around=lines
    )
    return CodingDeskState(scene, lines)


def coding_desk_walk() -> list[tuple[Any, int]]:
    """A program runs over a page and into another; the desk is cleared."""
    states = [EMPTY_DESK, page(0o140), page(0o140, 1), page(0o140, 15), page(0o160, 0, 10)]
    states += [page(0o160, -1, 12_345), EMPTY_DESK]
    return [(state, 250 * step) for step, state in enumerate(states)]


def plotted(column: int, row: int, also: int = 1 << 35) -> int:
    """The word of a point at (column, row) of the raster, from its upper left: a bright one, unless
    ``also`` says something else (see machines.ibm704.display)."""
    return also | column << 18 | LAST - row


def on_tube(serial: int, *words: int) -> DrawContext:
    """What these words draw on the tube."""
    crt = TubePicture(serial, np.array(words, np.int64))
    return moment_with(ProgramScene(crt=crt))


def lit(serial: int, *points: tuple[int, int]) -> DrawContext:
    """A tube with bright points at (column, row) of the raster."""
    return on_tube(serial, *(plotted(*point) for point in points))


UNLIT = moment_with(ProgramScene())


def tube_walk() -> list[tuple[Any, int]]:
    """Points come, one by one and faster than is followed; a line; a frame is changed."""
    walk: list[tuple[Any, int]] = [(UNLIT, 0)]
    for step in range(1, 6):
        spots = [(200 * k, 1000 - 190 * k) for k in range(step)]
        walk.append((lit(step, *spots), 400 + 70 * step))
    line = on_tube(8, plotted(100, 512, 1 << 34))
    return [*walk, (line, 1000), (UNLIT, 2000), (lit(9, (512, 512)), 2100)]


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
    ("selector", SelectorPart, selector_walk),
    ("coding desk", CodingDeskPart, coding_desk_walk),
    ("tube", TubePart, tube_walk),
    ("word chart", word_chart, word_chart_walk),
)
