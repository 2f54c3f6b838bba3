"""The slow twin of the 704's processor against examples worked by hand from the specification."""

from typing import Any

from tests.naive.ibm704 import Machine
from tests.naive.ibm704_codes import CODES, CYCLES, decode

Y = 0o100
MINUS = 2**35
ONES = 2**35 - 1
ONE, TWO, HALF = 0o201400_000000, 0o202400_000000, 0o200400_000000


def word(mnemonic: str, address: int = Y, tag: int = 0, decrement: int = 0) -> int:
    """The instruction."""
    code, _, extension = CODES[mnemonic].partition("..")
    sign = MINUS if code[0] == "-" else 0
    place = 33 if len(code) == 2 else 24
    return (
        sign
        | (int(code[1:], 8) << place)
        | (decrement << 18)
        | (tag << 15)
        | (int(extension, 8) if extension else address)
    )


def after(instruction: int, y: int = 0, **registers: Any) -> Machine:
    """A machine that has done the instruction at 00010 with ``y`` at 00100."""
    machine = Machine([0] * 4096, ic=0o10, **registers)
    machine.storage[0o10], machine.storage[Y] = instruction, y
    machine.step()
    return machine


def test_there_are_89_operations_and_each_code_is_its_own() -> None:
    assert len(CODES) == len(set(CODES.values())) == 89
    assert all(decode(word(m), word(m) & 0o77777) == m for m in CODES)


def test_what_comes_to_the_accumulator() -> None:
    for mnemonic, ac, y, expected in [  # sign, Q P 1-35
        ("ADD", (0, 5), MINUS | 5, (0, 0)),
        ("ADD", (1, 5), 5, (1, 0)),
        ("ADD", (0, 5), MINUS | 7, (1, 2)),
        ("ADD", (1, ONES), MINUS | 1, (1, 2**35)),
        ("ADD", (0, 2**37 - 1), 1, (0, 0)),
        ("ADM", (1, 5), MINUS | 7, (0, 2)),
        ("SUB", (0, 5), 5, (0, 0)),
        ("SUB", (0, 5), MINUS | 5, (0, 10)),
        ("SBM", (0, 5), MINUS | 7, (1, 2)),
        ("CLA", (0, 2**37 - 1), MINUS | 3, (1, 3)),
        ("CLS", (0, 2**37 - 1), MINUS, (0, 0)),
        ("CAL", (1, 2**36), MINUS | 3, (0, 2**35 + 3)),
        ("ACL", (1, 2**36 + 2**36 - 1), 1, (1, 2**36 + 1)),
        ("ACL", (0, 2**35), MINUS, (0, 1)),
        ("COM", (1, 2**36 + 1), 0, (1, 2**36 - 2)),
        ("ANA", (1, 2**36 + 2**35 + 6), MINUS | 3, (0, 2**35 + 2)),
        ("ORA", (1, 2**36 + 6), MINUS | 3, (1, 2**36 + 2**35 + 7)),
        ("CLM", (1, 2**36 + 6), 0, (1, 0)),
        ("CHS", (1, 6), 0, (0, 6)),
        ("SSP", (1, 6), 0, (0, 6)),
        ("SSM", (1, 6), 0, (1, 6)),
        ("PXD", (1, 2**36 + 6), 0, (0, 0)),
    ]:
        machine = Machine([0] * 4096, ac_sign=ac[0])
        machine.ac37 = ac[1]
        machine.storage[0], machine.storage[Y] = word(mnemonic), y
        machine.step()
        assert (machine.ac_sign, machine.ac37) == expected, (mnemonic, ac, y, expected)
        assert machine.cycles == CYCLES[mnemonic], (mnemonic, ac, y, expected)


