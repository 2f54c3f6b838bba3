"""Strength against ply: A at each of several plies against B at one, as table, picture, numbers.

"Experiments to determine the effects of variable ply look-ahead" are announced by Chellapilla and
Fogel 2000.  The matches at all plies have the same openings.
"""

from collections.abc import Iterator, Sequence

from machines.app.matches.options import MatchOptions
from machines.app.matches.report import named, tell_forfeits
from machines.app.matches.scheduled_match import ScheduledMatch, outcome_of
from machines.app.study.csv_file import write_csv
from machines.app.study.plotting import save_chart
from machines.app.study.tables import print_table

COLUMNS = (
    "ply", "games", "wins", "losses", "draws", "cut", "forfeits", "points", "se", "points_low",
    "points_high", "elo", "elo_low", "elo_high",
)  # fmt: skip
LETTERS = 20
"""Of a name in the picture's key."""
HEADINGS = (
    "ply", "games", "won", "lost", "drawn", "points", "error", "95% from", "to", "Elo", "from",
    "to",
)  # fmt: skip


def print_report(asked: MatchOptions, bouts: Sequence[ScheduledMatch]) -> None:
    """A row for each ply."""
    rows = []
    for bout in bouts:
        outcome = bout.outcome
        found, points = outcome.score, outcome.points
        counts = (bout.ply, outcome.games, found.wins, found.losses, found.draws)
        rows.append(
            (
                *map(str, counts),
                *(f"{one:.3f}" for one in (points.value, found.error, points.low, points.high)),
                *(f"{one:+.0f}" for one in _elo(bout)),
            )
        )
    first = bouts[0]
    title = f"{first.a} at each ply against {first.b} at ply {asked.ply}:"
    print_table(HEADINGS, rows, title)
    tell_forfeits(bouts)


def write(asked: MatchOptions, bouts: Sequence[ScheduledMatch]) -> None:
    """The picture and its numbers, where they are asked for."""
    if asked.csv is not None:
        write_csv(asked.csv, COLUMNS, _rows(bouts))
    if asked.plot is not None:
        from devices.screen.parts.strength import strength_chart

        found = [(bout.ply, *_points(bout)) for bout in bouts]
        name, other = _brief(bouts[0].a), f"{_brief(bouts[0].b)} at ply {asked.ply}"
        save_chart(strength_chart(found, name=name, other=other), asked.plot)


def _brief(name: str) -> str:
    """A name as the picture's key has it; of a long one the end."""
    return name if len(name) <= LETTERS else f"...{name[-LETTERS:]}"


def result_line(asked: MatchOptions, bouts: Sequence[ScheduledMatch]) -> str:
    """The last line of the output: what belongs to plies has commas between."""
    outcomes = [bout.outcome for bout in bouts]
    a, b = named(asked)
    games = outcome_of([one for bout in bouts for one in bout.played]).games
    listed = (
        ("plies", [str(bout.ply) for bout in bouts]),
        ("points", [f"{one.points.value:.4f}" for one in outcomes]),
        ("se", [f"{one.score.error:.4f}" for one in outcomes]),
        ("elo", [f"{one.elo.value:+.1f}" for one in outcomes]),
        ("elo_low", [f"{one.elo.low:+.1f}" for one in outcomes]),
        ("elo_high", [f"{one.elo.high:+.1f}" for one in outcomes]),
        ("forfeits", [str(one.score.forfeits) for one in outcomes]),
    )
    lists = " ".join(f"{name}={','.join(values)}" for name, values in listed)
    return f"RESULT a={a} b={b} games={games} {lists} ply={asked.ply} seed={asked.seed}"


def _points(bout: ScheduledMatch) -> tuple[float, float, float]:
    points = bout.outcome.points
    return points.value, points.low, points.high


def _elo(bout: ScheduledMatch) -> tuple[float, float, float]:
    found = bout.outcome.elo
    return found.value, found.low, found.high


def _rows(bouts: Sequence[ScheduledMatch]) -> Iterator[tuple[object, ...]]:
    for bout in bouts:
        outcome = bout.outcome
        found = outcome.score
        yield (
            bout.ply, outcome.games, found.wins, found.losses, found.draws, found.cut,
            found.forfeits, *(f"{one:.4f}" for one in (found.points, found.error)),
            *(f"{one:.4f}" for one in _points(bout)[1:]), *(f"{one:.1f}" for one in _elo(bout)),
        )  # fmt: skip
