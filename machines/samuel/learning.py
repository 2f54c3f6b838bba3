"""The state of learning: Alpha, Beta and the series that they play.

A LEARN card makes them (:class:`Learning` is empty until then), GAME cards seat them, and a SERIES
card has them play one another (docs/sources/samuel.md, items 23-37).  How they learn is
:mod:`machines.samuel.generalization`, what goes on at the machine
:mod:`machines.samuel.learning_control`.

POLY cards after a LEARN card are what Alpha begins with, in place of equal weights, and Beta too if
no POLY BETA with terms of his own follows.  A card has a
sign and a power, and no correlation coefficient; Alpha is given such that his rule leads to these
very powers again: sign x power / 18 x ``TAUGHT``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from machines.exhibit.snapshot import LATER
from machines.games.draughts.board import Position
from machines.games.draughts.scene import Flag, Learned, Sample
from machines.samuel.generalization.coefficients import (
    ACTIVE_TERMS,
    EARLIER,
    Rules,
    TermRecord,
)
from machines.samuel.generalization.combined import CombinedLookup
from machines.samuel.generalization.learner import Alpha
from machines.samuel.generalization.match import Contest, Match
from machines.samuel.generalization.series import (
    Series,
    first_series,
    pool,
    second_series,
    shuffle_games,
)
from machines.samuel.polynomial import LARGEST_POWER, Manner, Polynomial
from machines.samuel.settings import ProgramSettings

FIRST, SECOND, BOTH_A, BOTH_C = "FIRST", "SECOND", "BOTH A", "BOTH C"
TITLES = {
    FIRST: "FIRST SERIES",
    SECOND: "SECOND SERIES",
    BOTH_A: "SECOND SERIES, BOARDS SAVED",
    BOTH_C: "SECOND SERIES, BOARDS SAVED, TAPE ABRIDGED",
}

DID_BEST = (
    "MOC2", "KCENT", "MOC4", "MODE3", "DEMMO", "MOVE", "ADV", "MODE2",
    "BACK", "CNTR", "THRET", "MOC3", "GAP", "MOBIL", "MOB", "HOLE",
)  # fmt: skip
"""The second series' first terms where no first series was played before it: the twelve that
Appendix C names as leading, and of those that it names as discarded the four adjusted most often.
The paper chose "on the basis of the results obtained during the earlier tests"."""
TAUGHT = 0.45
"""The correlation of a leading term that comes from cards: Appendix C's."""
LOWEST_POWER = 0.4
"""Of a term whose power is 0, so that it has a sign and still no more than 2**0."""
KEPT_EVERY = 7
"""Alpha's moves between two samples that are kept for the chart, about five a game ..."""
MOST_SAMPLES = 600
"""... and every second is given up when there are so many."""


