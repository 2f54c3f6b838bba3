"""Games: when they are over, their statistics and their score; L, H and C of a book game."""

from machines.games.draughts.board import Move
from machines.games.draughts.moves import find_move, legal_moves
from machines.games.draughts.notation import read_fen
from machines.samuel.book import coefficient_text, rate
from machines.samuel.games import Game, Play, Result, score_words, tally


def begun(fen: str = "", limit: int = 0) -> Game:
    game = Game(1, limit=limit)
    if fen:
        game.place(read_fen(fen))
    game.begin(draws=True)
    return game


def make(game: Game, *moves: str, draws: bool = True) -> None:
    for text in moves:
        squares = tuple(int(part) for part in text.replace("X", "-").split("-"))
        move = find_move(game.position, squares)
        game.play(Play(move, game.black_to_move, "OPERATOR"), draws)


def test_a_game_may_be_over_before_it_begins() -> None:
    game = begun("B:W32,27,24,23:B28")
    assert not legal_moves(game.position)
    assert (game.result, game.ending) == (Result.WHITE_WINS, "BLACK CANNOT MOVE, WHITE WINS")


def test_the_same_position_for_the_third_time_is_a_draw() -> None:
    game = begun("B:WK32:BK1")
    make(game, "1-6", "32-28", "6-1", "28-32", "1-6", "32-28", "6-1")
    assert not game.over
    make(game, "28-32")
    assert (game.result, game.over) == (Result.DRAWN, True)
    assert "THIRD TIME" in game.ending


def test_while_a_book_is_followed_nothing_is_a_draw() -> None:
    game = begun("B:WK32:BK1")
    make(game, *(["1-6", "32-28", "6-1", "28-32"] * 4), draws=False)
    assert not game.over


def test_forty_moves_a_side_without_progress_are_a_draw() -> None:
    game = begun("B:WK32:BK1")
    game.quiet = 79
    make(game, "1-6")
    assert game.result is Result.DRAWN
    assert "40 MOVES A SIDE" in game.ending


def test_a_game_is_cut_at_its_limit() -> None:
    game = begun(limit=2)
    make(game, "11-15", "22-18")
    assert (game.result, game.ending) == (Result.OPEN, "2 MOVE TERMINATION")


def test_the_score_is_as_a_file_of_games_has_it() -> None:
    game = begun()
    make(game, "11-15", "22-18", "15X22")
    assert " ".join(score_words(game)) == "1. 11-15 22-18 2. 15X22 *"
    game = begun("W:W22,30:B1")
    make(game, "22-18", "1-5")
    assert " ".join(score_words(game)) == "1. ... 22-18 2. 1-5 *"


def test_switches_rule_over_the_game_card() -> None:
    game = Game(1, "OPERATOR", "MACHINE")
    assert [game.mover(rule) for rule in (0, 2, 3)] == ["OPERATOR", "MACHINE", "BOOK"]


def test_l_counts_moves_rated_poorer_and_h_better_than_the_book_move() -> None:
    moves = [Move((1, 5)), Move((2, 6)), Move((3, 7)), Move((4, 8)), Move((9, 13))]
    rated = list(zip(moves, (10, 30, 20, 20, 5), strict=True))
    rating = rate(moves[1], rated, moves[2])
    assert (rating.lower, rating.higher, rating.agreed) == (2, 1, False)
    assert (rating.choice_score, rating.book_score) == (30, 20)
    rating = rate(moves[1], rated, moves[1])
    assert (rating.lower, rating.higher, rating.agreed) == (4, 0, True)


def test_the_coefficient_is_l_less_h_over_their_sum() -> None:
    for lower, higher, text in (
        (0, 0, ""),
        (3, 0, "+1.00"),
        (0, 3, "-1.00"),
        (1, 1, "+0.00"),
        (2, 1, "+0.33"),
        (1, 2, "-0.33"),
        (536, 146, "+0.57"),
        (199, 201, "-0.01"),
        (999, 1001, "+0.00"),
    ):
        assert coefficient_text(lower, higher) == text, lower


def test_a_tally_adds_up_only_what_was_looked_into() -> None:
    move = Move((11, 15))
    plays = [
        Play(move, True, "OPERATOR"),
        Play(move, False, "MACHINE", 7, boards=100, evaluations=40, deepest=9, us=500_000),
        Play(move, True, "MACHINE", 7, boards=50, evaluations=20, deepest=11, us=250_000),
    ]
    found = tally(plays)
    assert (found.moves, found.decisions, found.boards, found.evaluations) == (3, 2, 150, 60)
    assert (found.deepest, found.us, found.rated) == (11, 750_000, 0)
