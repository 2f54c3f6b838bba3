"""The matchbox table: a shake worked out ahead, plays a second flat out, what a look costs.

Off by default; ``pytest --benchmark-only tests/bench`` runs it.  Nothing here fails for time.
"""

from typing import Any

import pytest

from machines.menace.scene import OPPONENTS
from machines.menace.shake import STEPS, dance
from machines.museum.worker.worker import MOST_US
from tests.machines.menace.bench import act, exhibit, scene, until

PLAYS = 200


@pytest.mark.parametrize("beads", [3, 12, 20, 54, 120, 250])
def test_a_shake(benchmark: Any, beads: int) -> None:
    seeds = iter(range(1_000_000))

    def shake() -> int:
        return len(dance.__wrapped__(next(seeds), beads).places)

    assert benchmark(shake) == STEPS + 1


@pytest.mark.parametrize("opponent", ["random", "perfect", "menace"])
def test_plays_flat_out_each_slice_looked_at(benchmark: Any, opponent: str) -> None:
    """As the museum's clock does it, but for what it writes down."""
    menace = exhibit(opponent=OPPONENTS.index(opponent), win=3, run=1)

    def run() -> int:
        wanted = menace.view().plays + PLAYS
        while menace.view().plays < wanted:
            if scene(menace).phase == "declined":
                act(menace, "table.reload")
            menace.advance(MOST_US)
            menace.view()
        return menace.view().plays

    assert benchmark.pedantic(run, rounds=5, warmup_rounds=1) >= 5 * PLAYS
    benchmark.extra_info["plays_per_second"] = int(PLAYS / benchmark.stats.stats.min)


def test_a_look_in_the_middle_of_a_shake(benchmark: Any) -> None:
    menace = exhibit(opponent=1)
    act(menace, "table.new")
    until(menace, "shaking")

    def look() -> str:
        menace.advance(1)
        return menace.view().caption

    assert "shaken" in benchmark(look)
