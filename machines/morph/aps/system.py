"""An APS system at work (Gould and Levinson 1992, section 2.5): search, learn, and again.

Search: hill climbing by one move.  Every successor is evaluated, the best is moved into, equals by
lot; the database stands still.  Learning, in this order: temporal differences and annealing change
the weights; patterns are added; unimportant ones are deleted.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic

import numpy as np

from machines.morph.aps.annealing import EQUAL, EXTREMENESS, Temperature, cool_down, update
from machines.morph.aps.database import Database, Records
from machines.morph.aps.deletion import useless, utility
from machines.morph.aps.domain import Chance, Domain, Index, Pattern, Rows, Search, State, Weights
from machines.morph.aps.evaluation import Fold, explain, fold_number
from machines.morph.aps.insertion import Lesson, add
from machines.morph.aps.order import PartialOrder, value_of
from machines.morph.aps.settings import ApsConfig
from machines.morph.aps.td import new_values, states_to_learn

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
