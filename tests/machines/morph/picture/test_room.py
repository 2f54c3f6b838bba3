"""Morph's room: what is touched becomes an act, what is seen is drawn."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pygame
import pytest

from devices.screen.guide import PLAY, Medium
from devices.screen.room import DrawContext
from devices.screen.words import use
from machines.exhibit.exhibit import Event
from machines.games.chess.game import Game
from machines.games.chess.moves import find_move
from machines.games.chess.notation import read_fen
from machines.morph.exhibit import MorphExhibit
from machines.morph.growth import SINGLE_PIECES
from machines.morph.learner import Learner
from machines.morph.picture import guide
from machines.morph.picture.fold import LEADING, ROWS, SMALLEST, first_of, lettered
from machines.morph.picture.morph_program import caption
from machines.morph.picture.program_layout import IN_PLAY, LOW, TALL_IN_PLAY, USUAL
from machines.morph.picture.room import make_room, resting_view
from machines.morph.picture.why_words import sentence
from machines.morph.picture.workstation import WorkstationBoxPart
from machines.morph.scene import Fold, Mark, MorphScene, Reason, Sketch, Step, Successors, Taught
from machines.morph.state import FOLD_US, MOVE_US
from tests.machines.morph.test_exhibit import LAYOUT, made, play, scene, trained
from tests.machines.museum.window.window_room import words
from tests.machines.room_moment import moment_of, moment_with
from tests.machines.visitor import words as in_language

ROOM = make_room(LAYOUT)
PLACES = {place.name: place for place in ROOM.places}


@cache
def small_workstation() -> Any:
    """One for all visits: a touch paints the whole of it anew."""
    part = PLACES["workstation"].make()
    part.build(0.25)
    return part


class Visit:
    """An exhibit and its room, worked by touches."""

    def __init__(self) -> None:
        self.exhibit = made()
        self.part = small_workstation()

    def context(self) -> DrawContext:
        return moment_of(self.exhibit.view())

    def touch(self, control: str, value: int = 1) -> list[str]:
        """Touch what stands on the screen now."""
        surface = pygame.Surface((330, 270), 0, 32)
        self.part.paint(surface, (0, 0), self.context(), 0, True)
        touch = next(one for one in self.part.touches() if one.control == control)
        if value and not ROOM.agrees(f"workstation.{control}", self.context()):
            return []
        acts = ROOM.acts(PLACES["workstation"], touch, value, self.context())
        for act in acts:
            assert not isinstance(act.value, Medium)
            self.exhibit.operate(Event("morph", act.control, act.value, self.exhibit.now_us))
        return [act.control for act in acts]

    def scene(self) -> MorphScene:
        scene: MorphScene = self.context().view.scene
        return scene

    def down(self) -> set[str]:
        """The buttons that are drawn down."""
        laid = [stamp.sprite for stamp in self.part.look(self.context(), 0)]
        made = self.part._sprites.items()
        return {key[1] for key, sprite in made if key[0] == "button" and sprite in laid}


def test_no_key_of_the_program_is_one_that_the_window_takes_first() -> None:
    keys = [touch.key for place in ROOM.places for touch in place.make().touches() if touch.key]
    assert len(keys) == len(set(keys)) == 15
    assert not {"h", "[", "]", ".", "+", "-", "escape"} & set(keys)


@pytest.mark.slow
def test_a_game_is_seen_on_the_board() -> None:
    visit = Visit()
    assert visit.scene().board.men.startswith("RNBQKBNRPPPPPPPP....")
    visit.touch("square.e2")
    board = visit.scene().board
    assert (board.entered, board.targets) == (12, (20, 28))
    visit.touch("square.e4")
    visit.exhibit.advance(MOVE_US // 2)
    scene = visit.scene()
    assert scene.board.last == (12, 28)
    assert scene.board.men[28] == "P"
    assert 5 < len(scene.successors.bars) < 15
    assert "BLACK: MORPH · TO MOVE" in caption(scene)


def test_why_it_moved_is_handed_on() -> None:
    visit = Visit()
    visit.touch("square.e2")
    visit.touch("square.e4")
    visit.exhibit.advance(MOVE_US + FOLD_US - 1)
    scene = visit.scene()
    bars = scene.successors.bars
    assert scene.successors.chosen == 0
    assert len(bars) == 20
    assert scene.fold.move == bars[0].move
    assert scene.fold.steps[-1].value == bars[0].value
    assert scene.board.pattern.nodes
    step = scene.fold.steps[scene.fold.pointed]
    assert step.sketch.nodes == scene.board.pattern.nodes
    visit.touch("move.4")
    other = visit.scene()
    move = other.successors.bars[4].move
    assert other.successors.looked == 4
    assert other.fold.move == move
    assert caption(other) == f"THE BOARD AFTER {move}"


def test_a_line_of_a_long_fold_is_known_by_its_place_on_the_screen() -> None:
    steps = tuple(Step(0.1, k / 20, Sketch((Mark("P", 12),))) for k in range(15))
    assert 14 - first_of(Fold("e4", steps, -1, 14)) == ROWS - 1
    assert 2 - first_of(Fold("e4", steps, -1, 2)) < 0
    visit = Visit()
    visit.touch("square.e2")
    visit.touch("square.e4")
    visit.exhibit.advance(MOVE_US + FOLD_US)
    count = len(visit.scene().fold.steps)
    first = max(0, count - ROWS)
    assert visit.touch(f"why.{first}") == [f"workstation.why.{first}"]
    assert visit.scene().fold.pointed == first


def test_buttons_stay_down_while_what_they_began_goes_on() -> None:
    visit = Visit()
    assert visit.down() == {"depth.1"}
    for control in ("arrows", "depth.3", "house"):
        visit.touch(control)
    assert visit.down() == {"house", "arrows", "depth.3"}
    assert len(visit.scene().board.graph) == 54
    assert "BLACK: THE HOUSE, DEPTH 3" in caption(visit.scene())


def test_curves_and_table_hang_on_the_wall() -> None:
    visit = Visit()
    assert visit.touch("empty") == [], "it asks first"
    visit.touch("empty")
    visit.touch("house")
    while visit.exhibit.state.games < 3:
        visit.exhibit.advance(MOVE_US)
    scene = visit.scene()
    assert (len(scene.curves.points), scene.curves.length, scene.figure) == (3, 1, 0)
    visit.exhibit.operate(Event("morph", "curves.turn", 1, visit.exhibit.now_us))
    scene = visit.scene()
    assert scene.figure == 1
    assert scene.games == 3
    assert [row.printed.traditional for row in scene.table][:4] == [0, -3, 3, 3]
    ours, theirs = scene.table[0], scene.table[0].printed
    assert ours.weight is not None
    assert (theirs.weight, theirs.updates, ours.age) == (0.455, 2485, 3)


def test_what_hangs_is_the_wall_of_the_scene() -> None:
    visit = Visit()
    wall = visit.scene().wall
    assert len(wall.patterns) == 15
    assert wall.total > 15
    visit.touch("pattern.3")
    scene = visit.scene()
    assert scene.wall.pointed == 3
    assert scene.board.men == wall.patterns[3].sketch.men
    assert scene.board.pattern.nodes == wall.patterns[3].sketch.nodes


def test_before_it_is_switched_on_everything_is_dark() -> None:
    context = replace(moment_of(resting_view(LAYOUT)), awake=False)
    assert context.brightness.tolist() == [0, 0, 0]
    assert len(small_workstation().look(context, 0)) == 2, "the dark tube and its glass"
    assert WorkstationBoxPart().look(context, 0) == []
    assert context.view.scene.successors == Successors()
    assert len(context.view.scene.table) == 19


# -- whole games by touch alone --------------------------------------------------------------------


def begun(fen: str, *, white: bool = True) -> Visit:
    """A visit to a game that has come so far."""
    visit = Visit()
    visit.exhibit.state.visitor_white = white
    visit.exhibit.state.game = Game([read_fen(fen)])
    visit.exhibit._turn_to_move()
    return visit


def move(visit: Visit, *squares: str) -> None:
    """The visitor's move, of which every touch glows."""
    for name in squares:
        control = f"workstation.square.{name}"
        assert control in guide.next_step(visit.scene()).controls
        visit.touch(f"square.{name}")


