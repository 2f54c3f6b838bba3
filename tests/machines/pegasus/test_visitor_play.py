"""A play with a visitor at the Pegasus 2: begun, played, typed, learned from, taken back."""

from collections.abc import Mapping

import numpy as np
import pytest

from devices.media.deck import deck_value, read_deck
from devices.refusal import RefusedError
from devices.screen.guide import ASKS_MS
from machines.pegasus.exhibit import PegasusExhibit
from machines.pegasus.printout import record_of, squares_of
from machines.pegasus.program import Pegasus
from machines.pegasus.tables import result
from machines.pegasus.visitor import VisitorPlay
from tests.machines.pegasus.test_exhibit import LAYOUT, SECOND, act, scene
from tests.machines.test_guides import check_touch
from tests.machines.test_refused_cards import TAUGHT, put, said
from tests.machines.visitor import Visitor


def seated(*sides: str) -> PegasusExhibit:
    """A visitor on these sides (Cross unless said), and a play begun."""
    one = PegasusExhibit(LAYOUT)
    for side in sides or ("cross",):
        act(one, f"desk.{side}.visitor")
    act(one, "desk.run")
    one.advance(SECOND)
    return one


def play_of(one: PegasusExhibit) -> VisitorPlay:
    found = scene(one).visitor
    assert found is not None
    return found


def finish(one: PegasusExhibit) -> VisitorPlay:
    """The lowest square that is free, until the play is over."""
    while scene(one).asks:
        act(one, f"sheet.square.{play_of(one).board.moves[0]}")
        one.advance(SECOND)
    return play_of(one)


def text(one: PegasusExhibit) -> str:
    return one.state.teleprinter.paper.text()


# -- playing ---------------------------------------------------------------------------------------


def test_run_begins_another_play_and_the_last_one_stays_on_the_sheet_until_then() -> None:
    one = seated()
    first = finish(one)
    one.advance(60 * SECOND)
    assert play_of(one) == first
    act(one, "desk.run")
    one.advance(SECOND)
    assert scene(one).asks
    assert len(play_of(one).squares) == 1


def test_the_squares_are_typed_as_they_are_chosen_and_then_the_sign() -> None:
    one = seated()
    one.advance(10 * SECOND)
    assert text(one).rstrip().endswith(play_of(one).squares)
    play = finish(one)
    one.advance(10 * SECOND)
    line = text(one).rstrip("\n").splitlines()[-1]
    assert line.split() == [play.squares, {1: "+", 0: ".", -1: "-"}[result(play.board) or 0]]


def test_print_that_is_switched_in_the_middle_ends_the_line_and_takes_it_up_again() -> None:
    one = seated()
    for value in (0, 1):
        act(one, "desk.print", value)
        one.advance(5 * SECOND)
    play = finish(one)
    one.advance(10 * SECOND)
    lines = text(one).rstrip("\n").splitlines()
    assert lines[-1].split()[0] == play.squares
    assert play.squares[0] in [line.strip() for line in lines[:-1]]


def test_marks_that_are_taken_back_again_and_again_never_run_over_the_margin() -> None:
    one = seated()
    for _ in range(20):
        act(one, f"sheet.square.{play_of(one).board.moves[0]}")
        one.advance(5 * SECOND)
        if not scene(one).asks:
            break
        act(one, "sheet.undo")
        one.advance(5 * SECOND)
    assert text(one).count("TAKEN BACK") == 20
    assert max(map(len, text(one).splitlines())) < 40


def test_what_a_deck_types_in_the_middle_stands_on_lines_of_its_own() -> None:
    one = seated()
    one.advance(5 * SECOND)
    deck = "BEADS  0\nEND\n"
    act(one, "reader.hopper", deck_value(read_deck(deck.encode(), "deck.txt")))
    act(one, "reader.start")
    one.advance(60 * SECOND)
    assert scene(one).asks
    lines = [line.strip() for line in text(one).splitlines()]
    assert any(line.startswith("ODDS") for line in lines)
    assert lines[-1] == play_of(one).squares


def test_the_program_moves_by_the_numbers_of_its_generator_as_in_its_own_plays() -> None:
    one = seated()
    program = Pegasus.between("learn", "distinct")
    record = int(program.play(1)[0])
    assert play_of(one).squares == squares_of(record)[0]


