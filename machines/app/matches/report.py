"""What a match came to: in words, as a table of games, as the RESULT line."""

import math
import re
from collections.abc import Iterator, Sequence

from machines.app.matches.elo import Estimate
from machines.app.matches.options import MatchOptions
from machines.app.matches.referee import FORFEITS, PairResult
from machines.app.matches.scheduled_match import Outcome, ScheduledMatch, outcome_of
from machines.app.study.csv_file import write_csv
from machines.app.study.tables import print_table
from machines.draughts.notation import Game
from machines.draughts.openings import OPENING_PLIES

COLUMNS = ("game", "black", "white", "opening", "plies", "result", "ending")
HEADINGS = ("", "won", "lost", "drawn", "points")
MOST_FORFEITS = 5
"""So many are told one by one."""


def print_report(asked: MatchOptions, bouts: Sequence[ScheduledMatch]) -> None:
    """For A: by side, then all; the points with their error, and what they come to in Elo."""
    for bout in bouts:
        _tell_match(bout)
    together = [one for bout in bouts for one in bout.played]
    if asked.hoyle:
        _tell_together(asked, bouts, together)
    outcome = outcome_of(together)
    plies = sum(len(game.moves) for one in together for game in one.games) / outcome.games
    cut = f", {outcome.score.cut} of them cut" if outcome.score.cut else ""
    error = "" if math.isnan(outcome.score.error) else f" +- {outcome.score.error:.3f}"
    print(f"{outcome.points.value:.3f}{error} of the points; {plies:.0f} plies a game{cut}")
    pairs = f"{len(together)} pair{'s' if len(together) > 1 else ''}"
    print(f"Elo difference {in_elo(outcome.elo)}, from the points of {pairs}")
    tell_forfeits(bouts)


def _tell_match(bout: ScheduledMatch) -> None:
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


def _tell_together(
    asked: MatchOptions, bouts: Sequence[ScheduledMatch], played: Sequence[PairResult]
) -> None:
    rows = [(f"against {bout.b}", *_counts(bout.outcome)) for bout in bouts]
    rows.append(("in all", *_counts(outcome_of(played))))
    print_table(HEADINGS, rows, f"{bouts[0].a}, a game as Red and one as White against each:")


def _counts(outcome: Outcome) -> tuple[str, ...]:
    found = outcome.score
    return (*map(str, (found.wins, found.losses, found.draws)), f"{found.points:.3f}")


def in_elo(found: Estimate) -> str:
    """The difference and its interval in words."""
    return f"{found.value:+.0f}, 95% from {found.low:+.0f} to {found.high:+.0f}"


def tell_forfeits(bouts: Sequence[ScheduledMatch]) -> None:
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


def write(asked: MatchOptions, bouts: Sequence[ScheduledMatch]) -> None:
    """The games' table, where it is asked for."""
    if asked.csv is not None:
        write_csv(asked.csv, COLUMNS, _rows(asked, bouts))


def _rows(asked: MatchOptions, bouts: Sequence[ScheduledMatch]) -> Iterator[tuple[object, ...]]:
    number = 0
    opening_plies = 0 if asked.hoyle else OPENING_PLIES
    for one in (one for bout in bouts for one in bout.played):
        for game, ending in _games(one):
            number += 1
            opening = " ".join(map(str, game.moves[:opening_plies]))
            yield (
                number, game.tag("Black"), game.tag("White"), opening, len(game.moves),
                game.result, ending,
            )  # fmt: skip


def result_line(asked: MatchOptions, bouts: Sequence[ScheduledMatch]) -> str:
    """The last line of the output."""
    outcome = outcome_of([one for bout in bouts for one in bout.played])
    found = outcome.score
    return " ".join(
        [
            "RESULT",
            *(f"{letter}={name}" for letter, name in zip("abcd", named(asked), strict=False)),
            f"games={outcome.games} wins={found.wins} losses={found.losses} draws={found.draws}",
            f"points={found.points:.4f} se={found.error:.4f} ply={asked.ply} seed={asked.seed}",
            f"elo={outcome.elo.value:+.1f} elo_low={outcome.elo.low:+.1f}",
            f"elo_high={outcome.elo.high:+.1f} forfeits={found.forfeits}",
        ]
    )


def named(asked: MatchOptions) -> list[str]:
    """The players' names as the RESULT line has them, without blanks."""
    return [re.sub(r"\s", "_", name) for name in asked.names]
