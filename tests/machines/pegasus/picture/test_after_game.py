"""The card after a play with a visitor: who won, what became of the odds."""

import random
import string
from dataclasses import replace

import pytest

from devices.screen.parts.changes_sheet import ChangesState
from devices.screen.room import AfterGame
from machines.pegasus.picture.room import RESTING, make_room
from machines.pegasus.visitor import FirstMove, VisitorPlay
from tests.machines.pegasus.picture.test_room import LAYOUT
from tests.machines.room_moment import moment_with
from tests.machines.visitor import Visitor, words

ROOM = make_room(LAYOUT)
WON_BY_NOUGHT = "21036"
"""2 0 6, the middle column."""
GAIN = FirstMove("O", 2, 0.25, 0.5, 3.0)
LOSS = FirstMove("O", 2, 0.5, 0.25, 1 / 3)
SAME = FirstMove("X", 3, 0.5, 0.5, 1.0)


def after(seats: str, *first: FirstMove) -> AfterGame:
    play = VisitorPlay(WON_BY_NOUGHT, True, seats, 7, None, first)
    found = ROOM.after_game(moment_with(replace(RESTING, visitor=play, seats=seats)))
    assert found is not None
    return found


def said(found: AfterGame) -> str:
    """As it stands on the card; every word in braces must be there."""
    sentence = words().rooms["pegasus"].after[found.text]
    fields = {field for _, field, _, _ in string.Formatter().parse(sentence) if field}
    assert fields <= set(found.words)
    return words().after("pegasus", found.text, found.words)


@pytest.mark.parametrize(
    ("seats", "first", "text", "winner", "ending"),
    [
        ("X", (GAIN,), "times", "machine_won", "lost"),
        ("O", (SAME,), "unchanged", "you_won", "won"),
        ("O", (LOSS,), "divided", "you_won", "won"),
        ("X", (), "stored", "machine_won", "lost"),
        ("OX", (), "two_stored", "nought_won", ""),
    ],
)
def test_who_won_and_what_became_of_the_odds(
    seats: str, first: tuple[FirstMove, ...], text: str, winner: str, ending: str
) -> None:
    found = after(seats, *first)
    assert (found.text, found.ending, found.number) == (text, ending, 7)
    assert found.winner == winner
    assert said(found)


def test_odds_are_multiplied_or_divided_and_said_in_percent() -> None:
    assert "multiplied by 3.00. It was chosen 25.0% of the time, now 50.0%." in said(
        after("X", GAIN)
    )
    assert "divided by 3.00. It was chosen 50.0% of the time, now 25.0%." in said(after("O", LOSS))


def test_a_play_that_is_on_and_plays_of_the_program_alone_have_no_card() -> None:
    assert ROOM.after_game(moment_with(RESTING)) is None
    assert (
        ROOM.after_game(moment_with(replace(RESTING, visitor=VisitorPlay("21"), seats="X"))) is None
    )


@pytest.mark.parametrize(("side", "origin"), [("nought", "each_play"), ("cross", "fixed")])
def test_every_end_of_a_visitors_play_is_told(side: str, origin: str) -> None:
    visitor = Visitor("pegasus")
    visitor.operate(f"desk.origin.{origin}", 1)
    visitor.operate("desk.nought.learn", 1)
    visitor.operate("desk.cross.learn", 1)
    visitor.operate(f"desk.{side}.visitor", 1)
    dice, told = random.Random(3), set()
    for number in range(1, 31):
        visitor.operate("desk.run", 1)
        visitor.wait(1_000)
        while (step := visitor.step()).yours:
            assert visitor.room.plays(visitor.context())
            visitor.operate(dice.choice(step.controls), 1)
            visitor.wait(1_000)
        assert not visitor.room.plays(visitor.context())
        found = visitor.room.after_game(visitor.context())
        assert found is not None
        assert found.number == number
        assert said(found)
        told.add(found.ending)
    assert told == {"won", "drawn", "lost"}
    assert not visitor.refused


def learned_in(visitor: Visitor) -> ChangesState:
    """What hangs in the room in play."""
    (place,) = (one for one in visitor.room.in_play.places if one.name == "learned")
    found: ChangesState = place.state(visitor.context())
    return found


def test_what_the_play_changed_is_told_of_every_move_of_the_learner() -> None:
    visitor = Visitor("pegasus")
    visitor.press_play()
    visitor.wait(1_000)
    dice, ways = random.Random(5), set()
    for _ in range(12):
        while (step := visitor.step()).yours:
            seen = learned_in(visitor)
            assert seen.said.startswith("Nothing has changed yet:")
            assert all(row.before == row.after and "now" not in row.told for row in seen.changes)
            visitor.operate(dice.choice(step.controls), 1)
            visitor.wait(1_000)
        play, learned = visitor.context().view.scene.visitor, learned_in(visitor)
        noughts = [f"Move {ply + 1}: square {play.squares[ply]}"
                   for ply in range(0, len(play.squares), 2)]  # fmt: skip
        assert [row.name for row in learned.changes] == noughts
        (first,), row = play.first_moves, learned.changes[0]
        assert (row.before, row.after) == (first.before, first.after)
        found = visitor.room.after_game(visitor.context())
        assert found is not None
        before, end = learned.said.split(maxsplit=2)[:2], learned.said.rsplit(":", 1)[0]
        ways.add((found.ending, " ".join(before), end.endswith("less often")))
        visitor.operate("desk.run", 1)
        visitor.wait(1_000)
    assert ways == {("won", "Because you", True), ("lost", "Because it", False),
                    ("drawn", "After the", False)}  # fmt: skip
