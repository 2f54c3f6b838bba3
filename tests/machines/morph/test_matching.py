"""Matching patterns in positions: small ones by hand, many against the slow twin."""

import os
import time

import pytest

from machines.games.chess.notation import read_fen, write_fen
from machines.morph.batch_matching import MatchWorkspace, most_specific, words_of
from machines.morph.labels import (
    BLACK_KING,
    BLACK_QUEEN,
    DIRECT,
    WHITE_KNIGHT,
    WHITE_ROOK,
)
from machines.morph.matching import holds_in
from machines.morph.order import PatternOrder
from machines.morph.patterns import Edge, Node, Pattern, graph_pattern, material_pattern, to_plain
from tests.machines.morph.examples import random_patterns, random_positions
from tests.naive.morph import Seen

FORK = graph_pattern(
    [Node(WHITE_KNIGHT), Node(BLACK_QUEEN), Node(BLACK_KING, 62)],
    [Edge(0, 1, DIRECT), Edge(0, 2, DIRECT)],
)
"""White has just forked; one ply before that, his knight is the black one, for White is always who
has just moved."""


def test_a_fork_holds_where_the_knight_attacks_queen_and_king() -> None:
    assert holds_in(FORK, read_fen("6k1/8/5N2/3q4/8/8/8/6K1 b - - 0 1"))
    assert not holds_in(FORK, read_fen("6k1/8/5N2/8/q7/8/8/6K1 b - - 0 1"))


def test_two_nodes_never_lie_on_one_square() -> None:
    two = graph_pattern([Node(WHITE_ROOK), Node(WHITE_ROOK)], [])
    assert not holds_in(two, read_fen("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"))
    assert holds_in(two, read_fen("4k3/8/8/8/8/8/4RR2/4K3 b - - 0 1"))


@pytest.mark.parametrize("dominance", [True, False])
def test_material_is_matched_by_dominance_or_exactly(dominance: bool) -> None:
    position = read_fen("4k3/8/8/8/8/8/4PP2/4K3 b - - 0 1")
    held = [
        holds_in(material_pattern(vector), position, dominance)
        for vector in (
            (2, 0, 0, 0, 0),
            (1, 0, 0, 0, 0),
            (0,) * 5,
            (-1, 0, 0, 0, 0),
            (2, 1, 0, 0, 0),
        )
    ]
    assert held == ([True, True, True, False, False] if dominance else [True] + [False] * 4)


SOAK_S = float(os.environ.get("MATCHBOX704_SOAK", "7200"))


def check_against_the_twin(
    patterns: list[Pattern], count: int, seed: int, most_s: float = float("inf")
) -> tuple[int, int]:
    """So many positions were looked at, and so many pairs of a pattern and a position hold."""
    positions = random_positions(count, seed)
    order = PatternOrder(patterns)
    bench, held = MatchWorkspace(), 0
    starts, found = most_specific(words_of(positions), order.compiled(), bench)
    plain = [to_plain(pattern) for pattern in patterns]
    end = time.monotonic() + most_s
    for number, position in enumerate(positions):
        if time.monotonic() > end:
            return number, held
        seen = Seen(write_fen(position))
        holding = {row for row, each in enumerate(plain) if seen.holds(each)}
        for row in range(number % 9, len(patterns), 9):
            assert holds_in(patterns[row], position) == (row in holding)
        specific = holding.difference(*(order.above[row] for row in holding))
        matched = found[starts[number] : starts[number + 1]].tolist()
        assert set(matched) == specific
        assert len(matched) == len(specific)
        held += len(holding)
    return count, held


def test_matching_is_that_of_the_slow_twin() -> None:
    looked, held = check_against_the_twin(random_patterns(80, 1), 30, 2)
    assert looked == 30
    assert held > 100


@pytest.mark.soak
@pytest.mark.timeout(SOAK_S + 600)
def test_a_thousand_patterns_on_a_thousand_positions() -> None:
    looked, held = check_against_the_twin(random_patterns(1000, 3), 1000, 4, SOAK_S)
    print(f"{looked} positions, {held} pairs hold")
    assert looked == 1000 or (looked > 0 and SOAK_S < 7200)
    assert held > 10 * looked
