"""The 704's kernels against the slow twin: single instructions, programs, decoding, cycles.

The same case is given to both, side by side, and compared.
"""

import os
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random
from typing import SupportsIndex

import numpy as np
import pytest

from machines.exhibit.computer import LIGHTS
from machines.ibm704 import operations, registers
from machines.ibm704 import processor as fast
from machines.ibm704.operations import BY_MNEMONIC, SIZES
from tests.machines.ibm704.cases import (
    FLOATING_SUMS,
    SHIFTS,
    STRAIGHT,
    WEIGHTED,
    Case,
    Cases,
)
from tests.naive.ibm704 import Machine
from tests.naive.ibm704_codes import CODES, CYCLES, MNEMONICS, OF_THE_CHANNEL, decode

REASONS: dict[int, str] = {
    registers.RAN: "ran",
    registers.STOPPED_HPR: "program stop",
    registers.STOPPED_HTR: "program stop",
    registers.STOPPED_DIVIDE: "divide check",
    registers.INPUT_OUTPUT: "input-output",
    registers.UNKNOWN: "unknown",
}
STOPS = {"HPR": registers.STOPPED_HPR, "HTR": registers.STOPPED_HTR}
INDICATORS = {
    "ac_overflow": registers.AC_OVERFLOW,
    "mq_overflow": registers.MQ_OVERFLOW,
    "divide_check": registers.DIVIDE_CHECK,
    "trapping": registers.TRAPPING,
    "tape_check": registers.TAPE_CHECK,
    "end_of_tape": registers.END_OF_TAPE,
}
INDEX = {1: registers.XA, 2: registers.XB, 4: registers.XC}
NAMES = {
    name: getattr(registers, name)
    for name in (
        *("AC", "MQ", "SR", "IC", "IR", "XA", "XB", "XC", "AC_OVERFLOW", "MQ_OVERFLOW"),
        *("DIVIDE_CHECK", "TRAPPING", "TAPE_CHECK", "END_OF_TAPE", "READ_WRITE_CHECK"),
        *("PROGRAM_STOP", "SELECTED", "SENSE_LIGHTS", "SENSE_SWITCHES", "KEYS", "CYCLES"),
        *("LOCATION", "OPERATION", "ADDRESS", "SIZE_MASK"),
    )
}
DUTY = np.zeros(sum(LIGHTS), dtype=np.int64)


class Recorded(list[int]):
    """Storage that knows where it was written."""

    written: set[int]

    def __setitem__(self, address: SupportsIndex | slice, word: object) -> None:
        assert isinstance(address, int)
        assert isinstance(word, int)
        self.written.add(address)
        super().__setitem__(address, word)


def from_left(bits: int, places: int) -> set[int]:
    """Which bits are 1, the leftmost being number 1."""
    return {place for place in range(1, places + 1) if bits >> (places - place) & 1}


def to_left(numbers: set[int], places: int) -> int:
    """The other way about."""
    return sum(1 << (places - number) for number in numbers)


def words_of(machine: Machine) -> dict[str, int]:
    """What the twin holds, by the names of the fast one's state."""
    return {
        "AC": machine.ac_sign << 37 | machine.ac37,
        "MQ": machine.mq_word,
        "SR": machine.sr,
        "IC": machine.ic,
        "IR": machine.ir,
        "XA": machine.xr[1],
        "XB": machine.xr[2],
        "XC": machine.xr[4],
        "AC_OVERFLOW": machine.ac_overflow,
        "MQ_OVERFLOW": machine.mq_overflow,
        "DIVIDE_CHECK": machine.divide_check,
        "TRAPPING": machine.trapping,
        "TAPE_CHECK": machine.tape_check,
        "END_OF_TAPE": machine.end_of_tape,
        "PROGRAM_STOP": machine.program_stop,
        "SENSE_LIGHTS": to_left(machine.sense_lights, 4),
        "SENSE_SWITCHES": to_left(machine.sense_switches, 6),
        "CYCLES": machine.cycles,
        "LOCATION": machine.location,
        "OPERATION": BY_MNEMONIC[machine.mnemonic].number if machine.mnemonic else -1,
        "ADDRESS": machine.address,
        # Nothing of the processor's own touches these.
        "READ_WRITE_CHECK": 1,
        "SELECTED": 1,
        "KEYS": 0o123456_654321,
        "SIZE_MASK": len(machine.storage) - 1,
    }


