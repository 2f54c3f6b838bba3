"""``main.py learn samuel``: series begun, told, broken off and gone on with; the memory tape."""

import csv
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from devices.media.tape import Record
from devices.media.tape_files import open_tape, write_tape
from machines.commands import main
from machines.laboratory.samuel import studies
from machines.laboratory.samuel.files import contest_after, find_polynomial, games_of
from machines.laboratory.samuel.studies import LearnedGame, RoteGame
from machines.samuel.generalization.coefficients import Rules
from machines.samuel.generalization.learner import equal_weights
from machines.samuel.generalization.series import first_series, play_game, pool
from machines.samuel.polynomial import Manner
from machines.samuel.rote.tape_format import read_memory, rules_of
from machines.samuel.settings import ProgramSettings
from machines.storage.run_store import read_run
from tests.machines.commanded import refused, result_of, said

pytestmark = pytest.mark.usefixtures("small_charts")

ROOT = Path(__file__).resolve().parents[4]
QUICK = ("--ply", "1", "--jobs", "1")
TERMS = pool()[:16]
SECOND = ("--series", "second", "--terms", ",".join(TERMS), *QUICK)


def learned(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command prints."""
    assert main(["learn", "samuel", *words]) == 0
    found = capsys.readouterr()
    assert found.err.startswith("learn: the games are kept in ")
    return found.out


def games_in(path: Path) -> list[LearnedGame]:
    """What a record holds of each game, without what took time."""
    with read_run(path, "samuel") as run:
        return list(games_of(run, LearnedGame))


# -- generalization --------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_first_series_is_played_and_told_as_the_paper_tells_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path, table, picture = tmp_path / "a.sqlite", tmp_path / "a.csv", tmp_path / "a.png"
    words = ("--series", "first", "--games", "3", "--seed", "5", "--out", str(path), *QUICK)
    outputs = ("--csv", str(table), "--plot", str(picture), "--print-every", "2")
    out = learned(capsys, *words, *outputs)
    series = first_series(5)
    series.settings = ProgramSettings(
        minimum=1, quiet=2, jump=3, ahead=9, last=20
    )  # plain minimax, two plies less than the paper's
    expected = [play_game(series) for _ in range(3)]
    assert [one.record for one in games_in(path)] == expected
    assert "After game 2, " in out and "After game 3" not in out
    assert "Games 1-3: " in out and "different terms were discarded" in out
    assert "Machine time " in out and "8 or 10 hours" in out
    result = result_of(out)
    assert int(result["won"]) == sum(one.result == 1 for one in expected)
    assert int(result["adjustments"]) == sum(one.corrections for one in expected)
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["alpha"] for row in rows] == ["white"] * 3
    assert [int(row["plies"]) for row in rows] == [len(one.moves) for one in expected]
    assert pygame.image.load(str(picture)).get_size() == (400, 250)


def test_what_alpha_learned_has_a_name_and_is_punched(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path, deck = tmp_path / "a.sqlite", tmp_path / "a.txt"
    rules = ("--without", "de", "--no-adoption", "2-3")
    learned(capsys, *SECOND, *rules, "--games", "3", "--out", str(path), "--punch", str(deck))
    games = games_in(path)
    assert games[0].contest.alpha.rules == replace(Rules.second("de"), no_adoption=(2, 3))
    assert find_polynomial(f"{path}:0") == equal_weights(TERMS)
    for number in (1, 2, 3):
        assert find_polynomial(f"{path}:{number}") == games[number - 1].record.polynomial
    last = find_polynomial(str(path))
    assert last == games[-1].record.polynomial
    assert last.manner is Manner.BY_TURNS
    punched = find_polynomial(str(deck))
    assert [one for one in last.weights if one.coefficient] == list(punched.weights)
    assert "has 3 games; expected one with 4 or more" in refused(
        capsys, "match", f"{path}:4", "pieces"
    )


def test_what_alpha_thought_of_his_terms_in_the_mean_of_games_has_a_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "a.sqlite"
    learned(capsys, *SECOND, "--games", "3", "--out", str(path))
    with read_run(path, "samuel") as run:
        alphas = [contest_after(run, game).alpha for game in (2, 3)]
    sums: dict[str, float] = {}
    for alpha in alphas:
        for record in alpha.active:
            sums[record.name] = sums.get(record.name, 0) + record.correlation
    found = find_polynomial(f"{path}:2-3")
    assert found.manner is Manner.BY_TURNS and len(found.weights) == 16
    sizes = [abs(sums[weight.name]) for weight in found.weights]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] > 0
    assert abs(found.weights[0].coefficient) == 1 << 18
    for weight in found.weights:
        size, power = abs(sums[weight.name]), abs(weight.coefficient).bit_length() - 1
        assert (weight.coefficient > 0) == (sums[weight.name] > 0)
        assert weight.coefficient == 0 or abs(power - 18 * size / sizes[0]) <= 0.5
    same = find_polynomial(f"{path}:3-3")
    last = find_polynomial(f"{path}:3")
    assert {weight for weight in same.weights if weight.coefficient} == {
        weight for weight in last.weights if weight.coefficient
    }
    for games, why in (("2-4", "expected one with 4 or more"), ("3-2", "expected games such as")):
        assert why in refused(capsys, "match", f"{path}:{games}", "pieces")
    book = str(ROOT / "tests" / "golden" / "draughts-games.pdn")
    assert "0-2" in refused(capsys, "book", "--polynomial", f"{path}:0-2", "--book", book)


@pytest.mark.slow
def test_alpha_can_be_returned_to_what_he_was(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "a.sqlite"
    learned(capsys, *SECOND, "--games", "3", "--out", str(path))
    words = ("--resume", str(path), "--return-to", "1", "--jobs", "1")
    learned(capsys, *words, "--games", "4")
    games = games_in(path)
    assert games[3].start == games[0].contest != games[2].contest
    assert [one.record.number for one in games] == [1, 2, 3, 4]
    with read_run(path, "samuel") as run:
        assert run.results()["returned"] == [[3, 1]]


@pytest.mark.slow
def test_several_seeds_are_several_runs_whatever_the_number_of_processes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("--series", "first", "--games", "2", "--seeds", "2", "--seed", "9", "--ply", "1")
    one = learned(capsys, *words, "--jobs", "1", "--out", str(tmp_path / "a.sqlite"))
    other = learned(capsys, *words, "--jobs", "2", "--out", str(tmp_path / "b.sqlite"))
    assert one == other
    assert "All 2 runs by sevens" in one
    for number in (1, 2):
        found = games_in(tmp_path / f"a-{number}.sqlite")
        assert found == games_in(tmp_path / f"b-{number}.sqlite")
    with read_run(tmp_path / "a-1.sqlite", "samuel") as run:
        seed = run.about.settings["seed"]
    path = tmp_path / "c.sqlite"
    words = ("--series", "first", "--games", "2", "--seed", str(seed), *QUICK)
    learned(capsys, *words, "--out", str(path))
    assert games_in(path) == games_in(tmp_path / "a-1.sqlite")


# -- rote ------------------------------------------------------------------------------------------

ROTE = ("--series", "rote", *QUICK)
RULES = rules_of(find_polynomial("standard"), ProgramSettings())


@pytest.mark.slow
def test_rote_learning_keeps_its_tape_and_goes_on_from_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    tape, picture, table = tmp_path / "a.tap", tmp_path / "a.png", tmp_path / "a.csv"
    words = (*ROTE, "--games", "4", "--games-of", "self,frozen", "--tape", str(tape))
    out = learned(capsys, *words, "--plot", str(picture), "--csv", str(table))
    assert picture.read_bytes().startswith(b"\x89PNG")
    held = read_memory(open_tape(tape.read_bytes(), "a.tap").tape, RULES)
    result = result_of(out)
    assert held.boards == int(result["boards"]) > 100
    assert held.heading.merges > 2
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["kind"] for row in rows] == ["self", "frozen"] * 2
    sides = [row["learner"] for row in rows if row["kind"] == "frozen"]
    assert sides == ["black", "white"]
    assert sum(int(result[name]) for name in ("won", "lost", "drawn")) == 2
    again = learned(capsys, *ROTE, "--games", "1", "--tape", str(tape))
    more = read_memory(open_tape(tape.read_bytes(), "a.tap").tape, RULES)
    assert more.boards == int(result_of(again)["boards"]) > held.boards
    assert more.heading.merges > held.heading.merges
    match = ("match", f"standard+{tape}", "standard", "--games", "2", *QUICK)
    assert result_of(said(capsys, *match))["games"] == "2"


def test_rote_learning_follows_book_games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    book = ROOT / "tests" / "golden" / "draughts-games.pdn"
    tape = tmp_path / "b.tap"
    words = (*ROTE, "--games-of", "book,self", "--book", str(book))
    told = learned(capsys, *words, "--games", "4", "--tape", str(tape))
    held = read_memory(open_tape(tape.read_bytes(), "b.tap").tape, RULES)
    assert held.boards == int(result_of(told)["boards"])


def test_a_tape_that_is_not_this_memory_is_refused_and_stays_whole(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    tape = tmp_path / "a.tap"
    words = ("learn", "samuel", *ROTE, "--games", "2", "--tape", str(tape))
    assert main(words) == 0
    capsys.readouterr()
    good = tape.read_bytes()
    reel = open_tape(good, "a.tap").tape
    first = reel.items[1]
    assert isinstance(first, Record)
    flipped = Record(bytes([first.data[0] ^ 1]) + first.data[1:])
    damaged = type(reel)("a.tap", (reel.items[0], flipped, *reel.items[2:]))
    cut = type(reel)("a.tap", reel.items[:3])
    for data, option, why in (
        (write_tape(damaged, "a.tap"), (), "a.tap, record 2"),
        (write_tape(cut, "a.tap"), (), "it was cut short"),
        (good, ("--polynomial", "pieces"), "expected those of PIECE 1"),
        (b"not a tape", (), "a.tap"),
    ):
        tape.write_bytes(data)
        assert why in refused(capsys, *words, *option)
        assert tape.read_bytes() == data


# -- both ------------------------------------------------------------------------------------------

BOTH = ("--series", "both", "--terms", ",".join(TERMS), *QUICK)


@pytest.mark.slow
def test_alpha_looks_up_what_is_saved(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    whole, tape = tmp_path / "a.sqlite", tmp_path / "b.tap"
    words = (*BOTH, "--way", "a", "--games", "6")
    told = learned(capsys, *words, "--out", str(whole), "--tape", str(tape))
    games = games_in(whole)
    uses = [one.memory for one in games if one.memory is not None]
    assert len(uses) == 6
    assert uses[0].boards <= uses[1].boards <= uses[5].boards > 60
    assert sum(use.looked_up for use in uses) > sum(use.remembered for use in uses) > 0
    assert f"Memory: {uses[5].boards} boards" in told
    rules = rules_of(games[-1].record.polynomial, ProgramSettings())
    held = read_memory(open_tape(tape.read_bytes(), "b.tap").tape, rules)
    assert held.boards == uses[5].boards
    again = ("match", f"{whole}+{tape}", str(whole), "--games", "2", *QUICK)
    assert result_of(said(capsys, *again))["games"] == "2"
    assert "b.tap: is there already" in refused(
        capsys, "learn", "samuel", *words, "--tape", str(tape)
    )


@pytest.mark.slow
def test_when_generalization_is_stable_rote_learning_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, tape = tmp_path / "a.sqlite", tmp_path / "a.tap"
    monkeypatch.setattr(studies, "stable", lambda records: len(records) >= 2)
    words = (*BOTH, "--way", "b", "--games", "5", "--out", str(path), "--tape", str(tape))
    out = learned(capsys, *words)
    assert "Stable after 2 games; from then on by rote:" in out
    games = games_in(path)
    assert len(games) == 2
    polynomial = find_polynomial(str(path))
    assert polynomial == games[-1].record.polynomial
    with read_run(path, "samuel") as run:
        by_rote = list(games_of(run, RoteGame))
    held = read_memory(
        open_tape(tape.read_bytes(), "a.tap").tape, rules_of(polynomial, ProgramSettings())
    )
    assert [one.kind for one in by_rote] == ["self"] * 3
    assert held.boards == by_rote[-1].boards > 50


@pytest.mark.slow
def test_an_abridged_tape_is_known_from_the_start(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    tape = tmp_path / "a.tap"
    learned(capsys, *ROTE, "--games", "1", "--tape", str(tape))
    words = (*BOTH, "--way", "c", "--games", "1", "--abridge", str(tape))
    learned(capsys, *words, "--out", str(tmp_path / "c.sqlite"))
    learned(capsys, *BOTH, "--way", "a", "--games", "1", "--out", str(tmp_path / "a.sqlite"))
    more, fewer = (games_in(tmp_path / f"{name}.sqlite")[0].memory for name in "ca")
    assert more is not None and fewer is not None
    assert more.boards > fewer.boards
