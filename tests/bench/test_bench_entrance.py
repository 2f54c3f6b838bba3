"""How soon the room and its placard are there after a touch of the floor plan, by real X events.

    pytest -s --benchmark-only tests/bench/test_bench_entrance.py

The goal, on a quiet computer: both within a second.  Figures (seconds) go to ``extra_info`` and
(``-s``) to the terminal; the placard's hold the third of a second in which it takes no touch yet.
"""

from pathlib import Path
from typing import Any

import pytest

from tests.machines.museum.test_x_entrance import WAYS, enter_all, needed, others_compute
from tests.machines.museum.x_visitor import x_visitor_at_a_desktop


@pytest.mark.skipif(bool(needed), reason=f"there is no {' and '.join(needed)} here")
@pytest.mark.parametrize("load", [0, 12])
@pytest.mark.timeout(1800)
def test_from_a_touch_to_room_and_placard(benchmark: Any, tmp_path: Path, load: int) -> None:
    with others_compute(load), x_visitor_at_a_desktop(tmp_path) as visitor:
        made = benchmark.pedantic(enter_all, (visitor, WAYS, 0.06), rounds=1)
    for one in made:
        benchmark.extra_info[f"{one.way} {one.room}"] = one.entered_s, one.placard_s
