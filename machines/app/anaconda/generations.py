"""A generation's games, spread over processes or a cluster, and what came of them.

A share is one player's five games as Red; it goes out with the networks that it needs and nothing
else, so that the same generation comes of any number of processes, whichever of them are lost.
"""

import functools
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager

from devices.refusal import RefusedError
from machines.anaconda import evolution, mirrored_sampling
from machines.anaconda.evolution import (
    GAMES_EACH,
    MIRRORED,
    Individual,
    Played,
    Population,
    Task,
    play,
    points,
    survivors,
)
from machines.anaconda.games import SearchWorkspace
from machines.anaconda.learning import Lesson
from machines.anaconda.statistics import Generation, generation_of
from machines.app.study.pool import worker_pool

Share = tuple[Task, ...]


@functools.cache
def _desk() -> SearchWorkspace:
    """This process's."""
    return SearchWorkspace()


def play_share(share: Share) -> tuple[tuple[Played, Lesson], ...]:
    """Play a player's games; what each came to and teaches."""
    return tuple(play(task, _desk()) for task in share)


class GenerationRunner:
    """Who plays the games, for as long as a run goes on."""

    def __init__(self, executor: Executor | None, scheduler: str | None) -> None:
        self._executor = executor
        self._scheduler = scheduler

    def play(self, games: Sequence[Task]) -> tuple[tuple[Played, Lesson], ...]:
        """All games of a generation, in their order.  Raises RefusedError if workers are lost."""
        shares = [tuple(games[at : at + GAMES_EACH]) for at in range(0, len(games), GAMES_EACH)]
        if self._executor is None:
            done = [play_share(share) for share in shares]
        else:
            futures = [self._executor.submit(play_share, share) for share in shares]
            try:
                done = [future.result() for future in futures]
            except CancelledError:
                raise RefusedError(
                    self._scheduler or "--workers",
                    "was lost in the middle of a generation; expected it to run",
                ) from None
        return tuple(game for share in done for game in share)

    def next_generation(self, population: Population) -> tuple[Generation, Population]:
        """Play a generation; what is kept of it, and the parents after it."""
        way = mirrored_sampling if population.settings.strategy == MIRRORED else evolution
        players: tuple[Individual, ...] = way.competitors(population)
        games, lessons = zip(*self.play(way.tasks(population, players)), strict=True)
        chosen = survivors(population, points(games, population.settings))
        if way is mirrored_sampling:
            after = mirrored_sampling.next_population(population, players, games, lessons)
        else:
            after = evolution.next_population(population, players, chosen, games, lessons)
        return generation_of(players, chosen, games, after), after


@contextmanager
def generation_runner(jobs: int, scheduler: str | None) -> Iterator[GenerationRunner]:
    """This process alone, so many others, or a cluster."""
    if jobs == 1 and scheduler is None:
        yield GenerationRunner(None, None)
    else:
        with worker_pool(jobs, scheduler) as executor:
            yield GenerationRunner(executor, scheduler)
