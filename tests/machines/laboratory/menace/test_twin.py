"""``main.py menace twin``: an operator with real boxes beside the terminal."""

import io
import json
from pathlib import Path

import pytest

from machines.laboratory.menace.twin import HELP
from machines.storage.lock import Lock
from tests.machines.commanded import result_of
from tests.machines.laboratory.menace.menace_command import menace


def twin(
    typed: list[str],
    path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *words: str,
    status: int = 0,
) -> tuple[str, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    return menace(capsys, " ".join(["twin", "--out", str(path), *words]), status)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "twin.json"


def test_it_names_the_box_and_goes_on_where_it_ended(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out, _ = twin(["lilac", "4"], path, capsys, monkeypatch)
    assert "Open box 1 (1st move). The board: it lies as on the label." in out
    assert "Lilac: O goes on square 2." in out
    assert "Open box 10 (2nd move). The board: turn a quarter anticlockwise." in out
    out, _ = twin(["10 white", "q"], path, capsys, monkeypatch)
    assert out.count("Open box 10 (2nd move)") == 1
    assert "White: O goes on square 3." in out
    assert json.loads(path.read_text())["acts"] == ["bead 2", "mark 4", "bead 1"]


def test_a_play_ends_and_is_undone_with_its_beads(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nought in the centre, corner 1, corner 5: the diagonal; the third label is a mirror image."""
    out, _ = twin(["gold", "2", "white", "3", "count 1", "amber"], path, capsys, monkeypatch)
    assert "Box 1 must hold 3 gold, 4 white, 4 lilac (gold: one lies on the mat)." in out
    assert "mirror in the diagonal 1-5, then turn a quarter clockwise" in out
    assert "MENACE has won." in out
    assert "Box 1: its gold bead goes back with 3 more. It then holds 7 gold" in out
    assert result_of(out) == {"wins": "1", "draws": "0", "losses": "0", "score": "3", "games": "1"}
    out, _ = twin(["u", "count 1", "u", "u"], path, capsys, monkeypatch)
    assert "Undone: the amber bead.\n" in out
    assert "Box 1: its gold bead comes back to the mat, 3 more go out." in out
    assert "Box 1 must hold 3 gold, 4 white, 4 lilac (gold: one lies on the mat)." in out
    assert result_of(out)["games"] == "0"
    assert json.loads(path.read_text())["acts"] == ["bead 0", "mark 2"]


@pytest.mark.parametrize(
    ("rewards", "said"),
    [
        ("3,1,-1", "its amber bead stays in it, 3 more go out"),
        ("0,1,-1", "its amber bead stays in it"),
        ("-1,1,3", "its amber bead goes from the cup back into it"),
        ("-2,1,3", "its amber bead goes from the cup back into it with 1 more"),
    ],
)
def test_an_undone_end_has_its_last_bead_in_the_box_and_the_others_on_the_mat(
    rewards: str,
    said: str,
    path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    typed = ["gold", "2", "white", "3", "amber", "u"]
    out, _ = twin(typed, path, capsys, monkeypatch, f"--rewards={rewards}")
    assert "Undone: the amber bead.\nBox 1: its gold bead comes back " in out
    assert f"\nBox 15: {said}.\n" in out
    assert "It must hold 2 green, 2 pink, 2 red, 2 amber, 2 black." in out.split("Undone")[1]


def test_who_goes_on_or_stops_or_undoes_that_is_told_which_beads_lie_on_the_mat(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mat = "Box 1: its lilac bead lies on the mat.\nBox 10: its white bead lies on the mat.\n"
    out, _ = twin(["lilac", "4", "white"], path, capsys, monkeypatch)
    assert mat not in out
    out, _ = twin(["stop", "u"], path, capsys, monkeypatch)
    assert out.count(mat) == 3


def test_a_count_is_compared_and_may_be_taken_for_true(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = [
        "count 1 4 gold 4 white 4 lilac",
        "count 1 4 gold 3 white 5 lilac",
        "correct 1 3 white 5 lilac",
        "count 1",
        "u",
        "u",
        "count 1",
        "count",
        "count 1 2 pink",
        "count 400",
    ]
    out, _ = twin(typed, path, capsys, monkeypatch)
    assert "Box 1 is right: 4 gold, 4 white, 4 lilac." in out
    assert "Box 1: 1 white too few; it must hold 4." in out
    assert "Box 1: 1 lilac too many; it must hold 4." in out
    assert "Taken for true: box 1 holds 4 gold, 3 white, 5 lilac." in out
    assert out.count("Box 1 must hold 4 gold, 3 white, 5 lilac.") == 1
    assert out.count("Box 1 must hold 4 gold, 4 white, 4 lilac.") == 1
    assert "1720" in out
    assert "box 1: never has a pink bead: it belongs elsewhere" in out
    assert "box: '400' is none; expected 1 to 304" in out


def test_the_correction_that_a_count_proposes_makes_that_count_right(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A colour that isn't named was counted as none: the correction names it, too."""
    out, _ = twin(["count 1 4 gold"], path, capsys, monkeypatch)
    proposed = out.split("take your count for true: ")[1].split("\n")[0]
    out, _ = twin([proposed, "count 1 4 gold"], path, capsys, monkeypatch)
    assert "Box 1 is right: 4 gold, 0 white, 0 lilac." in out


def test_chances_are_told_in_the_middle_of_a_play(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beads on the mat change none: their boxes aren't opened again."""
    out, _ = twin(["gold", "2", "odds", "white", "3", "odds"], path, capsys, monkeypatch)
    assert "Refused" not in out
    before, after = (
        float(part.split("perfect")[1].split()[0]) for part in out.split("From the board")[1:]
    )
    # Only amber (square 5) wins for certain; it is one of box 15's five equal colours.
    assert before < after
    assert after >= 0.2


def test_what_the_help_shows_can_be_typed(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = [line[2:25].strip() for line in HELP.splitlines() if line.startswith("  ")]
    typed = [line for line in shown if line.split()[0] in ("count", "correct")]
    assert len(typed) == 3
    out, _ = twin(["", *typed], path, capsys, monkeypatch)
    assert "Refused" not in out
    assert "Taken for true: box 133 holds 3 pink" in out


def test_a_slip_is_told_and_nothing_is_entered(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for typed, said in (
        ("g", "colour: 'g' is not clear; expected gold or green"),
        ("blue", "colour: 'blue' is none; expected gold, white"),
        ("7 lilac", "box 7: isn't this board's; put its bead back; expected box 1"),
        ("pink", "box 1: has no pink bead; expected 4 gold, 4 white, 4 lilac"),
        ("u", "undo: found nothing entered"),
        ("correct 1", "correct: names no beads"),
        ("count 1 x gold", "count: expected a number and a colour"),
    ):
        out, _ = twin([typed], path, capsys, monkeypatch)
        assert f"Refused: {said}" in out, typed
        assert json.loads(path.read_text())["acts"] == [], typed


def test_a_file_that_is_none_is_refused_and_stays(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for text, said in (
        ("", "is no twin's file"),
        ('{"format": "matchbox704 twin", "version": 2}', "is of version 2; expected 1"),
        ('{"format": "matchbox704 twin", "version": 1, "acts": [1]}', "has no list of acts"),
        (
            '{"format": "matchbox704 twin", "version": 1, "boxes": "304", "acts": [""], '
            '"replicates": [4, 3, 2, 1], "rewards": [3, 1, -1]}',
            "act 1: act: '' is none",
        ),
        (
            '{"format": "matchbox704 twin", "version": 1, "boxes": "304", "acts": ["bead 7"], '
            '"replicates": [4, 3, 2, 1], "rewards": [3, 1, -1]}',
            "act 1: box 1: has no amber bead",
        ),
        (
            '{"format": "matchbox704 twin", "version": 1, "boxes": "9", "acts": [], '
            '"replicates": [4, 3, 2, 1], "rewards": [3, 1, -1]}',
            "build: is '9'; expected one of 304",
        ),
        (
            '{"format": "matchbox704 twin", "version": 1, "boxes": "304", "acts": [], '
            '"replicates": [4, 3, 2], "rewards": [3, 1, -1]}',
            "has no 4 numbers as replicates",
        ),
    ):
        path.write_text(text)
        _, err = twin([], path, capsys, monkeypatch, status=2)
        assert said in err, text
        assert path.read_text() == text, text


def test_another_build_and_a_second_writer_are_refused(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    twin(["gold"], path, capsys, monkeypatch)
    _, err = twin([], path, capsys, monkeypatch, "--build", "second", status=2)
    assert "--build: is of a new machine" in err
    with Lock(path):
        _, err = twin([], path, capsys, monkeypatch, status=2)
    assert "is writing here already" in err


def test_who_begins_and_with_what_may_be_chosen_until_the_first_entry(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    twin([], path, capsys, monkeypatch, "--replicates 8,4,2,1")
    out, _ = twin(["0"], path, capsys, monkeypatch, "--build second")
    assert "MENACE plays X and answers" in out
    kept = json.loads(path.read_text())
    assert (kept["boxes"], kept["replicates"], kept["acts"]) == ("second", [8, 4, 2, 1], ["mark 0"])


def test_michies_number_of_boxes_is_the_published_reading(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out, _ = twin([], path, capsys, monkeypatch, "--build", "287")
    assert "a MENACE of 287 boxes" in out
    assert json.loads(path.read_text())["boxes"] == "287L"
