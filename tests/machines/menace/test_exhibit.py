"""The matchbox table: plays by hand, marks, plays that follow one another."""

import numpy as np
import pytest

from machines.games.noughts.board import Board
from machines.kernels.generator import generator_state
from machines.menace import motion
from machines.menace.beads import Cabinet
from machines.menace.build import NAMES, lay
from machines.menace.exhibit import Menace
from machines.menace.flow import FIND_US, PAUSE_US, PLACE_US, REWARD_US
from machines.menace.play_history import MOST_PLAYS
from machines.menace.scene import OPPONENTS
from machines.menace.sides import Player
from machines.menace.tournament import Tournament, tournament
from machines.menace.tray import SHAKE_US, TILT_US
from tests.machines.menace.bench import (
    act,
    check,
    empty,
    exhibit,
    layout,
    play,
    refused,
    scene,
    until,
)

MACHINES = ("random", "1961", "menace", "morph")


# -- a play ----------------------------------------------------------------------------------------


def test_a_box_is_found_shaken_tilted_and_its_bead_placed() -> None:
    menace = exhibit()
    act(menace, "table.new")
    lasted = []
    for _ in range(4):
        shown = scene(menace)
        lasted.append((shown.phase, shown.lasts_us))
        menace.advance(shown.lasts_us - 1)
        assert scene(menace).phase == shown.phase
        menace.advance(1)
    assert lasted == [
        ("finding", FIND_US),
        ("shaking", SHAKE_US),
        ("tilting", TILT_US),
        ("placing", PLACE_US),
    ]
    shown = scene(menace)
    assert shown.phase == "visitor"
    assert not menace.view().busy
    assert shown.board.noughts == 1 << shown.opened[0].square
    assert shown.ledger.on_board.sum() == 1


def test_a_visitor_plays_by_the_box_as_it_lies_before_the_board() -> None:
    menace = exhibit()
    for choice in range(12):
        shown = play(menace, choice=choice)
        board = Board()
        boxes = list(shown.opened)
        for ply, square in enumerate(shown.marks):
            if ply % 2 == 0 and ply < 8:
                laid = lay("304", board)
                box = boxes.pop(0)
                assert laid is not None
                assert (box.number, box.face, box.turn) == (laid.number, laid.face, laid.turn)
                assert laid.to_board(box.colour) == square == box.square
                assert box.words == laid.in_words()
            board = board.play(square)
        assert not boxes
        assert board == shown.board


def test_a_forced_last_mark_has_no_box() -> None:
    menace = exhibit()
    seen = 0
    for choice in range(60):
        shown = play(menace, "random", choice)
        if len(shown.marks) == 9:
            seen += 1
            assert len(shown.opened) == 4
    assert seen > 3


def test_beads_are_moved_box_by_box_and_the_play_is_over_when_all_lie() -> None:
    menace = exhibit()
    act(menace, "table.opponent", OPPONENTS.index("random"))
    act(menace, "table.new")
    shown = until(menace, "rewarding")
    start = shown.beads.copy()
    gains = shown.gains
    assert len(gains) == len(shown.opened)
    for done, (box, colour, gain) in enumerate(gains):
        shown = scene(menace)
        assert (shown.phase, shown.gaining) == ("rewarding", done)
        assert shown.outcome == ""
        assert menace.view().plays == 0
        check(menace)
        menace.advance(REWARD_US)
        assert scene(menace).beads[box - 1, colour] == start[box - 1, colour] + 1 + gain
    shown = scene(menace)
    assert shown.phase == "over"
    assert shown.outcome in ("won", "drawn", "lost")
    assert menace.view().plays == 1
    assert shown.ledger.on_board.sum() == 0


@pytest.mark.parametrize("name", MACHINES)
def test_what_is_played_here_is_what_a_tournament_plays(name: str) -> None:
    """The same generator, the same beads: play by play the kernels' tournament, bead by bead."""
    menace = exhibit(7, opponent=OPPONENTS.index(name), run=1)
    boxes, other = Cabinet.new("304"), Cabinet.new("second")
    rival: Player = other if name == "menace" else name
    played = tournament(40, boxes, rival, generator_state(7))
    while menace.view().plays < len(played.records):  # box 1 may be empty before
        menace.advance(menace.table.due_us() or 0)
    assert moves_of(played) == [one.squares for one in menace.plays_since(0)]
    assert played.results.tolist() == scene(menace).results.tolist()
    assert np.array_equal(scene(menace).beads, boxes.beads)
    if menace.state.table.other is not None:
        assert np.array_equal(menace.state.table.other.beads, other.beads)


