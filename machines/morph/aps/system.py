"""An APS system at work (Gould and Levinson 1992, section 2.5): search, learn, and again.

Search: hill climbing by one move.  Every successor is evaluated, the best is moved into, equals by
lot; the database stands still.  Learning, in this order: temporal differences and annealing change
the weights; patterns are added; unimportant ones are deleted.

"Since state Sn was the state at which reinforcement was delivered its new value is set to the
reinforcement value.  For all other states, Si, the new value is set to a linear combination of its
old value and the new value of state Si+1."  Where the side that moved changes between two states,
the later one's value is turned round: what is w for one is 1 - w for the other.

"The utility of a pattern can be measured as a function of many factors including age, number of
updates, uses, size, extremeness and variance.  [...]  We are exploring a variety of utility
functions.  Using such functions, patterns below a certain level of utility can be deleted."  Ours:

    utility = a * updates' + b * uses' + c * extremeness - d * variance' - e * size

with the factors of machines.morph.aps.domain.Deletion; updates' and uses' are 1 at one for each
search of the pattern's age and grow like its root; extremeness is the distance from 0.5, at most
1/2; variance' is the mean change of an update.

    Weight_n = (Weight_{n-1} * (n - 1) + k * new) / (n + k - 1)

n is the number of this update of this pattern, its own temperature; k the global one.  With k = 0
only past experience counts, with 1 all counts alike, above 1 the present more.  Doubling k makes a
pattern with 100 updates move like one with 50.  The paper says that the global temperature is
lowered gradually with the mean TD error as its objective, and not how.  Ours:

============  =====================================================================================
``fixed``     it isn't
``levelled``  after each block of searches whose mean error is no lower than the block's before: the
              system has come as far as it can at this temperature
``steady``    after each block
============  =====================================================================================
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic

import numpy as np
import numpy.typing as npt

from machines.kernels.kernel import inner_kernel, kernel
from machines.morph.aps.database import Database, PartialOrder, Records, value_of
from machines.morph.aps.domain import (
    CONTRIBUTIONS,
    ApsConfig,
    Chance,
    Deletion,
    Domain,
    Index,
    Pattern,
    Rows,
    Search,
    State,
    Weights,
)
from machines.morph.aps.evaluation import NEUTRAL, Fold, explain, fold_number
from machines.morph.aps.insertion import Lesson, add

# -- Temporal differences (Gould and Levinson 1992, section 2.3): new values back along a search ---


@kernel("void(float64[::1],int64[::1],float64,float64,float64[::1])")
def td_values(
    old: npt.NDArray[np.float64],
    movers: npt.NDArray[np.int64],
    reinforcement: float,
    lambda_: float,
    new: npt.NDArray[np.float64],
) -> None:
    """Fill ``new``, shape (n,), from ``old`` and who moved into each state, both shape (n,).

    ``lambda_`` 0 to 1 is what the next state counts for; ``reinforcement`` is the last mover's.
    """
    last = len(old) - 1
    value = reinforcement
    for i in range(last, -1, -1):
        if i < last:
            if movers[i] != movers[i + 1]:
                value = 1.0 - value
            value = (1.0 - lambda_) * old[i] + lambda_ * value
        new[i] = value


def states_to_learn(search: Search[State], sides: str) -> tuple[int, ...]:
    """Which of a search's states are learned from: all, or those that the learner moved into."""
    return tuple(
        at for at, mover in enumerate(search.movers) if sides == "both" or mover == search.learner
    )


def new_values(
    search: Search[State], learned: Sequence[int], old: Weights, lambda_: float, chain: str
) -> Weights:
    """The new values, shape (n,), of the n states ``learned`` of a search, from their old ones.

    ``chain`` is one of machines.morph.aps.domain.CHAINS: whether the state after a state is the
    next in the search or the next that the same side moved into.
    """
    movers = np.array([search.movers[at] for at in learned], dtype=np.int64)
    new = np.empty(len(learned), dtype=np.float64)
    for side in (0, 1) if chain == "sides" else (None,):
        own = np.arange(len(learned)) if side is None else np.flatnonzero(movers == side)
        if not len(own):
            continue
        part = np.empty(len(own), dtype=np.float64)
        last = reinforcement_for(search, int(movers[own[-1]]))
        td_values(old[own], movers[own], last, lambda_, part)
        new[own] = part
    return new


