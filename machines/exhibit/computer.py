"""What the 704's console can be wired to: registers, storage, buttons, time.

The console (machines/ibm704/console.py) knows levers, keys, buttons and lamps; what the registers
hold and what a button sets going is the computer's business.  Two computers answer to this: the
numba checkers engine (machines/samuel/program.py) and the 704 itself
(machines/ibm704/machine.py).

Words are 36-bit integers in the 704's own order: bit S is 2**35, bit n (1..35) is 2**(35 - n).
The accumulator has 38 bits: S is 2**37, Q 2**36, P 2**35, then 1..35.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

# Where each register's bits stand in an array of on-times: (first index, number of lamps), each
# from the leftmost lamp (S, or the highest bit) to the rightmost; behind them the lights.
STORAGE = (0, 36)
ACCUMULATOR = (36, 38)
MQ = (74, 36)
INDEX_A = (110, 15)
INDEX_B = (125, 15)
INDEX_C = (140, 15)
COUNTER = (155, 15)
INSTRUCTION = (170, 18)
REGISTER_BITS = 188
LIGHTS = (188, 12)
"""The lights in the order of :class:`Lights`, the four sense lights last."""
DUTY_WORDS = 200
"""All of them."""


@dataclass(frozen=True)
class Registers:
    """What the registers hold at one moment (word order as in the module's text)."""

    storage: int = 0
    accumulator: int = 0
    mq: int = 0
    index: tuple[int, int, int] = (0, 0, 0)  # Index registers A, B, C, 15 bits each
    counter: int = 0
    instruction: int = 0  # Instruction register: S, 1..17 as an 18-bit integer


def register_bits(registers: Registers) -> npt.NDArray[np.bool_]:
    """Every register's bits where its on-times stand, bool[REGISTER_BITS]."""
    a, b, c = registers.index
    text = (
        f"{registers.storage:036b}{registers.accumulator:038b}{registers.mq:036b}"
        f"{a:015b}{b:015b}{c:015b}{registers.counter:015b}{registers.instruction:018b}"
    )
    found: npt.NDArray[np.bool_] = np.frombuffer(text.encode(), np.uint8) == ord("1")
    return found


@dataclass(frozen=True)
class Lights:
    """The plates and the sense lights, each on or off."""

    program_stop: bool = False
    read_write_select: bool = False
    read_write_check: bool = False
    accum_overflow: bool = False
    quotient_overflow: bool = False
    divide_check: bool = False
    trap: bool = False
    tape_check: bool = False
    sense: tuple[bool, bool, bool, bool] = (False, False, False, False)

    def all(self) -> tuple[bool, ...]:
        """Every light in order, as in an array of on-times."""
        return (
            self.program_stop,
            self.read_write_select,
            self.read_write_check,
            self.accum_overflow,
            self.quotient_overflow,
            self.divide_check,
            self.trap,
            self.tape_check,
            *self.sense,
        )


class Computer(Protocol):
    """A machine behind the console."""

    def registers(self) -> Registers:
        """The registers now."""

    def lights(self) -> Lights:
        """The lights now."""

    def add_duty(self, on_us: npt.NDArray[np.int64]) -> None:
        """Add to ``on_us`` (int64[DUTY_WORDS]) how long each register bit has been 1 and each light
        on since the last call, in microseconds of simulated time, and start counting anew."""

    def read_storage(self, address: int) -> int:
        """The word at ``address``, 36 bits.  Raises RefusedError outside storage."""

    def press(self, control: str, keys: int) -> None:
        """A console button that the machine itself answers, with the 36 entry keys as a word.

        ``control`` is one of load_cards, load_tape, load_drum, start, single_step, reset, clear,
        enter_mq, enter_instruction.  Raises RefusedError with nothing changed.
        """

    def set_switches(self, automatic: bool, sense: tuple[bool, ...], keys: int) -> None:
        """How the lever, the six sense switches and the entry keys stand now."""

    def advance(self, us: int) -> int:
        """Run for at most ``us`` microseconds; how many passed (fewer when something happened
        that its units or the operator must see before time goes on)."""

    def running(self) -> bool:
        """True while it works or waits for a unit; False while it waits for the operator."""

    def reason(self) -> str:
        """Why it stopped or what it waits for, in words; empty while it runs."""
