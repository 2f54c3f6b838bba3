"""``main.py learn morph``: games against an opponent, what is learned from them, game by game.

A process plays a batch of games of one run, keeps each and hands the run back, so that several runs
are played at once by any number of processes.  Within one the learner stays in memory for the next
batch of the same run.

Opponents::

    house, house:3       the house's own player, so many plies ahead (1)
    random               any legal move
    gnuchess, stockfish  an engine by UCI, with its level: see machines/laboratory/external/uci.py
    uci:COMMAND          any other that speaks it
"""

import contextlib
import platform
import re
import shlex
import time
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from devices.refusal import RefusedError
from machines.exhibit.run_record import RunMetadata
from machines.games.chess.game import Player, RandomPlayer
from machines.games.chess.house import DEEPEST, HousePlayer
from machines.laboratory.external.uci import UciEngine, find_engine, is_engine
from machines.laboratory.morph.databases import (
    HISTORY,
    LASTING,
    MACHINE,
    KeptGame,
    MorphRunConfig,
    about_run,
    config_from_record,
    games_of,
    growth_of,
    has_white,
    kept_game,
    learner_after,
    learner_of,
    packed,
)
from machines.laboratory.study.outputs import print_table, write_outputs
from machines.laboratory.study.pool import run_tasks
from machines.laboratory.study.runner import SECONDS, WANTED, Study, hold_interrupts, seconds_of
from machines.morph.exhibit import history_bytes
from machines.morph.learner import Learner, game_generator, play_game
from machines.morph.settings import LearnerConfig, version
from machines.storage.files import check_writable, file_exists, replace_file
from machines.storage.option_parsing import UserNamed, named_again, read_number
from machines.storage.run_file import RunFile
from machines.storage.run_store import SUFFIX, begin_or_check, open_run, read_run

# -- --set NAME=VALUE: choices that the paper leaves open ------------------------------------------

S = TypeVar("S")
WHERE = "--set"


def with_choices(settings: S, texts: Sequence[str] | None) -> S:
    """Settings changed by each ``NAME=VALUE``.  Raises RefusedError."""
    changed: set[str] = set()
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise RefusedError(WHERE, f"{text!r}; expected NAME=VALUE, such as temperature=5")
        every = dict(choices(settings))
        found = [path for path in every if path == name or path.endswith(f".{name}")]
        if len(found) != 1:
            what = "is no choice" if not found else f"is one of {', '.join(found)}"
            raise RefusedError(WHERE, f"{name!r} {what}; expected one of {', '.join(every)}")
        if found[0] in changed:
            raise RefusedError(WHERE, f"{found[0]} is given twice; expected one")
        changed.add(found[0])
        settings = _changed(settings, found[0].split("."), _read(value, every[found[0]], name))
    return settings


def choices(settings: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every choice by its name, those of a part of the settings with the part's name before."""
    for field in fields(settings):
        value = getattr(settings, field.name)
        if is_dataclass(value):
            yield from choices(value, f"{before}{field.name}.")
        else:
            yield before + field.name, value


def _changed(settings: Any, path: Sequence[str], value: Any) -> Any:
    name, *rest = path
    inner = _changed(getattr(settings, name), rest, value) if rest else value
    return replace(settings, **{name: inner})


def _read(text: str, now: Any, name: str) -> Any:
    """A value of the same kind as the one that stands there."""
    if isinstance(now, bool):
        if text not in ("yes", "no"):
            raise RefusedError(WHERE, f"{name} is {text!r}; expected yes or no")
        return text == "yes"
    if isinstance(now, int):
        return read_number(text, f"{WHERE} {name}", 0, 1_000_000)
    if isinstance(now, float):
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,12})?", text):
            raise RefusedError(WHERE, f"{name} is {text!r}; expected a number such as 0.95")
        return float(text)
    return text


# -- opponents -------------------------------------------------------------------------------------


def opponent_of(kept: str, given: str | None, where: str) -> UserNamed:
    """A run's opponent; a program must be named again, as ``--opponent`` is ``given``.

    Raises RefusedError.
    """
    return named_again(kept, given, where, "--opponent") if is_engine(kept) else UserNamed(kept)


def check_opponent(name: UserNamed, where: str = "--opponent") -> None:
    """Raises RefusedError for a name that is none, EngineError for an engine that isn't here."""
    if is_engine(name):
        find_engine(name, where)
    else:
        _house_or_random(name, where)


