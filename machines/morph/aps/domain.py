"""What a domain tells an APS system: its states, its patterns, and what can be done with them.

A domain is a search through states in which reinforcement comes seldom, often only at the end
(Gould and Levinson 1992, section 1).  The framework sees a state and a pattern through these
protocols alone.  Two things are agreed:

* A state is seen by who has **just moved** into it, and a weight or value is that side's: 1 is won,
  0 lost.  In a domain of one side the mover is always 0.
* Patterns are values that can be hashed, in a form that is the same for the same pattern.

The defaults are those that learned best in our runs of chess (Morph); a domain of another kind may
want others.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError

# -- What Gould and Levinson (1992) leave open in an APS system, each an option with its default ---

FOLDS = ("least", "pos-neg", "mean")
"""How matching weights are combined; see machines.morph.aps.evaluation."""
SIDES = ("both", "own")
"""Whose states are learned from: those after either side's moves, or after the learner's own."""
CHAINS = ("plies", "sides")
"""In temporal differences, what comes after a state: the next one, whoever moved into it, or the
next one that the same side moved into."""
RATES = ("annealed", "constant")
"""Whether a pattern learns ever more slowly (section 2.4) or at one rate."""
CONTRIBUTIONS = ("equal", "extremeness")
"""How a matching pattern's share in the old value is measured (section 2.3)."""
SCHEDULES = ("fixed", "levelled", "steady")
"""How the global temperature is lowered; see machines.morph.aps.system."""
INITIALS = ("neutral", "state")
"""A new pattern's weight until it is updated: 0.5, or the new value of the state it is from."""
TRIGGERS = ("variance", "update")
"""Which pattern is specialized: one of high variance (Morph, section 3.3), or one whose weight had
to be updated by a large amount (the framework, section 2.2)."""


@dataclass(frozen=True)
class Additions:
    """How many patterns each scheme adds at a time (section 2.2); 0 turns a scheme off."""

    context: int = 16
    """By search context rules, shared out evenly among the domain's."""
    generalized: int = 2
    specialized: int = 2
    reverse: int = 2
    crossed: int = 0
    """Hybrids of two extreme patterns; described in section 3.3, not done in 1992."""
    mutated: float = 0.0
    """The chance of each node of a pattern about to be added to change; likewise."""
    similar: float = 0.05
    """Two weights no further apart are similar (generalization)."""
    extreme: float = 0.25
    """A weight at least so far from 0.5 is extreme (crossover, reverse engineering)."""
    trigger: str = "variance"
    """Of :data:`TRIGGERS`."""
    tries: int = 4
    """A scheme gives up after so many attempts for each pattern wanted."""
    size: int = 0
    """No pattern larger than this is added; 0: no limit."""


@dataclass(frozen=True)
class Deletion:
    """When and by what utility patterns are deleted (section 2.2)."""

    every: int = 100  # Searches; 0: never
    largest: int = 2500  # So many patterns are kept at most, those of the greatest utility
    least: float = 0.0  # A utility under this is not worth its place
    young: int = 30  # A pattern of fewer searches' age is let alone
    updates: float = 1.0
    uses: float = 0.25
    extremeness: float = 4.0
    variance: float = 0.5
    size: float = 0.05  # What each counts for; see machines.morph.aps.system


@dataclass(frozen=True)
class ApsConfig:
    """All options of an APS system."""

    fold: str = "least"
    sides: str = "both"
    chain: str = "sides"
    coefficient: float = 0.95
    """Lambda of TD learning, 0 to 1: what the next state's new value counts for."""
    rates: str = "annealed"
    rate: float = 0.1
    """Of ``constant``."""
    temperature: float = 2.0
    """The global temperature k, at first."""
    schedule: str = "fixed"
    coolest: float = 1.0
    """k is not lowered under this."""
    cooling: float = 0.9
    """What k is multiplied by when it is lowered."""
    block: int = 50
    """Searches over which the TD error is averaged before the temperature is looked at."""
    contribution: str = "equal"
    initial: str = "neutral"
    every: int = 7
    """Patterns are added after so many searches: "only every 7 games" (section 5)."""
    additions: Additions = field(default_factory=Additions)
    deletion: Deletion = field(default_factory=Deletion)

    def __post_init__(self) -> None:
        for name, known in (
            ("fold", FOLDS),
            ("sides", SIDES),
            ("chain", CHAINS),
            ("rates", RATES),
            ("schedule", SCHEDULES),
            ("contribution", CONTRIBUTIONS),
            ("initial", INITIALS),
        ):
            _check_named(name, getattr(self, name), known)
        _check_named("trigger", self.additions.trigger, TRIGGERS)
        _check_range("coefficient", self.coefficient, 0.0, 1.0)
        _check_range("rate", self.rate, 0.0, 1.0)
        _check_range("temperature", self.temperature, 0.0, 1000.0)
        _check_range("coolest", self.coolest, 0.0, 1000.0)
        _check_range("cooling", self.cooling, 0.0, 1.0)
        _check_range("every", self.every, 1, 1_000_000)
        _check_range("block", self.block, 1, 1_000_000)
        _check_range("mutated", self.additions.mutated, 0.0, 1.0)


def _check_named(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise RefusedError(name, f"is {value!r}; expected one of {', '.join(known)}")


def _check_range(name: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise RefusedError(name, f"is {value:g}; expected {least:g} to {most:g}")


# -- domain ----------------------------------------------------------------------------------------

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

    :class:`machines.morph.aps.database.PartialOrder` does for any domain; a domain with kernels has
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
