"""What the 704's transfers, comparisons and stops do, in trapping mode and out of it."""

from tests.naive.ibm704_arithmetic import Arithmetic
from tests.naive.ibm704_codes import algebraic


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