def reply(one: MorphExhibit, words_of_it: str) -> None:
    """Morph's move, put on the board in its place."""
    one._make(find_move(one.state.position, words_of_it))


def told(visit: Visit) -> str:
    """The card after the game."""
    found = ROOM.after_game(moment_of(visit.exhibit.view()))
    assert found is not None
    step = guide.next_step(visit.scene())
    assert (step.prompt, step.controls) == ("over", (PLAY,))
    told = (words().after("morph", name, found.words) for name in (found.winner, found.text))
    return " ".join(told)


@pytest.mark.parametrize(
    ("fen", "white", "squares", "said"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", True, ("f7", "g7"), "You won."),
        (
            "7k/8/4Q1K1/8/8/8/8/8 w - - 0 1",
            True,
            ("e6", "f7"),
            "A draw. It counts half (stalemate).",
        ),
        (
            "7k/8/8/8/8/8/r7/K7 w - - 0 1",
            True,
            ("a1", "a2"),
            "A draw. It counts half (neither side can mate).",
        ),
        (
            "7k/8/8/8/8/8/R7/K7 w - - 99 90",
            True,
            ("a2", "b2"),
            "A draw. It counts half (fifty moves",
        ),
        ("7K/5q2/6k1/8/8/8/8/8 b - - 0 1", False, ("f7", "g7"), "You won."),
    ],
)
def test_a_game_ends_by_a_touch_and_the_card_says_how(
    fen: str, white: bool, squares: tuple[str, ...], said: str
) -> None:
    visit = begun(fen, white=white)
    move(visit, *squares)
    assert told(visit).startswith(said)
    assert ("counts half" in told(visit)) == said.startswith("A draw")


