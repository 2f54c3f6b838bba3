"""The lamps' on-times that the 704's processor counts: exact, and from looks taken by chance."""

import numpy as np
import pytest

from machines.exhibit import computer
from machines.exhibit.computer import DUTY_WORDS
from machines.ibm704 import registers
from machines.ibm704.lamp_times import show
from machines.ibm704.processor import run
from machines.ibm704.registers import Words
from tests.machines.ibm704.test_processor import working
from tests.machines.ibm704.words import Case, assembled, fresh, instruction

ROWS = (
    (computer.STORAGE, registers.SR),
    (computer.ACCUMULATOR, registers.AC),
    (computer.MQ, registers.MQ),
    (computer.INDEX_A, registers.XA),
    (computer.INDEX_B, registers.XB),
    (computer.INDEX_C, registers.XC),
    (computer.COUNTER, registers.IC),
    (computer.INSTRUCTION, registers.IR),
)
LIGHTS = (
    registers.PROGRAM_STOP,
    registers.SELECTED,
    registers.READ_WRITE_CHECK,
    registers.AC_OVERFLOW,
    registers.MQ_OVERFLOW,
    registers.DIVIDE_CHECK,
    registers.TRAPPING,
    registers.TAPE_CHECK,
)
SELECT_LIGHT = computer.LIGHTS[0] + 1


def lit(state: Words) -> list[int]:
    """Every lamp now, 0 or 1, in the order of machines.exhibit.computer."""
    bits: list[int] = []
    for (first, count), at in ROWS:
        assert first == len(bits)
        bits += [int(bit) for bit in f"{int(state[at]):0{count}b}"]
    bits += [int(state[at]) for at in LIGHTS]
    return bits + [int(bit) for bit in f"{int(state[registers.SENSE_LIGHTS]):04b}"]


def shown(case: Case, cycles: int, sample: int) -> Words:
    """The on-times of a run."""
    duty = np.zeros(DUTY_WORDS, dtype=np.int64)
    run(case.state, case.storage, int(case.state[registers.CYCLES]) + cycles, duty, sample)
    return duty


def by_hand(case: Case, cycles: int) -> Words:
    """The same, an instruction at a time: the first cycle shows the instruction fetched and all
    else as it was, the others everything as it is at the end."""
    duty = np.zeros(DUTY_WORDS, dtype=np.int64)
    until = int(case.state[registers.CYCLES]) + cycles
    while case.state[registers.CYCLES] < until:
        before = case.state.copy()
        before[registers.SR] = case.storage[before[registers.IC]]
        before[registers.IR] = before[registers.SR] >> 18
        shown(case, 1, 0)
        took = int(case.state[registers.CYCLES] - before[registers.CYCLES])
        duty += 12 * np.array(lit(before)) + 12 * (took - 1) * np.array(lit(case.state))
    return duty


def test_lamps_are_exact_instruction_by_instruction() -> None:
    exact, slow = working(), working()
    for case in (exact, slow):
        case.put({"selected": "1", "lights": "5", "tape": "1", "c": "12345", "mqover": "1"})
    assert (shown(exact, 400, 1) == by_hand(slow, 400)).all()


def test_one_instruction_by_hand() -> None:
    case = fresh({"mq": "+5", "y": "-3"})
    case.storage[0o100] = instruction("MPY 200")
    duty = shown(case, 1, 1)
    first = computer.STORAGE[0]
    # MPY is +0200: its 1 is lit while it is fetched, the operand -3 (S, 34, 35) afterwards.
    assert list(duty[first : first + 5]) == [19 * 12, 0, 0, 0, 12]
    assert list(duty[first + 34 : first + 36]) == [19 * 12, 19 * 12]
    # The counter shows 100, then 101.
    counter = computer.COUNTER[0]
    assert list(duty[counter + 8 : counter + 15]) == [240, 0, 0, 0, 0, 0, 228]
    # MQ: 5 while fetching, the product -17 (octal) at the end.
    assert list(duty[computer.MQ[0] + 32 : computer.MQ[0] + 36]) == [228, 240, 228, 240]


@pytest.mark.parametrize("sample", [1, 2, 8, 64])
def test_all_time_is_put_to_what_is_shown(sample: int) -> None:
    case = working()
    case.put({"selected": "1"})
    for cycles in (1, 7, 100, 2000):
        began = int(case.state[registers.CYCLES])
        duty = shown(case, cycles, sample)
        assert duty[SELECT_LIGHT] == 12 * (case.state[registers.CYCLES] - began)
        assert duty.max() == duty[SELECT_LIGHT]


@pytest.mark.parametrize("sample", [2, 8, 64])
def test_looks_by_chance_come_close_to_the_exact_times(sample: int) -> None:
    cycles = 2000 * sample
    exact = shown(working(), cycles, 1) / (12 * cycles)
    looked = shown(working(), cycles, sample) / (12 * cycles)
    assert np.abs(exact - looked).max() < 0.05
    assert np.abs(exact - looked).mean() < 0.01
    assert exact.std() > 0.2


def test_looks_don_t_fall_into_step_with_a_loop() -> None:
    """A loop of as many instructions as lie between two looks: each must be seen."""
    case = fresh()
    words = assembled("\n".join([f"LDQ {0o200 + k:o}" for k in range(31)] + ["TRA 100"]))
    case.storage[0o100 : 0o100 + 32] = words
    for k in range(31):
        case.storage[0o200 + k] = 1 << k
    duty = shown(case, 200_000, 32) / (12 * 200_000)
    seen = duty[computer.MQ[0] + 5 : computer.MQ[0] + 36]
    assert seen.min() > 0.015
    assert seen.max() < 0.08


def test_looking_changes_nothing_else() -> None:
    cases = {sample: working() for sample in (0, 1, 5, 64)}
    for sample, case in cases.items():
        shown(case, 5000, sample)
        assert (case.state[: registers.ASIDE] == cases[0].state[: registers.ASIDE]).all()
        assert (case.storage == cases[0].storage).all()


def test_without_lamps_nothing_is_counted() -> None:
    assert not shown(working(), 1000, 0).any()


def test_a_unit_s_instruction_is_left_to_who_owns_the_units() -> None:
    case = fresh({"selected": "1"})
    case.storage[0o100:0o102] = assembled("NOP\nCPY 200")
    duty = shown(case, 100, 1)
    assert duty[SELECT_LIGHT] == 2 * 12
    before = duty.copy()
    show(case.state, duty, 1000)
    assert (duty - before == 1000 * np.array(lit(case.state))).all()


def test_time_before_a_unit_s_instruction_is_given_at_the_next_look() -> None:
    case = fresh({"selected": "1"})
    case.storage[0o100:0o105] = assembled("NOP\nCPY 200\nNOP\nNOP\nHPR")
    duty = np.zeros(DUTY_WORDS, dtype=np.int64)
    reasons = [run(case.state, case.storage, 100, duty, 1000) for _ in range(2)]
    assert reasons == [registers.INPUT_OUTPUT, registers.STOPPED_HPR]
    assert duty[SELECT_LIGHT] == 12 * case.state[registers.CYCLES] == 12 * 8


def test_a_stop_lights_its_plate() -> None:
    case = fresh()
    case.storage[0o100] = instruction("HPR")
    assert shown(case, 1, 1)[computer.LIGHTS[0]] == 12
