"""Charts of commands, drawn a quarter as large as they are saved for a visitor."""

import pytest

from devices.screen.parts import figures


def draw_small(patch: pytest.MonkeyPatch) -> None:
    """Charts are drawn in a sixteenth of the time."""
    draw = figures.figure_surface
    patch.setattr(
        figures, "figure_surface", lambda state, size: draw(state, (size[0] // 4, size[1] // 4))
    )