class Beside:
    """Both machines with the same storage of ``size`` words; ``met`` counts what came up."""

    def __init__(self, rng: Random, size: int) -> None:
        self.cases = Cases(rng, size)
        background = [rng.getrandbits(36) for _ in range(size)]
        self.background = np.array(background, dtype=np.int64)
        self.before = self.background.copy()
        self.storage = self.background.copy()
        self.slow = Recorded(background)
        self.slow.written = set()
        self.changed: list[int] = []
        self.fresh = registers.new_state(size)
        self.met: Counter[str] = Counter()

    def put(self, case: Case) -> tuple[registers.Words, Machine]:
        """The case to both."""
        state = self.fresh.copy()
        machine = Machine(self.slow, ic=case.ic, cycles=case.cycles, xr=dict(case.xr))
        for address, word in case.words.items():
            self.storage[address] = self.before[address] = self.slow[address] = word
        state[registers.AC], state[registers.MQ], state[registers.IC] = case.ac, case.mq, case.ic
        machine.ac_sign, machine.ac37 = divmod(case.ac, 2**37)
        machine.mq_word = case.mq
        for bit, place in INDEX.items():
            state[place] = case.xr[bit]
        for name, on in case.indicators.items():
            state[INDICATORS[name]] = on
            setattr(machine, name, on)
        state[registers.SENSE_LIGHTS], state[registers.SENSE_SWITCHES] = case.lights, case.switches
        machine.sense_lights = from_left(case.lights, 4)
        machine.sense_switches = from_left(case.switches, 6)
        state[registers.CYCLES] = case.cycles
        state[registers.READ_WRITE_CHECK] = state[registers.SELECTED] = 1
        state[registers.KEYS] = 0o123456_654321
        return state, machine

    def compare(self, case: Case, count: Callable[[Case, Machine, str], None]) -> None:
        """Both do the case; any difference is a failure that shows it."""
        differences = self.differences(case, count)
        if differences:
            pytest.fail("\n".join(differences), pytrace=False)

    def differences(self, case: Case, count: Callable[[Case, Machine, str], None]) -> list[str]:
        """Both do the case: nothing, or the case and all that differs, a line each."""
        state, machine = self.put(case)
        if case.keyed is not None:
            reason = int(fast.execute(state, self.storage, case.keyed))
            happened = machine.execute(case.keyed)
        else:
            until = case.cycles + case.limit
            reason = int(fast.run(state, self.storage, until, DUTY, case.sample))
            happened = "ran"
            while happened == "ran" and machine.cycles < until:
                happened = machine.step()
        differing = self.differing(state, machine, reason, happened)
        if differing and case.limit > 1:
            self.restore(set(case.words))
            differing = self.by_steps(case)
        self.restore(set(case.words))
        if differing:
            return [*shown(case, machine), *differing]
        count(case, machine, happened)
        return []

    def by_steps(self, case: Case) -> list[str]:
        """Both do the case again, an instruction at a time: what differs first, and after what."""
        state, machine = self.put(case)
        while machine.cycles < case.cycles + case.limit:
            before = [f"the first to differ: {self.slow[machine.ic]:012o}, AC, MQ, XR before:"]
            before += [f"{machine.ac_sign << 37 | machine.ac37:013o} {machine.mq_word:012o}"]
            before += [f"{number:05o}" for number in machine.xr.values()]
            reason = int(fast.run(state, self.storage, machine.cycles + 1, DUTY, case.sample))
            happened = machine.step()
            differing = self.differing(state, machine, reason, happened)
            if differing:
                return [f"{machine.mnemonic}: {' '.join(before)}", *differing]
        return ["no instruction alone differs: the kernel's run does otherwise when it goes on"]

    def differing(
        self, state: registers.Words, machine: Machine, reason: int, happened: str
    ) -> list[str]:
        """What differs, each with what the kernel has and what the twin expects, in octal."""
        found = {name: int(state[place]) for name, place in NAMES.items()}
        expected = words_of(machine)
        if machine.mnemonic is None:
            expected["ADDRESS"] = found["ADDRESS"]  # an unknown instruction has none
        self.changed = np.flatnonzero(self.storage != self.before).tolist()
        found |= {f"storage {a:05o}": int(self.storage[a]) for a in self.changed}
        for address in self.slow.written:
            if self.slow[address] != self.before[address]:
                expected[f"storage {address:05o}"] = self.slow[address]
        if machine.mnemonic in STOPS and happened == "program stop":
            right = reason == STOPS[machine.mnemonic]
        else:
            right = REASONS[reason] == happened
        if right and found == expected:
            return []
        lines = [] if right else [f"found {REASONS[reason]} ({reason}), expected {happened}"]
        return lines + [
            f"{name}: found {octal(found.get(name))}, expected {octal(expected.get(name))}"
            for name in {**expected, **found}
            if found.get(name) != expected.get(name)
        ]

    def restore(self, addresses: set[int]) -> None:
        """The background again, there and wherever either wrote."""
        for address in {*addresses, *self.changed, *self.slow.written}:
            self.storage[address] = self.before[address] = self.background[address]
            self.slow[address] = int(self.background[address])
        self.slow.written = set()


