"""The pattern-weight database: records, ids, the partial order, deletion by utility."""

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from machines.exhibit import snapshot
from machines.morph.aps.database import Database, PartialOrder, Records
from machines.morph.aps.domain import Deletion
from machines.morph.aps.system import useless, utility
from tests.machines.corridor import Corridor, Place, Span

spans = st.tuples(st.integers(0, 6), st.integers(0, 6)).map(lambda ends: (min(ends), max(ends)))


def database(*patterns: Span) -> Database[Place, Span]:
    made: Database[Place, Span] = Database(PartialOrder(Corridor()))
    for pattern in patterns:
        made.insert(pattern, "given")
    return made


def naive_matching(patterns: list[Span], at: int) -> list[int]:
    """Rows that hold and within which no other that holds lies."""
    held = [row for row, (first, last) in enumerate(patterns) if first <= at <= last]
    return [
        row
        for row in held
        if not any(
            other != row
            and patterns[row][0] <= patterns[other][0]
            and patterns[other][1] <= patterns[row][1]
            for other in held
        )
    ]


def test_the_most_specific_patterns_match_and_hide_the_others() -> None:
    made = database((0, 6), (2, 4), (3, 6), (3, 3))
    assert made.matching(Place(1)).tolist() == [0]
    assert made.matching(Place(2)).tolist() == [1]
    assert made.matching(Place(3)).tolist() == [3]
    assert made.matching(Place(4)).tolist() == [1, 2]


@given(st.lists(spans, unique=True, max_size=15), st.integers(0, 6))
def test_matching_is_that_of_pairwise_checking(patterns: list[Span], at: int) -> None:
    made = database(*patterns)
    assert made.matching(Place(at)).tolist() == naive_matching(patterns, at)


@given(st.lists(spans, unique=True, min_size=2, max_size=15), st.data())
@settings(max_examples=40)
def test_matching_is_right_after_deletion_too(patterns: list[Span], data: st.DataObject) -> None:
    made = database(*patterns)
    made.matching(Place(3))  # what it remembers of its order must go too
    rows = range(len(patterns))
    gone = data.draw(st.sets(st.sampled_from(rows), min_size=1))
    made.delete(gone)
    left = [pattern for row, pattern in enumerate(patterns) if row not in gone]
    assert made.records.patterns == left
    assert made.records.ids.tolist() == [row for row in rows if row not in gone]
    for at in range(7):
        assert made.matching(Place(at)).tolist() == naive_matching(left, at)


@given(st.lists(spans, unique=True, max_size=15))
def test_parents_are_the_least_general_of_the_more_general(patterns: list[Span]) -> None:
    order, domain = PartialOrder(Corridor()), Corridor()
    for pattern in patterns:
        order.add(pattern)
    for row, pattern in enumerate(patterns):
        above = {r for r, other in enumerate(patterns) if domain.more_general(other, pattern)}
        between = {
            r for r in above if any(domain.more_general(patterns[r], patterns[o]) for o in above)
        }
        assert order.parents[row] == above - between
        assert all(row in order.children[parent] for parent in order.parents[row])
    place = {row: at for at, row in enumerate(order.topological())}
    assert all(place[p] < place[row] for row in place for p in order.parents[row])


def test_a_pattern_is_in_the_database_once() -> None:
    made = database((1, 2))
    assert not made.insert((1, 2), "context", 0.9)
    assert (len(made), made.records.weights.tolist()) == (1, [0.5])
    assert made.row((1, 2)) == 0
    assert (2, 2) not in made


def test_ids_never_come_back() -> None:
    made = database((1, 2), (2, 3))
    made.delete([0, 1])
    made.insert((4, 4), "reverse", 0.75)
    assert made.records.ids.tolist() == [2]
    assert made.row((2, 3)) is None
    assert made.records.weights.tolist() == [0.75]


def test_records_come_back_from_a_snapshot_with_their_order() -> None:
    made = database((0, 6), (2, 4))
    kept = snapshot.unpack(snapshot.pack(made.records, 1), Records, 1)
    again: Database[Place, Span] = Database(PartialOrder(Corridor()), kept)
    assert again.matching(Place(3)).tolist() == [1]
    assert again.row((0, 6)) == 0


# -- utility ---------------------------------------------------------------------------------------


def utilities(**changed: float) -> float:
    """Of one pattern: of weight 0.5, 50 games old, updated once a game, never used, of size 3."""
    values = {"weight": 0.5, "updates": 50, "uses": 0, "variance": 0.0, "age": 50, "size": 3}
    values |= changed
    made = utility(
        np.array([float(values["weight"])]),
        np.array([int(values["updates"])], dtype=np.int64),
        np.array([int(values["uses"])], dtype=np.int64),
        np.array([float(values["variance"])]),
        np.array([int(values["age"])], dtype=np.int64),
        np.array([int(values["size"])], dtype=np.int64),
        Deletion(),
    )
    return float(made[0])


def test_utility_goes_the_right_way_with_each_of_the_papers_factors() -> None:
    plain = utilities()
    assert utilities(weight=0.9) == utilities(weight=0.1) > plain
    assert utilities(updates=200) > plain
    assert utilities(uses=10) > plain
    assert utilities(age=500) < plain
    assert utilities(variance=20.0) < plain
    assert utilities(size=6) < plain


def test_utility_by_hand() -> None:
    options = Deletion()
    expected = (
        options.updates * 2.0
        + options.uses * 0.5
        + options.extremeness * 0.25
        - options.variance * 0.02
        - options.size * 4
    )
    made = utilities(weight=0.75, updates=144, uses=9, variance=2.88, age=36, size=4)
    assert abs(made - expected) < 1e-12


def test_what_is_under_the_level_goes_unless_it_is_young() -> None:
    options = replace(Deletion(), young=30, least=1.0, largest=10)
    ages = np.array([100, 100, 5, 30], dtype=np.int64)
    worth = np.array([0.5, 2.0, 0.1, 0.9])
    assert useless(worth, ages, options).tolist() == [0, 3]


def test_too_many_are_cut_to_the_most_useful() -> None:
    options = replace(Deletion(), young=30, least=0.0, largest=2)
    ages = np.array([100, 100, 100, 5], dtype=np.int64)
    assert useless(np.array([3.0, 1.0, 2.0, 0.5]), ages, options).tolist() == [1, 2]
