"""Moves, positions and games read and written."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.refusal import RefusedError
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import legal_moves, make, read_squares
from machines.games.draughts.notation import (
    RESULTS,
    Game,
    read_collection,
    read_fen,
    read_pdn,
    write_fen,
    write_pdn,
)
from machines.games.draughts.player import RandomPlayer
from tests.machines.games.draughts.positions import positions
from tests.machines.perft_tables import GOLDEN

WORDS = st.text(alphabet=st.characters(codec="latin-1", exclude_categories=["Cc"]), max_size=30)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game from any position, with tags and comments."""
    start = draw(st.one_of(st.just(Position.start()), positions))
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    moves: list[Move] = []
    position = start
    for _ in range(draw(st.integers(0, 30))):
        if not legal_moves(position):
            break
        moves.append(RandomPlayer().choose(position, generator))
        position = make(position, moves[-1])
    names = st.sampled_from(["Event", "Site", "Date", "Round", "Black", "White"])
    tags = draw(st.lists(st.tuples(names, WORDS), max_size=4))
    said = draw(st.lists(st.tuples(st.integers(0, len(moves)), WORDS), max_size=4))
    comments = [(ply, " ".join(text.replace("}", "").split())) for ply, text in said]
    return Game(
        tuple(moves),
        tuple(tags),
        tuple(sorted(comments, key=lambda each: each[0])),
        draw(st.sampled_from(RESULTS if legal_moves(position) else RESULTS[3:])),
        start,
    )


@given(positions)
def test_a_position_written_and_read_is_the_same(position: Position) -> None:
    assert read_fen(write_fen(position)) == position


def test_a_bad_position_is_refused_with_its_column() -> None:
    for fen, where, said in (
        ("", "FEN, column 1", "side to move is B or W"),
        ("R:W1:B2", "FEN, column 1", "side to move is B or W, not 'R'"),
        ("B:W32", "FEN, column 6", "Black's pieces are missing"),
        ("B:B1", "FEN, column 5", "White's pieces are missing"),
        ("B:W32:B1:W31", "FEN, column 10", "White's pieces are given twice"),
        ("B:Q32:B1", "FEN, column 3", "a side begins with B or W, not 'Q32'"),
        ("B::W32:B1", "FEN, column 3", "a side begins with B or W"),
        ("B:W32,Q8:B1", "FEN, column 7", "'Q8' is no piece"),
        ("B:W32,:B1", "FEN, column 7", "'' is no piece"),
        ("B:W33:B1", "FEN, column 4", "there is no square 33"),
        ("B:WK0:B1", "FEN, column 4", "there is no square 0"),
        ("B:W31-22:B1", "FEN, column 4", "there is no square 31-22"),
        ("B:W32,32:B1", "FEN, column 7", "two pieces stand on square 32"),
        ("B:W32:B1, K32", "FEN, column 11", "two pieces stand on square 32"),
        ("B:W4:B1", "FEN, column 4", "White's man on square 4 stands on its king row"),
        ("B:W32:B1,29", "FEN, column 10", "Black's man on square 29 stands on its king row"),
        ("B:W32:B1-13", "FEN, column 8", "Black has more than 12 pieces"),
    ):
        with pytest.raises(RefusedError) as caught:
            read_fen(fen)
            pytest.fail(fen)
        assert caught.value.where == where, fen
        assert said in caught.value.what, fen


def test_a_position_joined_from_cards_is_refused_at_the_card_it_names() -> None:
    with pytest.raises(RefusedError) as caught:
        read_fen("B/W32/B1,Q2", place=lambda index: f"deck, card {index // 6 + 1}")
    assert caught.value.where == "deck, card 2"


@given(st.text(alphabet="BWK:/,-0123456789. ", max_size=40))
def test_any_text_is_a_position_or_is_refused(text: str) -> None:
    try:
        position = read_fen(text, "card 4")
    except RefusedError as refused:
        assert refused.where.startswith("card 4, column ")
    else:
        assert read_fen(write_fen(position)) == position


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("11-15", (11, 15)),
        ("15X22", (15, 22)),
        ("15x22x31", (15, 22, 31)),
        (" 6X31 ", (6, 31)),
    ],
)
def test_a_move_is_read(text: str, squares: tuple[int, ...]) -> None:
    assert read_squares(text) == squares


def test_what_is_no_move_is_refused_with_an_example() -> None:
    for text in ("", "11", "11-", "11 15", "a-b", "11--15", "11-15!"):
        with pytest.raises(RefusedError, match=r"card 2: .* is no move: one is written 11-15"):
            read_squares(text, "card 2")
            pytest.fail(text)


