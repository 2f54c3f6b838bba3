"""What holds of every study that keeps runs, whatever machine plays: one suite for all."""

import contextlib
import os
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from machines.commands import main
from machines.games.noughts.kernels import choose
from machines.storage.run_store import open_run, read_run
from tests.machines.commanded import refused
from tests.machines.laboratory.study.study_cases import CASES, StudyCase

ROOT = Path(__file__).resolve().parents[4]
COMPILED = hasattr(choose, "signature")
Capture = pytest.CaptureFixture[str]


def command_of(case: StudyCase) -> str:
    """The first word, which stands before what is said."""
    return case.command.split()[0]


def begun(case: StudyCase, path: Path, count: int) -> tuple[str, ...]:
    """The words that begin a run of so many blocks."""
    words = f"{case.command} {case.begin} {case.count} {count}".split()
    return (*words, case.out, str(path))


def resumed(case: StudyCase, path: Path, words: str = "") -> tuple[str, ...]:
    """The words that go on with a run."""
    return (*case.command.split(), "--resume", str(path), *shlex.split(f"{case.again} {words}"))


def plays_of(case: StudyCase, path: Path) -> int:
    """How many blocks it has."""
    with read_run(path, case.machine) as run:
        return run.plays


@pytest.fixture(autouse=True)
def every_program(own_folder: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever program is looked for is there."""
    monkeypatch.setattr("shutil.which", lambda name, path=None: f"/there/{name}")


@pytest.fixture(scope="module", params=CASES, ids=lambda case: str(case.machine))
def case(request: pytest.FixtureRequest) -> StudyCase:
    """Each study."""
    found: StudyCase = request.param
    return found


@pytest.fixture(scope="module")
def whole(case: StudyCase, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run without a break."""
    path = tmp_path_factory.mktemp(case.machine) / "whole.sqlite"
    assert main(begun(case, path, case.parts[-1])) == 0
    return path


def test_a_run_gone_on_with_comes_to_what_an_undisturbed_one_comes_to(
    case: StudyCase, whole: Path, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "parts.sqlite"
    assert main(begun(case, path, case.parts[0])) == 0
    for count in case.parts[1:]:
        capsys.readouterr()
        assert main(resumed(case, path, f"{case.count} {count}")) == 0
    told = capsys.readouterr().out
    assert case.kept(path, case.machine) == case.kept(whole, case.machine)
    assert main(resumed(case, whole)) == 0  # nothing is left to be played
    if case.fast or case.machine == "samuel":  # what else is told takes time
        assert capsys.readouterr().out == told


def test_what_cannot_be_is_refused_and_nothing_is_begun(
    case: StudyCase, tmp_path: Path, capsys: Capture
) -> None:
    for words, why in case.refused.items():
        line = shlex.split(f"{case.command} {words}")
        if not {"--resume", case.out}.intersection(line):
            line += [case.out, "r.sqlite"]
        told = refused(capsys, *line)
        assert told.startswith(f"{command_of(case)}: ") and why in told, words
        assert [path for path in tmp_path.rglob("*") if path.is_file()] == [], words


@pytest.mark.slow
def test_a_run_of_other_settings_is_not_gone_on_with_and_stays_whole(
    case: StudyCase, whole: Path, capsys: Capture
) -> None:
    before = whole.read_bytes()
    for words, why in case.differs.items():
        assert why in refused(capsys, *resumed(case, whole, words)), words
        assert whole.read_bytes() == before, words


@pytest.mark.slow
def test_a_damaged_or_foreign_run_is_refused_and_stays_as_it_is(
    case: StudyCase, whole: Path, tmp_path: Path, capsys: Capture
) -> None:
    path, table = tmp_path / "x.sqlite", tmp_path / "x.csv"
    for change, says in case.damaged.items():
        shutil.copy(whole, path)
        with contextlib.closing(sqlite3.connect(path)) as database, database:
            database.execute(change)
        before = path.read_bytes()
        games = f"{case.count} {case.parts[-1] + 20}" if "blocks" in change else ""
        why = refused(capsys, *resumed(case, path, f"{games} --csv {table}"))
        assert says in why and "x.sqlite" in why, change
        assert path.read_bytes() == before, change
        assert not table.exists(), change


def test_a_run_that_is_there_or_being_written_is_refused(
    case: StudyCase, whole: Path, capsys: Capture
) -> None:
    before = whole.read_bytes()
    told = refused(capsys, *begun(case, whole, case.parts[-1]))
    assert "exists already; expected a new file, or --resume" in told
    with open_run(whole, case.machine):
        told = refused(capsys, *resumed(case, whole))
    assert f"process {os.getpid()} is writing here already" in told
    assert whole.read_bytes() == before


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a process is not interrupted so there")
@pytest.mark.skipif(not COMPILED, reason="millions of plays")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_broken_off_in_the_middle_it_goes_on_to_the_same(
    case: StudyCase, how: signal.Signals, whole: Path, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "broken.sqlite"
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), *begun(case, path, case.many)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        _until_kept(case, path, process)
        process.send_signal(how)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    count = plays_of(case, path)
    if count == case.many:
        return  # it was over before it heard
    if how == signal.SIGINT:
        assert (process.returncode, out) == (130, "")
        again = f"{case.command} --resume {path} goes on"
        assert err == f"{command_of(case)}: interrupted; {again}\n"
    if case.fast:
        assert 0 < count < case.many and count % case.block == 0
        target, whole = count + 1234, tmp_path / "at-once.sqlite"
        assert main(begun(case, whole, target)) == 0
        at_once = capsys.readouterr().out
        assert main(resumed(case, path, f"{case.count} {target}")) == 0
        assert capsys.readouterr().out == at_once
    else:
        kept, first = case.kept(path, case.machine), case.kept(whole, case.machine)
        length = min(count, case.parts[-1])
        assert count >= 2 and kept[:length] == first[:length]
        if count >= case.parts[-1]:
            return  # nothing is left to be played, so no later state is kept
        assert main(resumed(case, path, f"{case.count} {case.parts[-1]}")) == 0
    assert case.kept(path, case.machine) == case.kept(whole, case.machine)


def _until_kept(case: StudyCase, path: Path, process: "subprocess.Popen[str]") -> None:
    """Until more than one block is in the record."""
    fewest = 200_000 if case.fast else 2
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline and process.poll() is None:
        if path.exists() and plays_of(case, path) >= fewest:
            return
        time.sleep(0.002 if case.fast else 0.05)
    raise AssertionError(f"nothing was kept: {process.communicate()}")
