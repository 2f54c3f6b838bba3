"""What Morph has learned, by name: in runs' records and in files.

shipped             assets/players/morph.database
RUN.sqlite          what was learned in that run
RUN.sqlite:106      ... after so many games
FILE.database       as ``learn morph --database`` writes it

A run's record has a block a game, the database now and then.
A database of thousands of patterns takes longer to write than a game to play, so not every game
leaves one: a block has the game's moves, and what lies between a database that was kept and a later
game is gone over again, with the opponent's moves from the record.  Chance is drawn by the number
of the game, so that this comes to the same, bit for bit; what comes out otherwise is refused.  So
any number of games names a database: ``RUN.sqlite:106``.

A file for people has patterns by the names of their parts::

{"form": 1, "games": 106, "patterns": [
     {"weight": 0.094, "updates": 556, "material": {"bishop": -1}},
     {"weight": 0.9, "nodes": [{"label": "white knight"}, {"label": "black king", "square": "g8"}],
      "edges": [{"from": 0, "to": 1, "kind": "direct"}]}]}

What a pattern is without is nought (a weight: 0.5).  White has just moved; machines/morph/labels.py
has the names of labels and kinds, a square may be a file (``g?``) or a rank (``?8``), or left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.exhibit.run_record import RunMetadata
from machines.games.chess.board import Move, Position
from machines.games.chess.moves import unpack_move
from machines.games.chess.notation import read_fen
from machines.morph.aps.database import SCHEMES, Records
from machines.morph.aps.system import Learned
from machines.morph.games import Lesson, Played
from machines.morph.growth import Growth
from machines.morph.history import DOWN_ONE_BISHOP
from machines.morph.learner import WAYS, Learner, Record, game_generator, play_game
from machines.morph.patterns import GraphPattern, MaterialPattern, Pattern, from_plain, to_plain
from machines.morph.settings import LearnerConfig
from machines.storage.files import file_exists, read_file
from machines.storage.program import ASSETS
from machines.storage.program import VERSION as PROGRAM
from machines.storage.run_file import RunFile
from machines.storage.run_store import SUFFIX as RUN
from machines.storage.run_store import read_run, run_and_number

# -- runs ------------------------------------------------------------------------------------------

MACHINE = "morph"
LEARNING = "learning"
"""The study's name in a run record."""
VERSION = 1
"""Of a kept game's bytes."""
LASTING = 500
"""A database is kept for good each time after so many games."""


@dataclass(frozen=True)
class KeptGame:
    """A game and its lesson, as a block has them."""

    number: int
    """From 1."""
    white: bool
    """Whether Morph had White."""
    result: float
    """For Morph: 0 lost, 0.5 drawn, 1 won."""
    reason: str
    captured: int
    """Traditional points of the men that Morph took (section 5.1)."""
    lost: int
    moves: bytes
    """Two bytes a move, the lower first (machines.games.chess.board.Move.packed)."""
    error: float
    updates: int
    added: int
    deleted: int
    patterns: int
    temperature: float
    bishop: float
    """The weight of "down one bishop" afterwards (Figs 2.1 and 2.2); below 0: there is none."""

    @property
    def plies(self) -> int:
        """Moves of both sides."""
        return len(self.moves) // 2


@dataclass(frozen=True)
class MorphRunConfig:
    """All that a run follows from, but for the opponent's program."""

    settings: LearnerConfig
    opponent: str
    seed: int
    openings: int = 0
    """Plies by lot with which each game begins."""


def about_run(asked: MorphRunConfig) -> tuple[RunMetadata, bytes]:
    """What a run is of, and the state in which it begins: with nothing learned."""
    settings = {"opponent": asked.opponent, "seed": asked.seed, "settings": asdict(asked.settings)}
    if asked.openings:  # runs of before are without it
        settings["openings"] = asked.openings
    about = RunMetadata(MACHINE, LEARNING, settings, PROGRAM)
    return about, Learner(asked.settings).to_bytes()


def config_from_record(run: RunFile) -> MorphRunConfig:
    """What a run was begun with.  Raises RefusedError for the record of anything else."""
    if run.about.study != LEARNING:
        raise RefusedError(run.where, f"is of {run.about.study}; expected {LEARNING}")
    try:
        return msgspec.convert(dict(run.about.settings), MorphRunConfig)
    except msgspec.ValidationError as error:
        raise RefusedError(
            run.where, f"has settings of another version of the program: {error}"
        ) from None


