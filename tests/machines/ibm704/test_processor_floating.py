"""The 704's floating point, by hand and, for its additions, against one long number.

A number is octal: three digits of characteristic (200 is 2**0), nine of fraction.  Lines are read
as in :mod:`tests.machines.ibm704.words`.
"""

import numpy as np

from machines.ibm704 import registers
from tests.machines.ibm704.words import check_line, fresh, instruction, lines, run_on

ADDITION = """
FAD 200 | ac=+201400000000 y=+201400000000 | ac=+202400000000 mq=+147000000000 cycles=7
FAD 200 | ac=-201400000000 y=-201400000000 | ac=-202400000000 mq=-147000000000 cycles=7
FAD 200 | ac=+201400000000 mq=-5 y=-201400000000 | ac=+0 mq=+0 cycles=6
FAD 200 | ac=-201400000000 y=+201400000000 | ac=-0 mq=-0 cycles=6
FAD 200 | ac=+202400000000 y=+201400000000 | ac=+202600000000 mq=+147000000000 cycles=7
FAD 200 | ac=+202400000000 y=-201400000000 | ac=+201400000000 mq=-145000000000 cycles=7
FAD 200 | ac=+201400000000 y=-146600000000 | ac=+200777777777 mq=-145400000000 cycles=9
FSB 200 | ac=+201400000000 y=+146600000000 | ac=+200777777777 mq=-145400000000 cycles=9
FSB 200 | ac=+201400000000 y=+201400000000 | ac=+0 mq=+0 cycles=6
FAD 200 | ac=+201700000000 y=+166600000001 | ac=+201700140000 mq=+146000200000 cycles=7
FAD 200 | ac=+300400000000 y=+100777777777 | ac=+300400000000 mq=+245000000000 cycles=17
FAD 200 | ac=+300400000000 y=+0 | ac=+300400000000 mq=+245000000000 cycles=23
FAD 200 | ac=+0 y=-300400000000 | ac=-300400000000 mq=+244000000000 cycles=23
FAD 200 | ac=+201000000001 y=+201000000000 | ac=+147400000000 mq=+114000000000 cycles=13
FAD 200 | ac=+377700000000 y=+377700000000 | ac=+P000700000000 mq=+345000000000 over=1 cycles=7
FAD 200 | ac=+001400000000 y=-001200000000 | ac=+000400000000 mq=+345000000000 mqover=1 cycles=7
FAD 200 | ac=+001400000000 y=-001300000000 | ac=+QP377400000000 mq=+344000000000 over=1 mqover=1
FAD 200 | ac=+033400000000 y=+033400000000 | ac=+034400000000 mq=+001000000000 cycles=7
FAD 200 | ac=+032400000000 y=+000400000000 | ac=+032400000001 mq=+377000000000 mqover=1 cycles=9
UFA 200 | ac=+201400000000 y=-201400000000 | ac=+201000000000 mq=+146000000000 cycles=5
UFA 200 | ac=-201400000000 y=+201400000000 | ac=-201000000000 mq=-146000000000 cycles=5
UFA 200 | ac=+201400000000 y=-146600000000 | ac=+201400000000 mq=-146600000000 cycles=7
UFA 200 | ac=+010400000000 y=+010100000000 | ac=+010500000000 mq=+355000000000 mqover=1
UFA 200 | ac=+377400000000 y=+377400000000 | ac=+P000400000000 mq=+345000000000 over=1
UFS 200 | ac=+201400000000 y=+201200000000 | ac=+201200000000 mq=+146000000000 cycles=5
UFS 200 | ac=+201400000000 y=-201600000000 | ac=+202500000000 mq=+147000000000 cycles=5
UFA 200 | ac=+P001400000000 y=+001200000000 | ac=-001200000000 mq=+346000000000 mqover=1 cycles=5
"""
# 2.0 - 1.0: the fractions give 200000000, less 1 is 177777777; two places to the left with ones
# coming from an MQ of the other sign is 777777777, plus 1 carries: 400000000 with 201.
# The last: P counts as AC's characteristic, gives SR its sign, and is lost there.

MULTIPLICATION = """
FMP 200 | mq=+201400000000 y=+202600000000 | ac=+202600000000 mq=+147000000000 cycles=17
FMP 200 | ac=-QP5 mq=-202600000000 y=+202600000000 | ac=-204440000000 mq=-151000000000
FMP 200 | mq=+200400000001 y=-200400000001 | ac=-177400000002 mq=-144000000002 cycles=17
FMP 200 | mq=+201400000000 y=-210000000000 | ac=-0 mq=-0 cycles=17
FMP 200 | mq=+377400000000 y=+377400000000 | ac=+P175400000000 mq=+142000000000 over=1 mqover=1
FMP 200 | mq=+001400000000 y=+001400000000 | ac=+QP201400000000 mq=+146000000000 over=1 mqover=1
FMP 200 | mq=+200000000001 y=+200000000001 | ac=+0 mq=+000000000002
UFM 200 | mq=+201400000000 y=+202600000000 | ac=+203300000000 mq=+150000000000 cycles=17
UFM 200 | mq=+200777777777 y=+200777777777 | ac=+200777777776 mq=+145000000001
UFM 200 | mq=-230400000000 y=+200000000001 | ac=-230000000000 mq=-175400000000
UFM 200 | mq=-010400000000 y=+200000000000 | ac=-010000000000 mq=-355000000000 mqover=1
FMP 200 | mq=-230400000000 y=+200000000001 | ac=-227000000001 mq=-174000000000
"""

