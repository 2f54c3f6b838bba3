"""What a visitor's game has taught Morph: the card's figures are those of its database."""

from dataclasses import replace

from machines.games.chess.moves import find_move
from machines.morph.exhibit import MorphExhibit
from machines.morph.growth import SINGLE_PIECES
from machines.morph.learner import Learner
from machines.morph.picture.room import make_room
from machines.morph.scene import Taught
from tests.machines.morph.test_exhibit import LAYOUT, made, play, scene, trained
from tests.machines.museum.window.window_room import words
from tests.machines.room_moment import moment_of, moment_with

ROOM = make_room(LAYOUT)


def fools_mate(one: MorphExhibit) -> None:
    """A visitor's quickest loss; Morph's replies are put before it."""
    for squares, reply in ((("f2", "f3"), "e7e5"), (("g2", "g4"), "d8h4")):
        play(one, *squares)
        one._turn_to_move()
        one._make(find_move(one.state.position, reply))


def test_a_game_to_its_end_tells_what_the_learning_changed() -> None:
    one = made()
    before = Learner.from_bytes(trained())
    assert ROOM.after_game(moment_of(one.view())) is None
    fools_mate(one)
    taught = scene(one).taught
    told = ROOM.after_game(moment_of(one.view()))
    assert taught is not None
    assert told is not None
    assert told.text.removesuffix("_unnamed") == "lost"
    assert one.state.lesson.startswith(f"{taught.updates} weights moved, {taught.added} patterns")
    moved = []
    for name, pattern in SINGLE_PIECES.items():
        old, new = before.record(pattern), one.learner.record(pattern)
        if old and new and old.weight != new.weight:
            moved.append((abs(new.weight - old.weight), name, old.weight, new.weight))
    if moved:
        _, *figures = max(moved)
        assert [taught.pattern, taught.before, taught.after] == figures
    else:
        assert taught.pattern == ""


def test_a_new_game_or_the_house_tells_nothing() -> None:
    taught = Taught(0.0, 12, 3, 1, "queen_down", 0.2, 0.15)
    tallies = {"tallies": {"games": 4}}
    over = replace(scene(made()), result="checkmate", taught=taught)
    told = ROOM.after_game(moment_with(over, view=tallies))
    assert told is not None
    assert (told.text, told.place, told.number) == ("won", "table", 4)
    assert told.place in [place.name for place in ROOM.places]
    assert "0.200 before, 0.150 now" in words().after("morph", told.text, told.words)
    for other in ({"house": True}, {"result": ""}, {"taught": None}):
        assert ROOM.after_game(moment_with(replace(over, **other), view=tallies)) is None
