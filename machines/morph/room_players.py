"""Who sits at the board in Morph's room: the shipped Morph with its curves, the house's player.

The shipped database stands with the curves of the run that made it::

    players/morph.database     machines.morph.learner
    players/morph.history      machines.morph.growth.Growth
"""

from functools import partial

from devices.panel.layout import PanelLayout
from machines import snapshot
from machines.chess.house import HousePlayer
from machines.morph.exhibit import MorphExhibit, RoomPlayers
from machines.morph.growth import Growth
from machines.morph.learner import Learner

VERSION = 1
"""Of a history's bytes."""


def history_bytes(growth: Growth) -> bytes:
    """As a history's file has it."""
    return snapshot.pack(growth, VERSION)


def shipped_seats(database: bytes, history: bytes) -> RoomPlayers:
    """From the bytes of the two files.  Raises RefusedError for a history that can't be read."""
    growth = snapshot.unpack(history, Growth, VERSION, "morph.history")
    read = partial(Learner.from_bytes, where="morph.database")
    return RoomPlayers(read, Learner, database, HousePlayer, growth)


def shipped_exhibit(layout: PanelLayout, database: bytes, history: bytes) -> MorphExhibit:
    """Morph as it stands on the floor (machines.registry)."""
    return MorphExhibit(layout, shipped_seats(database, history))
