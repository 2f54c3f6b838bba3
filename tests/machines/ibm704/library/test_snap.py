"""SNAP: what it prints, and that the program goes on as if it had not been there."""

import pytest

from machines.ibm704 import registers as at
from tests.machines.ibm704.library.routines import assembled
from tests.machines.ibm704.library.running import started, stop_of

DRIVER = """
START  LXA ADDRES,1
       LXD INDEXB,2
{make}
HERE   TSX SNAP,4
       PZE {first},0,{last}
       HPR 1
ADDRES PZE 17
INDEXB PZE 0,0,63
M      OCT 123456701234
X      OCT 377777777777
MINUS  OCT -17
DATA   OCT 1,2,3,-4,5,6,7,10,11,12
"""
PLAIN = """
       CLA MINUS
       LDQ M
"""
P_AND_OVERFLOW = """
       CLA X
       ADD X
       LDQ M
"""
Q_WITHOUT_OVERFLOW = """
       CLA X
       ALS 3
       TOV *+1
       LDQ M
"""
SAVED = (at.AC, at.MQ, at.XA, at.XB, at.AC_OVERFLOW, at.MQ_OVERFLOW, at.DIVIDE_CHECK)


def snapped(make: str, first: str = "DATA", last: str = "DATA+9") -> tuple[list[int], list[str]]:
    """The registers at the stop behind it, and the lines."""
    source = DRIVER.format(make=make.strip("\n"), first=first, last=last)
    one = started(assembled(source, "SNAP", "PRINT"))
    assert stop_of(one) == 1
    return [int(one.machine.words[place]) for place in SAVED], one.printed().splitlines()


def without(make: str) -> list[int]:
    """The registers of the same program that calls no SNAP."""
    source = DRIVER.format(make=make.strip("\n"), first="0", last="0")
    source = source.replace("HERE   TSX SNAP,4", "HERE   TRA *+2")
    one = started(assembled(source, "SNAP", "PRINT"))
    assert stop_of(one) == 1
    return [int(one.machine.words[place]) for place in SAVED]


@pytest.mark.parametrize("make", [PLAIN, P_AND_OVERFLOW, Q_WITHOUT_OVERFLOW])
def test_everything_comes_back_as_it_was(make: str) -> None:
    registers, _ = snapped(make)
    assert registers == without(make)


def test_the_cases_hold_what_they_say() -> None:
    assert without(P_AND_OVERFLOW)[0] >> 35 & 3 == 1
    assert without(P_AND_OVERFLOW)[4] == 1
    assert without(Q_WITHOUT_OVERFLOW)[0] >> 35 & 3 == 3
    assert without(Q_WITHOUT_OVERFLOW)[4] == 0
    assert without(PLAIN)[0] == 1 << 37 | 0o17


def test_the_lines_say_what_the_registers_and_the_storage_hold() -> None:
    _, lines = snapped(PLAIN)
    data = assembled(
        DRIVER.format(make=PLAIN.strip("\n"), first="DATA", last="DATA+9"), "SNAP", "PRINT"
    ).symbols["DATA"]
    assert lines == [
        "SNAP  00104    AC    -0 000000000017   MQ       123456701234",
        "INDEX   A   00021   B   00077   C   77674",
        f"{data:05o} 000000000001      000000000002      000000000003      400000000004",
        f"{data + 4:05o} 000000000005      000000000006      000000000007      000000000010",
        f"{data + 8:05o} 000000000011      000000000012",
    ]


def test_p_is_printed_as_1_and_overflow_as_ov() -> None:
    _, lines = snapped(P_AND_OVERFLOW, "0", "0")
    assert lines == [
        "SNAP  00105    AC    +1 377777777776   MQ       123456701234          OV",
        "INDEX   A   00021   B   00077   C   77673",
    ]


def test_one_word_of_storage() -> None:
    _, lines = snapped(PLAIN, "M", "M")
    assert [line[6:] for line in lines[2:]] == ["123456701234"]
