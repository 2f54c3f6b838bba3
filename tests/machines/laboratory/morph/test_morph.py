"""``main.py morph``: patterns listed and drawn, material beside Table 5.1, the ablations."""

import csv
import json
import re
from pathlib import Path

import pytest

from machines.commands import main
from machines.games.noughts.board import Board
from machines.laboratory.morph.patterns import rank_correlation
from machines.morph.history import TABLE
from machines.morph.patterns import from_plain
from tests.machines.commanded import printed, refused, result_of


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixteen short games: patterns were added twice."""
    path = tmp_path_factory.mktemp("morph") / "run.sqlite"
    words = ("--set", "most_plies=40", "--games", "16", "--seed", "2", "--out", str(path))
    assert main(("learn", "morph", *words)) == 0
    return path


@pytest.mark.slow
def test_patterns_are_listed_the_most_telling_first(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(capsys, "morph", "patterns", str(run), "--top", "5", "--by", "updates")
    found = result_of(text)
    assert found["listed"] == "5" and int(found["patterns"]) > 5
    updates = [int(line.split()[2]) for line in text.splitlines()[2:7]]
    assert updates == sorted(updates, reverse=True)


def test_patterns_are_found_by_their_words(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    every = result_of(printed(capsys, "morph", "patterns", str(run)))
    text = printed(capsys, "morph", "patterns", str(run), "--find", "-1 pawn, material")
    found = result_of(text)
    assert found["graph"] == "0" and int(found["material"]) >= 1
    assert int(found["listed"]) < int(every["listed"]) == int(every["patterns"])
    assert all("-1 pawn" in line for line in text.splitlines()[2:-1])


@pytest.mark.slow
def test_patterns_are_written_as_json_and_drawn(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--json", str(tmp_path / "x.json"), "--png", str(tmp_path / "walls"), "--top", "3")
    printed(capsys, "morph", "patterns", str(run), *words)
    plain = json.loads((tmp_path / "x.json").read_text())
    assert len(plain["patterns"]) == 3 and plain["games"] == 16
    for one in plain["patterns"]:
        assert 0.0 <= one["weight"] <= 1.0
        from_plain(one)
    again = ("--json", str(tmp_path / "again.json"))
    printed(capsys, "morph", "patterns", str(tmp_path / "x.json"), *again)
    read = json.loads((tmp_path / "again.json").read_text())["patterns"]
    statistics = ("weight", "updates", "uses", "variance", "age", "way")
    assert [[one[name] for name in statistics] for one in read] == [
        [one[name] for name in statistics] for one in plain["patterns"]
    ]
    pictures = sorted((tmp_path / "walls").iterdir())
    numbers = [one["number"] for one in plain["patterns"]]
    assert [p.name for p in pictures] == [
        f"{place}-pattern-{number}.png" for place, number in enumerate(numbers, 1)
    ]
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in pictures)


KNIGHT, KING = {"label": "white knight"}, {"label": "black king", "square": "g8"}
GOOD = {
    "weight": 0.9,
    "nodes": [KNIGHT, KING],
    "edges": [{"from": 0, "to": 1, "kind": "direct"}],
}


def file_of(path: Path, *patterns: object) -> Path:
    path.write_text(json.dumps({"form": 1, "games": 3, "patterns": list(patterns)}))
    return path


def test_a_file_by_hand_is_read_and_asked_about_a_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    up = {"weight": 0.7, "material": {"knight": 1}}
    path = file_of(tmp_path / "hand.json", GOOD, up, {"weight": 0.2, "material": {"queen": 1}})
    fen = "6k1/8/5N2/8/8/8/8/K7 b - - 0 1"
    text = printed(capsys, "morph", "patterns", str(path), "--fen", fen)
    assert result_of(text)["listed"] == "2"
    assert "0.940 for White, who has just moved" in text  # 1 - (2 - 1.8)(2 - 1.4) / 2
    other = "6k1/8/8/5N2/8/8/8/K7 b - - 0 1"
    assert "0.700 for White" in printed(capsys, "morph", "patterns", str(path), "--fen", other)


def test_an_impossible_pattern_by_hand_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for change, why in (
        (
            {"nodes": [{"label": "white pawn", "square": "e8"}], "edges": []},
            "x.json, pattern 2, node 0: a pawn on e8",
        ),
        ({"nodes": [{"label": "Z"}]}, "pattern 2, node 0: label 'Z'"),
        ({"nodes": [KING, KING], "edges": []}, "pattern 2: two nodes black king"),
        ({"edges": [{"from": 0, "to": 5}]}, "pattern 2: edge from node 0 to node 5"),
        ({"weight": 2}, "pattern 2: weight is 2; expected a number, 0 to 1"),
        ({"updates": 1.5}, "pattern 2: updates is 1.5; expected a whole number"),
        ({"nodes": None}, "pattern 2"),
        ({}, "pattern 2: is the same as pattern 1"),
        (
            {"origin": {"fen": "8/8/8/8/8/8/8/8 b - - 0 1", "squares": ["a1", "g8"]}},
            "pattern 2, origin: White has no kings",
        ),
    ):
        path = file_of(tmp_path / "x.json", GOOD, {**GOOD, **change})
        assert why in refused(capsys, "morph", "patterns", str(path)), change


def test_a_file_that_holds_no_patterns_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for text in (
        "{",
        "[]",
        '{"form": 2}',
        '{"form": 1, "patterns": {}}',
    ):
        (tmp_path / "x.json").write_text(text)
        assert "x.json" in refused(capsys, "morph", "patterns", str(tmp_path / "x.json")), text


def test_material_stands_beside_table_5_1(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.csv"
    text = printed(capsys, "morph", "table", f"{run}:14", "--csv", str(path))
    assert result_of(text)["games"] == "14"
    assert "575 patterns" in text
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert [float(row["weight"]) for row in rows] == [one.weight for one in TABLE]
    even = next(row for row in rows if row["traditional"] == "0" and row["our_age"])
    assert 0.0 < float(even["our_weight"]) < 1.0


def test_the_papers_own_table_correlates_as_is_known() -> None:
    weights = [one.weight for one in TABLE]
    traditional = [one.traditional for one in TABLE]
    assert rank_correlation(weights, traditional) == pytest.approx(0.96, abs=0.005)
    assert rank_correlation([1, 2, 3], [30, 20, 10]) == -1.0
    assert rank_correlation([1, 1, 1], [1, 2, 3]) == 0.0


def test_what_cannot_be_done_is_refused(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, why in (
        (("patterns", "nowhere.sqlite"), "nowhere.sqlite: there is no such file"),
        (("patterns", "nowhere.database"), "there is no file nowhere.database"),
        (("patterns", "{run}", "--top", "0"), "--top: 0 is out of range"),
        (("patterns", "{run}", "--json", "x.txt"), "ends with '.txt'; expected .json"),
        (("patterns", "{run}", "--png", "{run}"), "this is a file; a folder was expected"),
        (("patterns", "{run}", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"), "White has no kings"),
        (("patterns", "{run}", "--fen", "x"), "--fen: it has 1 fields"),
        (("table", "{run}:17"), "has 16 games; expected one with 17 or more"),
        (("ablations", "--opponent", "fritz"), "expected house"),
        (("ablations", "--games", "x"), "--games: 'x' is no whole number"),
        (("ablations", "--plot", "x.jpg"), "expected .png"),
    ):
        assert why in refused(capsys, "morph", *(word.format(run=run) for word in words)), words


@pytest.mark.slow
def test_the_four_versions_are_played_compared_and_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ("--out", str(tmp_path / "runs"), "--seeds", "1", "--set", "most_plies=30")
    first = result_of(printed(capsys, "morph", "ablations", "--games", "4", *out))
    assert first["games"] == "4" and first["opponent"] == "house"
    assert {"basic", "reverse", "evaluation", "annealing", "basic_last"} <= set(first)
    files = ("--csv", str(tmp_path / "x.csv"), "--plot", str(tmp_path / "x.png"))
    again = ("morph", "ablations", "--games", "8", *out, *files)
    found = result_of(printed(capsys, *again))
    assert found["games"] == "8"
    rows = list(csv.DictReader((tmp_path / "x.csv").read_text().splitlines()))
    last = {row["version"]: row["points"] for row in rows if row["game"] == "8"}
    assert {name: f"{float(value):.2f}" for name, value in last.items()} == {
        name: found[name] for name in last
    }
    assert len(last) == 4
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
    other = ("morph", "ablations", "--games", "8", *out[:4], "--set", "most_plies=31")
    assert "is a run of other settings" in refused(capsys, *other)


@pytest.mark.slow
def test_both_learn_to_draw_with_a_perfect_player(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "plays.csv"
    found = result_of(
        printed(capsys, "morph", "noughts", "--plays", "150", "--top", "0", "--csv", str(path))
    )
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
    text = printed(
        capsys,
        "morph",
        "noughts",
        "--plays",
        "30",
        "--top",
        "0",
        "--opponent",
        "random",
        "--seed",
        "3",
    )
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
    one = printed(capsys, "morph", "noughts", *words)
    assert printed(capsys, "morph", "noughts", *words) == one
    assert "Play 40" not in one
    listed = one[one.index("Patterns that say most") :].splitlines()[2:-1]
    assert len(listed) == 5
    assert all(re.match(r"[OX.?/]{11} +[01]\.\d{3} ", line) for line in listed)


@pytest.mark.usefixtures("small_charts")
def test_both_are_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "both.png"
    printed(
        capsys,
        "morph",
        "noughts",
        "--plays",
        "20",
        "--top",
        "0",
        "--by-hand",
        "0",
        "--plot",
        str(path),
    )
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
