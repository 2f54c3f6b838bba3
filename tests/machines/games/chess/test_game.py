"""How games of chess end, and what a game remembers."""

import pytest

from machines.exhibit.snapshot import pack, unpack
from machines.games.chess.board import Position
from machines.games.chess.game import Ending, Game, Outcome
from machines.games.chess.moves import find_move
from machines.games.chess.notation import read_fen


def after(fen: str, *moves: str, most_plies: int = 300) -> Game:
    game = Game([read_fen(fen) if fen else Position.start()], most_plies=most_plies)
    for text in moves:
        game.play(find_move(game.position, text))
    return game


def test_a_game_goes_on_from_the_start() -> None:
    game = Game()
    assert game.outcome() is None
    assert game.position == Position.start()


def test_mate_wins_for_who_gave_it() -> None:
    outcome = after("", "f2f3", "e7e5", "g2g4", "d8h4").outcome()
    assert outcome == Outcome(Ending.CHECKMATE, "black")
    assert outcome.result == "0-1"
    assert (outcome.score(black=True), outcome.score(black=False)) == (1.0, 0.0)
    mirrored = after("7k/R7/1R6/8/8/8/8/K7 w - - 0 1", "b6b8").outcome()
    assert mirrored is not None and mirrored.result == "1-0"
    assert (mirrored.score(black=True), mirrored.score(black=False)) == (0.0, 1.0)


def test_stalemate_is_drawn() -> None:
    outcome = after("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "f5f7").outcome()
    assert outcome == Outcome(Ending.STALEMATE)
    assert outcome.result == "1/2-1/2"
    assert outcome.score(black=True) == outcome.score(black=False) == 0.5


def test_men_that_cannot_mate_draw() -> None:
    outcome = after("7k/8/8/8/8/8/6p1/K5B1 w - - 0 1", "a1a2", "h8h7", "a2a1", "h7h8").outcome()
    assert outcome is None
    taken = after("7k/8/8/8/8/8/5p2/K5B1 w - - 0 1", "g1f2").outcome()
    assert taken == Outcome(Ending.INSUFFICIENT)


def test_the_third_time_draws() -> None:
    back_and_forth = ("g1f3", "g8f6", "f3g1", "f6g8")
    game = after("", *back_and_forth)
    assert game.repetitions() == 2
    assert game.outcome() is None
    assert after("", *back_and_forth, *back_and_forth).outcome() == Outcome(Ending.REPETITION)


def test_a_pawn_that_might_be_taken_in_passing_makes_another_position() -> None:
    fen = "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1"
    knights = ("g8f6", "g1f3", "f6g8", "f3g1")
    game = after(fen, "e2e4", *knights)
    assert game.repetitions() == 1
    without = after(fen.replace("3p4", "8"), "e2e4", *knights)
    assert without.repetitions() == 2


def test_fifty_moves_draw_but_mate_on_the_last_counts() -> None:
    assert after("7k/8/8/8/8/8/R7/K7 w - - 98 80", "a2a3").outcome() is None
    drawn = after("7k/8/8/8/8/8/R7/K7 w - - 99 80", "a2a3").outcome()
    assert drawn == Outcome(Ending.FIFTY)
    mate = after("7k/R7/1R6/8/8/8/8/K7 w - - 99 80", "b6b8").outcome()
    assert mate == Outcome(Ending.CHECKMATE, "white")


def test_a_learning_game_ends_after_so_many_plies() -> None:
    assert after("", "e2e4", "e7e5", most_plies=3).outcome() is None
    assert after("", "e2e4", "e7e5", "g1f3", most_plies=3).outcome() == Outcome(Ending.LENGTH)
    assert after("", "e2e4", "e7e5", "g1f3", most_plies=0).outcome() is None


def test_a_move_is_taken_back() -> None:
    game = after("", "e2e4", "e7e5")
    game.take_back()
    assert [str(move) for move in game.moves] == ["e2e4"]
    assert len(game.positions) == 2


def test_an_illegal_move_and_a_move_after_the_end_change_nothing() -> None:
    game = after("", "e2e4")
    with pytest.raises(ValueError, match="e4e5 is no legal move"):
        game.play(find_move(after("", "e2e4", "a7a6").position, "e4e5"))
    assert len(game.moves) == 1
    over = after("", "f2f3", "e7e5", "g2g4", "d8h4")
    with pytest.raises(ValueError, match="the game is over"):
        over.play(over.moves[0])


def test_a_game_is_packed_and_comes_back() -> None:
    game = after("", "e2e4", "d7d5", "e4d5")
    assert unpack(pack(game, 1), Game, 1) == game
