"""Anaconda (Chellapilla and Fogel 2001): a network of 5,046 weights that evolved to play checkers.

    from machines.anaconda import AnacondaPlayer, Network
    from machines.games.draughts import Position
    network = Network.from_bytes(open("assets/players/anaconda.network", "rb").read())
    print(AnacondaPlayer(network, plies=4).choose(Position.start()))

``AnacondaPlayer.looked`` says what the network saw on the board.
"""

from typing import TYPE_CHECKING

from machines.public_names import public_names

if TYPE_CHECKING:
    from machines.anaconda.evolution import EvolutionConfig
    from machines.anaconda.network import Network, new_network
    from machines.anaconda.player import AnacondaPlayer
    from machines.anaconda.search import Search

__all__ = ["AnacondaPlayer", "EvolutionConfig", "Network", "Search", "new_network"]

__getattr__, __dir__ = public_names(
    __name__,
    evolution="EvolutionConfig",
    network="Network new_network",
    player="AnacondaPlayer",
    search="Search",
)
