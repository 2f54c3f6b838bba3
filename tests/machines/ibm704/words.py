"""Words of the 704 for its tests: an instruction as one writes it down, numbers in octal."""

from dataclasses import dataclass

import numpy as np

from machines.exhibit.computer import DUTY_WORDS
from machines.ibm704 import registers
from machines.ibm704.operations import BY_MNEMONIC, EXTENDED
from machines.ibm704.processor import run
from machines.ibm704.registers import Words, new_state


def instruction(text: str) -> int:
    """``"TIX 101,1,1"``: operation, then address, tag, decrement in octal; 36 bits."""
    mnemonic, *rest = text.split()
    fields = [int(field, 8) for field in rest[0].split(",")] if rest else []
    address, tag, decrement = (*fields, 0, 0, 0)[:3]
    if mnemonic in EXTENDED:
        mnemonic, first, _ = EXTENDED[mnemonic]
        address += first
    operation = BY_MNEMONIC[mnemonic]
    address += operation.extension or 0
    if operation.kind == "A":
        return operation.code << 33 | decrement << 18 | tag << 15 | address
    return operation.code << 24 | tag << 15 | address


def assembled(program: str) -> list[int]:
    """The words of a program, an instruction a line."""
    return [instruction(line) for line in program.strip().splitlines()]


# -- one instruction as a line ---------------------------------------------------------------------
# "ADD 200 | ac=+3 y=-4 | ac=-1": the instruction stands at 100 (octal) and is executed with these
# registers; afterwards those named on the right hold what is said there, and all others what they
# held, except that ic (not named) is 101.  Words are a sign and octal digits; the accumulator's Q
# and P stand as letters behind its sign.  y is the word at 200, z that at 0; the rest is octal.

WORDS = {"ac": registers.AC, "mq": registers.MQ}
NUMBERS = {
    "ic": registers.IC,
    "a": registers.XA,
    "b": registers.XB,
    "c": registers.XC,
    "over": registers.AC_OVERFLOW,
    "mqover": registers.MQ_OVERFLOW,
    "check": registers.DIVIDE_CHECK,
    "trap": registers.TRAPPING,
    "tape": registers.TAPE_CHECK,
    "end": registers.END_OF_TAPE,
    "rwcheck": registers.READ_WRITE_CHECK,
    "stop": registers.PROGRAM_STOP,
    "selected": registers.SELECTED,
    "lights": registers.SENSE_LIGHTS,
    "switches": registers.SENSE_SWITCHES,
}
PLACES = {"y": 0o200, "z": 0}
REASONS = {"ran": registers.RAN, "divide": registers.STOPPED_DIVIDE}
REASONS |= {"hpr": registers.STOPPED_HPR, "htr": registers.STOPPED_HTR}
REASONS |= {"unit": registers.INPUT_OUTPUT, "unknown": registers.UNKNOWN}


def word_of(text: str, sign: int = 35) -> int:
    """``"-Q0012"``: sign, then Q and P of an accumulator (whose sign is bit 37), then octal."""
    magnitude = int(text[1:].lstrip("QP") or "0", 8)
    magnitude |= ("Q" in text) << 36 | ("P" in text) << 35
    return magnitude | (text[0] == "-") << sign


def fields(text: str) -> dict[str, str]:
    """``"ac=+3 y=-4"`` by name."""
    return dict(part.split("=") for part in text.split())


@dataclass
class Case:
    """A processor with the words of its storage."""

    state: Words
    storage: Words

    def put(self, values: dict[str, str]) -> None:
        """Set what is named."""
        for name, text in values.items():
            if name in PLACES:
                self.storage[PLACES[name]] = word_of(text)
            elif name in WORDS:
                self.state[WORDS[name]] = word_of(text, 37 if name == "ac" else 35)
            else:
                self.state[NUMBERS[name]] = int(text, 8)

    def held(self) -> dict[str, str]:
        """Everything that can be named, as octal text."""
        found = {name: f"{self.state[at]:o}" for name, at in (WORDS | NUMBERS).items()}
        return found | {name: f"{self.storage[at]:o}" for name, at in PLACES.items()}


def fresh(values: dict[str, str] | None = None, size: int = 8192) -> Case:
    """A processor about to execute what is at 100."""
    made = Case(new_state(size), np.zeros(size, dtype=np.int64))
    made.put({"ic": "100", **(values or {})})
    return made


def run_on(case: Case, cycles: int = 1, sample: int = 0) -> int:
    """Go on for at least so many cycles; the reason."""
    duty = np.zeros(DUTY_WORDS, dtype=np.int64)
    until = int(case.state[registers.CYCLES]) + cycles
    return int(run(case.state, case.storage, until, duty, sample))


def check_line(line: str, size: int = 8192) -> Case:
    """Execute a line as described above and compare; the processor afterwards."""
    text, before, after = (part.strip() for part in line.split("|"))
    case, wanted = fresh(fields(before), size), fresh(fields(before), size)
    case.storage[0o100] = wanted.storage[0o100] = instruction(text)
    changes = fields(after)
    reason, cycles = changes.pop("reason", "ran"), changes.pop("cycles", None)
    wanted.put({"ic": "101", **changes})
    assert REASONS[reason] == run_on(case)
    assert case.held() == wanted.held()
    assert (case.storage == wanted.storage).all()
    if cycles is not None:
        assert case.state[registers.CYCLES] == int(cycles)
    return case


def lines(text: str) -> list[str]:
    """The lines of a table, without the empty ones."""
    return [line.strip() for line in text.splitlines() if line.strip()]
