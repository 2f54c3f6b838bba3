"""TODAY v START, the game that comes back, and why a move was made, in words."""

import pytest

from devices.refusal import RefusedError
from machines.exhibit.board_exhibit import Score
from machines.games.chess.game import Ending, Game, Outcome
from machines.games.chess.moves import find_move
from machines.morph import contest
from machines.morph.exhibit import MorphExhibit
from machines.morph.picture import why_words
from machines.morph.picture.room import make_room
from machines.morph.scene import BeforeAndAfter
from tests.machines.morph.test_exhibit import LAYOUT, act, made, play, scene
from tests.machines.museum.window.window_room import words
from tests.machines.room_moment import moment_of


def answered_once() -> MorphExhibit:
    """A game in which the visitor has moved and Morph has answered."""
    one = made()
    play(one, "e2", "e4")
    one.advance(10_000_000)
    return one


@pytest.mark.slow
def test_a_match_against_nothing_ends_with_a_score_teaches_nothing_and_gives_the_game_back() -> (
    None
):
    one = answered_once()
    before, games, learned = one.state.game, one.state.games, one.learner.games
    moves, board = list(before.moves), one.learner.to_bytes()
    act(one, "contest")
    assert scene(one).contest == BeforeAndAfter(Score(games=contest.GAMES))
    for _ in range(600):
        one.advance(100_000)
        if one.state.contest is None:
            break
    found = scene(one).contested
    assert found is not None
    assert found.score.played == contest.GAMES
    assert one.state.game is before
    assert before.moves == moves
    assert (one.state.games, one.learner.games, one.state.finished) == (games, learned, 1)
    assert one.learner.to_bytes() == board
    told = make_room(LAYOUT).after_game(moment_of(one.view()))
    assert told is not None
    said = words().after("morph", told.text, told.words)
    assert f"10 quick games: {found.score.won} won" in said
    act(one, "square.d2")
    act(one, "square.d4")
    assert scene(one).contested is None


def test_a_match_is_broken_off_by_its_button() -> None:
    one = answered_once()
    before = one.state.game
    act(one, "contest")
    one.advance(2_000_000)
    assert one.state.game is not before
    for control in ("new", "house", "back"):
        with pytest.raises(RefusedError, match="that button ends it"):
            act(one, control)
    act(one, "contest")
    assert one.state.game is before
    assert one.state.finished is None


@pytest.mark.parametrize("button", ["contest", "house"])
def test_the_list_of_moves_comes_back_with_the_visitors_game(button: str) -> None:
    one = answered_once()
    before = scene(one).successors
    assert before.bars
    act(one, button)
    one.advance(2_000_000)
    other = made()
    other.restore(one.snapshot())
    for each in (one, other):
        act(each, button)
        assert scene(each).successors == before
        act(each, "move.0")


def test_the_list_of_moves_comes_back_with_the_game_before_new_game() -> None:
    one = answered_once()
    before = scene(one).successors
    act(one, "new")
    assert not scene(one).successors.bars
    act(one, "back")
    assert scene(one).successors == before


def test_a_match_goes_on_from_a_snapshot_as_it_would_have() -> None:
    one, other = made(), made()
    act(one, "contest")
    one.advance(1_111_111)
    other.restore(one.snapshot())
    for each in (one, other):
        each.advance(3_000_000)
    assert one.snapshot() == other.snapshot()


def test_who_took_more_has_won_where_nobody_mates() -> None:
    match = contest.new_contest(Game())
    assert match.today_is_white
    game = Game()
    for move in ("e2e4", "d7d5", "e4d5"):
        game.play(find_move(game.position, move))
    stopped = Outcome(Ending.LENGTH)
    match = match.counted(game, stopped)
    assert (match.score.won, match.taken, match.given) == (1, 1, 0)
    assert not match.today_is_white
    match = match.counted(game, stopped)
    assert (match.score.lost, match.taken, match.given) == (1, 1, 1)
    match = match.counted(Game(), stopped)
    assert match.score.drawn == 1
    match = match.counted(Game(), Outcome(Ending.CHECKMATE, "black"))
    assert match.score.won == 2


def test_take_back_brings_the_game_before_new_game_back() -> None:
    one = answered_once()
    before = one.state.game
    act(one, "new")
    assert one.state.left is not None
    act(one, "back")
    assert one.state.game is before
    act(one, "new")
    play(one, "d2", "d4")
    assert one.state.left is None


def test_a_visitors_game_comes_back_after_games_against_the_house() -> None:
    one = answered_once()
    before = one.state.game
    act(one, "house")
    one.advance(20_000_000)
    assert one.state.game is not before
    act(one, "house")
    assert one.state.game is before


def test_the_sentence_comes_with_morphs_move_and_not_before() -> None:
    one = made()
    play(one, "e2", "e4")
    one.advance(500_000)
    waits = why_words.sentence(scene(one).fold)
    assert waits == "When Morph has moved, the reason stands here."
    one.advance(10_000_000)
    told = why_words.sentence(scene(one).fold)
    assert told.endswith(".")
