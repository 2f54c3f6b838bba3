"""What a file claims of a field is held against its annotation."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import numpy as np
import numpy.typing as npt
import pytest

from devices.annotations import GROWS, Shape, Within, check_within, field_checks


@dataclass
class Everything:
    whole: int
    waited_us: int
    share: float
    kind: Literal["card", "tape"]
    square: Annotated[int, Within(1, 32)]
    pair: tuple[int, str]
    many: tuple[int, ...]
    held: list[str] | None
    named: Mapping[str, int]
    words: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(3, dtype=np.int64))
    rows: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 2), dtype=np.int64))
    grown: npt.NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((4, 2), dtype=np.int64), metadata=GROWS
    )
    seeds: Annotated[npt.NDArray[np.int64], Shape(None, 2), Within(0, 9)] | None = None


def zeros(*shape: int, kind: Any = np.int64) -> Any:
    return np.zeros(shape, dtype=kind)


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("whole", [0, -5, 2**62], [True, 1.0, "1", None, 2**63]),
        ("waited_us", [0, -1, 2**53], [2**53 + 1, 0.5]),
        ("share", [0.5, 1], [float("nan"), float("inf"), "x", True]),
        ("kind", ["card"], ["drum", 1, None]),
        ("square", [1, 32], [0, 33, True]),
        ("pair", [(1, "x")], [(1,), (1, 2), [1, "x"]]),
        ("many", [(), (1, 2)], [(1, "x"), [1]]),
        ("held", [None, [], ["x"]], [(), [1], "x"]),
        ("named", [{}, {"x": 1}], [{"x": "y"}, {1: 1}, []]),
        ("words", [zeros(3)], [zeros(4), zeros(3, 1), zeros(3, kind=np.int32), [0, 0, 0]]),
        ("rows", [zeros(0, 2), zeros(9, 2)], [zeros(9, 3), zeros(2)]),
        ("grown", [zeros(4, 2), zeros(9, 2)], [zeros(9, 3)]),
        ("seeds", [None, zeros(5, 2)], [zeros(5, 3), zeros(5, 2) + 10]),
    ],
)
def test_a_field_is_what_it_is_declared(name: str, good: list[Any], bad: list[Any]) -> None:
    check = field_checks(Everything)[name]
    for value in good:
        check(value)
    for value in bad:
        with pytest.raises(ValueError, match=r"expected|within"):
            check(value)


def test_numbers_are_held_within_a_range_and_none_are_within_any() -> None:
    check_within(0, 9, none=(), some=[0, 9], array=zeros(0))
    with pytest.raises(ValueError, match="some is not within 0 to 9"):
        check_within(0, 9, some=[0, 10])
    with pytest.raises(ValueError, match="share is not within"):
        check_within(0.0, 1.0, share=np.array([0.5, np.nan]))
