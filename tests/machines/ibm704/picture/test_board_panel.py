"""The plates beside the 704's board: WHY, TODAY v START, TAKE BACK; what asks before it wipes."""

import random
from itertools import product

import pytest

from devices.media.deck import deck_of_value, deck_value
from devices.screen.guide import ASKS_MS
from machines.games.draughts.moves import legal_moves
from machines.games.draughts.scene import BoardScene, Expectation, Learned, Sample
from machines.ibm704.exhibit import Ibm704
from machines.ibm704.picture.board import BoardPart, BoardState
from machines.ibm704.picture.figures_slip import in_men
from machines.ibm704.picture.room import Ibm704Room
from machines.ibm704.picture.selector import ENGRAVING, SelectorPart
from machines.ibm704.picture.wall_charts import GAMES, contest_deck
from tests.machines.ibm704.bench import deck_of
from tests.machines.test_guides import MOST_WORDS, play_on
from tests.machines.visitor import Visitor, words


def scene_of(visitor: Visitor) -> BoardScene:
    scene = visitor.exhibit.view().scene
    assert isinstance(scene, BoardScene)
    return scene


def playing(moves: int = 2) -> Visitor:
    """A visitor in a game, after so many touches of what glows."""
    visitor = Visitor("ibm704")
    play_on(visitor, random.Random(3), moves)
    wait_for_turn(visitor)
    return visitor


def press(visitor: Visitor, control: str) -> None:
    visitor.refused = []
    visitor.touch(visitor.hits()[control])
    visitor.settle()
    assert not visitor.refused


def wait_for_turn(visitor: Visitor) -> None:
    for _ in range(300):
        if visitor.step().yours:
            return
        visitor.play.tend(visitor.step(), visitor.now_ms, visitor.send)
        visitor.wait(200, 100)
    raise AssertionError("the machine goes on")


def state_of(visitor: Visitor) -> BoardState:
    room = visitor.room
    assert isinstance(room, Ibm704Room)
    return room.board(visitor.context())


def test_take_back_brings_the_board_before_the_visitors_move() -> None:
    visitor = Visitor("ibm704")
    assert visitor.press_play().yours
    before = scene_of(visitor).position
    assert "take_back" not in state_of(visitor).can
    play_on(visitor, random.Random(3), 2)
    wait_for_turn(visitor)
    assert scene_of(visitor).position != before
    press(visitor, "board.take_back")
    wait_for_turn(visitor)
    assert scene_of(visitor).position == before
    assert "take_back" not in state_of(visitor).can


def test_take_back_while_the_machine_thinks() -> None:
    visitor = Visitor("ibm704")
    visitor.press_play()
    before = scene_of(visitor).position
    for square in legal_moves(before)[0].squares:
        visitor.touch(visitor.hits()[f"board.square.{square}"])
        visitor.settle()
    for _ in range(100):
        if scene_of(visitor).trying is not None:
            break
        visitor.wait(40)
    press(visitor, "board.take_back")
    wait_for_turn(visitor)
    assert scene_of(visitor).position == before


@pytest.mark.slow
def test_take_back_after_the_end() -> None:
    visitor = Visitor("ibm704")
    assert play_on(visitor, random.Random(5), 400).prompt == "over"
    press(visitor, "board.take_back")
    wait_for_turn(visitor)
    assert not scene_of(visitor).over
    assert visitor.step().yours


@pytest.mark.slow
def test_why_says_and_draws_what_the_machine_expects_then_the_figures_then_nothing() -> None:
    visitor = playing()
    assert state_of(visitor).why == 0
    plain = visitor.step()
    press(visitor, "board.why")
    step = visitor.step()
    assert step.prompt in ("why_likes", "why_fears", "why_even")
    assert step.controls == plain.controls
    expects = scene_of(visitor).expects
    assert expects is not None
    said = words().prompt("ibm704", step.prompt, step.words)
    assert str(expects.line[0]) in said
    part = BoardPart()
    part.build(0.6)
    shown, hidden = (part.look(state_of(visitor)._replace(why=why), 0) for why in (1, 0))
    assert len(shown) > len(hidden)
    press(visitor, "board.why")
    assert visitor.step().prompt == "figures"
    press(visitor, "board.why")
    assert visitor.step() == plain


