"""Book games followed: the machine's ratings beside the book's move.

At each point of a book game the program decides on a move in the usual way and reports it, then
makes the book's move instead, and counts the legal moves that it rates poorer than the book move
(L) and better (H).  At the end C = (L - H) / (L + H): 1 if no move was ever rated above the book's,
0 for ratings that have nothing to do with it (Samuel 1959, "Other modes of play" and footnote 16).
Moves rated exactly as the book move count in neither.  Over several games C is a ratio of sums, and
games are what varies.
"""

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass

from machines.games.draughts.board import Move


@dataclass(frozen=True)
class Rating:
    """The machine's choice beside the book's move."""

    choice: Move
    choice_score: int
    book_score: int
    lower: int  # L: legal moves that the machine rates poorer than the book move
    higher: int  # H: legal moves that it rates better
    agreed: bool  # Whether its choice was the book's move


def rate(choice: Move, rated: Sequence[tuple[Move, int]], book: Move) -> Rating:
    """The rating of ``book`` among all legal moves with their exact scores, mover's side."""
    scores = dict(rated)
    book_score = scores[book]
    return Rating(
        choice=choice,
        choice_score=scores[choice],
        book_score=book_score,
        lower=sum(score < book_score for score in scores.values()),
        higher=sum(score > book_score for score in scores.values()),
        agreed=choice == book,
    )


@dataclass(frozen=True)
class Agreement:
    """How ratings agree with some moves of books."""

    lower: int = 0  # L: legal moves rated below the book's move
    higher: int = 0  # H: legal moves rated above it
    tied: int = 0  # Rated exactly as the book's move: they are in neither L nor H
    first: int = 0  # Book moves above which none is rated
    boards: int = 0  # Book moves
    agreed: int = 0  # Of these the machine's choice
    forced: int = 0  # Of these the only legal ones: they add nothing to L and H

    def __add__(self, other: "Agreement") -> "Agreement":
        return Agreement(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    @property
    def coefficient(self) -> float:
        """C = (L - H) / (L + H); NaN where nothing was rated otherwise than the book's move."""
        rated = self.lower + self.higher
        return (self.lower - self.higher) / rated if rated else math.nan

    @property
    def among_all(self) -> float:
        """(L - H) over all other legal moves, ties too; NaN where there was none.

        Ours: C alone rewards ratings that hardly tell moves apart.
        """
        others = self.lower + self.higher + self.tied
        return (self.lower - self.higher) / others if others else math.nan

    @property
    def share_first(self) -> float:
        """Of the book moves those above which none is rated."""
        return self.first / max(self.boards, 1)


def total_of(found: Iterable[Agreement]) -> Agreement:
    """The sums."""
    return sum(found, Agreement())


def coefficient_text(lower: int, higher: int) -> str:
    """C = (L - H) / (L + H) as ``+0.54``, rounded half away from zero; blank when L + H is 0."""
    total = lower + higher
    if not total:
        return ""
    hundredths = (200 * abs(lower - higher) + total) // (2 * total)
    sign = "-" if lower < higher and hundredths else "+"
    return f"{sign}{hundredths // 100}.{hundredths % 100:02d}"


def coefficient_error(games: Sequence[Agreement]) -> float:
    """The standard error of C over all games (the ratio estimator's); NaN for one game."""
    rated = [game.lower + game.higher for game in games]
    count, total = len(games), sum(rated)
    if count < 2 or not total:
        return math.nan
    c = sum(game.lower - game.higher for game in games) / total
    squares = sum(
        (game.lower - game.higher - c * both) ** 2 for game, both in zip(games, rated, strict=True)
    )
    return math.sqrt(squares * count / (count - 1)) / total


def coefficients_apart(one: Sequence[Agreement], other: Sequence[Agreement]) -> tuple[float, float]:
    """The difference of two C over the same games, and its jackknife standard error."""

    def left_out(games: Sequence[Agreement], without: int | None) -> float:
        return total_of(game for at, game in enumerate(games) if at != without).coefficient

    count = len(one)
    apart = [left_out(one, at) - left_out(other, at) for at in range(count)]
    mean = statistics.fmean(apart)
    error = math.sqrt((count - 1) / count * math.fsum((each - mean) ** 2 for each in apart))
    return left_out(one, None) - left_out(other, None), error
