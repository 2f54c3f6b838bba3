"""How long each operation of the 704 takes, in cycles of 12 microseconds, and that a run may be cut
anywhere.

The numbers are those measured on a gate-level model of the machine.
"""

import numpy as np
import pytest

from machines.exhibit.computer import DUTY_WORDS
from machines.ibm704 import registers
from machines.ibm704.operations import OPERATIONS
from machines.ibm704.processor import execute, run
from tests.machines.ibm704.words import Case, assembled, fresh, instruction, run_on

ALWAYS = {
    2: """CLA CAL CLS ADD ADM SUB SBM ACL RND LDQ STQ SLQ STO STZ SLW STP STD STA CLM CHS SSP SSM
        COM ORA ORS NOP HPR HTR TRA TTR TZE TNZ TPL TMI TOV TNO TQO TQP TLQ LBT PBT DCT ETM LTM
        TSX TXI TIX TXH TNX TXL LXA LXD SXD PAX PDX PXD ETT RTT""",
    3: "ANA CAS",
    4: "ANS",
    17: "FMP UFM",
    20: "MPY MPR",
}
SHIFTS = ("ALS", "ARS", "LLS", "LRS", "LGL", "RQL")
BY_OPERAND = {"DVH", "DVP", "FAD", "FSB", "UFA", "UFS", "FDH", "FDP"}


def taken(case: Case, text: str) -> int:
    """The cycles of one instruction."""
    before = int(case.state[registers.CYCLES])
    execute(case.state, case.storage, instruction(text))
    return int(case.state[registers.CYCLES]) - before


@pytest.mark.parametrize("cycles", ALWAYS)
def test_operations_that_always_take_as_long(cycles: int) -> None:
    for mnemonic in ALWAYS[cycles].split():
        for values in ({}, {"ac": "+P1", "mq": "-3", "over": "1", "b": "0", "trap": "1"}):
            assert taken(fresh(values), f"{mnemonic} 0,2,1") == cycles


def test_every_operation_is_here_or_a_unit_s() -> None:
    named = set(" ".join(ALWAYS.values()).split()) | set(SHIFTS) | BY_OPERAND
    assert named == {one.mnemonic for one in OPERATIONS if one.cycles != "unit"}


def test_division_takes_three_cycles_when_it_is_refused() -> None:
    for name in ("DVH", "DVP"):
        assert taken(fresh({"ac": "+1", "y": "+2"}), f"{name} 200") == 20
        assert taken(fresh({"ac": "+2", "y": "+2"}), f"{name} 200") == 3
    for name in ("FDH", "FDP"):
        one, none = {"y": "+201400000000"}, {"y": "+201000000000"}
        assert taken(fresh({"ac": "+201400000000"} | one), f"{name} 200") == 18
        assert taken(fresh({"ac": "+201400000000"} | none), f"{name} 200") == 3
        assert taken(fresh({"ac": "+201000000000"} | one), f"{name} 200") == 3


@pytest.mark.parametrize("mnemonic", SHIFTS)
def test_every_shift_count(mnemonic: str) -> None:
    # Two cycles hold up to nine places, each cycle more another twelve.
    ends = [9 + 12 * more for more in range(30)]
    for places in range(512):
        more = sum(1 for end in ends if places % 256 > end)
        assert taken(fresh(), f"{mnemonic} {places:o}") == 2 + more


def test_unnormalised_additions_by_their_difference() -> None:
    for difference in range(256):
        case = fresh({"ac": f"+{difference:03o}400000000", "y": "+000400000000"})
        assert taken(case, "UFA 200") == 5 + difference // 12
        case = fresh({"ac": "+000400000000", "y": f"+{difference:03o}400000000"})
        assert taken(case, "UFS 200") == 5 + difference // 12


def test_normalising_takes_a_cycle_for_four_places() -> None:
    for places in range(1, 27):
        case = fresh({"ac": "+200000000000", "y": f"+200{1 << 26 - places:09o}"})
        assert taken(case, "FAD 200") == 7 + places // 4
        # The other sign: 1 less and then 1 more, so that one place more is shifted.
        case = fresh({"ac": "+200000000000", "y": f"-200{1 << 26 - places:09o}"})
        assert taken(case, "FAD 200") == 7 + (places + 1) // 4


# -- cut into pieces -------------------------------------------------------------------------------

WORKING = """
TSX 120,1
CLA 200
ADD 201
STO 200
LDQ 200
MPY 202
LLS 21
FAD 203
FMP 204
TIX 101,2,3
LXA 205,2
TRA 101
"""
SUBROUTINE = """
CLA 200
ALS 3
COM
SLW 201
LBT
CHS
SSM
FSB 203
TRA 101
"""


def working() -> Case:
    """A loop of many operations without end."""
    case = fresh({"b": "100", "trap": "0"})
    for place, text in ((0o100, WORKING), (0o120, SUBROUTINE)):
        words = assembled(text)
        case.storage[place : place + len(words)] = words
    for place, word in enumerate((1, 0o123456, 0o300000000001, 0o201400000000, 0o177600000000, 50)):
        case.storage[0o200 + place] = word
    return case


@pytest.mark.parametrize("sample", [0, 1, 7])
def test_a_run_may_be_cut_anywhere(sample: int) -> None:
    whole, cut = working(), working()
    assert run_on(whole, 3000) == registers.RAN
    generator = np.random.default_rng(7)
    duty = np.zeros(DUTY_WORDS, dtype=np.int64)
    while cut.state[registers.CYCLES] < 3000:
        until = int(cut.state[registers.CYCLES]) + int(generator.integers(0, 40))
        assert run(cut.state, cut.storage, min(until, 3000), duty, sample) == registers.RAN
    assert (cut.state[: registers.ASIDE] == whole.state[: registers.ASIDE]).all()
    assert (cut.storage == whole.storage).all()


def test_an_instruction_that_begins_is_finished() -> None:
    case = fresh({"mq": "+5", "y": "+3"})
    case.storage[0o100] = instruction("MPY 200")
    assert run_on(case, 0) == registers.RAN
    assert case.state[registers.CYCLES] == 0
    run_on(case, 1)
    assert case.state[registers.CYCLES] == 20
