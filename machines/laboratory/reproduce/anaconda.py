"""Chellapilla and Fogel 2000, "Anaconda defeats Hoyle 6-0", CEC 2000, 857-863: the network, its
evolution by the paper's rules alone, the printed game, a match against stand-ins for Hoyle's
characters, strength against look-ahead, and a ladder in place of ratings.  Facts:
docs/sources/anaconda.md.

Games of matches begin with three-move openings, each played twice with sides changed, so that what
varies is the opening: the same seed and the same floats give the same games.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from machines.anaconda import evolution, network
from machines.anaconda.evolution import EvolutionConfig
from machines.kernels.kernel_cache import strict_float
from machines.laboratory.anaconda.study import begin_evolution, evolve, generations_in
from machines.laboratory.matches.players import make_player
from machines.laboratory.matches.referee import (
    GamePair,
    PairResult,
    draw_openings,
    play_pair,
    score,
)
from machines.laboratory.reproduce.artefacts import (
    Artefact,
    Effort,
    Line,
    Made,
    Row,
    equal,
    follow,
    impossible,
    numbered,
    picture,
    printed_moves,
    seeds_said,
    sign_of,
    within,
)
from machines.laboratory.study.intervals import mean_interval
from machines.storage.program import ASSETS
from machines.storage.run_store import SUFFIX

if TYPE_CHECKING:
    from devices.screen.parts.chart import ChartState

PAPER = "anaconda"
GAME = ASSETS / "decks" / "anaconda-beatrice.txt"
PRINTED_NODES = (36, 25, 16, 9, 4, 1)
"""That see 3 x 3 squares, 4 x 4 ... 8 x 8."""
FORCED = (3, 15, 16, 21, 22, 40, 42, 44, 45, 57, 60, 72, 73, 80, 115, 116)
"""Plies of the appendix that bear the mark (f), from 1."""
SEED = 1
PLY = 4
"""Plies at which evolution played (section 3)."""
HOYLE_PLY, STAND_IN_PLY = 6, 4
"""Anaconda "relied mainly" on six plies (section 5); how far Hoyle looked isn't told: four is our
choice."""
PIECES = "samuel:pieces"
STAND_INS = (PIECES, "anaconda:pieces", "samuel")
"""In the places of Beatrice, Natasha and Leopold: programs that count pieces, and Samuel's."""
LEAST_WON = 0.05 ** (1 / 6)
"""0.607: who wins a smaller share of games wins six of six in fewer than 5% of all cases."""
ALL_OPENINGS, QUICK_GAMES = 432, 100
"""Each of the 216 openings with either side; of a quick report."""
PIECES_PLY = 3
PLIES = (2, 4, 6, 8)
BEGINNING = f"anaconda:{ASSETS / 'players' / 'anaconda-0.network'}"
AFTER_250, AFTER_840 = (
    f"anaconda:{ASSETS / 'players' / f'anaconda-{generation}.network'}" for generation in (250, 840)
)
LADDER = ("random", "anaconda:pieces", "samuel", AFTER_250, AFTER_840, "anaconda")
LADDER_NAMES = ("random", "pieces", "samuel", "after 250", "after 840", "shipped")
"""Of the picture."""
RUNS, GENERATIONS = 3, 250
HOYLE = (
    "Hoyle's Classic Games is a product of Sierra On-Line: it is neither ours to ship nor to run."
)
STAND_IN = "How strong Hoyle's characters were isn't known."
PEOPLE = "Nobody here plays rated games against people; the ladder below stands beside it."
NOT_SAID = "The paper doesn't say how many."
OURS_LEARNED = "The shipped run also learned from its games, which brought most of it by then."
NOT_IMPROVED = (
    "Most games are drawn, and a step of 0.05 in each of 5,046 weights wanders: tried here were "
    "openings, a share of the pieces for undecided games, one point off for a loss, and a bound on "
    "sigma (docs/research/anaconda.md)."
)