def test_a_square_off_the_board_is_refused() -> None:
    with pytest.raises(RefusedError, match="there is no square 33"):
        read_squares("28-33")


@settings(max_examples=25)
@given(st.lists(games(), max_size=2))
def test_games_written_and_read_are_the_same(given_games: list[Game]) -> None:
    assert read_pdn(write_pdn(given_games), "games.pdn") == tuple(given_games)


@settings(max_examples=25)
@given(games())
def test_what_is_written_of_what_was_read_is_the_same_text(game: Game) -> None:
    text = write_pdn([game])
    assert write_pdn(read_pdn(text, "game.pdn")) == text
    assert all(len(line) < 80 for line in text.splitlines() if not line.startswith("["))


def test_the_published_games_written_and_read_are_the_same() -> None:
    published = read_pdn((GOLDEN / "draughts-games.pdn").read_text(), "games")
    assert read_pdn(write_pdn(published), "games") == published


def test_the_traps_of_the_files_one_meets_are_read() -> None:
    text = (
        "\ufeff% a line to pass over\r\n"
        '[Event "a \\"quoted\\" word" ] \r\n'
        '[Result "1-0"]  \r\n'
        "{before the\r\nfirst} 1.11-15 23-18! {two} 2. 8-11?! (2. 9-14 18x11 (8x15)) $3\r\n"
        "2... 27-23 3.\r\n11-16 18X11 ; to the end } of the line\r\n16-20 1-0\r\n"
        "1. 11-16 *\r\n{late}\r\n"
    )
    first, second = read_pdn(text, "traps.pdn")
    assert first.tags == (("Event", 'a "quoted" word'),)
    assert list(map(str, first.moves)) == [
        "11-15", "23-18", "8-11", "27-23", "11-16", "18x11", "16-20",
    ]  # fmt: skip
    assert first.comments == ((0, "before the first"), (2, "two"), (6, "to the end ) of the line"))
    assert first.result == "1-0"
    assert (second.result, second.comments) == ("*", ((1, "late"),))


def test_1_0_means_that_black_won() -> None:
    (game,) = read_pdn('[FEN "B:W18:B15"]\n1. 15x22 1-0', "won.pdn")
    last = game.positions()[-1]
    assert game.result == "1-0"
    assert legal_moves(last) == ()
    assert not last.black_to_move


def test_a_game_from_a_position_with_white_to_move_is_numbered_from_whites_move() -> None:
    (game,) = read_pdn('[SetUp "1"]\n[FEN "W:W32:B1"]\n1... 32-27 2. 1-5 *', "set.pdn")
    assert game.start == read_fen("W:W32:B1")
    assert "1... 32-27 2. 1-5 *" in write_pdn([game])


def test_abbreviated_jumps_are_read_and_written_out() -> None:
    (game,) = read_pdn('[FEN "B:W10,18,26:B6"]\n1. 6x31 *', "short.pdn")
    assert "1. 6x15x22x31 *" in write_pdn([game])


def test_tags_after_moves_begin_the_next_game() -> None:
    text = '[Event "one"]\n1. 11-15\n[Event "two"]\n[Result "1/2-1/2"]\n1. 11-16\n'
    first, second = read_pdn(text, "two.pdn")
    assert (first.tag("Event"), first.result) == ("one", "*")
    assert (second.tag("Event"), second.result) == ("two", "1/2-1/2")
    assert second.tag("Site") == ""


def test_a_bad_game_is_refused_with_game_move_and_line() -> None:
    for text, said in (
        (
            "1. 11-15 22-17\n2. 9-13 17-14 11-16 *",
            "f.pdn, game 1, move 3 (Black), line 2: nothing stands on square 11",
        ),
        ("1. 11-15 *\n1. 11-15 11-16", "f.pdn, game 2, move 1 (White), line 2: nothing stands on"),
        ("1. 11-77", "f.pdn, game 1, move 1 (Black), line 1: there is no square 77"),
        (
            "1. 11-15 {open 22-17",
            "f.pdn, game 1, line 1: the comment that opens here isn't closed by }",
        ),
        ("1. 11-15 (2. 9-13", "f.pdn, game 1, line 1: the variation that opens here isn't closed"),
        ("1. 11-15 [22-17", "f.pdn, game 1, line 1: '[22-17' is no tag"),
        ("1. 11-15\n22_17", "f.pdn, game 1, line 2: '22_17' is neither a move"),
        ('[FEN "B:W4,Q5:B1"]', "f.pdn, game 1, line 1: 'Q5' is no piece"),
    ):
        with pytest.raises(RefusedError) as caught:
            read_pdn(text, "f.pdn")
            pytest.fail(text)
        assert said in str(caught.value), text