DIVISION = """
FDP 200 | ac=+202600000000 mq=-5 y=+201400000000 | ac=+150000000000 mq=+202600000000 cycles=18
FDH 200 | ac=+200400000000 y=+200600000000 | ac=+145200000000 mq=+200525252525 cycles=18
FDP 200 | ac=-200400000000 y=+200600000000 | ac=-145200000000 mq=-200525252525
FDP 200 | ac=-201600000001 y=-200600000000 | ac=-147400000000 mq=+202400000000
FDH 200 | ac=+200400000000 mq=-5 y=+200200000000 | mq=+0 check=1 reason=divide cycles=3
FDP 200 | ac=+200400000000 mq=-5 y=-200200000000 | mq=-0 check=1 cycles=3
FDP 200 | ac=+200400000000 y=-200200000001 | ac=+146000000004 mq=-201777777774
FDP 200 | ac=-0 mq=+5 y=+200000000000 | ac=+0 mq=-0 cycles=3
FDH 200 | ac=-150000000000 mq=+5 y=+201400000000 | ac=+0 mq=-0 cycles=3
FDP 200 | ac=+QP150000000000 mq=+5 y=-201400000000 | ac=+0 mq=-0 cycles=3
FDP 200 | ac=+377400000000 y=+001600000000 | ac=+344200000000 mq=+176525252525 mqover=1
FDP 200 | ac=+010400000000 y=+010600000000 | ac=+QP355200000000 mq=+200525252525 over=1
FDP 200 | ac=+P000400000000 y=+300600000000 | ac=+345200000000 mq=+300525252525
FDP 200 | ac=+QP373400000000 y=+010600000000 | ac=+QP340200000000 mq=+163525252525 over=1
FDP 200 | ac=+001400000000 y=+300600000000 | ac=+QP346200000000 mq=+301525252525 over=1 mqover=1
"""
# .5 / .75: 2**28 / 3 is 525252525, and 200000000 remains.


def test_a_floating_point_instruction_does_what_the_manual_says() -> None:
    for line in lines(ADDITION + MULTIPLICATION + DIVISION):
        check_line(line)


def test_the_storage_register_keeps_the_number_of_the_greater_characteristic() -> None:
    case = check_line(
        "FSB 200 | ac=-202400000000 y=+201400000000 | ac=-202600000000 mq=-147000000000"
    )
    assert case.state[registers.SR] == 1 << 35 | 0o202400000000


def _added(ours: int, theirs: int) -> tuple[int, int, int, int, int]:
    """FAD of two normalised words by the difference of one long number and a row of zeros: AC, MQ,
    both lights and the cycles."""
    big, small = sorted((theirs, ours), key=lambda one: -(one >> 27 & 0o377))

    def signed(word: int, right: int) -> int:
        long = (word & (1 << 27) - 1) << 27 >> right
        return -long if word >> 35 else long

    characteristic = big >> 27 & 0o377
    difference = characteristic - (small >> 27 & 0o377)
    total = signed(big, 0) + signed(small, difference)
    sign_of_small = small >> 35
    if total == 0:
        return sign_of_small << 37, sign_of_small << 35, 0, 0, 6 + difference // 12
    sign = int(total < 0)
    # MQ holds what AC has too much where their signs differ: AC is then rounded away from zero.
    borrowed = int(sign != sign_of_small)
    long = abs(total) - borrowed
    places = 54 - long.bit_length()
    characteristic -= places
    if places < 0:
        shown, rest = long >> 28, (long >> 1) % (1 << 27)
        places = 0
    else:
        long = (long + borrowed << places) - borrowed
        shown, rest = long >> 27, long % (1 << 27)
    mq_characteristic = characteristic - 27
    if borrowed:
        rest = (1 << 27) - 1 - rest
        shown += 1
        if shown >> 27:
            shown >>= 1
            characteristic += 1
    ac = sign << 37 | (characteristic & 0o1777) << 27 | shown
    mq = sign_of_small << 35 | (mq_characteristic & 0o377) << 27 | rest
    lights = (int(not 0 <= characteristic <= 255), int(not 0 <= mq_characteristic <= 255))
    return ac, mq, *lights, 7 + difference // 12 + places // 4


def test_a_thousand_random_additions_agree_with_one_long_number() -> None:
    generator = np.random.default_rng(704)
    met = set()
    for k in range(1000):
        spread = (1, 3, 30, 256)[k % 4]
        first = int(generator.integers(0, 256))
        second = int(np.clip(first + generator.integers(-spread, spread + 1), 0, 255))
        ours, theirs = (
            int(generator.integers(0, 2)) << 35
            | one << 27
            | int(generator.integers(1 << 26, 1 << 27))
            for one in (first, second)
        )
        if k % 10 == 0:
            theirs = theirs & ~((1 << 27) - 1) | ours & (1 << 27) - 1
        if k % 7 == 0:
            ours, theirs = (one & ~((1 << 26) - 1) for one in (ours, theirs))
        for name in ("FAD", "FSB"):
            case = fresh()
            case.storage[0o100] = instruction(f"{name} 200")
            case.storage[0o200] = theirs
            case.state[registers.AC] = (ours >> 35) << 37 | ours & (1 << 35) - 1
            run_on(case)
            found = [
                int(case.state[at])
                for at in (
                    registers.AC,
                    registers.MQ,
                    registers.AC_OVERFLOW,
                    registers.MQ_OVERFLOW,
                    registers.CYCLES,
                )
            ]
            wanted = _added(ours, theirs ^ (1 << 35 if name == "FSB" else 0))
            assert found == list(wanted), f"{ours:012o} {name} {theirs:012o}"
            met.add(wanted[4])
    assert met >= set(range(6, 14))
