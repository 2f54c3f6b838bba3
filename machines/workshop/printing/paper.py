"""Paper, and lengths in millimetres as they are typed."""

import re
from typing import NamedTuple

from devices.refusal import RefusedError
from machines.workshop.printing.drawing import HAIRLINE, Drawing, Ink

MARGIN = 10.0
"""No printer prints to the edge of the paper."""
RULER = 100.0


class Paper(NamedTuple):
    """A size of paper, upright."""

    name: str
    wide: float
    high: float

    def page(self) -> Drawing:
        """An empty page."""
        return Drawing(self.wide, self.high)

    @property
    def lying(self) -> "Paper":
        """The same, on its side."""
        return Paper(self.name, self.high, self.wide)


PAPERS = {paper.name: paper for paper in (Paper("a4", 210, 297), Paper("letter", 215.9, 279.4))}
"""ISO A4 and US Letter."""
_LENGTH = r"[0-9]{1,4}(?:\.[0-9]{1,3})?"


def read_paper(text: str, where: str) -> Paper:
    """A paper by its name.  Raises RefusedError."""
    if text.lower() not in PAPERS:
        raise RefusedError(where, f"{text!r} is no paper here; expected {' or '.join(PAPERS)}")
    return PAPERS[text.lower()]


def read_lengths(text: str, where: str, example: str) -> tuple[float, ...]:
    """Millimetres with x between, as many as in ``example``: ``53x36x15``.  Raises RefusedError."""
    parts = re.sub(r"\s|mm", "", text.lower().replace("×", "x").replace(",", ".")).split("x")
    if len(parts) != len(example.split("x")) or not all(re.fullmatch(_LENGTH, p) for p in parts):
        raise RefusedError(where, f"{text!r}; expected millimetres such as {example}")
    lengths = tuple(float(part) for part in parts)
    if not all(lengths):
        raise RefusedError(where, f"{text!r} has a length of 0; expected such as {example}")
    return lengths


def add_ruler(page: Drawing, note: str = "") -> None:
    """Draw at the foot what shows whether the page was printed in its true size, and a note."""
    y, left = page.high - MARGIN + 2.5, MARGIN
    fine = Ink(width=HAIRLINE)
    page.line((left, y), (left + RULER, y), fine)
    for at in range(0, round(RULER) + 1, 10):
        page.line((left + at, y - (2.0 if at % 50 == 0 else 1.0)), (left + at, y), fine)
    page.text(left, y + 3.2, "Print at 100 %, not fitted: this line is 100 mm long.", 2.4)
    page.text(page.wide - MARGIN, y + 3.2, note, 2.4, "right")
