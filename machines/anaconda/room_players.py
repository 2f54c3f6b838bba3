"""The players in Anaconda's room: the shipped one, Samuel's program, the run's curve.

The player's file stands with the history of the run that made it
(:class:`machines.anaconda.scene.History`)::

    players/anaconda.network     the network
    players/anaconda.history     points, draws and step sizes, the last population
"""

from devices.panel.layout import PanelLayout
from machines import snapshot
from machines.anaconda.exhibit import PLIES, AnacondaExhibit, RoomPlayers
from machines.anaconda.network import Network
from machines.anaconda.player import AnacondaPlayer
from machines.anaconda.scene import History
from machines.anaconda.settings import Search
from machines.draughts.player import Player
from machines.samuel.player import SamuelPlayer, settings_at
from machines.samuel.polynomial import Polynomial

REMEMBERS = Search(repeats="even")
"""How a network plays, unless a run of its own says otherwise: four in five games between networks
without a memory end in a circle, with one side ahead."""
VERSION = 1
"""Of a history's bytes."""


def seats_for(network: Network, history: History) -> RoomPlayers:
    """A network at every depth, and Samuel's program with the rote program's polynomial."""
    players = {plies: AnacondaPlayer(network, plies, search=REMEMBERS) for plies in PLIES}
    return RoomPlayers(players, samuel, history)


def samuel(plies: int) -> Player:
    """Samuel's program at as many plies, with jumps followed out as it did."""
    return SamuelPlayer("samuel", Polynomial.standard(), settings_at(plies))


def history_bytes(history: History) -> bytes:
    """As a history's file has it."""
    return snapshot.pack(history, VERSION)


def load_shipped_players(network: bytes, history: bytes) -> RoomPlayers:
    """From the bytes of the two files.  Raises RefusedError naming the one that is bad."""
    curves = snapshot.unpack(history, History, VERSION, "anaconda.history")
    return seats_for(Network.from_bytes(network, "anaconda.network"), curves)


def load_shipped_exhibit(layout: PanelLayout, network: bytes, history: bytes) -> AnacondaExhibit:
    """Anaconda as it stands on the floor (machines.registry)."""
    return AnacondaExhibit(layout, load_shipped_players(network, history))
