"""Decks at the matchbox table: what is played, listed, refused, corrected, saved and loaded."""

import copy
import functools
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.media.charset import PUNCHES
from devices.media.paper import WIDTH
from devices.media.tape import Tape, tape_value
from machines.exhibit import snapshot
from machines.games.noughts.board import Board
from machines.games.noughts.deck_player import CORRECT, Phase
from machines.games.noughts.symmetry import turned
from machines.menace.listing import orientation, rows_of
from tests.machines.menace.cards import GAME, Bench, Floor, in_lines, reel_of, saved

# -- plays by cards --------------------------------------------------------------------------------


def test_a_game_with_an_operator_is_played_by_its_cards() -> None:
    bench = Bench()
    bench.put_and_run(GAME)
    moves = 0
    while not bench.table.outcome:
        bench.put_and_run(f"MOVE   {bench.free()[0]}")
        moves += 1
    assert moves >= 2
    lines = bench.put_and_run("END")
    assert in_lines(lines, "PLAY 1     ").endswith(f"MENACE HAS {bench.table.outcome.upper()}")
    assert in_lines(lines, "3W+D-L").endswith(f"3W+D-L {bench.table.score.score:+d}")
    assert bench.state.feed.ended == "deck.txt, card 1"
    assert not bench.feed.working()


def test_a_row_tells_box_turn_bead_and_square() -> None:
    bench = Bench()
    lines = bench.put_and_run(GAME, "PLAYS  1", *["* A REMARK"] * 3)
    bench.put_and_run(f"MOVE   {bench.free()[-1]}")
    lines = bench.run()
    box = bench.table.opened[1]
    row = in_lines(lines, f" {box.number:>3}  {rows_of(box.face)}")
    assert orientation(box.turn) in row
    bead = ("GOLD", "WHITE", "LILAC", "SILVER", "GREEN", "PINK", "RED", "AMBER", "BLACK")
    assert bead[box.colour] in row
    assert f" {box.beads[box.colour]}/{sum(box.beads)} " in row
    board = functools.reduce(Board.play, bench.table.marks[:2], Board())
    assert turned(board, box.turn) == box.face
    assert row.endswith(f"{box.square}  {rows_of(board.play(box.square))}")


def test_the_listing_has_no_line_beyond_its_columns() -> None:
    bench = Bench("second")
    bench.put_and_run("GAME   7 CROSS HAS THE BOXES NOUGHT=PERFECT", "PLAYS  40", "BEADS", "END")
    lines = bench.put_and_run("GAME   NOUGHT=OPERATOR", "MOVE   0", "BEADS  3 200 289", "END")
    assert all(len(line) <= WIDTH and set(line) <= set(PUNCHES) for line in lines)
    assert sum("PAGE" in line for line in lines) >= 2


def test_a_play_that_is_not_finished_is_broken_off_and_its_beads_go_back() -> None:
    bench = Bench()
    before = bench.cabinet.beads.copy()
    lines = bench.put_and_run(GAME, "END")
    assert in_lines(lines, "PLAY 1 NOT FINISHED, ITS BEADS ARE PUT BACK")
    assert np.array_equal(bench.cabinet.beads, before)
    assert bench.cabinet.plays == 0


def test_a_build_without_a_box_for_it_stops_the_play() -> None:
    bench = Bench("287L")
    lines = bench.put_and_run("GAME   CROSS=PERFECT", "PLAYS  12", "END")
    assert bench.cabinet.plays == 12
    plays = [found[1] for line in lines if (found := re.match(r" +[0-9]+  ([0-8]{6}) +LOST", line))]
    boards = [functools.reduce(Board.play, map(int, play), Board()) for play in plays]
    assert any(not board.finished for board in boards)


def test_an_empty_box_resigns() -> None:
    bench = Bench()
    bench.cabinet.cups += bench.cabinet.beads[1:].sum(axis=0)
    bench.cabinet.beads[1:] = 0
    bench.put_and_run(GAME)
    lines = bench.put_and_run(f"MOVE   {bench.free()[0]}", "END")
    assert re.search(r"BOX [0-9]+ IS EMPTY, MENACE RESIGNS     MENACE HAS LOST", "\n".join(lines))
    assert in_lines(lines, "  NONE        EMPTY")
    assert bench.cabinet.ledger().balances