def reinforcement_for(search: Search[State], mover: int) -> float:
    """The reinforcement as that side sees it."""
    return search.reinforcement if mover == search.movers[-1] else 1.0 - search.reinforcement


# -- Deletion by utility (Gould and Levinson 1992, section 2.2) ------------------------------------


def utility(
    weights: Weights,
    updates: npt.NDArray[np.int64],
    uses: npt.NDArray[np.int64],
    variance: npt.NDArray[np.float64],
    ages: npt.NDArray[np.int64],
    sizes: npt.NDArray[np.int64],
    deletion: Deletion,
) -> npt.NDArray[np.float64]:
    """Each pattern's utility; all arrays by row, ages in searches."""
    searches = np.maximum(ages, 1)
    made: npt.NDArray[np.float64] = (
        deletion.updates * np.sqrt(updates / searches)
        + deletion.uses * np.sqrt(uses / searches)
        + deletion.extremeness * np.abs(weights - NEUTRAL)
        - deletion.variance * variance / np.maximum(updates, 1)
        - deletion.size * sizes
    )
    return made


def useless(
    utilities: npt.NDArray[np.float64],
    ages: npt.NDArray[np.int64],
    deletion: Deletion,
) -> Rows:
    """The rows to be deleted, ascending: old enough and under the level, or too many.

    Where there are more than ``deletion.largest``, the young are let alone too: the least useful
    of the others go.
    """
    may_go = ages >= deletion.young
    gone = may_go & (utilities < deletion.least)
    over = len(utilities) - int(gone.sum()) - deletion.largest
    if over > 0:
        left = np.flatnonzero(may_go & ~gone)
        gone[left[np.argsort(utilities[left], kind="stable")[:over]]] = True
    rows: Rows = np.flatnonzero(gone).astype(np.int64)
    return rows


# -- How fast weights move (Gould and Levinson 1992, section 2.4): local and global temperature ----

EQUAL, EXTREMENESS = range(len(CONTRIBUTIONS))


@inner_kernel("float64(float64,int64,float64,float64)", inline="always")
def anneal(weight: float, n: int, new: float, k: float) -> float:
    """The weight after update ``n`` (1 is the first); 0/0 (n = 1, k = 0) leaves it as it is."""
    if n + k <= 1.0:
        return weight
    return (weight * (n - 1) + k * new) / (n + k - 1.0)


@kernel("void(int64[::1],int64,float64,float64,float64,int64,float64[::1],int64[::1],float64[::1])")
def update(
    rows: npt.NDArray[np.int64],
    count: int,
    new: float,
    k: float,
    rate: float,
    contribution: int,
    weights: npt.NDArray[np.float64],
    updates: npt.NDArray[np.int64],
    variance: npt.NDArray[np.float64],
) -> None:
    """Move the patterns in the first ``count`` of ``rows`` towards a state's ``new`` value.

    ``rate`` 0 or above: by that share of the way, whatever ``k``; below 0: annealed.
    ``contribution`` is a number of CONTRIBUTIONS.  Counts the updates, and adds each change,
    whatever its sign, to ``variance`` ("the sum of the weight changes", Table 5.1).
    """
    most = 0.0
    if contribution == 1:
        for i in range(count):
            most = max(most, abs(weights[rows[i]] - 0.5))
    for i in range(count):
        row = rows[i]
        weight = weights[row]
        updates[row] += 1
        n = updates[row]
        after = weight + rate * (new - weight) if rate >= 0.0 else anneal(weight, n, new, k)
        if most > 0.0 and n > 1:
            share = 0.1 + 0.9 * abs(weight - 0.5) / most
            after = weight + share * (after - weight)
        weights[row] = after
        variance[row] += abs(after - weight)


