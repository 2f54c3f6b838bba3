"""The matchbox table's room: what moves between phases, what is said, what a touch means.

Plays are real ones, made by the exhibit; the room only looks on.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from devices.screen.guide import ASKS_MS
from devices.screen.parts.odds_chart import OddsState
from devices.screen.room import DrawContext, PartPlacement
from machines.exhibit.exhibit import Event
from machines.games.noughts.board import Board
from machines.games.noughts.marks import finished_line, signed
from machines.menace import motion
from machines.menace.build import NAMES as BUILDS
from machines.menace.exhibit import Menace
from machines.menace.picture import words
from machines.menace.picture.cabinet import opened_boxes
from machines.menace.picture.instruments import counts_of
from machines.menace.picture.room import MenaceRoom, make_room
from machines.menace.picture.tray import TrayState
from machines.menace.scene import OPPONENTS, MenaceScene, OpenBox
from machines.museum.tours import load_shipped_script
from machines.museum.window.keyboard import CHARACTERS, WINDOW_KEYS
from machines.storage.registry import layout_of

LAYOUT = layout_of("menace")
NO_LAMPS = np.zeros(0, np.uint8)


@pytest.fixture
def exhibit() -> Menace:
    return Menace(LAYOUT)


@pytest.fixture
def room() -> MenaceRoom:
    made: MenaceRoom = make_room(LAYOUT)
    return made


def act(exhibit: Menace, control: str, value: int = 1) -> None:
    exhibit.operate(Event("menace", control, value, exhibit.now_us))


def seen(exhibit: Menace, now_ms: int = 0, held: frozenset[str] = frozenset()) -> DrawContext:
    return DrawContext(exhibit.view(), NO_LAMPS, now_ms, held=held)


def scene_of(exhibit: Menace) -> MenaceScene:
    scene = exhibit.view().scene
    assert isinstance(scene, MenaceScene)
    return scene


def until(exhibit: Menace, *phases: str) -> MenaceScene:
    """Let time pass until the table is in one of the phases."""
    for _ in range(4000):
        scene = scene_of(exhibit)
        if scene.phase in phases:
            return scene
        exhibit.advance(20_000)
    raise AssertionError(f"never came to {phases}")


def whole_play(exhibit: Menace) -> Iterator[MenaceScene]:
    """A visitor's play, tenth of a second by tenth: Cross marks the lowest empty square."""
    act(exhibit, "table.new")
    for _ in range(2000):
        scene = scene_of(exhibit)
        yield scene
        if scene.phase == "over":
            return
        if scene.phase == "visitor":
            act(exhibit, f"board.square.{scene.board.moves[0]}")
        exhibit.advance(100_000)
    raise AssertionError("the play had no end")


# Beads on their way.


@pytest.mark.parametrize(("gain", "to_tray", "to_cup"), [(3, 4, 0), (1, 2, 0), (0, 1, 0),
                                                          (-1, 0, 1), (-3, 0, 3)])  # fmt: skip
def test_as_many_beads_travel_as_a_reward_moves(gain: int, to_tray: int, to_cup: int) -> None:
    legs = motion.reward_legs(5, 7, gain)
    assert motion.arrived(legs, 1.0, "tray") == to_tray
    assert motion.arrived(legs, 1.0, "cup") == to_cup
    assert motion.arrived(legs, 0.0, "tray") == motion.arrived(legs, 0.0, "cup") == 0
    assert legs[0].start == ("board", 5)
    assert {leg.colour for leg in legs} == {7}


# Beads at rest.


# A whole play.


