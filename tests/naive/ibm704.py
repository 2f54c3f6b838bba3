"""The IBM 704's processor the slow obvious way: plain integers, one method an operation.

A transcription of the specification of the 704 (operation codes, effects, cycles of 12
microseconds, floating point step by step), sharing no code with machines/, to compare it with.
Input-output instructions are only fetched: what they do is the channel's.  Each class adds to the
one before: fixed point, logical operations and shifts (:mod:`tests.naive.ibm704_arithmetic`),
transfers and stops, index registers, and here the floating point's names and what tests and skips.

Where the specification is silent, a comment beginning "Choice:" says what was chosen and why.
"""

from tests.naive import ibm704_floating as floating
from tests.naive.ibm704_arithmetic import Arithmetic
from tests.naive.ibm704_codes import (
    CYCLES,
    LIGHTS,
    OF_THE_CHANNEL,
    SWITCHES,
    TAG_NAMES_REGISTERS,
    algebraic,
    decode,
)


class Transfers(Arithmetic):
    """The operations that say where the next instruction is."""

    def skip(self, instructions: int = 1) -> None:
        """The next instruction, or the next two, are passed over."""
        self.ic = self.wrap(self.ic + instructions)

    def transfer(self, condition: bool) -> None:
        """To Y if the condition is met; in trapping mode to 00001, and 00000 says from where."""
        if self.trapping:
            self.storage[0] = (self.storage[0] & ~0o77777) | self.location
        if condition:
            self.ic = 1 if self.trapping else self.address

    def NOP(self) -> None:
        pass

    # Choice: from a program stop on the counter is at the next instruction; on the gates it shows
    # the stop's own location, which stands in ``location`` here.

    def HPR(self) -> str:
        self.program_stop = True
        return "program stop"

    def HTR(self) -> str:
        self.transfer(True)
        self.program_stop = True
        return "program stop"

    def TRA(self) -> None:
        self.transfer(True)

    def TTR(self) -> None:
        self.ic = self.address

    def TZE(self) -> None:
        self.transfer(self.ac37 == 0)

    def TNZ(self) -> None:
        self.transfer(self.ac37 != 0)

    def TPL(self) -> None:
        self.transfer(self.ac_sign == 0)

    def TMI(self) -> None:
        self.transfer(self.ac_sign == 1)

    def TOV(self) -> None:
        self.transfer(self.ac_overflow)
        self.ac_overflow = False

    def TNO(self) -> None:
        self.transfer(not self.ac_overflow)
        self.ac_overflow = False

    def TQO(self) -> None:
        self.transfer(self.mq_overflow)
        self.mq_overflow = False

    def TQP(self) -> None:
        self.transfer(self.mq_sign == 0)

    def TLQ(self) -> None:
        self.transfer(algebraic(self.mq_sign, self.mq) < algebraic(self.ac_sign, self.ac37))

    def CAS(self) -> None:
        ac, y = algebraic(self.ac_sign, self.ac37), algebraic(*self.signed_operand())
        if ac == y:
            self.skip(1)
        elif ac < y:
            self.skip(2)

    def ETM(self) -> None:
        self.trapping = True

    def LTM(self) -> None:
        self.trapping = False


class Indexing(Transfers):
    """The operations whose tag names the registers that they work on."""

    tag = 0
    decrement = 0

    @property
    def together(self) -> int:
        """The tagged registers ORed together."""
        x = 0
        for bit, number in self.xr.items():
            if self.tag & bit:
                x |= number
        return x

    def write(self, number: int) -> None:
        """``number`` to every tagged register."""
        for bit in self.xr:
            if self.tag & bit:
                self.xr[bit] = self.wrap(number)

    @property
    def d(self) -> int:
        """The decrement.

        Choice: with index registers of fewer than 15 places (4,096 or 8,192 words of storage) the
        decrement's places above theirs meet nothing to be added to or compared with.
        """
        return self.wrap(self.decrement)

    def LXA(self) -> None:
        self.write(self.operand())

    def LXD(self) -> None:
        self.write(self.operand() >> 18)

    def PAX(self) -> None:
        self.write(self.ac)

    def PDX(self) -> None:
        self.write(self.ac >> 18)

    def SXD(self) -> None:
        x = self.together
        self.store_places(0o077777_000000, x << 18)
        self.write(x)

    def PXD(self) -> None:
        x = self.together
        self.ac_sign, self.ac37 = 0, x << 18
        self.write(x)

    def TXI(self) -> None:
        self.write(self.together + self.d)
        self.transfer(True)

    def is_lessened(self) -> bool:
        """Whether x was above D, which then has been subtracted."""
        x = self.together
        if x > self.d:
            self.write(x - self.d)
            return True
        return False

    def TIX(self) -> None:
        self.transfer(self.is_lessened())

    def TNX(self) -> None:
        self.transfer(not self.is_lessened())

    def TXH(self) -> None:
        self.transfer(self.together > self.d)

    def TXL(self) -> None:
        self.transfer(self.together <= self.d)

    def TSX(self) -> None:
        self.write(-self.location)
        self.transfer(True)


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