def test_a_change_of_p_in_a_like_sign_addition_overflows() -> None:
    assert after(word("ADD"), 1, ac=ONES).ac_overflow
    assert after(word("ADD"), 1, ac=ONES, p=1).ac_overflow
    assert not after(word("ADD"), 1, ac=ONES - 1).ac_overflow
    assert not after(word("SUB"), 1, p=1).ac_overflow  # P goes off, but the signs differ
    assert after(word("RND"), ac=ONES, ac_sign=1, mq=2**34).ac_overflow


def test_rounding_adds_to_the_magnitude_of_either_sign() -> None:
    machine = after(word("RND"), ac=6, ac_sign=1, mq=2**34)
    assert (machine.ac_sign, machine.ac) == (1, 7)
    assert after(word("RND"), ac=6, mq=2**34 - 1).ac == 6


def test_products_and_quotients() -> None:
    machine = after(word("MPY"), MINUS | ONES, mq=ONES, ac=1, q=1, p=1)
    assert (machine.ac37, machine.mq) == (ONES - 1, 1)
    assert (machine.ac_sign, machine.mq_sign) == (1, 1)
    assert after(word("MPR"), 3, mq=2**34).ac == 2
    machine = after(word("DVH"), MINUS | 7, ac=6, mq=5)
    assert (machine.mq, machine.ac) == divmod(6 * 2**35 + 5, 7)
    assert (machine.mq_sign, machine.ac_sign, machine.cycles) == (1, 0, 20)


def test_a_divide_check_stops_dvh_and_not_dvp() -> None:
    for mnemonic, happened in [("DVH", "divide check"), ("DVP", "ran")]:
        machine = Machine([word(mnemonic)] + [0] * 4095, ac=7, mq=5, mq_sign=1)
        machine.storage[Y] = 7
        assert machine.step() == happened
        assert (machine.divide_check, machine.cycles, machine.ic) == (True, 3, 1)
        assert (machine.ac, machine.mq, machine.mq_sign) == (7, 5, 0)


def test_what_comes_to_storage() -> None:
    for mnemonic, expected in [
        ("STO", 0o523456_701234),
        ("SLW", 0o523456_701234),
        ("STP", 0o577777_777777),
        ("STD", 0o723456_777777),
        ("STA", 0o777777_701234),
        ("STZ", 0),
        ("STQ", 0o400000_000001),
        ("SLQ", 0o400000_777777),
        ("ANS", 0o523456_701234),
        ("ORS", 0o777777_777777),
        ("SXD", 0o700000_777777),
    ]:
        machine = after(
            word(mnemonic), 2**36 - 1, ac=0o123456_701234, p=1, ac_sign=1, mq=1, mq_sign=1
        )
        assert machine.storage[Y] == expected, (mnemonic, expected)


def test_shifts() -> None:
    assert after(word("ALS", 0), q=1, p=1, ac=5).ac37 == 3 * 2**35 + 5
    assert not after(word("ALS", 0), q=1, p=1, ac=5).ac_overflow
    assert not after(word("ALS", 1), p=1, ac=5).ac_overflow
    assert after(word("ALS", 1), ac=2**34).ac_overflow
    assert after(word("ALS", 40), ac=1).ac_overflow  # through P and lost past Q
    assert after(word("ALS", 40), ac=1).ac37 == 0
    assert after(word("ARS", 64), q=1, ac=ONES).ac37 == 0
    assert after(word("ARS", 256 + 1), q=1).ac37 == 2**35
    machine = after(word("LLS", 0), q=1, ac=1, mq_sign=1)
    assert (machine.ac_sign, machine.q, machine.ac) == (1, 1, 1)
    machine = after(word("LRS", 1), q=1, ac=1, ac_sign=1)
    assert (machine.p, machine.ac, machine.mq, machine.mq_sign) == (1, 0, 2**34, 1)
    machine = after(word("LGL", 2), ac=1, mq_sign=1, mq=1)
    assert (machine.ac, machine.mq_sign, machine.mq) == (6, 0, 4)
    machine = after(word("RQL", 37), mq_sign=1, mq=1)
    assert (machine.mq_sign, machine.mq) == (0, 3)
    assert [after(word("ALS", n)).cycles for n in (0, 9, 10, 21, 22, 255)] == [2, 2, 3, 3, 4, 23]


