"""How many words Samuel's program has: his, as he gives it, and ours in 704 code.

The rows are written by ``python -m tests.make_program_sizes``, which counts ours in the assembled
program: instructions by part, texts and numbers (tables), words that are only reserved (work).
"""

from typing import NamedTuple


class PartSize(NamedTuple):
    """A part of both programs, in words."""

    name: str
    his: int
    ours: int


SIZES = (
    PartSize("basic", 1100, 2674),
    PartSize("input", 1400, 4199),
    PartSize("ends", 600, 1232),
    PartSize("loaders", 850, 34),
    PartSize("statistics", 700, 1087),
    PartSize("rote", 1500, 2889),
    PartSize("general", 650, 4278),
    PartSize("tables", 700, 2687),
    PartSize("work", 2500, 7438),
)