def test_every_phase_is_seen_and_nothing_is_lost_from_sight(
    exhibit: Menace, room: MenaceRoom
) -> None:
    phases = set()
    for scene in whole_play(exhibit):
        context = DrawContext(exhibit.view(), NO_LAMPS, 0)
        phases.add(scene.phase)
        marks, tray = signed(motion.marks_in_view(scene)), room.doings.tray(context).contents
        beads_out = len(motion.beads_in_view(scene)) + len(motion.legs(scene))
        if scene.phase not in ("rewarding", "over"):
            # Each machine's mark that is seen has its bead beside it, or on its way.
            noughts = sum(1 for _, sign in marks if sign == "O")
            assert beads_out >= noughts - (1 if scene.board.ply >= 8 else 0)
        assert len(tray.places) == len(tray.colours)
        assert len(opened_boxes(scene)) <= len(scene.opened)
    assert phases == {
        "visitor", "finding", "shaking", "tilting", "placing", "rewarding", "over",
    }  # fmt: skip


def test_the_journey_comes_close_to_box_1_while_it_speaks_of_it(
    exhibit: Menace, room: MenaceRoom
) -> None:
    """Also while the tray is in the hand: then the cabinet has an empty sleeve there."""
    script = load_shipped_script("menace")
    assert script is not None
    step = next(one for one in script.steps if one.say == "box")
    place = next(one for one in room.places if one.name == step.look)
    for control, value in step.acts:
        assert isinstance(value, int)
        act(exhibit, control, value)
    for _ in range(1_000):
        state: TrayState = place.state(seen(exhibit))
        assert state.contents.number == 1 and len(state.contents.places) >= 11
        if scene_of(exhibit).phase == "visitor":
            return
        exhibit.advance(20_000)
    raise AssertionError("the visitor's turn never came")


def test_the_bead_in_the_apex_is_the_one_that_is_drawn(exhibit: Menace, room: MenaceRoom) -> None:
    act(exhibit, "table.new")
    scene = until(exhibit, "placing")
    box, tray = scene.opened[0], room.doings.tray(seen(exhibit)).contents
    assert tray.apex >= 0
    assert tray.colours[tray.apex] == box.colour
    assert tray.places[tray.apex][1] == tray.places[:, 1].max()
    exhibit.advance(300_000)
    later = room.doings.tray(seen(exhibit))
    assert len(later.contents.places) == len(tray.places) - 1
    assert later.flying[0].colour == box.colour


def test_the_nought_is_drawn_when_its_bead_lies_there(exhibit: Menace) -> None:
    act(exhibit, "table.new")
    scene = until(exhibit, "placing")
    assert motion.marks_in_view(scene) == ()
    exhibit.advance(round(scene.lasts_us * motion.LIES) + 10_000)
    later = scene_of(exhibit)
    square = scene.opened[0].square
    assert signed(motion.marks_in_view(later)) == ((square, "O"),)
    assert motion.beads_in_view(later) == ((square, scene.opened[0].colour),)


def test_open_boxes_stay_out_and_the_one_in_the_hand_is_gone(
    exhibit: Menace, room: MenaceRoom
) -> None:
    act(exhibit, "table.new")
    first = until(exhibit, "visitor").opened[0].number
    act(exhibit, f"board.square.{scene_of(exhibit).board.moves[0]}")
    until(exhibit, "shaking")
    stand = {one.number: one for one in opened_boxes(scene_of(exhibit))}
    assert stand[first].out == 1.0 and not stand[first].taken
    assert [one.taken for number, one in stand.items() if number != first] == [True]


def test_beads_go_home_box_by_box(exhibit: Menace, room: MenaceRoom) -> None:
    boxes = []
    for scene in whole_play(exhibit):
        if scene.phase != "rewarding":
            continue
        number, _, gain = scene.gains[scene.gaining]
        tray = room.doings.tray(seen(exhibit))
        assert tray.contents.number == number
        box = motion.open_box(scene, number)
        assert box is not None
        rest = sum(box.beads) - 1
        assert rest <= len(tray.contents.places) + (gain < 0) <= rest + 1 + max(gain, 0)
        if number not in boxes:
            boxes.append(number)
    assert boxes == [gain[0] for gain in scene.gains]
    assert opened_boxes(scene_of(exhibit)) == []