def floats(machine: Machine) -> tuple[int, int, int, int]:
    """AC's sign and magnitude, MQ's sign and magnitude."""
    return (machine.ac_sign, machine.ac37, machine.mq_sign, machine.mq)


def test_floating_sums() -> None:
    machine = after(word("FAD"), ONE, ac=ONE)
    assert floats(machine) == (0, TWO, 0, (0o202 - 27) << 27)
    assert machine.cycles == 7
    machine = after(word("FSB"), ONE, ac=ONE, ac_sign=0)
    assert floats(machine) == (0, 0, 0, 0)
    assert machine.cycles == 6
    # 2 - 1: one place of shift before, one after
    machine = after(word("FSB"), ONE, ac=TWO)
    assert (machine.ac_sign, machine.ac37) == (0, ONE)
    # 1 and a 2**-29 of the other sign: 1 less one unit of the 54 places, in two parts
    machine = after(word("FAD"), MINUS | (0o144 << 27 | 2**26), ac=ONE)
    assert (machine.ac_sign, machine.ac37) == (0, ONE)
    assert machine.mq_sign == 1
    machine = after(word("UFA"), ONE, ac=ONE, ac_sign=1)
    assert floats(machine) == (1, 0o201 << 27, 1, (0o201 - 27) << 27)


def test_floating_lights() -> None:
    top = 255 << 27 | 2**26
    machine = after(word("FAD"), top, ac=top)
    assert machine.ac_overflow
    assert not machine.mq_overflow
    assert machine.ac37 == 256 << 27 | 2**26
    machine = after(word("FMP"), 1 << 27 | 2**26, mq=1 << 27 | 2**26)
    assert machine.ac_overflow
    assert machine.mq_overflow
    assert machine.ac37 >> 27 == (1 + 1 - 128 - 1) % 1024


def test_floating_products_and_quotients() -> None:
    assert after(word("FMP"), TWO, mq=TWO).ac37 == 0o203400_000000
    assert after(word("UFM"), TWO, mq=TWO).ac37 == 0o204200_000000
    machine = after(word("FDP"), MINUS | TWO, ac=ONE)
    assert floats(machine) == (0, (0o202 - 27) << 27, 1, HALF)
    assert machine.cycles == 18
    # 3/4 by 1/4, unnormalised: twice the divisor or more; AC35 is 1 and comes to bit 8 of the MQ
    machine = after(word("FDP"), MINUS | 0o201_200000000, ac=0o201_600000001, mq=9)
    assert floats(machine) == (0, 0o201_600000001, 1, 1 << 27)
    assert (machine.divide_check, machine.ac_overflow, machine.cycles) == (True, False, 3)
    machine = after(word("FDP"), MINUS | 0o201_200000000, ac=0o201_600000000, mq=9)
    assert floats(machine) == (0, 0o201_600000000, 1, 0)
    for y in (TWO, 0o202 << 27):
        machine = after(word("FDH"), y, ac_sign=1, ac=0o201 << 27, mq=9)
        assert floats(machine) == (0, 0, 1, 0)
        assert (machine.divide_check, machine.cycles, machine.ic) == (False, 3, 0o11)


