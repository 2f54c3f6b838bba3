"""What Anaconda says of its move stays inside its pane, whatever moves it names."""

import itertools

import pytest

from devices.screen.parts.desktop_program import ENGRAVING, SPACING
from machines.anaconda.contest import Expectation
from machines.anaconda.picture import why_pane
from machines.anaconda.picture.population import WIDE
from machines.anaconda.picture.why_pane import MARGIN, SIZE, paragraph, sentence


class Written:
    """A pen that keeps the ends of its lines."""

    def __init__(self) -> None:
        self.ends: list[float] = []

    def text(self, text: str, x: float, y: float, high: float) -> None:
        del y
        self.ends.append(x + ENGRAVING.width(text, high, SPACING))


@pytest.mark.parametrize("worth", [degree for degree, _ in why_pane.DEGREES])
def test_no_line_runs_into_the_frame(worth: float) -> None:
    moves = ("15x22", "25x18", "12-16", "9-13", "6x15x22x29")
    for line in itertools.product(moves, repeat=3):
        pen = Written()
        expects = Expectation(line, worth, 6, 2_592, ())  # type: ignore[arg-type]
        box = (MARGIN, 16.0, WIDE - 2 * MARGIN, 52.0)
        paragraph(pen, sentence(expects), box, SIZE)  # type: ignore[arg-type]
        assert max(pen.ends) <= WIDE - MARGIN
