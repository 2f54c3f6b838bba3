"""The 704 does what a gate-level model of it does: the cases printed in the specification.

Tables A to D of docs/sources/ibm704.md, "Gates: tags, Q and P, divides, trapping": numbers are
octal.  The AC is written S QP.ccc.fffffffff (sign, Q and P, characteristic, fraction), a word
S ccc.fffffffff, the index registers XA,XB,XC.  Each case is tried with the
kernel, at 8,192 words as the model has; the slow twin agrees with it (test_twin.py).
"""

from dataclasses import dataclass

import numpy as np

from machines.ibm704 import processor as fast
from machines.ibm704 import registers
from tests.machines.ibm704.beside import DUTY, REASONS
from tests.machines.ibm704.words import instruction, lines

SIZE = 0o20000
AT, Y = 0o1231, 0o2000
MINUS = 2**35

Registers = tuple[int, ...]


def accumulator(text: str) -> int:
    """Sign, Q, P and 1-35 as 38 bits."""
    qp, characteristic, fraction = text[1:].split(".")
    magnitude = int(qp, 2) << 35 | int(characteristic, 8) << 27 | int(fraction, 8)
    return magnitude | (text[0] == "-") << 37


def word(text: str) -> int:
    """Sign and 1-35 as 36 bits."""
    characteristic, fraction = text[1:].split(".")
    return (text[0] == "-") << 35 | int(characteristic, 8) << 27 | int(fraction, 8)


def indices(text: str) -> Registers:
    """XA, XB and XC."""
    return tuple(int(number, 8) for number in text.split(","))


@dataclass(frozen=True)
class Before:
    """One instruction, and what the machine holds."""

    text: str
    ac: int = 0
    mq: int = 0
    y: int = 0
    xr: Registers = (0, 0, 0)
    trapping: bool = False
    at: int = AT

    def words(self) -> dict[int, int]:
        """What storage holds; all else is zero."""
        return {0: 0o765432_123456, Y: self.y, self.at: instruction(self.text)}


@dataclass(frozen=True)
class After:
    """What one instruction has left."""

    ac: int
    mq: int
    overflows: tuple[int, int]
    divide_check: int
    xr: Registers
    ic: int
    location: int
    address: int
    cycles: int
    stop: int
    happened: str
    storage: tuple[tuple[int, int], ...]
    """Address and content of what isn't zero."""


def kernel(before: Before) -> After:
    """As the kernel does it."""
    state = registers.new_state(SIZE)
    storage = np.zeros(SIZE, dtype=np.int64)
    for address, content in before.words().items():
        storage[address] = content
    state[registers.AC], state[registers.MQ] = before.ac, before.mq
    state[registers.IC], state[registers.TRAPPING] = before.at, before.trapping
    state[[registers.XA, registers.XB, registers.XC]] = before.xr
    reason = int(fast.run(state, storage, 1, DUTY, 0))
    held = state.tolist()
    return After(
        ac=held[registers.AC],
        mq=held[registers.MQ],
        overflows=(held[registers.AC_OVERFLOW], held[registers.MQ_OVERFLOW]),
        divide_check=held[registers.DIVIDE_CHECK],
        xr=(held[registers.XA], held[registers.XB], held[registers.XC]),
        ic=held[registers.IC],
        location=held[registers.LOCATION],
        address=held[registers.ADDRESS],
        cycles=held[registers.CYCLES],
        stop=held[registers.PROGRAM_STOP],
        happened=REASONS[reason],
        storage=tuple((int(at), int(storage[at])) for at in np.flatnonzero(storage)),
    )


def rows(table: str) -> list[list[str]]:
    """The fields of each line."""
    return [[field.strip() for field in line.split("|")] for line in lines(table)]


# -- A: tags ---------------------------------------------------------------------------------------

ADDRESSED = ["CLA", "ADD", "LDQ", "STO", "STA", "CAS", "ALS", "TRA", "TZE", "TPL", "NOP"]
XR = (0o1204, 0o613, 0o342)
OF_TAGS = [0, 0o1204, 0o613, 0o1617, 0o342, 0o1346, 0o753, 0o1757]
"""The registers of each tag ORed together."""


def test_an_address_is_lessened_by_the_or_of_the_tagged_registers() -> None:
    for tag in range(8):
        for mnemonic in ADDRESSED:
            written = (Y + OF_TAGS[tag]) % SIZE
            tagged = kernel(Before(f"{mnemonic} {written:o},{tag}", 0o123, MINUS | 5, 0o123, XR))
            plain = kernel(Before(f"{mnemonic} {Y:o}", 0o123, MINUS | 5, 0o123, XR))
            assert tagged.address == Y, (tag, mnemonic)
            assert tagged.xr == XR, (tag, mnemonic)
            assert (tagged.ac, tagged.mq, tagged.ic) == (plain.ac, plain.mq, plain.ic), (
                tag,
                mnemonic,
            )
            assert dict(tagged.storage)[Y] == dict(plain.storage)[Y], (tag, mnemonic)


