"""Morph's workstation: a visitor's game, time, why this move, games against the house, learning."""

from functools import cache

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.exhibit.exhibit import Event
from machines.games.chess.board import SQUARE_NAMES, Move, Position, square
from machines.games.chess.game import Game
from machines.games.chess.house import HousePlayer
from machines.games.chess.moves import legal_moves, make
from machines.games.chess.notation import read_fen
from machines.morph.exhibit import MorphExhibit
from machines.morph.growth import MOST_SPANS, PLIES, POINTS, Growth
from machines.morph.history import TABLE
from machines.morph.learner import Learner, game_generator, play_game
from machines.morph.move_entry import touch_square
from machines.morph.patterns import GraphPattern
from machines.morph.scene import MorphScene, attack_graph, men_of, men_of_fen, sketch_of
from machines.morph.scene_builder import order_of
from machines.morph.state import FOLD_US, MOVE_US, PAUSE_US
from machines.storage.registry import layout_of

LAYOUT = layout_of("morph")


@cache
def trained() -> bytes:
    """A Morph after fifteen games."""
    learner = Learner()
    for game in range(15):
        generator = game_generator(8, game)
        learner.learn(play_game(learner, HousePlayer(1), generator, game % 2 == 0), generator)
    return learner.to_bytes()


def made() -> MorphExhibit:
    return MorphExhibit(LAYOUT, trained())


def act(one: MorphExhibit, control: str, value: int | str = 1) -> None:
    one.operate(Event("morph", f"workstation.{control}", value, one.now_us))


def scene(one: MorphExhibit) -> MorphScene:
    seen = one.view().scene
    assert isinstance(seen, MorphScene)
    return seen


def play(one: MorphExhibit, *squares: str) -> None:
    for name in squares:
        act(one, f"square.{name}")


def set_up(one: MorphExhibit, fen: str) -> None:
    one.state.game = Game([read_fen(fen)])
    act(one, "new", 0)  # nothing but that the exhibit settles
    one._turn_to_move()


# -- a visitor's game


def test_a_man_and_then_a_square_make_a_move() -> None:
    one = made()
    play(one, "g1")
    assert scene(one).board.entered == square("g1")
    assert scene(one).board.targets == (square("f3"), square("h3"))
    play(one, "f3")
    assert [str(move) for move in one.state.game.moves] == ["g1f3"]
    assert one.view().busy
    one.advance(MOVE_US - 1)
    assert len(one.state.game.moves) == 1
    one.advance(1)
    assert len(one.state.game.moves) == 2
    assert not one.state.position.black_to_move


@pytest.mark.parametrize(
    ("squares", "words"),
    [
        (("e5",), "nothing stands there"),
        (("e7",), "isn't yours"),
        (("a1",), "can't move"),
        (("b1", "b4"), "the knight on b1 doesn't reach b4"),
    ],
)
def test_a_square_against_the_rules_is_refused_in_words(
    squares: tuple[str, ...], words: str
) -> None:
    one = made()
    with pytest.raises(RefusedError, match=words):
        play(one, *squares)
    assert words in one.view().reason
    assert one.state.game.moves == []


def test_a_second_touch_lets_a_man_go_and_another_is_chosen() -> None:
    one = made()
    play(one, "e2", "e2")
    assert scene(one).board.entered == -1
    play(one, "e2", "d2")
    assert scene(one).board.entered == square("d2")


def test_a_pawn_that_arrives_becomes_what_is_chosen() -> None:
    one = made()
    set_up(one, "7k/P7/8/8/8/8/8/K7 w - - 0 1")
    play(one, "a7", "a8")
    assert scene(one).board.promotion == "QRBN"
    assert scene(one).board.targets == ()
    assert one.state.game.moves == []
    with pytest.raises(RefusedError, match="expected one of q, r, b, n"):
        act(one, "promote.k")
    act(one, "promote.n")
    assert str(one.state.game.moves[0]) == "a7a8n"
    with pytest.raises(RefusedError, match="no pawn"):
        act(one, "promote.q")