def test_a_sum_with_q_or_p_on_takes_y_for_the_smaller() -> None:
    # Q: AC's 001.4 is ranked 1001, above 003.4, and goes to SR; 001 - 003 is 376, so nothing of Y
    # is left after 254 places (decimal); 001 - 33 is 1746 in ten places, so the MQ's light is on.
    machine = after(word("UFA"), MINUS | 0o003_400000000, q=1, ac=0o001_400000000)
    assert floats(machine) == (0, 0o001_400000000, 1, 0o346 << 27)
    assert (machine.sr, machine.cycles) == (0o001_400000000, 5 + 254 // 12)
    assert (machine.ac_overflow, machine.mq_overflow) == (False, True)
    # P comes to SR's sign: 1 - 1/2 as 201.4 - 200.4
    machine = after(word("FAD"), 0o200_400000000, p=1, ac=0o201_400000000)
    assert (machine.ac_sign, machine.ac37, machine.mq_sign) == (1, 0o200_400000000, 0)
    assert machine.sr == MINUS | 0o201_400000000
    # with AC minus it has that sign already
    machine = after(word("FSB"), MINUS | 0o200_400000000, ac_sign=1, p=1, ac=0o201_400000000)
    assert (machine.ac_sign, machine.ac37, machine.mq_sign) == (1, 0o200_400000000, 0)


def test_a_difference_that_goes_round_to_one_shifts_one_place() -> None:
    machine = after(word("UFA"), 0o377_400000000, p=1, ac=0o000_600000000)
    assert floats(machine) == (1, 0o000_400000000, 0, 0o345 << 27)
    assert machine.cycles == 5


def test_bit_p_of_ten_places_lights() -> None:
    # Q alone: 1054 - 33 is 1021, and 1054 - 54 + 200 is 1200
    machine = after(word("FDP"), 0o054_600000000, q=1, ac=0o054_400000000)
    assert (machine.ac_overflow, machine.mq_overflow) == (False, False)
    assert (machine.q, machine.p, machine.ac >> 27, machine.mq >> 27) == (1, 0, 0o021, 0o200)
    # P alone: 454 - 33 is 421, and 454 - 254 + 200 is 400
    machine = after(word("FDP"), 0o254_600000000, p=1, ac=0o054_400000000)
    assert (machine.ac_overflow, machine.mq_overflow) == (True, True)
    # 377 + 1 - 33 is 345, and 377 + 1 - 201 + 200 is 377
    machine = after(word("FDP"), 0o201_400000000, ac=0o377_600000000)
    assert (machine.ac_overflow, machine.mq_overflow) == (False, False)
    assert floats(machine) == (0, 0o345 << 27, 0, 0o377_600000000)
    # a divide check says that P is on
    machine = after(word("FDP"), 0o200_200000000, p=1, ac=0o200_400000000)
    assert (machine.ac_overflow, machine.divide_check, machine.p) == (True, True, 1)
    machine = after(word("FDP"), 0o200_200000000, q=1, ac=0o200_400000000)
    assert (machine.ac_overflow, machine.divide_check, machine.q) == (False, True, 1)


def test_comparisons_hold_plus_zero_above_minus_zero() -> None:
    assert after(word("CAS"), MINUS).ic == 0o11
    assert after(word("CAS"), 0, ac_sign=1).ic == 0o13
    assert after(word("CAS"), 0).ic == 0o12
    assert after(word("CAS"), ONES, p=1).ic == 0o11
    assert after(word("TLQ"), mq_sign=1).ic == Y
    assert after(word("TLQ"), ac_sign=1).ic == 0o11
    assert after(word("TLQ"), mq=ONES, q=1).ic == Y


def test_transfers_on_indicators_turn_them_off() -> None:
    for mnemonic, on, off in [("TOV", Y, 0o11), ("TNO", 0o11, Y)]:
        machine = after(word(mnemonic), ac_overflow=True)
        assert (machine.ic, machine.ac_overflow) == (on, False)
        assert after(word(mnemonic)).ic == off
    machine = after(word("TQO"), mq_overflow=True)
    assert (machine.ic, machine.mq_overflow) == (Y, False)
    machine = after(word("DCT"), divide_check=True)
    assert (machine.ic, machine.divide_check) == (0o11, False)
    assert after(word("DCT")).ic == 0o12


def test_index_registers() -> None:
    def index(**letters: int) -> dict[int, int]:
        return {1: letters.get("a", 0), 2: letters.get("b", 0), 4: letters.get("c", 0)}

    assert after(word("TSX", tag=1)).xr == index(a=4096 - 0o10)
    assert after(word("CLA", Y + 7, tag=6), 9, xr=index(b=5, c=3)).ac == 9
    machine = after(word("TIX", tag=1, decrement=2), xr=index(a=3))
    assert (machine.ic, machine.xr) == (Y, index(a=1))
    machine = after(word("TIX", tag=1, decrement=2), xr=index(a=2))
    assert (machine.ic, machine.xr) == (0o11, index(a=2))
    machine = after(word("TNX", tag=1, decrement=2), xr=index(a=3))
    assert (machine.ic, machine.xr) == (0o11, index(a=1))
    assert after(word("TNX", tag=1, decrement=2), xr=index(a=2)).ic == Y
    assert after(word("TXL", tag=1, decrement=2), xr=index(a=2)).ic == Y
    assert after(word("TXH", tag=1, decrement=2), xr=index(a=2)).ic == 0o11
    assert after(word("TXI", tag=4, decrement=0o7777), xr=index(c=2)).xr == index(c=1)
    machine = after(word("SXD", tag=3), xr=index(a=5, b=2))
    assert (machine.storage[Y], machine.xr) == (7 << 18, index(a=7, b=7))
    assert after(word("LXD", tag=7), 0o123 << 18 | 5).xr == index(a=0o123, b=0o123, c=0o123)
    machine = after(word("PXD", tag=6), ac_sign=1, q=1, ac=9, xr=index(a=1, b=4, c=2))
    assert (machine.ac_sign, machine.ac37, machine.xr) == (0, 6 << 18, index(a=1, b=6, c=6))
    machine = after(word("TIX", tag=5, decrement=2), xr=index(a=1, b=7, c=2))
    assert (machine.ic, machine.xr) == (Y, index(a=1, b=7, c=1))
    machine = after(word("TNX", tag=5, decrement=3), xr=index(a=1, b=7, c=2))
    assert (machine.ic, machine.xr) == (Y, index(a=1, b=7, c=2))
    assert after(word("TXI", tag=3, decrement=1), xr=index(a=5, b=2)).xr == index(a=8, b=8)
    assert after(word("TXH", tag=3, decrement=6), xr=index(a=5, b=2)).xr == index(a=5, b=2)
    for mnemonic, ic in [("TXH", 0o11), ("TIX", 0o11), ("TXL", Y), ("TNX", Y), ("TXI", Y)]:
        machine = after(word(mnemonic), xr=index(a=5, b=2))
        assert (machine.ic, machine.xr) == (ic, index(a=5, b=2))


def test_in_trapping_mode_a_transfer_says_from_where_and_goes_to_one() -> None:
    machine = after(word("TRA"), trapping=True)
    assert (machine.ic, machine.storage[0]) == (1, 0o10)
    machine = after(word("TZE"), trapping=True, ac=1)
    assert (machine.ic, machine.storage[0]) == (0o11, 0o10)
    machine = after(word("TTR"), trapping=True)
    assert (machine.ic, machine.storage[0]) == (Y, 0)
    machine = after(word("HTR"), trapping=True)
    assert (machine.ic, machine.storage[0], machine.program_stop) == (1, 0o10, True)
    machine = after(word("HPR"), trapping=True)
    assert (machine.ic, machine.storage[0], machine.location) == (0o11, 0, 0o10)
    machine = after(word("TSX", tag=2), trapping=True)
    assert (machine.ic, machine.xr[2]) == (1, 4096 - 0o10)


def test_lights_and_switches() -> None:
    assert after(word("PSE", 0o143)).sense_lights == {3}
    assert after(word("PSE", 0o140), sense_lights={1, 4}).sense_lights == set()
    machine = after(word("MSE", 0o144), sense_lights={1, 4})
    assert (machine.sense_lights, machine.ic) == ({1}, 0o12)
    assert after(word("PSE", 0o161), sense_switches={1}).ic == 0o12
    assert after(word("PSE", 0o162), sense_switches={1}).ic == 0o11
