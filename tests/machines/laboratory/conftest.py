"""What the tests of the laboratory's commands stand on."""

from pathlib import Path

import pytest

from devices.screen.parts import figures


@pytest.fixture(autouse=True)
def own_data(data: Path) -> None:
    """All of them keep runs."""


@pytest.fixture
def small_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Charts are a quarter as large as they are saved for a visitor, and drawn the sooner."""
    draw = figures.figure_surface
    monkeypatch.setattr(
        figures, "figure_surface", lambda state, size: draw(state, (size[0] // 4, size[1] // 4))
    )
