"""Who sits at the board in Anaconda's room: the shipped player, Samuel's program, the run's curve.

A player's file stands with the history of the run that made it (:class:`machines.anaconda.scene.
History`, written by :func:`history_of`)::

    assets/players/anaconda.network     the network (machines.app.anaconda.run_records.PLAYER)
    assets/players/anaconda.history     points, draws and step sizes, the last population
"""

from pathlib import Path

from devices.panel.layout import PanelLayout
from devices.refusal import RefusedError
from machines import snapshot
from machines.anaconda.evolution import MIRRORED, PARENTS
from machines.anaconda.exhibit import PLIES, AnacondaExhibit, RoomPlayers
from machines.anaconda.network import Network
from machines.anaconda.player import AnacondaPlayer
from machines.anaconda.scene import History
from machines.anaconda.settings import Search
from machines.anaconda.statistics import Generation
from machines.app.anaconda.run_records import MACHINE, PLAYER, generations_of, network_named
from machines.app.program import ASSETS
from machines.app.storage.files import file_exists, read_file
from machines.app.storage.run_store import read_run
from machines.draughts.player import Player
from machines.samuel.player import SamuelPlayer, settings_at
from machines.samuel.polynomial import Polynomial

SHIPPED = ASSETS / "players" / f"anaconda{PLAYER}"
REMEMBERS = Search(repeats="even")
"""How a network plays, unless a run of its own says otherwise: four in five games between networks
without a memory end in a circle, with one side ahead."""
HISTORY = ".history"
"""The suffix of a history's file."""
VERSION = 1
"""Of a history's bytes."""
MOST_BYTES = 1 << 22


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


def seats_for(network: Network, history: History) -> RoomPlayers:
    """A network at every depth, and Samuel's program with the rote program's polynomial."""
    players = {plies: AnacondaPlayer(network, plies, search=REMEMBERS) for plies in PLIES}
    return RoomPlayers(players, samuel, history)


def samuel(plies: int) -> Player:
    """Samuel's program at as many plies, with jumps followed out as it did."""
    return SamuelPlayer("samuel", Polynomial.standard(), settings_at(plies))


def shipped_seats(player: Path = SHIPPED) -> RoomPlayers:
    """The shipped player and its history.  Raises RefusedError where a file is missing or bad."""
    network = network_named(str(player), "anaconda")
    path = player.with_suffix(HISTORY)
    if not file_exists(path):
        raise RefusedError(path.name, "there is no such file; expected the player's history")
    data = read_file(path, MOST_BYTES)
    return seats_for(network, snapshot.unpack(data, History, VERSION, path.name))


def history_bytes(history: History) -> bytes:
    """As a history's file has it."""
    return snapshot.pack(history, VERSION)


def shipped_exhibit(layout: PanelLayout) -> AnacondaExhibit:
    """Anaconda as it stands on the floor (machines.registry)."""
    return AnacondaExhibit(layout, shipped_seats())