def moves_of(played: Tournament) -> list[str]:
    return [played.moves(game) for game in range(len(played.records))]


@pytest.mark.parametrize("name", ["distinct", "perfect", "menace", "pegasus"])
def test_the_second_players_boxes_play_cross(name: str) -> None:
    menace = exhibit(5, build=NAMES.index("second"), opponent=OPPONENTS.index(name), run=1)
    boxes, other = Cabinet.new("second"), Cabinet.new("304")
    rival: Player = other if name == "menace" else name
    played = tournament(15, rival, boxes, generator_state(5))
    while menace.view().plays < len(played.records):
        menace.advance(5_000_000)
    check(menace)
    assert moves_of(played) == [one.squares for one in menace.plays_since(0)[:15]]
    side = 1 if name != "menace" else -1  # a tournament of two cabinets tells Nought's results
    assert (side * played.results).tolist() == scene(menace).results[:15].tolist()
    assert scene(menace).side == "X"


@pytest.mark.parametrize(("name", "outcome"), [("287L", "lost"), ("287W", "won")])
def test_a_foregone_play_stops_where_the_build_has_no_box(name: str, outcome: str) -> None:
    menace = exhibit(3, build=NAMES.index(name), opponent=OPPONENTS.index("random"))
    ended = [play(menace, "random") for _ in range(60)]
    foregone = [one for one in ended if one.foregone]
    assert foregone
    assert {one.outcome for one in foregone} == {outcome}
    assert all(len(one.marks) == 6 and len(one.opened) == 3 for one in foregone)
    records = menace.plays_since(0)
    assert [one.foregone for one in records] == [one.foregone for one in ended]
    assert not any(one.foregone for one in ended if len(one.marks) != 6)


def test_an_empty_box_resigns_and_the_other_beads_are_forfeited() -> None:
    menace = exhibit()
    act(menace, "table.new")
    until(menace, "visitor")
    first = scene(menace).opened[0]
    empty(menace, range(2, 14))
    act(menace, f"board.square.{scene(menace).board.moves[0]}")
    shown = until(menace, "empty")
    assert shown.opened[-1].colour == shown.opened[-1].square == -1
    assert sum(shown.opened[-1].beads) == 0
    shown = until(menace, "over")
    assert shown.resigned
    assert shown.outcome == "lost"
    assert shown.gains == ((1, first.colour, -1),)
    record = menace.plays_since(0)[0]
    assert record.resigned
    assert record.opened == ((1, first.colour, -1), (shown.opened[-1].number, -1, 0))
    check(menace)


def test_with_an_empty_first_box_the_machine_declines_until_it_is_reloaded() -> None:
    menace = exhibit()
    play(menace, "perfect")
    empty(menace, range(1, 2))
    act(menace, "table.new")
    shown = scene(menace)
    assert shown.phase == "declined"
    assert menace.view().reason == "reload the first box"
    assert shown.odds == ()
    assert "declines" in refused(menace, "board.square.3")
    act(menace, "table.reload")
    assert scene(menace).beads[0].tolist() == Cabinet.new("304").beads[0].tolist()
    assert scene(menace).phase == "idle"
    check(menace)
    assert "isn't empty" in refused(menace, "table.reload")
    act(menace, "table.new")
    assert scene(menace).phase == "finding"


def test_a_second_cabinet_that_declines_stands_in_nobody_elses_way() -> None:
    menace = exhibit(build=NAMES.index("second"))
    play(menace, "menace")
    other = menace.state.table.other
    assert other is not None
    other.cups += other.beads[0]
    other.beads[0] = 0
    act(menace, "table.new")
    assert scene(menace).phase == "declined"
    act(menace, "table.opponent", OPPONENTS.index("random"))
    assert scene(menace).phase == "idle"
    act(menace, "table.opponent", OPPONENTS.index("menace"))
    act(menace, "table.reload")
    assert other.beads[0].sum() == 12
    check(menace)


def test_running_on_it_waits_declining_and_goes_on_once_it_is_reloaded() -> None:
    menace = exhibit(opponent=1)
    empty(menace, range(1, 2))
    act(menace, "table.run")
    assert scene(menace).phase == "declined"
    menace.advance(10_000_000)
    assert not menace.view().busy
    act(menace, "table.reload")
    assert scene(menace).phase == "finding"


# -- a visitor's marks -----------------------------------------------------------------------------


