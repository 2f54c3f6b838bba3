"""Correlations and what is made of them, against Appendix C and the words of the paper."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from machines.samuel.generalization.coefficients import (
    Average,
    PowerRule,
    TermRecord,
    average,
    coefficients,
    leader,
    lowest,
    powers,
)
from tests.naive import samuel_generalization as naive

APPENDIX_C = (
    # term, correlation with the sign of its coefficient, power
    ("MOC2", -0.45, 18),
    ("KCENT", 0.40, 16),
    ("MOC4", -0.35, 14),
    ("MODE3", -0.33, 13),
    ("DEMMO", -0.27, 11),
    ("MOVE", 0.19, 8),
    ("ADV", -0.19, 8),
    ("MODE2", -0.19, 8),
    ("BACK", -0.14, 6),
    ("CNTR", 0.13, 5),
    ("THRET", 0.13, 5),
    ("MOC3", 0.10, 4),
)
CORRELATIONS = [correlation for _, correlation, _ in APPENDIX_C]


def test_the_table_rule_gives_all_powers_and_signs_of_appendix_c() -> None:
    assert powers(CORRELATIONS) == (18, 16, 14, 13, 11, 8, 8, 8, 6, 5, 5, 4)
    expected = tuple(2**power * (1 if c > 0 else -1) for _, c, power in APPENDIX_C)
    assert coefficients(CORRELATIONS) == expected
    assert expected[:3] == (-262144, 65536, -16384)


def test_the_text_rule_gives_other_powers() -> None:
    assert powers(CORRELATIONS, PowerRule.TEXT) == (
        18, 17, 17, 17, 17, 16, 16, 16, 15, 15, 15, 14,
    )  # fmt: skip


def test_no_correlation_means_no_coefficient() -> None:
    assert coefficients([0.0, -0.5, 0.0]) == (0, -(2**18), 0)
    assert coefficients([0.0, 0.0]) == (0, 0)


@pytest.mark.parametrize(
    ("correlation", "table", "text"),
    [(0.5, 9, 16), (1.0, 18, 17), (1 / 36, 1, 0), (0.0277, 0, 0), (1 / 18, 1, 0), (1e-300, 0, 0)],
)
def test_powers_beside_a_leading_term_of_one(correlation: float, table: int, text: int) -> None:
    assert powers([1.0, correlation])[1] == table
    assert powers([1.0, correlation], PowerRule.TEXT)[1] == text


@given(st.lists(st.floats(-1, 1, allow_subnormal=False), min_size=1, max_size=16))
def test_powers_are_those_of_the_slow_twin(correlations: list[float]) -> None:
    assert coefficients(correlations) == tuple(naive.coefficients(correlations))
    assert 0 <= min(powers(correlations, PowerRule.TEXT)) <= max(powers(correlations)) <= 18


def test_the_first_of_equals_leads_or_is_lowest() -> None:
    assert leader([0.1, -0.4, 0.4]) == 1
    assert lowest([0.4, -0.1, 0.1]) == 1


def test_the_average_of_the_coefficients() -> None:
    assert average([8, -4, 2, -2]) == 4.0
    assert average([8, -4, 2, -2], Average.SIGNED) == 1.0
    assert average([-8, 4, 0, 0], Average.SIGNED) == 1.0
    assert average([8, -4, 2, 0], Average.POWERS) == 2.0**1.5
    assert average([-(1 << 18)] * 3, Average.POWERS) == 1 << 18


@given(st.lists(st.tuples(st.booleans(), st.sampled_from([1, 2, 4])), max_size=100))
@settings(max_examples=30)
def test_a_correlation_is_that_of_the_slow_twin(plays: list[tuple[bool, int]]) -> None:
    record = TermRecord("MOB")
    for agrees, weight in plays:
        record.use()
        record.adjust(agrees, weight)
    assert record.correlation == pytest.approx(float(naive.correlation(plays)), abs=1e-9)
    assert abs(record.correlation) <= 1
