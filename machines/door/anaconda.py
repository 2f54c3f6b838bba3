"""What :mod:`machines.anaconda` has for programs of others; evolution and matches."""

from contextlib import nullcontext

from machines.anaconda import *
from machines.anaconda import AnacondaPlayer, EvolutionConfig
from machines.anaconda import __all__ as _names
from machines.anaconda.evolution import first_population
from machines.door.draughts import evaluate
from machines.laboratory.anaconda.study import next_generation
from machines.laboratory.study.pool import worker_pool
from machines.laboratory.study.progress import Asked, progress_as_asked

__all__ = ["evaluate", "train"]
__all__ += _names


def train(
    generations: int = 10,
    seed: int = 1,
    progress: Asked[AnacondaPlayer] = False,
    *,
    config: EvolutionConfig | None = None,
    jobs: int = 1,
) -> AnacondaPlayer:
    """The best network after so many generations of 150 games, by itself among its like.

    ``jobs``: processes that share the games; what comes of it is the same.
    """
    config = config or EvolutionConfig()
    population = first_population(config, seed)
    best = population.parents[0].network

    def player() -> AnacondaPlayer:
        return AnacondaPlayer(best, config.search.plies, search=config.search)

    with (
        nullcontext() if jobs == 1 else worker_pool(jobs, None) as executor,
        progress_as_asked(progress, "Anaconda, generations", generations, player) as tell,
    ):
        while population.generation < generations:
            generation, population = next_generation(population, executor)
            best = generation.best
            tell(population.generation)
    return player()
