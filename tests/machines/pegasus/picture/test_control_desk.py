"""The desk and the slip: lamps, tubes, knobs and wheels that say what they are given."""

from itertools import pairwise
from typing import Any

import pytest

from devices.screen.part import pixels as pixel_rect
from devices.screen.parts.relief import Rect
from machines.pegasus.odds import Reinforcement
from machines.pegasus.picture import control_desk
from machines.pegasus.picture.control_desk import ControlDeskPart
from machines.pegasus.picture.play_sheet import PlaySheetPart, PlaySlipPart
from machines.pegasus.visitor import VisitorPlay, Weighed
from tests.devices.screen.parts.gallery import DARK, DESK, floor, pegasus, pixels


def seen(part: Any, state: Any, area: Rect, now_ms: int = 5_000) -> Any:
    """The pixels of ``area`` (units)."""
    screen = floor(part)
    part.paint(screen, (0, 0), state, now_ms, True)
    box = pixel_rect(area, part.scale)
    return pixels(screen)[box.left : box.right, box.top : box.bottom].astype(int)


@pytest.fixture(scope="module")
def desk() -> ControlDeskPart:
    made = ControlDeskPart(DESK)
    made.build(1.0)
    return made


def around(name: str) -> Rect:
    one = next(control for control in DESK.controls() if control.id == name)
    return one.x - one.width / 2, one.y - one.height / 2, one.width, one.height


@pytest.mark.slow
def test_each_lamp_shines_where_the_layout_has_it(desk: ControlDeskPart) -> None:
    """Lit by the bits of their numbers: no two lamps shine in the same pictures."""
    lamps, width, height = DESK.lamps(), *desk.size
    assert len(lamps) < 31

    def redness(brightness: Any) -> list[float]:
        whole = seen(desk, pegasus(brightness=brightness), (0.0, 0.0, width, height))
        boxes = [pixel_rect((lamp.x - 4, lamp.y - 4, 8.0, 8.0), desk.scale) for lamp in lamps]
        return [float(whole[b.left : b.right, b.top : b.bottom, 0].mean()) for b in boxes]

    dark = redness(DARK)
    for bit in range(5):
        lit = [number + 1 >> bit & 1 for number in range(len(lamps))]
        shine = redness([255 * one for one in lit])
        found = [int(one > other + 60) for one, other in zip(shine, dark, strict=True)]
        assert found == lit


def test_a_knob_points_to_its_place(desk: ControlDeskPart) -> None:
    looks = {
        seen(desk, pegasus(controls={"desk.nought": place}), around("nought")).tobytes()
        for place in (0, 1, 2, -1)
    }
    assert len(looks) == 4


def test_a_wheel_reads_its_number(desk: ControlDeskPart) -> None:
    looks = {
        seen(desk, pegasus(reinforcement=Reinforcement(a=worth)), around("a")).tobytes()
        for worth in (1.0, 1.025, 1.03)
    }
    assert len(looks) == 3
    assert {touch.control for touch in desk.touches()} >= {"a.up", "a.down", "d.up", "d.down"}


def test_a_tube_shows_a_stroke_for_each_one_and_a_dot_for_each_nought(
    desk: ControlDeskPart,
) -> None:
    x, y = control_desk.TUBES[0]
    above = (x - 50.0, y - 4.0, 100.0, 3.0)  # strokes reach here, dots don't
    strokes = []
    for word in (0, 1, 0b101, (1 << 39) - 1):
        green = seen(desk, pegasus(words=((word,), ())), above)[..., 1]
        strokes.append(int((green > 150).sum()))
    assert strokes[0] == 0
    assert strokes[1] < strokes[2] < strokes[3]
    left = seen(desk, pegasus(words=((1 << 38,), ())), (x - 50.0, y - 4.0, 20.0, 3.0))
    assert (left[..., 1] > 150).any()


def test_the_slip_draws_the_play_and_the_longer_bar_for_the_better_odds() -> None:
    part = PlaySlipPart()
    part.build(1.0)
    board = (20.0, 30.0, 144.0, 144.0)
    empty = seen(part, pegasus(), board)
    inked = [
        int((seen(part, pegasus(last="247018"[:count]), board) != empty).any(axis=2).sum())
        for count in range(1, 7)
    ]
    assert inked == sorted(inked)
    assert inked[0] > 60
    red = []
    for chance in (0.1, 0.5, 0.9):
        state = pegasus(opening=((0, chance), (1, 0.0), (2, 1 - chance)))
        bar = seen(part, state, (190.0, 44.0, 220.0, 14.0))
        red.append(int((bar[..., 0] - bar[..., 2] > 90).sum()))
    assert red[0] < red[1] < red[2]


@pytest.mark.parametrize("rows", [1, 3, 5, 9])
def test_all_rows_of_the_slip_are_seen_and_the_chosen_one_stands_out(rows: int) -> None:
    part = PlaySlipPart()
    part.build(1.0)
    choices = tuple((square, 1 / rows) for square in range(rows))
    column = (190.0, 28.0, 236.0, 188.0)
    before, chosen = (
        seen(
            part, pegasus(seats="X", visitor=VisitorPlay(weighed=Weighed("", choices, at))), column
        )
        for at in (-1, rows - 1)
    )
    assert (chosen != before).any()


@pytest.mark.slow
def test_the_sheet_shows_marks_words_and_a_rubber_that_wakes() -> None:
    part = PlaySheetPart()
    part.build(1.0)
    whole = (0.0, 0.0, 430.0, 312.0)
    states = [
        pegasus(),
        pegasus(visitor=VisitorPlay("0"), seats="X"),
        pegasus(visitor=VisitorPlay("03"), seats="X"),
        pegasus(visitor=VisitorPlay("03"), seats="X", cross="visitor"),
        pegasus(visitor=VisitorPlay("03"), seats="X", cross="visitor", asks=True),
        pegasus(visitor=VisitorPlay("03"), seats="X", cross="visitor", asks=True, undoable=True),
        pegasus(("sheet.undo",), visitor=VisitorPlay("03"), seats="X", cross="visitor", asks=True,
                undoable=True),
    ]  # fmt: skip
    shown = [seen(part, state, whole, 5_000 * k) for k, state in enumerate(states)]
    for before, after in pairwise(shown):
        assert (before != after).any()
    for touch in part.touches():
        x, y, wide, high = touch.rect
        assert x >= 0
        assert x + wide <= 430
        assert y >= 0
        assert y + high <= 312
