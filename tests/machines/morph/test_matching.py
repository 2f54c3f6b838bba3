"""Matching patterns in positions: small ones by hand, many against the slow twin."""

import os
import time

import numpy as np
import pytest

from machines.games.chess.moves import legal_moves, make
from machines.games.chess.notation import read_fen, write_fen
from machines.morph.batch_matching import MatchWorkspace, most_specific, words_of
from machines.morph.graph import board_square, graph
from machines.morph.labels import (
    ANY_SQUARE,
    AS_KNIGHT,
    BLACK_KING,
    BLACK_KNIGHT,
    BLACK_QUEEN,
    DIRECT,
    FILE,
    GENERIC,
    INDIRECT,
    NEAR_BLACK_KING,
    WHITE_KING,
    WHITE_KNIGHT,
    WHITE_PAWN,
    WHITE_QUEEN,
    WHITE_ROOK,
)
from machines.morph.matching import holds_in, placed
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
BEFORE_THE_FORK = graph_pattern(
    [Node(BLACK_KNIGHT), Node(ANY_SQUARE), Node(WHITE_QUEEN), Node(WHITE_KING, 6)],
    [Edge(0, 1, DIRECT), Edge(1, 2, AS_KNIGHT), Edge(1, 3, AS_KNIGHT)],
)


def test_a_fork_holds_where_the_knight_attacks_queen_and_king() -> None:
    assert holds_in(FORK, read_fen("6k1/8/5N2/3q4/8/8/8/6K1 b - - 0 1"))
    assert not holds_in(FORK, read_fen("6k1/8/5N2/8/q7/8/8/6K1 b - - 0 1"))


def test_any_square_matches_the_square_from_which_the_knight_would_fork() -> None:
    position = read_fen("6k1/8/8/4n3/3Q4/8/8/6K1 b - - 0 1")
    assert holds_in(BEFORE_THE_FORK, position)
    squares = placed(BEFORE_THE_FORK, graph(position))
    assert squares is not None
    assert sorted(squares) == [6, 21, 27, 36]  # g1, f3, d4, e5
    assert not holds_in(BEFORE_THE_FORK, read_fen("6k1/8/8/8/n2Q4/8/8/6K1 b - - 0 1"))


def test_with_white_to_move_the_pattern_is_seen_from_the_other_side() -> None:
    position = read_fen("6k1/8/8/8/3Q4/5n2/8/6K1 w - - 0 1")
    assert holds_in(FORK, position)
    squares = placed(FORK, graph(position))
    assert squares is not None
    assert sorted(board_square(square, position) for square in squares) == [6, 21, 27]


def test_places_are_exact_partial_or_free() -> None:
    position = read_fen("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1")
    assert holds_in(graph_pattern([Node(WHITE_PAWN, 28)], []), position)
    assert not holds_in(graph_pattern([Node(WHITE_PAWN, 29)], []), position)
    assert holds_in(graph_pattern([Node(WHITE_PAWN, FILE + 4)], []), position)
    assert not holds_in(graph_pattern([Node(WHITE_PAWN, FILE + 3)], []), position)


def test_a_rook_behind_an_enemy_attacks_indirectly_and_generically() -> None:
    position = read_fen("4k3/8/4p3/8/8/8/4R3/4K3 b - - 0 1")
    nodes = [Node(WHITE_ROOK), Node(BLACK_KING)]
    held = [
        holds_in(graph_pattern(nodes, [Edge(0, 1, kind)]), position)
        for kind in (DIRECT, INDIRECT, GENERIC)
    ]
    assert held == [False, True, True]


def test_two_nodes_never_lie_on_one_square() -> None:
    two = graph_pattern([Node(WHITE_ROOK), Node(WHITE_ROOK)], [])
    assert not holds_in(two, read_fen("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"))
    assert holds_in(two, read_fen("4k3/8/8/8/8/8/4RR2/4K3 b - - 0 1"))


def test_a_square_near_the_king_may_have_a_man_on_it() -> None:
    pattern = graph_pattern([Node(WHITE_QUEEN), Node(NEAR_BLACK_KING)], [Edge(0, 1, DIRECT)])
    assert holds_in(pattern, read_fen("k7/1p6/8/8/4Q3/8/8/7K b - - 0 1"))
    assert not holds_in(pattern, read_fen("k7/8/8/8/8/8/8/3Q3K b - - 0 1"))


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


def test_successors_are_matched_as_each_alone() -> None:
    patterns = random_patterns(200, 5)
    order = PatternOrder(patterns)
    bench = MatchWorkspace()
    for position in random_positions(8, 6):
        after = [make(position, move) for move in legal_moves(position)]
        if not after:
            continue
        starts, found = most_specific(words_of(after), order.compiled(), bench)
        for number, successor in enumerate(after):
            _, alone = most_specific(words_of([successor]), order.compiled(), bench)
            assert np.array_equal(alone, found[starts[number] : starts[number + 1]])


def test_an_empty_database_matches_nothing() -> None:
    starts, found = most_specific(
        words_of(random_positions(3, 7)), PatternOrder().compiled(), MatchWorkspace()
    )
    assert starts.tolist() == [0, 0, 0, 0]
    assert len(found) == 0
