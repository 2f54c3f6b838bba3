"""Count the words of Samuel's program in 704 code, part by part, and what its parts take, beside
what Samuel gives of his.

``uv run python -m tests.make_program_sizes``, after any change to the program's source, writes
machines/ibm704/picture/program_chart.py, a chart on the wall of the 704's room, and both tables in
docs/samuel-704.md.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from machines.ibm704.assembler import loader
from machines.ibm704.assembler.passes import run_passes
from machines.ibm704.assembler.source import read_cards, with_library
from machines.ibm704.assembler.words import Line
from machines.ibm704.picture.program_chart import PartSize
from machines.laboratory.printed.samuel import SIZES
from tests.machines.ibm704.programs import PROGRAMS, library, routines_in
from tests.machines.ibm704.samuel704_times import times_table

ROOT = Path(__file__).resolve().parents[1]
MODULE = ROOT / "machines" / "ibm704" / "picture" / "program_chart.py"
PAGE = ROOT / "docs" / "samuel-704.md"
ENDS = "<!-- The tables end here. -->"
ROWS = "SIZES = (\n"
STORAGE = 32_768

HIS = {name: size.value for name, size in SIZES.items() if name != "general_work"}
HIS["work"] += SIZES["general_work"].value
"""Words by Samuel 1959, Appendix A."""
PARTS = {
    "basic": "MOVES BOARD LOOK KEPT SCORE LINE",
    "input": "CARDS SPLIT ACTS POLY OPEN FEN MOVECD FIND WHY KEYS READ PRINT TEXT PAPER TENTHS "
    "NOTES PUNCH PUNCRD BTAPE",
    "ends": "WORDS START WHOLE GAMES LOG DRUMLOG LOGALL AFTER PLAY TAKEBK",
    "statistics": "LIST ENDS",
    "rote": "ROTE ROTKEY ROTMEM ROTAPE ROTMRG ROTEND",
    "general": "TERMS LEARN SERIES NOLEARN ALPHA CHANCE CONTST CORRL SEVENS",
}
"""The parts of ours (LIB cards) that do what his did, instructions alone."""
DATA = frozenset({"BCI", "BCD", "DEC", "OCT"})
"""Cards of texts and numbers: tables."""
RESERVED = frozenset({"BSS", "BES"})


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


def module(text: str) -> str:
    """The module that keeps them, made anew from its first row on."""
    rows = "".join(f'    PartSize("{one.name}", {one.his}, {one.ours}),\n' for one in sizes())
    begins = text.index(ROWS) + len(ROWS)
    return f"{text[:begins]}{rows})\n"


def his_table() -> str:
    """Samuel's own words beside ours."""
    names = {
        "basic": "basic program", "input": "input, verification, output",
        "ends": "start and end of games", "loaders": "loaders", "statistics": "statistics",
        "rote": "rote learning", "general": "generalization", "tables": "tables",
        "work": "work, with 500 of generalization",
    }  # fmt: skip
    parts = [(names[one.name], one.his, one.ours) for one in sizes()]
    parts.append(("all", sum(part[1] for part in parts), sum(part[2] for part in parts)))
    rows = [f"| {name} | {his:,} | {ours:,} |" for name, his, ours in parts]
    return "\n".join(("| words of storage | Samuel | here |", "|---|--:|--:|", *rows))


def page(text: str) -> str:
    """The page with both tables made anew."""
    begins = text.index("| words of storage |")
    head, rest = text[:begins], text[text.index(ENDS) :]
    return f"{head}{his_table()}\n\n{times_table()}\n\n{rest}"


if __name__ == "__main__":
    MODULE.write_text(module(MODULE.read_text()))
    PAGE.write_text(page(PAGE.read_text()))
    for one in sizes():
        print(f"{one.name:12}{one.his:6}{one.ours:8}")
    print(*sorted(unnamed()))