def test_a_last_square_is_marked_without_a_box(exhibit: Menace, room: MenaceRoom) -> None:
    # Nine marks: found by trying, since beads are drawn.
    for _ in range(60):
        for scene in whole_play(exhibit):
            if scene.phase == "placing" and scene.board.ply == 8:
                assert motion.in_hand(scene) is None
                assert motion.legs(scene) == ()
                earlier = motion.marks_in_view(replace(scene, phase_us=0))
                assert earlier == scene.marks
                done = motion.marks_in_view(replace(scene, phase_us=scene.lasts_us))
                assert sorted(done) == list(range(9))
                return
    pytest.fail("no play filled the board")


# What is said.


def test_the_verdict_names_colour_kind_and_square() -> None:
    box = OpenBox(1, Board(), 0, "as it lies", (4,) * 9, 1, 1, 7)
    assert words.verdict(box) == (
        "white at the apex:", "corner, square 1", "4 of its 36 beads were white"
    )  # fmt: skip
    turned = replace(box, colour=2, square=4)
    assert words.verdict(turned) == (
        "lilac at the apex:", "edge, square 2; on the sheet: square 4",
        "4 of its 36 beads were lilac",
    )  # fmt: skip
    sure = replace(box, beads=(0, 7, 0, 0, 0, 0, 0, 0, 0))
    assert words.verdict(sure)[-1] == "all its beads were white"
    assert words.kind(0) == "centre"


@pytest.mark.parametrize(
    ("marks", "line"),
    [
        ((1, 0, 2, 8, 3), (1, 2, 3)),
        ((1, 0, 8, 2, 7), (1, 8, 7)),
        ((0, 2, 1, 4, 5), (1, 0, 5)),
        ((1, 3, 2, 0, 8, 7), (3, 0, 7)),
        ((1, 0, 2, 8), ()),
    ],
)
def test_a_finished_line_is_struck_from_end_to_end(
    marks: tuple[int, ...], line: tuple[int, ...]
) -> None:
    assert finished_line(signed(marks)) == line


def test_the_counters_add_up(exhibit: Menace, room: MenaceRoom) -> None:
    act(exhibit, "table.opponent", 1)
    act(exhibit, "table.run")
    for _ in range(60):
        exhibit.advance(20_000_000)
    scene, state = scene_of(exhibit), room.doings.plate(seen(exhibit))
    counts = counts_of(state.scene)
    assert sum(counts) == len(scene.results) > 20
    assert counts[0] - counts[2] == scene.results.sum()
    assert state.scene.running and state.scene.opponent == OPPONENTS[1]


# Touch.


def place_of(room: MenaceRoom, name: str) -> PartPlacement:
    return next(place for place in room.places if place.name == name)


def acts_of(
    room: MenaceRoom, name: str, control: str, value: int, context: DrawContext
) -> list[Any]:
    place = place_of(room, name)
    part = place.make()
    part.build(0.3)
    part.paint(_screen(part), (0, 0), place.state(context), 0, True)
    touch = next(one for one in part.touches() if one.control == control)
    if value and not room.agrees(place.event(control), context):
        return []
    return [(one.control, one.value) for one in room.acts(place, touch, value, context)]


def _screen(part: Any) -> Any:
    import pygame

    return pygame.Surface([round(side * 0.3) + 9 for side in part.size], 0, 32)


def test_a_touch_of_a_box_chooses_it(exhibit: Menace, room: MenaceRoom) -> None:
    assert acts_of(room, "cabinet", "box.133", 1, seen(exhibit)) == [("cabinet.box", 133)]
    tray = room.doings.tray(seen(exhibit))
    assert tray.contents.number == 133


