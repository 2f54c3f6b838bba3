"""Anaconda's room: what is touched becomes an act, what is seen is drawn."""

import itertools
from dataclasses import replace

import numpy as np
import pygame
import pytest

from devices.screen.guide import PLAY, Medium, press
from devices.screen.parts.desktop_program import ENGRAVING, SPACING
from devices.screen.room import DrawContext
from devices.screen.stage import Stage
from machines.anaconda.contest import Expectation
from machines.anaconda.exhibit import PLIES, AnacondaExhibit, RoomPlayers
from machines.anaconda.network import new_network
from machines.anaconda.picture import guide, why_pane
from machines.anaconda.picture.checkers_picture import GREEN, checker
from machines.anaconda.picture.population import WIDE
from machines.anaconda.picture.room import RESTING, learned, make_room, resting_view
from machines.anaconda.picture.why_pane import MARGIN, SIZE, paragraph, sentence
from machines.anaconda.player import AnacondaPlayer
from machines.anaconda.state import CHAMPION, MOST_PLIES, AnacondaScene, History, Strength
from machines.exhibit.board_exhibit import Score
from machines.exhibit.exhibit import Event
from machines.games.draughts.board import Move, Position, bit
from machines.games.draughts.player import RandomPlayer
from machines.museum.window.control_bar_layout import control_bar_height
from machines.museum.window.overlay import LEAST
from machines.storage.registry import layout_of
from tests.colour_vision import KINDS, contrast, seen
from tests.machines.museum.window.window_room import words
from tests.machines.room_moment import moment_of, moment_with

LAYOUT = layout_of("anaconda")
ROOM = make_room(LAYOUT)
PLACES = {place.name: place for place in ROOM.places}
NETWORK = new_network(np.random.default_rng(16))
HISTORY = History((3.0, 5.0), (0.5, 0.6), (0.05, 0.06), 0, (9, 4, -2), (True, False, True))
SEATS = RoomPlayers(
    {plies: AnacondaPlayer(NETWORK, plies) for plies in PLIES}, lambda _: RandomPlayer(), HISTORY
)


class Visit:
    """An exhibit and its room, worked by touches."""

    def __init__(self) -> None:
        self.exhibit = AnacondaExhibit(LAYOUT, SEATS)
        self.touches = {touch.control: touch for touch in PLACES["pc"].make().touches()}

    def context(self) -> DrawContext:
        return moment_of(self.exhibit.view())

    def touch(self, control: str, value: int = 1) -> list[str]:
        acts = ROOM.acts(PLACES["pc"], self.touches[control], value, self.context())
        for act in acts:
            assert not isinstance(act.value, Medium)
            self.exhibit.operate(Event("anaconda", act.control, act.value, self.exhibit.now_us))
        return [act.control for act in acts]

    def scene(self) -> AnacondaScene:
        scene: AnacondaScene = self.context().view.scene
        return scene


def test_the_node_under_the_pointer_and_the_finger_reach_the_program() -> None:
    context = replace(
        Visit().context(), pointed="pc.window.17", held=frozenset({"pc.new", "tower.x"})
    )
    assert context.number_at("pc", "window") == 17
    assert context.held_at("pc") == {"new"}
    held = replace(context, held=frozenset({"pc.window.3"}))
    assert held.number_at("pc", "window") == 3, "the finger goes before the pointer"
    assert held.number_at("tower", "window") == -1


@pytest.mark.parametrize("size", [(1280, 656), (1920, 984)])
def test_the_stage_finds_what_the_pointer_is_on(size: tuple[int, int]) -> None:
    stage = Stage(ROOM)
    stage.lay(size)
    view = resting_view(LAYOUT)
    for hit in stage.targets():
        if hit.touch.kind == "button":
            pointed = stage.context(view, 0, 1, pointer=hit.rect.center).pointed
            assert pointed == f"pc.{hit.touch.control}"
    assert stage.context(view, 0, 1, pointer=(-1, -1)).pointed == ""
    assert stage.context(view, 0, 1).pointed == ""


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("what", [1, -1])
def test_a_checker_is_told_from_its_square_without_colour(what: int, kind: str) -> None:
    square = seen(GREEN, kind)
    piece = pygame.surfarray.array3d(checker(what, 1.0))
    solid = pygame.surfarray.array_alpha(checker(what, 1.0)) > 250
    strong = [contrast(one, square) >= 3.0 for one in seen(piece[solid], kind)]
    assert sum(strong) > 0.1 * solid.sum()


# -- whole games by touch alone --------------------------------------------------------------------


def set_up(visit: Visit, position: Position) -> None:
    visit.exhibit.state.positions[-1] = position
    visit.exhibit._turn_to_move()


def move(visit: Visit, *squares: int) -> None:
    """The visitor's move, of which every touch glows."""
    for square in squares:
        control = f"pc.square.{square}"
        assert control in guide.next_step(visit.context()).controls
        visit.touch(f"square.{square}")


def told(visit: Visit) -> str:
    found = ROOM.after_game(visit.context())
    assert found is not None
    step = guide.next_step(visit.context())
    assert (step.prompt, step.controls) == ("over", (PLAY,))
    return words().after("anaconda", found.winner, found.words)


