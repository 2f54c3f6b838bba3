"""A visitor with real X events in every room: begins, plays whole games, reads, undoes, leaves.

    pytest -s -m soak tests/machines/museum/test_x_visitor.py

has him play to win, to draw and to lose in each room and prints touches and seconds as a table;
MATCHBOX704_PICTURES=FOLDER keeps the pictures.  Where Xvfb or xdotool is missing the tests skip,
and say so.  With MATCHBOX704_SOAK below 60 he visits two more rooms, with one aim.
"""

import os
import random
import time
from pathlib import Path

import pytest

from machines.storage.registry import EXHIBITS
from tests.machines.museum.visitor_aims import AIMS, Aim, mind_for, result_of
from tests.machines.museum.x_visitor import HEAD, Report, XVisitor, missing, x_visitor

NAMES = [one.name for one in EXHIBITS]
SHORT = "menace"
"""The room that the usual run of the tests visits; the soak visits all."""
RUNS = "runs"
"""The step of a program that plays by itself."""
MOST_TOUCHES = 2
"""To begin the first game.  The seconds (15 at most, on an idle computer) are printed only: a test
must not fail because a computer is busy."""
GAMES = {"menace": 9, "pegasus": 9}
"""He tries so often to end a game as he wants to; twice in other rooms."""
SETS: dict[tuple[str, Aim | None], tuple[str, ...]] = {
    ("anaconda", "win"): ("GENERATION 0", "PLIES 2")
}
"""What he touches before he plays: the beginning of the run can be won against."""
SHORT_FORM = float(os.environ.get("MATCHBOX704_SOAK", "600")) < 60
SHORT_AIMS: dict[str, Aim] = {"morph": "win"}
"""In the short form.  Two careless players of chess need hundreds of moves: Morph is soon mated."""
VISITS: list[tuple[str, Aim | None]] = (
    [(room, SHORT_AIMS.get(room)) for room in ("ibm704", "morph")]
    if SHORT_FORM
    else [(room, aim) for room in NAMES for aim in AIMS]
)
pytestmark = [
    pytest.mark.skipif(bool(missing()), reason=f"there is no {missing()} here"),
    pytest.mark.timeout(1800),
]


def visit(visitor: XVisitor, room: str, seed: int, aim: Aim | None = None) -> Report:
    """One room from entering to leaving."""
    dice, report = random.Random(seed), Report(room, aim or "")
    name = f"{room}-{aim}" if aim else room
    began, before = time.monotonic(), visitor.touches
    visitor.mind = mind_for(room, aim, dice) if aim else None
    visitor.enters(room, NAMES.index(room) + 1)
    visitor.keep(f"{name}-1-placard")
    report.touches_to_begin, report.seconds_to_begin = visitor.begins()
    visitor.keep(f"{name}-2-begun")
    visitor.tap_label("100 X")
    for label in SETS.get((room, aim), ()):
        assert visitor.tap_label(label)
    if visitor.reads()["step"] == RUNS:  # it plays both sides: there is nothing to choose
        report.ending = RUNS
        visitor.keep(f"{name}-3-runs")
    else:
        play_games(visitor, report, dice, name)
        report.learned, report.shown = visitor.reads_the_card()
        report.undone = visitor.undoes(dice)
        visitor.keep(f"{name}-4-undone")
    visitor.leaves()
    report.touches, report.seconds = visitor.touches - before, time.monotonic() - began
    print(f"{HEAD}\n{report}\n{report.learned}")
    return report


def play_games(visitor: XVisitor, report: Report, dice: random.Random, name: str) -> None:
    """Until one has ended as he wants, or he has tried it often enough; the card lies there."""
    tries = 1 if SHORT_FORM or not report.aim else GAMES.get(report.room, 2)
    while True:
        report.choices += visitor.plays(dice)
        report.by_lot = visitor.by_lot
        report.games += 1
        visitor.awaits(lambda: visitor.reads()["sheet"] == "AfterGameCard", "card")
        report.ending = "over"  # the 704 may still print
        report.result = result_of(visitor.reads()["said"])
        visitor.keep(f"{name}-3-over")
        if report.result == report.aim or report.games >= tries:
            return
        visitor.plays_again()


def check(report: Report) -> None:
    assert report.touches_to_begin <= MOST_TOUCHES
    if report.ending == RUNS:
        return
    assert report.ending == "over"
    assert report.result in AIMS, "the card says how the game ended"
    assert len(report.learned.split()) > 3, "the card says what was learned"
    assert report.choices >= 2


@pytest.mark.slow
def test_a_visitor_with_a_mouse_plays_a_whole_game(tmp_path: Path) -> None:
    with x_visitor(tmp_path) as visitor:
        check(visit(visitor, SHORT, 704))


@pytest.mark.soak
@pytest.mark.parametrize(("room", "aim"), VISITS)
def test_a_visitor_with_a_mouse_plays_with_an_aim_in_every_room(
    tmp_path: Path, room: str, aim: Aim | None
) -> None:
    with x_visitor(tmp_path) as visitor:
        check(visit(visitor, room, 704, aim))
