"""What the museum keeps is its owner's alone, and nobody is locked out of his own folder."""

import logging
import os
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

from devices.refusal import RefusedError
from machines.commands import main
from machines.museum.media_export import SouvenirFolder
from machines.museum.sessions.session_store import SessionStore
from machines.museum.worker import gc_policy
from machines.storage import folders
from machines.storage.error_log import start_log
from machines.storage.files import replace_file
from machines.storage.folders import UnwritableError, data_folder
from tests.machines.counter import make


@pytest.fixture
def usual_mask() -> Iterator[None]:
    """Others may read what is made."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.usefixtures("usual_mask")
@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")
def test_only_the_users_own_data_folder_is_closed_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared, own = tmp_path / "shared", tmp_path / "matchbox704"
    for folder in (shared, own):
        folder.mkdir(mode=0o755)
    assert (data_folder(shared), mode(shared)) == (shared, 0o755)
    monkeypatch.setenv("MATCHBOX704_DATA", str(shared))
    assert (data_folder(), mode(shared)) == (shared, 0o755)
    assert mode(data_folder(tmp_path / "new" / "folder")) == 0o700
    monkeypatch.setenv("MATCHBOX704_DATA", "")
    monkeypatch.setattr(platformdirs, "user_data_path", lambda *_, **__: own)
    assert (data_folder(), mode(own)) == (own, 0o700)


@pytest.mark.usefixtures("usual_mask", "without_log")
@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")
def test_what_the_museum_keeps_is_nobody_elses_in_a_shared_folder_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    table = tmp_path / "a.csv"
    old = shared / "museum.last-good.toml"
    old.touch(mode=0o640)
    for words in (
        ["settings", "--write"],
        ["menace", "tournament", "--games", "5", "--csv", str(table)],
        ["morph", "patterns", "--top", "1", "--json", str(tmp_path / "a.json")],
    ):
        assert main(["--data", str(shared), *words]) == 0
    store = SessionStore(shared)
    store.end(store.open("counter", make))
    store.close()
    souvenirs = SouvenirFolder(shared / "souvenirs")
    souvenirs.keep("menace", {".txt": lambda: b"a game"})
    souvenirs.close()
    log = start_log(shared)
    logging.getLogger("matchbox704").error("for the log")
    replace_file(old, b"x")
    modes = {path.relative_to(shared).as_posix(): mode(path) for path in shared.rglob("*")}
    assert modes.pop("museum.lock") == 0o644  # whoever waits for the folder reads a number there
    assert modes.pop(old.name) == 0o640
    assert {0o700 if (shared / name).is_dir() else 0o600 for name in modes} == set(modes.values())
    assert {"museum.toml", log.name, "souvenirs", "sessions/counter/000001.log"} <= set(modes)
    assert any(name.endswith(".sqlite") for name in modes)
    assert mode(shared) == 0o755 and mode(table) == mode(tmp_path / "a.json") == 0o644


def test_the_data_folders_variable_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("MATCHBOX704_DATA", "~/museum")
    assert data_folder() == tmp_path / "museum"
    assert data_folder("~/other") == tmp_path / "other"
    monkeypatch.setenv("MATCHBOX704_DATA", "~nobody-of-that-name/x")
    with pytest.raises(RefusedError, match=r"~nobody.*there is no such home.*names another"):
        data_folder()
    (tmp_path / "file").touch()
    monkeypatch.setenv("MATCHBOX704_DATA", str(tmp_path / "file"))
    with pytest.raises(RefusedError, match="--data FOLDER or MATCHBOX704_DATA names another"):
        data_folder()
    monkeypatch.setattr(gc_policy, "disable_gc", lambda: None)
    assert main(["museum"]) == 2
    assert "--data FOLDER or MATCHBOX704_DATA names another" in capsys.readouterr().err


def test_a_disk_that_does_not_answer_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As of a server that has gone: whoever asks waits until it is there again."""
    there = threading.Event()

    def asked(path: Path) -> bool:
        return there.wait(60.0) if path.is_relative_to(tmp_path) else True

    monkeypatch.setattr(folders, "ANSWER_S", 0.05)
    monkeypatch.setattr(os.path, "exists", asked)
    monkeypatch.setenv("MATCHBOX704_DATA", str(tmp_path))
    with pytest.raises(UnwritableError, match=r"its disk doesn't answer within .*; --data FOLDER"):
        folders.data_folder()
    made = folders.data_folder(tmp_path, opens_anyway=True)
    there.set()
    assert made.is_dir() and not made.is_relative_to(tmp_path) and not any(made.iterdir())
    assert "until the next opening nothing that is played is kept" in capsys.readouterr().err
    made.rmdir()
