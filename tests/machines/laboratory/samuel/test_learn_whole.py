"""``main.py learn samuel``: nothing that was there is lost to a run, whatever it is refused for."""

from pathlib import Path
from typing import NoReturn

import pytest

from devices.refusal import RefusedError
from machines.commands import main
from machines.laboratory.samuel import study
from machines.laboratory.samuel.study import TAPES
from machines.storage.lock import Lock
from machines.storage.run_store import open_run, read_run
from tests.machines.commanded import refused, result_of
from tests.machines.storage.full_disk import full_disk

pytestmark = pytest.mark.usefixtures("own_folder")

QUICK = ("--ply", "1", "--jobs", "1")
LEARN_ROTE = ("learn", "samuel", "--series", "rote", *QUICK)
ROTE = (*LEARN_ROTE, "--games", "1")
PDN = '[Event "x"]\n1. 11-15 23-19 2. 8-11 22-17 *\n'


def held(folder: Path) -> dict[str, bytes]:
    """All files there, with what they hold."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused_whole(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> str:
    """Why it is refused; no file is there, or other, that wasn't before."""
    capsys.readouterr()
    before = held(folder)
    why = refused(capsys, *words)
    assert held(folder) == before
    return why


@pytest.mark.slow
def test_another_runs_tape_is_not_replaced(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main((*ROTE, "--out", "a.sqlite", "--tape", "a.tap")) == 0
    words = ("learn", "samuel", "--resume", "a.sqlite", "--games", "2", *QUICK, "--tape")
    for name, other, why in (
        (
            "b",
            ("--games", "1", "--seed", "7"),
            "b.tap: isn't what the run in a.sqlite put there; expected that",
        ),
        (
            "c",
            ("--games", "1", "--polynomial", "pieces"),
            "c.tap: isn't what the run in a.sqlite put there",
        ),
        ("d", ("--games", "2"), "times; the run in a.sqlite"),
    ):
        assert main((*LEARN_ROTE, *other, "--out", f"{name}.sqlite", "--tape", f"{name}.tap")) == 0
        assert why in refused_whole(capsys, tmp_path, *words, f"{name}.tap"), other
    assert main((*words, "a.tap")) == 0


def test_a_damaged_tape_is_not_taken_for_the_runs_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main((*ROTE, "--out", "a.sqlite", "--tape", "a.tap")) == 0
    tape = tmp_path / "a.tap"
    data = bytearray(tape.read_bytes())
    data[-20] ^= 1
    tape.write_bytes(data)
    words = ("learn", "samuel", "--resume", "a.sqlite", "--tape", "a.tap", *QUICK)
    assert "a.tap: isn't what the run in a.sqlite put there" in refused_whole(
        capsys, tmp_path, *words
    )


@pytest.mark.slow
def test_the_tape_of_before_is_the_runs_own_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Killed between keeping a game and putting the tape; or gone on with without it meanwhile."""
    assert main((*ROTE, "--out", "a.sqlite", "--tape", "a.tap")) == 0
    tape = tmp_path / "a.tap"
    before = tape.read_bytes()
    words = ("learn", "samuel", "--resume", "a.sqlite", *QUICK)
    assert main((*words, "--games", "2", "--tape", "a.tap")) == 0
    after = tape.read_bytes()
    with read_run(tmp_path / "a.sqlite", "samuel") as run:
        assert len(run.results()[TAPES]) == 2
    tape.write_bytes(before)
    assert main((*words, "--games", "2", "--tape", "a.tap")) == 0
    assert tape.read_bytes() == after
    assert main((*words, "--games", "3")) == 0
    assert main((*words, "--games", "3", "--tape", "a.tap")) == 0
    assert tape.read_bytes() != after


def test_a_tape_has_one_writer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lock = Lock(tmp_path / "a.tap")
    why = refused_whole(capsys, tmp_path, *ROTE, "--tape", "a.tap")
    assert "a.tap: process " in why and "is writing here already" in why
    lock.release()
    assert main((*ROTE, "--tape", "a.tap")) == 0


def test_no_run_is_begun_where_one_of_several_can_not_be(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "a-2.sqlite").write_bytes(b"")
    words = ("learn", "samuel", "--series", "first", "--seeds", "3", "--out", "a.sqlite", *QUICK)
    assert "a-2.sqlite: exists already" in refused_whole(capsys, tmp_path, *words)


@pytest.mark.slow
def test_no_run_is_begun_where_the_disk_has_no_room_for_its_tape(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main((*LEARN_ROTE, "--games", "5", "--tape", "a.tap")) == 0
    size = (tmp_path / "a.tap").stat().st_size
    with full_disk(size - 1):
        # The record of a run that knows this tape is smaller than the tape.
        why = refused_whole(capsys, tmp_path, *ROTE, "--out", "b.sqlite", "--tape", "a.tap")
    assert "can't be written: " in why


@pytest.mark.parametrize("size", [4_000, 30_000])
def test_no_run_is_begun_on_a_full_disk(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, size: int
) -> None:
    with full_disk(size):
        why = refused_whole(capsys, tmp_path, *ROTE, "--out", "b.sqlite", "--tape", "b.tap")
    assert "can't be written: " in why


def test_no_run_is_begun_where_nobody_can_play_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(*args: object, **kwargs: object) -> NoReturn:
        raise RefusedError("--scheduler", "nobody answers")

    monkeypatch.setattr(study, "run_tasks", nobody)
    words = (*ROTE, "--out", "b.sqlite", "--tape", "b.tap")
    assert "nobody answers" in refused_whole(capsys, tmp_path, *words)


def test_what_is_read_is_not_written_over(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for words, why in (
        (
            ("--games-of", "book", "--book", "a.png", "--plot", "a.png"),
            "a.png: is there, and is something else",
        ),
        (("--out", "a.csv", "--csv", "a.csv"), "--csv: is a.csv as is --out"),
        (
            ("--seeds", "2", "--out", "a.csv", "--csv", "a-2.csv"),
            "--csv: is a-2.csv as is --out a-2.csv",
        ),
        (("--polynomial", "p.txt", "--out", "p.txt"), "--polynomial: is p.txt as is --out"),
    ):
        (tmp_path / "a.png").write_text(PDN)
        (tmp_path / "p.txt").write_text("POLY   MOB +6\n")
        assert why in refused_whole(capsys, tmp_path, *ROTE, *words), words


def test_a_player_is_not_written_over(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for words, why in (
        (("match", "p.txt", "pieces", "--games", "2", "--pdn", "p.txt"), "p.txt: is there, and is"),
        (("match", "pieces", "samuel:p.txt", "--pdn", "p.txt"), "p.txt: is there, and is"),
        (("match", "pieces", "standard+a.tap", "--pdn", "a.tap"), "--pdn: is a.tap as is B"),
        (("match", "", "pieces"), "A: there is no polynomial "),
        (
            ("book", "--book", "a.pdn", "--polynomial", "p.csv", "--csv", "p.csv"),
            "--csv: is p.csv",
        ),
    ):
        (tmp_path / "p.txt").write_text("POLY   MOB +6\n")
        (tmp_path / "a.pdn").write_text(PDN)
        assert why in refused_whole(capsys, tmp_path, *words), words


def test_what_differs_is_said_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "a.pdn").write_text(PDN)
    assert main((*ROTE, "--out", "a.sqlite", "--games-of", "self,frozen")) == 0
    resumed = ("learn", "samuel", "--resume", "a.sqlite")
    for words, why in (
        (("--games-of", "self"), "--games-of: is self; the run in a.sqlite has self,frozen"),
        (("--book", "a.pdn"), "--book: names another file than the run in a.sqlite was begun with"),
        (("--moment",), "--moment: is asked for; the run in a.sqlite goes without"),
        (("--way", "a"), "--way: is a; the run in a.sqlite has none"),
    ):
        assert why in refused_whole(capsys, tmp_path, *resumed, *words)


def test_several_runs_are_told_by_the_seed_that_was_given(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("--seeds", "2", "--seed", "5", "--out", "a.sqlite")
    assert main((*ROTE, *words)) == 0
    told = result_of(capsys.readouterr().out)
    assert told["seed"] == "5" and told["runs"] == "2"
    both = ("learn", "samuel", "--resume", "a-1.sqlite", "a-2.sqlite", *QUICK)
    assert main((*both, "--seed", "5")) == 0
    assert result_of(capsys.readouterr().out)["seed"] == "5"
    with open_run(tmp_path / "a-2.sqlite", "samuel") as run:
        own = run.about.settings["seed"]
    assert main(("learn", "samuel", "--resume", "a-2.sqlite", "--seed", str(own), *QUICK)) == 0
    assert result_of(capsys.readouterr().out)["seed"] == str(own)
    refused(capsys, *both, "--seed", "6")
