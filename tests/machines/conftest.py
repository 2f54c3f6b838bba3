"""What the tests of commands stand on: what is said doesn't depend on how busy the computer is."""

import pytest


@pytest.fixture(autouse=True)
def no_progress(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that takes half a minute here says nothing of that, but where that is what is tested."""
    if not request.module.__name__.endswith("test_progress"):
        monkeypatch.setattr("machines.laboratory.study.progress.EVERY_S", 1e9)
