"""Makes the curve beside a network that ships: ``python -m tests.make_history RUN.sqlite``."""

import sys
from pathlib import Path

from machines.anaconda import evolution
from machines.anaconda.room_players import history_bytes
from machines.anaconda.state import History
from machines.anaconda.statistics import Generation
from machines.laboratory.anaconda.study import MACHINE, SHIPPED, generations_of
from machines.storage.run_store import read_run


def history_of(path: Path) -> History:
    """The curve of a run and its last population.  Raises RefusedError for what is no run."""
    with read_run(path, MACHINE) as run:
        generations = list(generations_of(run))
        parents_play = run.about.settings.get("strategy") != evolution.MIRRORED
    if not generations:
        return History()
    points, parents = rank_points(generations[-1], evolution.PARENTS if parents_play else 0)
    return History(
        tuple(float(max(one.points)) for one in generations),
        tuple(one.statistics.drawn for one in generations),
        tuple(one.statistics.sigma for one in generations),
        generations[0].number,
        points,
        parents,
    )


def rank_points(
    generation: Generation, standing: int = evolution.PARENTS
) -> tuple[tuple[float, ...], tuple[bool, ...]]:
    """Points of the thirty, those who stay first, and who of them was a parent already.

    The first ``standing`` were; with mirrored twins nobody was.
    """
    rest = set(range(len(generation.points))) - set(generation.survivors)
    order = (*generation.survivors, *sorted(rest, key=lambda one: (-generation.points[one], one)))
    return tuple(generation.points[one] for one in order), tuple(one < standing for one in order)


if __name__ == "__main__":
    SHIPPED.with_suffix(".history").write_bytes(history_bytes(history_of(Path(sys.argv[1]))))