def test_castling_is_the_kings_move_of_two_squares() -> None:
    position = read_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    entry = touch_square(position, square("e1"), square("g1"))
    assert entry.move == Move(square("e1"), square("g1"))


def test_nobody_moves_while_morph_thinks() -> None:
    one = made()
    play(one, "e2", "e4")
    with pytest.raises(RefusedError, match="thinking"):
        play(one, "d2")


def test_take_back_goes_to_the_visitors_last_turn() -> None:
    one = made()
    with pytest.raises(RefusedError, match="no move yet"):
        act(one, "back")
    play(one, "e2", "e4")
    act(one, "back")  # while it thinks
    assert one.state.position == Position.start()
    play(one, "e2", "e4")
    one.advance(MOVE_US)
    play(one, "d2")
    before = one.state.position
    act(one, "square.d4")
    one.advance(MOVE_US)
    act(one, "back")
    assert one.state.position == before
    act(one, "back")
    assert one.state.position == Position.start()


def test_changing_sides_lets_morph_begin() -> None:
    one = made()
    act(one, "side")
    assert one.view().busy
    assert (scene(one).white, scene(one).black) == ("MORPH", "YOU")
    assert scene(one).board.flipped
    one.advance(MOVE_US)
    assert len(one.state.game.moves) == 1
    assert "black" in one._waits()


# -- why this move


