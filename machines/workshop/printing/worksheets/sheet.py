"""A worksheet as a value: its parts in order, as assets/worksheets has them."""

import msgspec

from devices.assets import ASSETS, read_asset

FOLDER = "worksheets"
NAMES = ("menace-boxes", "menace-program", "samuel-polynomial", "is-it-learning")
"""In the order of the lessons."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Heads and rows; an empty cell is filled in by the pupil."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Axes to draw in."""

    across: str
    most: int
    up: str
    low: int
    high: int
    step: int


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of a worksheet; what it has is set in the order of these fields."""

    heading: str = ""
    text: str = ""
    boards: tuple[str, ...] = ()
    """As rows (``O../.X./...``), or ``numbers``: Michie's numbers of the squares."""
    table: Table | None = None
    chart: Chart | None = None
    question: str = ""
    lines: int = 0
    """To write on."""
    answer: str = ""


class Worksheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole worksheet; ``boxes``: the board from which its matchboxes' labels follow."""

    title: str
    time: str
    parts: tuple[Part, ...]
    boxes: str = ""

    def answers(self) -> tuple[tuple[str, str, str], ...]:
        """Number, question and answer; what isn't asked with a number has a heading alone."""
        made, number = [], 0
        for part in self.parts:
            if part.question:
                number += 1
            if part.answer:
                mark = str(number) if part.question else "-"
                made.append((mark, part.question or part.heading, part.answer))
        return tuple(made)


def read_worksheet(name: str) -> Worksheet:
    """A worksheet by its name.  Raises RefusedError if its file is wrong."""
    return read_asset(f"{FOLDER}/{name}.toml", Worksheet)


def names_on_disk() -> list[str]:
    """Those that there are files of."""
    return sorted(path.stem for path in (ASSETS / FOLDER).glob("*.toml"))