def test_an_explanation_is_short_whatever_speaks_for_the_move_or_against_it() -> None:
    terms = [name for name in words().rooms["ibm704"].after if name.isupper()]
    assert len(terms) > 30
    for prompt, term in product(("why_likes", "why_fears"), terms):
        moves = {"moves": "15x24, 27x20x11", "clue": term}
        said = words().prompt("ibm704", prompt, moves)
        assert len(said.split()) <= MOST_WORDS, said


def test_an_explanation_ends_with_its_board() -> None:
    visitor = playing()
    press(visitor, "board.why")
    press(visitor, "board.why")
    assert state_of(visitor).why == 2
    press(visitor, "board.take_back")
    wait_for_turn(visitor)
    play_on(visitor, random.Random(3), 2)
    wait_for_turn(visitor)
    assert "why" in state_of(visitor).can
    assert state_of(visitor).why == 0
    assert visitor.step().prompt in ("piece", "must_jump")


def test_a_tap_on_the_board_puts_the_figures_away_and_moves_nothing() -> None:
    visitor = playing()
    press(visitor, "board.why")
    press(visitor, "board.why")
    before = scene_of(visitor).position
    press(visitor, visitor.hits()["board.square.9"].event)
    assert state_of(visitor).why == 1
    assert state_of(visitor).chosen == ()
    assert scene_of(visitor).position == before


@pytest.mark.slow
def test_todays_alpha_plays_alpha_as_he_began_and_the_score_is_said() -> None:
    visitor = playing(12)
    assert "now_then" in state_of(visitor).can
    press(visitor, "board.now_then")  # it would end the visitor's game: it asks
    assert visitor.step().prompt == "ends"
    assert visitor.step().controls == ("board.now_then",)
    press(visitor, "board.now_then")
    visitor.press_play(watches=True)
    step = visitor.step()
    assert step.prompt == "contest"
    assert step.watch
    learned = scene_of(visitor).learned
    started = learned.samples[0].terms
    for _ in range(4_000):
        if visitor.step().prompt == "contest_over":
            break
        visitor.wait(200, 100)
    step = visitor.step()
    assert step.prompt == "contest_over"
    assert sum(int(step.words[key]) for key in ("won", "lost", "drawn")) == GAMES
    assert isinstance(visitor.exhibit, Ibm704)
    beta = visitor.exhibit.program.state.learning.contest.beta
    assert {one.name: one.coefficient for one in beta.weights} == dict(started)
    assert scene_of(visitor).learned.samples[-1].terms == learned.samples[-1].terms  # nobody learns
    assert visitor.press_play().yours  # PLAY leads to a game of the visitor's own
    assert scene_of(visitor).title == "TEACH ALPHA"


def test_there_is_no_match_where_alpha_is_as_he_began() -> None:
    terms = (("KCENT", 1 << 18), ("MOB", 1 << 18))
    assert contest_deck(Learned()) == ""
    assert contest_deck(Learned("", (Sample(0, terms), Sample(1, terms)))) == ""
    other = (("KCENT", 1 << 18), ("MOB", -(1 << 4)), ("GAP", 0))
    deck = deck_of_value(contest_deck(Learned("", (Sample(0, terms), Sample(1, other)))))
    texts = [card.text("").rstrip() for card in deck.cards]
    begins = texts.index("POLY   BETA")
    assert texts[begins - 2 : begins] == ["POLY   KCENT +18", "POLY   MOB -4"]
    assert texts[begins + 1 : begins + 3] == ["POLY   KCENT +18", "POLY   MOB +18"]


@pytest.mark.parametrize("control", ["console.load_cards", "console.clear"])
def test_what_would_end_a_visitors_game_asks_first(control: str) -> None:
    visitor = playing()
    before = scene_of(visitor).position
    press(visitor, control)
    assert visitor.step().prompt == "ends"
    assert visitor.step().controls == (control,)
    assert scene_of(visitor).position == before
    visitor.wait(ASKS_MS + 100)
    assert visitor.step().prompt != "ends"
    press(visitor, control)
    press(visitor, control)
    visitor.wait(3_000)
    assert scene_of(visitor).position != before