def architecture(_: Effort) -> Made:
    """The network and the numbers of its evolution."""
    sizes = Counter(window.size for window in network.WINDOWS)
    rows = [
        equal("nodes that see a part of the board", "text", 91, len(network.WINDOWS)),
        equal("of these 3 x 3, 4 x 4 ... 8 x 8", "text", " ".join(map(str, PRINTED_NODES)),
              " ".join(str(sizes[size]) for size in network.SIZES)),
        equal("squares of the first 3 x 3", "Fig. 2", "1, 5, 6, 9",
              ", ".join(map(str, network.WINDOWS[0].squares))),
        equal("weights and biases", "text", 5046, network.WEIGHTS),
        within("tau", "text", "0.0839", evolution.TAU, 0.08385, 0.08395,
               shown=f"{evolution.TAU:.5f}", statistic="to the printed digits"),
        equal("parents", "text", 15, evolution.PARENTS),
        equal("games that each player begins", "text", 5, evolution.GAMES_EACH),
        equal("games a generation", "text", 150, evolution.GAMES),
        equal("step size at the start", "text", 0.05, evolution.INITIAL_SIGMA),
        equal("steps of the king's value", "text", "-0.1, 0, 0.1",
              ", ".join(f"{step:g}" for step in evolution.KING_STEPS)),
    ]  # fmt: skip
    numbers = [(size, sizes[size]) for size in network.SIZES]
    chart = picture(
        "NODES THAT SEE A PART OF THE BOARD",
        "squares each way",
        "nodes",
        Line("as printed", list(zip(network.SIZES, PRINTED_NODES, strict=True)), paper=True),
        Line("ours", numbers),
    )
    return Made(rows, ("size", "windows"), numbers, [chart])


def printed_game(_: Effort) -> Made:
    """The appendix: Beatrice against Anaconda, with the moves that were forced."""
    moves = printed_moves(GAME)
    numbers = [(ply, text, count) for ply, (text, count) in enumerate(follow(moves), start=1)]
    forced = [ply for ply, _, count in numbers if count == 1]
    rows = [
        equal("plies, all of them legal", "Appendix", 119, len(moves)),
        equal("moves marked (f): where one move is legal", "Appendix", len(FORCED), len(forced)),
        equal("the plies that bear the mark", "Appendix", " ".join(map(str, FORCED)),
              " ".join(map(str, forced))),
    ]  # fmt: skip
    chart = picture(
        "ANACONDA AGAINST BEATRICE",
        "ply",
        "legal moves",
        Line("marked (f)", [(ply, 1) for ply in FORCED], paper=True, joined=False),
        Line("ours", [(ply, count) for ply, _, count in numbers]),
    )
    return Made(rows, ("ply", "move", "legal"), numbers, [chart])


# -- matches ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Match:
    """Two players of ``main.py match`` and how many plies each looks ahead."""

    a: str
    b: str
    ply: int
    other: int
    games: int
    """An even number."""