TAGS = """
PXD 0,3       | 137,633,432 | 737,737,432   | on
PXD 0,6       | 423,106,114 | 423,116,116   | on
PXD 0,7       | 737,62,254  | 777,777,777   | on
SXD 2000,5    | 213,114,576 | 777,114,777   | on
TXI 300,3,604 | 773,714,743 | 1603,1603,743 | transfers
TIX 300,3,635 | 442,777,622 | 142,142,622   | transfers
TNX 300,6,46  | 10,46,336   | 10,330,330    | on
TNX 300,3,740 | 613,537,657 | 613,537,657   | transfers
TSX 300,3     | 461,462,574 | 16547,16547,574 | transfers
"""


def test_index_registers_are_those_of_the_gates() -> None:
    for text, before, after, goes in rows(TAGS):
        done = kernel(Before(text, xr=indices(before)))
        assert done.xr == indices(after), text
        assert done.ic == {"on": AT + 1, "transfers": 0o300}[goes], text


# Each line of table A with tag 3: XA or XB is 1617; then what both hold afterwards.
WRITTEN = """
LXA 2000,3      | 7654      | on
LXD 2000,3      | 3210      | on
PAX 0,3         | 14321     | on
PDX 0,3         | 12345     | on
SXD 2000,3      | 1617      | on
PXD 0,3         | 1617      | on
TXI 300,3,1111  | 2730      | transfers
TXI 300,3,17000 | 617       | transfers
TIX 300,3,1616  | 1         | transfers
TIX 300,3,1617  | unchanged | on
TNX 300,3,1616  | 1         | on
TNX 300,3,1617  | unchanged | transfers
TXH 300,3,1616  | unchanged | transfers
TXH 300,3,1617  | unchanged | on
TXL 300,3,1616  | unchanged | on
TXL 300,3,1617  | unchanged | transfers
TSX 300,3       | 16547     | transfers
"""


def test_every_tagged_register_has_what_the_table_says() -> None:
    for text, after, goes in rows(WRITTEN):
        done = kernel(Before(text, ac=0o12345_0_54321, y=0o03210_0_07654, xr=XR))
        expected = XR if after == "unchanged" else (int(after, 8), int(after, 8), XR[2])
        assert done.xr == expected, text
        assert done.ic == {"on": AT + 1, "transfers": 0o300}[goes], text
        if text.startswith("PXD"):
            assert done.ac == 0o1617 << 18, text
        if text.startswith("SXD"):
            assert dict(done.storage)[Y] == 0o01617_0_07654, text


WITHOUT_A_TAG = """
PXD 0        | on
SXD 2000     | on
LXA 2000     | on
LXD 2000     | on
PAX 0        | on
PDX 0        | on
TXI 300,0,5  | transfers
TSX 300      | transfers
TXH 300,0,0  | on
TXH 300,0,5  | on
TIX 300,0,0  | on
TIX 300,0,5  | on
TXL 300,0,0  | transfers
TXL 300,0,5  | transfers
TNX 300,0,0  | transfers
TNX 300,0,5  | transfers
"""


def test_without_a_tag_no_register_changes_and_zero_is_compared() -> None:
    for text, goes in rows(WITHOUT_A_TAG):
        before = Before(text, accumulator("-11.123.456701234"), y=MINUS | 0o76543_2_10765, xr=XR)
        done = kernel(before)
        assert done.xr == XR, text
        assert done.ic == {"on": AT + 1, "transfers": 0o300}[goes], text
        assert done.ac == (0 if text.startswith("PXD") else before.ac), text
        if text.startswith("SXD"):
            assert dict(done.storage)[Y] == MINUS | 0o00000_2_10765, text


# -- B: floating sums with Q and P -----------------------------------------------------------------

SUMS = """
UFA | +01.165.000000000 | -165.011332023 | -00.165.011332023 | -132.000000000 | 0,0
UFS | +10.224.426002627 | +224.546314743 | -00.224.120312114 | -171.000000000 | 0,0
UFA | -11.061.604253534 | +061.604253534 | +00.061.000000000 | +026.000000000 | 0,0
UFA | +01.350.745110352 | -377.477374341 | -00.350.745110352 | -315.000000000 | 0,0
FSB | +01.023.603024415 | -023.545315636 | -00.017.732153360 | +364.000000000 | 0,1
UFS | -10.102.722325351 | +036.471360613 | -00.102.722325351 | -047.000471360 | 0,0
"""


def check_numbers(done: After, ac: str, mq: str, overflows: str) -> None:
    """The AC, the MQ and both overflow lights."""
    assert done.ac == accumulator(ac)
    assert done.mq == word(mq)
    assert f"{int(done.overflows[0])},{int(done.overflows[1])}" == overflows


def test_floating_sums_with_q_or_p_on() -> None:
    for mnemonic, ac, y, sum_ac, sum_mq, overflows in rows(SUMS):
        done = kernel(Before(f"{mnemonic} 2000", accumulator(ac), 0o777, word(y)))
        check_numbers(done, sum_ac, sum_mq, overflows)


