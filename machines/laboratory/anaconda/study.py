"""``main.py learn anaconda``: evolution, a block a generation, its games spread over processes or a
cluster.

A share is one player's five games as Red; it goes out with the networks that it needs and nothing
else, so that the same generation comes of any number of processes, whichever of them are lost.

A block holds a :class:`machines.anaconda.statistics.Generation`, with the best network of it, so
that any generation of a run can play; the checkpoint is a
:class:`machines.anaconda.evolution.Population`.
"""

import functools
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import asdict, astuple, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from devices.refusal import RefusedError
from machines.anaconda import evolution, mirrored_sampling
from machines.anaconda.evolution import (
    GAMES_EACH,
    MIRRORED,
    EvolutionConfig,
    Individual,
    Played,
    Population,
    Task,
    first_population,
    play,
    points,
    survivors,
)
from machines.anaconda.learning import Lesson
from machines.anaconda.network import Network, check
from machines.anaconda.search import Search, SearchWork, new_search_work
from machines.anaconda.statistics import Generation, Statistics, generation_of
from machines.exhibit import snapshot
from machines.exhibit.run_record import RunMetadata
from machines.laboratory.study.outputs import print_table, save_chart, write_outputs
from machines.laboratory.study.pool import worker_pool
from machines.laboratory.study.runner import SECONDS, Study, hold_interrupts, seconds_of
from machines.storage.files import file_exists, read_file, replace_file
from machines.storage.program import ASSETS, VERSION
from machines.storage.run_file import RunFile
from machines.storage.run_store import SUFFIX, begin_or_check, open_run, read_run, run_and_number

if TYPE_CHECKING:
    from devices.screen.parts.chart_ink import Ink


# -- records and players ---------------------------------------------------------------------------

MACHINE = "anaconda"
EVOLUTION = "evolution"
"""The study's name in a run record."""
FORM = 7
"""Of a population's and a generation's bytes."""
PLAYER = ".network"
"""The suffix of a player's file."""
SHIPPED = ASSETS / "players" / f"anaconda{PLAYER}"
MOST_BYTES = 1 << 20
"""Of a player's file; it has some 20,000."""


def stored_settings(settings: evolution.EvolutionConfig, seed: int) -> dict[str, Any]:
    """Settings as a record has them."""
    every = asdict(settings)
    return {**every.pop("search"), **every, "seed": seed}


def packed(value: evolution.Population | Generation) -> bytes:
    """As the record keeps it."""
    return snapshot.pack(value, FORM)


def population_of(run: RunFile) -> evolution.Population:
    """The parents as they stand.  Raises RefusedError for the record of anything else."""
    if run.about.study != EVOLUTION:
        raise RefusedError(run.where, f"is of {run.about.study}; expected {EVOLUTION}")
    population = snapshot.unpack(run.state() or b"", evolution.Population, FORM, run.where)
    evolution.check_population(population, run.where)
    if population.generation != run.plays:
        raise RefusedError(
            run.where,
            f"has {run.plays} generations; its state is that after {population.generation}",
        )
    if stored_settings(population.settings, population.seed) != dict(run.about.settings):
        raise RefusedError(run.where, "has a state from other settings than its own")
    return population


def generations_of(run: RunFile, first: int = 1) -> Iterator[Generation]:
    """What is kept of each generation.  Raises RefusedError for one that can't be read."""
    for block in run.blocks(first):
        where = f"{run.where}, generation {block.first}"
        generation = snapshot.unpack(block.data, Generation, FORM, where)
        check(generation.best, where)
        yield generation


def best_after(path: Path, generation: int | None = None) -> Network:
    """The best network after a generation of a run: None the last, 0 the first it began with.

    Raises RefusedError for a run without it.
    """
    with read_run(path, MACHINE) as run:
        if generation == 0 or (generation is None and run.plays == 0):
            population = population_of(run)
            begun = evolution.first_population(population.settings, population.seed)
            return begun.parents[0].network
        wanted = run.plays if generation is None else generation
        if not 1 <= wanted <= run.plays:
            raise RefusedError(
                run.where, f"has {run.plays} generations; expected one with {wanted} or more"
            )
        return next(generations_of(run, wanted)).best


