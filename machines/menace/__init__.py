"""MENACE, Michie's Matchbox Educable Noughts and Crosses Engine of 1961: 304 boxes of beads.

    from machines.menace import Matchboxes
    menace = Matchboxes(seed=1961)
    print(menace.train(220, "perfect").draws)

``Matchboxes`` chooses and learns.  ``Cabinet`` is the boxes with their beads and ledger.  The
exhibit is :class:`machines.menace.exhibit.Menace`.
"""

from typing import TYPE_CHECKING

from machines.public_names import public_names

if TYPE_CHECKING:
    from machines.menace.beads import Cabinet, Rewards, Settlement
    from machines.menace.odds import Matchboxes
    from machines.menace.tournament import Tournament

__all__ = ["Cabinet", "Matchboxes", "Rewards", "Settlement", "Tournament"]

__getattr__, __dir__ = public_names(
    __name__, beads="Cabinet Rewards Settlement", odds="Matchboxes", tournament="Tournament"
)