def kept_game(learner: Learner, played: Played, lesson: Lesson) -> KeptGame:
    """A game that the learner has just learned from, as it goes into the record."""
    down = learner.record(MaterialPattern(DOWN_ONE_BISHOP))
    taught = asdict(lesson)
    return KeptGame(
        number=taught.pop("game"),
        white=played.morph_white,
        result=played.result,
        reason=played.reason,
        captured=played.captured,
        lost=played.lost,
        moves=b"".join(move.packed().to_bytes(2, "little") for move in played.moves),
        bishop=-1.0 if down is None else down.weight,
        **taught,
    )


def packed(game: KeptGame) -> bytes:
    """As a block has it."""
    return snapshot.pack(game, VERSION)


def games_of(run: RunFile, first: int = 1) -> Iterator[KeptGame]:
    """The games from that number on.  Raises RefusedError for one that can't be read."""
    for block in run.blocks(first):
        where = f"{run.where}, game {block.first}"
        game = snapshot.unpack(block.data, KeptGame, VERSION, where)
        if game.number != block.first:
            raise RefusedError(where, f"is numbered {game.number}")
        yield game


def first_games(path: Path, count: int) -> tuple[KeptGame, ...]:
    """The first games of the run in a file.  Raises RefusedError as :func:`games_of`."""
    with read_run(path, MACHINE) as run:
        return tuple(islice(games_of(run), count))


def moves_of(game: KeptGame) -> tuple[Move, ...]:
    """The moves of a kept game."""
    data = game.moves
    return tuple(
        unpack_move(int.from_bytes(data[at : at + 2], "little")) for at in range(0, len(data), 2)
    )


def has_white(number: int) -> bool:
    """Whether Morph has White in game ``number``: by turns, from the first on."""
    return number % 2 == 1


def learner_after(path: Path, games: int | None = None) -> Learner:
    """What was learned after so many games of a run (None: all).  Raises RefusedError."""
    with read_run(path, MACHINE) as run:
        return learner_of(run, games)


def learner_of(run: RunFile, games: int | None = None) -> Learner:
    """The same of an open run: the newest database kept before, and the games since."""
    asked = config_from_record(run)
    wanted = run.plays if games is None else games
    if not 0 <= wanted <= run.plays:
        raise RefusedError(run.where, f"has {run.plays} games; expected one with {wanted} or more")
    learner, before = Learner(asked.settings), 0
    for plays, state in run.states():
        if 0 < plays <= wanted:
            learner, before = Learner.from_bytes(state, run.where), plays
    if learner.games != before:
        raise RefusedError(
            run.where, f"has a database of {learner.games} games; expected that after {before}"
        )
    if learner.settings != asked.settings:
        raise RefusedError(run.where, "has a database from other settings than its own")
    for game in games_of(run, before + 1):
        if game.number > wanted:
            break
        _go_over(learner, asked, game, f"{run.where}, game {game.number}")
    return learner


def _go_over(learner: Learner, asked: MorphRunConfig, game: KeptGame, where: str) -> None:
    """Learn once more from a game that was kept; raises RefusedError if it comes out otherwise."""
    generator = game_generator(asked.seed, game.number)
    moves = moves_of(game)
    theirs = [move for ply, move in enumerate(moves)
              if ply >= asked.openings and (ply % 2 == 1) == game.white]  # fmt: skip
    try:
        played = play_game(learner, _Reader(theirs), generator, game.white, asked.openings)
    except (StopIteration, ValueError):  # it has no move left, or one that can't be made
        played = None
    if played is None or played.moves != moves:
        raise RefusedError(
            where, "comes out otherwise than it is kept; expected the program that played it"
        )
    learner.learn(played, generator)


class _Reader:
    """Plays what is in the record."""

    name = "record"

    def __init__(self, moves: Sequence[Move]) -> None:
        self._moves = iter(moves)

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """The next move of the record; raises StopIteration at its end."""
        return next(self._moves)


# -- files that people can read and write ----------------------------------------------------------

PATTERNS = ".json"
FORM = 1
MOST_COUNTED = 1 << 40
"""Of updates, uses, games."""
COUNTS = ("updates", "uses", "age")
STATISTICS = ("number", "weight", "updates", "uses", "variance", "age", "way")


def as_json(games: int, records: Sequence[Record]) -> bytes:
    """Patterns with their statistics as the bytes of such a file."""
    plain = {
        "form": FORM,
        "games": games,
        "patterns": [
            {**{name: getattr(record, name) for name in STATISTICS}, **to_plain(record.pattern)}
            for record in records
        ],
    }
    return msgspec.json.format(msgspec.json.encode(plain), indent=1) + b"\n"


