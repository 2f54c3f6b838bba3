"""Gould and Levinson 1992: a Morph that learns no more, against Level I and other opponents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from machines.laboratory.morph.databases import SHIPPED_NAME, load_learner
from machines.laboratory.morph.study import make_opponent
from machines.laboratory.printed import morph as printed
from machines.laboratory.reproduce.artefacts import (
    Accepted,
    Effort,
    Line,
    Made,
    Row,
    impossible,
    judged,
    measured,
    numbered,
    picture,
    run_seeds,
    seeds_said,
    sign_of,
)
from machines.laboratory.reproduce.morph_runs import (
    CONFIG,
    CURVE_GAMES,
    CURVES_WHY,
    FULL,
    OPPONENT,
    draws_and_wins,
    missing_engine,
    play_report_runs,
)
from machines.laboratory.study.intervals import mean_interval
from machines.laboratory.study.pool import run_tasks
from machines.morph.learner import game_generator, play_game
from machines.morph.settings import version
from machines.storage.files import file_exists, read_file, replace_file
from machines.storage.option_parsing import UserNamed

LEVEL_I = UserNamed("gnuchess:timed")
LEVEL_I_GAMES = 30
SHARE_WHY = (
    "GNU Chess at one ply answers the same to the same, so that part of the points are of lines "
    "learned by heart. Tried: openings by lot in learning, too."
)


class FrozenGame(msgspec.Struct, frozen=True):
    """A game from which nothing is learned."""

    result: float
    """For Morph: 0 lost, 0.5 drawn, 1 won."""
    captured: int
    """Traditional points of the men that Morph took."""
    plies: int
    moves: bytes = b""
    """Two bytes a move."""


@dataclass(frozen=True)
class FrozenGames:
    """Games that are to be played by what was learned."""

    database: str
    """By name: ``shipped``, ``RUN.sqlite:300``."""
    opponent: UserNamed
    openings: int
    first: int
    count: int = 1
    seed: int = 1


def play_frozen(task: FrozenGames) -> list[FrozenGame]:
    """Play them, Morph with White in the odd ones."""
    learner = load_learner(task.database, "reproduce")
    played = []
    with make_opponent(task.opponent) as (opponent, begin_game):
        for number in range(task.first, task.first + task.count):
            begin_game()
            chance, white = game_generator(task.seed, number), number % 2 == 1
            game = play_game(learner, opponent, chance, white, task.openings)
            moves = b"".join(move.packed().to_bytes(2, "little") for move in game.moves)
            played.append(FrozenGame(game.result, game.captured, game.plies, moves))
    return played


def level_1(effort: Effort) -> Made:
    """Thirty games against GNU Chess with its clock, by what was learned in 2,000 games."""
    missing = missing_engine(LEVEL_I)
    if missing:
        return Made([impossible("games against Level I", printed.DRAWS, missing)])
    full = {FULL: version(FULL, CONFIG)}
    (path,) = play_report_runs(effort.part(0, 0.1), full, run_seeds(1), CURVE_GAMES)[FULL]
    kept, games = effort.run_folder() / "level1.json", dict[int, FrozenGame]()
    if file_exists(kept):
        games = msgspec.json.decode(read_file(kept), type=dict[int, FrozenGame])
    due = [FrozenGames(f"{path.resolve()}:{CURVE_GAMES}", LEVEL_I, 0, number)
           for number in range(1, LEVEL_I_GAMES + 1) if number not in games]  # fmt: skip
    for task, (game,) in run_tasks(effort.jobs, play_frozen, due, scheduler=effort.scheduler):
        games[task.first] = game
        replace_file(kept, msgspec.json.encode(games))
        effort.tell(0.1 + 0.9 * len(games) / LEVEL_I_GAMES)
    numbers = [(n, game.result, game.captured, game.plies) for n, game in sorted(games.items())]
    points = float(np.mean([game.captured for game in games.values()]))
    results = [game.result for game in games.values()]
    rows = draws_and_wins(results, "GNU Chess with 60 moves in 5 minutes")
    mean = impossible("points captured a game against Level I", printed.CURVES,
                      f"{CURVES_WHY} They are of games that Morph learned from.",
                      f"{points:.1f} in {len(games)} games")  # fmt: skip
    return Made([*rows, mean], ("game", "result", "captured", "plies"), numbers,
                [picture("AGAINST LEVEL I", "game", "traditional points captured",
                         Line("ours", [(float(row[0]), float(row[2])) for row in numbers]))],
                )  # fmt: skip


# -- other opponents -------------------------------------------------------------------------------

BY_LOT = 4
"""Plies with which games begin, so that an opponent without chance plays other games."""


@dataclass(frozen=True)
class Seat:
    """An opponent, and how games against it begin."""

    name: str
    opponent: UserNamed
    openings: int = 0


LOTS = f", {BY_LOT} plies by lot first"
SEATS = (
    Seat("GNU Chess at one ply", OPPONENT),
    Seat(f"GNU Chess at one ply{LOTS}", OPPONENT, BY_LOT),
    Seat("GNU Chess with its book", UserNamed("gnuchess:book")),
    Seat("Stockfish at one node", UserNamed("stockfish:1nodes")),
    Seat(f"Stockfish at one node{LOTS}", UserNamed("stockfish:1nodes"), BY_LOT),
    Seat("our player at one ply", UserNamed("house")),
    Seat(f"our player at one ply{LOTS}", UserNamed("house"), BY_LOT),
)
OTHER_RUNS, QUICK_LEARNED, FROZEN = 3, 300, 40
"""Runs of either way of learning; games of a quick one's; games that are played by each."""
NOTHING, PLAIN, OPENED = "nothing", "as in 1992", f"with {BY_LOT} plies by lot"
"""How Morph learned, or it is the shipped one."""
KEPT_SHARE = Accepted(0.75, float("inf"), "three quarters: else the points are of a few lines")