def load_network(name: str, where: str) -> Network:
    """``FILE.network``, ``RUN.sqlite`` (its best) or ``RUN.sqlite:250``.  Raises RefusedError."""
    path, generation = run_and_number(name)
    if generation is not None or path.suffix.lower() == SUFFIX:
        return best_after(path, generation)
    if not file_exists(path):
        raise RefusedError(where, f"there is no file {name}; expected a player's file or a run")
    return Network.from_bytes(read_file(path, MOST_BYTES), path.name)


# -- the study -------------------------------------------------------------------------------------

HEADINGS = (
    "generation", "best", "mean", "drawn", "plies", "sigma", "most", "weight", "most", "K",
    "spread", "saturated",
)  # fmt: skip
COLUMNS = ("generation", "best", "mean", "least", *(field.name for field in fields(Statistics)))
LINES: "tuple[tuple[str, str, int, Ink], ...]" = (
    ("drawn games", "drawn", 1, "red"),
    ("saturated outputs", "saturated", 1, "blue"),
    ("spread of outputs", "spread", 1, "grey"),
    ("median sigma x 10", "sigma", 10, "green"),
)
"""Of the picture: name, figure, by what it is multiplied, colour."""


class EvolutionStudy(Study):
    """Generations of networks."""

    machine = MACHINE
    command = "learn anaconda"
    unit = "generations"
    count_option = "--generations"
    default_count = 250  # As many as had the player of class A
    most_count = 1_000_000
    files = ("csv", "plot", "player")

    def begin(self) -> Iterator[tuple[RunMetadata, bytes]]:
        """Fifteen networks at random, or one."""
        asked = self.asked_settings
        if "rate" in asked and asked.get("strategy") != MIRRORED:
            raise RefusedError("--rate", "is for --strategy mirrored; expected that with it")
        seed = asked.pop("seed")
        names = {field.name for field in fields(Search)} & set(asked)
        search = Search(**{name: asked.pop(name) for name in names})
        settings = EvolutionConfig(search=search, **asked)
        yield _first_record(settings, seed)

    def resume(self, run: RunFile) -> None:
        """Look at its parents."""
        population_of(run)

    def play(self, runs: Sequence[RunFile], wanted: int) -> Generator[int, None, None]:
        """Generation after generation."""
        (run,) = runs
        yield from play_generations(run, wanted, self.jobs, self.scheduler)

    def report(self, runs: Sequence[RunFile]) -> str:
        """A table, numbers, a picture, the best player."""
        (run,) = runs
        generations = list(generations_of(run))
        last, seed = generations[-1], run.about.settings["seed"]
        every = self.args.print_every
        print_table(
            HEADINGS,
            [_cells(gen) for gen in generations if gen.number % every == 0 or gen is last],
            f"Evolution, seed {seed}: points of the thirty, games, step sizes, weights, outputs; "
            f"{seconds_of(run) / len(generations):.2f} seconds a generation",
        )
        draw = functools.partial(_draw, seed, generations)
        write_outputs(self.args, COLUMNS, map(_numbers, generations), draw)
        if self.args.player is not None:
            replace_file(self.args.player, best_after(run.path).to_bytes())
        now = last.statistics
        return (
            f"RESULT generations={last.number} seed={seed} best={max(last.points):g} "
            f"drawn={now.drawn:.3f} sigma={now.sigma:.4f} weight={now.weight:.4f} "
            f"king={now.king:.2f} spread={now.spread:.3f} saturated={now.saturated:.3f}"
        )


# -- a generation's games --------------------------------------------------------------------------

Share = tuple[Task, ...]


@functools.cache
def _workspace() -> SearchWork:
    """This process's."""
    return new_search_work()


def play_share(share: Share) -> tuple[tuple[Played, Lesson], ...]:
    """Play a player's games; what each came to and teaches."""
    return tuple(play(task, _workspace()) for task in share)


