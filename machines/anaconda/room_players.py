"""The players in Anaconda's room: the shipped one, Samuel's program, the run's curve.

The player's file stands with the history of the run that made it
(:class:`machines.anaconda.state.History`)::

    players/anaconda.network     the network
    players/anaconda.history     points, draws and step sizes, the last population
    players/anaconda-0.network   generation 0 of that run; likewise 250 and 840
    players/anaconda-strength.csv   what each scores against generation 0
"""

from collections.abc import Mapping
from dataclasses import replace

from devices.panel.layout import PanelLayout
from devices.refusal import RefusedError
from machines.anaconda.exhibit import GENERATIONS, PLIES, AnacondaExhibit, RoomPlayers
from machines.anaconda.network import Network
from machines.anaconda.player import AnacondaPlayer
from machines.anaconda.search import Search
from machines.anaconda.state import History, Strength
from machines.exhibit import snapshot
from machines.games.draughts.player import Player
from machines.samuel.player import SamuelPlayer, settings_at
from machines.samuel.polynomial import Polynomial

REMEMBERS = Search(repeats="even")
"""How a network plays, unless a run of its own says otherwise: four in five games between networks
without a memory end in a circle, with one side ahead."""
VERSION = 1
"""Of a history's bytes."""


def seats_for(network: Network, history: History) -> RoomPlayers:
    """A network at every depth, and Samuel's program with the rote program's polynomial."""
    return RoomPlayers(_by_plies(network), samuel, history)


def _by_plies(network: Network) -> Mapping[int, AnacondaPlayer]:
    return {plies: AnacondaPlayer(network, plies, search=REMEMBERS) for plies in PLIES}


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


def read_strength(table: bytes) -> tuple[Strength, ...]:
    """What generations score against the first.  Raises RefusedError for a table that is none."""
    where = "anaconda-strength.csv"
    try:
        head, *lines = table.decode("ascii").split()
        if head != "generation,won,drawn,lost,points,se":
            raise ValueError(head)
        rows = [line.split(",") for line in lines]
        return tuple(
            Strength(int(number), int(won), int(drawn), int(lost), float(points), float(error))
            for number, won, drawn, lost, points, error in rows
        )
    except ValueError as error:
        expected = "expected lines of generation,won,drawn,lost,points,se"
        raise RefusedError(where, f"can't be read: {error}; {expected}") from error


def load_shipped_exhibit(
    layout: PanelLayout, network: bytes, history: bytes, *before: bytes
) -> AnacondaExhibit:
    """Anaconda as it stands on the floor (machines.storage.registry); ``before``: the networks of
    earlier generations, in the order of GENERATIONS, then the table of their strength."""
    shipped = load_shipped_players(network, history)
    *networks, table = before
    ancestors = {
        generation: _by_plies(Network.from_bytes(data, f"anaconda-{generation}.network"))
        for generation, data in zip(GENERATIONS, networks, strict=False)
    }
    strength = read_strength(table)
    return AnacondaExhibit(layout, replace(shipped, ancestors=ancestors, strength=strength))
