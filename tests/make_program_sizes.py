"""Count the words of Samuel's program in 704 code, part by part, beside what Samuel gives of his.

``uv run python -m tests.make_program_sizes`` writes machines/ibm704/program_sizes.py, which the
chart on the wall of the 704's room shows, after any change to the program's source.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from machines.ibm704.assembler import loader
from machines.ibm704.assembler.lines import Line
from machines.ibm704.assembler.passes import run_passes
from machines.ibm704.assembler.source import read_cards, with_library
from tests.machines.ibm704.programs import PROGRAMS, library, routines_in

ROOT = Path(__file__).resolve().parents[1]
MODULE = ROOT / "machines" / "ibm704" / "program_sizes.py"
STORAGE = 32_768

HIS = {
    "basic": 1_100, "input": 1_400, "ends": 600, "loaders": 850, "statistics": 700, "rote": 1_500,
    "general": 650, "tables": 700, "work": 2_500,
}  # fmt: skip
"""Words by Samuel 1959 (docs/sources/samuel.md, 12); of generalization instructions, its
500 words of work among the last."""
PARTS = {
    "basic": "MOVES BOARD LOOK KEPT SCORE LINE",
    "input": "CARDS SPLIT ACTS POLY OPEN FEN MOVECD FIND WHY KEYS READ PRINT TEXT PAPER TENTHS "
    "NOTES",
    "ends": "WORDS START WHOLE GAMES LOG AFTER PLAY",
    "statistics": "LIST ENDS",
    "rote": "ROTE ROTKEY ROTMEM ROTAPE ROTMRG ROTEND",
    "general": "TERMS LEARN SERIES NOLEARN",
}
"""The parts of ours (LIB cards) that do what his did, instructions alone."""
DATA = frozenset({"BCI", "BCD", "DEC", "OCT"})
"""Cards of texts and numbers: tables."""
RESERVED = frozenset({"BSS", "BES"})


class PartSize(NamedTuple):
    """A part of both programs, in words."""

    name: str
    his: int
    ours: int


def lines() -> list[Line]:
    """The program, a line a card, library and parts among them."""
    path = PROGRAMS / "samuel.sap"
    routines = {**library(), **routines_in("samuel")}
    deck, missing = with_library(read_cards(path.read_text().splitlines(), path.name), routines)
    return run_passes(deck, missing, STORAGE).lines


def part_of(line: Line) -> str:
    """The LIB part that a line belongs to; empty for the program's own cards."""
    return line.card.where.partition(",")[0].removeprefix("library ").removesuffix("samuel.sap")


def group_of(part: str) -> str:
    """What a part does, by ``PARTS``; empty: it isn't named there."""
    return next((name for name, parts in PARTS.items() if part in parts.split()), "")


def unnamed() -> set[str]:
    """Parts with words that no group has."""
    return {part_of(line) for line in lines() if line.words and not group_of(part_of(line))}


def loader_words() -> int:
    """Instructions of the loader in front of the deck."""
    deck, missing = with_library(read_cards(loader.SOURCE.splitlines(), "loader"), {})
    return sum(len(line.words) for line in run_passes(deck, missing, STORAGE).lines)


def sizes() -> Iterator[PartSize]:
    """Every part, his and ours."""
    count = Counter({"loaders": loader_words()})
    program = lines()
    for line, after in pairwise(program):
        if line.kind in RESERVED:
            count["work"] += after.location - line.location
        else:
            count["tables" if line.kind in DATA else group_of(part_of(line))] += len(line.words)
    for name, his in HIS.items():
        yield PartSize(name, his, count[name])


def module() -> str:
    """The module that keeps them."""
    rows = "".join(f"    PartSize({one.name!r}, {one.his}, {one.ours}),\n" for one in sizes())
    return f'''"""How many words Samuel's program has: his, as he gives it, and ours in 704 code.

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
{rows})
'''.replace("'", '"').replace('Samuel"s', "Samuel's")


if __name__ == "__main__":
    MODULE.write_text(module())
    for one in sizes():
        print(f"{one.name:12}{one.his:6}{one.ours:8}")
    print(*sorted(unnamed()))