def shown(case: Case, machine: Machine) -> list[str]:
    """The last instruction, and what there was before, in octal."""
    word = case.words.get(case.ic, 0) if case.keyed is None else case.keyed
    content = case.words.get(machine.address)
    return [
        f"{machine.mnemonic} at {machine.location:05o}, effective {machine.address:05o},"
        f" {len(machine.storage)} words of storage",
        f"first instruction {word:012o}{'' if case.keyed is None else ' (keyed)'},"
        f" C(Y) before {octal(content)}",
        f"before: AC {case.ac:013o} MQ {case.mq:012o}"
        f" XR {' '.join(f'{number:05o}' for number in case.xr.values())}"
        f" lights {case.lights:04b} switches {case.switches:06b} cycles {case.cycles}"
        f" {' '.join(name for name, on in case.indicators.items() if on)}",
    ]


def octal(number: int | None) -> str:
    """Octal and decimal, or that there is nothing."""
    return "-" if number is None else f"{number:013o} ({number})"


COUNT = 15_000
MILLION = 1_000_000
IN_A_SECOND = 5_000
"""Of the million in a short form: what any computer does in a second."""
EACH = 40
"""At least so many cases of every operation in COUNT."""


def what_came_up(met: Counter[str], case: Case, machine: Machine, happened: str) -> None:
    """Counts the operation and the corners it came to."""
    mnemonic = machine.mnemonic or "unknown"
    met[mnemonic] += 1
    if machine.ac_overflow and not case.indicators["ac_overflow"]:
        met[f"{mnemonic} AC overflow"] += 1
    if machine.mq_overflow and not case.indicators["mq_overflow"]:
        met[f"{mnemonic} MQ overflow"] += 1
    if machine.ac37 == 0:
        met[f"{mnemonic} {'minus' if machine.ac_sign else 'plus'} zero"] += 1
    if machine.divide_check and not case.indicators["divide_check"]:
        met[f"{mnemonic} divide check"] += 1
    on = machine.wrap(machine.ic - case.ic - (case.keyed is None))
    if on in (0, 1, 2):
        met[f"{mnemonic} skips {on}"] += 1
    else:
        met[f"{mnemonic} {'trapped' if machine.trapping else 'transfers'}"] += 1
    if mnemonic in FLOATING_SUMS:
        met[f"{mnemonic} {machine.cycles - case.cycles} cycles"] += 1
    if mnemonic in SHIFTS:
        met[f"{mnemonic} {machine.address % 256} places"] += 1
    met["run" if case.keyed is None else "execute"] += 1
    met[happened] += 1


