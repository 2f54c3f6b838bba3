"""Files are read whole or refused, and replaced whole or not at all."""

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from devices.refusal import RefusedError
from machines.storage.files import check_apart, check_writable, read_file, replace_file

ROOT = Path(__file__).parents[3]
REPLACER = """
import sys
from pathlib import Path
from machines.storage.files import replace_file
while True:
    for letter in b"AB":
        replace_file(Path(sys.argv[1]), bytes([letter]) * 200_000)
"""


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "deck.cbn"
    replace_file(path, b"first")
    replace_file(path, b"second")
    assert read_file(path) == b"second"
    assert [found.name for found in tmp_path.iterdir()] == ["deck.cbn"]


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match=r"none\.txt: there is no such file"):
        read_file(tmp_path / "none.txt")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="this is a folder; a file was expected"):
        read_file(tmp_path)
    with pytest.raises(RefusedError, match="this is a folder; a file was expected"):
        replace_file(tmp_path, b"")


def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    for act in (read_file, lambda path: replace_file(path, b"")):
        with pytest.raises(RefusedError):
            act(tmp_path / "a\0b")
        with pytest.raises(RefusedError):
            act(tmp_path / ("x" * 300))


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="there is no folder"):
        replace_file(tmp_path / "decks" / "a.txt", b"")


@pytest.mark.parametrize("name", ["folder", "none/a.txt", "x" * 300, "a\0b"])
def test_a_place_that_cannot_be_written_is_refused_before_there_is_anything_to_write(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(RefusedError):
        check_writable(tmp_path / name)
    check_writable(tmp_path / "new.txt")
    assert [found.name for found in tmp_path.iterdir()] == ["folder"]


def test_a_file_longer_than_any_medium_is_refused_and_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "endless.txt"
    path.write_bytes(b"12345")
    assert read_file(path, most=5) == b"12345"
    with pytest.raises(RefusedError, match=r"endless\.txt: has more than 4 bytes"):
        read_file(path, most=4)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/zero").is_char_device(), reason="there is no /dev/zero here")
def test_a_device_without_an_end_is_refused() -> None:
    with pytest.raises(RefusedError, match="has more than"):
        read_file(Path("/dev/zero"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_a_file_without_permission_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "locked.txt"
    path.write_bytes(b"x")

    def refuse(path: Path, flags: int) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)  # root may read everything
    with pytest.raises(RefusedError, match=r"locked\.txt: may not be read"):
        read_file(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes here")
def test_a_pipe_is_never_waited_for_and_read_or_written_where_somebody_is_at_its_other_end(
    tmp_path: Path,
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(RefusedError, match="is a pipe into which nobody writes"):
        read_file(pipe)
    with pytest.raises(RefusedError, match="can't be written"):
        replace_file(pipe, b"said")
    other_end = os.open(pipe, os.O_RDWR)
    replace_file(pipe, b"said")
    assert os.read(other_end, 9) == b"said"
    os.write(other_end, b"again")
    threading.Timer(0.1, os.close, (other_end,)).start()
    assert read_file(pipe) == b"again"


def test_two_options_that_name_one_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("")
    (tmp_path / "link.csv").symlink_to(tmp_path / "a.csv")
    for one, other in (("a.csv", "a.csv"), ("new.csv", "./new.csv"), ("a.csv", "link.csv")):
        with pytest.raises(RefusedError, match=r"--csv: is .*csv as is --run; expected another"):
            check_apart({"--run": f"{tmp_path}/{one}", "--csv": f"{tmp_path}/{other}"})
    check_apart({"--print": os.devnull, "--log": os.devnull, "--csv": None, "--plot": None})
    check_apart({"--run": f"{tmp_path}/a.csv", "--csv": f"{tmp_path}/b.csv"})


def test_a_full_disk_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tape.tap"
    replace_file(path, b"old")

    def no_space(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(RefusedError, match=r"tape\.tap: can't be written: No space left"):
        replace_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert [found.name for found in tmp_path.iterdir()] == ["tape.tap"]


def ended_process() -> int:
    """The number of a process that is no more."""
    process = subprocess.Popen([sys.executable, "-S", "-c", ""])
    process.wait()
    return process.pid


@pytest.mark.skipif(sys.platform == "win32", reason="who runs can't be asked there")
def test_what_an_ended_process_was_writing_goes_when_the_file_is_written_again(
    tmp_path: Path,
) -> None:
    gone, here = ended_process(), os.getpid()
    stay = {f".a[1].csv.{os.getppid()}-0.new", f".a[1].csv.{here}-999.new", ".a[1].csv.new",
            f"a[1].csv.{gone}-0.new", f".b.csv.{gone}-0.new", f".a1.csv.{gone}-0.new"}  # fmt: skip
    for name in (*stay, f".a[1].csv.{gone}-7.new", f".a[1].csv.{here}-998.new"):
        (tmp_path / name).touch()
    for path in tmp_path.glob("*-998.new"):
        os.utime(path, (0, 0))
    replace_file(tmp_path / "a[1].csv", b"whole")
    assert {path.name for path in tmp_path.iterdir()} == {*stay, "a[1].csv"}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such links")
def test_a_link_is_followed_and_permissions_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link.symlink_to(real)
    replace_file(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


@pytest.mark.skipif(not Path("/dev/null").is_char_device(), reason="there is no /dev/null here")
def test_a_device_is_written_to_and_stays_a_device() -> None:
    replace_file(Path("/dev/null"), b"gone")
    assert Path("/dev/null").is_char_device()


@pytest.mark.skipif(sys.platform == "win32", reason="kills with a signal")
def test_a_process_killed_while_it_replaces_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "book.tap"
    for pause in (0.0, 0.003, 0.011):
        child = subprocess.Popen([sys.executable, "-c", REPLACER, str(path)], cwd=ROOT)
        deadline = time.monotonic() + 30
        while not path.exists() and time.monotonic() < deadline:
            time.sleep(0.001)
        time.sleep(pause)
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        assert path.read_bytes() in (b"A" * 200_000, b"B" * 200_000)
