"""What :mod:`machines.morph` has for programs of others; training and matches."""

from machines.door.chess import evaluate
from machines.laboratory.morph.study import make_opponent, play_next
from machines.laboratory.study.progress import Asked, progress_as_asked
from machines.morph import *
from machines.morph import Learner, LearnerConfig, MorphPlayer
from machines.morph import __all__ as _names
from machines.storage.option_parsing import UserNamed

__all__ = ["evaluate", "train"]
__all__ += _names


def train(
    games: int = 100,
    opponent: str = "house",
    seed: int = 1,
    progress: Asked[MorphPlayer] = False,
    *,
    config: LearnerConfig | None = None,
) -> MorphPlayer:
    """Morph after so many games against a player by name (``learn morph --opponent``)."""
    player = MorphPlayer(Learner(config) if config else Learner())
    with (
        make_opponent(UserNamed(opponent), "opponent") as (other, begin_game),
        progress_as_asked(progress, "Morph, games", games, lambda: player) as tell,
    ):
        while player.learner.games < games:
            begin_game()
            play_next(player.learner, other, seed)
            tell(player.learner.games)
    return player