# -- refusals --------------------------------------------------------------------------------------


def test_a_wrong_card_stops_the_reader_and_changes_nothing() -> None:
    for cards, words in (
        (["MOVE   5"], "card 1, column 8: no game is open; expected a GAME card"),
        (["PLAYS  5"], "card 1, column 8: no game is open"),
        (["GAME   NOUGHT=PERFECT"], "card 1, column 15: the boxes of build 304 play NOUGHT"),
        (["GAME   CROSS=MENACE NOUGHT=1961"], "column 28: the boxes of build 304 play NOUGHT"),
        (["GAME   CROSS=NOBODY"], "card 1, column 14: NOBODY; expected MENACE, OPERATOR, RANDOM"),
        ([GAME, "PLAYS  2"], "card 2, column 8: game 1 is played by OPERATOR; expected MOVE"),
        ([GAME, "MOVE   2/ 5"], "card 2, column 8: game 2 is not open; expected game 1"),
        (["GAME   CROSS=PERFECT", "MOVE   5"], "card 2, column 8: neither side of game 1"),
        ([GAME, "SAVE"], "card 2, column 1: beads lie on the board; expected SAVE when"),
        ([GAME, "LOAD"], "card 2, column 1: beads lie on the board; expected LOAD when"),
        (["SAVE   9"], "card 1, column 8: no tape unit's dial stands at 9; expected one of tape1"),
        (["BEADS"], "card 1, column 8: no box lies open; expected the numbers of boxes"),
        (["BEADS  1 305"], "card 1, column 10: there is no box 305; expected 1 to 304"),
        (["END", "MOVE   5"], "card 2, column 1: comes after END (deck.txt, card 1); expected no"),
        (["GAME 1"], "card 1, column 6: the text of GAME begins in column 8"),
    ):
        bench = Bench()
        if cards[1:]:
            bench.put_and_run(*cards[:-1])
        beads, marks = bench.cabinet.beads.copy(), bench.table.marks
        bench = Bench()
        lines = bench.put_and_run(*cards)
        assert words in bench.refusal(), cards
        assert np.array_equal(bench.cabinet.beads, beads), cards
        assert bench.table.marks == marks, cards
        assert "CARD REFUSED, DECK.TXT" in "\n".join(lines), cards
        assert bench.feed.reason().endswith(CORRECT), cards
        assert not bench.feed.working(), cards


def test_a_square_that_is_taken_is_refused_by_its_column() -> None:
    bench = Bench()
    bench.put_and_run(GAME)
    taken = bench.table.marks[0]
    before = copy.deepcopy(bench.cabinet)
    free = " ".join(map(str, bench.free()))
    lines = bench.put_and_run(f"MOVE   {taken}")
    assert bench.refusal() == (
        f"deck.txt, card 1, column 8: is on square {taken}, which O has taken; free are {free}"
    )
    assert snapshot.pack(bench.cabinet, 1) == snapshot.pack(before, 1)
    assert "WHICH O HAS TAKEN" in "\n".join(lines)


def test_a_corrected_card_is_read_again_and_the_play_goes_on() -> None:
    bench = Bench()
    bench.put_and_run(GAME)
    taken, square = bench.table.marks[0], bench.free()[0]
    bench.put(f"MOVE   {taken}", "* GO ON")
    bench.run()
    bench.refusal()
    bench.reader.operate("correct", f"MOVE   {square}")
    assert bench.feed.working() is False
    bench.reader.operate("start", 1)
    lines = bench.run()
    assert bench.table.marks[1] == square
    assert in_lines(lines, "* GO ON")


