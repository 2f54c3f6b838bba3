"""A corridor for an APS system: one side, seven places, a door at either end; no game at all.

A state is where one stands and the steps so far.  A pattern is a span of places: it holds in each
of them, and a wider span is more general.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from machines.morph.aps.domain import Chance, Rule, Search

LAST, PATIENCE = 6, 24


class Place(NamedTuple):
    """Where one stands, after so many steps."""

    at: int
    steps: int = 0


Span = tuple[int, int]
"""First and last place."""


class Corridor:
    """The domain: the right door is worth 1, the left one nothing, nor is running out of steps."""

    @property
    def rules(self) -> Mapping[str, Rule[Place, Span]]:
        """The place itself, and the place with the next one."""
        return {"here": here, "and next": and_next}

    def initial(self) -> Place:
        """In the middle."""
        return Place(LAST // 2)

    def successors(self, state: Place) -> Sequence[Place]:
        """A step to the left, a step to the right."""
        return [Place(state.at + step, state.steps + 1) for step in (-1, 1)]

    def reinforcement(self, state: Place) -> float | None:
        """At a door, or when too many steps were taken."""
        if state.at == LAST:
            return 1.0
        return 0.0 if state.at == 0 or state.steps == PATIENCE else None

    def satisfies(self, state: Place, pattern: Span) -> bool:
        """Whether the place is in the span."""
        return pattern[0] <= state.at <= pattern[1]

    def more_general(self, pattern: Span, other: Span) -> bool:
        """Whether the one span lies within the other and isn't the same."""
        return pattern != other and pattern[0] <= other[0] and other[1] <= pattern[1]

    def size(self, pattern: Span) -> int:
        """How narrow it is."""
        return LAST - (pattern[1] - pattern[0])

    def generalize(self, pattern: Span, other: Span, chance: Chance) -> Span | None:
        """The span that has both in it."""
        return min(pattern[0], other[0]), max(pattern[1], other[1])

    def specialize(self, pattern: Span, state: Place | None, chance: Chance) -> Span | None:
        """The half with the state in it."""
        middle = sum(pattern) // 2
        if state is None or pattern[0] == pattern[1]:
            return None
        return (pattern[0], middle) if state.at <= middle else (middle + 1, pattern[1])

    def precondition(
        self, pattern: Span, search: Search[Place], at: int, chance: Chance
    ) -> Span | None:
        """The last place before it that wasn't in the span."""
        for state in reversed(search.states[:at]):
            if not self.satisfies(state, pattern):
                return state.at, state.at
        return None

    def mutate(self, pattern: Span, rate: float, chance: Chance) -> Span:
        """A place to the right."""
        return (pattern[0] + 1, pattern[1] + 1) if chance.random() < rate else pattern

    def cross(self, pattern: Span, other: Span, chance: Chance) -> Span | None:
        """From the first of the one to the last of the other."""
        return (pattern[0], other[1]) if pattern[0] <= other[1] else None


def here(search: Search[Place], at: int, chance: Chance) -> Span:
    """The place alone."""
    state = search.states[at]
    return state.at, state.at


def and_next(search: Search[Place], at: int, chance: Chance) -> Span | None:
    """The place and the one that the search went on to; None at the end."""
    if at + 1 == len(search.states):
        return None
    both = sorted(state.at for state in search.states[at : at + 2])
    return both[0], both[1]