def test_the_same_position_three_times_is_a_draw() -> None:
    visit = begun("7k/8/8/8/8/8/R7/K7 w - - 0 1")
    for _ in range(2):
        move(visit, "a2", "b2")
        reply(visit.exhibit, "h8g8")
        move(visit, "b2", "a2")
        reply(visit.exhibit, "g8h8")
    assert told(visit).startswith("A draw. It counts half (the same position three times).")


@pytest.mark.parametrize(("goal", "rook"), [("g1", "f1"), ("c1", "d1")])
def test_a_visitor_castles_by_touching_the_king_and_its_goal(goal: str, rook: str) -> None:
    visit = begun("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    move(visit, "e1", goal)
    position = visit.exhibit.state.position
    squares = {name: "abcdefgh".index(name[0]) for name in (goal, rook)}
    assert (position.piece(squares[goal]), position.piece(squares[rook])) == ("K", "R")


@pytest.mark.parametrize("letter", "qrbn")
def test_a_pawn_becomes_what_is_touched(letter: str) -> None:
    visit = begun("7k/P7/8/8/8/8/8/K7 w - - 0 1")
    move(visit, "a7", "a8")
    step = guide.next_step(visit.scene())
    assert step.prompt == "promotion"
    assert f"workstation.promote.{letter}" in step.controls
    visit.touch(f"promote.{letter}")
    assert visit.exhibit.state.position.piece(56) == letter.upper()


def test_a_pawn_taken_in_passing_goes() -> None:
    visit = begun("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1")
    move(visit, "e5", "d6")
    assert visit.exhibit.state.position.piece(35) in ("", None)


@pytest.mark.slow
def test_a_visitor_plays_a_whole_game_by_what_glows() -> None:
    """Any of the glowing men and squares, until the game is over by itself."""
    visit = Visit()
    chance = np.random.default_rng(4)
    for _ in range(1_200):
        step = guide.next_step(visit.scene())
        if step.prompt == "over":
            break
        if not step.controls:
            visit.exhibit.advance(10_000_000)
            continue
        control = step.controls[chance.integers(len(step.controls))]
        visit.touch(control.removeprefix("workstation."))
    assert guide.next_step(visit.scene()).prompt == "over"
    assert visit.exhibit.plays == 1
    assert "Weights moved" in told(visit)


# -- the card after a game -------------------------------------------------------------------------


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
    assert told.text.removesuffix("_unnamed") == "taught"
    assert (told.winner, told.ending) == ("machine_won", "lost")
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
    assert (told.text, told.number) == ("drawn", 4)
    assert "0.200 before, 0.150 now" in words().after("morph", told.text, told.words)
    for other in ({"house": True}, {"result": ""}, {"taught": None}):
        assert ROOM.after_game(moment_with(replace(over, **other), view=tallies)) is None


# -- why a move was made ---------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [0.4, 0.6, 0.9, 1.5, 3.0])
@pytest.mark.parametrize("code", ["en", "de", "fr", "es"])
def test_the_longest_reason_fits_into_its_place(scale: float, code: str) -> None:
    use(in_language(code))
    try:
        reasons = Reason("takes", target="n"), Reason("spares", "n", "q")
        step = Step(0.5, 0.5, Sketch())
        told = sentence(Fold("x", (step,), mover="black", reasons=reasons))
        for arranged in (USUAL, LOW, IN_PLAY, TALL_IN_PLAY):
            lines, high = lettered(told, arranged.reason[2:], scale)
            assert " ".join(lines) == told
            assert len(lines) * LEADING * high <= arranged.reason[3]
            assert high >= SMALLEST
    finally:
        use(None)