def test_anaconda_takes_the_last_piece_and_says_that_it_won() -> None:
    visit = Visit()
    set_up(visit, Position(bit(9), bit(18), 0, True))
    move(visit, 9, 14)
    visit.exhibit.advance(60_000_000)
    assert told(visit) == "Anaconda won."
    visit.touch("back")
    assert guide.next_step(visit.context()).prompt == "piece"


def test_after_a_hundred_moves_of_each_side_it_is_a_draw() -> None:
    visit = Visit()
    state = visit.exhibit.state
    set_up(visit, Position(bit(1), bit(32), bit(1) | bit(32), True))
    state.moves = [Move((1, 5))] * (MOST_PLIES - 1)
    move(visit, 1, 5)
    assert told(visit) == "A draw."


def test_a_visitor_plays_a_whole_game_by_what_glows() -> None:
    visit = Visit()
    visit.touch("plies.2")
    chance = np.random.default_rng(3)
    for _ in range(1_000):
        step = guide.next_step(visit.context())
        if step.prompt == "over":
            break
        if not step.controls:
            visit.exhibit.advance(5_000_000)
            continue
        visit.touch(step.controls[chance.integers(len(step.controls))].removeprefix("pc."))
    assert visit.exhibit.plays == 1
    assert told(visit)


# -- what is looked at in a game -------------------------------------------------------------------


def test_a_game_is_looked_at_from_its_first_move_to_its_end_and_through_new_game() -> None:
    visit = Visit()

    def plays() -> bool:
        return ROOM.plays(visit.context())

    assert not plays(), "the whole machine waits for a visitor"
    move(visit, 11)
    assert not plays(), "a checker that is lifted can be set down again"
    visit.touch("square.11")
    step = guide.next_step(visit.context())
    assert (step.prompt, step.acts) == ("piece", press(guide.NEW)), "PLAY sits down to play"
    visit.touch("new")
    assert plays()
    assert guide.next_step(visit.context()).yours
    move(visit, 11, 15)
    assert plays()
    visit.exhibit.advance(60_000_000)
    assert plays()
    visit.touch("new")
    assert plays(), "another game begins where the last was looked at"
    visit.touch("back")
    assert plays()
    visit.touch("samuel")
    assert not plays()
    visit.touch("samuel")
    assert plays()
    set_up(visit, Position(bit(9), bit(18), 0, True))
    move(visit, 9, 14)
    visit.exhibit.advance(60_000_000)
    assert told(visit)
    assert not plays()


def test_why_is_said_without_a_touch() -> None:
    visit = Visit()
    assert why_pane.judged(visit.scene()) == "When it has moved, the reason stands here."
    move(visit, 11, 15)
    visit.exhibit.advance(1_000)
    assert why_pane.judged(visit.scene()) == "It looks 4 plies ahead."
    visit.exhibit.advance(60_000_000)
    scene = visit.scene()
    assert scene.boards > 0
    assert why_pane.judged(scene).startswith(f"It judged {scene.boards} boards: this move led to ")
    assert why_pane.judged(scene).endswith(sentence(Expectation((), scene.value, 1, 4, ()))[-20:])
    visit.touch("back")
    assert why_pane.judged(visit.scene()) == "When it has moved, the reason stands here."


def test_a_move_for_which_it_judged_no_board_was_made_all_the_same() -> None:
    visit = Visit()
    set_up(visit, Position(bit(10), bit(18) | bit(32), 0, True))
    move(visit, 10, 14)
    visit.exhibit.advance(60_000_000)
    assert not visit.exhibit.state.boards and visit.scene().result
    told = "All that it looked at ended the game. It is sure to win."
    assert why_pane.judged(visit.scene()) == told
    visit.touch("back")
    assert why_pane.judged(visit.scene()) == "When it has moved, the reason stands here."


def test_asked_why_after_the_move_that_won_it_says_what_it_judged() -> None:
    visit = Visit()
    set_up(visit, Position(bit(10), bit(18) | bit(32), 0, True))
    move(visit, 10, 14)
    visit.exhibit.advance(60_000_000)
    visit.touch("why")
    scene = visit.scene()
    assert scene.why and scene.expects is None
    pen = Written()
    why_pane.WhyPane(0.0, 0.0).lay(pen, scene, 0, lambda *_: None)  # type: ignore[arg-type]
    assert " ".join(pen.said) == why_pane.judged(scene)


def test_what_it_has_learned_is_told_by_generations_and_that_a_game_teaches_it_nothing() -> None:
    measured = (Strength(250, 150, 48, 2, 0.87, 0.02), Strength(CHAMPION, 185, 14, 1, 0.96, 0.01))
    scene = replace(RESTING, generation=CHAMPION, strength=measured)
    nothing = "Your game teaches it nothing: it learned by evolution, before you came."
    found = learned(moment_with(scene))
    assert found.said == (
        f"{nothing} Against generation 0, generation 1,002 now wins 96 of 100 points."
    )
    rows = [(row.name, row.before, row.after, row.told) for row in found.changes]
    assert rows == [
        ("Generation 0", 0.5, 0.5, "50 of 100"),
        ("Generation 250", 0.5, 0.87, "87 of 100"),
        ("Generation 1,002", 0.87, 0.96, "96 of 100"),
    ]
    first = learned(moment_with(replace(scene, generation=0)))
    assert first.said == f"{nothing} You play generation 0: its weights are chance."
    unmeasured = learned(moment_with(replace(scene, strength=())))
    assert (unmeasured.said, unmeasured.changes) == (nothing, ())


