"""The same decks at the table in the room: cards beside a visitor."""

import numpy as np

from devices.media.tape import tape_value
from tests.machines.menace.cards import GAME, Bench, Floor, in_lines, reel_of, saved

DECK = (
    GAME,
    "BEADS",
    "MOVE   8",
    "GAME   2 CROSS=RANDOM",
    "PLAYS  9",
    "GAME   3 CROSS=1961",
    "PLAYS  2",
    "END",
)


def test_the_table_in_the_room_plays_the_same_cards_the_same_way() -> None:
    floor, bench = Floor(), Bench()
    lines = floor.run(*DECK)
    assert lines == bench.put_and_run(*DECK)
    assert in_lines(lines, "PLAYS 11   WON")
    assert np.array_equal(floor.one.table.cabinet.beads, bench.cabinet.beads)


def test_at_the_table_too_slices_of_time_make_no_difference() -> None:
    one, other = Floor(), Floor()
    one.run(*DECK)
    other.run(*DECK, slice_us=777_777)
    end = max(one.one.now_us, other.one.now_us)
    for floor in (one, other):
        floor.one.advance(end - floor.one.now_us)
    assert one.one.snapshot() == other.one.snapshot()


def test_two_cabinets_may_play() -> None:
    lines = Floor().run("GAME   NOUGHT=MENACE CROSS=MENACE", "PLAYS  5", "END")
    assert in_lines(lines, "PLAYS 5   WON")


def test_a_card_does_not_disturb_a_visitor_at_the_table() -> None:
    floor = Floor()
    floor.act("table.new")
    floor.one.advance(10_000_000)
    floor.run(GAME)
    assert "another play is on at the table" in floor.one.view().reason
    assert len(floor.one.table.marks) == 1


def test_beads_loaded_begin_a_day() -> None:
    floor = Floor()
    floor.act("tape1.mount", tape_value(reel_of(saved())))
    floor.act("tape1.load_rewind")
    floor.one.advance(5_000_000)
    floor.act("tape1.start")
    lines = floor.run("LOAD   1 FRIDAY", "GAME   CROSS=RANDOM", "PLAYS  1", "END")
    assert in_lines(lines, "BEADS LOADED AS FRIDAY     TAPE1, FRIDAY.TAP     PLAYS 30")
    assert floor.one.table.cabinet.plays == 31
    assert floor.one.day == 2