# -- learning --------------------------------------------------------------------------------------


def test_the_pupil_learns_from_the_visitors_play_as_from_any_other() -> None:
    one = seated()
    play = finish(one)
    twin = Pegasus.between("learn", "distinct")
    twin.learn(record_of(play.squares))
    assert np.array_equal(one.state.store.program.chances[0], twin.chances[0])
    (first,) = play.first_moves
    assert first.side == "O"
    assert first.after == max(
        chance for square, chance in scene(one).opening if square == first.square
    )
    assert first.before == pytest.approx(1 / 3)
    won = result(play.board) or 0
    assert won == 0 or (first.after > first.before) == (won > 0)
    odds = first.after / (1 - first.after) / (first.before / (1 - first.before))
    assert first.multiplier == pytest.approx(odds)


# -- taking back -----------------------------------------------------------------------------------


def test_a_mark_is_taken_back_in_the_middle_with_what_followed() -> None:
    one = seated()
    before = play_of(one).squares
    act(one, f"sheet.square.{play_of(one).board.moves[0]}")
    one.advance(SECOND)
    assert len(play_of(one).squares) == 3
    assert scene(one).undoable
    act(one, "sheet.undo")
    assert play_of(one).squares == before
    assert scene(one).asks
    assert not scene(one).undoable
    with pytest.raises(RefusedError, match="no mark of yours"):
        act(one, "sheet.undo")


def test_the_last_mark_of_a_play_that_is_over_is_taken_back_with_the_odds_as_they_were() -> None:
    one = seated()
    one.advance(100 * SECOND)
    before = one.state.store.learned()
    counts = one.state.trial.counts()
    play = finish(one)
    assert (one.state.store.learned() != before).any() or not result(play.board)
    act(one, "sheet.undo")
    assert (one.state.store.learned() == before).all()
    assert (one.state.store.program.chances[0] == before[0]).all()
    assert one.state.trial.counts() == counts
    assert scene(one).asks
    assert play.squares.startswith(play_of(one).squares)
    assert one.state.trial.last is None
    (gone,) = one.undone
    assert (gone.number, gone.undone) == (1, True)
    finish(one)
    assert [record.number for record in one.plays_since(0)] == [1, 2]
    assert [record.undone for record in one.plays_since(0)] == [True, False]


def test_a_hundredth_play_can_be_taken_back() -> None:
    one = PegasusExhibit(LAYOUT)
    act(one, "desk.print", 0)
    act(one, "desk.run")
    one.advance(99 * SECOND)
    act(one, "desk.run", 0)
    act(one, "desk.cross.visitor")
    act(one, "desk.run")
    one.advance(SECOND)
    finish(one)
    assert len(scene(one).blocks) == 1
    act(one, "sheet.undo")
    assert len(scene(one).blocks) == 0
    assert sum(scene(one).begun) == 99
    finish(one)
    assert len(scene(one).blocks) == 1


def test_after_another_play_or_a_cleared_store_it_is_too_late() -> None:
    one = seated()
    finish(one)
    act(one, "desk.cross.distinct")
    assert not scene(one).undoable
    with pytest.raises(RefusedError, match="too late"):
        act(one, "sheet.undo")
    act(one, "desk.cross.visitor")
    assert scene(one).undoable
    one.advance(10 * SECOND)
    act(one, "desk.clear")
    assert not scene(one).undoable
    with pytest.raises(RefusedError, match="no mark"):
        act(one, "sheet.undo")


# -- what can't be ---------------------------------------------------------------------------------


def test_marks_that_cannot_be_are_refused_and_nothing_changes() -> None:
    one = PegasusExhibit(LAYOUT)
    with pytest.raises(RefusedError, match="turn NOUGHT or CROSS to VISITOR"):
        act(one, "sheet.square.3")
    act(one, "desk.cross.visitor")
    with pytest.raises(RefusedError, match="press RUN"):
        act(one, "sheet.square.3")
    act(one, "desk.run")
    with pytest.raises(RefusedError, match="the program is to move"):
        act(one, "sheet.square.3")
    one.advance(SECOND)
    before = play_of(one)
    with pytest.raises(RefusedError, match="has taken"):
        act(one, f"sheet.square.{before.squares[0]}")
    for control in ("square.9", "square.x", "paper"):
        with pytest.raises(RefusedError, match="no such control"):
            act(one, f"sheet.{control}")
    assert play_of(one) == before
    with pytest.raises(RefusedError, match=r"no place .judge."):
        act(one, "desk.cross.judge")


