"""docs/library-704.md and the heads of the sources say what is so."""

import re
from collections.abc import Iterator

import pytest

from machines.ibm704.assembler import assemble
from machines.ibm704.operations import CYCLE_US
from tests.docs.snippets import ROOT, snippets
from tests.machines.ibm704.library.figures import CYCLES, words_of
from tests.machines.ibm704.library.routines import ROUTINES, head_of, names
from tests.machines.ibm704.programs import library

PAGE = ROOT / "docs" / "library-704.md"
ENTRY = re.compile(r"^(\w+) +[A-Z]", re.MULTILINE)


def rows() -> Iterator[list[str]]:
    """The rows of the page's tables."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| "):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def routines() -> dict[str, list[str]]:
    """The rows of the table of routines, by LIB name in small letters."""
    return {row[0].lower(): row for row in rows() if len(row) == 5 and row[0] != "LIB"}


def figures() -> dict[tuple[str, str], list[str]]:
    """The rows of the table of cycles."""
    return {(row[0], row[1]): row[2:] for row in rows() if len(row) == 4 and row[0] != "entry"}


def file_of(entry: str) -> str:
    return next(name for name, row in routines().items() if entry in row[1].split(", "))


def test_the_page_has_every_routine() -> None:
    assert set(routines()) == set(names())


def test_the_page_says_how_many_words_a_routine_takes() -> None:
    for name in names():
        assert routines()[name][4] == str(words_of(name)), name


def test_entries_are_defined_and_named_at_the_head() -> None:
    for name in names():
        defined = ENTRY.findall((ROUTINES / f"{name}.sap").read_text())
        for entry in routines()[name][1].split(", "):
            assert entry in defined, name
            assert f"TSX {entry},4" in head_of(name) or entry in ("DPMPY", "DPDIV", "TENS"), name


def test_a_needed_routine_is_named_at_the_head() -> None:
    for name in names():
        for needed in filter(None, routines()[name][3].split(", ")):
            assert f"NEEDS LIB {needed}" in head_of(name), name


def test_a_source_fits_its_cards() -> None:
    for name in names():
        lines = (ROUTINES / f"{name}.sap").read_text().splitlines()
        assert all(len(line) <= 72 for line in lines), name


def test_the_page_has_every_figure() -> None:
    assert set(figures()) == set(CYCLES)


def spread(least: float, most: float) -> str:
    shown = [f"{one:.0f}" if isinstance(one, int) else f"{one:.1f}" for one in (least, most)]
    return "-".join(dict.fromkeys(shown))


@pytest.mark.slow
def test_cycles_are_as_the_page_and_the_head_say() -> None:
    for entry, case in CYCLES:
        least, most = CYCLES[entry, case]()
        cycles, milliseconds = figures()[entry, case]
        assert cycles == spread(least, most), (entry, case)
        assert milliseconds == spread(least * CYCLE_US / 1000, most * CYCLE_US / 1000), (
            entry,
            case,
        )
        said = cycles.replace("-", " TO ")
        assert f"{said} CYCLES" in head_of(file_of(entry)), (entry, case)


def fragments() -> list[str]:
    """The pieces of programs on the page."""
    found = snippets(PAGE.read_text(encoding="utf-8"), PAGE.name)
    texts = [one.text for one in found if one.language == "text" and not one.is_output]
    return [text for text in texts if text.startswith((" " * 7, "AGAIN"))]


def test_a_fragment_of_the_page_can_be_assembled() -> None:
    rows_by_name = routines()
    for fragment in fragments():
        words = set(re.findall(r"\w+", fragment))
        used = {name for name, row in rows_by_name.items() if words & set(row[1].split(", "))}
        used |= {one.lower() for name in used for one in rows_by_name[name][3].split(", ") if one}
        program = fragment
        if " ORG " not in fragment:
            libs = "".join(f"       LIB {name.upper()}\n" for name in sorted(used))
            known = "" if "TEXT   " in fragment else "TEXT   BSS 12\n"
            program = f"       ORG 64\nBEGIN  NOP\n{fragment}{known}{libs}       END BEGIN\n"
        assembly = assemble(program.splitlines(), "fragment", library())
        assert assembly.errors == () == assembly.warnings, fragment
