"""What stands on each room's board, as a scripted visitor reads it."""

import pytest

from machines.storage.registry import EXHIBITS
from tests.machines.visitor import Visitor

BEGUN = {
    "ibm704": {"b": 12, "w": 12, "": 8},
    "menace": {"O": 1, "": 8},
    "pegasus": {"O": 1, "": 8},
    "anaconda": {"b": 12, "w": 12, "": 8},
    "morph": {"P": 8, "p": 8, "R": 2, "r": 2, "K": 1, "k": 1, "": 32},
}
"""How many squares hold what, where the visitor is to choose first."""


@pytest.mark.parametrize("name", [one.name for one in EXHIBITS])
def test_the_men_stand_on_squares_that_can_be_touched(name: str) -> None:
    visitor = Visitor(name)
    if not visitor.step().yours:
        assert visitor.press_play(watches=False, speed=20).yours
    men = visitor.room.men(visitor.context())
    assert not visitor.missing(list(men))
    held = list(men.values())
    for man, count in BEGUN[name].items():
        assert held.count(man) == count
    glow = visitor.step().controls
    assert set(glow) <= set(men)
