"""The lamps at the drawers of a real cabinet: lit while their boxes are out of it."""

import numpy as np

from machines.menace import motion
from machines.menace.exhibit import Menace
from machines.menace.flow import FIND_US, PLACE_US
from machines.menace.tray import SHAKE_US, TILT_US
from tests.machines.menace.bench import act, exhibit, layout, scene, until

DRAWERS = [f"drawer.{n}" for n in range(1, 305)]


def lit(menace: Menace) -> set[int]:
    """The numbers of the drawers that are lit."""
    return {k + 1 for k in np.flatnonzero(menace.view().lit).tolist()}


def test_the_cabinet_has_a_lamp_and_a_switch_at_each_of_its_304_drawers() -> None:
    assert [lamp.id for lamp in layout().lamps()] == DRAWERS
    names = [control.id for control in layout().controls()]
    assert names[:304] == DRAWERS
    assert names[304:313] == [f"bead.{n}" for n in range(9)]


def test_the_first_box_s_drawer_is_lit_from_the_first_reach_for_it() -> None:
    menace = exhibit()
    act(menace, "table.new")
    assert lit(menace) == {1}
    until(menace, "visitor")
    assert lit(menace) == {1}
    on_us = menace.view().on_us
    assert on_us[0] == FIND_US + SHAKE_US + TILT_US + PLACE_US
    assert not on_us[1:].any()


def test_the_drawers_lit_are_those_that_the_screen_shows_pulled_out() -> None:
    menace = exhibit()
    act(menace, "table.opponent", 1)
    act(menace, "table.run")
    seen = set()
    for _ in range(400):
        shown = scene(menace)
        out = {one.number for one in shown.opened if motion.pulled(shown, one) is not None}
        assert lit(menace) == (out if shown.phase not in ("idle", "over", "declined") else set())
        seen.add((shown.phase, len(out)))
        menace.advance(max(1, menace.table.due_us() or 0))
    assert {("finding", 2), ("rewarding", 1), ("over", 0)} <= seen


def test_a_table_that_is_taken_back_counts_its_lamps_anew() -> None:
    menace = exhibit()
    act(menace, "table.new")
    until(menace, "visitor")
    menace.restore(menace.snapshot())
    assert lit(menace) == {1}
    assert not menace.view().on_us.any()
