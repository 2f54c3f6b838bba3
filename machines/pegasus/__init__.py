"""Michie's Pegasus 2 program of 1963: noughts and crosses learned by odds instead of beads.

    from machines.pegasus import Pegasus, blocks
    program = Pegasus.between("learn", "expert", seed=1963)
    print(blocks(program.play(1_000)))

The rows are Nought's wins, draws and Cross's wins, a row for each hundred plays.
"""

from typing import TYPE_CHECKING

from machines.public_names import public_names

if TYPE_CHECKING:
    from machines.pegasus.odds import Origin, Reinforcement
    from machines.pegasus.players import Player, read_player
    from machines.pegasus.program import Pegasus, blocks

__all__ = ["Origin", "Pegasus", "Player", "Reinforcement", "blocks", "read_player"]

__getattr__, __dir__ = public_names(
    __name__, odds="Origin Reinforcement", players="Player read_player", program="Pegasus blocks"
)