@given(st.text(alphabet='1290-x. *{}[]();%"FENResult\\\n$!', max_size=60))
def test_any_text_is_games_or_is_refused_where_it_cannot_be_read(text: str) -> None:
    try:
        found = read_pdn(text, "any.pdn")
    except RefusedError as refused:
        assert refused.where.startswith("any.pdn")
        assert refused.what
    else:
        assert read_pdn(write_pdn(found), "again.pdn") == found


@pytest.mark.parametrize("text", ["1" * 5000 + "-2", "11-" + "5" * 5000, "११-१५"])
def test_a_number_of_any_length_or_script_is_refused_in_words(text: str) -> None:
    with pytest.raises(RefusedError, match="is no move"):
        read_squares(text)
    with pytest.raises(RefusedError, match="is neither a move"):
        read_pdn(text, "long.pdn")


# -- collections from anywhere ---------------------------------------------------------------------


TEXT = (GOLDEN / "draughts-games.pdn").read_text()
GAMES = read_pdn(TEXT, "games")

BAD = {
    '[Event "a move"]\n1. 11-15 22-18 2. 9-13 1-0\n': (2, "must be taken"),
    '[Event "no piece"]\n1. 11-15 21-30 0-1\n': (2, "21"),
    '[Event "a word"]\n1. 11-15 22-17 9_13 1-0\n': (2, "'9_13' is neither a move"),
    '[Event "a board"]\n[FEN "B:W4,Q5:B1"]\n[Site ""]\n1. 11-15 *\n': (2, "'Q5' is no piece"),
    '[Event "a board"]\n[FEN "B:W4:B1"]\n[FEN "B:W4:B2"]\n1. 11-15 *\n': (3, "a second FEN tag"),
    '[Event "another game"]\n[GameType "20"]\n1. 32-28 *\n': (2, "it is international draughts"),
    '[Event "a comment"]\n1. 11-15 {no end\n22-17 *\n': (2, "the comment that opens here"),
    '[Event "a variation"]\n1. 11-15 (2. 9-13\n': (2, "the variation that opens here"),
    '[Event "a bracket"]\n1. 11-15 [22-17\n': (2, "is no tag"),
    "1. 11-15 11-16 1-0\n": (1, "nothing stands on square 11"),
}
"""Games that can't be followed: the line in each, and the reason."""


def test_a_good_file_has_nothing_mended_or_left_out() -> None:
    found = read_collection(TEXT, "games")
    assert (found.games, found.left_out, found.mended) == (GAMES, (), ())
    assert found.found == len(GAMES)


def test_a_bad_game_of_any_kind_is_left_out_alone() -> None:
    for bad in BAD:
        before, after = write_pdn(GAMES[:2]) + "\n", "\n" + write_pdn(GAMES[2:5])
        found = read_collection(before + bad + after, "f.pdn")
        line, reason = BAD[bad]
        assert found.games == GAMES[:5], bad
        (refusal,) = found.left_out
        assert refusal.where.startswith("f.pdn, game 3,"), bad
        assert f"line {before.count(chr(10)) + line}" in refusal.where, bad
        assert reason in refusal.what, bad


def test_games_without_tags_are_told_apart_by_their_results() -> None:
    found = read_collection("1. 11-15 *\n1. 9-9 *\n\n1. 11-16 1-0 1. 10-14 0-1 1. 9-13", "f.pdn")
    assert [str(game.moves[0]) for game in found.games] == ["11-15", "11-16", "10-14", "9-13"]
    (refusal,) = found.left_out
    assert refusal.where == "f.pdn, game 2, move 1 (Black), line 2"


PARTS = ["1. 11-15 22-17 *\n", *BAD, "1. x*", '[Event "', "{", "}\n", "("]


@given(st.lists(st.sampled_from(PARTS)))
def test_no_move_is_lost_without_a_word(parts: list[str]) -> None:
    text = "".join(parts)
    found = read_collection(text, "f.pdn")
    played = sum(len(game.moves) for game in found.games)
    outside = re.sub(r"\{[^}]*\}|\([^)]*\)|\[.*", "", text)
    written = len(re.findall(r"[0-9]+[-x][0-9]+", re.sub("1-0|0-1", "", outside)))
    assert played == written or found.left_out or found.mended
