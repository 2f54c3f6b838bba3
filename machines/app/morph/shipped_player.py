"""The curves of a Morph's run, which stand beside its database."""

from pathlib import Path

from machines.app.morph.run_records import MACHINE, games_of
from machines.app.storage.run_store import read_run
from machines.morph.growth import Growth

HISTORY = ".history"
"""The suffix of a history's file."""


def growth_of(path: Path, games: int | None = None) -> Growth:
    """The curves of a run's first games (None: all).  Raises RefusedError for what is no run."""
    growth = Growth()
    with read_run(path, MACHINE) as run:
        for one in games_of(run):
            if games is not None and one.number > games:
                break
            weight = one.bishop if one.bishop >= 0 else 0.5
            growth.add(one.captured, one.error, one.plies, weight, one.result)
    return growth
