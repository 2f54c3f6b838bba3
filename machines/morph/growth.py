"""How Morph fares, game after game, kept small however many there are: the curves of Fig. 5.1.

Section 5's measure is the average of the traditional points that Morph captures in a game,
cumulative over the games; beside it stand the mean TD error and the length of the games.  When
there are too many spans, each two are put together.
"""

from dataclasses import dataclass, field

MOST_SPANS = 240
"""An even number."""


@dataclass(frozen=True)
class Span:
    """Sums over a few games in a row."""

    games: int = 0
    points: int = 0
    """Captured by Morph."""
    error: float = 0.0
    """Of each game its mean TD error."""
    plies: int = 0
    patterns: int = 0
    """In the database after the last of them."""
    won: int = 0
    drawn: int = 0

    def joined(self, later: "Span") -> "Span":
        """Both as one."""
        return Span(
            self.games + later.games,
            self.points + later.points,
            self.error + later.error,
            self.plies + later.plies,
            later.patterns,
            self.won + later.won,
            self.drawn + later.drawn,
        )


@dataclass
class Growth:
    """The games so far, in spans of equal length."""

    length: int = 1
    """Games in a whole span."""
    spans: list[Span] = field(default_factory=list)
    begun: Span = field(default_factory=Span)
    """The span that isn't whole yet."""
    total: Span = field(default_factory=Span)

    def add(self, game: Span) -> None:
        """One more game."""
        self.total = self.total.joined(game)
        self.begun = self.begun.joined(game)
        if self.begun.games < self.length:
            return
        self.spans.append(self.begun)
        self.begun = Span()
        if len(self.spans) == MOST_SPANS:
            pairs = zip(self.spans[::2], self.spans[1::2], strict=True)
            self.spans = [one.joined(other) for one, other in pairs]
            self.length *= 2


@dataclass(frozen=True)
class Curves:
    """What a chart needs of a growth; every list as long as ``games``."""

    games: tuple[int, ...] = ()
    """Played when the span ended."""
    points: tuple[float, ...] = ()
    """Captured per game in the span."""
    average: tuple[float, ...] = ()
    """... and in all games up to then: section 5's measure."""
    error: tuple[float, ...] = ()
    plies: tuple[float, ...] = ()
    patterns: tuple[int, ...] = ()


def curves_of(growth: Growth) -> Curves:
    """The curves, with the span that isn't whole yet as the last where it is half whole."""
    spans = list(growth.spans)
    if 2 * growth.begun.games > growth.length:
        spans.append(growth.begun)
    games, points = 0, 0
    played, average = [], []
    for span in spans:
        games += span.games
        points += span.points
        played.append(games)
        average.append(points / games)
    return Curves(
        tuple(played),
        tuple(one.points / one.games for one in spans),
        tuple(average),
        tuple(one.error / one.games for one in spans),
        tuple(one.plies / one.games for one in spans),
        tuple(one.patterns for one in spans),
    )