def read_patterns(path: Path) -> Learner:
    """A learner that knows the patterns of such a file, with default settings.

    Raises RefusedError, naming the pattern and the node, for what no position can have.
    """
    where = path.name
    try:
        plain = msgspec.json.decode(read_file(path, MOST_BYTES))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RefusedError(where, f"is no JSON file: {error}") from None
    if not isinstance(plain, dict) or plain.get("form") != FORM:
        found = plain.get("form") if isinstance(plain, dict) else type(plain).__name__
        raise RefusedError(where, f"is of form {found!r}; expected patterns of form {FORM}")
    listed = plain.get("patterns")
    if not isinstance(listed, list):
        raise RefusedError(where, "has no list of patterns")
    places = [f"{where}, pattern {number}" for number in range(1, len(listed) + 1)]
    patterns = [_pattern(row, place) for row, place in zip(listed, places, strict=True)]

    def column(name: str, kind: type[np.int64] | type[np.float64]) -> Any:
        values = [_value(row, name, place) for row, place in zip(listed, places, strict=True)]
        return np.array(values, dtype=kind)

    ways = {way: scheme for scheme, way in WAYS.items()}
    records: Records[Pattern] = Records(
        patterns=patterns,
        ids=np.arange(len(patterns), dtype=np.int64),
        weights=column("weight", np.float64),
        updates=column("updates", np.int64),
        uses=column("uses", np.int64),
        variance=column("variance", np.float64),
        ages=column("age", np.int64),
        schemes=np.array(
            [SCHEMES.index(ways.get(str(row.get("way")), "given")) for row in listed],
            dtype=np.int64,
        ),
        given_out=len(patterns),
    )
    seen: dict[Pattern, int] = {}
    for number, (pattern, place) in enumerate(zip(patterns, places, strict=True), 1):
        if pattern in seen:
            raise RefusedError(place, f"is the same as pattern {seen[pattern]}")
        seen[pattern] = number
    games = plain.get("games", 0)
    if type(games) is not int or not 0 <= games <= MOST_COUNTED:
        raise RefusedError(where, f"games are {games!r}; expected a number of them")
    settings = LearnerConfig()
    return Learner(settings, Learned(settings.aps, records, games))


def _pattern(plain: Any, where: str) -> Pattern:
    pattern = from_plain(plain, where)
    if isinstance(pattern, GraphPattern) and pattern.origin is not None:
        read_fen(pattern.origin.fen, f"{where}, origin")
    return pattern


def _value(plain: dict[str, Any], name: str, where: str) -> float:
    value = plain.get(name, 0.5 if name == "weight" else 0)
    whole = name in COUNTS
    most = 1 if name == "weight" else MOST_COUNTED
    good = type(value) is int or (type(value) is float and not whole)
    if not good or not 0 <= value <= most:
        kind = "a whole number" if whole else "a number"
        raise RefusedError(where, f"{name} is {value!r}; expected {kind}, 0 to {most}")
    return float(value)


# -- by name ---------------------------------------------------------------------------------------

SUFFIX = ".database"
HISTORY = ".history"
"""The suffix of a file with a run's curves, which stands beside its database."""
SHIPPED_NAME = "shipped"
SHIPPED = ASSETS / "players" / f"morph{SUFFIX}"
MOST_BYTES = 64 << 20
"""Of a database's file, or one of patterns."""


def load_learner(name: str, where: str) -> Learner:
    """What was learned, by the name of a database.  Raises RefusedError."""
    if name == SHIPPED_NAME:
        if not file_exists(SHIPPED):
            raise RefusedError(SHIPPED.name, "there is no such file; expected the shipped database")
        return Learner.from_bytes(read_file(SHIPPED, MOST_BYTES), SHIPPED.name)
    path, games = run_and_number(name)
    if games is not None or path.suffix.lower() == RUN:
        return learner_after(path, games)
    if path.suffix.lower() == PATTERNS:
        return read_patterns(path)
    if not file_exists(path):
        raise RefusedError(
            where, f"there is no file {name}; expected {SHIPPED_NAME}, a run or a database"
        )
    return Learner.from_bytes(read_file(path, MOST_BYTES), path.name)


def growth_of(path: Path) -> Growth:
    """The curves of a run's games.  Raises RefusedError for what is no run."""
    growth = Growth()
    with read_run(path, MACHINE) as run:
        for game in games_of(run):
            weight = game.bishop if game.bishop >= 0 else 0.5
            growth.add(game.captured, game.error, game.plies, weight, game.result)
    return growth
