"""``main.py book``: book games followed, L, H and C; polynomials by name and by deck."""

import csv
import math
import re
from pathlib import Path

import pygame
import pytest

from devices.media.deck import Deck, read_text_deck, write_deck
from devices.refusal import RefusedError
from machines.commands import main
from machines.games.draughts.notation import read_pdn, write_fen
from machines.laboratory.matches.book_agreement import games_in
from machines.laboratory.samuel.files import (
    deck_of_polynomial,
    find_polynomial,
    polynomial_of_deck,
)
from machines.samuel.book import Agreement, coefficient_error
from machines.samuel.lookahead import WIN
from machines.samuel.player import settings_at
from machines.samuel.polynomial import Manner, Polynomial, Weight
from tests.machines.commanded import refused, result_of, said
from tests.machines.perft_tables import GOLDEN
from tests.naive import samuel as naive
from tests.naive.draughts import Board

SHORT = """[Event "a line"]
[Result "*"]
1. 11-15 23-19 2. 8-11 22-17 3. 11-16 *

[Event "an ending"]
[FEN "W:W22,K18:B3,K11,12"]
[Result "*"]
1... 18-14 2. 11-15 *
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file of two short games; the second begins with White."""
    path = tmp_path / "short.pdn"
    path.write_text(SHORT)
    return path


def board_of(fen: str) -> tuple[Board, str]:
    """The twin's board, and who is to move."""
    mover, white, black = fen.split(":")
    board: Board = {}
    for colour, pieces in (("w", white[1:]), ("b", black[1:])):
        for piece in filter(None, pieces.split(",")):
            king = piece.startswith("K")
            board[int(piece.removeprefix("K"))] = colour.upper() if king else colour
    return board, mover.lower()


def ratings(search: naive.Search, board: Board, side: str) -> dict[naive.Single, int]:
    """Each single move of a board without multiple jumps, with its score."""
    search.added = search.settings.deeper if len(board) < search.settings.few_pieces else 0
    jumps = naive.singles(board, side, jumping=True)
    moves = jumps or naive.singles(board, side, jumping=False)
    return {
        move: search._after(board, side, move, bool(jumps), 0, 0, True, True)[0] for move in moves
    }


@pytest.mark.slow
def test_l_and_h_are_those_that_a_slow_twin_counts(
    capsys: pytest.CaptureFixture[str], games: Path
) -> None:
    few = SHORT.replace(" 23-19 2. 8-11 22-17 3. 11-16 *", " *")  # the twin is slow indeed
    games.write_text(few)
    lower = higher = others = 0
    coefficients = {"DENY": 256, "MOB": 64, "CENT+ADV": 16}
    search = naive.Search(settings_at(1), coefficients, Polynomial.standard().advantage_weight, WIN)
    for game in read_pdn(few, "short"):
        for move, position in zip(game.moves, game.positions(), strict=False):
            rated = ratings(search, *board_of(write_fen(position)))
            first, last = move.squares
            book = rated[first, last]
            others += len(rated) - 1
            lower += sum(score < book for score in rated.values())
            higher += sum(score > book for score in rated.values())
    words = ("--polynomial", "standard", "--games", str(games), "--ply", "1", "--jobs", "1")
    out = said(capsys, "book", *words)
    result = result_of(out)
    assert (int(result["lower"]), int(result["higher"])) == (lower, higher)
    assert (result["moves"], result["games"]) == ("3", "2")
    assert int(result["tied"]) == others - lower - higher
    assert float(result["c"]) == pytest.approx((lower - higher) / (lower + higher), abs=1e-4)


def test_each_side_is_counted_by_itself_whoever_begins(
    capsys: pytest.CaptureFixture[str], games: Path, tmp_path: Path
) -> None:
    table = tmp_path / "moves.csv"
    out = said(
        capsys, "book", "--book", str(games), "--jobs", "1", "--csv", str(table), "--ply", "1"
    )
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    sides = [(row["game"], row["side"], row["book"]) for row in rows]
    assert sides[:2] == [("1", "black", "11-15"), ("1", "white", "23-19")]
    assert sides[5:] == [("2", "white", "18-14"), ("2", "black", "11-15")]
    result = result_of(out)
    for side in ("black", "white"):
        lower = sum(int(row["lower"]) for row in rows if row["side"] == side)
        higher = sum(int(row["higher"]) for row in rows if row["side"] == side)
        assert float(result[side]) == pytest.approx((lower - higher) / (lower + higher), abs=1e-4)
    assert int(result["agreed"]) == sum(row["book"] == row["choice"] for row in rows)


@pytest.mark.slow
def test_all_cores_come_to_what_one_comes_to_and_a_picture_is_drawn(
    capsys: pytest.CaptureFixture[str], games: Path, tmp_path: Path
) -> None:
    picture = tmp_path / "c.png"
    words = ("book", "--polynomial", "pieces", "--book", str(games), "--ply", "2")
    alone = said(capsys, *words, "--jobs", "1")
    assert said(capsys, *words, "--jobs", "2", "--plot", str(picture)) == alone
    assert pygame.image.load(str(picture)).get_size() == (1600, 1000)


def test_the_published_games_are_followed_to_their_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = GOLDEN / "draughts-games.pdn"
    out = said(capsys, "book", "--book", str(path), "--ply", "1", "--jobs", "1")
    moves = sum(len(game.moves) for game in games_in(path).games)
    assert result_of(out)["moves"] == str(moves)


