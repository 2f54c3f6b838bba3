"""The rows of the paper of 1967: by secondary knowledge, over moves that were held out."""

from pathlib import Path

import numpy as np
import pytest

from machines.commands import main
from machines.games.draughts.notation import read_pdn
from machines.laboratory.reproduce import signature_tables
from machines.laboratory.reproduce.artefacts import Effort
from machines.laboratory.reproduce.signature_tables import (
    arrangement,
    book,
    static_scores,
)
from machines.laboratory.samuel.files import find_polynomial
from machines.samuel.book import Agreement, coefficients_apart
from machines.samuel.polynomial import Polynomial
from machines.samuel.signature_tables.book_learning import measure_game
from machines.samuel.signature_tables.held_out import agreement_of, piece_scores
from tests.machines.commanded import refused
from tests.machines.perft_tables import GOLDEN

GAMES = GOLDEN / "draughts-games.pdn"


def test_the_arrangement_is_the_papers() -> None:
    made = arrangement(Effort())
    assert {(row.verdict, row.kind) for row in made.rows} == {("agrees", "constant")}
    assert {row.where for row in made.rows} == {"by secondary knowledge"}
    assert ("first", 135, 135, 68) in made.numbers


@pytest.fixture(scope="module")
def some_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of a few games."""
    path = tmp_path_factory.mktemp("book") / "some.pdn"
    path.write_text("\n".join(GAMES.read_text().split("\n\n")[:14]))
    return path


@pytest.mark.slow
def test_nothing_is_called_reproduced_that_174000_book_moves_would_be_needed_for(
    monkeypatch: pytest.MonkeyPatch, some_games: Path
) -> None:
    monkeypatch.setattr(signature_tables, "QUICK_ORDERS", 1)
    made = book(Effort(quick=True, book=some_games))
    printed = [row for row in made.rows if "174,000" in row.printed]
    assert [row.printed[:4] for row in printed] == ["0.48", "0.26"]
    assert {row.verdict for row in printed} == {"impossible"}
    assert all("standard error" in row.ours and "moves of" in row.ours for row in printed)
    tested = [row for row in made.rows if row.verdict != "impossible"]
    assert len(tested) == 3
    assert {row.kind for row in tested} == {"stand-in"}
    assert all(row.accepted.endswith("or more") and row.statistic for row in tested)
    assert all(row.why for row in made.rows if row.verdict == "impossible")
    names = {one[0] for one in made.numbers}
    assert {
        "curve, tables",
        "curve, linear",
        "the polynomial of 1959, looking 3 plies ahead",
    } < names
    assert len(made.charts) == 1


def test_the_difference_is_that_of_the_same_games_and_its_error_a_jackknifes() -> None:
    dice = np.random.default_rng(3)
    ours = [Agreement(int(a), int(b)) for a, b in dice.integers(1, 50, (40, 2))]
    assert coefficients_apart(ours, ours) == (0.0, 0.0)
    better = [Agreement(one.lower + 5, one.higher) for one in ours]
    difference, error = coefficients_apart(better, ours)
    assert difference > 0 and 0 < error < 0.1
    # Twice as many games of the same kind: the error is smaller by the root of two.
    assert coefficients_apart(better * 2, ours * 2)[1] == pytest.approx(error / 2**0.5, rel=0.05)


def test_a_polynomial_without_looking_ahead_scores_the_boards_that_are_measured() -> None:
    for game in read_pdn(GAMES.read_text(), "games")[:4]:
        measured = measure_game(game.positions(), game.moves, False)
        scores = static_scores(game, Polynomial.pieces())
        assert len(scores) == len(measured.pieces)
        by_pieces = piece_scores(measured)
        assert (np.sign(scores) == np.sign(by_pieces)).all()
        assert agreement_of(measured, scores) == agreement_of(measured, by_pieces)
        assert len(static_scores(game, find_polynomial("standard"))) == len(scores)


@pytest.mark.slow
def test_a_report_with_other_book_games_is_another_report(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, some_games: Path
) -> None:
    words = ("reproduce", "--paper", "samuel-1967", "--only", "tables", "--out", str(tmp_path))
    assert main(words) == 0
    assert main(words) == 0
    capsys.readouterr()
    other = refused(capsys, *words, "--book", str(some_games))
    assert "holds a report with other book games; expected --force or its --book" in other
    assert main([*words, "--book", str(some_games), "--force"]) == 0
    capsys.readouterr()
    assert "no.pdn: there is no such file" in refused(capsys, *words, "--book", "no.pdn")
