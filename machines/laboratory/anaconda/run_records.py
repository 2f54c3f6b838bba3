"""Evolution in its record (machines/exhibit/run_record.py): a block a generation, the population
after it.

A block holds a :class:`machines.anaconda.statistics.Generation`, with the best network of it, so
that any generation of a run can play; the checkpoint is a
:class:`machines.anaconda.evolution.Population`.
"""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from devices.refusal import RefusedError
from machines.anaconda import evolution
from machines.anaconda.network import Network, check
from machines.anaconda.statistics import Generation
from machines.exhibit import snapshot
from machines.storage.files import file_exists, read_file
from machines.storage.program import ASSETS
from machines.storage.run_file import RunFile
from machines.storage.run_store import SUFFIX, read_run, run_and_number

MACHINE = "anaconda"
EVOLUTION = "evolution"
"""The study's name in a run record."""
VERSION = 7
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
    return snapshot.pack(value, VERSION)


def population_of(run: RunFile) -> evolution.Population:
    """The parents as they stand.  Raises RefusedError for the record of anything else."""
    if run.about.study != EVOLUTION:
        raise RefusedError(run.where, f"is of {run.about.study}; expected {EVOLUTION}")
    population = snapshot.unpack(run.state() or b"", evolution.Population, VERSION, run.where)
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
        generation = snapshot.unpack(block.data, Generation, VERSION, where)
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
