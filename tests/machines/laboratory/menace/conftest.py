"""Where tests of ``main.py menace`` keep things."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test writes into the user's own data folder."""
    folder = tmp_path / "data"
    monkeypatch.setenv("MATCHBOX704_DATA", str(folder))
    return folder
