"""What :mod:`machines.pegasus` has for programs of others; training and matches."""

from machines.door.noughts import evaluate
from machines.laboratory.study.progress import Asked, progress_as_asked
from machines.pegasus import *
from machines.pegasus import Pegasus
from machines.pegasus import __all__ as _names

__all__ = ["evaluate", "train"]
__all__ += _names


def train(
    games: int = 1_000,
    opponent: str = "random",
    seed: int = 1963,
    progress: Asked[Pegasus] = False,
    *,
    side: str = "O",
) -> Pegasus:
    """The program after so many plays in which it learned as nought (``"O"``) or cross."""
    sides = ("learn", opponent) if side == "O" else (opponent, "learn")
    program = Pegasus.between(*sides, seed=seed)
    with progress_as_asked(progress, "Pegasus, games", games, lambda: program) as tell:
        while program.plays < games:
            program.play(min(-(-games // 100), games - program.plays))
            tell(program.plays)
    return program