def opponents(effort: Effort) -> Made:
    """A Morph that learns no more, against opponents that it hasn't met, and from openings by lot;
    beside one that knows nothing, and one that learned with openings by lot."""
    seeds, missing = run_seeds(OTHER_RUNS), missing_engine(OPPONENT)
    if missing:
        return Made([impossible("Morph against other opponents", printed.METRIC, missing,
                                kind="stand-in")])  # fmt: skip
    learned, full = effort.of(CURVE_GAMES, QUICK_LEARNED), version(FULL, CONFIG)
    opened = f"{FULL}-openings"
    usual = play_report_runs(effort.part(0, 0.3), {FULL: full}, seeds, learned)[FULL]
    drawn = play_report_runs(effort.part(0.3, 0.6), {opened: full}, seeds, learned, BY_LOT)
    ways = ((NOTHING, usual, 0), (PLAIN, usual, learned), (OPENED, drawn[opened], learned))
    databases = {(way, seed): f"{path.resolve()}:{games}"
                 for way, runs, games in ways
                 for seed, path in zip(seeds, runs, strict=True)}  # fmt: skip
    databases[SHIPPED_NAME, 1] = SHIPPED_NAME
    absent = {seat: why for seat in SEATS if (why := missing_engine(seat.opponent))}
    there = [seat for seat in SEATS if seat not in absent]
    tasks = {
        (way, seat, seed): FrozenGames(name, seat.opponent, seat.openings, 1, FROZEN, seed)
        for (way, seed), name in databases.items()
        for seat in there
    }
    played = dict(zip(tasks, effort.part(0.6, 1).results(play_frozen, list(tasks.values())),
                      strict=True))  # fmt: skip
    rows = _of_seats(played, absent, seeds, learned)
    numbers = [(way, seat.name, seed, *_summary(games))
               for (way, seat, seed), games in played.items()]  # fmt: skip
    columns = ("learned", "opponent", "seed", "games", "points", "won", "drawn", "plies",
               "different of 10 as White", "different of 10 as Black")  # fmt: skip
    lines = [
        Line(way, numbered([float(np.mean([_captured(games) for (which, who, _), games
                                           in played.items() if (which, who) == (way, seat)]))
                            for seat in there]))
        for way in (PLAIN, OPENED, NOTHING, SHIPPED_NAME)
    ]  # fmt: skip
    chart = picture("AGAINST OTHER OPPONENTS", "opponents, in the rows' order",
                    "points captured a game", *lines,
                    names=[str(number) for number in range(1, len(there) + 1)])  # fmt: skip
    return Made(rows, columns, numbers, [chart])