@contextlib.contextmanager
def make_opponent(
    name: UserNamed, where: str = "--opponent"
) -> Iterator[tuple[Player, Callable[[], None]]]:
    """The opponent, for as many games as wanted, and how it is told that one begins.

    Raises as :func:`check_opponent`.
    """
    if is_engine(name):
        with UciEngine(find_engine(name, where)) as engine:
            yield engine, engine.begin
    else:  # to a player of our own every position says all
        yield _house_or_random(name, where), lambda: None


def _house_or_random(name: UserNamed, where: str) -> Player:
    word, colon, rest = name.partition(":")
    if word == "house":
        plies = read_number(rest, f"{where} house", 1, DEEPEST) if colon else 1
        return HousePlayer(plies)
    if name == "random":
        return RandomPlayer()
    raise RefusedError(
        where, f"{name!r}; expected house, house:2, random, gnuchess, stockfish or uci:COMMAND"
    )


# -- a study ---------------------------------------------------------------------------------------

BATCH_S = 3.0
"""So long a process plays one of several runs before it looks up."""
STATE_S = 5.0
"""A database is kept each time so many seconds have passed, and at the end of a batch."""
WINDOW = 100
"""Games of the moving average."""
HEADINGS = (
    "game", "won", "drawn", "lost", "points", "last 100", "taken", "plies", "TD error",
    "patterns", "k",
)  # fmt: skip
COLUMNS = tuple(field.name for field in fields(KeptGame) if field.name != "moves")


class MorphStudy(Study):
    """Games of chess."""

    machine = MACHINE
    command = "learn morph"
    default_count = 2000  # By then most Morphs stop learning (section 5.1)
    most_count = 10_000_000
    several = True
    files = ("csv", "plot", "database")

    def begin(self) -> Iterator[tuple[RunMetadata, bytes]]:
        """As many runs as seeds were asked for, each with nothing learned."""
        args = self.args
        settings = version(args.morph) if args.morph is not None else LearnerConfig()
        settings = with_choices(settings, args.set)
        opponent, seed = (
            args.opponent or self.settings[0].usual,
            1 if args.seed is None else args.seed,
        )
        check_opponent(UserNamed(opponent))
        self._tell_program(opponent)
        for number in range(args.seeds or 1):
            config = MorphRunConfig(settings, opponent, seed + number, args.openings or 0)
            yield about_run(config)

    def resume(self, run: RunFile) -> None:
        """Look at its learner and its opponent."""
        learner_of(run)
        kept = config_from_record(run).opponent
        if run.plays < (self.args.count or run.results().get(WANTED, run.plays + 1)):
            check_opponent(opponent_of(kept, self.args.opponent, run.where))
            self._tell_program(kept)

    def _tell_program(self, opponent: str) -> None:
        """Have it in the command that goes on with the run."""
        if is_engine(opponent):
            self.command = f"{type(self).command} --opponent {shlex.quote(opponent)}"

    def check_same(self, run: RunFile) -> None:
        """Raises RefusedError where what is asked for differs from what the run has."""
        super().check_same(run)
        has = config_from_record(run).settings
        wanted = has if self.args.morph is None else version(self.args.morph, has)
        wanted = with_choices(wanted, self.args.set)
        for (name, value), (_, kept) in zip(choices(wanted), choices(has), strict=True):
            if value != kept:
                raise RefusedError("--set", f"{name} is {value}; the run in {run.where} has {kept}")

    def play(self, runs: Sequence[RunFile], wanted: int) -> Generator[int, None, None]:
        """Game after game, by whichever processes."""
        for run in runs:
            run.close()
        paths = [run.path for run in runs]
        return play_runs(paths, wanted, self.args.opponent, self.jobs, self.scheduler)

    def report(self, runs: Sequence[RunFile]) -> str:
        """A table for each run, every game's numbers, pictures, the first run's database."""
        from machines.laboratory.morph.charts import draw_learning

        played = [list(games_of(run)) for run in runs]
        asked = [config_from_record(run) for run in runs]
        for config, games in zip(asked, played, strict=True):
            _print_run(config, games, self.args.print_every)
        about = _about(asked[0])
        write_outputs(
            self.args,
            ("seed", *COLUMNS),
            (
                _numbers(config.seed, g)
                for config, games in zip(asked, played, strict=True)
                for g in games
            ),
            lambda path: draw_learning(path, played, about),
        )
        if self.args.database is not None:
            place, first = self.args.database, runs[0].path
            check_writable(place.with_suffix(HISTORY), HISTORY)
            replace_file(place.with_suffix(HISTORY), history_bytes(growth_of(first)))
            replace_file(place, learner_after(first).to_bytes())
        return _result(asked[0], played, sum(map(seconds_of, runs)))