def test_while_it_thinks_the_successors_appear_one_after_the_other() -> None:
    one = made()
    play(one, "e2", "e4")
    counts = []
    for _ in range(10):
        one.advance(MOVE_US // 11)
        seen = scene(one)
        counts.append(len(seen.successors.bars))
        assert seen.successors.chosen == -1
        assert [bar.value for bar in seen.successors.bars] == sorted(
            (bar.value for bar in seen.successors.bars), reverse=True
        )
    assert counts == sorted(counts)
    assert counts[0] < 4
    one.advance(MOVE_US)
    assert len(scene(one).successors.bars) == 20
    assert scene(one).successors.chosen == 0


def test_the_fold_ends_in_the_value_of_the_move() -> None:
    one = made()
    play(one, "e2", "e4")
    one.advance(MOVE_US)
    grown = []
    while one.view().busy:
        grown.append(scene(one).fold.shown)
        one.advance(FOLD_US // 8)
    seen = scene(one)
    assert grown == sorted(grown)
    assert grown[0] == 1
    assert seen.fold.shown == -1
    assert seen.fold.steps[-1].value == seen.successors.bars[0].value
    assert seen.fold.move == seen.successors.bars[0].move


def test_the_pattern_on_the_board_lies_on_men_that_stand_there() -> None:
    one = made()
    play(one, "e2", "e4")
    one.advance(MOVE_US + FOLD_US - 1)
    seen = scene(one)
    assert seen.board.men == men_of(one.state.position)
    laid = [step for step in seen.fold.steps if step.sketch.nodes]
    assert laid
    assert seen.board.pattern.nodes
    for step in laid:
        for node in step.sketch.nodes:
            if node.label not in "*oO":
                assert seen.board.men[node.square] == node.label


def test_the_steps_of_the_fold_can_be_gone_by_hand() -> None:
    one = made()
    with pytest.raises(RefusedError, match="no move of Morph"):
        act(one, "step")
    play(one, "e2", "e4")
    one.advance(MOVE_US)
    count = len(scene(one).fold.steps)
    shown = []
    for _ in range(count + 2):
        act(one, "step")
        shown.append(scene(one).fold.shown)
    assert shown == [*range(1, count + 1), 0, 1]


def test_another_successor_is_shown_with_its_board_and_its_fold() -> None:
    one = made()
    play(one, "e2", "e4")
    one.advance(MOVE_US)
    assert one.state.choice is not None
    position = one.state.choice.position
    values = one.learner.values(position).tolist()
    number = order_of(values, one.state.choice.chosen)[5]
    act(one, "move.5")
    seen = scene(one)
    assert seen.board.men == men_of(make(position, legal_moves(position)[number]))
    assert seen.successors.looked == 5
    assert seen.fold.steps[-1].value == values[number]
    assert seen.other_board == f"THE BOARD AFTER {seen.successors.bars[5].move}"
    assert seen.board.movable == ()
    act(one, "move.5")
    assert scene(one).other_board == ""
    act(one, "move.5")
    play(one, "d2")  # the game is gone on with
    assert scene(one).board.men == men_of(one.state.position)
    with pytest.raises(RefusedError, match="there are 20"):
        act(one, "move.20")


def test_a_line_of_the_fold_puts_its_pattern_on_the_board() -> None:
    one = made()
    play(one, "e2", "e4")
    one.advance(MOVE_US + FOLD_US)
    steps = scene(one).fold.steps
    for number, step in enumerate(steps):
        act(one, f"why.{number}")
        assert scene(one).board.pattern == step.sketch
        assert scene(one).fold.pointed == number
    with pytest.raises(RefusedError):
        act(one, f"why.{len(steps)}")


def test_a_pattern_of_the_wall_is_shown_where_it_came_from() -> None:
    one = made()
    act(one, "pattern.2")
    seen = scene(one)
    hung = seen.wall.patterns[2]
    assert seen.board.men == hung.sketch.men
    assert seen.board.pattern == hung.sketch
    for node in hung.sketch.nodes:
        if node.label not in "*oO":
            assert seen.board.men[node.square] == node.label
    act(one, "wall.next")
    turned = scene(one).wall
    assert (turned.page, turned.pointed) == (1, -1)
    assert turned.patterns != seen.wall.patterns
    for _ in range(turned.pages - 1):
        act(one, "wall.next")
    assert scene(one).wall.page == 0


def test_the_attack_graph_is_every_attack_and_defence_between_men() -> None:
    one = made()
    act(one, "arrows")
    arrows = {
        (SQUARE_NAMES[a.source], SQUARE_NAMES[a.target]): a.kind for a in scene(one).board.graph
    }
    assert arrows["b1", "d2"] == "direct"
    assert arrows["a8", "a7"] == "direct"
    assert arrows["a1", "a7"] == "discovered"
    assert ("b1", "c3") not in arrows  # nobody stands there
    act(one, "arrows")
    assert scene(one).board.graph == ()


@pytest.mark.parametrize("turn", ["w", "b"])
def test_the_attack_graph_is_that_of_the_board_whoever_moves(turn: str) -> None:
    board = read_fen(f"3k4/8/4r3/b7/8/2N5/8/R3QK2 {turn} - - 0 1")
    arrows = {SQUARE_NAMES[a.source] + SQUARE_NAMES[a.target]: a.kind for a in attack_graph(board)}
    assert {name for name, kind in arrows.items() if kind == "direct"} == {
        "a1e1", "a1a5", "e1f1", "e1a1", "f1e1", "e1c3", "e1e6", "e6e1", "a5c3", "a5d8",
    }  # fmt: skip
    assert {name for name, kind in arrows.items() if kind == "indirect"} == {"a1f1", "a5e1"}
    assert {name for name, kind in arrows.items() if kind == "discovered"} == {"e1a5"}


def test_colours_and_squares_of_a_pattern_are_those_of_the_board() -> None:
    learner = Learner.from_bytes(trained())
    pattern = next(
        one.pattern for one in learner.records()
        if isinstance(one.pattern, GraphPattern) and one.pattern.origin is not None
    )  # fmt: skip
    assert pattern.origin is not None
    men = men_of_fen(pattern.origin.fen)
    assert men == men_of(read_fen(pattern.origin.fen))
    there = sketch_of(pattern, pattern.origin.squares)
    here = sketch_of(pattern, pattern.origin.squares, white_moved=False)
    assert [node.label.swapcase() for node in there.nodes] == [one.label for one in here.nodes]


# -- learning


def play_to_the_end(one: MorphExhibit) -> None:
    """The visitor's first legal move, again and again."""
    while not one._outcome:
        position = one.state.position
        move = legal_moves(position)[0]
        play(one, SQUARE_NAMES[move.start], SQUARE_NAMES[move.end])
        if move.promotion:
            act(one, "promote.q")
        one.advance(MOVE_US)


def test_a_game_that_is_played_to_its_end_is_learned_from() -> None:
    one = made()
    for squares in (("f2", "f3"), ("g2", "g4")):
        play(one, *squares)
        one.advance(MOVE_US)
    games = one.learner.games
    play_to_the_end(one)
    assert one.learner.games == games + 1
    assert one.state.growth.games == 1
    assert one.view().plays == 1
    assert "weights moved" in one.view().caption
    with pytest.raises(RefusedError, match="press NEW GAME"):
        play(one, "e2")
    act(one, "new")
    assert one.state.position == Position.start()


def test_against_the_house_it_learns_game_after_game_and_changes_sides() -> None:
    one = made()
    act(one, "house")
    assert "Morph, White" in one.view().caption
    games = one.learner.games
    while one.state.games < 2:
        one.advance(MOVE_US)
    assert one.learner.games == games + 2
    assert scene(one).curves.points == one.state.growth.column(POINTS)
    assert len(scene(one).curves.points) == 2
    one.advance(PAUSE_US)
    assert one.state.morph_white  # twice changed
    with pytest.raises(RefusedError, match="playing the house"):
        act(one, "side")
    act(one, "house")
    assert one.state.game.moves == []
    assert not one.view().busy


def test_the_house_looks_as_far_ahead_as_it_is_told() -> None:
    one = made()
    act(one, "depth.2")
    act(one, "house")
    one.advance(MOVE_US)
    assert "looks 2 plies ahead" in one.view().caption
    position = one.state.position
    one.advance(MOVE_US)
    assert one.state.game.moves[1] == HousePlayer(2).choose(position, np.random.default_rng(0))
    with pytest.raises(RefusedError, match="expected 1 to 3"):
        act(one, "depth.9")


def test_what_it_knows_can_be_emptied_and_brought_back() -> None:
    one = made()
    assert scene(one).wall.total > 15
    act(one, "empty")
    assert (scene(one).wall.total, scene(one).games) == (0, 0)
    assert all(line.weight is None for line in scene(one).table)
    act(one, "house")
    while one.state.games < 8:
        one.advance(MOVE_US)
    assert scene(one).wall.total > 10
    assert scene(one).table[0].weight is not None
    act(one, "trained")
    assert scene(one).games == 15
    assert one.learner.to_bytes() == trained()


def test_the_printed_table_has_the_traditional_values_that_it_prints() -> None:
    printed = [0, -3, 3, 3, -3, -5, 5, 1, -1, 9, -9, 2, -6, -2, 0, -4, 0, 4, 6]
    assert [line.traditional for line in TABLE] == printed
    assert sum(line.updates for line in TABLE) == 11_020


def test_a_growth_stays_small_and_keeps_its_means() -> None:
    growth = Growth()
    for game in range(3 * MOST_SPANS):
        growth.add(game, 0.1, 80, 0.3, (0.0, 0.5, 1.0)[game % 3])
    assert growth.length == 4
    points = growth.column(POINTS)
    assert len(points) == 3 * MOST_SPANS // 4
    assert points[0] == 1.5
    assert points[-1] == 3 * MOST_SPANS - 2.5
    assert set(growth.column(PLIES)) == {80.0}
    assert (growth.won, growth.drawn, growth.lost) == (MOST_SPANS,) * 3


@pytest.mark.parametrize(
    ("control", "words"),
    [
        ("workstation.nonsense", "no such control"),
        ("workstation.square.i9", "a1 to h8"),
        ("nowhere.new", "there is workstation"),
        ("workstation.move.1", "no move of Morph"),
        ("workstation.pattern.99", "there are 15"),
    ],
)
def test_an_unknown_control_is_refused_in_words(control: str, words: str) -> None:
    one = made()
    with pytest.raises(RefusedError, match=words):
        one.operate(Event("morph", control, 1, 0))
    with pytest.raises(RefusedError):
        act(one, "new", "a word")
