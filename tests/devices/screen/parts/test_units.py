"""What the pictures of the units say: piles, cards on their way, paper, reels, loops, plates."""

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from devices.screen.part import pixels as pixel_rect
from devices.screen.parts import (
    card_punch,
    card_reader,
    cards,
    line_printer,
    reels,
    tape_drive,
)
from devices.screen.parts.card_unit import pile_units
from devices.screen.parts.fanfold import MOVE_US, STRIKE_US, Travel
from devices.screen.parts.relief import Rect
from devices.screen.parts.unit_part import UnitPart
from devices.units.card_reader import CARD_US
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import DIAL_POSITIONS
from tests.devices.screen.parts.gallery import TAPE, deck, floor, of_unit, pixels, reader, still


def seen(part: UnitPart, view: object, area: Rect, now_ms: int = 0) -> Any:
    """The pixels of ``area`` (units) of a part that shows ``view``."""
    screen = floor(part)
    part.paint(screen, (0, 0), of_unit(part, view), now_ms, True)
    box = pixel_rect(area, part.scale)
    return pixels(screen.subsurface(box.clip(screen.get_rect()))).astype(int)


@pytest.fixture(scope="module")
def reader_part() -> card_reader.CardReaderPart:
    part = card_reader.CardReaderPart()
    part.build(1.0)
    return part


def test_a_pile_is_higher_the_more_cards_are_in_it() -> None:
    heights = [pile_units(count) for count in range(1001)]
    assert heights[0] == 0
    assert all(low < high for low, high in pairwise(heights))


def test_cards_that_pass_between_two_looks_are_drawn_as_streaks() -> None:
    part = card_reader.CardReaderPart()
    part.build(0.5)
    unit = reader(9)
    card = unit.hopper[0].card
    seen(part, unit.view(), card_reader.BED)
    for _ in range(3):
        unit.select()
        unit.advance(CARD_US)
        unit.take()
    shown = part.look(of_unit(part, unit.view()), 16)
    width = part.px(part.card_wide)
    streak = cards.passing(unit.view().card, width, part.px(card_reader.BED[3]))
    assert card != unit.view().card
    assert any(stamp.sprite is streak for stamp in shown)
    assert not any(stamp.sprite is streak for stamp in part.look(of_unit(part, unit.view()), 32))


def test_a_card_shows_its_holes() -> None:
    width = 246
    blank, punched = cards.face(None, width), cards.face(deck(1).cards[0], width)
    assert (pixels(blank) != pixels(punched)).any()
    inch = width / cards.INCHES[0]
    # M, the first column: rows 11 and 4.
    x = round(0.2515 * inch)
    for row, hole in enumerate("010000100000"):
        y = round((0.25 + row * 0.25) * inch)
        dark = int(pixels(punched)[x, y].sum()) < 200
        assert dark == (hole == "1"), row


def test_the_punch_cuts_row_nine_first() -> None:
    card = deck(1).cards[0]
    assert card_punch._lower_rows(card, 0).columns == (0,) * 80
    assert all(column & ~0x1 == 0 for column in card_punch._lower_rows(card, 1).columns)
    assert card_punch._lower_rows(card, 12) == card


def test_a_plate_tells_by_its_light_and_keeps_its_word(
    reader_part: card_reader.CardReaderPart,
) -> None:
    unit = reader(3)
    plate = reader_part.front.plates[0].rect
    lit = seen(reader_part, unit.view(), plate, 0)
    unit.operate("stop", 1)
    unlit = seen(reader_part, unit.view(), plate, 5_000)
    middle = (slice(14, -14), slice(12, -12))
    assert lit[middle].mean() > unlit[middle].mean() + 40
    assert np.ptp(unlit[middle].sum(axis=2)) > 120


# The printer.


def printer(lines: int) -> LinePrinter:
    unit = LinePrinter()
    for number in range(lines):
        unit.print_line(f"{number} MOVE 11-15", "single")
        unit.advance(400_000)
    return unit


def test_a_line_comes_onto_the_paper_when_the_hammers_strike() -> None:
    unit = printer(3)
    travel = Travel()
    assert travel.printed(unit.view()) == 3
    unit.print_line("NEW")
    unit.advance(STRIKE_US - 1)
    assert travel.printed(unit.view()) == 3
    unit.advance(1)
    assert travel.printed(unit.view()) == 4


def test_the_paper_moves_smoothly_to_the_lines_row() -> None:
    unit = printer(3)
    travel = Travel()
    assert travel.place(unit.view(), 0) == 2
    unit.print_line("NEW")
    places = []
    for step in range(20):
        places.append(travel.place(still(unit.view()), 10 * step))
        unit.advance(10_000)
    assert places[0] == 2
    assert places == sorted(places)
    assert 2.3 < places[9] < 2.8
    assert travel.place(unit.view(), 400) == 3
    assert MOVE_US < STRIKE_US


# The tape unit.


def test_a_reel_turns_at_the_tapes_speed() -> None:
    inch = 3000.0
    for taking_up in (False, True):
        radius = reels.radius_inch(reels.wound_inch(inch, taking_up))
        moved = reels.LOOP_EVERY_INCH
        # Over a whole swing of the loop as much leaves the reel as passes the head.
        turned = reels.turned_degrees(inch + moved, taking_up) - reels.turned_degrees(
            inch, taking_up
        )
        assert math.radians(turned) * radius == pytest.approx(moved, rel=0.01)


def test_a_reel_that_turns_too_fast_is_drawn_spinning() -> None:
    part = tape_drive.TapeDrivePart(1)
    part.build(0.4)
    spinning = reels.spinning(part.px(tape_drive.REEL))
    runs = [of_unit(part, replace(TAPE, position_mil=mil, moving=1)) for mil in (0, 1250)]
    slow = [part.look(run, at) for run, at in zip(runs, (0, 1250), strict=True)]
    assert not any(stamp.sprite is spinning for stamp in slow[1])
    rewinds = of_unit(part, replace(TAPE, position_mil=12_000, rewinding=True))
    fast = part.look(rewinds, 5000)
    assert any(stamp.sprite is spinning for stamp in fast)


def test_a_touch_of_the_dial_turns_it_on_and_of_the_ring_changes_it_over() -> None:
    assert tape_drive.value_of_touch("select", TAPE) == TAPE.dial + 1
    assert tape_drive.value_of_touch("select", replace(TAPE, dial=DIAL_POSITIONS)) == 1
    assert tape_drive.value_of_touch("file_protect", TAPE) == 0
    assert tape_drive.value_of_touch("file_protect", replace(TAPE, file_protect=False)) == 1
    assert tape_drive.value_of_touch("start", TAPE) == 1


@pytest.mark.slow
def test_a_reader_leafs_back_through_the_listing_and_forward_to_the_newest_line() -> None:
    part = line_printer.LinePrinterPart()
    part.build(0.5)
    unit = LinePrinter()
    for number in range(90):
        unit.print_line(f"LINE {number}")
        unit.advance(400_000)
    screen = floor(part)
    part.paint(screen, (0, 0), of_unit(part, unit.view()), 1_000, True)
    newest = pixels(screen)
    part.scroll(-40)
    assert part.paint(screen, (0, 0), of_unit(part, unit.view()), 1_016, False)
    back = pixels(screen)
    assert (back != newest).any()
    whole = floor(part)
    part.paint(whole, (0, 0), of_unit(part, unit.view()), 1_016, True)
    assert (pixels(whole) == back).all()
    part.scroll(1_000)
    part.paint(screen, (0, 0), of_unit(part, unit.view()), 1_033, False)
    assert (pixels(screen) == newest).all()
