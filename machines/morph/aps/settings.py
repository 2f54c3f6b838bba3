"""What Gould and Levinson (1992) leave open in an APS system, each an option with its default.

The defaults are those that learned best in our runs of chess (Morph); a domain of another kind may
want others.
"""

from dataclasses import dataclass, field

from devices.refusal import RefusedError

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
"""How the global temperature is lowered; see machines.morph.aps.annealing."""
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
    size: float = 0.05  # What each counts for; see machines.morph.aps.deletion


@dataclass(frozen=True)
class ApsConfig:
    """All options of an APS system."""

    fold: str = "least"
    sides: str = "both"
    chain: str = "sides"
    coefficient: float = 0.95
    """What the next state's new value counts for in TD learning, 0 to 1."""
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
