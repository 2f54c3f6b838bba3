"""What a visitor's play has brought the boxes: the card's figures are those of the beads."""

from dataclasses import replace
from itertools import product

import pytest

from devices.screen.lettering import Engraving
from devices.screen.room import DrawContext
from devices.screen.ui_text import languages, read_language
from devices.screen.words import use
from machines.menace.beads import COLOURS
from machines.menace.exhibit import Menace
from machines.menace.picture import guide
from machines.menace.picture import words as sheet_words
from machines.menace.picture.noughts_sheet import SHEET
from machines.menace.picture.room import MenaceRoom, make_room
from machines.menace.scene import MenaceScene
from tests.machines.menace.picture.test_room import LAYOUT, act, scene_of, seen, whole_play
from tests.machines.room_moment import moment_with

PAPER = SHEET.paper[2] - 16.0
"""Units across the sheet that can be lettered; it lies a little turned."""


def after_one(scene: MenaceScene) -> DrawContext:
    """A moment after one play."""
    return moment_with(scene, view={"tallies": {"plays": 1}})


@pytest.fixture
def room() -> MenaceRoom:
    made: MenaceRoom = make_room(LAYOUT)
    return made


@pytest.mark.parametrize("seed", (1961, 1963))
def test_a_whole_play_tells_the_beads_before_and_after(room: MenaceRoom, seed: int) -> None:
    exhibit = Menace(LAYOUT, seed)
    before = scene_of(exhibit).beads
    for scene in whole_play(exhibit):
        told = room.after_game(seen(exhibit))
        assert (told is None) == (scene.phase != "over")
    told, scene = room.after_game(seen(exhibit)), scene_of(exhibit)
    assert told is not None
    assert told.text == (
        "resigned" if scene.resigned else "gain" if scene.outcome != "lost" else "loss"
    )
    assert told.winner == guide.WINNERS[scene.outcome]
    assert told.ending == {"won": "lost", "drawn": "drawn", "lost": "won"}[scene.outcome]
    box, colour = int(told.words["box"]), COLOURS.index(told.words["colour"])
    assert int(told.words["before"]) == before[box - 1, colour]
    assert int(told.words["after"]) == scene.beads[box - 1, colour]
    assert int(told.words["n"]) == abs(int(scene.beads.sum() - before.sum()))
    assert told.number == exhibit.plays == 1


def test_other_opponents_and_plays_that_follow_one_another_tell_nothing() -> None:
    exhibit = Menace(LAYOUT)
    for _ in whole_play(exhibit):
        pass
    scene = scene_of(exhibit)
    assert guide.after_game(after_one(scene)) is not None
    for other in ({"playing": "1961"}, {"running": True}, {"foregone": True}, {"phase": "idle"}):
        assert guide.after_game(after_one(replace(scene, **other))) is None


def test_what_is_said_of_the_beads_follows_the_beads_and_not_the_result() -> None:
    exhibit = Menace(LAYOUT)
    for name in ("win", "draw", "loss"):
        act(exhibit, f"table.{name}", 0)
    for _ in whole_play(exhibit):
        pass
    scene = scene_of(exhibit)
    told = guide.after_game(after_one(scene))
    assert told is not None
    assert told.text == "unchanged"
    number, colour, _ = scene.gains[0]
    for gain, text in ((-1, "loss"), (1, "gain")):
        changed = replace(scene, gains=((number, colour, gain),))
        for one, said in ((changed, text), (replace(changed, resigned=True), "resigned")):
            told = guide.after_game(after_one(one))
            assert told is not None
            assert told.text == said


@pytest.mark.parametrize("code", languages())
def test_the_sheet_says_who_has_won_in_lines_no_wider_than_its_paper(code: str) -> None:
    over = replace(scene_of(Menace(LAYOUT)), phase="over")
    said = set()
    use(read_language(code))
    try:
        ends = product(guide.WINNERS, ("visitor", "1961"), (False, True), (False, True))
        for outcome, by, gave_up, known in ends:
            scene = replace(over, outcome=outcome, playing=by, resigned=gave_up, foregone=known)
            _, *lines = sheet_words.words(scene)
            assert all(Engraving().width(line, 12.0, 0.0, 0.125) < PAPER for line in lines)
            said.add(lines[0])
        told = read_language(code)
        assert {told.after("menace", name, {}) for name in guide.WINNERS.values()} < said
    finally:
        use(None)