@pytest.mark.slow
def test_a_selector_goes_to_the_place_that_is_touched(exhibit: Menace, room: MenaceRoom) -> None:
    for dial, names in (("opponent", OPPONENTS), ("build", BUILDS)):
        for number in reversed(range(len(names))):
            ((control, value),) = acts_of(room, "table", f"{dial}.{number}", 1, seen(exhibit))
            assert (control, value) == (f"table.{dial}", number)
            act(exhibit, control, value)
            assert getattr(scene_of(exhibit), dial) == names[number]


def test_against_the_second_players_boxes_1961_is_passed_over(
    exhibit: Menace, room: MenaceRoom
) -> None:
    act(exhibit, "table.opponent", OPPONENTS.index("perfect"))
    act(exhibit, "table.build", BUILDS.index("second"))
    ((_, value),) = acts_of(room, "table", "opponent", 1, seen(exhibit))
    assert OPPONENTS[value] == "menace"


def test_a_new_day_is_begun_by_the_second_touch(exhibit: Menace, room: MenaceRoom) -> None:
    assert not room.doings.plate(seen(exhibit, 10_000)).guard_up
    assert acts_of(room, "table", "day", 1, seen(exhibit, 10_000)) == []
    assert room.doings.plate(seen(exhibit, 11_000)).guard_up
    assert acts_of(room, "table", "day", 1, seen(exhibit, 11_000)) == [("table.day", 1)]
    assert not room.doings.plate(seen(exhibit, 11_100)).guard_up
    assert acts_of(room, "table", "day", 1, seen(exhibit, 12_000)) == []
    later = 12_000 + ASKS_MS
    assert not room.doings.plate(seen(exhibit, later)).guard_up
    assert acts_of(room, "table", "day", 1, seen(exhibit, later)) == []


def test_before_and_after_stands_side_by_side_and_moves_no_bead(
    exhibit: Menace, room: MenaceRoom
) -> None:
    act(exhibit, "table.opponent", OPPONENTS.index("random"))
    act(exhibit, "table.run")
    exhibit.advance(3_600_000_000)
    act(exhibit, "table.run", 0)
    beads = scene_of(exhibit).beads.copy()
    assert acts_of(room, "chart", "compare", 1, seen(exhibit)) == []
    state = room.doings.chart(seen(exhibit))
    assert state.compares
    assert isinstance(state.figure, OddsState)
    rows = state.figure.rows
    assert [row[0] for row in rows] == [
        "against any square, as they began", "against any square, now",
        "against perfect play, as they began", "against perfect play, now",
    ]  # fmt: skip
    for _, *chances in rows:
        assert sum(chances) == pytest.approx(1)
    assert rows[1][1] > rows[0][1]  # it has learned to win against chance
    assert rows[2][1] == rows[3][1] == 0  # nobody wins against perfect play
    assert state.figure.of == 1_000
    assert (scene_of(exhibit).beads == beads).all()


def test_a_figure_is_drawn_anew_when_plays_are_added(exhibit: Menace, room: MenaceRoom) -> None:
    first = room.doings.chart(seen(exhibit, 0)).figure
    assert room.doings.chart(seen(exhibit, 5000)).figure is first
    act(exhibit, "table.opponent", 1)
    act(exhibit, "table.run")
    exhibit.advance(90_000_000)
    assert len(scene_of(exhibit).results) > 1
    assert room.doings.chart(seen(exhibit, 5100)).figure is not first


def test_no_key_is_given_twice_or_is_the_windows_own(room: MenaceRoom) -> None:
    keys = [touch.key for place in room.places for touch in place.make().touches() if touch.key]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & (set(WINDOW_KEYS) | set(CHARACTERS))
    assert {str(square) for square in range(9)} <= set(keys)


def test_before_it_is_entered_the_table_stands_ready(room: MenaceRoom) -> None:
    context = DrawContext(room.resting, NO_LAMPS, 0, awake=False)
    for place in room.places:
        place.state(context)
    assert room.doings.tray(context).contents.number == 1
    assert opened_boxes(context.view.scene) == []
