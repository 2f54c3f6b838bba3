"""Random instructions of the 704 with random registers and storage, weighted towards corners."""

from dataclasses import dataclass
from random import Random

from tests.naive.ibm704_codes import CODES, OF_THE_CHANNEL, TAG_NAMES_REGISTERS

MINUS = 2**35
ONES = 2**35 - 1
FRACTION = 2**27
TYPE_A = {mnemonic for mnemonic, code in CODES.items() if len(code) == 2}
SHIFTS = ("ALS", "ARS", "LLS", "LRS", "LGL", "RQL")
FLOATING_SUMS = ("FAD", "FSB", "UFA", "UFS")
FLOATING = (*FLOATING_SUMS, "FMP", "UFM", "FDH", "FDP")
ARITHMETIC = ("ADD", "ADM", "SUB", "SBM", "ACL", "RND", "MPR", "DVH", "DVP", "CAS", "TLQ")
INDEXING = ("TIX", "TNX", "TXI", "TXH", "TXL", "SXD", "LXA", "TSX")
RARE = ("PSE", "MSE", "PBT", "RND", "TOV", "TNO", "TQO") * 2
"""Of these only a part comes to what is of interest."""
WEIGHTED = (
    *(*CODES, *ARITHMETIC * 2, *SHIFTS, *FLOATING_SUMS * 5, *FLOATING * 3, *INDEXING, *RARE),
)
STRAIGHT = tuple(
    mnemonic
    for mnemonic in WEIGHTED
    if mnemonic not in OF_THE_CHANNEL | TYPE_A | {"HPR", "HTR", "DVH", "FDH", "TSX", "TTR"}
    and (not mnemonic.startswith("T"))
)
"""What goes on with one of the next three, unless PSE or MSE name a unit."""
INDICATORS = (
    *("ac_overflow", "mq_overflow", "divide_check", "trapping", "tape_check", "end_of_tape"),
)


@dataclass
class Case:
    """What storage, registers and indicators hold; what differs from the background alone."""

    words: dict[int, int]
    ac: int  # 38 bits
    mq: int
    ic: int
    xr: dict[int, int]
    indicators: dict[str, bool]
    lights: int
    switches: int
    cycles: int
    keyed: int | None = None  # An instruction from the entry keys
    limit: int = 1  # For how many cycles to run (what begins is finished)
    sample: int = 0  # How often the kernel looks at the lamps, which changes nothing


