"""Reports of matches: in words, as tables of games or plies, as the RESULT line."""

import argparse
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from machines.games.draughts.notation import Game
from machines.games.draughts.openings import OPENING_PLIES
from machines.laboratory.matches.referee import FORFEITS, GamePair, PairResult, Score, score
from machines.laboratory.study.intervals import Estimate, elo, share
from machines.laboratory.study.outputs import print_table, result_line, save_chart, write_outputs

COLUMNS = ("game", "black", "white", "opening", "plies", "result", "ending")
HEADINGS = ("", "won", "lost", "drawn", "points")
MOST_FORFEITS = 5
"""So many are told one by one."""
PLY_COLUMNS = (
    "ply", "games", "wins", "losses", "draws", "cut", "forfeits", "points", "se", "points_low",
    "points_high", "elo", "elo_low", "elo_high",
)  # fmt: skip
PLY_HEADINGS = (
    "ply", "games", "won", "lost", "drawn", "points", "error", "95% from", "to", "Elo", "from",
    "to",
)  # fmt: skip
KEY_LETTERS = 20
"""Of a name in the picture's key."""


@dataclass
class ScheduledMatch:
    """One match of a command's: who meets whom at which ply, and the pairs that were played."""

    name: str
    """As the games' Event has it; no two of a command's have the same."""
    a: str
    b: str
    ply: int
    """A's."""
    pairs: list[GamePair] = field(default_factory=list)
    """Those to play."""
    met: dict[int, PairResult] = field(default_factory=dict)
    """By the pair's number, those that have been played."""

    @property
    def played(self) -> list[PairResult]:
        """Those played, in their order."""
        return [self.met[number] for number in sorted(self.met)]

    @property
    def outcome(self) -> "Outcome":
        """What came of it; at least one pair must have been played."""
        return outcome_of(self.played)


@dataclass(frozen=True)
class Outcome:
    """What came of pairs, for A."""

    games: int
    score: Score
    points: Estimate  # A's share, with its 95% interval
    elo: Estimate  # The same as a difference in Elo points


def outcome_of(played: Sequence[PairResult]) -> Outcome:
    """The sums over pairs (at least one)."""
    points = share([one.points for one in played])
    return Outcome(2 * len(played), score(played), points, elo(points))


# -- a match ---------------------------------------------------------------------------------------


def print_report(args: argparse.Namespace, bouts: Sequence[ScheduledMatch]) -> str:
    """For A: by side, then all; the points with their error, and what they come to in Elo.

    Writes what was asked for; the RESULT line.
    """
    for bout in bouts:
        _print_match(bout)
    together = [one for bout in bouts for one in bout.played]
    if args.format == "hoyle":
        _print_together(bouts, together)
    outcome = outcome_of(together)
    found = outcome.score
    plies = sum(len(game.moves) for one in together for game in one.games) / outcome.games
    cut = f", {found.cut} of them cut" if found.cut else ""
    error = "" if math.isnan(found.error) else f" +- {found.error:.3f}"
    print(f"{outcome.points.value:.3f}{error} of the points; {plies:.0f} plies a game{cut}")
    pairs = f"{len(together)} pair{'s' if len(together) > 1 else ''}"
    print(f"Elo difference {in_elo(outcome.elo)}, from the points of {pairs}")
    _print_forfeits(bouts)
    write_outputs(args, COLUMNS, _rows(args, bouts))
    names = zip("abcd", _result_names(bouts), strict=False)
    return (
        f"RESULT {' '.join(f'{letter}={name}' for letter, name in names)} games={outcome.games} "
        f"wins={found.wins} losses={found.losses} draws={found.draws} points={found.points:.4f} "
        f"se={found.error:.4f} ply={args.ply} seed={args.seed} elo={outcome.elo.value:+.1f} "
        f"elo_low={outcome.elo.low:+.1f} elo_high={outcome.elo.high:+.1f} "
        f"forfeits={found.forfeits}"
    )


def _print_match(bout: ScheduledMatch) -> None:
    rows = []
    for name, side in (("Black", 0), ("White", 1)):
        outcomes = [one.outcomes[side] for one in bout.played]
        rows.append(
            (
                f"{bout.a} as {name}",
                *(str(outcomes.count(value)) for value in (1, -1, 0)),
                f"{0.5 + sum(outcomes) / 2 / len(outcomes):.3f}",
            )
        )
    rows.append((f"{bout.a} in all", *_counts(bout.outcome)))
    print_table(HEADINGS, rows, f"{bout.a} against {bout.b}:")


def _print_together(bouts: Sequence[ScheduledMatch], played: Sequence[PairResult]) -> None:
    rows = [(f"against {bout.b}", *_counts(bout.outcome)) for bout in bouts]
    rows.append(("in all", *_counts(outcome_of(played))))
    print_table(HEADINGS, rows, f"{bouts[0].a}, a game as Red and one as White against each:")


