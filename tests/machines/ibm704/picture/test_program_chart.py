"""The chart of Samuel's program beside ours: counted in the program, legible everywhere."""

import pytest

from devices.screen import words
from devices.screen.languages import languages, read_language
from machines.ibm704.picture import program_chart
from machines.ibm704.picture.program_chart import ENGRAVING, SIZES, ProgramChartPart
from machines.ibm704.picture.room import make_room
from tests import make_program_sizes
from tests.devices.screen.parts.gallery import floor, pixels
from tests.machines.ibm704.bench import LAYOUT


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
