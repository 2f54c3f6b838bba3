"""What the 704's fixed-point, logical and shift operations do, with plain integers.

One method an operation, named by its mnemonic; a word is 36 bits: S is 2**35, bit n 2**(35 - n).
"""

from dataclasses import dataclass, field

from tests.naive.ibm704_codes import PLACES


@dataclass
class Arithmetic:
    """Storage, registers, indicators, and the operations on the accumulator and the MQ."""

    storage: list[int]
    ic: int = 0
    ac_sign: int = 0
    q: int = 0
    p: int = 0
    ac: int = 0
    """Bits 1-35."""
    mq_sign: int = 0
    mq: int = 0
    """Bits 1-35."""
    sr: int = 0
    ir: int = 0
    xr: dict[int, int] = field(default_factory=lambda: {1: 0, 2: 0, 4: 0})
    """By tag bit: A is bit 20, B bit 19, C bit 18."""
    ac_overflow: bool = False
    mq_overflow: bool = False
    divide_check: bool = False
    trapping: bool = False
    tape_check: bool = False
    end_of_tape: bool = False
    program_stop: bool = False
    sense_lights: set[int] = field(default_factory=set)
    sense_switches: set[int] = field(default_factory=set)
    cycles: int = 0
    location: int = 0
    address: int = 0
    mnemonic: str | None = None

    # -- storage and registers ----------------------------------------------------------------

    def wrap(self, number: int) -> int:
        """As many places as an address and an index register have."""
        return number % len(self.storage)

    @property
    def ac37(self) -> int:
        """The accumulator's magnitude: Q, P, 1-35."""
        return (self.q * 2 + self.p) * PLACES + self.ac

    @ac37.setter
    def ac37(self, magnitude: int) -> None:
        self.q = magnitude // (2 * PLACES) % 2
        self.p = magnitude // PLACES % 2
        self.ac = magnitude % PLACES

    @property
    def ac_word(self) -> int:
        """The accumulator's S,1-35."""
        return self.ac_sign * PLACES + self.ac

    @property
    def logical(self) -> int:
        """The accumulator's P,1-35."""
        return self.p * PLACES + self.ac

    @logical.setter
    def logical(self, word: int) -> None:
        self.p, self.ac = divmod(word, PLACES)

    @property
    def mq_word(self) -> int:
        """The MQ's S,1-35."""
        return self.mq_sign * PLACES + self.mq

    @mq_word.setter
    def mq_word(self, word: int) -> None:
        self.mq_sign, self.mq = divmod(word, PLACES)

    def operand(self) -> int:
        """C(Y)."""
        self.sr = self.storage[self.address]
        return self.sr

    def signed_operand(self) -> tuple[int, int]:
        """C(Y)'s sign and magnitude."""
        return divmod(self.operand(), PLACES)

    def store(self, word: int) -> None:
        """``word`` to Y."""
        self.sr = self.storage[self.address] = word

    def store_places(self, places: int, word: int) -> None:
        """Those bits of ``word`` to Y."""
        self.store((self.storage[self.address] & ~places) | (word & places))

    # -- fixed point --------------------------------------------------------------------------

    def CLA(self) -> None:
        self.q = self.p = 0
        self.ac_sign, self.ac = self.signed_operand()

    def CAL(self) -> None:
        self.ac_sign = self.q = 0
        self.logical = self.operand()

    def CLS(self) -> None:
        self.CLA()
        self.ac_sign = 1 - self.ac_sign

    def add(self, sign: int, magnitude: int) -> None:
        """Algebraic addition; a zero keeps the accumulator's sign."""
        if sign == self.ac_sign:
            self.add_magnitude(magnitude)
        elif magnitude <= self.ac37:
            self.ac37 -= magnitude
        else:
            self.ac37 = magnitude - self.ac37
            self.ac_sign = sign

    def add_magnitude(self, magnitude: int) -> None:
        """To Q,P,1-35; a carry out of Q is lost, and P's changing is an overflow."""
        p = self.p
        self.ac37 += magnitude
        if self.p != p:
            self.ac_overflow = True

    def ADD(self) -> None:
        self.add(*self.signed_operand())

    def ADM(self) -> None:
        _, magnitude = self.signed_operand()
        self.add(0, magnitude)

    def SUB(self) -> None:
        sign, magnitude = self.signed_operand()
        self.add(1 - sign, magnitude)

    def SBM(self) -> None:
        _, magnitude = self.signed_operand()
        self.add(1, magnitude)

    def ACL(self) -> None:
        total = self.logical + self.operand()
        if total >= 2 * PLACES:
            total = total - 2 * PLACES + 1
        self.logical = total

    def MPY(self) -> None:
        sign, magnitude = self.signed_operand()
        self.ac_sign = self.mq_sign = self.mq_sign ^ sign
        self.q = self.p = 0
        self.ac, self.mq = divmod(self.mq * magnitude, PLACES)

    def MPR(self) -> None:
        self.MPY()
        if self.mq >= PLACES // 2:
            self.ac += 1

    def RND(self) -> None:
        if self.mq >= PLACES // 2:
            self.add_magnitude(1)

    def divided(self) -> bool:
        """AC and MQ by C(Y); False on a divide check."""
        sign, magnitude = self.signed_operand()
        self.mq_sign = self.ac_sign ^ sign
        if self.ac37 >= magnitude:
            self.divide_check = True
            self.taken = 3
            return False
        self.mq, self.ac = divmod(self.ac * PLACES + self.mq, magnitude)
        self.taken = 20
        return True

    def DVH(self) -> str:
        return "ran" if self.divided() else "divide check"

    def DVP(self) -> None:
        self.divided()

    def LDQ(self) -> None:
        self.mq_word = self.operand()

    def STQ(self) -> None:
        self.store(self.mq_word)

    def SLQ(self) -> None:
        self.store_places(0o777777_000000, self.mq_word)

    def STO(self) -> None:
        self.store(self.ac_word)

    def STZ(self) -> None:
        self.store(0)

    def SLW(self) -> None:
        self.store(self.logical)

    def STP(self) -> None:
        self.store_places(0o700000_000000, self.logical)

    def STD(self) -> None:
        self.store_places(0o077777_000000, self.ac)

    def STA(self) -> None:
        self.store_places(0o000000_077777, self.ac)

    def CLM(self) -> None:
        self.ac37 = 0

    def CHS(self) -> None:
        self.ac_sign = 1 - self.ac_sign

    def SSP(self) -> None:
        self.ac_sign = 0

    def SSM(self) -> None:
        self.ac_sign = 1

    # -- logical ------------------------------------------------------------------------------

    def COM(self) -> None:
        self.ac37 = 4 * PLACES - 1 - self.ac37

    def ANA(self) -> None:
        self.ac_sign = self.q = 0
        self.logical &= self.operand()

    def ANS(self) -> None:
        self.store(self.storage[self.address] & self.logical)

    def ORA(self) -> None:
        self.logical |= self.operand()

    def ORS(self) -> None:
        self.store(self.storage[self.address] | self.logical)

    # -- shifts: place by place ---------------------------------------------------------------

    def places(self) -> range:
        """As many times as places to shift; the cycles follow from them."""
        count = self.address % 256
        self.taken = 2 + (count + 2) // 12
        return range(count)

    def ac_left(self, entering: int) -> None:
        """Q,P,1-35 one place to the left: a 1 that comes into P is an overflow."""
        self.ac37 = self.ac37 * 2 + entering
        if self.p:
            self.ac_overflow = True

    def ALS(self) -> None:
        for _ in self.places():
            self.ac_left(0)

    def ARS(self) -> None:
        for _ in self.places():
            self.ac37 //= 2

    def LLS(self) -> None:
        for _ in self.places():
            leaving, self.mq = divmod(self.mq * 2, PLACES)
            self.ac_left(leaving)
        self.ac_sign = self.mq_sign

    def LRS(self) -> None:
        for _ in self.places():
            self.mq = (self.ac % 2) * (PLACES // 2) + self.mq // 2
            self.ac37 //= 2
        self.mq_sign = self.ac_sign

    def LGL(self) -> None:
        for _ in self.places():
            leaving = self.mq_sign
            self.mq_sign, self.mq = divmod(self.mq * 2, PLACES)
            self.ac_left(leaving)

    def RQL(self) -> None:
        for _ in self.places():
            leaving = self.mq_sign
            self.mq_sign, self.mq = divmod(self.mq * 2 + leaving, PLACES)
