"""The IBM 704's processor the slow obvious way: plain integers, one method an operation.

A transcription of the specification of the 704 (operation codes, effects, cycles of 12
microseconds, floating point step by step), sharing no code with machines/, to compare it with.
Input-output instructions are only fetched: what they do is the channel's.  Each class adds to the
one before: fixed point, logical operations and shifts (:mod:`tests.naive.ibm704_arithmetic`),
transfers and stops, index registers, and here the floating point's names and what tests and skips.

Where the specification is silent, a comment beginning "Choice:" says what was chosen and why.
"""

from tests.naive import ibm704_floating as floating
from tests.naive.ibm704_codes import (
    CYCLES,
    LIGHTS,
    OF_THE_CHANNEL,
    SWITCHES,
    TAG_NAMES_REGISTERS,
    decode,
)
from tests.naive.ibm704_index import Indexing


class Machine(Indexing):
    """A 704 without its channel."""

    # -- an instruction -----------------------------------------------------------------------

    def step(self) -> str:
        """The instruction at IC.

        Says what happened: "ran", "program stop", "divide check", "input-output" or "unknown".
        """
        location = self.ic
        self.ic = self.wrap(location + 1)
        return self.perform(self.storage[location], location)

    def execute(self, word: int) -> str:
        """``word`` from the entry keys; IC moves only by a transfer or a skip."""
        return self.perform(word, self.ic)

    def perform(self, word: int, location: int) -> str:
        """``word`` as the instruction at ``location``; IC stands at the next one."""
        self.location, self.sr, self.ir = location, word, word >> 18
        self.tag, self.decrement = (word >> 15) & 7, (word >> 18) & 0o77777
        self.address = self.wrap(word & 0o77777)
        modified = self.wrap(self.address - self.together)
        self.mnemonic = decode(word, modified)
        if self.mnemonic not in TAG_NAMES_REGISTERS:
            self.address = modified
        if self.mnemonic is None:
            return "unknown"
        if self.mnemonic in OF_THE_CHANNEL:
            return "input-output"
        self.taken = CYCLES[self.mnemonic]
        happened: str = getattr(self, self.mnemonic)() or "ran"
        if happened != "input-output":
            self.cycles += self.taken
        return happened

    # -- floating point -----------------------------------------------------------------------

    def FAD(self) -> None:
        floating.add(self, *self.signed_operand(), normalised=True)

    def FSB(self) -> None:
        sign, magnitude = self.signed_operand()
        floating.add(self, 1 - sign, magnitude, normalised=True)

    def UFA(self) -> None:
        floating.add(self, *self.signed_operand(), normalised=False)

    def UFS(self) -> None:
        sign, magnitude = self.signed_operand()
        floating.add(self, 1 - sign, magnitude, normalised=False)

    def FMP(self) -> None:
        floating.multiply(self, *self.signed_operand(), normalised=True)

    def UFM(self) -> None:
        floating.multiply(self, *self.signed_operand(), normalised=False)

    def FDH(self) -> str:
        return "ran" if floating.divided(self, *self.signed_operand()) else "divide check"

    def FDP(self) -> None:
        floating.divided(self, *self.signed_operand())

    # -- tests, lights, switches --------------------------------------------------------------

    def LBT(self) -> None:
        if self.ac % 2:
            self.skip()

    def PBT(self) -> None:
        if self.p:
            self.skip()

    def DCT(self) -> None:
        if not self.divide_check:
            self.skip()
        self.divide_check = False

    def ETT(self) -> None:
        if not self.end_of_tape:
            self.skip()
        self.end_of_tape = False

    def RTT(self) -> None:
        if not self.tape_check:
            self.skip()
        self.tape_check = False

    def PSE(self) -> str | None:
        if self.address in LIGHTS:
            if self.address == LIGHTS.start:
                self.sense_lights.clear()
            else:
                self.sense_lights.add(self.address - LIGHTS.start)
        elif self.address in SWITCHES:
            if self.address - SWITCHES.start + 1 in self.sense_switches:
                self.skip()
        else:
            return "input-output"
        return None

    def MSE(self) -> str | None:
        # Choice: there is no light 0 to test, so -0760..140 does nothing.
        if self.address not in LIGHTS:
            return "input-output"
        light = self.address - LIGHTS.start
        if light in self.sense_lights:
            self.sense_lights.remove(light)
            self.skip()
        return None