def test_the_moves_before_a_wrong_one_stand_made() -> None:
    bench = Bench()
    bench.put_and_run(GAME)
    square = bench.free()[0]
    bench.put_and_run(f"MOVE   {square} {square}")
    assert f"column 10: is on square {square}, which X has taken" in bench.refusal()
    assert bench.table.board.ply == 3
    after = bench.free()[0]
    bench.reader.operate("correct", f"MOVE   {square} {after}")
    bench.reader.operate("start", 1)
    bench.run()
    assert bench.table.marks[3] == after


def test_a_move_after_the_end_is_refused() -> None:
    bench = Bench()
    bench.put_and_run(GAME)
    while not bench.table.outcome:
        bench.put_and_run(f"MOVE   {bench.free()[0]}")
    bench.put_and_run("MOVE   0")
    assert re.search(r"column 8: comes after the end: game 1 is over \(.+\); expected another GAME",
                     bench.refusal())  # fmt: skip


def test_a_move_left_on_the_card_when_the_play_ends_is_refused() -> None:
    bench = Bench()
    bench.put_and_run(GAME)
    sure = copy.deepcopy(bench)
    squares = []
    while not sure.table.outcome:
        squares.append(sure.free()[0])
        sure.put_and_run(f"MOVE   {squares[-1]}")
    bench.put_and_run("MOVE   " + " ".join(map(str, [*squares, 0])))
    assert f"column {8 + 2 * len(squares)}: comes after the end" in bench.refusal()
    assert snapshot.pack(bench.cabinet, 1) == snapshot.pack(sure.cabinet, 1)


def test_a_first_box_that_is_empty_declines() -> None:
    bench = Bench()
    bench.cabinet.cups += bench.cabinet.beads[0]
    bench.cabinet.beads[0] = 0
    bench.put_and_run(GAME)
    assert "card 1, column 1: box 1 is empty and the machine declines" in bench.refusal()


def test_plays_stop_where_the_machine_declines() -> None:
    bench = Bench()
    bench.cabinet.cups += bench.cabinet.beads[0] - np.eye(9, dtype=np.int64)[2]
    bench.cabinet.beads[0] = np.eye(9, dtype=np.int64)[2]
    bench.put_and_run("GAME   CROSS=PERFECT", "PLAYS  500")
    assert re.search(r"card 2: [0-9]+ plays are left, box 1 is empty", bench.refusal())
    assert 1 <= bench.cabinet.plays < 500


def test_the_end_of_file_key_ends_a_deck() -> None:
    bench = Bench()
    bench.reader.operate("end_of_file", 1)
    lines = bench.put_and_run(GAME)
    assert in_lines(lines, "END OF FILE")
    assert not bench.feed.working()


def test_what_the_operator_must_do_is_said() -> None:
    bench = Bench()
    assert (
        bench.feed.operator_action()
        == "put a deck in the hopper and press START on the card reader"
    )
    bench.put_and_run(GAME)
    assert "the hopper is empty and no END card has come" in bench.feed.operator_action()
    bench.printer.operate("stop", 1)
    bench.put_and_run("* A REMARK")
    assert bench.feed.operator_action() == "press START on the printer"
    assert not bench.feed.working()


def test_a_play_interfered_with_at_the_table_is_let_go() -> None:
    bench = Bench()
    bench.put_and_run(GAME)
    bench.table.break_off()
    bench.table.begin("visitor")
    lines = bench.put_and_run("* A REMARK", GAME)
    assert in_lines(lines, "GAME 1 WAS BROKEN OFF AT THE TABLE")
    assert "card 2, column 1: another play is on at the table" in bench.refusal()


# -- any cards at all ------------------------------------------------------------------------------

cards = st.one_of(
    st.just(GAME),
    st.sampled_from(["GAME   2 CROSS=RANDOM", "GAME   CROSS=1961", "GAME   NOUGHT=MENACE", "END"]),
    st.lists(st.integers(0, 9), min_size=1, max_size=5).map(
        lambda squares: "MOVE   " + " ".join(map(str, squares))
    ),
    st.integers(0, 8).map(lambda n: f"PLAYS  {n}"),
    st.integers(0, 310).map(lambda n: f"BEADS  {n}"),
    st.sampled_from(["BEADS", "SAVE", "LOAD", "SAVE   2", "LOAD   1 FRIDAY", "", "* REMARK"]),
    st.text(alphabet=sorted(PUNCHES), max_size=30),
)


