"""Learning runs in their records: one file a run (machines/exhibit/run_record.py), a block a game.

A *study* knows its series, its seed and all that it has learned.  A block holds what is kept of its
game (:class:`.generalization_study.LearnedGame` or :class:`.rote_study.RoteGame`), the newest
checkpoint the study after it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.laboratory.samuel.combined_study import BothStudy
from machines.laboratory.samuel.generalization_study import GeneralizationStudy, LearnedGame
from machines.laboratory.samuel.rote_study import RoteStudy
from machines.samuel.generalization.contest import Contest
from machines.samuel.generalization.learner import settled
from machines.samuel.player import settings_at
from machines.samuel.polynomial import Polynomial
from machines.samuel.settings import ProgramSettings
from machines.storage.run_file import RunFile
from machines.storage.run_store import read_run

MACHINE = "samuel"
LEARNING = "learning"
"""The study's name in a run record."""
VERSION = 1
"""Of a study's snapshot."""
SERIES = "series"
"""Among a run's settings."""
SPAWNED_FROM = "spawned_from"
"""Among the settings of one of several runs: the seed from which theirs were spawned."""
TERM_READINGS = "term_readings"
"""Among a run's settings: :data:`.term_table.READINGS` when it was begun; none: 1."""

G = TypeVar("G")


SeriesStudy = GeneralizationStudy | RoteStudy | BothStudy
"""Of any series: games that are over, its memory tape and how often that was made anew (-1 if it
has none), and how the next game is played."""

STUDIES: Mapping[str, type[SeriesStudy]] = {
    "first": GeneralizationStudy,
    "second": GeneralizationStudy,
    "rote": RoteStudy,
    "both": BothStudy,
}


def packed(study: SeriesStudy) -> bytes:
    """The study as its record keeps it."""
    return snapshot.pack(study, VERSION)


def study_of(run: RunFile) -> SeriesStudy:
    """The study as it stands.  Raises RefusedError for the record of anything else."""
    series = run.about.settings.get(SERIES)
    if run.about.study != LEARNING or series not in STUDIES:
        raise RefusedError(run.where, f"is of {run.about.study}; expected {LEARNING}")
    study = snapshot.unpack(run.state() or b"", STUDIES[str(series)], VERSION, run.where)
    words = ply_rules(run.about.settings["ply"]).as_words()
    if any(rules.as_words() != words for rules in study.ply_rules):
        raise RefusedError(run.where, "has a state with another look-ahead than its settings say")
    if study.games != run.plays:
        raise RefusedError(
            run.where, f"has {run.plays} games; its state is that after {study.games}"
        )
    return study


def ply_rules(ply: int) -> ProgramSettings:
    """How studies look ahead: as the 704 did, plain minimax, so that machine time is the program's
    own."""
    return replace(settings_at(ply), alpha_beta=0)


def seed_of(runs: Sequence[RunFile]) -> int:
    """The seed that was asked for: of several runs the one from which theirs were spawned."""
    first = runs[0].about.settings
    spawned_from = {run.about.settings.get(SPAWNED_FROM) for run in runs}
    together = len(runs) > 1 and len(spawned_from) == 1 and SPAWNED_FROM in first
    return int(first[SPAWNED_FROM if together else "seed"])


def games_of(run: RunFile, kind: type[G]) -> Iterator[G]:
    """What is kept of each game of that kind.  Raises RefusedError for one that can't be read."""
    for block in run.blocks():
        where = f"{run.where}, game {block.first}"
        game = snapshot.unpack(block.data, object, VERSION, where)
        if isinstance(game, kind):
            yield game


def alpha_after(path: Path, game: int | None = None) -> Polynomial:
    """Alpha's polynomial after that game of a run: None the last, 0 the one that it began with.

    Raises RefusedError for a run without it.
    """
    with read_run(path, MACHINE) as run:
        return contest_after(run, game).alpha.polynomial


def alpha_from_run(path: Path, first: int, last: int) -> Polynomial:
    """What Alpha thought of his terms in the mean of games ``first`` to ``last`` of a run.

    Raises RefusedError for a run without them.
    """
    if not 1 <= first <= last:
        raise RefusedError(f"{path.name}:{first}-{last}", "expected games such as 41-100")
    with read_run(path, MACHINE) as run:
        alphas = [contest_after(run, game).alpha for game in range(first, last + 1)]
    return settled([alpha.active for alpha in alphas], alphas[-1].rules.power_rule)


def contest_after(run: RunFile, game: int | None) -> Contest:
    """Alpha and Beta after that game: None the last, 0 as they began.  Raises RefusedError."""
    series = run.about.settings.get(SERIES)
    if run.about.study != LEARNING or series == "rote":
        raise RefusedError(run.where, f"is of {series} learning; expected one with an Alpha")
    if not run.plays or (game is not None and game > run.plays):
        raise RefusedError(
            run.where, f"has {run.plays} games; expected one with {game or 1} or more"
        )
    wanted = run.plays if game is None else max(game, 1)
    found = _game(run, wanted)
    while not isinstance(found, LearnedGame):  # rote learning went on with it
        wanted -= 1
        found = _game(run, wanted)
    return found.start if game == 0 else found.contest


def _game(run: RunFile, number: int) -> object:
    block = next(run.blocks(number))
    return snapshot.unpack(block.data, object, VERSION, f"{run.where}, game {number}")
