"""``main.py menace``: what can't be is refused in words with status 2, and nothing is changed."""

import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.exhibit.run_record import RunMetadata
from machines.menace.beads import Cabinet
from machines.menace.study import Study, StudyConfig
from machines.storage.run_store import new_run, read_run
from tests.machines.laboratory.menace.menace_command import menace

ROOT = Path(__file__).resolve().parents[4]
Capture = pytest.CaptureFixture[str]


# -- refused -------------------------------------------------------------------------------------

REFUSED = {
    "boxes --box 305": "--box: 305 is out of range; expected 1 to 304",
    "boxes --build 287L --box 288": "--box: 288 is out of range; expected 1 to 287",
    "boxes --stage 2": "--stage: '2'; build 304 has 1, 3, 5, 7",
    "boxes --build 305": "build: is '305'; expected one of",
    "boxes --run none.sqlite": "none.sqlite: there is no such file",
    "odds --board OOO": "--board: is 'OOO'; expected three rows of three",
    "odds --board OOO/XX./...": "--board: OOO/XX./... is the end of a play",
    "odds --board X../.../...": "--board: has 0 noughts and 1 crosses",
}


def test_what_can_not_be_is_refused_and_nothing_is_kept(capsys: Capture, data: Path) -> None:
    for line, why in REFUSED.items():
        out, err = menace(capsys, line, status=2)
        assert out == "", line
        assert err.startswith("menace: ") and why in err, line
        assert not list(data.rglob("*.sqlite")), line
    for option in ("--tape", "--listing", "--log"):
        _, err = menace(capsys, f"play {option} 1=a.tap", status=2)
        assert err == f"menace: {option}: is for a deck; expected --deck FILE with it\n"


def test_whatever_is_typed_is_no_fault(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = {code: io.TextIOWrapper(io.BytesIO(b"\xff\nq\n"), code) for code in ("ascii", "utf-8")}
    for how, stream in {**typed, "closed": None}.items():
        monkeypatch.setattr(sys, "stdin", stream)
        out, _ = menace(capsys, f"play --run {tmp_path}/{how}.sqlite")
        assert out.splitlines()[-1].startswith("RESULT "), how
        assert ("Refused: your act: is" in out) == (stream is not None), how


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a shell of its own")
def test_a_process_whose_input_is_closed_ends_as_it_should(tmp_path: Path) -> None:
    command = f"'{sys.executable}' main.py menace play --run {tmp_path}/a.sqlite <&-"
    done = subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.splitlines()[-1][:7]) == (0, "RESULT "), done.stderr


def spoiled(path: Path, how: str) -> None:
    """A run whose beads are not its own."""
    settings = StudyConfig("random")
    study = Study.begin(settings)
    about = settings.about()
    if how == "ledger":
        study.cabinet.cups[3] += 1
    elif how == "build":
        study.cabinet = Cabinet.new("287L")
    elif how == "colour":
        study.cabinet.beads[0, 8] = 1
    elif how == "negative":
        study.cabinet.beads[0, 0] -= 9
    elif how == "shape":
        study.cabinet.beads = np.zeros((287, 9), dtype=np.int64)
    elif how == "plays":
        study.tally.wins = 7
    elif how == "study":
        about = RunMetadata("menace", "reckoning", about.settings)
    state = study.state() if how != "state" else b"M704 or so"
    new_run(path, about, state).close()


def test_beads_that_do_not_fit_are_refused(capsys: Capture, tmp_path: Path) -> None:
    for how, says in (
        ("ledger", "cabinet: has beads that its ledger does not account for"),
        ("build", "a.sqlite: has the beads of build 287L; its settings say 304"),
        ("colour", "cabinet, box 1: has beads"),
        ("negative", "beads is not within"),
        ("shape", "cabinet: has beads of shape (287, 9); build 304 expects 304 boxes"),
        ("plays", "a.sqlite: has 0 plays; its beads are those after 7"),
        ("study", "a.sqlite: is the record of a reckoning; expected tournament"),
        ("state", "a.sqlite: is damaged: its checksum does not agree"),
    ):
        path = tmp_path / how / "a.sqlite"
        path.parent.mkdir()
        spoiled(path, how)
        before = path.read_bytes()
        for line in ("tournament --resume", "boxes --run", "odds --run"):
            out, err = menace(capsys, f"{line} {path}", status=2)
            assert (out, says in err) == ("", True), err
        assert path.read_bytes() == before, how
        with pytest.raises(RefusedError), read_run(path, "menace") as run:
            Study.of_run(run)


def test_the_help_of_every_act_brings_in_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from machines.commands import main\n"
        "for act in ('play', 'tournament', 'boxes', 'odds'):\n"
        "    try:\n"
        "        main(['menace', act, '--help'])\n"
        "    except SystemExit as left:\n"
        "        assert left.code == 0\n"
        "print([n for n in ('numpy', 'numba', 'pygame', 'rich', 'sqlite3') if n in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
    assert done.stdout.count("where runs are kept") == 4
