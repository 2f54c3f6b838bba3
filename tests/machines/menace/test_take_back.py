"""Plays, reloads and days at the matchbox table taken back, and the book that this needs."""

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.kernels.generator import generator_state
from machines.menace.beads import Cabinet, Rewards
from machines.menace.build import NAMES
from machines.menace.exhibit import Menace
from machines.menace.flow import REWARD_US
from machines.menace.kernels import FOREGONE, FULL_BOARD, LINE, RESIGNED
from machines.menace.play_history import Finished, cell, opened_cell
from machines.menace.scene import OPPONENTS, MenaceScene
from machines.menace.tournament import tournament
from tests.machines.menace.bench import act, check, digest, exhibit, play, refused, scene, until

# -- taking back -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("opponent", ["visitor", "menace"])
def test_forty_plays_are_taken_back_with_their_beads_and_their_record(opponent: str) -> None:
    menace = exhibit(11, win=4)
    held = []
    for number in range(40):
        state = menace.state.table
        other = None if state.other is None else state.other.beads.copy()
        held.append((state.cabinet.beads.copy(), other))
        play(menace, opponent, number)
    results = scene(menace).results
    for number in reversed(range(40)):
        act(menace, "table.undo")
        shown = scene(menace)
        beads, other = held[number]
        assert np.array_equal(shown.beads, beads)
        if menace.state.table.other is not None:
            start = Cabinet.new("second").beads if other is None else other
            assert np.array_equal(menace.state.table.other.beads, start)
        assert shown.results.tolist() == results[:number].tolist()
        assert (shown.phase, shown.marks) == ("idle", ())
        check(menace)
    assert len(results) == 40
    assert not scene(menace).undoable
    assert "no play of today" in refused(menace, "table.undo")
    assert menace.view().plays == 40
    assert all(one.undone for one in menace.plays_since(0))
    assert [one.number for one in menace.undone] == list(range(40, 0, -1))


@pytest.mark.parametrize(
    "phase", ["finding", "shaking", "tilting", "placing", "visitor", "rewarding"]
)
def test_a_play_that_is_under_way_is_taken_back_whole(phase: str) -> None:
    menace = exhibit()
    play(menace, choice=1)
    before, results = scene(menace).beads.copy(), scene(menace).results.tolist()
    act(menace, "table.new")
    for _ in range(3):
        until(menace, "visitor", "rewarding")
        if scene(menace).phase == "visitor":
            act(menace, f"board.square.{scene(menace).board.moves[-1]}")
    if phase == "rewarding":
        while until(menace, "visitor", "rewarding").phase == "visitor":
            act(menace, f"board.square.{scene(menace).board.moves[-1]}")
        menace.advance(REWARD_US + 1)
        assert scene(menace).gaining == 1
    elif scene(menace).phase != "rewarding":
        until(menace, phase)
    act(menace, "table.undo")
    shown = scene(menace)
    assert np.array_equal(shown.beads, before)
    assert shown.phase == "idle"
    assert shown.results.tolist() == results
    check(menace)


# -- a visitor's marks -----------------------------------------------------------------------------


def mark(menace: Menace, choice: int = -1) -> MenaceScene:
    """The visitor's mark on one of the free squares, and all that follows by itself."""
    act(menace, f"board.square.{scene(menace).board.moves[choice]}")
    return until(menace, "visitor", "over")


@pytest.mark.parametrize("build", ["304", "second"])
def test_the_visitors_last_mark_and_the_boxes_answer_are_taken_back_twice_in_a_row(
    build: str,
) -> None:
    menace = exhibit(build=NAMES.index(build))
    first = scene(menace).beads.copy()
    act(menace, "table.new")
    stood = [until(menace, "visitor")]
    while len(stood) < 3 and (shown := mark(menace)).phase == "visitor":
        stood.append(shown)
    assert len(stood) == 3
    for held in stood[-2::-1]:
        act(menace, "table.take_back")
        shown = scene(menace)
        assert shown.phase == "visitor"
        assert shown.marks == held.marks and shown.board == held.board
        assert shown.opened == held.opened
        assert np.array_equal(shown.beads, held.beads)
        assert np.array_equal(shown.cups, held.cups)
        check(menace)
    act(menace, "table.take_back")  # no mark of the visitor's stands
    assert scene(menace).phase == "idle"
    assert np.array_equal(scene(menace).beads, first)
    play(menace)
    act(menace, "table.take_back")  # after its end the whole play
    assert scene(menace).phase == "idle" and not scene(menace).marks
    assert np.array_equal(scene(menace).beads, first)
    check(menace)


@pytest.mark.parametrize("phase", ["finding", "shaking", "tilting", "placing", "rewarding"])
def test_the_last_mark_is_taken_back_while_the_boxes_answer_it(phase: str) -> None:
    menace = exhibit()
    act(menace, "table.new")
    held = until(menace, "visitor")
    while phase == "rewarding":
        act(menace, f"board.square.{scene(menace).board.moves[-1]}")
        if until(menace, "visitor", "rewarding").phase == "rewarding":
            break
        held = scene(menace)
    if phase == "rewarding":
        menace.advance(REWARD_US + 1)
        assert scene(menace).gaining == 1
    else:
        act(menace, f"board.square.{held.board.moves[0]}")
        until(menace, phase)
    act(menace, "table.take_back")
    shown = scene(menace)
    assert shown.phase == "visitor" and shown.marks == held.marks
    assert np.array_equal(shown.beads, held.beads)
    check(menace)
    while mark(menace).phase == "visitor":
        check(menace)
    assert menace.state.table.book.plays == 1