@dataclass(frozen=True)
class Temperature:
    """The global temperature and what it goes by."""

    k: float
    searches: int = 0  # In this block so far
    error: float = 0.0  # Their mean TD errors added up
    before: float | None = None  # The mean of the block before


def cool_down(temperature: Temperature, error: float, settings: ApsConfig) -> Temperature:
    """The temperature after a search whose mean TD error was ``error``."""
    now = replace(temperature, searches=temperature.searches + 1, error=temperature.error + error)
    if now.searches < settings.block:
        return now
    mean = now.error / now.searches
    levelled = now.before is not None and mean >= now.before
    lower = settings.schedule == "steady" or (settings.schedule == "levelled" and levelled)
    k = max(now.k * settings.cooling, min(settings.coolest, now.k)) if lower else now.k
    return Temperature(k, 0, 0.0, mean)


# -- system ----------------------------------------------------------------------------------------

Opponent = Callable[[State, Chance], State]
"""Moves: one of the successors of the state it is given."""
SelectUpdated = Callable[[Sequence[State], tuple[Rows, ...]], tuple[Rows, ...]]
"""From states and the rows that match each: the rows whose weights each moves."""


@dataclass
class Learned(Generic[Pattern]):
    """All that a system has become: a value that a snapshot can hold."""

    settings: ApsConfig = field(default_factory=ApsConfig)
    records: Records[Pattern] = field(default_factory=Records)
    searches: int = 0
    temperature: Temperature | None = None  # None: not begun


@dataclass(frozen=True)
class Evaluation:
    """A state's value and why."""

    value: float
    rows: tuple[int, ...]
    """Of the matching patterns, in the order in which their weights were folded."""
    fold: Fold


@dataclass(frozen=True)
class Report(Generic[Pattern]):
    """What one learning phase did."""

    error: float  # The mean TD error: how far the old values were from the new ones
    updates: int
    added: dict[str, tuple[Pattern, ...]]  # By scheme; none where it wasn't time to add
    deleted: int