# -- playing ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GameBatch:
    """Games of one run to be played."""

    path: Path
    wanted: int  # The run's last game
    opponent: str | None  # As the user names it


@dataclass(frozen=True)
class BatchResult:
    """What came of a batch."""

    games: int
    """In the run now."""
    refused: tuple[str, str] | None = None
    """Where and what, if an engine or a file put an end to it; the games before are kept."""


_last: dict[Path, tuple[int, Learner]] = {}
"""The learners that this process has, with the checksum of the database that each left behind."""


def play_runs(
    paths: Sequence[Path],
    wanted: int,
    opponent: str | None,
    jobs: int,
    scheduler: str | None,
) -> Generator[int, None, None]:
    """Play every run until it has so many games; how many all have, each time one has more.

    ``opponent``: as the user names it, or doesn't (:func:`.opponents.opponent_of`).  Raises
    RefusedError (EngineError) for the first run that can't go on.
    """
    done = {path: games_in(path) for path in paths}
    due = [path for path in paths if done[path] < wanted]
    if len(due) == 1 and scheduler is None:
        with open_run(due[0], MACHINE) as run:
            for games in play_games(run, wanted, opponent):
                done[due[0]] = games
                yield sum(done.values())
        return

    def follow(batch: GameBatch, result: BatchResult) -> GameBatch | None:
        return batch if result.refused is None and result.games < wanted else None

    batches = {GameBatch(path.resolve(), wanted, opponent): path for path in due}
    with contextlib.closing(
        run_tasks(jobs, play_batch, [*batches], follow=follow, scheduler=scheduler)
    ) as results:
        for batch, result in results:
            path = batches[batch]
            done[path] = max(result.games, done[path])
            yield sum(done.values())
            if result.refused is not None:
                raise RefusedError(*result.refused)


def _begin_run(path: Path, asked: MorphRunConfig) -> None:
    about, state = about_run(asked)
    begin_or_check(path, about, state, lambda run: config_from_record(run) == asked)


def begin_runs(
    folder: Path,
    versions: Mapping[str, LearnerConfig],
    opponent: str,
    seeds: Sequence[int],
    openings: int = 0,
) -> dict[str, list[Path]]:
    """The record of each version with each seed, begun where there is none.

    ``openings``: plies by lot with which each game begins.  Raises RefusedError for a record of
    something else.
    """
    found: dict[str, list[Path]] = {name: [] for name in versions}
    for seed in seeds:
        for name, settings in versions.items():
            path = folder / f"morph-{name}-{seed}{SUFFIX}"
            _begin_run(path, MorphRunConfig(settings, opponent, seed, openings))
            found[name].append(path)
    return found


def games_in(path: Path) -> int:
    """How many games a run has."""
    with read_run(path, MACHINE) as run:
        return run.plays


def play_batch(batch: GameBatch) -> BatchResult:
    """Play one, as a task of machines.laboratory.study.pool."""
    games = 0
    if not file_exists(batch.path):
        why = f"isn't there on {platform.node()}; expected a folder that all workers share"
        return BatchResult(games, (str(batch.path), why))
    try:
        with open_run(batch.path, MACHINE) as run:
            games = run.plays
            for number in play_games(run, batch.wanted, batch.opponent, BATCH_S):
                games = number
    except RefusedError as refusal:
        return BatchResult(games, (refusal.where, refusal.what))
    return BatchResult(games)


def play_games(
    run: RunFile, wanted: int, given: str | None, most_s: float = float("inf")
) -> Generator[int, None, None]:
    """Play until the run has so many games, or for so long; how many it has, after each.

    Raises EngineError for an opponent at fault, and KeyboardInterrupt, with every game before kept
    and nothing of that game learned.
    """
    asked = config_from_record(run)
    learner, seconds = _learner(run), seconds_of(run)
    began = due = time.monotonic()
    with make_opponent(opponent_of(asked.opponent, given, run.where)) as (opponent, begin_game):
        while run.plays < wanted:
            started = time.monotonic()
            number = run.plays + 1
            begin_game()
            game = play_next(learner, opponent, asked.seed, asked.openings)
            now = time.monotonic()
            seconds += now - started
            lasting = number % LASTING == 0
            over = now - began >= most_s or number == wanted
            state = None
            if over or lasting or now - due >= STATE_S:
                state, due = learner.to_bytes(), now
                _last[run.path.resolve()] = zlib.crc32(state), learner
            results = {SECONDS: round(seconds, 3)}
            with hold_interrupts():
                run.keep(1, packed(game), state, results, lasting=lasting)
            yield number
            if over:
                return


