"""What the tests of commands stand on: a data folder of their own, and nothing that depends on how
busy the computer is.
"""

import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def no_progress(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that takes half a minute here says nothing of that, but where that is what is tested."""
    if not request.module.__name__.endswith("test_progress"):
        monkeypatch.setattr("machines.laboratory.study.progress.EVERY_S", 1e9)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder: no test of a command writes into the user's own."""
    folder = tmp_path / "data"
    monkeypatch.setenv("MATCHBOX704_DATA", str(folder))
    return folder


@pytest.fixture
def own_folder(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And files are named in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def without_log() -> Iterator[None]:
    """The log that is begun ends with the test."""
    hook = threading.excepthook
    yield
    threading.excepthook = hook
    root = logging.getLogger()
    for handler in [one for one in root.handlers if getattr(one, "matchbox704", False)]:
        root.removeHandler(handler)
        handler.close()