class System(Generic[State, Pattern]):
    """A domain's database and the two phases of its cycle."""

    def __init__(
        self,
        domain: Domain[State, Pattern],
        learned: Learned[Pattern] | None = None,
        index: Index[State, Pattern] | None = None,
        select_updated: SelectUpdated[State] | None = None,
    ) -> None:
        """``index`` is a domain's own, empty or of what was ``learned``; None: that of any
        domain.  ``select_updated``: chooses the rows whose weights move; None: those
        that match."""
        self.domain = domain
        self.select_updated = select_updated
        self.learned: Learned[Pattern] = Learned() if learned is None else learned
        if self.learned.temperature is None:
            self.learned.temperature = Temperature(self.learned.settings.temperature)
        order = PartialOrder(domain) if index is None else index
        self.database: Database[State, Pattern] = Database(order, self.learned.records)

    @property
    def settings(self) -> ApsConfig:
        """How it learns."""
        return self.learned.settings

    # -- search ------------------------------------------------------------------------------------

    def evaluate(self, state: State) -> Evaluation:
        """A state's value for who has just moved, step by step."""
        rows = self.database.matching(state)
        made = explain(self.database.records.weights[rows].tolist(), self.settings.fold)
        return Evaluation(made.value, tuple(int(rows[step.row]) for step in made.steps), made)

    def values(self, states: Sequence[State]) -> Weights:
        """Each state's value."""
        fold = fold_number(self.settings.fold)
        return self.database.index.values(states, self.database.records.weights, fold)

    def choose(self, states: Sequence[State], chance: Chance) -> int:
        """Which of the states is best; equals by lot."""
        values = self.values(states)
        best = np.flatnonzero(values == values.max())
        return int(best[chance.integers(len(best))]) if len(best) > 1 else int(best[0])

    def search(
        self, chance: Chance, opponent: Opponent[State] | None = None, side: int = 0
    ) -> Search[State]:
        """From the initial state to a reinforcement, against an opponent if there is one.

        ``side``: which side the system plays, 0 the one that begins.
        """
        state = self.domain.initial()
        states: list[State] = []
        movers: list[int] = []
        reinforcement = None
        while reinforcement is None:
            mover = len(states) % 2 if opponent is not None else 0
            if opponent is not None and mover != side:
                state = opponent(state, chance)
            else:
                after = self.domain.successors(state)
                state = after[self.choose(after, chance)]
            states.append(state)
            movers.append(mover)
            reinforcement = self.domain.reinforcement(state)
        return Search(tuple(states), tuple(movers), reinforcement, side)

    # -- learning ----------------------------------------------------------------------------------

    def learn(self, search: Search[State], chance: Chance) -> Report[Pattern]:
        """The learning phase after one search."""
        learned, settings, records = self.learned, self.settings, self.database.records
        learned.searches += 1
        records.ages += 1
        lesson, error, updates = self._weigh(search)
        assert learned.temperature is not None
        learned.temperature = cool_down(learned.temperature, error, settings)
        added: dict[str, tuple[Pattern, ...]] = {}
        if learned.searches % settings.every == 0:
            added = add(lesson, settings.initial, chance)
        deleted = 0
        if settings.deletion.every and learned.searches % settings.deletion.every == 0:
            deleted = self.forget()
        return Report(error, updates, added, deleted)

    def cycle(
        self, chance: Chance, opponent: Opponent[State] | None = None, side: int = 0
    ) -> tuple[Search[State], Report[Pattern]]:
        """One search and what is learned from it (Fig. 2.3)."""
        search = self.search(chance, opponent, side)
        return search, self.learn(search, chance)

    def forget(self) -> int:
        """Delete what isn't useful (section 2.2); how many."""
        records = self.database.records
        sizes = np.array([self.domain.size(each) for each in records.patterns], dtype=np.int64)
        utilities = utility(
            records.weights,
            records.updates,
            records.uses,
            records.variance,
            records.ages,
            sizes,
            self.settings.deletion,
        )
        gone = useless(utilities, records.ages, self.settings.deletion)
        self.database.delete(gone.tolist())
        return len(gone)

    def _weigh(self, search: Search[State]) -> tuple[Lesson[State, Pattern], float, int]:
        """Temporal differences and annealing; all old values are those of before the search."""
        settings, records = self.settings, self.database.records
        learned = states_to_learn(search, settings.sides)
        states = [search.states[at] for at in learned]
        matched = self.database.index.matching_each(states)
        updated = matched
        if self.select_updated is not None:
            updated = self.select_updated(states, matched)
        fold = fold_number(settings.fold)
        old = np.array([value_of(rows, records.weights, fold) for rows in matched])
        new = new_values(search, learned, old, settings.coefficient, settings.chain)
        change = np.zeros(len(records.patterns))
        assert self.learned.temperature is not None
        k = self.learned.temperature.k
        rate = settings.rate if settings.rates == "constant" else -1.0
        share = EXTREMENESS if settings.contribution == "extremeness" else EQUAL
        for at in range(len(learned) - 1, -1, -1):
            rows, before = updated[at], records.weights[updated[at]]
            update(
                rows,
                len(rows),
                new[at],
                k,
                rate,
                share,
                records.weights,
                records.updates,
                records.variance,
            )
            change[rows] = np.maximum(change[rows], np.abs(records.weights[rows] - before))
            if search.movers[learned[at]] == search.learner:
                records.uses[matched[at]] += 1
        lesson = Lesson(
            self.domain, self.database, search, learned, matched, new, change, settings.additions
        )
        error = float(np.abs(new - old).mean()) if len(learned) else 0.0
        return lesson, error, sum(len(rows) for rows in updated)
