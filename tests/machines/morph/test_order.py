"""The partial order of patterns: by hand, and pair by pair against the slow twin."""

import numpy as np
import pytest

from machines.morph.labels import (
    ANY_SQUARE,
    AS_KNIGHT,
    AS_ROOK,
    BLACK_KING,
    DIRECT,
    FILE,
    GENERIC,
    INDIRECT,
    WHITE_KNIGHT,
    WHITE_ROOK,
)
from machines.morph.order import PatternOrder, more_general
from machines.morph.patterns import (
    Edge,
    GraphPattern,
    Node,
    Pattern,
    graph_pattern,
    material_pattern,
    to_plain,
)
from tests.machines.morph.examples import random_patterns
from tests.naive import morph as naive

KING = graph_pattern([Node(BLACK_KING)], [])


def knight_and_king(
    kind: int = DIRECT, label: int = WHITE_KNIGHT, place: int = FILE + 3
) -> GraphPattern:
    return graph_pattern([Node(label, place), Node(BLACK_KING, 60)], [Edge(0, 1, kind)])


def test_a_subgraph_is_more_general() -> None:
    assert more_general(KING, knight_and_king())
    assert not more_general(knight_and_king(), KING)
    assert not more_general(KING, KING)


def test_generic_edges_wider_places_and_any_square_are_more_general() -> None:
    for general, holds in (
        (knight_and_king(GENERIC), True),
        (knight_and_king(INDIRECT, WHITE_ROOK), False),
        (knight_and_king(label=ANY_SQUARE), True),
        (knight_and_king(place=80), True),
        (knight_and_king(place=FILE + 2), False),
        (knight_and_king(AS_KNIGHT, ANY_SQUARE), True),
        (knight_and_king(AS_ROOK, ANY_SQUARE), False),
    ):
        assert more_general(general, knight_and_king()) is holds, general
        assert not more_general(knight_and_king(), general), general


def test_material_is_ordered_by_dominance_or_not_at_all() -> None:
    even, up, more = (material_pattern(v) for v in ((0,) * 5, (1, 0, 0, 0, 0), (2, 0, -1, 0, 0)))
    assert more_general(even, up)
    assert more_general(up, more)
    assert not more_general(more, up)
    assert not more_general(even, up, dominance=False)
    assert not more_general(even, KING)


def pairs(patterns: list[Pattern], dominance: bool) -> list[set[int]]:
    """Of each pattern the rows of those that are more general, pair by pair."""
    plain = [to_plain(pattern) for pattern in patterns]
    return [
        {p for p in range(len(plain)) if p != q and naive.more_general(plain[p], other, dominance)}
        for q, other in enumerate(plain)
    ]


def check_parents(order: PatternOrder) -> None:
    """Parents are the least general of what is above; the compiled order says the same."""
    compiled = order.compiled()
    place = {int(row): at for at, row in enumerate(compiled.numbers)}
    assert sorted(place) == list(range(len(order)))
    for row, above in enumerate(order.above):
        parents = {r for r in above if not any(r in order.above[other] for other in above)}
        assert order.parents(row) == parents
        at = place[row]
        told = compiled.parents[compiled.starts[at] : compiled.starts[at + 1]]
        assert {int(compiled.numbers[p]) for p in told} == parents
        assert all(p < at for p in told)


@pytest.mark.parametrize("dominance", [True, False])
def test_the_partial_order_is_that_found_pair_by_pair(dominance: bool) -> None:
    patterns = random_patterns(160, 31)
    order = PatternOrder(patterns, dominance)
    assert order.above == pairs(patterns, dominance)
    assert sum(map(len, order.above)) > 100
    check_parents(order)


@pytest.mark.soak
def test_the_partial_order_of_a_thousand_patterns() -> None:
    patterns = random_patterns(1000, 3)
    order = PatternOrder(patterns)
    assert order.above == pairs(patterns, True)
    check_parents(order)


def test_rows_that_go_leave_the_order_of_the_rest() -> None:
    patterns = random_patterns(200, 32)
    order = PatternOrder(patterns)
    generator = np.random.default_rng(33)
    for _ in range(6):
        kept = np.flatnonzero(generator.random(len(order)) < 0.8)
        order.keep(kept)
        patterns = [patterns[row] for row in kept]
        more = random_patterns(30, int(generator.integers(1 << 30)))
        added = [pattern for pattern in more if pattern not in patterns]
        for pattern in added:
            order.add(pattern)
        patterns += added
        assert order.patterns == patterns
        assert order.above == PatternOrder(patterns).above
        check_parents(order)


def test_all_rows_may_go() -> None:
    order = PatternOrder(random_patterns(5, 34))
    order.keep([])
    assert len(order) == 0
    assert len(order.compiled().rows) == 0
    order.add(KING)
    assert order.compiled().numbers.tolist() == [0]