def test_marks_taken_back_are_replayed_from_the_log() -> None:
    one, other = exhibit(3), exhibit(3)
    acts: list[tuple[str, int]] = []

    def put(control: str) -> None:
        acts.append((control, one.now_us))
        act(one, control)

    put("table.new")
    for number in range(12):
        if until(one, "visitor", "over", "idle").phase != "visitor":
            put("table.new")
        elif number % 3 == 2:
            put("table.take_back")
        else:
            put(f"board.square.{scene(one).board.moves[0]}")
    for control, at_us in acts:
        while other.now_us < at_us:
            other.advance(min(777_777, at_us - other.now_us))
        act(other, control)
    while other.now_us < one.now_us:
        other.advance(one.now_us - other.now_us)
    assert digest(one) == digest(other)


def test_a_play_of_two_machines_is_taken_back_whole() -> None:
    menace = exhibit(opponent=OPPONENTS.index("menace"))
    act(menace, "table.new")
    while len(scene(menace).marks) < 3:
        menace.advance(500_000)
    act(menace, "table.take_back")
    assert scene(menace).phase == "idle" and not scene(menace).marks


def test_a_play_taken_back_keeps_its_number_and_the_next_has_another() -> None:
    menace = exhibit()
    for _ in range(3):
        play(menace, "random")
    act(menace, "table.undo")
    play(menace, "random")
    records = menace.plays_since(0)
    assert [(one.number, one.undone) for one in records] == [
        (1, False),
        (2, False),
        (3, True),
        (4, False),
    ]
    assert menace.plays_since(2) == records[2:]
    assert scene(menace).history[-1][0] == 3


def test_a_reload_is_taken_back_with_the_play_before_it() -> None:
    menace = exhibit(loss=-1000, draw=-1000, win=-1000)
    beads = []
    while menace.table.cabinet.beads[0].any():
        beads.append(menace.table.cabinet.beads.copy())
        play(menace, "perfect")
    act(menace, "table.reload")
    for _ in range(2):
        beads.append(menace.table.cabinet.beads.copy())
        play(menace, "perfect")
    for held in reversed(beads):
        act(menace, "table.undo")
        check(menace)
        assert np.array_equal(scene(menace).beads, held)
    assert scene(menace).history == ((0, (4, 4, 4, 0, 0, 0, 0, 0, 0)),)


# -- days ------------------------------------------------------------------------------------------


def test_a_new_day_begins_with_the_first_beads_and_an_empty_chart() -> None:
    menace = exhibit(win=7)
    for _ in range(5):
        play(menace, "menace")
    act(menace, "table.new")
    until(menace, "opponent")
    act(menace, "table.day")
    shown = scene(menace)
    assert shown.day == menace.day == 2
    assert np.array_equal(shown.beads, Cabinet.new("304").beads)
    assert shown.rewards == Rewards(7, 1, -1)
    assert len(shown.results) == 0
    assert shown.changes == ()
    assert not shown.undoable
    assert menace.state.table.other is None
    play(menace, "random")
    assert [(one.day, one.number) for one in menace.plays_since(3, day=1)] == [
        (1, 4),
        (1, 5),
        (2, 1),
    ]
    assert [(one.day, one.number) for one in menace.plays_since(0)] == [(2, 1)]
    assert menace.view().plays == 6


def test_beads_from_elsewhere_begin_a_day() -> None:
    menace = exhibit()
    play(menace, "random")
    boxes = Cabinet.new("304", rewards=Rewards(2, 1, -1))
    tournament(50, boxes, "random", generator_state(1))
    boxes.change_rewards(Rewards(5, 1, -1))
    menace.table.take(boxes)
    shown = scene(menace)
    assert shown.day == 2
    assert [(one.plays, one.rewards.win) for one in shown.changes] == [(0, 5)]
    play(menace, "random")
    assert len(scene(menace).results) == 1
    act(menace, "table.undo")
    assert menace.table.cabinet.plays == 50
    check(menace)
    act(menace, "table.new")
    with pytest.raises(RefusedError, match="during a play"):
        menace.table.take(Cabinet.new("304"))


# -- the book --------------------------------------------------------------------------------------


def finished(number: int, opponent: str = "random") -> Finished:
    ends = (LINE, FULL_BOARD, RESIGNED, FOREGONE)
    return Finished(
        marks=tuple(range(5 + number % 5)),
        outcome=("won", "drawn", "lost")[number % 3],
        side="OX"[number // 7 % 2],
        end=ends[number % 4],
        build=("304", "second")[number // 7 % 2],
        opponent=opponent,
        rewards=(number % 1000, 1, -1),
        reloaded=number % 4,
        ours=((1 + number % 304, number % 9, -1000 + number % 2001), (2, -1, 0)),
    )


def test_a_cell_holds_any_box_colour_and_gain() -> None:
    for one in ((1, 0, -1000), (304, 8, 1000), (7, -1, 0), (289, 3, -1)):
        assert opened_cell(cell(*one)) == one
        assert cell(*one) > 0