def test_marks_that_cannot_be_are_refused_and_change_nothing() -> None:
    menace = exhibit()
    assert "no play is under way" in refused(menace, "board.square.3")
    act(menace, "table.new")
    assert "wait for the boxes" in refused(menace, "board.square.3")
    shown = until(menace, "visitor")
    taken = shown.marks[0]
    assert f"square {taken}, which O has taken" in refused(menace, f"board.square.{taken}")
    for control in (
        "board.square.9",
        "board.square.-1",
        "board.square.",
        "board.square",
        "board.x",
    ):
        assert "square.0 to square.8" in refused(menace, control)
    assert "not a number" in refused(menace, "board.square.1", "yes")
    for square in (3, 5, 7, 2, 4, 6, 8, 0, 1):
        if scene(menace).phase == "visitor" and square in scene(menace).board.moves:
            act(menace, f"board.square.{square}")
            until(menace, "visitor", "rewarding")
    assert scene(menace).phase == "rewarding"
    assert "after the end" in refused(menace, "board.square.3")
    until(menace, "over")
    assert "after the end of the play: begin a new one" in refused(menace, "board.square.3")


# -- running on ------------------------------------------------------------------------------------


def test_plays_follow_one_another_after_a_pause() -> None:
    menace = exhibit(opponent=OPPONENTS.index("random"), run=1)
    until(menace, "over")
    assert scene(menace).lasts_us == PAUSE_US
    menace.advance(PAUSE_US - 1)
    assert scene(menace).phase == "over"
    menace.advance(1)
    assert scene(menace).phase == "finding"
    act(menace, "table.run", 0)
    until(menace, "over")
    assert not menace.view().busy
    menace.advance(PAUSE_US)
    assert scene(menace).phase == "over"
    act(menace, "table.run", 1)
    menace.advance(PAUSE_US)
    assert scene(menace).phase == "finding"


def test_a_full_day_ends_the_running_and_says_why() -> None:
    menace = exhibit(opponent=1, run=1)
    until(menace, "over")
    book = menace.state.table.book
    book.scores = np.ones(MOST_PLAYS, dtype=np.int8)
    book.plays, book.won, book.drawn = MOST_PLAYS, MOST_PLAYS, 0
    menace.advance(PAUSE_US)
    assert not scene(menace).running
    assert "begin a new day" in refused(menace, "table.new")
    assert "begin a new day" in refused(menace, "table.run", 1)
    act(menace, "table.day")
    act(menace, "table.run")
    assert scene(menace).phase == "finding"


# -- lamps at the drawers --------------------------------------------------------------------------


DRAWERS = [f"drawer.{n}" for n in range(1, 305)]


def lit(menace: Menace) -> set[int]:
    """The numbers of the drawers that are lit."""
    return {k + 1 for k in np.flatnonzero(menace.view().lit).tolist()}


def test_the_cabinet_has_a_lamp_and_a_switch_at_each_of_its_304_drawers() -> None:
    assert [lamp.id for lamp in layout().lamps()] == DRAWERS
    names = [control.id for control in layout().controls()]
    assert names[:304] == DRAWERS
    assert names[304:313] == [f"bead.{n}" for n in range(9)]


def test_the_first_box_s_drawer_is_lit_from_the_first_reach_for_it() -> None:
    menace = exhibit()
    act(menace, "table.new")
    assert lit(menace) == {1}
    until(menace, "visitor")
    assert lit(menace) == {1}
    on_us = menace.view().on_us
    assert on_us[0] == FIND_US + SHAKE_US + TILT_US + PLACE_US
    assert not on_us[1:].any()


def test_the_drawers_lit_are_those_that_the_screen_shows_pulled_out() -> None:
    menace = exhibit()
    act(menace, "table.opponent", 1)
    act(menace, "table.run")
    seen = set()
    for _ in range(400):
        shown = scene(menace)
        out = {one.number for one in shown.opened if motion.pulled(shown, one) is not None}
        assert lit(menace) == (out if shown.phase not in ("idle", "over", "declined") else set())
        seen.add((shown.phase, len(out)))
        menace.advance(max(1, menace.table.due_us() or 0))
    assert {("finding", 2), ("rewarding", 1), ("over", 0)} <= seen


def test_a_table_that_is_taken_back_counts_its_lamps_anew() -> None:
    menace = exhibit()
    act(menace, "table.new")
    until(menace, "visitor")
    menace.restore(menace.snapshot())
    assert lit(menace) == {1}
    assert not menace.view().on_us.any()
