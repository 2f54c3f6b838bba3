"""``main.py learn samuel --program 1967``: learned, measured, interrupted, refused; then played."""

import csv
import re
from pathlib import Path

import pygame
import pytest

from machines.commands import main
from machines.games.draughts.notation import read_pdn
from machines.laboratory.matches.players import make_samuel_player, samuel_files
from machines.laboratory.samuel import table_learning
from machines.laboratory.samuel.files import read_tables
from machines.laboratory.samuel.table_learning import measure_games
from machines.samuel.signature_tables import book_learning
from machines.samuel.signature_tables.book_learning import MeasuredGame, learn_games
from machines.samuel.signature_tables.player import TablesPlayer
from machines.samuel.signature_tables.tables import SignatureTables
from tests.machines.commanded import refused, result_of, said
from tests.machines.perft_tables import GOLDEN

pytestmark = pytest.mark.usefixtures("small_charts")

GAMES = GOLDEN / "draughts-games.pdn"
WORDS = ("learn", "samuel", "--program", "1967", "--book")


def learned(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command prints."""
    assert main([*WORDS, *words]) == 0
    found = capsys.readouterr()
    assert found.err.startswith("learn: the tables are kept in ")
    return found.out


@pytest.mark.slow
def test_tables_are_learned_measured_and_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path, table, picture = (tmp_path / name for name in ("a.tables", "a.csv", "a.png"))
    outputs = ("--out", str(path), "--csv", str(table), "--plot", str(picture))
    out = learned(capsys, str(GAMES), "--folds", "4", *outputs)
    games = measure_games(read_pdn(GAMES.read_text(), "games"), settled=True)
    expected = learn_games(games)
    found = read_tables(path)
    assert (found.outputs == expected.outputs).all() and (found.totals == expected.totals).all()
    result = result_of(out)
    assert int(result["moves"]) == sum(game.boards for game in games) == found.boards
    assert (result["games"], result["folds"], result["boards"]) == ("16", "4", "settled")
    assert float(result["c_learned"]) > float(result["c"])
    assert "174,000 book moves" in out and "secondary knowledge" in out
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["games"] for row in rows] == ["1", "2", "5", "10", "12"]
    moves = [float(row["book moves"]) for row in rows]
    assert moves == sorted(moves) and moves[-1] < found.boards
    assert pygame.image.load(str(picture)).get_size() == (400, 250)


def test_without_a_name_they_are_kept_in_the_data_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for number in (1, 2):
        out = learned(capsys, str(GAMES), "--folds", "0", "--boards", "after", "--phases", "2")
        assert "held out" not in out.lower()
        path = tmp_path / "data" / "runs" / f"samuel-1967-{number:06d}.tables"
        found = read_tables(path)
        assert (found.phases, found.settled, found.finished) == (2, False, True)


def test_learning_that_is_interrupted_is_gone_on_with(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, part = tmp_path / "whole.tables", tmp_path / "part.tables"
    learned(capsys, str(GAMES), "--folds", "0", "--out", str(whole))
    learn = book_learning.learn_game

    def interrupted(tables: SignatureTables, game: MeasuredGame) -> None:
        if tables.done == 19:
            raise KeyboardInterrupt
        learn(tables, game)

    monkeypatch.setattr(table_learning, "learn_game", interrupted)
    assert main([*WORDS, str(GAMES), "--folds", "0", "--out", str(part)]) == 130
    told = capsys.readouterr().err
    assert f"learn samuel --program 1967 --resume {part} --book {GAMES} goes on" in told
    monkeypatch.undo()
    assert read_tables(part).done == 19
    unfinished = refused(capsys, "match", str(part), "pieces", "--games", "2")
    assert "part.tables: was interrupted after 19 of 48 games" in unfinished
    assert main([*WORDS, str(GAMES), "--folds", "0", "--resume", str(part)]) == 0
    told = capsys.readouterr().out
    assert part.read_bytes() == whole.read_bytes()
    assert main([*WORDS, str(GAMES), "--folds", "0", "--resume", str(part)]) == 0
    assert capsys.readouterr().out == told  # killed at its report, it is told again


@pytest.fixture
def tables(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    """Tables that are learned."""
    path = tmp_path / "some.tables"
    learned(capsys, str(GAMES), "--folds", "0", "--out", str(path))
    return path


def test_book_and_match_know_the_tables(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, tables: Path
) -> None:
    short = tmp_path / "short.pdn"
    short.write_text("1. 11-15 23-19 2. 8-11 22-17 *")
    out = said(
        capsys, "book", "--polynomial", str(tables), "--book", str(short), "--ply", "2",
        "--jobs", "1",
    )  # fmt: skip
    assert re.search(r"some\.tables: signature tables, learned from \d+ book moves", out)
    assert result_of(out)["moves"] == "4"
    for name in (str(tables), f"samuel:{tables}"):
        words = (name, "random", "--games", "2", "--ply", "1", "--jobs", "1")
        assert result_of(said(capsys, "match", *words))["points"] == "1.0000"
    player = make_samuel_player(str(tables), 5, "A")
    assert isinstance(player, TablesPlayer) and player.plies == 5
    assert samuel_files(str(tables)) == (str(tables),)
    lost = refused(capsys, "match", str(tables), "pieces", "--games", "2", "--csv", str(tables))
    assert "some.tables" in lost


# -- what is refused -------------------------------------------------------------------------------


def test_what_can_not_be_learned_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words, why in (
        ((str(GAMES), "--games", "5"), "--games: are 5; expected those of the book, --book FILE"),
        (("no.pdn",), "no.pdn: there is no such file"),
        ((str(GAMES), "--series", "first"), "--series: is nothing of --program 1967"),
        ((str(GAMES), "--ply", "3"), "--ply: is nothing of --program 1967"),
        ((str(GAMES), "--jobs", "2"), "--jobs: is nothing of --program 1967"),
        ((str(GAMES), "--print-every", "2"), "--print-every: is nothing of --program 1967"),
        ((str(GAMES), "--phases", "7"), "--phases: 7 is out of range; expected 1 to 6"),
        ((str(GAMES), "--passes", "0"), "--passes: 0 is out of range"),
        ((str(GAMES), "--out", "a.txt"), "a.txt: ends with '.txt'; expected .tables"),
        ((str(GAMES), "--resume", "a", "--out", "b.tables"), "expected no --out with it"),
        ((str(GAMES), "--resume", "a", "b"), "--resume: names several files"),
        ((str(GAMES), "--resume", "no.tables"), "no.tables: there is no such file"),
    ):
        assert why in refused(capsys, *WORDS, *words), words


def test_games_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--book: is missing" in refused(capsys, *WORDS[:-1])


def test_games_that_say_nothing_leave_no_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for text, why in (
        ("", r"bad\.pdn: has no moves; expected games in PDN"),
        ("1. 11-15 22-18 2. 9-13 *", r"bad\.pdn, game 1, move 2 \(Black\), line 1: .*jump"),
        ('[FEN "B:W18:B15"]\n1. 15x22 *', r"bad\.pdn: has no move that was one of several"),
    ):
        bad, path = tmp_path / "bad.pdn", tmp_path / "a.tables"
        bad.write_text(text)
        assert re.search(why, refused(capsys, *WORDS, str(bad), "--out", str(path))), text
        assert not path.exists(), text


def test_games_that_can_not_be_followed_are_told_and_the_status_tells(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    book = tmp_path / "book.pdn"
    book.write_text('[Result "1-0"]\n1. 11-15 23-19 0-1\n\n[GameType "20"]\n1. 32-28 *\n')
    words = ("--folds", "0", "--out", str(tmp_path / "a.tables"))
    assert main([*WORDS, str(book), *words]) == 2
    mended, title, why, kept = capsys.readouterr().err.splitlines()
    assert "mended: book.pdn, game 1, line 1: results unlike the Result tag" in mended
    assert title == "1 of 2 games can't be followed:"
    assert "game 2, line 4: it is international draughts (GameType 20)" in why
    assert kept.startswith("learn: the tables are kept in ")


def test_tables_that_are_there_are_not_written_over(
    capsys: pytest.CaptureFixture[str], tables: Path, tmp_path: Path
) -> None:
    data = tables.read_bytes()
    there = refused(capsys, *WORDS, str(GAMES), "--out", str(tables))
    assert "exists already; expected a new file, or --resume" in there
    other = tmp_path / "other.pdn"
    other.write_text("1. 11-15 23-19 *")
    for words, why in (
        ((str(other),), "--book: has other games than the tables in"),
        ((str(GAMES), "--passes", "1"), "some.tables has 3"),
        ((str(GAMES), "--boards", "after"), "some.tables has settled"),
    ):
        assert why in refused(capsys, *WORDS, *words, "--resume", str(tables))
    assert tables.read_bytes() == data


def test_a_file_that_was_cut_or_altered_is_refused_wherever_it_is_named(
    capsys: pytest.CaptureFixture[str], tables: Path
) -> None:
    data = tables.read_bytes()
    for altered in (data[:1000], b"", data[:500] + b"x" + data[501:]):
        tables.write_bytes(altered)
        for words in (
            ("match", str(tables), "pieces", "--games", "2"),
            ("book", "--polynomial", str(tables), "--book", str(GAMES)),
            (*WORDS, str(GAMES), "--resume", str(tables)),
        ):
            assert "some.tables" in refused(capsys, *words)
        assert tables.read_bytes() == altered


def test_the_program_of_1959_takes_none_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    for words, why in (
        (("--phases", "2"), "--phases: is for --program 1967"),
        (("--folds", "2"), "--folds: is for --program 1967"),
        (("--games", "x"), "--games: 'x' is no whole number"),
    ):
        assert why in refused(capsys, "learn", "samuel", *words), words
