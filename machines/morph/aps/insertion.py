"""The four ways of adding patterns (Gould and Levinson 1992, sections 2.2 and 3.3), for any domain.

Each scheme is a row of attempts without end: it chooses what of the database or of the last search
to look at, and the domain makes the pattern.  Only search context rules need nothing in the
database.  What is adopted counts; a scheme stops when it has added as many as it is asked for, or
has tried too often.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Generic

import numpy as np
import numpy.typing as npt

from machines.morph.aps.database import Database
from machines.morph.aps.domain import (
    Additions,
    Chance,
    Domain,
    Pattern,
    Rows,
    Search,
    State,
    Weights,
)
from machines.morph.aps.evaluation import NEUTRAL

TOURNAMENT = 8
"""To specialize, so many patterns are drawn and the one of the highest variance is taken."""
SETTLED = 5
"""A pattern has to be updated so often before its variance says anything."""


@dataclass(frozen=True)
class Lesson(Generic[State, Pattern]):
    """What the schemes look at: the database and the search that was just learned from."""

    domain: Domain[State, Pattern]
    database: Database[State, Pattern]
    search: Search[State]
    learned: tuple[int, ...]
    """Which of the search's states were learned from."""
    matched: tuple[Rows, ...]
    """Of each of these states, the rows that matched."""
    new: Weights
    """Of each of these states, its new value."""
    change: npt.NDArray[np.float64]
    """By row: how much the largest of this search's updates changed its weight."""
    additions: Additions


@dataclass(frozen=True)
class Candidate(Generic[Pattern]):
    """A pattern, and the new value of the state that it is from."""

    pattern: Pattern
    value: float = NEUTRAL


Attempts = Iterator[Candidate[Pattern] | None]


def _random_index(count: int, chance: Chance) -> int:
    return int(chance.integers(count))


def context(lesson: Lesson[State, Pattern], chance: Chance) -> Attempts[Pattern]:
    """The search context rules in turn, each on a state of the search drawn by lot."""
    rules = cycle(lesson.domain.rules.values())
    while lesson.learned:
        at = _random_index(len(lesson.learned), chance)
        made = next(rules)(lesson.search, lesson.learned[at], chance)
        yield None if made is None else Candidate(made, float(lesson.new[at]))


def generalized(lesson: Lesson[State, Pattern], chance: Chance) -> Attempts[Pattern]:
    """Two patterns of similar weights: "generalization patterns are created by extracting similar
    structures from within two patterns that have similar weights"."""
    records = lesson.database.records
    rows = np.flatnonzero(records.updates > 0)
    while len(rows) > 1:
        one = int(rows[_random_index(len(rows), chance)])
        apart = np.abs(records.weights[rows] - records.weights[one])
        near = rows[(apart <= lesson.additions.similar) & (rows != one)]
        if not len(near):
            yield None
            continue
        other = int(near[_random_index(len(near), chance)])
        pair = records.patterns[one], records.patterns[other]
        made = lesson.domain.generalize(*pair, chance)
        mean = (records.weights[one] + records.weights[other]) / 2
        yield None if made is None else Candidate(made, float(mean))


def specialized(lesson: Lesson[State, Pattern], chance: Chance) -> Attempts[Pattern]:
    """A pattern of high variance, or one that was updated by much, with a little more in it."""
    records = lesson.database.records
    if lesson.additions.trigger == "update":
        worst = lesson.change
        rows = np.flatnonzero(worst > 0)
    else:
        worst = records.variance / np.maximum(records.updates, 1)
        rows = np.flatnonzero(records.updates >= SETTLED)
    while len(rows):
        drawn = rows[chance.integers(len(rows), size=TOURNAMENT)]
        row = int(drawn[np.argmax(worst[drawn])])
        seen = [at for at, matched in enumerate(lesson.matched) if row in matched]
        if seen:
            at = seen[_random_index(len(seen), chance)]
            state, value = lesson.search.states[lesson.learned[at]], float(lesson.new[at])
            made = lesson.domain.specialize(records.patterns[row], state, chance)
        else:
            made = lesson.domain.specialize(records.patterns[row], None, chance)
            value = float(records.weights[row])
        yield None if made is None else Candidate(made, value)


def reverse(lesson: Lesson[State, Pattern], chance: Chance) -> Attempts[Pattern]:
    """The states of the search in an order drawn by lot, each once: the preconditions of the most
    extreme pattern that matches there."""
    records = lesson.database.records
    for at in chance.permutation(len(lesson.learned)):
        rows = lesson.matched[at]
        if not len(rows):
            continue
        far = np.abs(records.weights[rows] - NEUTRAL)
        row = int(rows[np.argmax(far)])
        if far.max() < lesson.additions.extreme:
            continue
        made = lesson.domain.precondition(
            records.patterns[row], lesson.search, lesson.learned[at], chance
        )
        yield None if made is None else Candidate(made, float(lesson.new[at]))


def crossover(lesson: Lesson[State, Pattern], chance: Chance) -> Attempts[Pattern]:
    """Two extreme patterns: "half of the nodes in the first with half [...] in the second"."""
    records = lesson.database.records
    far = np.abs(records.weights - NEUTRAL) >= lesson.additions.extreme
    rows = np.flatnonzero(far & (records.updates > 0))
    while len(rows) > 1:
        one, other = (int(row) for row in chance.choice(rows, 2, replace=False))
        made = lesson.domain.cross(records.patterns[one], records.patterns[other], chance)
        mean = (records.weights[one] + records.weights[other]) / 2
        yield None if made is None else Candidate(made, float(mean))


def add(
    lesson: Lesson[State, Pattern], fresh: str, chance: Chance
) -> dict[str, tuple[Pattern, ...]]:
    """Add patterns by all schemes, in the paper's order; what each has added, by scheme.

    ``fresh`` is one of machines.morph.aps.domain.INITIALS.
    """
    additions = lesson.additions
    schemes: tuple[tuple[str, int, Callable[..., Attempts[Pattern]]], ...] = (
        ("context", additions.context, context),
        ("generalized", additions.generalized, generalized),
        ("specialized", additions.specialized, specialized),
        ("reverse", additions.reverse, reverse),
        ("crossed", additions.crossed, crossover),
    )
    # A scheme sees the database as it was: what another has just added has no weight yet.
    return {
        name: _adopt(lesson, name, wanted, attempts(lesson, chance), fresh, chance)
        for name, wanted, attempts in schemes
        if wanted
    }


def _adopt(
    lesson: Lesson[State, Pattern],
    scheme: str,
    wanted: int,
    attempts: Attempts[Pattern],
    fresh: str,
    chance: Chance,
) -> tuple[Pattern, ...]:
    """Put what a scheme finds into the database, as far as it is new and not too large."""
    additions, domain = lesson.additions, lesson.domain
    adopted: list[Pattern] = []
    for _, candidate in zip(range(wanted * additions.tries), attempts, strict=False):
        if candidate is None:
            continue
        pattern = candidate.pattern
        if additions.mutated:
            pattern = domain.mutate(pattern, additions.mutated, chance)
        if additions.size and domain.size(pattern) > additions.size:
            continue
        weight = candidate.value if fresh == "state" else NEUTRAL
        if lesson.database.insert(pattern, scheme, weight):
            adopted.append(pattern)
            if len(adopted) == wanted:
                break
    return tuple(adopted)