Frozen = Mapping[tuple[str, Seat, int], Sequence[FrozenGame]]
"""Games by how Morph learned, against whom, and by the run's seed."""


def _of_seats(
    played: Frozen, absent: Mapping[Seat, str], seeds: Sequence[int], learned: int
) -> list[Row]:
    """What learning adds against each, and how much of it openings by lot leave."""
    rows = []
    for seat in SEATS:
        what = f"points a game that {learned:,} games of learning add, against {seat.name}"
        if seat in absent:
            rows.append(impossible(what, printed.STEADY, absent[seat], kind="stand-in"))
            continue
        gains = [_captured(played[PLAIN, seat, seed]) - _captured(played[NOTHING, seat, seed])
                 for seed in seeds]  # fmt: skip
        rows.append(sign_of(what, printed.STEADY, gains, seeds, kind="stand-in", digits=1))
    what = f"points after {BY_LOT} plies by lot for points without"
    for way in (PLAIN, OPENED):
        usual, drawn = ([_captured(played[way, seat, seed]) for seed in seeds]
                        for seat in SEATS[:2])  # fmt: skip
        shares = [b / a for a, b in zip(usual, drawn, strict=True)]
        rows.append(measured(f"{what}, learned {way}", printed.METRIC, KEPT_SHARE, shares, seeds,
                             SHARE_WHY, kind="stand-in", in_words=True, digits=2))  # fmt: skip
    known, other = (played[SHIPPED_NAME, seat, 1] for seat in SEATS[:2])
    shares = [game.captured / _captured(known) for game in other]
    rows.append(judged(f"{what}, the shipped database", printed.METRIC, KEPT_SHARE,
                       mean_interval(shares), kind="stand-in", why=SHARE_WHY, digits=2,
                       seeds=f"{len(other)} games of either"))  # fmt: skip
    return [*rows, _different(played, seeds)]


def _different(played: Frozen, seeds: Sequence[int]) -> Row:
    """How many games there are among ten, of which the paper says nothing."""

    def white(way: str, seat: Seat, seed: int) -> str:
        return str(_summary(played[way, seat, seed])[5])

    plain, lots = (", ".join(white(PLAIN, seat, seed) for seed in seeds) for seat in SEATS[:2])
    known = white(SHIPPED_NAME, SEATS[0], 1)
    return impossible("different games of 10 as White against GNU Chess", printed.CURVES,
                      CURVES_WHY, f"{plain}; after {BY_LOT} plies by lot {lots}; the shipped "
                      f"database {known}", kind="stand-in", seeds=seeds_said(seeds))  # fmt: skip


def _captured(games: Sequence[FrozenGame]) -> float:
    return float(np.mean([game.captured for game in games]))


def _summary(games: Sequence[FrozenGame]) -> tuple[object, ...]:
    """Games, points, wins, draws, plies, and how many differ of the first ten as either side."""
    won, drawn = (sum(game.result == result for game in games) for result in (1.0, 0.5))
    white, black = ({game.moves for game in games[side:20:2]} for side in (0, 1))
    return (len(games), round(_captured(games), 2), won, drawn,
            round(float(np.mean([game.plies for game in games])), 1), len(white),
            len(black))  # fmt: skip