def _counts(outcome: Outcome) -> tuple[str, ...]:
    found = outcome.score
    return (*map(str, (found.wins, found.losses, found.draws)), f"{found.points:.3f}")


def in_elo(found: Estimate) -> str:
    """The difference and its interval in words."""
    return f"{found.value:+.0f}, 95% from {found.low:+.0f} to {found.high:+.0f}"


def _print_forfeits(bouts: Sequence[ScheduledMatch]) -> None:
    """Which games engines have forfeited, and what they did."""
    found = [
        f"{game.tag('Event')}: {ending}"
        for bout in bouts
        for one in bout.played
        for game, ending in _games(one)
        if FORFEITS in ending
    ]
    for line in found[:MOST_FORFEITS]:
        print(line)
    if len(found) > MOST_FORFEITS:
        print(f"... and {len(found) - MOST_FORFEITS} more games forfeited")


def _games(one: PairResult) -> Iterator[tuple[Game, str]]:
    return zip(one.games, one.endings, strict=True)


def _rows(
    args: argparse.Namespace, bouts: Sequence[ScheduledMatch]
) -> Iterator[tuple[object, ...]]:
    number = 0
    opening_plies = 0 if args.format == "hoyle" else OPENING_PLIES
    for one in (one for bout in bouts for one in bout.played):
        for game, ending in _games(one):
            number += 1
            opening = " ".join(map(str, game.moves[:opening_plies]))
            yield (
                number, game.tag("Black"), game.tag("White"), opening, len(game.moves),
                game.result, ending,
            )  # fmt: skip


def _result_names(bouts: Sequence[ScheduledMatch]) -> list[str]:
    """The players' names as the RESULT line has them, without blanks: A, then all that he met."""
    return [re.sub(r"\s", "_", name) for name in (bouts[0].a, *(bout.b for bout in bouts))]


# -- strength against ply: A at each of several plies against B at one -----------------------------
# "Experiments to determine the effects of variable ply look-ahead" are announced by Chellapilla and
# Fogel 2000.  The matches at all plies have the same openings.


def print_ply_report(args: argparse.Namespace, bouts: Sequence[ScheduledMatch]) -> str:
    """A row for each ply; writes what was asked for.  The RESULT line has commas between plies."""
    first = bouts[0]
    outcomes = [bout.outcome for bout in bouts]
    rows = [_ply_rows(bout.ply, one) for bout, one in zip(bouts, outcomes, strict=True)]
    title = f"{first.a} at each ply against {first.b} at ply {args.ply}:"
    print_table(PLY_HEADINGS, [cells for cells, _ in rows], title)
    _print_forfeits(bouts)
    numbers = (each for _, each in rows)
    write_outputs(args, PLY_COLUMNS, numbers, lambda path: _draw_plies(path, args, bouts))
    a, b = _result_names(bouts[:1])
    return result_line(
        a=a,
        b=b,
        games=sum(one.games for one in outcomes),
        plies=",".join(str(bout.ply) for bout in bouts),
        points=",".join(f"{one.points.value:.4f}" for one in outcomes),
        se=",".join(f"{one.score.error:.4f}" for one in outcomes),
        elo=",".join(f"{one.elo.value:+.1f}" for one in outcomes),
        elo_low=",".join(f"{one.elo.low:+.1f}" for one in outcomes),
        elo_high=",".join(f"{one.elo.high:+.1f}" for one in outcomes),
        forfeits=",".join(str(one.score.forfeits) for one in outcomes),
        ply=args.ply,
        seed=args.seed,
    )


def _ply_rows(ply: int, one: Outcome) -> tuple[list[str], list[str]]:
    """As the table has it, and as the CSV file."""
    found, points, elo = one.score, one.points, one.elo
    cells = (
        f"{ply} {one.games} {found.wins} {found.losses} {found.draws} {points.value:.3f} "
        f"{found.error:.3f} {points.low:.3f} {points.high:.3f} "
        f"{elo.value:+.0f} {elo.low:+.0f} {elo.high:+.0f}"
    )
    numbers = (
        f"{ply} {one.games} {found.wins} {found.losses} {found.draws} {found.cut} "
        f"{found.forfeits} {found.points:.4f} {found.error:.4f} {points.low:.4f} "
        f"{points.high:.4f} {elo.value:.1f} {elo.low:.1f} {elo.high:.1f}"
    )
    return cells.split(), numbers.split()


def _draw_plies(path: Path, args: argparse.Namespace, bouts: Sequence[ScheduledMatch]) -> None:
    from devices.screen.parts.strength import strength_chart

    points = [(bout.ply, bout.outcome.points) for bout in bouts]
    found = [(ply, one.value, one.low, one.high) for ply, one in points]
    name, other = _brief(bouts[0].a), f"{_brief(bouts[0].b)} at ply {args.ply}"
    save_chart(strength_chart(found, name=name, other=other), path)


def _brief(name: str) -> str:
    """A name as the picture's key has it; of a long one the end."""
    return name if len(name) <= KEY_LETTERS else f"...{name[-KEY_LETTERS:]}"
