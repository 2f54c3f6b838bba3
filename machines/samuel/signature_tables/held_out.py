"""How ratings agree with book moves that they weren't learned from, and how that grows.

The measure is the paper's (docs/sources/samuel.md, section 13): at each board of a book game L
counts the alternatives rated below the book's move and H those above it, and the coefficient is
(sum L - sum H) / (sum L + sum H).  The games are divided into folds; each fold is rated by what was
learned from the games of the others, so that every game is rated once, by what never saw it.

A :data:`Rater` is learned from games and scores the alternatives of another; the tables, a linear
polynomial of the same parameters, and piece advantage alone are three of them.
"""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from machines.kernels.kernel import kernel
from machines.samuel import terms
from machines.samuel.book import Agreement, total_of
from machines.samuel.signature_tables.arrangement import COUNT
from machines.samuel.signature_tables.book_learning import MeasuredGame, learn_games, scores_of
from machines.samuel.signature_tables.search import PIECE_WEIGHT
from machines.samuel.signature_tables.tables import FULL, PASSES

Words = npt.NDArray[np.int64]
Scorer = Callable[[MeasuredGame], Words]
"""Scores every alternative of a game, int64[alternatives], for the side that has moved."""
Rater = Callable[[Sequence[MeasuredGame]], Scorer]
"""Learns from some games."""


@kernel("void(int64[::1],int64[::1],int64[::1],int64[::1])")
def count_agreement(scores: Words, starts: Words, book: Words, out: Words) -> None:
    """Add to ``out``, int64[4], the first fields of an Agreement, in their order."""
    for board in range(len(book)):
        own = scores[book[board]]
        above = 0
        for i in range(starts[board], starts[board + 1]):
            if scores[i] < own:
                out[0] += 1
            elif scores[i] > own:
                above += 1
            elif i != book[board]:
                out[2] += 1
        out[1] += above
        if above == 0:
            out[3] += 1


def agreement_of(game: MeasuredGame, scores: Words) -> Agreement:
    """How scores, int64[alternatives], agree with the moves of the game."""
    out = np.zeros(4, dtype=np.int64)
    count_agreement(scores, game.starts, game.book, out)
    lower, higher, tied, first = out.tolist()
    return Agreement(lower, higher, tied, first, game.boards)


def agreement(scored: Iterable[tuple[MeasuredGame, Words]]) -> Agreement:
    """Of several games with the scores of their alternatives, all together."""
    return total_of(agreement_of(game, scores) for game, scores in scored)


# -- raters ----------------------------------------------------------------------------------------


def piece_scores(game: MeasuredGame) -> Words:
    """What piece advantage adds to the program's score of each alternative."""
    own, other = game.material.astype(np.int64).T
    scores: Words = PIECE_WEIGHT * (own - other) * (terms.FULL_BOARD - (own + other))
    return scores


def tables_rater(phases: int = 1, passes: int = PASSES, pieces: bool = True) -> Rater:
    """Signature tables; ``pieces``: with piece advantage, as the program scores a board."""

    def learn(games: Sequence[MeasuredGame]) -> Scorer:
        tables = learn_games(games, phases, passes)
        return lambda game: scores_of(tables, game) + (piece_scores(game) if pieces else 0)

    return learn


def linear_rater(pieces: bool = True) -> Rater:
    """A linear polynomial of the same quantised parameters.

    Each parameter's coefficient is, in thousandths, the coefficient of agreement of that parameter
    alone with the moves of the book: how the paper's was learned from book games isn't known here.
    """

    def learn(games: Sequence[MeasuredGame]) -> Scorer:
        coefficients = np.zeros(COUNT, dtype=np.int64)
        for k in range(COUNT):
            alone = agreement([(game, game.digits[:, k].astype(np.int64)) for game in games])
            if alone.lower + alone.higher:
                coefficients[k] = round(FULL * alone.coefficient)
        return lambda game: (
            game.digits.astype(np.int64) @ coefficients + (piece_scores(game) if pieces else 0)
        )

    return learn


def pieces_rater(games: Sequence[MeasuredGame]) -> Scorer:
    """Piece advantage alone, which learns nothing."""
    return piece_scores


# -- what they come to -----------------------------------------------------------------------------


def shuffled(count: int, seed: int) -> list[int]:
    """The numbers 0 to count - 1 in an order that the seed sets."""
    return [int(number) for number in np.random.default_rng(seed).permutation(count)]


def held_out(
    games: Sequence[MeasuredGame],
    order: Sequence[int],
    folds: int,
    rater: Rater,
    most: int | None = None,
) -> tuple[list[Agreement], float]:
    """How each game agrees that was held out, and the book moves learned from, on average.

    ``order``: the games' numbers as they are dealt out to the folds, and learned from.  ``most``:
    of how many games each fold learns, at most; None: of all others.
    """
    found = [Agreement()] * len(games)
    learned = []
    for fold in range(folds):
        held = order[fold::folds]
        others = [games[k] for place, k in enumerate(order) if place % folds != fold][:most]
        learned.append(sum(game.boards for game in others))
        score = rater(others)
        for k in held:
            found[k] = agreement_of(games[k], score(games[k]))
    return found, sum(learned) / folds


def curve_sizes(most: int) -> list[int]:
    """Numbers of games to learn from: 1, 2, 5, 10, 20, 50 and so on, and the most."""
    steps = (step * 10**power for power in range(9) for step in (1, 2, 5))
    return [size for size in steps if size < most] + [most]
