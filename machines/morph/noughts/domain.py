"""Noughts and crosses as the domain of an APS system: small enough to follow by hand.

A state is a board, seen by who has just moved.  The node orderings of Morph become orders of the
squares: by what was played there last (forward) or will be played next (reverse), each next square
on a line with one that is in already, other ties by lot.
"""

import itertools
from collections.abc import Mapping, Sequence

import numpy as np

from machines.games.noughts.board import FULL, LINES, SQUARES, Board, squares_of
from machines.games.noughts.symmetry import TURNS
from machines.morph.aps.domain import Additions, ApsConfig, Chance, Rule, Search
from machines.morph.noughts.index import (
    Pattern,
    Words,
    a_square,
    cut,
    holds,
    mover_view,
    placements,
    turn_words,
)

LEAST_SQUARES, MOST_SQUARES = 2, 5
"""The random size of a pattern from a node ordering."""
JOINED = tuple(
    sum(1 << other for other in SQUARES if any(line >> s & line >> other & 1 for line in LINES))
    for s in SQUARES
)
"""By square: the word of those on a line with it."""
DRAW = 0.5
SETTINGS = ApsConfig(additions=Additions(context=4, generalized=1, specialized=1, reverse=1))
"""The framework's defaults, with fewer patterns at a time: the board is small."""


class Noughts:
    """The domain (machines.morph.aps.domain.Domain)."""

    @property
    def rules(self) -> Mapping[str, Rule[Board, Pattern]]:
        """Both node orderings."""
        return {"forward": forward, "reverse": reverse}

    def initial(self) -> Board:
        """The empty board."""
        return Board()

    def successors(self, state: Board) -> Sequence[Board]:
        """In the order of the squares."""
        return [state.play(square) for square in state.moves]

    def reinforcement(self, state: Board) -> float | None:
        """1 for a line, 0.5 for a full board: nobody loses by his own move."""
        if not state.finished:
            return None
        return 1.0 if state.winner else DRAW

    def satisfies(self, state: Board, pattern: Pattern) -> bool:
        """Whether the pattern holds somewhere on the board."""
        return holds(mover_view(state), pattern)

    def more_general(self, pattern: Pattern, other: Pattern) -> bool:
        """Whether ``other`` says all that ``pattern`` says, and more."""
        return pattern != other and holds(other.words, pattern)

    def size(self, pattern: Pattern) -> int:
        """Squares."""
        return pattern.squares.bit_count()

    def generalize(self, pattern: Pattern, other: Pattern, chance: Chance) -> Pattern | None:
        """The most squares that the two have in common, of all ways to lay one over the other."""
        common = [_common(pattern.words, turn_words(other.words, turn)) for turn in TURNS]
        most = max(_squares(words).bit_count() for words in common)
        if most < LEAST_SQUARES:
            return None
        largest = sorted({Pattern.of(w).words for w in common if _squares(w).bit_count() == most})
        return Pattern(*largest[int(chance.integers(len(largest)))])

    def specialize(self, pattern: Pattern, state: Board | None, chance: Chance) -> Pattern | None:
        """With one square more, by lot, as it is in ``state``; None without a state."""
        if state is None:
            return None
        laid = _squares(_placed(mover_view(state), pattern, chance))
        if laid.bit_count() >= len(SQUARES) - 1:
            return None
        return Pattern.of(cut(mover_view(state), laid | 1 << a_square(FULL & ~laid, chance)))

    def precondition(
        self, pattern: Pattern, search: Search[Board], at: int, chance: Chance
    ) -> Pattern | None:
        """The same squares at the latest time before at which not all was on them yet."""
        laid = _squares(_placed(mover_view(search.states[at]), pattern, chance))
        now = _contents(search.states[at], laid)
        for before in reversed(search.states[:at]):
            if _contents(before, laid) != now:
                return Pattern.of(cut(mover_view(before), laid))
        return None

    def mutate(self, pattern: Pattern, rate: float, chance: Chance) -> Pattern:
        """Each square changes sides, or is emptied or filled, with a chance of ``rate``."""
        words = list(pattern.words)
        for square in squares_of(pattern.squares):
            if chance.random() < rate:
                place = 1 << square
                was = next(i for i, word in enumerate(words) if word & place)
                words[was] &= ~place
                words[(was + 1 + int(chance.integers(2))) % 3] |= place
        return Pattern.of((words[0], words[1], words[2]))

    def cross(self, pattern: Pattern, other: Pattern, chance: Chance) -> Pattern | None:
        """Half of the squares of each, where both have one that of the first."""
        first = cut(pattern.words, _half(pattern.squares, chance))
        turn = int(chance.integers(len(TURNS)))
        second = turn_words(cut(other.words, _half(other.squares, chance)), turn)
        free = FULL & ~_squares(first)
        own, other_side, empty = (a | b & free for a, b in zip(first, second, strict=True))
        return Pattern.of((own, other_side, empty))


# -- node orderings --------------------------------------------------------------------------------


def forward(search: Search[Board], at: int, chance: Chance) -> Pattern | None:
    """Most recently played first; the empty squares come last."""
    played = _played(search)[: at + 1]
    return _ordered(search.states[at], list(reversed(played)), chance)


def reverse(search: Search[Board], at: int, chance: Chance) -> Pattern | None:
    """Next to be played first, then what stands, in an order by lot."""
    return _ordered(search.states[at], _played(search)[at + 1 :], chance)


def _played(search: Search[Board]) -> list[int]:
    """The squares in the order of play."""
    boards = [0, *(state.noughts | state.crosses for state in search.states)]
    return [(after & ~before).bit_length() - 1 for before, after in itertools.pairwise(boards)]


def _ordered(board: Board, ranked: Sequence[int], chance: Chance) -> Pattern | None:
    """The first squares of the order, a random number of them, each joined to one before it.

    Connectivity comes before rank (section 3.3); from 2 squares on all can be joined.
    """
    rest = [square for square in SQUARES if square not in ranked]
    order = [*ranked, *(rest[i] for i in chance.permutation(len(rest)))]
    size = int(chance.integers(LEAST_SQUARES, MOST_SQUARES + 1))
    chosen = 1 << order.pop(0)
    joined = JOINED[chosen.bit_length() - 1]
    while chosen.bit_count() < size:
        square = next(s for s in order if joined >> s & 1)
        order.remove(square)
        chosen |= 1 << square
        joined |= JOINED[square]
    return Pattern.of(cut(mover_view(board), chosen))


# -- squares ---------------------------------------------------------------------------------------


def _squares(words: Words) -> int:
    return words[0] | words[1] | words[2]


def _common(words: Words, others: Words) -> Words:
    own, other, empty = (a & b for a, b in zip(words, others, strict=True))
    return own, other, empty


def _placed(words: Words, pattern: Pattern, chance: Chance) -> Words:
    """A way, by lot, in which the pattern holds; there is one."""
    laid = placements(words, pattern)
    return laid[int(chance.integers(len(laid)))]


def _contents(board: Board, squares: int) -> tuple[int, int]:
    """Noughts and crosses on these squares."""
    return board.noughts & squares, board.crosses & squares


def _half(squares: int, chance: Chance) -> int:
    """Half of the squares in a word, the larger half of an odd number, by lot."""
    among = np.array(squares_of(squares))
    drawn = chance.permutation(among)[: (len(among) + 1) // 2]
    return sum(1 << int(square) for square in drawn)
