"""A visitor with real X events in every room: begins, plays a whole game, reads, undoes, leaves.

    pytest -s -m soak tests/machines/app/museum/test_x_visitor.py

prints touches and seconds of each room; MATCHBOX704_PICTURES=FOLDER keeps the pictures.  Where Xvfb
or xdotool is missing the tests skip, and say so.
"""

import random
import time
from pathlib import Path

import pytest

from machines.registry import EXHIBITS
from tests.machines.app.museum.x_visitor import Report, XVisitor, missing, x_visitor

NAMES = [one.name for one in EXHIBITS]
SHORT = "menace"
"""The room that the usual run of the tests visits; the soak visits all."""
RUNS = "runs"
"""The step of a program that plays by itself."""
MOST_TOUCHES = 2
"""To begin the first game.  The seconds (15 at most, on an idle computer) are printed only: a test
must not fail because a computer is busy."""
pytestmark = [
    pytest.mark.skipif(bool(missing()), reason=f"there is no {missing()} here"),
    pytest.mark.timeout(900),
]


def visit(visitor: XVisitor, room: str, seed: int) -> Report:
    """One room from entering to leaving."""
    dice, report = random.Random(seed), Report(room)
    began, before = time.monotonic(), visitor.touches
    visitor.enters(room, NAMES.index(room) + 1)
    visitor.keep(f"{room}-1-placard")
    report.touches_to_begin, report.seconds_to_begin = visitor.begins()
    visitor.keep(f"{room}-2-begun")
    visitor.tap_label("100 X")
    if visitor.reads()["step"] == RUNS:  # it plays both sides: there is nothing to choose
        report.ending = RUNS
        visitor.keep(f"{room}-3-runs")
    else:
        report.choices = visitor.plays(dice)
        report.ending = visitor.reads()["step"]
        visitor.keep(f"{room}-3-over")
        report.learned, report.shown = visitor.reads_the_card()
        report.undone = visitor.undoes(dice)
        visitor.keep(f"{room}-4-undone")
    visitor.leaves()
    report.touches, report.seconds = visitor.touches - before, time.monotonic() - began
    print(report)
    return report


def check(report: Report) -> None:
    assert report.touches_to_begin <= MOST_TOUCHES
    if report.ending == RUNS:
        return
    assert report.ending == "over"
    assert len(report.learned.split()) > 3, "the card says what was learned"
    assert report.choices >= 2


def test_a_visitor_with_a_mouse_plays_a_whole_game(tmp_path: Path) -> None:
    with x_visitor(tmp_path) as visitor:
        check(visit(visitor, SHORT, 704))


@pytest.mark.soak
@pytest.mark.parametrize("room", [name for name in NAMES if name != SHORT])
def test_a_visitor_with_a_mouse_plays_a_whole_game_in_every_room(tmp_path: Path, room: str) -> None:
    with x_visitor(tmp_path) as visitor:
        check(visit(visitor, room, 704))
