"""Databases by name: the shipped one, a run's after any number of games, a file's.

shipped             assets/players/morph.database
RUN.sqlite          what was learned in that run
RUN.sqlite:106      ... after so many games
FILE.database       as ``learn morph --database`` writes it
"""

from pathlib import Path

from devices.refusal import RefusedError
from machines.laboratory.morph.pattern_file import SUFFIX as PATTERNS
from machines.laboratory.morph.pattern_file import read_patterns
from machines.laboratory.morph.run_records import MACHINE, games_of, learner_after
from machines.morph.growth import Growth
from machines.morph.learner import Learner
from machines.storage.files import file_exists, read_file
from machines.storage.program import ASSETS
from machines.storage.run_store import SUFFIX as RUN
from machines.storage.run_store import read_run, run_and_number

SUFFIX = ".database"
HISTORY = ".history"
"""The suffix of a file with a run's curves, which stands beside its database."""
SHIPPED_NAME = "shipped"
SHIPPED = ASSETS / "players" / f"morph{SUFFIX}"
MOST_BYTES = 64 << 20
"""Of a database's file."""


def load_learner(name: str, where: str) -> Learner:
    """What was learned, by the name of a database.  Raises RefusedError."""
    if name == SHIPPED_NAME:
        return load_shipped_learner()
    path, games = run_and_number(name)
    if games is not None or path.suffix.lower() == RUN:
        return learner_after(path, games)
    if path.suffix.lower() == PATTERNS:
        return read_patterns(path)
    if not file_exists(path):
        raise RefusedError(
            where, f"there is no file {name}; expected {SHIPPED_NAME}, a run or a database"
        )
    return Learner.from_bytes(read_file(path, MOST_BYTES), path.name)


def load_shipped_learner() -> Learner:
    """What Morph has learned that comes with the museum.  Raises RefusedError if it is missing."""
    if not file_exists(SHIPPED):
        raise RefusedError(SHIPPED.name, "there is no such file; expected the shipped database")
    return Learner.from_bytes(read_file(SHIPPED, MOST_BYTES), SHIPPED.name)


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
