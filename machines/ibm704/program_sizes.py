"""How many words Samuel's program has: his, as he gives it, and ours in 704 code.

Written by ``python -m tests.make_program_sizes``, which counts ours in the assembled program:
instructions by part, texts and numbers (tables), words that are only reserved (work).
"""

from typing import NamedTuple


class PartSize(NamedTuple):
    """A part of both programs, in words."""

    name: str
    his: int
    ours: int


SIZES = (
    PartSize("basic", 1100, 2640),
    PartSize("input", 1400, 3637),
    PartSize("ends", 600, 791),
    PartSize("loaders", 850, 34),
    PartSize("statistics", 700, 1086),
    PartSize("rote", 1500, 2814),
    PartSize("general", 650, 1743),
    PartSize("tables", 700, 2608),
    PartSize("work", 2500, 7417),
)
