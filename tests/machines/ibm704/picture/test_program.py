"""What is seen of the 704's own programs: the desk's sheets, the tube, the selector."""

import numpy as np
import pygame
import pytest

from devices.screen import words
from devices.screen.part import pixels as pixel_rect
from devices.screen.print_faces import type_of
from devices.screen.room import DrawContext
from devices.screen.ui_text import languages, read_language
from machines.ibm704.picture import coding_desk, program_chart, selector, tube
from machines.ibm704.picture.board import BoardPart
from machines.ibm704.picture.coding_desk import CodingDeskPart, CodingDeskState
from machines.ibm704.picture.program_chart import ENGRAVING, SIZES, ProgramChartPart
from machines.ibm704.picture.room import make_room
from machines.ibm704.picture.selector import EitherPart, EitherState, SelectorPart
from machines.ibm704.picture.tube import TubePart
from tests import make_program_sizes
from tests.devices.screen.parts.gallery import AT, board, floor, pixels
from tests.machines.ibm704.bench import LAYOUT
from tests.machines.ibm704.picture.program_gallery import (
    EMPTY_DESK,
    UNLIT,
    lit,
    on_tube,
    page,
    plotted,
    selected,
)

BOARD = board()


def drawn_rows(part: CodingDeskPart, before: CodingDeskState, after: CodingDeskState) -> set[int]:
    """Lines of the listing that look otherwise afterwards, left of its text."""
    shown = []
    for state in (before, after):
        screen = floor(part)
        part.paint(screen, (0, 0), state, 0, True)
        shown.append(pixels(screen))
    left, right = (round(x * part.scale) for x in (coding_desk.LEFT, 500.0))
    differs = (shown[0] != shown[1]).any(axis=2)[left:right].any(axis=0)
    rows = (np.flatnonzero(differs) / part.scale - coding_desk.FIRST) // coding_desk.ROW
    return {int(row) for row in rows if 0 <= row < coding_desk.ROWS}


@pytest.fixture(scope="module")
def desk() -> CodingDeskPart:
    part = CodingDeskPart()
    part.build(0.8)
    return part


@pytest.mark.slow
def test_the_ruler_lies_over_the_instruction_that_comes_next(desk: CodingDeskPart) -> None:
    plain, ruled = page(0o140, -1), page(0o140, 5)
    rows = drawn_rows(desk, plain, ruled)
    assert 5 in rows
    assert rows <= {4, 5, 6}


@pytest.mark.slow
def test_every_line_of_a_page_stands_in_a_row_of_its_own(desk: CodingDeskPart) -> None:
    assert drawn_rows(desk, EMPTY_DESK, page(0, -1)) == set(range(coding_desk.ROWS))


@pytest.mark.slow
def test_a_page_that_is_turned_is_printed_of_types_that_are_there() -> None:
    part = CodingDeskPart()
    part.build(0.523)
    for _ in part.make_sprites():
        pass
    made = type_of.misses
    for first in range(0, 0o400, 0o20):
        part.look(page(first, 3, 12_345_678 * first), 0)
    assert type_of.misses == made


def test_the_boxes_of_the_form_lie_on_it_and_apart() -> None:
    boxes = [pygame.Rect(coding_desk._box(field)) for field in coding_desk.FIELDS]
    form = pygame.Rect(coding_desk.FORM)
    for number, box in enumerate(boxes):
        assert form.contains(box)
        assert box.collidelist(boxes[:number]) < 0


def glowing(part: TubePart, state: DrawContext, now_ms: int = 0) -> list[tuple[int, int]]:
    """Where the tube shines, in steps of a tenth of the raster, (right, down) from its middle."""
    screens = []
    for one in (UNLIT, state):
        screen = floor(part)
        part.paint(screen, (0, 0), one, now_ms, True)
        screens.append(pixels(screen).astype(int).sum(axis=2))
    side = tube.RASTER * part.scale / 10
    middle = np.array(tube.CENTRE) * part.scale
    places = np.argwhere(screens[1] - screens[0] > 90)
    return sorted({(int(x), int(y)) for x, y in np.rint((places - middle) / side)})


def test_a_point_glows_where_it_is_in_the_raster() -> None:
    part = TubePart()
    part.build(2.0)
    assert glowing(part, lit(1, (512, 512))) == [(0, 0)]
    assert glowing(part, lit(2, (512, 102)), 500) == [(0, -4)]
    assert glowing(part, lit(3, (922, 512), (512, 922)), 999) == [(0, 4), (4, 0)]


def test_an_axis_leads_to_the_edge() -> None:
    part = TubePart()
    part.build(2.0)
    line = on_tube(1, plotted(102, 512, 0b11 << 34))
    assert glowing(part, line) == [(across, 0) for across in range(-4, 6)]


def test_a_point_that_is_seen_from_far_is_as_bright() -> None:
    point = np.array([plotted(500, 500)], np.int64)
    near, far = (tube.light(point, side) for side in (1024, 100))
    brightest = [int(pixels(surface).max()) for surface in (near, far)]
    assert brightest[1] > 0.8 * brightest[0] > 150