def next_generation(
    population: Population, executor: Executor | None
) -> tuple[Generation, Population]:
    """Play a generation, here or by ``executor``; what is kept of it, and the parents after it.

    Raises RefusedError if workers are lost.
    """
    way = mirrored_sampling if population.settings.strategy == MIRRORED else evolution
    players: tuple[Individual, ...] = way.competitors(population)
    due = way.tasks(population, players)
    shares = [tuple(due[at : at + GAMES_EACH]) for at in range(0, len(due), GAMES_EACH)]
    done: Iterable[tuple[tuple[Played, Lesson], ...]] = map(play_share, shares)
    if executor is not None:
        futures = [executor.submit(play_share, share) for share in shares]
        done = (future.result() for future in futures)
    games, lessons = zip(*(game for share in done for game in share), strict=True)
    chosen = survivors(population, points(games, population.settings))
    if way is mirrored_sampling:
        after = mirrored_sampling.next_population(population, players, games, lessons)
    else:
        after = evolution.next_population(population, players, chosen, games, lessons)
    return generation_of(players, chosen, games, after), after


def play_generations(
    run: RunFile, wanted: int, jobs: int, scheduler: str | None
) -> Generator[int, None, None]:
    """Generations until the run has so many, each kept; how many it has, after each."""
    if run.plays >= wanted:
        return
    population, seconds = population_of(run), seconds_of(run)
    alone = jobs == 1 and scheduler is None
    with nullcontext() if alone else worker_pool(jobs, scheduler) as executor:
        while run.plays < wanted:
            began = time.monotonic()
            generation, population = next_generation(population, executor)
            seconds += time.monotonic() - began
            results = {SECONDS: round(seconds, 3)}
            with hold_interrupts():
                run.keep(1, packed(generation), packed(population), results)
            yield run.plays


def begin_evolution(path: Path, settings: EvolutionConfig, seed: int) -> None:
    """Begin a run's record where there is none.  Raises RefusedError for one of something else."""
    about, state = _first_record(settings, seed)
    begin_or_check(path, about, state, lambda run: dict(run.about.settings) == about.settings)


def evolve(path: Path, wanted: int, jobs: int, scheduler: str | None) -> Generator[int, None, None]:
    """Go on with a run's record until it has so many generations; how many it has, after each."""
    with open_run(path, MACHINE) as run:
        yield from play_generations(run, wanted, jobs, scheduler)


def generations_in(path: Path) -> list[Generation]:
    """What a run's record keeps of each generation."""
    with read_run(path, MACHINE) as run:
        return list(generations_of(run))


def _first_record(settings: EvolutionConfig, seed: int) -> tuple[RunMetadata, bytes]:
    """What a run's record begins with."""
    about = RunMetadata(MACHINE, EVOLUTION, stored_settings(settings, seed), VERSION)
    return about, packed(first_population(settings, seed))


# -- what the report shows -------------------------------------------------------------------------


def _cells(gen: Generation) -> list[str]:
    now = gen.statistics
    return (
        f"{gen.number} {max(gen.points):.4g} {_mean(gen.points):.2f} {now.drawn:.0%} "
        f"{now.plies:.0f} {now.sigma:.4f} {now.sigma_most:.3f} {now.weight:.3f} "
        f"{now.weight_most:.2f} {now.king:.2f} {now.spread:.3f} {now.saturated:.0%}"
    ).split()


def _numbers(gen: Generation) -> tuple[object, ...]:
    mean = round(_mean(gen.points), 4)
    return (gen.number, max(gen.points), mean, min(gen.points), *astuple(gen.statistics))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _draw(seed: int, generations: Sequence[Generation], path: Path) -> None:
    """Shares and spreads by generation."""
    from devices.screen.parts.chart import ChartState
    from devices.screen.parts.chart_ink import Series

    some = generations[:: max(1, len(generations) // 400)]
    series = tuple(
        Series(
            label,
            tuple((float(gen.number), getattr(gen.statistics, name) * times) for gen in some),
            "none",
            colour,
        )
        for label, name, times, colour in LINES
    )
    state = ChartState(
        title=f"EVOLUTION, SEED {seed}",
        across="generations",
        upwards="share of games and of outputs; spread of outputs; sigma",
        series=series,
        x_range=(0.0, float(generations[-1].number)),
        y_range=(0.0, max(1.0, *(y for line in series for _, y in line.points))),
    )
    save_chart(state, path)
