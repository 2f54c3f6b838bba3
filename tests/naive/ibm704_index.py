"""What the 704's operations on index registers do, with any of the eight tags.

An operation works on one number: the tagged registers ORed together, 0 without a tag.  What it
writes goes to every tagged register (the specification's last section, table A).
"""

from tests.naive.ibm704_transfers import Transfers


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