def play_next(learner: Learner, opponent: Player, seed: int, openings: int = 0) -> KeptGame:
    """Play the learner's next game, and learn from it; all chance is from seed and number."""
    number = learner.games + 1
    generator = game_generator(seed, number)
    played = play_game(learner, opponent, generator, has_white(number), openings)
    return kept_game(learner, played, learner.learn(played, generator))


def _learner(run: RunFile) -> Learner:
    """The run's, from memory if it is the one that left the newest database there."""
    checksum, learner = _last.pop(run.path.resolve(), (0, None))
    if learner is not None and learner.games == run.plays:
        state = run.state()
        if state is not None and zlib.crc32(state) == checksum:
            return learner
    return learner_of(run)


# -- what the report shows -------------------------------------------------------------------------


@dataclass(frozen=True)
class Sums:
    """Of the games of a run up to one of them."""

    games: int
    won: int
    drawn: int
    lost: int
    points: float  # Traditional points captured per game, by all games so far (section 5.1)
    last: float  # The same over the last hundred
    taken: float  # Points that the opponent captured per game, over the last hundred
    plies: float  # The length of a game, over the last hundred, and so on
    error: float


def sums(games: Sequence[KeptGame]) -> Sums:
    """Of games from the first on; there is at least one."""
    last = games[-WINDOW:]
    return Sums(
        games=len(games),
        won=sum(game.result == 1.0 for game in games),
        drawn=sum(game.result == 0.5 for game in games),
        lost=sum(game.result == 0.0 for game in games),
        points=sum(game.captured for game in games) / len(games),
        last=sum(game.captured for game in last) / len(last),
        taken=sum(game.lost for game in last) / len(last),
        plies=sum(game.plies for game in last) / len(last),
        error=sum(game.error for game in last) / len(last),
    )


def _about(asked: MorphRunConfig) -> str:
    drawn = f", the first {asked.openings} plies by lot" if asked.openings else ""
    return f"v {asked.opponent}{drawn}, seed {asked.seed}"


def _print_run(asked: MorphRunConfig, games: Sequence[KeptGame], every: int) -> None:
    counts = sorted({*range(every, len(games), every), len(games)} - {0})
    print_table(
        HEADINGS,
        [_cells(sums(games[:count]), games[count - 1]) for count in counts],
        f"Morph {_about(asked)}: points captured per game by all games so "
        "far, and as all that follows by the last hundred",
    )
    most = max(games, key=lambda game: (game.result, game.captured), default=None)
    if most is not None:
        side = "White" if most.white else "Black"
        words = {0.0: "lost", 0.5: "drawn", 1.0: "won"}[most.result]
        print(
            f"Its best game is number {most.number}, {words} as {side}: {most.captured} points "
            f"in {most.plies} plies, {most.reason}."
        )


def _cells(now: Sums, game: KeptGame) -> list[str]:
    return (
        f"{now.games} {now.won} {now.drawn} {now.lost} {now.points:.2f} {now.last:.2f} "
        f"{now.taken:.2f} {now.plies:.0f} {now.error:.4f} {game.patterns} {game.temperature:.2f}"
    ).split()


def _numbers(seed: int, game: KeptGame) -> list[object]:
    cells = [getattr(game, name) for name in COLUMNS]
    cells = [round(cell, 6) if isinstance(cell, float) else cell for cell in cells]
    return [seed, *(int(cell) if isinstance(cell, bool) else cell for cell in cells)]


def _result(
    asked: MorphRunConfig,
    played: Sequence[Sequence[KeptGame]],
    seconds: float,
) -> str:
    """The last line: counts of all runs, means of the rest."""
    ends = [sums(games) for games in played]

    def mean(name: str) -> float:
        return float(sum(getattr(end, name) for end in ends)) / len(ends)

    patterns = sum(games[-1].patterns for games in played) / len(played)
    milliseconds = 1000 * seconds / sum(end.games for end in ends)
    return (
        f"RESULT games={ends[0].games} runs={len(played)} won={sum(end.won for end in ends)} "
        f"drawn={sum(end.drawn for end in ends)} lost={sum(end.lost for end in ends)} "
        f"points={mean('points'):.2f} last={mean('last'):.2f} taken={mean('taken'):.2f} "
        f"plies={mean('plies'):.1f} error={mean('error'):.4f} patterns={patterns:.0f} "
        f"ms={milliseconds:.1f} opponent={asked.opponent} seed={asked.seed}"
    )
