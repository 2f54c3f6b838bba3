"""The teleprinter's face and picture: old-style figures, a head that types, paper that moves."""

import itertools
from itertools import pairwise
from typing import Any

import numpy as np
import pygame
import pytest

from devices.media.roll import CHARACTERS, Roll
from devices.screen.part import pixels as pixel_rect
from devices.screen.parts import teleprinter
from devices.screen.parts.teleprinter import (
    TYPED_ROWS,
    RollPaper,
    RollTravel,
    TeleprinterPart,
    each_sheet,
    head_column,
)
from devices.screen.print_faces import TYPE_FACE, Typebars
from devices.screen.strokes import read_strokes
from devices.units.teleprinter import CHARACTER_US, Teleprinter
from tests.devices.screen.parts.gallery import floor, of_unit, pixels, still_roll

FIGURE_HEIGHT, FIGURE_DEPTH = 9.4, -4.6
"""Of a figure that is as high as a small letter, and how far one hangs below the line."""


def typed(text: str, us: int | None = None) -> Teleprinter:
    """A teleprinter that has typed ``text``, then had ``us`` for what it was sent last."""
    unit = Teleprinter()
    for char in text:
        unit.send(char)
        unit.advance(CHARACTER_US if us is None or char != text[-1] else us)
    return unit


def ink(text: str, column: float = 18.5, row: int = 30) -> Any:
    """How dark each pixel of a typed row is, int[width, height]."""
    made = pygame.Surface((round(column * 12), row), 0, 32)
    made.fill((255, 255, 255))
    Typebars().draw(made, text, 4.0, 0, column, row)
    return 255 - pixels(made).astype(int).mean(axis=2)


# The face.


def test_the_head_carries_a_type_for_each_character_that_can_be_sent() -> None:
    assert set(CHARACTERS) == set(TYPE_FACE)
    drawn = {char: ink(char).tobytes() for char in CHARACTERS}
    assert len(set(drawn.values())) == len(CHARACTERS)


def test_a_row_typed_over_shows_both_passages() -> None:
    over, first, second = ink("A2\rA9"), ink("A2"), ink("A9")
    assert (over >= np.maximum(first, second) - 1).all()
    assert over.sum() > first.sum()


# The roll as sheets to take home.


def test_a_roll_is_cut_into_sheets_of_56_rows_with_a_margin() -> None:
    roll = Roll([str(number) for number in range(TYPED_ROWS + 2)], typing="7168")
    sheets = [pixels(sheet) for sheet in each_sheet(roll, 510)]
    assert len(sheets) == 2
    blank = pixels(RollPaper(510).tile)
    for made, rows in zip(sheets, (TYPED_ROWS, 3), strict=True):
        dirty = np.flatnonzero((made != blank).any(axis=(0, 2)))
        assert 50 <= dirty.min() <= 55
        assert 50 + 10 * rows - 8 <= dirty.max() <= 50 + 10 * rows
    assert list(each_sheet(Roll(), 510)) == []


# In the machine.


@pytest.fixture(scope="module")
def part() -> TeleprinterPart:
    made = TeleprinterPart()
    made.build(1.0)
    return made


_LOOKS = itertools.count(1)


def seen(part: TeleprinterPart, unit: Teleprinter, row: int) -> Any:
    """The pixels of a row of the paper, 0 the one under the head, 1 the one above ..."""
    screen = floor(part)
    for _ in range(2):  # what rushed past at the first look stands still at the second
        part.paint(
            screen, (0, 0), of_unit(part, still_roll(unit.view())), next(_LOOKS) * 1_000, True
        )
    foot = teleprinter.PAPER_FOOT - 10.0 * row
    box = pixel_rect((teleprinter.PAPER_LEFT + 20.0, foot - 10.0, 460.0, 9.0), 1.0)
    return pixels(screen.subsurface(box.clip(screen.get_rect()))).astype(int).sum(axis=2)