def test_a_touch_beside_the_checkers_looks_at_nothing_else_and_one_of_the_network_closely() -> None:
    stage = Stage(ROOM)
    stage.in_play = True
    stage.lay((1920, 984))
    places = {placed.place.name: placed for placed in stage.standings}
    assert stage.place_at(*places["pc"].seen.center) == places["pc"].place
    assert not stage.gains(places["pc"].place)
    assert stage.gains(places["network"].place)


def test_what_a_game_is_worked_by_fits_a_finger_in_a_small_window() -> None:
    stage = Stage(ROOM)
    stage.in_play = True
    stage.lay((800, 480 - control_bar_height((800, 480))))
    there = {hit.event: hit.rect for hit in stage.targets()}
    for name in ("pc.new", "pc.back", "pc.side", "pc.why"):
        assert min(there[name].size) >= LEAST, name


# -- the card after a game -------------------------------------------------------------------------


def moment_after(scene: AnacondaScene, games: int = 1, contests: int = 0) -> DrawContext:
    """A moment after so many games."""
    return moment_with(scene, view={"tallies": {"games": games, "contests": contests}})


def test_a_game_to_its_end_tells_that_the_visitor_won_and_no_weight_has_moved() -> None:
    visit = Visit()
    visit.exhibit.state.positions[-1] = Position(bit(15) | bit(1), bit(18), 0, True)
    visit.exhibit._turn_to_move()
    weights = NETWORK.weights.copy()
    assert ROOM.after_game(visit.context()) is None
    visit.touch("square.15")
    visit.touch("square.22")
    told = ROOM.after_game(visit.context())
    assert told is not None
    assert (told.text, told.number) == ("won", 1)
    assert (NETWORK.weights == weights).all()


@pytest.mark.parametrize(
    ("result", "red", "text"),
    [
        ("White wins", "YOU", "lost"),
        ("Red wins", "ANACONDA", "lost"),
        ("White wins", "ANACONDA", "won"),
        ("drawn: 100 moves on each side", "YOU", "drawn"),
    ],
)
def test_who_won_is_said_from_the_visitors_side(result: str, red: str, text: str) -> None:
    white = "YOU" if red == "ANACONDA" else "ANACONDA"
    scene = replace(Visit().scene(), result=result, red=red, white=white)
    told = ROOM.after_game(moment_after(scene))
    assert told is not None
    assert told.text == text
    assert told.ending == text
    assert ROOM.after_game(moment_after(replace(scene, samuel=True))) is None


def test_a_match_against_the_beginning_has_a_card_of_its_own() -> None:
    scene = replace(Visit().scene(), contested=Score(18, 1, 1, 20))
    told = ROOM.after_game(moment_after(scene, games=2, contests=1))
    assert told is not None
    assert (told.text, told.number, told.ending) == ("contest", 3, "")
    said = words().after("anaconda", told.text, told.words)
    assert "20 quick games: 18 won, 1 even, 1 lost" in said


def test_an_ancestor_that_played_is_named() -> None:
    scene = replace(Visit().scene(), result="Red wins", red="YOU", white="GENERATION 0")
    told = ROOM.after_game(moment_after(replace(scene, generation=0)))
    assert told is not None
    assert (told.text, told.winner) == ("ancestor", "you_won")
    scene = replace(scene, result="White wins", generation=0)
    told = ROOM.after_game(moment_after(scene))
    assert told is not None
    assert words().after("anaconda", told.winner, told.words) == "Generation 0 won."
    step = guide.next_step(moment_after(scene))
    assert words().prompt("anaconda", step.prompt, step.words).startswith("Generation 0 won. ")


# -- why a move was made ---------------------------------------------------------------------------


class Written:
    """A pen that keeps the ends of its lines."""

    def __init__(self) -> None:
        self.ends: list[float] = []
        self.said: list[str] = []

    def text(self, text: str, x: float, y: float, high: float) -> None:
        del y
        self.said.append(text)
        self.ends.append(x + ENGRAVING.width(text, high, SPACING))


@pytest.mark.parametrize("worth", [degree for degree, _ in why_pane.DEGREES])
def test_no_line_runs_into_the_frame(worth: float) -> None:
    moves = ("15x22", "25x18", "12-16", "9-13", "6x15x22x29")
    for line in itertools.product(moves, repeat=3):
        pen = Written()
        expects = Expectation(line, worth, 6, 2_592, ())  # type: ignore[arg-type]
        box = (MARGIN, 16.0, WIDE - 2 * MARGIN, 52.0)
        paragraph(pen, sentence(expects), box, SIZE)  # type: ignore[arg-type]
        assert max(pen.ends) <= WIDE - MARGIN
