"""Where runs without anybody at the machine keep things."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder; files are named in a folder of the test's own."""
    folder = tmp_path / "data"
    monkeypatch.setenv("MATCHBOX704_DATA", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder
