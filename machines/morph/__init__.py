"""Morph (Levinson and Snyder 1991): chess learned from games, with patterns and their weights.

    from machines.games.chess import Position
    from machines.morph import Learner, MorphPlayer
    learner = Learner.from_bytes(open("assets/players/morph.database", "rb").read())
    print(MorphPlayer(learner).choose(Position.start()))

``MorphPlayer.looked`` says which patterns it matched.  A player never learns: its ``Learner`` does,
from the games that it is given (:meth:`machines.morph.learner.Learner.learn`).
"""

from typing import TYPE_CHECKING

from machines.public_names import public_names

if TYPE_CHECKING:
    from machines.morph.learner import Learner
    from machines.morph.player import MorphPlayer
    from machines.morph.settings import LearnerConfig

__all__ = ["Learner", "LearnerConfig", "MorphPlayer"]

__getattr__, __dir__ = public_names(
    __name__, learner="Learner", player="MorphPlayer", settings="LearnerConfig"
)