def single(beside: Beside) -> Case:
    """One instruction of any kind."""
    cases, rng = beside.cases, beside.cases.rng
    return cases.a_word() if rng.random() < 0.02 else cases.one(rng.choice(WEIGHTED))


def difference(beside: Beside) -> str:
    """What differs after one instruction of any kind; nothing where all is alike."""
    return "\n".join(beside.differences(single(beside), partial(what_came_up, beside.met)))


def compare_singles(beside: Beside, count: int) -> None:
    """``count`` single instructions."""
    for _ in range(count):
        beside.compare(single(beside), partial(what_came_up, beside.met))


def compare_programs(beside: Beside, count: int) -> None:
    """``count`` programs of 50 instructions: without transfers, and with whatever comes."""
    for _ in range(count):
        for mnemonics, cycles in [(STRAIGHT, 3_000), (WEIGHTED, 400)]:
            case = beside.cases.program(mnemonics, 50, cycles)
            beside.compare(case, lambda _, machine, happened: beside.met.update([happened]))


@pytest.fixture(scope="module")
def met() -> Counter[str]:
    """What came up in the comparison of COUNT single instructions."""
    found: Counter[str] = Counter()
    for seed, (size, share) in enumerate([(4096, 0.35), (8192, 0.35), (32768, 0.3)]):
        beside = Beside(Random(704 + seed), size)
        compare_singles(beside, int(COUNT * share))
        found.update(beside.met)
    return found


def test_single_instructions_do_what_they_do_in_the_twin(met: Counter[str]) -> None:
    assert sum(met[happened] for happened in set(REASONS.values())) >= 0.99 * COUNT


def test_every_operation_was_compared_many_times(met: Counter[str]) -> None:
    assert {mnemonic: met[mnemonic] for mnemonic in CODES if met[mnemonic] < EACH} == {}


CORNERS = """
ADD AC overflow/ADM AC overflow/SUB AC overflow/SBM AC overflow/RND AC overflow/ADD plus zero/
ADD minus zero/SUB minus zero/DVH divide check/DVP divide check/FDH divide check/FDP divide check/
FAD AC overflow/FSB AC overflow/UFA AC overflow/FAD MQ overflow/UFS MQ overflow/FMP AC overflow/
FMP MQ overflow/UFM AC overflow/FDP AC overflow/FDP MQ overflow/FDH MQ overflow/FAD plus zero/
FAD minus zero/FSB minus zero/FMP minus zero/FDP plus zero/ALS AC overflow/LLS AC overflow/
LGL AC overflow/CAS skips 0/CAS skips 1/CAS skips 2/LBT skips 1/PBT skips 1/DCT skips 0/DCT skips 1/
RTT skips 1/ETT skips 0/PSE skips 1/MSE skips 1/TLQ transfers/TLQ skips 0/TLQ trapped/
TIX transfers/TIX skips 0/TIX trapped/TNX transfers/TNX skips 0/TXH transfers/TXH skips 0/
TXL transfers/TXL skips 0/TXI trapped/TSX trapped/TOV trapped/TNO transfers/TQO skips 0/
TTR transfers/HTR trapped/HTR transfers/unknown/program stop/divide check/input-output/run/execute
"""


def test_the_corners_were_compared(met: Counter[str]) -> None:
    corners = CORNERS.replace("\n", "").split("/")
    assert {corner: met[corner] for corner in corners if met[corner] < 5} == {}


def test_every_shift_count_shifts_as_in_the_twin() -> None:
    beside = Beside(Random(1959), 4096)
    for mnemonic in SHIFTS:
        for count in range(2 * 256):
            beside.compare(beside.cases.one(mnemonic, count), partial(what_came_up, beside.met))
        assert all(beside.met[f"{mnemonic} {count} places"] == 2 for count in range(256))


