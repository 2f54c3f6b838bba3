"""The parts of Samuel's program that take turns where storage has 8,192 words, and how they fit."""

import re
from functools import cache

import pytest

from machines.ibm704.assembler.blocks import Block, Transfer
from tests.machines.ibm704.programs import PROGRAMS, SAMUEL, assembled, routines_in

SMALL = "samuel8k"
RESIDENT = ""
BY_DRUM = ("OVCARD", "OVPLAY", "OVTHNK", "OVOPER")
"""The groups of parts on drums, in the order of the deck."""
REFERENCE = re.compile(r"(?<![A-Z0-9])[A-Z][A-Z0-9]*")


@cache
def groups() -> dict[str, str]:
    """Of each part the group that takes turns, empty if it always is in storage."""
    found, place = {}, -1
    for line in (PROGRAMS / f"{SMALL}.sap").read_text().splitlines():
        operation, rest = line[7:10], line[11:30].split()
        if operation == "ORG":
            place += 1
        elif operation == "LIB" and rest:
            found[rest[0]] = BY_DRUM[place] if place >= 0 else RESIDENT
    return found


def cards(part: str) -> list[tuple[str, str, str]]:
    """Symbol, operation and variable field of each card of a part that is no remark."""
    own = {**routines_in("library"), **routines_in("samuel")}[part]
    return [
        (line[:6].strip(), line[7:10].strip(), line[11:72].split(" ")[0])
        for line in own
        if line and not line.startswith("*")
    ]


@pytest.mark.slow
def test_each_group_is_entered_by_its_number_and_nothing_else_of_it_is_used_outside() -> None:
    home = {
        symbol: group
        for part, group in groups().items()
        for symbol, operation, _ in cards(part)
        if symbol and operation not in ("EQU", "SYN")
    }
    wrong, entered = [], 0
    for part, group in groups().items():
        for _, operation, variable in cards(part):
            if operation in ("BCI", "LIB"):
                continue
            if variable.startswith("CALLIN") and group != RESIDENT:
                wrong.append(f"{part}: {operation} {variable}, it may not be there any more")
            for symbol in REFERENCE.findall(variable):
                there = home.get(symbol, RESIDENT)
                if there in (RESIDENT, group):
                    continue
                if operation == "PZE" and variable == f"{symbol},0,{there}":
                    entered += 1
                else:
                    wrong.append(f"{part}: {operation} {variable}")
    assert not wrong
    assert entered > 15


@pytest.mark.slow
def test_each_group_fits_its_place_and_its_drums() -> None:
    small = assembled(SMALL)
    base, half = small.symbols["OVBASE"], small.symbols["OVHALF"]
    log = small.words[small.symbols["LGFRST"]]
    assert half + 1 <= log
    group, ends = 0, []
    for one in small.punched:
        if isinstance(one, Transfer):
            group += 1
        elif isinstance(one, Block) and one.address >= base:
            ends.append((group, one.address + len(one.words)))
    assert {group for group, _ in ends} == {0, 1, 2, 3}
    assert max(end for _, end in ends) <= min(base + 2 * half, SAMUEL[SMALL] - 64)
    assert base + 2 * half <= SAMUEL[SMALL]


def test_a_part_can_be_read_by_a_visitor() -> None:
    for part in sorted(set(groups()) & set(routines_in("samuel"))):
        lines = routines_in("samuel")[part]
        assert all(len(line) <= 72 for line in lines), part
        assert any(line.startswith(f"* {part} - ") for line in lines[:2]), part


@pytest.mark.slow
def test_no_text_is_cut_by_its_count_of_words() -> None:
    for part in sorted(routines_in("samuel")):
        for line in routines_in("samuel")[part]:
            found = re.match(r".{6} BCI (\d+),(.*)", line)
            assert found is None or len(found[2].rstrip()) <= 6 * int(found[1]), line