@settings(max_examples=25)
@given(st.lists(cards, max_size=14), st.integers(0, 1000), st.booleans())
def test_any_deck_is_acted_on_or_refused_and_the_ledger_balances(
    deck: list[str], seed: int, correct: bool
) -> None:
    bench = Bench(seed=seed)
    bench.mount(Tape("friday.tap", ()))
    bench.put(*deck, "* LAST")
    for _ in range(len(deck) + 1):
        lines = bench.run()
        assert bench.cabinet.ledger().balances
        assert all(len(line) <= WIDTH for line in lines)
        if bench.state.feed.phase is Phase.REFUSED:
            assert re.search(r"; (expected|free are)", bench.state.feed.why)
            if correct:
                bench.reader.operate("correct", "* PASSED OVER")
        elif bench.feed.state.job is not None:
            bench.reader.operate("correct", "* NO TAPE")
        if bench.reader.hopper_empty:
            break
        bench.reader.operate("start", 1)
    assert bench.reader.hopper_empty
    bench.cabinet.put_back()
    bench.cabinet.check()


# -- beads on tape ---------------------------------------------------------------------------------


def test_what_is_saved_can_be_loaded() -> None:
    bench = saved()
    assert in_lines(bench.lines(), "BEADS SAVED AS FRIDAY     TAPE1, FRIDAY.TAP     PLAYS 30")
    other = Bench()
    other.mount(reel_of(bench), ring=False)
    lines = other.put_and_run("LOAD   1 FRIDAY", "END")
    assert snapshot.pack(other.cabinet, 1) == snapshot.pack(bench.cabinet, 1)
    assert in_lines(lines, "BEADS LOADED AS FRIDAY")


@pytest.mark.parametrize(
    ("card", "name", "words"),
    [
        ("LOAD   1 MONDAY", "304", "friday.tap, record 1: holds FRIDAY; expected MONDAY"),
        ("LOAD", "287L", "record 1: holds the beads of build 304; expected those of build 287L"),
    ],
)
def test_a_tape_that_is_not_meant_is_refused(card: str, name: str, words: str) -> None:
    other = Bench(name)
    other.mount(reel_of(saved()))
    before = snapshot.pack(other.cabinet, 1)
    other.put_and_run(card)
    assert words in other.refusal()
    assert snapshot.pack(other.cabinet, 1) == before


def test_a_tape_cut_short_is_refused() -> None:
    reel = reel_of(saved())
    other = Bench()
    other.mount(Tape("cut.tap", reel.items[:40]))
    before = snapshot.pack(other.cabinet, 1)
    other.put_and_run("LOAD")
    assert "cut.tap, record 41: the tape ends without a tape mark" in other.refusal()
    assert snapshot.pack(other.cabinet, 1) == before


def test_a_reel_without_a_ring_is_not_written_on() -> None:
    bench = Bench()
    bench.mount(Tape("old.tap", ()), ring=False)
    bench.put_and_run("SAVE")
    assert "tape1: its reel has no ring" in bench.refusal()


def test_a_card_waits_for_its_tape() -> None:
    bench = Bench()
    bench.put_and_run("SAVE   2 FRIDAY", "END")
    assert (
        bench.feed.operator_action() == "mount a tape on tape2, press LOAD REWIND and START there"
    )
    assert not bench.feed.working()
    bench.mount(Tape("blank.tap", ()), unit=1)
    lines = bench.run()
    assert in_lines(lines, "BEADS SAVED AS FRIDAY     TAPE2, BLANK.TAP")


def test_a_card_that_waits_for_a_tape_can_be_corrected() -> None:
    bench = Bench()
    bench.put_and_run("SAVE   2", "END")
    bench.reader.operate("correct", "* NO TAPE")
    lines = bench.run()
    assert in_lines(lines, "* NO TAPE")
    assert bench.state.feed.ended


# -- at the table in the room ----------------------------------------------------------------------


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