@pytest.mark.parametrize("size", SIZES)
def test_programs_run_as_in_the_twin(size: int) -> None:
    beside = Beside(Random(size), size)
    compare_programs(beside, 60)
    assert beside.met["program stop"] > 30


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_instructions_and_programs_are_those_of_the_twin_for_long() -> None:
    end = time.monotonic() + float(os.environ.get("MATCHBOX704_SOAK", "300"))
    seed = time.time_ns() % 1_000_000 * 1_000
    while time.monotonic() < end:
        for size in SIZES:
            print(f"seed {seed}, {size} words")  # shown when it fails
            beside = Beside(Random(seed), size)
            compare_singles(beside, 10_000)
            compare_programs(beside, 50)
        seed += 1


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_million_instructions_are_those_of_the_twin() -> None:
    count = MILLION
    if "MATCHBOX704_SOAK" in os.environ:
        count = min(count, int(IN_A_SECOND * float(os.environ["MATCHBOX704_SOAK"])))
    differing, ways = list[str](), Counter[str]()
    for part, size in enumerate(SIZES):
        beside = Beside(Random(f"a million, {size} words"), size)
        cases = range(count * part // len(SIZES), count * (part + 1) // len(SIZES))
        differing += [found for _ in cases if (found := difference(beside))]
        ways.update({way: beside.met[way] for way in ("run", "execute")})
    print(f"\n{count:,} instructions compared, {len(differing):,} differ", end="")
    print(f" (alike by run() {ways['run']:,}, by execute() {ways['execute']:,})")
    assert ways.total() + len(differing) == count
    assert not differing, "\n\n".join(differing[:5])


# -- decoding and cycles ---------------------------------------------------------------------------


def met_with(word: int, **contents: int) -> tuple[int, registers.Words]:
    """Why a 704 of 4096 words stopped on the word at 00100, its operand 00000; and its state."""
    state = registers.new_state(4096)
    storage = np.zeros(4096, dtype=np.int64)
    storage[0o100], state[registers.IC] = word, 0o100
    for name, content in contents.items():
        state[getattr(registers, name)] = content
    return int(fast.run(state, storage, 1, DUTY, 0)), state


def name_of(state: registers.Words) -> str | None:
    """The mnemonic of the operation met last."""
    number = int(state[registers.OPERATION])
    return operations.OPERATIONS[number].mnemonic if number >= 0 else None


def test_every_code_means_the_same() -> None:
    for code in range(4096):
        word = code << 24 | 0o3777
        reason, state = met_with(word)
        assert name_of(state) == decode(word, 0o3777), f"{code:04o}"
        assert (reason == registers.UNKNOWN) == (decode(word, 0o3777) is None), f"{code:04o}"


def test_every_sense_address_means_the_same() -> None:
    for sign in (0, 0o4000):
        for address in range(4096):
            word = (0o760 | sign) << 24 | address
            reason, state = met_with(word)
            machine = Machine([0] * 4096, ic=0o100)
            machine.storage[0o100] = word
            assert REASONS[reason] == machine.step(), f"{word:012o}"
            assert name_of(state) == machine.mnemonic, f"{word:012o}"


def test_the_table_has_the_twins_codes() -> None:
    assert {one.octal: one.mnemonic for one in operations.OPERATIONS} == MNEMONICS


def test_operations_take_the_cycles_of_the_specification() -> None:
    for mnemonic, cycles in CYCLES.items():
        one = operations.BY_MNEMONIC[mnemonic]
        place = 33 if one.kind == "A" else 24
        address = {"PSE": 0o140, "MSE": 0o141}.get(mnemonic, one.extension or 0)
        _, state = met_with(one.code << place | address)
        assert not cycles or int(state[registers.CYCLES]) == cycles, mnemonic


def test_every_shift_count_takes_the_cycles_of_the_specification() -> None:
    for mnemonic in SHIFTS:
        code = operations.BY_MNEMONIC[mnemonic].code << 24
        for address in (*range(256), 256, 4095):
            _, state = met_with(code | address)
            cycles = 2 + (address % 256 + 2) // 12
            assert int(state[registers.CYCLES]) == cycles, (mnemonic, address)


def test_input_output_takes_no_time_of_the_processors() -> None:
    for mnemonic in OF_THE_CHANNEL:
        reason, state = met_with(operations.BY_MNEMONIC[mnemonic].code << 24 | 0o321)
        assert (reason, int(state[registers.CYCLES])) == (registers.INPUT_OUTPUT, 0)