def test_a_sums_cycles_follow_the_difference_that_has_gone_round() -> None:
    for ten_places, y, cycles in [
        (0o600, 0o210, 25),
        (0o1200, 0o240, 23),
        (0o640, 0o200, 7),
        (0o400, 0o377, 5),
    ]:
        done = kernel(
            Before("UFA 2000", ten_places << 27 | 0o654_000_321, 0, y << 27 | 0o456_000_123)
        )
        assert done.cycles == cycles, (ten_places, y, cycles)


def test_q_and_p_are_nothing_to_a_floating_product() -> None:
    for qp in range(4):
        for mnemonic in ["FMP", "UFM"]:
            for y in ["-210.600000003", "+100.000000007", "+001.400000000"]:
                mq = word("-055.654321012")
                done = kernel(Before(f"{mnemonic} 2000", qp << 35 | 0o123, mq, word(y)))
                assert done == kernel(Before(f"{mnemonic} 2000", 0o123, mq, word(y))), (
                    qp,
                    mnemonic,
                    y,
                )


# -- C: floating quotients -------------------------------------------------------------------------

QUOTIENTS = """
-10.054.531400042 | -054.776661322 | -10.021.470372322 | +200.532217377 | 0,0
+10.224.555516702 | -012.555516702 | +10.172.000000000 | -013.400000000 | 0,1
-01.322.757637735 | +114.600774122 | -01.270.152352122 | -007.511540777 | 1,0
+11.006.407407617 | +006.606166055 | +10.353.207141430 | +200.531574610 | 0,1
-10.015.542743074 | -015.711037775 | -01.362.114243730 | +200.615466510 | 1,0
-01.251.000000000 | +251.665005042 | +00.000.000000000 | -000.000000000 | 0,0
"""
DIVIDE_CHECKS = """
+01.244.513231067 | -227.077055404 | +01.244.513231067 | -001.000000000 | 1,0
+00.037.455665501 | -000.146135634 | +00.037.455665501 | -001.000000000 | 0,0
"""


def test_quotients_and_their_lights() -> None:
    for mnemonic in ("FDH", "FDP"):
        for ac, y, rest, quotient, overflows in rows(QUOTIENTS):
            done = kernel(Before(f"{mnemonic} 2000", accumulator(ac), 0o765432_101234, word(y)))
            check_numbers(done, rest, quotient, overflows)
            assert (done.divide_check, done.happened) == (0, "ran"), (mnemonic, ac)


def test_what_a_divide_check_leaves() -> None:
    for mnemonic in ("FDH", "FDP"):
        for ac, y, rest, quotient, overflows in rows(DIVIDE_CHECKS):
            done = kernel(Before(f"{mnemonic} 2000", accumulator(ac), 0o765432_101234, word(y)))
            check_numbers(done, rest, quotient, overflows)
            assert (done.divide_check, done.cycles) == (1, 3), (mnemonic, ac)
            assert done.happened == ("divide check" if mnemonic == "FDH" else "ran"), (
                mnemonic,
                ac,
            )


def test_zero_by_zero_is_no_divide_check() -> None:
    for mnemonic in ("FDH", "FDP"):
        for qp in ["00", "01", "10", "11"]:
            for signs in ["++", "+-", "-+", "--"]:
                ac, y = (
                    accumulator(f"{signs[0]}{qp}.251.000000000"),
                    word(f"{signs[1]}013.000000000"),
                )
                done = kernel(Before(f"{mnemonic} 2000", ac, 0o765432_101234, y))
                sign = "+" if signs[0] == signs[1] else "-"
                check_numbers(done, "+00.000.000000000", f"{sign}000.000000000", "0,0")
                assert (done.divide_check, done.happened) == (0, "ran"), (
                    mnemonic,
                    qp,
                    signs,
                )


# A dividend moved one place has 400 for a moment; what comes of it is in range.
def test_a_characteristic_out_of_range_for_a_moment_lights_nothing() -> None:
    for mnemonic in ("FDH", "FDP"):
        ac, y = accumulator("+00.377.600000000"), word("+201.400000000")
        done = kernel(Before(f"{mnemonic} 2000", ac, 0, y))
        check_numbers(done, "+00.345.000000000", "+377.600000000", "0,0")


# -- D: trapping -----------------------------------------------------------------------------------


def test_htr_traps_and_hpr_ttr_and_cas_do_not() -> None:
    for text, counter in [
        ("HTR 300", 1),
        ("TRA 300", 1),
        ("HPR 300", AT + 1),
        ("TTR 300", 0o300),
        ("CAS 2000", AT + 2),
    ]:
        done = kernel(Before(text, trapping=True))
        first = 0o765432_101231 if counter == 1 else 0o765432_123456
        assert dict(done.storage)[0] == first, text
        assert done.ic == counter, text
        stops = text.startswith("H")
        assert done.stop == stops, text
        assert done.happened == ("program stop" if stops else "ran"), text
        assert done.location == AT, "the gates' counter shows the stop's own location"
