"""What a domain tells an APS system: its states, its patterns, and what can be done with them.

A domain is a search through states in which reinforcement comes seldom, often only at the end
(Gould and Levinson 1992, section 1).  The framework sees a state and a pattern through these
protocols alone.  Two things are agreed:

* A state is seen by who has **just moved** into it, and a weight or value is that side's: 1 is won,
  0 lost.  In a domain of one side the mover is always 0.
* Patterns are values that can be hashed, in a form that is the same for the same pattern.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

Chance = np.random.Generator
"""All chance is drawn from one, which whoever runs the system holds."""
Rows = npt.NDArray[np.int64]
"""Rows of the database, ascending."""
Weights = npt.NDArray[np.float64]

State = TypeVar("State")
Pattern = TypeVar("Pattern", bound=Hashable)
PatternOut = TypeVar("PatternOut", bound=Hashable, covariant=True)
StateIn = TypeVar("StateIn", contravariant=True)
PatternIn = TypeVar("PatternIn", bound=Hashable, contravariant=True)


@dataclass(frozen=True)
class Search(Generic[State]):
    """A path from the initial state to a reinforcement: in a game, a play."""

    states: tuple[State, ...]
    """S1 to Sn; the initial state, into which nobody moved, is not among them."""
    movers: tuple[int, ...]
    """Who moved into each: 0 or 1."""
    reinforcement: float
    """What came of it for the mover of the last state, 0 to 1."""
    learner: int = 0
    """Which side the system played."""


class Rule(Protocol[State, PatternOut]):
    """A search context rule (section 2.2): a state and the whole search give a pattern."""

    def __call__(self, search: Search[State], at: int, chance: Chance) -> PatternOut | None:
        """A pattern that ``search.states[at]`` satisfies; None if it has none to give."""


class Domain(Protocol[State, Pattern]):
    """States, patterns, and the operations of the four ways of adding."""

    @property
    def rules(self) -> Mapping[str, Rule[State, Pattern]]:
        """The search context rules by name."""

    def initial(self) -> State:
        """Where a search begins."""

    def successors(self, state: State) -> Sequence[State]:
        """The states that one move leads to; none where the search ends."""

    def reinforcement(self, state: State) -> float | None:
        """What the search came to for who moved into this state; None while it goes on."""

    def satisfies(self, state: State, pattern: Pattern) -> bool:
        """Whether the pattern holds in the state."""

    def more_general(self, pattern: Pattern, other: Pattern) -> bool:
        """Whether ``pattern`` is another pattern than ``other`` and holds wherever that holds."""

    def size(self, pattern: Pattern) -> int:
        """How much must hold: in Morph the nodes."""

    def generalize(self, pattern: Pattern, other: Pattern, chance: Chance) -> Pattern | None:
        """What the two have in common; None if nothing is worth a pattern."""

    def specialize(self, pattern: Pattern, state: State | None, chance: Chance) -> Pattern | None:
        """``pattern`` and a little more: what else holds in ``state``, one in which it matched in
        the last search.  None: no such state; take the one it was first seen in, or give None."""

    def precondition(
        self, pattern: Pattern, search: Search[State], at: int, chance: Chance
    ) -> Pattern | None:
        """Reverse engineering: what had to be so in an earlier state of the search that
        ``pattern``, which holds in ``search.states[at]``, could come about."""

    def mutate(self, pattern: Pattern, rate: float, chance: Chance) -> Pattern:
        """``pattern``, each node changed with a chance of ``rate``."""

    def cross(self, pattern: Pattern, other: Pattern, chance: Chance) -> Pattern | None:
        """Half of the one with half of the other."""


class Index(Protocol[StateIn, PatternIn]):
    """The patterns by row as a partial order: finds the most specific that hold.

    :class:`machines.morph.aps.order.PartialOrder` does for any domain; a domain with kernels has
    its own.  Rows are numbered from 0 in the order of adding.
    """

    def __len__(self) -> int:
        """Rows."""

    def add(self, pattern: PatternIn) -> None:
        """A pattern, as the next row; it is not there yet."""

    def keep(self, rows: Rows) -> None:
        """Drop all rows but these, ascending; they are then numbered from 0 again."""

    def matching(self, state: StateIn) -> Rows:
        """The rows that match (section 2.3): the pattern holds and none more specific does."""

    def matching_each(self, states: Sequence[StateIn]) -> tuple[Rows, ...]:
        """:meth:`matching` of every state."""

    def values(self, states: Sequence[StateIn], weights: Weights, fold: int) -> Weights:
        """Each state's value; ``fold`` is a number of machines.morph.aps.evaluation."""