@dataclass
class Learning:
    """The whole of it; a value like the rest of the program's state."""

    series: Series | None = None
    kind: str = ""
    """FIRST, SECOND, BOTH A or BOTH C."""
    seed: int = 1
    taught: str = ""
    """Whose polynomial POLY cards bring since the LEARN card: ALPHA, BETA, or nobody's ..."""
    own: Polynomial | None = None
    """... and meanwhile the machine's own."""
    ordered: int = 0
    """Games that SERIES cards have ordered in all ..."""
    begun: int = 0
    """... and those of them that were begun."""
    game: int = 0
    """The number of the game in which Alpha or Beta plays; 0: none."""
    before: Position | None = None
    """In a game against anybody else: the board before the last single move or jump."""
    match: Match | None = None
    """The game of Alpha against Beta that is under way; it stands beside the game on the board."""
    base: Polynomial | None = None
    """The polynomial of the other players, while Alpha or Beta looks ahead."""
    recall: CombinedLookup | None = None
    """LEARN BOTH A or C: the boards that Alpha looks up."""
    seen: Learned = field(default_factory=Learned)
    """What hangs on the wall."""
    live: bool = False
    """Whether the last sample only stands until the next."""
    guests: int | None = field(default=None, metadata=LATER)
    """Games of Alpha or Beta against anybody else that are over ..."""
    guest_moves: int | None = field(default=None, metadata=LATER)
    """... and moves of the one under way, those too that were taken back; None: 0."""
    likeliest: bool | None = field(default=True, metadata=LATER)
    """Whether series are played by today's rules; None, in what was kept before: by EARLIER."""

    def without_series(self) -> "Learning":
        """What stays where no series is: what was seen, and by which rules one would begin."""
        return Learning(seen=self.seen, likeliest=self.likeliest)

    @property
    def there(self) -> bool:
        """Whether a LEARN card has been read."""
        return self.series is not None

    def poly_comes(self, own: Polynomial) -> None:
        """A POLY card has come, the machine's polynomial so far being ``own``."""
        if self.there and not self.taught:
            self.taught, self.own = "ALPHA", own

    @property
    def contest(self) -> Contest:
        """Both players."""
        assert self.series is not None
        return self.series.contest

    @property
    def games(self) -> float:
        """How many games have been played, the part of the one under way too."""
        assert self.series is not None
        longest = self.series.rules.longest
        moves = len(self.match.moves) if self.match else self.guest_moves or 0
        return len(self.series.records) + (self.guests or 0) + min(moves, longest - 1) / longest

    def note(self, keep: bool = False) -> None:
        """Put Alpha's polynomial as it is now at the end of what is seen of it."""
        alpha = self.contest.alpha
        terms = tuple(
            (line.name, alpha.polynomial.coefficient(line.name))
            for line in alpha.leading(ACTIVE_TERMS)
        )
        samples = self.seen.samples[:-1] if self.live else self.seen.samples
        if len(samples) >= MOST_SAMPLES:
            samples = samples[::2]
        self.live = not (keep or alpha.moves % KEPT_EVERY == 0)
        self.seen = replace(self.seen, samples=(*samples, Sample(self.games, terms)))

    def mark(self, flag: Flag) -> None:
        """Put up a flag."""
        self.seen = replace(self.seen, flags=(*self.seen.flags, (self.games, flag)))


def learning_of(
    kind: str,
    seed: int,
    settings: ProgramSettings,
    best: Sequence[str] = (),
    likeliest: bool | None = True,
) -> Learning:
    """Alpha and Beta at the start of a series; ``best``: how a first series' terms did."""
    rules = Rules.first() if kind == FIRST else Rules.second()
    if not likeliest:
        rules = replace(rules, **EARLIER)
    if kind == FIRST:
        series = first_series(seed, rules)
    else:
        # The hybrid and MOMENT, which only POLY cards bring, aren't among the series' 38.
        best = [name for name in best if name in pool()]
        first = tuple(best)[:ACTIVE_TERMS] if best else DID_BEST
        others = tuple(name for name in pool() if name not in first)
        series = second_series((*first, *shuffle_games(others, seed)), rules)
    series.settings = settings
    made = Learning(
        series=series, kind=kind, seed=seed, seen=Learned(TITLES[kind]), likeliest=likeliest
    )
    made.recall = CombinedLookup() if kind in (BOTH_A, BOTH_C) else None
    made.note(keep=True)
    return made


def taught(learner: Alpha, polynomial: Polynomial) -> Alpha:
    """A learner with these terms and coefficients; the terms that it had make up the sixteen."""
    records = []
    for weight in polynomial.weights:
        power = max(abs(weight.coefficient).bit_length() - 1, LOWEST_POWER)
        sign = -1.0 if weight.coefficient < 0 else 1.0
        records.append(TermRecord(weight.name, sign * TAUGHT * power / LARGEST_POWER))
    known = [record.name for record in learner.active] + learner.reserve
    others = [name for name in known if polynomial.coefficient(name) == 0]
    more = ACTIVE_TERMS - len(records)
    active = [*records, *(TermRecord(name) for name in others[:more])]
    return Alpha(active, others[more:], learner.rules, polynomial)


def poly_cards(polynomial: Polynomial) -> list[str]:
    """The cards by which a polynomial is set again; a term whose coefficient is 0 has none."""
    manner = "BY TURNS" if polynomial.manner is Manner.BY_TURNS else "TOGETHER"
    powers = [str(weight) for weight in polynomial.weights if "=" not in str(weight)]
    return [f"POLY   {manner}", *(f"POLY   {power}" for power in powers)]