def test_a_knob_that_is_turned_away_leaves_the_play() -> None:
    one = seated()
    act(one, "desk.cross.distinct")
    assert scene(one).visitor is None
    one.advance(30 * SECOND)
    assert "NOT FINISHED" in text(one)
    assert one.plays > 5  # RUN is down: the program plays on by itself


def test_run_up_lets_a_play_stand_and_run_down_goes_on_with_it() -> None:
    one = seated()
    act(one, "desk.run", 0)
    before = play_of(one)
    with pytest.raises(RefusedError, match="press RUN"):
        act(one, f"sheet.square.{before.board.moves[0]}")
    act(one, "desk.run")
    assert play_of(one) == before
    assert scene(one).asks


def test_a_visitor_who_sits_down_leaves_the_plays_that_a_card_asked_for() -> None:
    one = PegasusExhibit(LAYOUT)
    deck = "GAME   1 NOUGHT=LEARN CROSS=DISTINCT\nPLAYS  100\nEND\n"
    act(one, "reader.hopper", deck_value(read_deck(deck.encode(), "deck.txt")))
    act(one, "reader.start")
    one.advance(20 * SECOND)
    assert one.state.deck.until
    act(one, "desk.cross.visitor")
    assert not one.state.deck.until
    act(one, "desk.run")
    one.advance(SECOND)
    assert scene(one).asks


# -- what would end a play asks first --------------------------------------------------------------


@pytest.mark.parametrize("control", ["desk.clear", "desk.cross", "desk.cross.random"])
def test_what_would_end_a_visitors_play_at_the_pegasus_asks_first(control: str) -> None:
    visitor = Visitor("pegasus")
    marked = begin_play(visitor)
    touched = visitor.hits()[control]
    visitor.touch(touched)
    step = said(visitor)
    assert (step.prompt, step.yours) == ("ends", True)
    assert visitor.room.men(visitor.context()) == marked
    visitor.wait(ASKS_MS + 100)
    assert visitor.step().prompt == "square"
    visitor.touch(touched)
    check_touch(visitor, said(visitor), *step.controls)
    visitor.settle()
    assert visitor.room.men(visitor.context()) != marked
    assert visitor.step().prompt != "ends"


def test_a_deck_of_games_asks_before_it_ends_a_visitors_play_at_the_pegasus() -> None:
    visitor = Visitor("pegasus")
    marked = begin_play(visitor)
    put(visitor, *TAUGHT["pegasus"])
    visitor.touch(visitor.hits()["reader.start"])
    step = said(visitor)
    assert (step.prompt, step.controls) == ("ends", ("reader.start",))
    assert visitor.room.men(visitor.context()) == marked
    check_touch(visitor, step, "reader.start")
    visitor.wait(2_000)
    assert visitor.step().prompt != "ends"
    assert visitor.room.men(visitor.context()) != marked


def test_the_visitors_own_place_on_the_knob_asks_nothing() -> None:
    visitor = Visitor("pegasus")
    begin_play(visitor)
    visitor.touch(visitor.hits()["desk.cross.visitor"])
    assert visitor.step().prompt == "square"


def begin_play(visitor: Visitor) -> Mapping[str, str]:
    """Have the visitor make his first mark, and the program its next; the marks on the sheet."""
    visitor.press_play()
    wait_for(visitor, "square")
    free = next(name for name, mark in visitor.room.men(visitor.context()).items() if not mark)
    visitor.touch(visitor.hits()[free])
    wait_for(visitor, "square")
    marks = visitor.room.men(visitor.context())
    assert sum(bool(mark.strip()) for mark in marks.values()) == 3
    return marks


def wait_for(visitor: Visitor, prompt: str) -> None:
    for _ in range(60):
        visitor.wait(500)
        if visitor.step().prompt == prompt:
            return
    raise AssertionError(visitor.step().prompt)