def test_the_standard_error_is_that_of_a_ratio_over_games() -> None:
    alike = [Agreement(lower=6, higher=2)] * 5
    assert coefficient_error(alike) == 0
    mixed = [Agreement(lower=10, higher=0), Agreement(lower=0, higher=10)]
    assert coefficient_error(mixed) == pytest.approx(math.sqrt(2 * 200) / 20)
    assert math.isnan(coefficient_error([Agreement(lower=1)]))


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1. 11-15 22-18 2. 9-13 *", r"bad\.pdn, game 1, move 2 \(Black\), line 1: .*jump"),
        ("1. 11-15 w_at *", r"bad\.pdn, game 1, line 1: 'w_at' is neither a move"),
        ("1. 9-9 *\n1. x *", r"game 1, .*; none of the file's 2 games can be followed"),
        ("", r"bad\.pdn: has no moves; expected games in PDN"),
    ],
)
def test_a_game_that_can_not_be_replayed_is_refused_by_file_and_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, why: str
) -> None:
    path = tmp_path / "bad.pdn"
    path.write_text(text)
    assert re.search(why, refused(capsys, "book", "--book", str(path)))


def test_games_that_can_not_be_followed_are_left_out_and_listed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, games: Path
) -> None:
    path = tmp_path / "mixed.pdn"
    path.write_text(f'1. 11-15 11-16 *\n{SHORT}\n[Event "open"]\n1. 11-15 {{and 22-17\n')
    alone = said(capsys, "book", "--book", str(games), "--ply", "1", "--jobs", "1")
    assert main(("book", "--book", str(path), "--ply", "1", "--jobs", "1")) == 2
    *_, title, first, second, result = capsys.readouterr().out.splitlines()
    assert title == "2 of 4 games can't be followed:"
    assert "mixed.pdn, game 1, move 1 (White), line 1: nothing stands on square 11" in first
    assert "mixed.pdn, game 4, line 12: the comment that opens here isn't closed" in second
    assert result == alone.splitlines()[-1].replace("left_out=0", "left_out=2")
    assert len(games_in(path).games) == 2
    assert "2 of 4 games" in capsys.readouterr().err


def test_what_can_not_be_done_is_refused_before_anything_is(
    capsys: pytest.CaptureFixture[str], games: Path
) -> None:
    for words, why in (
        (("--polynomial", "nonsense"), "--polynomial: there is no polynomial nonsense; expected"),
        (("--polynomial", "no.txt"), "no.txt: there is no such file"),
        (("--ply", "0"), "--ply: 0 is out of range; expected 1 to 20"),
        (("--ply", "x"), "--ply: 'x' is no whole number"),
        (("--jobs", "0"), "--jobs: 0 is out of range"),
        (("--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"), "expected either --jobs or"),
        (("--csv", "a.txt"), "a.txt: ends with '.txt'; expected .csv"),
        (("--plot", "a.csv"), "a.csv: ends with '.csv'; expected .png"),
    ):
        assert why in refused(capsys, "book", "--book", str(games), *words)


# -- polynomials by name ---------------------------------------------------------------------------


def test_polynomials_have_names() -> None:
    assert find_polynomial("standard") == Polynomial.standard()
    assert find_polynomial("pieces").weights == ()
    paper = find_polynomial("paper-1959")
    assert paper.manner is Manner.BY_TURNS
    assert paper.weights[:2] == (Weight("MOC2", -(1 << 18)), Weight("KCENT", 1 << 16))
    assert len(paper.weights) == 12
    learned = find_polynomial("learned")
    assert learned.manner is Manner.BY_TURNS
    assert learned.weights[:2] == (Weight("BACK", 1 << 18), Weight("MODE1", -(1 << 14)))
    assert len(learned.weights) == 16


@pytest.mark.parametrize("suffix", [".txt", ".cbn"])
def test_a_polynomial_is_punched_and_read_back(tmp_path: Path, suffix: str) -> None:
    for number, polynomial in enumerate((Polynomial.paper(), Polynomial.standard())):
        path = tmp_path / f"{number}{suffix}"
        deck = deck_of_polynomial(polynomial, path.name, "the polynomial of a test")
        path.write_bytes(write_deck(deck, path.name))
        assert find_polynomial(str(path)) == polynomial


def test_a_term_without_a_coefficient_has_no_card() -> None:
    polynomial = Polynomial((Weight("MOB", 0), Weight("CENT", -4)), Manner.BY_TURNS)
    deck = deck_of_polynomial(polynomial, "a")
    assert [card.text() for card in deck.cards] == ["POLY   BY TURNS", "POLY   CENT -2"]
    with pytest.raises(RefusedError, match=r"MOB 3 can't be punched; expected powers of two"):
        deck_of_polynomial(Polynomial((Weight("MOB", 3),)), "a")


def deck(*cards: str) -> Deck:
    return read_text_deck("\n".join(cards), "p.txt")


def test_a_polynomials_deck_is_refused_by_card_and_column() -> None:
    for cards, why in (
        (("POLY   MOB +6", "POLY   SPEED +3"), r"p\.txt, card 2, column 8: there is no term SPEED"),
        (("POLY   MOB +19",), r"p\.txt, card 1, column 12: \+19; expected a sign and a power"),
        (("POLY   MOB 6",), r"p\.txt, card 1, column 12: 6; expected a sign"),
        (("* A REMARK", "BREAK  MIN 3"), r"p\.txt, card 2, column 1: BREAK in a polynomial's deck"),
        (("* A REMARK", "END"), r"p\.txt: has no term; expected POLY cards"),
        (("POLY   BY TURN",), r"p\.txt, card 1, column 11: TURN; expected TURNS"),
        (("POLY   BY",), r"p\.txt, card 1, column 8: nothing follows POLY BY; expected TURNS"),
        (
            ("POLY   MOB +6", "POLY   BY TURNS", "POLY   DENY +3"),
            r"p\.txt, card 2, column 8: how terms are taken comes after a term; expected before",
        ),
    ):
        with pytest.raises(RefusedError, match=why):
            polynomial_of_deck(deck(*cards))
