"""What :mod:`machines.menace` has for programs of others; training and matches."""

from machines.door.noughts import evaluate
from machines.laboratory.study.progress import Asked, progress_as_asked
from machines.menace import *
from machines.menace import Matchboxes, Rewards
from machines.menace import __all__ as _names

__all__ = ["evaluate", "train"]
__all__ += _names


def train(
    games: int = 220,
    opponent: str = "random",
    seed: int = 1961,
    progress: Asked[Matchboxes] = False,
    *,
    build: str = "304",
    rewards: Rewards | None = None,
) -> Matchboxes:
    """Matchboxes that have learned from so many games (:meth:`Matchboxes.train`)."""
    menace = Matchboxes(seed, build, rewards=rewards)
    with progress_as_asked(progress, "MENACE, games", games, lambda: menace) as tell:
        while menace.games < games:
            menace.train(min(-(-games // 100), games - menace.games), opponent)
            tell(menace.games)
    return menace
