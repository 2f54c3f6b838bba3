"""The programs of assets/programs: their decks are what their sources say."""

import re
from functools import cache

import pytest

from machines.ibm704 import registers as at
from machines.ibm704.assembler.rows import Block, Transfer
from tests.machines.ibm704.programs import (
    JOBS,
    NAMES,
    PROGRAMS,
    SAMUEL,
    Kernel,
    assembled,
    program_deck,
    routines_in,
)
from tests.make_programs import deck_named

FOUR_K = 4096 - 64
ALL = (*NAMES, *SAMUEL, *JOBS)


def test_there_is_a_source_and_a_deck_of_each() -> None:
    for suffix in (".sap", ".cbn"):
        assert {path.stem for path in PROGRAMS.glob(f"*{suffix}")} == {*NAMES, *SAMUEL}
        assert {f"jobs/{path.stem}" for path in PROGRAMS.glob(f"jobs/*{suffix}")} == set(JOBS)


@pytest.mark.slow
def test_the_deck_is_the_one_that_the_source_makes() -> None:
    for name in ALL:
        made = deck_named(name).cards
        assert program_deck(name).cards == made, f"{name}: uv run python -m tests.make_programs"


def test_each_fits_the_smallest_storage_below_the_loader() -> None:
    for name in (*NAMES, *JOBS):
        assembly = assembled(name)
        assert max(assembly.words) < FOUR_K, name
        assert assembly.start == 0o100, name


def test_the_listing_is_what_a_visitor_can_read() -> None:
    for name in ALL:
        path = PROGRAMS / f"{name}.sap"
        lines = path.read_text().splitlines()
        assert all(len(line) <= 72 for line in lines), name
        assert lines[0].startswith(f"* {path.stem.upper()} - ")
        remarks = sum(line.startswith("*") or len(line) > 30 for line in lines)
        assert remarks > len(lines) / 4, name


# -- programs lamps --------------------------------------------------------------------------------


SECOND = 1_000_000 // 12
TENTH = SECOND // 10
SWITCH_6 = 1


@pytest.mark.parametrize(("size", "seconds"), [(4096, 58.2), (8192, 58.8), (32768, 59.9)])
def test_it_begins_again_after_a_minute(size: int, seconds: float) -> None:
    kernel = Kernel(assembled("lamps"), size)
    start = kernel.symbols["START"]
    kernel.run(SECOND)
    kernel.storage[start] = start  # HTR *, where the next round would begin
    assert kernel.run(70 * SECOND) == at.STOPPED_HTR
    assert kernel.state[at.CYCLES] / SECOND == pytest.approx(seconds, abs=0.1)


def test_every_lamp_that_it_speaks_of_is_seen_lit_and_dark() -> None:
    kernel = Kernel(assembled("lamps"))
    seen: dict[int, list[int]] = {}
    lights = (at.AC_OVERFLOW, at.MQ_OVERFLOW, at.DIVIDE_CHECK, at.TRAPPING)
    registers = {at.AC: 38, at.MQ: 36, at.XA: 12, at.XB: 12, at.XC: 12, at.SENSE_LIGHTS: 4}
    for _ in range(1200):
        assert kernel.run(SECOND // 20) == at.RAN
        for place in (*lights, *registers):
            seen.setdefault(place, []).append(int(kernel.state[place]))
    for place in lights:
        assert {0, 1} == set(seen[place])
    for place, bits in registers.items():
        for bit in range(bits):
            assert {0, 1} == {word >> bit & 1 for word in seen[place]} or (place, bit) == (
                at.AC,
                37,
            )


def test_switch_6_stops_it_at_once_anywhere_and_start_goes_on() -> None:
    kernel = Kernel(assembled("lamps"))
    for _ in range(40):
        kernel.state[at.SENSE_SWITCHES] = 0
        assert kernel.run(SECOND + SECOND // 2) == at.RAN
        kernel.state[at.SENSE_SWITCHES] = SWITCH_6
        before = int(kernel.state[at.CYCLES])
        assert kernel.run(5 * TENTH) == at.STOPPED_HPR
        assert int(kernel.state[at.SR]) & 0o77777 == 0o77777
        assert (int(kernel.state[at.CYCLES]) - before) / TENTH < 3


# -- samuel parts ----------------------------------------------------------------------------------


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
