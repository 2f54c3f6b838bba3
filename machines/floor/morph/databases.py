"""Databases by name: the shipped one, a run's after any number of games, a file's.

shipped             assets/players/morph.database
RUN.sqlite          what was learned in that run
RUN.sqlite:106      ... after so many games
FILE.database       as ``learn morph --database`` writes it
"""

from pathlib import Path

from devices.refusal import RefusedError
from machines.floor.files import is_there, read_file
from machines.floor.folders import ASSETS
from machines.floor.morph.pattern_file import SUFFIX as PATTERNS
from machines.floor.morph.pattern_file import read_patterns
from machines.floor.morph.runs import learner_after
from machines.floor.records import SUFFIX as RUN
from machines.morph.learner import Learner, from_bytes

SUFFIX = ".database"
SHIPPED_NAME = "shipped"
SHIPPED = ASSETS / "players" / f"morph{SUFFIX}"
MOST_BYTES = 64 << 20
"""Of a database's file."""


def learner_named(name: str, where: str) -> Learner:
    """What was learned, by the name of a database.  Raises RefusedError."""
    if name == SHIPPED_NAME:
        return shipped_learner()
    file, colon, after = name.rpartition(":")
    if colon and after.isdecimal() and len(after) <= 8 and not is_there(Path(name)):
        return learner_after(Path(file), int(after))
    path = Path(name)
    if path.suffix.lower() == RUN:
        return learner_after(path)
    if path.suffix.lower() == PATTERNS:
        return read_patterns(path)
    if not is_there(path):
        raise RefusedError(
            where, f"there is no file {name}; expected {SHIPPED_NAME}, a run or a database"
        )
    return from_bytes(read_file(path, MOST_BYTES), path.name)


def shipped_learner() -> Learner:
    """What Morph has learned that comes with the museum.  Raises RefusedError if it is missing."""
    if not is_there(SHIPPED):
        raise RefusedError(SHIPPED.name, "there is no such file; expected the shipped database")
    return from_bytes(read_file(SHIPPED, MOST_BYTES), SHIPPED.name)