def test_the_card_watch_him_learn_ends_in_watching() -> None:
    visitor = Visitor("ibm704")
    visitor.start_card("watch")
    step = visitor.press_play(watches=True)
    assert step.prompt == "watch"
    visitor.wait(2_000)
    assert scene_of(visitor).black in ("ALPHA", "BETA")


JUMPS = ("GAME   1 BLACK=OPERATOR WHITE=MACHINE", "BOARD  B/W6,15,32/B1", "SENSE  1", "END")


def test_a_multiple_jump_is_tapped_square_by_square_and_its_squares_taken_back() -> None:
    visitor = Visitor("ibm704")
    visitor.operate("reader.hopper", deck_value(deck_of(*JUMPS)))
    assert visitor.press_play().prompt == "must_jump"
    press(visitor, "board.square.1")
    assert visitor.step().controls == ("board.square.10",)
    press(visitor, "board.square.10")
    visitor.wait(500)
    assert scene_of(visitor).partial == (1, 10)
    assert visitor.step().prompt == "jump_on"
    press(visitor, "board.take_back")
    wait_for_turn(visitor)
    assert scene_of(visitor).partial == ()
    for square in (1, 10, 19):
        press(visitor, f"board.square.{square}")
        visitor.wait(500)
    assert scene_of(visitor).last is not None
    assert scene_of(visitor).position.piece(1) == ""


@pytest.mark.slow
def test_a_card_of_the_placard_asks_only_over_a_game_of_which_a_move_was_made() -> None:
    visitor = Visitor("ibm704")
    visitor.press_play()
    assert not visitor.room.at_stake(visitor.context())
    play_on(visitor, random.Random(3), 2)
    wait_for_turn(visitor)
    assert visitor.room.at_stake(visitor.context())
    play_on(visitor, random.Random(3), 400)
    assert not visitor.room.at_stake(visitor.context())


@pytest.mark.slow
def test_alpha_goes_on_with_what_visitors_have_taught_him() -> None:
    visitor = playing(12)
    taught = scene_of(visitor).learned.samples[-1].terms
    for control in ("console.load_cards", "console.load_cards"):  # it asks; the hopper is empty
        press(visitor, control)
    assert visitor.press_play().yours
    assert isinstance(visitor.exhibit, Ibm704)
    learning = visitor.exhibit.program.state.learning
    weights = learning.contest.alpha.polynomial.weights
    now = {one.name: one.coefficient for one in weights if one.coefficient}
    assert now == {name: coefficient for name, coefficient in taught if coefficient}
    assert scene_of(visitor).white == "ALPHA"
    assert "now_then" in state_of(visitor).can
    play_on(visitor, random.Random(4), 400)
    assert learning.contest.alpha.corrections > 0


def test_a_long_word_at_the_selector_is_made_smaller() -> None:
    part = SelectorPart()
    part.build(1.0)
    room = 50.0
    for word in ("PROGRAMM", "704"):
        high = part._fitted(word, room)
        assert ENGRAVING.width(word, high, 0.02) <= room + 0.5
    assert part._fitted("704", room) > part._fitted("PROGRAMM", room)


def test_no_figure_of_the_slip_is_a_zero_with_a_sign() -> None:
    expects = Expectation("ALPHA", man=1 << 20)
    told = [in_men(value, expects) for value in (0, 1 << 20, -(1 << 19), 40, -2)]
    assert told == ["0.000", "+1.000", "-0.500", "+0.00004", "-0.000002"]


def test_a_visitor_who_teaches_alpha_is_told_of_no_beta() -> None:
    visitor = playing(2)
    told: list[str] = []
    for _ in range(2):
        visitor.touch(visitor.hits()[visitor.step().controls[0]])
        for _ in range(100):
            visitor.wait(20)
            told.append(visitor.exhibit.view().caption)
    assert "game 1: Alpha looks ahead for White" in told, set(told)
    assert not any("Beta" in caption for caption in told)
