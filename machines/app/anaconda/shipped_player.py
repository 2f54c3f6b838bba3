"""The shipped player's files, and the curve of a run that stands beside one."""

from pathlib import Path

from machines.anaconda.evolution import MIRRORED, PARENTS
from machines.anaconda.scene import History
from machines.anaconda.statistics import Generation
from machines.app.anaconda.run_records import MACHINE, PLAYER, generations_of
from machines.app.program import ASSETS
from machines.app.storage.run_store import read_run

SHIPPED = ASSETS / "players" / f"anaconda{PLAYER}"
HISTORY = ".history"
"""The suffix of a history's file."""


def history_of(path: Path) -> History:
    """The curve of a run and its last population.  Raises RefusedError for what is no run."""
    with read_run(path, MACHINE) as run:
        generations = list(generations_of(run))
        parents_play = run.about.settings.get("strategy") != MIRRORED
    if not generations:
        return History()
    points, parents = population_of(generations[-1], PARENTS if parents_play else 0)
    return History(
        tuple(float(max(one.points)) for one in generations),
        tuple(one.statistics.drawn for one in generations),
        tuple(one.statistics.sigma for one in generations),
        generations[0].number,
        points,
        parents,
    )


def population_of(
    generation: Generation, standing: int = PARENTS
) -> tuple[tuple[float, ...], tuple[bool, ...]]:
    """Points of the thirty, those who stay first, and who of them was a parent already.

    The first ``standing`` were; with mirrored twins nobody was.
    """
    rest = set(range(len(generation.points))) - set(generation.survivors)
    order = (*generation.survivors, *sorted(rest, key=lambda one: (-generation.points[one], one)))
    return tuple(generation.points[one] for one in order), tuple(one < standing for one in order)