def play_matches(effort: Effort, matches: Sequence[Match]) -> list[list[PairResult]]:
    """Play all of them; of each the pairs, in the order of their openings, which are the same for
    matches of as many games."""
    pairs: list[GamePair] = []
    for match in matches:
        first, second = make_player(match.a, match.ply, "a"), make_player(match.b, match.other, "b")
        pairs += [
            GamePair(number, opening, first, second, SEED, 0)
            for number, opening in enumerate(draw_openings(match.games // 2, SEED))
        ]
    played = iter(effort.results(play_pair, pairs))
    return [list(islice(played, match.games // 2)) for match in matches]


def _grows(
    what: str, where: str, printed: str, before: list[PairResult], after: list[PairResult], why: str
) -> Row:
    """Whether ``after`` has more points than ``before`` from the same openings."""
    more = mean_interval([b.points - a.points for a, b in zip(before, after, strict=True)])
    return within(what, where, printed, more.low, 0.0, 1.0,
                  shown=f"{score(before).points.value:.3f} to "
                  f"{score(after).points.value:.3f}: {more.value:+.3f} +- "
                  f"{more.value - more.low:.3f}",
                  statistic="the lower end of the 95% interval of the difference, opening by "
                  "opening", seeds=_games_said(), why=why)  # fmt: skip


def _short(name: str) -> str:
    """A player's name without the folder of its file."""
    kind, _, file = name.partition(":")
    return f"{kind}:{Path(file).name}" if "/" in file else name


def _said(pairs: Sequence[PairResult]) -> str:
    """Games and points, for a row."""
    found = score(pairs)
    points = found.points
    return (
        f"{found.wins} won, {found.losses} lost, {found.draws} drawn; "
        f"{points.value:.3f} of the points ({points.low:.3f} to {points.high:.3f})"
    )


def _games_said() -> str:
    """Where the games come from, for a row: the last bits of a sum can change a move."""
    if strict_float():
        return f"openings by seed {SEED}; strict floats: the same games on every processor"
    from llvmlite.binding import get_host_cpu_name

    return f"openings by seed {SEED}; floats as they are fastest on {get_host_cpu_name()}"


def _numbers(
    matches: Sequence[Match], played: Sequence[Sequence[PairResult]]
) -> Iterator[tuple[object, ...]]:
    for match, pairs in zip(matches, played, strict=True):
        found = score(pairs)
        points = found.points
        yield (_short(match.a), match.ply, _short(match.b), match.other, found.games, found.wins,
               found.losses, found.draws, *(round(each, 4) for each in
                                            (points.value, points.low, points.high)))  # fmt: skip


MATCH_COLUMNS = ("player", "ply", "against", "its ply", "games", "won", "lost", "drawn", "points",
                 "low", "high")  # fmt: skip


def hoyle(effort: Effort) -> Made:
    """Six games won of six: Hoyle's program is not ours to run, so stand-ins sit there."""
    games = effort.of(ALL_OPENINGS, QUICK_GAMES)
    matches = [Match("anaconda", other, HOYLE_PLY, STAND_IN_PLY, games) for other in STAND_INS]
    played = play_matches(effort, matches)
    rows = [impossible("games won against Hoyle's characters", "section 5", "6 of 6", HOYLE)]
    for match, pairs in zip(matches, played, strict=True):
        found = score(pairs)
        rows.append(
            within(f"share of games won at {match.ply} plies against {_short(match.b)} at "
                   f"{match.other}", "section 5", "6 of 6", found.wins / found.games,
                   LEAST_WON, 1.0, shown=_said(pairs), seeds=_games_said(), why=STAND_IN,
                   statistic="the share of which six wins in six games come in 5% or more")
        )  # fmt: skip
    chart = _shares("AGAINST STAND-INS FOR HOYLE'S CHARACTERS", STAND_INS, played)
    return Made(rows, MATCH_COLUMNS, list(_numbers(matches, played)), [chart])


def _shares(
    title: str, names: Sequence[str], played: Sequence[Sequence[PairResult]]
) -> "ChartState":
    """Shares of the points, with the ends of their 95% intervals."""
    points = [score(pairs).points for pairs in played]
    return picture(title, "", "share of the points",
                   Line("on average", numbered([point.value for point in points])),
                   Line("95%, from", numbered([point.low for point in points])),
                   Line("to", numbered([point.high for point in points])),
                   names=names)  # fmt: skip


def look_ahead(effort: Effort) -> Made:
    """What a deeper look is worth, which the paper announces and leaves for later."""
    games = effort.of(ALL_OPENINGS, QUICK_GAMES)
    matches = [Match("anaconda", PIECES, ply, PIECES_PLY, games) for ply in PLIES]
    played = play_matches(effort, matches)
    row = _grows(f"points at {PLIES[-1]} plies over those at {PLIES[0]}", "section 6",
                 "the level of play is tuned by the plies looked ahead", played[0], played[-1],
                 "")  # fmt: skip
    from devices.screen.parts.strength import strength_chart

    points = [score(pairs).points for pairs in played]
    found = [(ply, got.value, got.low, got.high) for ply, got in zip(PLIES, points, strict=True)]
    chart = strength_chart(found, name="anaconda", other=f"{PIECES} at ply {PIECES_PLY}")
    return Made([row], MATCH_COLUMNS, list(_numbers(matches, played)), [chart])


def ladder(effort: Effort) -> Made:
    """In place of ratings: everybody against the shipped player's own beginning."""
    games = effort.of(ALL_OPENINGS, QUICK_GAMES)
    matches = [Match(name, BEGINNING, PLY, PLY, games) for name in LADDER]
    played = dict(zip(LADDER, play_matches(effort, matches), strict=True))
    before, after = played[AFTER_250], played[AFTER_840]
    shares = ", ".join(
        f"{_short(name)} {score(pairs).points.value:.3f}" for name, pairs in played.items()
    )
    rows = [
        _unrated("rating after 250 generations", "1930.0, class A", _said(before)),
        _unrated("rating after 840 generations", "over 2000, expert", _said(after)),
        _unrated("the ladder beside it", "not in the paper", f"points {shares}"),
        _grows("points of generation 840 over those of generation 250", "section 4",
               "its performance has improved", before, after, OURS_LEARNED),
    ]  # fmt: skip
    chart = _shares("AGAINST ANACONDA'S BEGINNING", LADDER_NAMES, list(played.values()))
    return Made(rows, MATCH_COLUMNS, list(_numbers(matches, list(played.values()))), [chart])


def _unrated(what: str, printed: str, ours: str) -> Row:
    """A rating, with ours against the run's own beginning beside it."""
    row = impossible(what, "section 4", printed, PEOPLE)
    return replace(row, ours=f"against its beginning: {ours}", seeds=_games_said())


# -- evolution -------------------------------------------------------------------------------------


def evolved(effort: Effort) -> Made:
    """Three runs of 250 generations by the paper's rules alone, each against its beginning."""
    seeds = list(range(1, RUNS + 1))
    paths = [effort.run_folder() / f"anaconda-{seed}{SUFFIX}" for seed in seeds]
    for done, (seed, path) in enumerate(zip(seeds, paths, strict=True)):
        begin_evolution(path, EvolutionConfig(), seed)
        for generations in evolve(path, GENERATIONS, effort.jobs, effort.scheduler):
            effort.tell(0.9 * (done + generations / GENERATIONS) / RUNS)
    matches = [
        Match(f"anaconda:{path}:{GENERATIONS}", f"anaconda:{path}:0", PLY, PLY, ALL_OPENINGS)
        for path in paths
    ]
    played = play_matches(
        replace(effort, tell=lambda share: effort.tell(0.9 + 0.1 * share)), matches
    )
    runs = [list(generations_in(path)) for path in paths]
    drawn = [float(np.mean([gen.statistics.drawn for gen in run])) for run in runs]
    ahead = [score(pairs).points.value - 0.5 for pairs in played]
    rows = [
        sign_of("points of generation 250 over a half against its own beginning", "section 4",
                "class A after 250 generations", ahead, seeds, NOT_IMPROVED),
        replace(impossible("games drawn in evolution", "section 3", "not said", NOT_SAID),
                ours=f"{100 * np.mean(drawn):.0f}%", seeds=seeds_said(seeds)),
    ]  # fmt: skip
    columns = ("seed", "generation", "best", "mean", "drawn", "sigma", "weight", "saturated")
    numbers = [
        (seed, gen.number, max(gen.points), round(float(np.mean(gen.points)), 3),
         round(gen.statistics.drawn, 3), round(gen.statistics.sigma, 4),
         round(gen.statistics.weight, 4), round(gen.statistics.saturated, 4))
        for seed, run in zip(seeds, runs, strict=True) for gen in run
    ]  # fmt: skip
    lines = [
        Line(f"seed {seed}", [(gen.number, 100.0 * gen.statistics.drawn) for gen in run])
        for seed, run in zip(seeds, runs, strict=True)
    ]
    chart = picture("GAMES DRAWN IN EVOLUTION", "generation", "percent", *lines)
    return Made(rows, columns, numbers, [chart])


ARTEFACTS = (
    Artefact(PAPER, "network", "Network and evolution", architecture, 1.0),
    Artefact(PAPER, "game", "The printed game and its forced moves", printed_game, 1.0),
    Artefact(PAPER, "hoyle", "Six games against stand-ins for Hoyle's characters", hoyle, 60.0),
    Artefact(PAPER, "plies", "Strength against plies of look-ahead", look_ahead, 75.0),
    Artefact(PAPER, "ladder", "A ladder in place of ratings against people", ladder, 30.0),
    Artefact(PAPER, "evolution", "Evolution by the paper's rules alone", evolved, 550.0, True),
)
