"""The programs of assets/programs: their decks are what their sources say."""

import re
from functools import cache

import pytest

from machines.ibm704 import arithmetic, registers
from machines.ibm704 import registers as at
from machines.ibm704.assembler.rows import Block, Transfer
from machines.ibm704.operations import BY_MNEMONIC, OPERATIONS
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
from tests.naive.ibm704 import Machine

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


# -- the self-test ---------------------------------------------------------------------------------


ENDED = 0o77777
NO_PRINTING, STOPS = 32, 16
CASE_WORDS = 8
MANY_STEPS = 30_000


def names(text: str) -> set[str]:
    return set(text.split())


NEEDED = names("""
CLA CAL ADD STO STQ LDQ STA STD ANA ARS LLS SSP TRA TSX TXI TXH PAX CAS SXD HPR
TOV TNO TQO DCT LTM LXA LXD PXD PSE MSE
""")
"""The self-test can't do without these: where one is damaged it fails, perhaps elsewhere."""
WITH_UNITS = names("RDS WRS BST WEF REW CPY CAD LDA")
NOT_SEEN = {"NOP", "HTR"}
"""Doing nothing is right for the one; the other is tried with switch 2 down."""


def stop_of(kernel: Kernel) -> int:
    """Where HPR has stopped the machine: its address."""
    assert kernel.run() == registers.STOPPED_HPR
    return int(kernel.state[registers.SR]) & 0o77777


@pytest.mark.parametrize("size", [4096, 8192, 32768])
def test_the_selftest_ends_with_77777(size: int) -> None:
    kernel = Kernel(assembled("selftest"), size)
    kernel.state[registers.SENSE_SWITCHES] = NO_PRINTING
    assert stop_of(kernel) == ENDED


def test_with_switch_2_down_it_stops_at_each_kind_of_stop_and_goes_on() -> None:
    kernel = Kernel(assembled("selftest"))
    kernel.state[registers.SENSE_SWITCHES] = NO_PRINTING | STOPS
    reasons = [kernel.run() for _ in range(4)]
    assert reasons == [
        registers.STOPPED_HPR,
        registers.STOPPED_HTR,
        registers.STOPPED_DIVIDE,
        registers.STOPPED_DIVIDE,
    ]
    assert stop_of(kernel) == ENDED


def test_its_numbers_are_those_of_the_table_and_every_operation_is_tried() -> None:
    symbols = assembled("selftest").symbols
    assert {name: symbols[f"N{name}"] for name in BY_MNEMONIC} == {
        one.mnemonic: 64 * one.number for one in OPERATIONS
    }
    source = (PROGRAMS / "selftest.sap").read_text()
    tests = re.findall(r"\bN([A-Z]{3})\+(\d+)", source)
    assert {name for name, _ in tests} == set(BY_MNEMONIC)
    assert len(tests) == len(set(tests)), "each test has a number of its own"


def cases() -> list[tuple[int, int]]:
    """The location and the number of each case in the table."""
    words, symbols = assembled("selftest").words, assembled("selftest").symbols
    places = range(symbols["FIXED"], symbols["CEND"], CASE_WORDS)
    return [(place, words[place + 1] >> 18) for place in places]


@pytest.mark.parametrize(
    ("offset", "lights"), [(5, 0b1000), (6, 0b0010), (7, 0b0001)], ids=["AC", "MQ", "storage"]
)
def test_every_case_compares_and_the_lamps_name_it(offset: int, lights: int) -> None:
    kernel = Kernel(assembled("selftest"))
    kernel.state[registers.SENSE_SWITCHES] = NO_PRINTING
    expected = {}
    for place, number in cases():
        expected[number] = kernel.storage[place + offset]
        kernel.storage[place + offset] ^= 1
    for number, right in expected.items():
        assert stop_of(kernel) == number
        assert kernel.state[registers.XA] == number >> 6
        assert kernel.state[registers.MQ] == right ^ 1, "M-Q: what was expected"
        found = int(kernel.state[registers.AC])
        assert (found & arithmetic.AC_SIGN) >> 2 | found & arithmetic.MAGNITUDE == right, (
            "AC: what was found"
        )
        assert kernel.state[registers.SENSE_LIGHTS] == lights
    assert stop_of(kernel) == ENDED, "START goes on with the next test"


def test_every_case_compares_q_and_p_and_the_lights() -> None:
    kernel = Kernel(assembled("selftest"))
    kernel.state[registers.SENSE_SWITCHES] = NO_PRINTING
    for place, _ in cases():
        kernel.storage[place + 1] ^= 0o100001
    for _, number in cases():
        assert stop_of(kernel) == number
        assert kernel.state[registers.SENSE_LIGHTS] == 0b0100, "Q and P"
        assert stop_of(kernel) == number
        assert kernel.state[registers.SENSE_LIGHTS] == 0b0011, "overflow and divide check"
    assert stop_of(kernel) == ENDED


def slow_machine(broken: str = "") -> Machine:
    """The slow 704 with the self-test in storage; its operation ``broken`` does nothing."""
    assembly = assembled("selftest")
    storage = [0] * 4096
    for address, word in assembly.words.items():
        storage[address] = word
    machine = Machine(storage, ic=assembly.start or 0, sense_switches={1})
    if broken:
        setattr(machine, broken, lambda: None)
    return machine


def first_stop(machine: Machine) -> str:
    """How it stops; "ran" for not in time."""
    for _ in range(MANY_STEPS):
        happened = machine.step()
        if happened != "ran":
            return happened
    return "ran"


def test_a_whole_slow_machine_passes() -> None:
    machine = slow_machine()
    assert first_stop(machine) == "program stop"
    assert machine.sr & 0o77777 == ENDED


def is_named(mnemonic: str) -> bool:
    """Whether the self-test stops at a test of the operation that does nothing."""
    machine = slow_machine(mnemonic)
    number = BY_MNEMONIC[mnemonic].number
    stopped = first_stop(machine) == "program stop"
    return stopped and (machine.sr & 0o77777) >> 6 == number == machine.xr[1]


@pytest.mark.slow
def test_an_operation_that_does_nothing_is_named() -> None:
    for mnemonic in sorted(names("SBM DVP STP ORS LGL FDP TMI TLQ TNX PDX")):
        assert is_named(mnemonic), mnemonic


@pytest.mark.soak
def test_every_operation_that_does_nothing_is_named_or_found() -> None:
    for mnemonic in sorted(set(BY_MNEMONIC) - NEEDED - WITH_UNITS - NOT_SEEN):
        assert is_named(mnemonic), mnemonic
    for mnemonic in sorted(NEEDED):
        machine = slow_machine(mnemonic)
        ended = first_stop(machine) == "program stop" and machine.sr & 0o77777 == ENDED
        assert not ended, f"{mnemonic} does nothing, and nothing is said"