def dark(area: Any) -> int:
    return int((area < 420).sum())


@pytest.mark.slow
def test_a_character_is_seen_at_the_end_of_its_time(part: TeleprinterPart) -> None:
    none = dark(seen(part, Teleprinter(), 0))
    assert dark(seen(part, typed("8", CHARACTER_US - 1), 0)) == none
    one = dark(seen(part, typed("8"), 0))
    two = dark(seen(part, typed("88"), 0))
    assert none < one < two


def test_the_head_goes_along_the_row_and_back() -> None:
    unit = typed("ABC", 0)
    along = []
    for _ in range(10):
        along.append(head_column(unit.view()))
        unit.advance(10_000)
    assert along[0] == 2
    assert along == sorted(along)
    assert head_column(unit.view()) == 3
    unit.send("\r")
    back = []
    for _ in range(11):
        back.append(head_column(unit.view()))
        unit.advance(10_000)
    assert back[0] == 3
    assert back == sorted(back, reverse=True)
    assert back[-1] == 0


def test_a_line_feed_moves_the_paper_up_within_its_time() -> None:
    unit, travel = typed("A\r\n", 0), RollTravel()
    places = []
    for step in range(11):
        places.append(travel.place(still_roll(unit.view()), 10 * step))
        unit.advance(10_000)
    assert places[0] == 0
    assert places == sorted(places)
    assert 0.3 < places[5] < 0.7
    assert places[-1] == 1


def test_fed_by_hand_the_paper_moves_smoothly_too() -> None:
    unit, travel = typed("A\r\n"), RollTravel()
    assert travel.place(unit.view(), 0) == 1
    unit.operate("line_feed", 1)
    places = [travel.place(unit.view(), at) for at in range(10, 300, 20)]
    assert places[0] < 1.1
    assert all(low <= high for low, high in pairwise(places))
    assert places[-1] == 2


def test_a_reader_leafs_back_and_the_paper_in_the_machine_stays(part: TeleprinterPart) -> None:
    unit = typed("".join(f"{number} {number} {number}\r\n" for number in range(60)))
    newest = seen(part, unit, 1)
    part.scroll(-20)
    assert (seen(part, unit, 1) != newest).any()
    assert part.leafed == 40
    part.scroll(500)
    assert part.leafed is None
    assert (seen(part, unit, 1) == newest).all()


def test_another_roll_of_the_same_length_is_drawn_anew(part: TeleprinterPart) -> None:
    one = seen(part, typed("111\r\n222\r\n"), 2)
    other = seen(part, typed("888\r\n222\r\n999\r\n"), 3)
    assert (one != other).any()
    again = seen(part, typed("111\r\n222\r\n"), 2)
    assert (again == one).all()


def test_rows_that_rush_past_are_a_blur_that_changes_only_so_often(part: TeleprinterPart) -> None:
    unit = Teleprinter()
    seen(part, unit, 1)
    begun = next(_LOOKS) * 1_000
    editions = set()
    for frame in range(12):
        for _ in range(20):
            unit.send("01234567\r\n")
            unit.advance(2_000_000)
        part.look(of_unit(part, still_roll(unit.view())), begun + 16 * frame)
        editions.add(part.paper.edition)
    assert 2 <= len(editions) <= 4
    part.look(of_unit(part, still_roll(unit.view())), begun + 2_000)
    assert part.paper.newest == unit.paper.rows[-len(part.paper.newest) :]


@pytest.mark.parametrize("char", "34579")
def test_3_4_5_7_and_9_hang_below_the_line(char: str) -> None:
    low, high = extent(char)
    assert low == pytest.approx(FIGURE_DEPTH, abs=0.4)
    assert high == pytest.approx(FIGURE_HEIGHT, abs=0.4)


def extent(char: str) -> tuple[float, float]:
    lines, _ = read_strokes(TYPE_FACE[char])
    return float(lines[:, 1::2].min()), float(lines[:, 1::2].max())
