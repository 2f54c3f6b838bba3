"""The self-test passes on our processor, and a damaged one doesn't pass it."""

import re

import pytest

from machines.ibm704 import arithmetic, registers
from machines.ibm704.operations import BY_MNEMONIC, OPERATIONS
from tests.machines.ibm704.programs import PROGRAMS, Kernel, assembled
from tests.naive.ibm704 import Machine

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
