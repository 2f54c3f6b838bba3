"""``main.py morph noughts``: the framework on MENACE's board, beside her boxes."""

import csv
import re
from pathlib import Path

import pytest

from machines.games.noughts.board import Board
from tests.machines.commanded import refused, result_of
from tests.machines.laboratory.study.small_charts import draw_small


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What is printed; it must succeed."""
    from machines.commands import main

    assert main(("morph", "noughts", *words)) == 0
    return capsys.readouterr().out


@pytest.mark.slow
def test_both_learn_to_draw_with_a_perfect_player(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "plays.csv"
    found = result_of(said(capsys, "--plays", "150", "--top", "0", "--csv", str(path)))
    assert (found["plays"], found["opponent"], found["won"]) == ("150", "perfect", "0")
    assert float(found["last"]) >= 0.4
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["result"] for row in rows].count("0") == int(found["drawn"])
    assert [row["menace"] for row in rows].count("-1") == int(found["menace_lost"])
    assert rows[-1]["patterns"] == found["patterns"]


def test_a_play_is_told_so_that_it_can_be_followed_by_hand(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = said(capsys, "--plays", "30", "--top", "0", "--opponent", "random", "--seed", "3")
    told = text[text.index("Play 30") :]
    moves = re.findall(r"^(\S{11})  (.*)(?:Nought|Cross) plays (\d)$", told, re.MULTILINE)
    at = Board()
    for rows, values, square in moves:
        assert at.rows() == rows
        if values:
            listed = {int(s): float(v) for s, v in re.findall(r"(\d): ([01]\.\d+)", values)}
            assert tuple(listed) == at.moves
            assert listed[int(square)] == max(listed.values())
        at = at.play(int(square))
    assert at.finished
    # What the last of a choice's patterns comes to is the value that stands by its square.
    first = told.split("\n", 2)[1]
    steps = re.findall(r"comes to (\d\.\d+)", told.split("Cross plays")[0])
    assert not steps or f": {steps[-1]}" in first


def test_patterns_are_listed_and_the_same_seed_says_the_same(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("--plays", "40", "--top", "5", "--by-hand", "0", "--opponent", "standard:0.5")
    one = said(capsys, *words)
    assert said(capsys, *words) == one
    assert "Play 40" not in one
    listed = one[one.index("Patterns that say most") :].splitlines()[2:-1]
    assert len(listed) == 5
    assert all(re.match(r"[OX.?/]{11} +[01]\.\d{3} ", line) for line in listed)


def test_both_are_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_small(monkeypatch)
    path = tmp_path / "both.png"
    said(capsys, "--plays", "20", "--top", "0", "--by-hand", "0", "--plot", str(path))
    assert path.read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words, what in (
        (("--opponent", "menace"), "expected one of random, distinct, perfect, expert"),
        (("--opponent", "standard:2"), "2 is out of range"),
        (("--plays", "0"), "0 is out of range"),
        (("--plays", "5", "--by-hand", "6"), "6 is out of range"),
        (("--set", "fold=sum"), "expected one of least, pos-neg, mean"),
        (("--set", "forward=no"), "is no choice"),
        (("--plot", "x.jpg"), "expected .png"),
    ):
        assert what in refused(capsys, "morph", "noughts", *words), words
