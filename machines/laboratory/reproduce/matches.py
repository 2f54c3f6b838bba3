"""Matches of draughts for the report: players by name, the same openings for all, points and
mobility opening by opening.

Games begin with three-move openings, each played twice with sides changed, so that what varies is
the opening: the same seed and the same floats give the same games.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from machines.games.draughts.moves import OPENING_PLIES, legal_moves
from machines.games.draughts.notation import Game
from machines.kernels.kernel_cache import strict_float
from machines.laboratory.matches.players import make_player
from machines.laboratory.matches.referee import (
    GamePair,
    PairResult,
    draw_openings,
    play_pair,
    score,
)
from machines.laboratory.printed.value import Printed
from machines.laboratory.reproduce.artefacts import (
    CLAIM,
    Effort,
    Kind,
    Row,
    estimated,
    judged,
    picture,
)
from machines.laboratory.study.intervals import Estimate, mean_interval
from machines.storage.program import ASSETS

if TYPE_CHECKING:
    from devices.screen.parts.chart import ChartState

SEED = 1


@dataclass(frozen=True)
class Match:
    """Two players of ``main.py match`` and how many plies each looks ahead."""

    a: str
    b: str
    ply: int
    other: int
    games: int
    """An even number."""


def shipped_network(generation: int) -> str:
    """A player of the shipped run, before its end."""
    return f"anaconda:{ASSETS / 'players' / f'anaconda-{generation}.network'}"


Played = dict[Match, list[PairResult]]
"""Of each match its pairs, in the order of their openings."""


def play_matches(effort: Effort, matches: Sequence[Match]) -> Played:
    """Play all of them; matches of as many games have the same openings."""
    pairs: list[GamePair] = []
    for match in matches:
        first, second = make_player(match.a, match.ply, "a"), make_player(match.b, match.other, "b")
        pairs += [
            GamePair(number, opening, first, second, SEED, 0)
            for number, opening in enumerate(draw_openings(match.games // 2, SEED))
        ]
    played = iter(effort.results(play_pair, pairs))
    return {match: list(islice(played, match.games // 2)) for match in matches}


# -- mobility --------------------------------------------------------------------------------------


def mobility(game: Game, black: bool, even: bool = False, begins: int = OPENING_PLIES) -> float:
    """A side's legal moves at its turns, on average, less the other side's at its own; NaN where a
    side has no turn.

    It counts from ply ``begins``, behind a drawn opening; ``even``: only boards on which both have
    as many men and as many kings.
    """
    found: dict[bool, list[int]] = {True: [], False: []}
    for position in game.positions()[begins:]:
        men = [side & ~position.kings for side in (position.black, position.white)]
        kings = [side & position.kings for side in (position.black, position.white)]
        level = all(a.bit_count() == b.bit_count() for a, b in (men, kings))
        moves = len(legal_moves(position))
        if moves and (level or not even):
            found[position.black_to_move].append(moves)
    if not (found[True] and found[False]):
        return math.nan
    return statistics.fmean(found[black]) - statistics.fmean(found[not black])


def mobilities(pairs: Sequence[PairResult], even: bool = False) -> list[float]:
    """The first player's, opening by opening; NaN where it can't be told."""
    found = []
    for pair in pairs:
        first, second = pair.games
        both = [mobility(first, True, even), mobility(second, False, even)]
        told = [value for value in both if not math.isnan(value)]
        found.append(statistics.fmean(told) if told else math.nan)
    return found


def average(values: Sequence[float]) -> Estimate:
    """The mean of those that can be told, with its 95% interval."""
    return mean_interval([value for value in values if not math.isnan(value)])


# -- rows, numbers and pictures --------------------------------------------------------------------


def more(
    what: str,
    printed: Printed[str],
    before: Sequence[float],
    after: Sequence[float],
    *,
    kind: Kind,
    why: str = "",
) -> Row:
    """Whether ``after`` is more than ``before``, opening by opening, where both can be told."""
    both = [(a, b) for a, b in zip(before, after, strict=True) if not math.isnan(a + b)]
    first, last = (statistics.fmean(values) for values in zip(*both, strict=True))
    found = mean_interval([b - a for a, b in both])
    return judged(what, printed, CLAIM, found, kind=kind, seeds=games_said(), why=why, digits=3,
                  shown=f"{first:.3f} to {last:.3f}: {found:+.3f}",
                  statistic="the 95% interval of the difference, opening by opening")  # fmt: skip


def points_of(pairs: Sequence[PairResult]) -> list[float]:
    """The first player's shares of the points, opening by opening."""
    return [pair.points for pair in pairs]


def short_name(name: str) -> str:
    """A player's name without the folder of its file."""
    kind, _, file = name.partition(":")
    return f"{kind}:{Path(file).name}" if "/" in file else name


def said(pairs: Sequence[PairResult]) -> str:
    """Games and points, for a row."""
    found = score(pairs)
    points = found.points
    return (
        f"{found.wins} won, {found.losses} lost, {found.draws} drawn; "
        f"{points.value:.3f} of the points ({points.low:.3f} to {points.high:.3f})"
    )


def rounded(found: Estimate, digits: int) -> list[float]:
    """It and its ends, for a file of numbers."""
    return [round(value, digits) for value in (found.value, found.low, found.high)]


def games_said() -> str:
    """Where the games come from, for a row: the last bits of a sum can change a move."""
    if strict_float():
        return f"openings by seed {SEED}; strict floats: the same games on every processor"
    from llvmlite.binding import get_host_cpu_name

    return f"openings by seed {SEED}; floats as they are fastest on {get_host_cpu_name()}"


COLUMNS = ("player", "ply", "against", "its ply", "games", "won", "lost", "drawn", "points", "low",
           "high")  # fmt: skip


def numbers(played: Played) -> list[tuple[object, ...]]:
    """A row a match, by :data:`COLUMNS`."""
    return [
        (short_name(match.a), match.ply, short_name(match.b), match.other, found.games,
         found.wins, found.losses, found.draws, *rounded(found.points, 4))
        for match, found in zip(played, map(score, played.values()), strict=True)
    ]  # fmt: skip


def shares(title: str, names: Sequence[str], played: Played) -> "ChartState":
    """Shares of the points, with the ends of their 95% intervals."""
    points = enumerate((score(pairs).points for pairs in played.values()), start=1)
    return picture(title, "", "share of the points", estimated("with its 95% interval", points),
                   names=names)  # fmt: skip
