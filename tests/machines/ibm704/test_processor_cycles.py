"""How long each operation of the 704 takes, in cycles of 12 microseconds, and that a run may be cut
anywhere.

The numbers are those measured on a gate-level model of the machine.
"""

import numpy as np
import pytest

from machines.exhibit.computer import DUTY_WORDS
from machines.ibm704 import registers
from machines.ibm704.processor import run
from tests.machines.ibm704.words import Case, assembled, fresh, instruction, run_on

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