def test_points_upon_each_other_are_brighter() -> None:
    dim = plotted(500, 500, 0)
    once, thrice = (tube.light(np.full(n, dim, np.int64), 200) for n in (1, 3))
    assert pixels(thrice).max() > pixels(once).max() + 40


def test_the_pointer_is_turned_towards_the_place() -> None:
    part = SelectorPart()
    part.build(2.0)
    sides = []
    for place, now_ms in ((0, 0), (1, 1000), (1, 2000)):
        screen = floor(part)
        part.paint(screen, (0, 0), selected(place), now_ms, True)
        x, y = selector.KNOB
        knob = pixel_rect((x - 20, y - 20, 40, 20), 2.0)
        bright = pixels(screen)[knob.left : knob.right, knob.top : knob.bottom].min(axis=2) > 200
        sides.append(int(np.sign(np.argwhere(bright)[:, 0].mean() - knob.width / 2)))
    assert sides == [-1, -1, 1]


@pytest.mark.slow
def test_one_of_two_stands_there_and_is_touched() -> None:
    part = EitherPart(BoardPart(), CodingDeskPart())
    part.build(0.4)
    assert len(part.touches()) == 35
    screen = pygame.Surface((280, 280), 0, 32)
    part.paint(screen, AT, EitherState(0, BOARD), 0, True)
    board = part.touches()[0].rect
    part.paint(screen, AT, EitherState(1, page(0)), 0, False)
    assert [touch.control for touch in part.touches()[:5]] == [*coding_desk.PLATES]
    assert len(part.touches()) == 5 + coding_desk.ROWS
    assert part.touch(board[0] + 5, board[1] + 5) is None
    part.paint(screen, AT, EitherState(0, BOARD), 0, False)
    assert part.touch(board[0] + 5, board[1] + 5) is not None


@pytest.mark.slow
def test_what_lies_behind_both_is_seen_at_their_corners_again() -> None:
    part = EitherPart(BoardPart(), CodingDeskPart())
    part.build(0.4)
    screens = [floor(part.parts[0]) for _ in range(2)]
    for screen in screens:
        part.paint(screen, AT, EitherState(0, BOARD), 0, True)
    rects = part.paint(screens[0], AT, EitherState(1, page(0)), 0, False)
    assert rects == [pygame.Rect(AT, (301, 254))]
    part.paint(screens[0], AT, EitherState(0, BOARD), 0, False)
    assert (pixels(screens[0]) == pixels(screens[1])).all()


def test_two_things_of_different_size_have_no_place_in_common() -> None:
    with pytest.raises(ValueError, match="expected parts of one size"):
        EitherPart(BoardPart(), TubePart())


# -- The chart of Samuel's program beside ours: counted in the program, legible everywhere ---------


@pytest.mark.slow
def test_the_words_are_those_of_the_program_as_it_is() -> None:
    assert make_program_sizes.unnamed() == set()
    text = make_program_sizes.MODULE.read_text()
    assert make_program_sizes.module(text) == text


def test_samuels_own_words_are_those_of_the_requirements() -> None:
    his = {one.name: one.his for one in SIZES}
    text = (make_program_sizes.ROOT / "docs" / "sources" / "samuel.md").read_text()
    assert (
        "basic 1100, input/verify/output 1400, start/end 600, loaders 850, statistics 700, rote "
        "1500, generalization 650 instr.; tables 700, work 2000, generalization work 500 words"
    ) in text
    assert [*his.values()] == [1100, 1400, 600, 850, 700, 1500, 650, 700, 2000 + 500]


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_every_language_has_room_on_it(language: str) -> None:
    words.use(read_language(language))
    try:
        label = program_chart.WORDS
        lines = 0
        for key in ("program_his", "program_ours"):
            lines += len(ENGRAVING.wrap(label(key), 9.6, 300.0, 0.04))
        assert lines * 1.8 * 9.6 + 2 * 9.6 <= 210
        for one in (*[part.name for part in SIZES], "whole"):
            assert ENGRAVING.width(label(f"part_{one}"), 7.6, 0.0, 0.13) <= 150
        part = ProgramChartPart()
        part.build(0.8)
        screen = floor(part)
        before = pixels(screen).copy()
        part.paint(screen, (0, 0), None, 0, True)
        assert (pixels(screen) != before).any()
    finally:
        words.use(read_language("en"))


def test_it_hangs_on_the_wall_where_the_wall_has_room() -> None:
    room = make_room(LAYOUT)
    chart = next(place for place in room.places if place.name == "chart")
    assert chart.make().size == ProgramChartPart.size


@pytest.mark.slow
def test_the_table_on_the_page_is_that_of_the_program_as_it_is() -> None:
    text = make_program_sizes.PAGE.read_text()
    assert make_program_sizes.page(text) == text
