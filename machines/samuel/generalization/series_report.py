"""A series told as the paper tells it: by sevens, with the changes at the top of the list.

"During the first seven games there were at least 14 changes in occupancy at the top of the list
involving 10 different terms.  Alpha won three of these games and lost four" (Samuel 1959,
"Preliminary learning-by-generalization tests").  His figures come from lists printed at intervals,
ours from every move, so that ours are the larger.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from machines.samuel.generalization.learner import Discarded, Leading
from machines.samuel.generalization.match import Result
from machines.samuel.generalization.series import GameRecord, Series

SEVEN = 7
HOUR_US = 3_600_000_000
ABSTRACT_HOURS = "8 or 10 hours"
"""The abstract: "in a remarkably short period of time (8 or 10 hours of machine-playing time)"."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True)
class BlockTally:
    """A run of games, for Alpha."""

    first: int
    last: int
    won: int
    lost: int
    drawn: int
    changes: int  # How often another term came to lead ..
    leaders: int  # ... and how many different terms did.
    corrections: int
    discarded: int
    plies: int
    us: int  # Machine time of a 704

    @property
    def games(self) -> int:
        """How many they are."""
        return self.last - self.first + 1

    @property
    def hours(self) -> float:
        """Machine time of a 704."""
        return self.us / HOUR_US

    def __str__(self) -> str:
        """As the paper's sentences, of whose form this is."""
        games = f"Game {self.first}" if self.games == 1 else f"Games {self.first}-{self.last}"
        return (
            f"{games}: {_number_of(self.changes, 'change')} in occupancy at the top of the list "
            f"involving {_number_of(self.leaders, 'different term')}; Alpha won "
            f"{_number(self.won)}, lost {_number(self.lost)}, drew {_number(self.drawn)}"
        )


def _number(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def _number_of(number: int, what: str) -> str:
    return f"{_number(number)} {what}{'' if number == 1 else 's'}"


def block_tally(records: Sequence[GameRecord]) -> BlockTally:
    """Those games, at least one, as one tally."""
    results = Counter(record.result for record in records)
    leaders = [name for record in records for name in record.leaders]
    return BlockTally(
        records[0].number,
        records[-1].number,
        results[Result.WON],
        results[Result.LOST],
        results[Result.DRAWN],
        len(leaders),
        len(set(leaders)),
        sum(record.corrections for record in records),
        sum(len(record.discarded) for record in records),
        sum(len(record.moves) for record in records),
        sum(record.us for record in records),
    )


def by_sevens(records: Sequence[GameRecord]) -> tuple[BlockTally, ...]:
    """Seven games at a time; the last may be fewer."""
    return tuple(block_tally(records[k : k + SEVEN]) for k in range(0, len(records), SEVEN))


def usage(records: Sequence[GameRecord]) -> tuple[tuple[str, int, int], ...]:
    """The discarded terms: name, how often discarded, how often adjusted before then."""
    gone: dict[str, list[Discarded]] = {}
    for record in records:
        for discarded in record.discarded:
            gone.setdefault(discarded.name, []).append(discarded)
    return tuple(
        (name, len(every), sum(term.adjusted for term in every)) for name, every in gone.items()
    )


def lines_of_leading(leading: Sequence[Leading]) -> list[str]:
    """The list of the leading terms with the columns of Appendix C."""
    found = ["TERM    CORRELATION  SIGN  POWER  ADJUSTED"]
    for line in leading:
        sign = "+" if line.sign > 0 else "-" if line.sign < 0 else " "
        found.append(
            f"{line.name:8}{line.correlation:11.2f}{sign:>6}{line.power:7}{line.adjusted:10}"
        )
    return found


def lines_of(series: Series) -> list[str]:
    """A whole series as lines of text."""
    records = series.records
    if not records:
        return []
    whole = block_tally(records)
    found = [str(tally) for tally in by_sevens(records)]
    gone = usage(records)
    often = sum(1 for _, times, _ in gone if times > 1)
    found.append(
        f"{whole.games} games, {whole.plies / whole.games:.0f} moves each: won {whole.won}, "
        f"lost {whole.lost}, drawn {whole.drawn}; {whole.corrections} sets of adjustments, "
        f"{whole.corrections / whole.games:.0f} a game"
    )
    found.append(
        f"{whole.leaders} different terms led; {len(gone)} different terms were discarded, "
        f"{often} of them more than once"
    )
    found += [f"  {name:8}{adjusted:6} adjusted, {times} x" for name, times, adjusted in gone]
    found.append(f"Machine time {whole.hours:.1f} hours; the paper's abstract: {ABSTRACT_HOURS}")
    return found
