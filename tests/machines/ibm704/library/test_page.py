"""docs/library-704.md and the heads of the sources say what is so."""

import random
import re
from collections.abc import Callable, Iterable, Iterator

import pytest

from devices.media.card import Card
from machines.ibm704.assembler import assemble
from machines.ibm704.operations import CYCLE_US
from tests.docs.snippets import ROOT, snippets
from tests.machines.ibm704.library.routines import (
    ROUTINES,
    Driven,
    assembled,
    cycles_of,
    float_word,
    head_of,
    integer_word,
    names,
    text_words,
)
from tests.machines.ibm704.library.test_cards import TEXTS
from tests.machines.ibm704.library.test_elementary import random_words
from tests.machines.ibm704.programs import library

Range = tuple[int, int]
NEEDS = {"decin": ("tens",), "decout": ("tens",), "snap": ("print",)}
"""What else a routine's user has to call for."""
MANY = 300


def words_of(name: str) -> int:
    """The words that a routine takes, its own storage with them."""
    needs = NEEDS.get(name, ())
    return _end((name, *needs)) - _end(needs)


def _end(names: tuple[str, ...]) -> int:
    """The location behind these routines."""
    libs = "".join(f"       LIB {name.upper()}\n" for name in names)
    return assembled(f"       HPR 1\n{libs}ZZZEND BSS 0").symbols["ZZZEND"]


def elementary(entry: str, name: str, arguments: Iterable[int]) -> Range:
    return cycles_of(entry, arguments, name, rest="       HPR 0\n       HPR 1")


def angles() -> list[int]:
    return random_words(-13, 17, MANY)


FIELD = """       PZE TEXT
       PZE 1,0,{columns}
{more}       HPR 0
       HPR 1
TEXT   BCI 3,{text}"""


def field(entry: str, text: str, columns: int = 10) -> Range:
    """One field read."""
    rest = FIELD.format(columns=columns, more="", text=text)
    return cycles_of(entry, [0], "DECIN", "TENS", rest=rest)


def line(entry: str, word: int, more: str = "", columns: int = 10) -> Range:
    """One field written."""
    extra = f"       {more}\n" if more else ""
    rest = FIELD.format(columns=columns, more=extra, text="")
    return cycles_of(entry, [word], "DECOUT", "TENS", rest=rest)


def powers_of_ten() -> Range:
    """TENS with all powers from -38 to 38."""
    found = []
    for power in range(-38, 39):
        source = f"""
       CLA K
       STO TENSK
       CLA F
       TSX TENS,4
       HPR 1
K      DEC {power}
F      DEC .7B0
"""
        found.append(Driven(source, "TENS").run() - 8)
    return min(found), max(found)


DOUBLE = """
       CLA A
       LDQ A+1
       TSX {entry},4
       PZE B
{more}
       HPR 1
A      BSS 2
B      BSS 2
"""


def double(entry: str) -> Range:
    """Over random pairs."""
    chance = random.Random(704)
    found = []
    for _ in range(MANY):
        more = "       HPR 0" if entry == "DPDIV" else "* NO ERROR RETURN"
        driven = Driven(DOUBLE.format(entry=entry, more=more), "DOUBLE")
        for place in ("A", "B"):
            high = chance.uniform(0.5, 1) * 2.0 ** chance.randint(-10, 10)
            low = high * 2**-28 * chance.uniform(-1, 1)
            driven.put(place, [float_word(high), float_word(low)])
        found.append(driven.run() - 6)
    return min(found), max(found)


SORTED = """
       LXA COUNT,1
       TSX RANDOM,4
       STO END,1
       TIX *-2,1,1
       HPR 2
       TSX SORT,4
       PZE 8192,0,{count}
       PZE 1,0,1
       HPR 1
COUNT  DEC {count}
END    EQU {end}
"""


def sort(count: int) -> Range:
    """So many words that RANDOM makes."""
    driven = Driven(SORTED.format(count=count, end=8192 + count), "SORT", "RANDOM")
    driven.run()
    cycles = driven.run() - 2
    return cycles, cycles


def conversion(entry: str, name: str) -> Range:
    """A card's worth."""
    found = []
    for text in TEXTS:
        rest = "       PZE 8192,0,16384\n       HPR 1"
        driven = Driven(f"START  TSX {entry},4\n{rest}", name)
        driven.put(8192, text_words(text, 12))
        driven.put(16384, Card.of_text(text).row_words())
        found.append(driven.run() - 2)
    return min(found), max(found)


def without_error(entry: str, arguments: Iterable[int]) -> Range:
    return cycles_of(entry, arguments, "RANDOM", rest="       HPR 1")


def powers() -> list[int]:
    chance = random.Random(704)
    return [float_word(chance.uniform(-89, 88)) for _ in range(MANY)]


CYCLES: dict[tuple[str, str], Callable[[], Range]] = {
    ("SQRT", "any number"): lambda: elementary("SQRT", "SQRT", random_words(-127, 127, MANY)),
    ("SIN", "1/8192 and more"): lambda: elementary("SIN", "SIN", angles()),
    ("COS", "1/8192 and more"): lambda: elementary("COS", "SIN", angles()),
    ("EXP", "-89 to 88"): lambda: elementary("EXP", "EXP", powers()),
    ("LOG", "any number"): lambda: elementary("LOG", "LOG", random_words(-127, 127, MANY)),
    ("INTIN", "`-12345` in ten columns"): lambda: field("INTIN", "    -12345"),
    ("FLTIN", "`-12.345` in ten columns"): lambda: field("FLTIN", "   -12.345"),
    ("FLTIN", "`-1.2345E+7` in ten columns"): lambda: field("FLTIN", "-1.2345E+7"),
    ("INTOUT", "`-12345` in ten columns"): lambda: line("INTOUT", integer_word(-12345)),
    ("FLTOUT", "`-12.345` in ten columns"): lambda: line("FLTOUT", float_word(-12.345), "PZE 3"),
    ("FLTOUT", "`-1.235E+01` in ten columns"): lambda: line("FLTOUT", float_word(-12.345), "MZE 3"),
    ("TENS", "powers from -38 to 38"): powers_of_ten,
    ("RANDOM", "one number"): lambda: without_error("RANDOM", [0]),
    ("RANDF", "one number"): lambda: without_error("RANDF", [0]),
    ("RSEED", "even or odd"): lambda: without_error("RSEED", [0, 1]),
    ("SORT", "100 words"): lambda: sort(100),
    ("SORT", "1,000 words"): lambda: sort(1000),
    ("DPADD", "pairs of like size"): lambda: double("DPADD"),
    ("DPSUB", "pairs of like size"): lambda: double("DPSUB"),
    ("DPMPY", "any pairs"): lambda: double("DPMPY"),
    ("DPDIV", "any pairs"): lambda: double("DPDIV"),
    ("IMGBCD", "a card"): lambda: conversion("IMGBCD", "READ"),
    ("BCDIMG", "a card"): lambda: conversion("BCDIMG", "PUNCH"),
}
"""By entry and what was measured."""


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
