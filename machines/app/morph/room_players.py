"""Who sits at the board in Morph's room: the shipped Morph with its curves, the house's player.

The shipped database stands with the curves of the run that made it, written by
:func:`history_bytes`::

    assets/players/morph.database     machines.app.morph.databases
    assets/players/morph.history      machines.morph.growth.Growth
"""

from functools import partial
from pathlib import Path

from devices.panel.layout import PanelLayout
from devices.refusal import RefusedError
from machines import snapshot
from machines.app.morph.databases import MOST_BYTES, SHIPPED
from machines.app.morph.run_records import MACHINE, games_of
from machines.app.storage.files import file_exists, read_file
from machines.app.storage.run_store import read_run
from machines.chess.house import HousePlayer
from machines.morph.exhibit import MorphExhibit, RoomPlayers
from machines.morph.growth import Growth
from machines.morph.learner import Learner

HISTORY = ".history"
"""The suffix of a history's file."""
VERSION = 1
"""Of a history's bytes."""


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


def history_bytes(growth: Growth) -> bytes:
    """As a history's file has it."""
    return snapshot.pack(growth, VERSION)


def shipped_seats(database: Path = SHIPPED) -> RoomPlayers:
    """The shipped Morph and its curves.  Raises RefusedError where a file is missing or bad."""
    curves = database.with_suffix(HISTORY)
    for path in (database, curves):
        if not file_exists(path):
            raise RefusedError(path.name, "there is no such file; expected what ships")
    trained = read_file(database, MOST_BYTES)
    growth = snapshot.unpack(read_file(curves, MOST_BYTES), Growth, VERSION, curves.name)
    return RoomPlayers(
        partial(Learner.from_bytes, where=database.name), Learner, trained, HousePlayer, growth
    )


def shipped_exhibit(layout: PanelLayout) -> MorphExhibit:
    """Morph as it stands on the floor (machines.registry)."""
    return MorphExhibit(layout, shipped_seats())
