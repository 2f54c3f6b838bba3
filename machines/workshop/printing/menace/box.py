"""A matchbox in millimetres, its label, and how many boxes are glued into a chest."""

from typing import NamedTuple

from devices.refusal import RefusedError
from machines.workshop.printing.paper import MARGIN, Paper, read_lengths

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
        return " x ".join(f"{one:g}" for one in self) + " mm"


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
