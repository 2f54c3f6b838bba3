"""A stretch of a learning run: games played, learned from and kept, one after the other.

A process plays a stretch and hands its run back, so that several runs are played at once by any
number of processes.  Within one the learner stays in memory for the next stretch of the same run.
"""

import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from devices.refusal import RefusedError
from machines.app.morph.opponents import Opponent, opponent_named
from machines.app.morph.run_records import (
    LASTING,
    MACHINE,
    config_from_record,
    has_white,
    kept_game,
    learner_of,
    packed,
)
from machines.app.storage.run_file import RunFile
from machines.app.storage.run_store import open_run
from machines.app.worker.interruptions import interruptions
from machines.morph.games import Lesson, Played
from machines.morph.learner import Learner, game_generator, play_game

SECONDS = "seconds"
"""Among a run's results: how long all games have taken, with what was learned from them."""
STATE_S = 5.0
"""A database is kept each time so many seconds have passed, and at the end of a stretch."""


@dataclass(frozen=True)
class GameBatch:
    """Games of one run to be played."""

    path: Path
    wanted: int
    """The run's last game."""
    most_s: float = float("inf")
    """A stretch ends with the game in which so many seconds are over."""


@dataclass(frozen=True)
class BatchResult:
    """What came of a stretch."""

    games: int
    """In the run now."""
    refused: tuple[str, str] | None = None
    """Where and what, if an engine or a file put an end to it; the games before are kept."""


_last: dict[Path, tuple[int, Learner]] = {}
"""The learners that this process has, with the checksum of the database that each left behind."""


def play_batch(stretch: GameBatch) -> BatchResult:
    """Play one, as a task of machines.app.study.pool."""
    try:
        with open_run(stretch.path, MACHINE) as run:
            try:
                play_on(run, stretch.wanted, stretch.most_s)
            except RefusedError as refusal:
                return BatchResult(run.plays, (refusal.where, refusal.what))
            return BatchResult(run.plays)
    except RefusedError as refusal:
        return BatchResult(0, (refusal.where, refusal.what))


def play_on(
    run: RunFile,
    wanted: int,
    most_s: float = float("inf"),
    say: Callable[[int], None] = lambda games: None,
) -> None:
    """Play until the run has so many games, or for so long; each is kept as soon as it is over.

    Raises EngineError for an opponent at fault, and KeyboardInterrupt, with every game before kept
    and nothing of that game learned.
    """
    asked = config_from_record(run)
    learner = _learner(run)
    before = run.results().get(SECONDS, 0.0)
    seconds = float(before) if isinstance(before, int | float) else 0.0
    began = due = time.monotonic()
    with opponent_named(asked.opponent) as opponent:
        while run.plays < wanted:
            started = time.monotonic()
            game = kept_game(learner, *_one_game(learner, opponent, asked.seed, run.plays + 1))
            with interruptions() as interrupted:
                now = time.monotonic()
                seconds += now - started
                lasting = game.number % LASTING == 0
                over = now - began >= most_s or game.number == wanted
                state = None
                if over or lasting or interrupted or now - due >= STATE_S:
                    state, due = learner.to_bytes(), now
                    _last[run.path.resolve()] = zlib.crc32(state), learner
                results = {SECONDS: round(seconds, 3)}
                run.keep(1, packed(game), state, results, lasting=lasting)
            say(run.plays)
            if interrupted:
                raise KeyboardInterrupt
            if over:
                return


def _one_game(
    learner: Learner, opponent: Opponent, seed: int, number: int
) -> tuple[Played, Lesson]:
    """Game and lesson; where the game breaks off nothing has been learned."""
    generator = game_generator(seed, number)
    opponent.begin()
    played = play_game(learner, opponent.player, generator, has_white(number))
    return played, learner.learn(played, generator)


def _learner(run: RunFile) -> Learner:
    """The run's, from memory if it is the one that left the newest database there."""
    path = run.path.resolve()
    checksum, learner = _last.pop(path, (0, None))
    if learner is not None and learner.games == run.plays:
        state = run.state()
        if state is not None and zlib.crc32(state) == checksum:
            return learner
    return learner_of(run)
