"""Paper and matchboxes: lengths in millimetres as they are typed."""

import re
from typing import NamedTuple

from devices.refusal import RefusedError
from machines.workshop.printing.drawing import Drawing

MARGIN = 10.0
"""No printer prints to the edge of the paper."""


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


# -- a matchbox, its label, and how many boxes are glued into a chest ------------------------------

USUAL = "53x36x15"
"""A household matchbox: length of the drawer, width and height of its end."""
LESS_WIDE, LESS_HIGH = 2.0, 1.0
"""So much the label is smaller than the box's end, that the drawer slides."""
LEAST_BOARD = 7.5
"""The side of the smallest board in which noughts, crosses and numbers can be read."""
BESIDE_BOARD = 15.0
"""What the label needs for its edge, the mark of the pull and its number."""
ABOVE_BOARD = 1.8
MOST = 300.0
FOOT = 9.0
"""Of a page, for its ruler."""


class Box(NamedTuple):
    """A matchbox; the drawer slides along ``long``, its end is ``wide`` by ``high``."""

    long: float
    wide: float
    high: float

    @property
    def label(self) -> tuple[float, float]:
        """The label of the drawer's end: width and height."""
        return self.wide - LESS_WIDE, self.high - LESS_HIGH

    @property
    def board(self) -> float:
        """The side of the board on the label."""
        wide, high = self.label
        return min(high - ABOVE_BOARD, wide - BESIDE_BOARD)

    @property
    def words(self) -> str:
        """``"53 x 36 x 15 mm"``."""
        return " x ".join(f"{side:g}" for side in self) + " mm"


def read_box(text: str, where: str) -> Box:
    """A box as ``53x36x15``.  Raises RefusedError for one that has no room for its label."""
    box = Box(*read_lengths(text, where, USUAL))
    if max(box) > MOST:
        raise RefusedError(where, f"{box.words} is no matchbox; expected at most {MOST:g} mm")
    if box.board < LEAST_BOARD:
        least = LEAST_BOARD + BESIDE_BOARD + LESS_WIDE, LEAST_BOARD + ABOVE_BOARD + LESS_HIGH
        raise RefusedError(
            where,
            f"a drawer of {box.wide:g} x {box.high:g} mm is too small for its label; expected an "
            f"end of at least {least[0]:g} x {least[1]:g} mm, given as length x width x height, "
            f"such as {USUAL}",
        )
    return box


def labels_on(paper: Paper, box: Box, where: str = "--box") -> tuple[int, int]:
    """Labels across and down a page.  Raises RefusedError if not even one fits on it."""
    wide, high = box.label
    across = int((paper.wide - 2 * MARGIN) // wide)
    down = int((paper.high - 2 * MARGIN - FOOT) // high)
    if not across or not down:
        raise RefusedError(
            where,
            f"a label of {wide:g} x {high:g} mm is larger than the paper, {paper.name}; "
            "expected a smaller box",
        )
    return across, down


def chest(box: Box, count: int) -> tuple[int, int]:
    """Towers and boxes a tower: few empty places, about twice as wide as high."""

    def fitness(towers: int) -> tuple[int, float]:
        tall = -(-count // towers)
        return towers * tall - count, abs(towers * box.wide / (tall * box.high) - 2)

    towers = min(range(8, 25), key=fitness)
    return towers, -(-count // towers)