class Cases:
    """A source of them for a storage of ``size`` words."""

    def __init__(self, rng: Random, size: int) -> None:
        self.rng, self.size = rng, size

    # -- numbers ------------------------------------------------------------------------------

    def magnitude(self, places: int) -> int:
        """An integer of so many places: often an edge."""
        ones = (1 << places) - 1
        pick = self.rng.random()
        if pick < 0.4:
            return self.rng.getrandbits(places)
        if pick < 0.6:
            return self.rng.getrandbits(self.rng.randint(1, places))
        if pick < 0.8:
            power = 1 << self.rng.randint(0, places)
            return (power - self.rng.randint(0, 1)) & ones
        return self.rng.choice((0, 0, 1, ones, ones - 1))

    def near(self, number: int, places: int) -> int:
        """Another magnitude: now and then the same, or one from it."""
        if self.rng.random() < 0.35:
            return (number + self.rng.choice((0, 0, -1, 1))) & ((1 << places) - 1)
        return self.magnitude(places)

    def fraction(self) -> int:
        """A fraction, normalised more often than not."""
        pick = self.rng.random()
        if pick < 0.5:
            return FRACTION // 2 + self.rng.getrandbits(26)
        if pick < 0.65:
            return FRACTION - 1 - self.rng.getrandbits(self.rng.randint(1, 4))
        if pick < 0.75:
            return FRACTION // 2 + self.rng.getrandbits(2)
        return self.rng.choice((0, 0, self.magnitude(27), self.magnitude(27)))

    def characteristic(self) -> int:
        """A characteristic, often near an end of the range."""
        return self.rng.choice(
            (
                self.rng.randint(0, 3),
                self.rng.randint(252, 255),
                0,
                255,
                self.rng.randint(20, 32),
                self.rng.randint(100, 156),
                self.rng.randint(0, 255),
            )
        )

    def second(self, mnemonic: str, first: int, qp: int) -> int:
        """The other characteristic: near ``first``, or such that the result is near an end.

        With Q or P on it is what is near when differences have gone round at 256.
        """
        rng = self.rng
        edge = rng.choice((rng.randint(-3, 3), rng.randint(24, 31), rng.randint(252, 259)))
        if mnemonic in ("FMP", "UFM"):
            other = edge + 128 - first
        elif mnemonic in ("FDP", "FDH"):
            other = first + 128 - edge
        else:
            far = rng.choice((0, rng.randint(0, 3), rng.randint(0, 30), rng.randint(20, 60)))
            other = first + far * rng.choice((-1, 1))
        if qp:
            other %= 256
        return other if rng.random() < 0.8 and 0 <= other <= 255 else self.characteristic()

    def divisor(self, fraction: int) -> int:
        """A fraction near ``fraction`` or its half, where quotients move or aren't made."""
        near = fraction + self.rng.choice((0, 0, 1, -1, 2))
        return near // self.rng.choice((1, 2, 2)) % FRACTION

    def sign(self) -> int:
        """0 or 1."""
        return self.rng.getrandbits(1)

    # -- an instruction -----------------------------------------------------------------------

    def index_registers(self) -> dict[int, int]:
        """Three of them, alike or at edges now and then."""
        last = self.size - 1
        pool = (0, 1, last, last - 1, self.rng.randint(0, 9), self.rng.randint(0, last))
        return {bit: self.rng.choice((*pool, self.rng.randint(0, last))) for bit in (1, 2, 4)}

    def instruction(self, mnemonic: str, y: int, tag: int, xr: dict[int, int]) -> int:
        """The word that has effective address ``y`` while the index registers hold ``xr``."""
        rng = self.rng
        code, _, extension = CODES[mnemonic].partition("..")
        word = MINUS if code[0] == "-" else 0
        together = 0
        for bit, number in xr.items():
            together |= number if tag & bit else 0
        if mnemonic in TYPE_A:
            word |= int(code[1:]) << 33
            word |= self.decrement(together) << 18
        else:
            word |= int(code[1:], 8) << 24
            word |= rng.getrandbits(6) << 18 if rng.random() < 0.2 else 0
        if extension:
            y = int(extension, 8)
        if mnemonic not in TAG_NAMES_REGISTERS:
            y = (y + together) % self.size
        beyond = rng.randrange(32768 // self.size) * self.size if rng.random() < 0.3 else 0
        return word | tag << 15 | (y + beyond)

    def decrement(self, together: int) -> int:
        """Less than the ORed index registers, equal to them or greater."""
        edge = together + self.rng.choice((0, 0, 1, -1, self.rng.randint(-50, 50)))
        return self.rng.choice((edge % 32768, edge % 32768, self.rng.getrandbits(15), 0))

    def address(self, mnemonic: str, location: int) -> int:
        """An effective address that makes sense for the operation."""
        rng = self.rng
        if mnemonic in SHIFTS:
            edge = rng.choice((rng.randint(0, 3), rng.randint(33, 38), rng.randint(69, 75)))
            count = rng.choice((rng.randint(0, 255), rng.randint(0, 76), edge))
            return (count + 256 * rng.randrange(self.size // 256)) % self.size
        if mnemonic == "MSE" and rng.random() < 0.5:
            return rng.randint(0o141, 0o144)
        if mnemonic in ("PSE", "MSE"):
            near = rng.choice((0o140, 0o140, 0o140, 0o160, 0o160, 0o340, 0o000, 0o020))
            return rng.choice((near + rng.randint(0, 7), near + rng.randint(0, 15), 0o1140))
        if rng.random() < 0.75:
            return rng.randrange(self.size)
        last = self.size - 1
        return rng.choice((0, 1, last, location, location + 1, location - 1)) % self.size

    def tag(self) -> int:
        """None, one or several index registers."""
        any_tag = self.rng.randint(0, 7)
        return self.rng.choice((0, 0, any_tag, any_tag, 1 << self.rng.randint(0, 2)))

    def registers(self, mnemonic: str) -> tuple[int, int, int]:
        """The accumulator, the MQ and C(Y), fit for the operation."""
        rng = self.rng
        if mnemonic in FLOATING:
            qp = rng.randint(1, 3) if rng.random() < 0.4 else 0
            first = self.characteristic()
            other = self.second(mnemonic, first, qp)
            fraction = self.fraction()
            same = rng.random() < 0.2
            y_fraction = fraction if same else self.fraction()
            if mnemonic in ("FDH", "FDP") and rng.random() < 0.2:
                y_fraction = self.divisor(fraction)
            y = other * FRACTION + y_fraction
            ac = mq = first * FRACTION + fraction
            if mnemonic in ("FMP", "UFM"):
                ac = rng.getrandbits(35)
            elif rng.random() < 0.8:
                mq = rng.getrandbits(35)
            ac += MINUS * qp
        else:
            ac = self.magnitude(35)
            y, mq = self.near(ac, 35), self.near(ac, 35)
            if mnemonic == "RND" and rng.random() < 0.3:
                ac = ONES
            if mnemonic in ("DVH", "DVP") and ac >= y and rng.random() < 0.8:
                ac, y = y, ac
            if rng.random() < 0.25:
                ac += MINUS * rng.randint(0, 3)
        return ac + 4 * MINUS * self.sign(), mq + MINUS * self.sign(), y + MINUS * self.sign()

    # -- cases --------------------------------------------------------------------------------

    def any_case(self, location: int, xr: dict[int, int]) -> Case:
        """A machine at ``location``, its storage not yet prepared."""
        rng = self.rng
        ac, mq, _ = self.registers("ADD")
        indicators = {name: rng.random() < 0.4 for name in INDICATORS}
        indicators["trapping"] = rng.random() < 0.25
        lights, switches = rng.getrandbits(4), rng.getrandbits(6)
        cycles = rng.randrange(10**9)
        return Case({}, ac, mq, location, xr, indicators, lights, switches, cycles)

    def one(self, mnemonic: str, address: int | None = None) -> Case:
        """One instruction, with this effective address or one of its choice."""
        rng = self.rng
        last = self.size - 1
        location = rng.choice((0, last, last - 1)) if rng.random() < 0.1 else rng.randint(0, last)
        xr, tag = self.index_registers(), self.tag()
        case = self.any_case(location, xr)
        y = self.address(mnemonic, location) if address is None else address
        case.ac, case.mq, content = self.registers(mnemonic)
        instruction = self.instruction(mnemonic, y, tag, xr)
        case.words = {y: content}
        if rng.random() < 0.15:
            case.keyed = instruction
        else:
            case.words[location] = instruction
        return case

    def a_word(self) -> Case:
        """One instruction of which nothing is known."""
        case = self.any_case(self.rng.randrange(self.size), self.index_registers())
        case.words = {case.ic: self.rng.getrandbits(36)}
        return case

    def program(self, mnemonics: tuple[str, ...], length: int, cycles: int) -> Case:
        """So many instructions in a row, then program stops; their operands are among them and
        around them."""
        rng = self.rng
        start = rng.randrange(self.size)
        xr = self.index_registers()
        case = self.any_case(start, xr)
        case.limit, case.sample = cycles, rng.choice((0, 0, 1, 64))
        for place in range(-length, 2 * length):
            case.words[(start + place) % self.size] = self.registers(rng.choice(mnemonics))[2]
        for place in range(length):
            mnemonic = rng.choice(mnemonics)
            among = rng.choice((-length, -length, length + 3, length + 3, 0))
            y = (start + among + rng.randrange(length - 3)) % self.size
            if mnemonic in SHIFTS:
                y = self.address(mnemonic, start)
            elif mnemonic in ("PSE", "MSE"):
                y = rng.randint(0o140, 0o144)
            word = self.instruction(mnemonic, y, self.tag(), xr)
            case.words[(start + place) % self.size] = word
        for place in range(length, length + 3):
            case.words[(start + place) % self.size] = self.instruction("HPR", 0, 0, xr)
        return case
