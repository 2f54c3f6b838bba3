"""The 704's kernels and their slow twin side by side: the same case given to both, and compared."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import SupportsIndex

import numpy as np
import pytest

from machines.exhibit.computer import LIGHTS
from machines.ibm704 import processor as fast
from machines.ibm704 import registers
from machines.ibm704.operations import BY_MNEMONIC
from tests.machines.ibm704.cases import Case, Cases
from tests.naive.ibm704 import Machine

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
