"""Morph's ways to new patterns (section 3.3): node orderings, common subgraphs, preconditions."""

import numpy as np
import pytest

from machines.games.chess.board import square
from machines.morph import generalization
from machines.morph.domain import Chess
from machines.morph.generalization import (
    came_from,
    common_place,
    maximum_common_subgraph,
    precondition,
    specialized,
)
from machines.morph.labels import (
    ANY_SQUARE,
    AS_KNIGHT,
    BLACK_KING,
    BLACK_KNIGHT,
    BLACK_QUEEN,
    BLACK_ROOK,
    DIRECT,
    FILE,
    FREE,
    GENERIC,
    INDIRECT,
    RANK,
    WHITE_BISHOP,
    WHITE_KING,
    WHITE_KNIGHT,
    WHITE_PAWN,
    WHITE_QUEEN,
    WHITE_ROOK,
)
from machines.morph.patterns import Edge, GraphPattern, Node, graph_pattern, material_pattern
from machines.morph.subgraphs import (
    by_ordering,
    imminence,
    induced_subgraph,
    node_squares,
    ordered,
    oriented_keys,
    position_graph,
    recency,
)
from tests.machines.morph.games import by_lot, path

FIGURE = path("e2e4 c7c6 b1c3 d8a5 f1d3")
"""White pawn, black pawn, white knight, black queen, white bishop, as in Fig. 3.3."""


def chance(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def labels(pattern: GraphPattern | None) -> list[int]:
    assert pattern is not None
    return sorted(node.label for node in pattern.nodes)


@pytest.mark.parametrize("seed", range(5))
def test_figure_33_leaves_the_black_pawn_out(seed: int) -> None:
    pattern = by_ordering(FIGURE, len(FIGURE) - 1, True, 4, chance(seed))
    assert labels(pattern) == sorted([WHITE_PAWN, WHITE_KNIGHT, WHITE_BISHOP, BLACK_QUEEN])


def test_figure_33s_subgraph_has_the_edges_among_its_nodes() -> None:
    pattern = by_ordering(FIGURE, len(FIGURE) - 1, True, 4, chance())
    assert pattern is not None
    by_label = {node.label: number for number, node in enumerate(pattern.nodes)}
    told = {(e.source, e.target, e.kind) for e in pattern.edges}
    bishop, pawn = by_label[WHITE_BISHOP], by_label[WHITE_PAWN]
    knight, queen = by_label[WHITE_KNIGHT], by_label[BLACK_QUEEN]
    assert told == {(bishop, pawn, DIRECT), (knight, pawn, DIRECT), (queen, knight, DIRECT)}
    assert pattern.nodes[pawn].place == square("e4")
    assert pattern.nodes[queen].place == pattern.nodes[knight].place == FREE


def test_recency_counts_back_from_the_last_move() -> None:
    keys = {name: recency(FIGURE, 5)[square(name)][0] for name in ("d3", "a5", "c3", "c6", "e4")}
    assert keys == {"d3": 0, "a5": 1, "c3": 2, "c6": 3, "e4": 4}


def test_a_castled_rook_has_moved_with_its_king() -> None:
    castled = path("g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1")
    keys = recency(castled, 7)
    assert keys[square("g1")] == keys[square("f1")] == (0, 1)


def test_imminence_puts_a_man_about_to_be_captured_first() -> None:
    taken = path("e2e4 d7d5 e4d5 d8d5 b1c3")
    keys = imminence(taken, 2)
    assert keys[square("d5")] == (0, 0)
    assert keys[square("e4")] == (0, 1)
    assert keys[square("d8")] == (1, 1)
    assert keys[square("b1")] == (2, 1)


def test_a_king_in_check_stands_first() -> None:
    checked = path("e2e4 f7f6 d2d4 g7g5 d1h5")
    keys = oriented_keys(recency(checked, 5), checked[5])
    assert ordered(position_graph(checked[5]), keys, 1, chance())[0] == square("e8")


def test_the_next_node_is_joined_to_those_before_it() -> None:
    for seed in range(20):
        played = by_lot(seed)
        at = len(played.positions) // 2
        pattern = by_ordering(played.positions, at, seed % 2 == 0, 5, chance(seed))
        assert pattern is not None
        graph = position_graph(played.positions[at])
        keys = oriented_keys(recency(played.positions, at), played.positions[at])
        squares = ordered(graph, keys, 6, chance(seed))
        for number in range(1, len(squares)):
            beside = set().union(*(graph.joined[before] for before in squares[:number]))
            assert squares[number] in beside or not beside - set(squares[:number])


def test_an_ordered_pattern_holds_where_it_came_from() -> None:
    domain = Chess()
    for seed in range(30):
        played = by_lot(seed)
        at = 1 + seed % (len(played.positions) - 1)
        pattern = by_ordering(played.positions, at, seed % 2 == 0, 2 + seed % 5, chance(seed))
        assert pattern is not None
        assert domain.satisfies(played.positions[at], pattern)
        assert pattern.origin is not None
        assert len(pattern.origin.squares) == len(pattern.nodes)


def test_kings_pawns_and_men_that_nothing_joins_are_held_to_their_squares() -> None:
    graph = position_graph(path("e2e4")[-1])
    pattern = induced_subgraph(graph, [square("e4"), square("a8"), square("e1"), square("d1")])
    places = {node.label: node.place for node in pattern.nodes}
    assert places[WHITE_PAWN] == square("e4")
    assert places[BLACK_ROOK] == square("a8")
    assert places[WHITE_KING] == square("e1")
    assert places[WHITE_QUEEN] == FREE


def test_places_keep_the_file_or_rank_that_they_share() -> None:
    assert common_place(square("e4"), square("e4")) == square("e4")
    assert common_place(square("e4"), square("e7")) == FILE + 4
    assert common_place(square("e4"), square("a4")) == RANK + 3
    assert common_place(square("e4"), FILE + 4) == FILE + 4
    assert common_place(FILE + 4, RANK + 3) == FREE
    assert common_place(square("e4"), FREE) == FREE


def test_figure_31_edges_of_two_kinds_become_attacks() -> None:
    nodes = [Node(WHITE_ROOK), Node(WHITE_QUEEN), Node(BLACK_KING, square("g8"))]
    first = graph_pattern(nodes, [Edge(0, 1), Edge(1, 2), Edge(0, 2, INDIRECT)])
    other_nodes = [Node(WHITE_QUEEN), Node(WHITE_ROOK), Node(BLACK_KING, square("h8"))]
    second = graph_pattern(other_nodes, [Edge(1, 0), Edge(0, 2, INDIRECT), Edge(1, 2)])
    common = maximum_common_subgraph(first, second)
    expected_nodes = [Node(WHITE_ROOK), Node(WHITE_QUEEN), Node(BLACK_KING, RANK + 7)]
    expected = graph_pattern(expected_nodes, [Edge(0, 1), Edge(1, 2, GENERIC), Edge(0, 2, GENERIC)])
    assert common == expected


def test_what_two_patterns_have_in_common_is_more_general_than_both() -> None:
    domain, found = Chess(), 0
    for seed in range(24):
        made = []
        for number in (seed, seed + 100):
            played = by_lot(number)
            at = 5 + number % 20
            made.append(by_ordering(played.positions, at, True, 5, chance(number)))
        one, other = made
        assert one is not None and other is not None
        common = maximum_common_subgraph(one, other)
        if common is None:
            continue
        found += 1
        for pattern in (one, other):
            assert common == pattern or domain.more_general(common, pattern)
    assert found > 4


def test_two_patterns_with_nothing_joined_alike_have_nothing_in_common() -> None:
    one = graph_pattern([Node(WHITE_ROOK), Node(BLACK_KING)], [Edge(0, 1)])
    other = graph_pattern([Node(WHITE_KNIGHT), Node(BLACK_KING)], [Edge(0, 1)])
    assert maximum_common_subgraph(one, other) is None


def test_a_specialization_has_one_node_and_one_edge_more() -> None:
    domain = Chess()
    for seed in range(20):
        played = by_lot(seed)
        position = played.positions[10]
        pattern = by_ordering(played.positions, 10, True, 3, chance(seed))
        assert pattern is not None
        made = specialized(pattern, position if seed % 2 else None, chance(seed))
        assert made is not None
        assert len(made.nodes) == len(pattern.nodes) + 1
        assert len(made.edges) == len(pattern.edges) + 1
        assert domain.more_general(pattern, made)
        assert domain.satisfies(position, made)


FORK = path("d5c7", "4k3/8/q7/3N4/8/8/8/4K3 w - - 0 1")
"""A knight comes to c7, from where it attacks the king on e8 and the queen on a6."""


def fork() -> GraphPattern:
    nodes = [Node(WHITE_KNIGHT), Node(BLACK_QUEEN), Node(BLACK_KING, square("e8"))]
    return graph_pattern(nodes, [Edge(0, 1), Edge(0, 2)])


def test_figure_34_the_precondition_of_a_fork() -> None:
    """One ply earlier Black had just moved, so the colours are exchanged: a black knight attacks a
    square SQ from which a black knight attacks the white queen and the white king."""
    made = precondition(fork(), FORK, 1)
    nodes = [
        Node(BLACK_KNIGHT),
        Node(WHITE_QUEEN),
        Node(WHITE_KING, square("e1")),
        Node(ANY_SQUARE),
    ]
    edges = [Edge(0, 3), Edge(3, 1, AS_KNIGHT), Edge(3, 2, AS_KNIGHT)]
    assert made == graph_pattern(nodes, edges)
    assert Chess().satisfies(FORK[0], made)


def test_preconditions_follow_upon_each_other() -> None:
    """A chain: the knight came to d5 first, from where it came to c7."""
    moves = path("b4d5 h7h6 d5c7", "4k3/7p/q7/8/1N6/8/8/4K3 w - - 0 1")
    first = precondition(fork(), moves, 3)
    assert first is not None
    second = precondition(first, moves, 2)
    assert second is not None
    assert sum(node.label == ANY_SQUARE for node in second.nodes) == 2
    assert any(edge.kind == AS_KNIGHT for edge in second.edges)
    assert node_squares(second, moves[1]) is not None or node_squares(second, moves[0]) is not None


def test_what_always_stood_so_has_no_precondition() -> None:
    graph = position_graph(FIGURE[1])
    pattern = induced_subgraph(graph, [square("e1"), square("d1")])
    assert precondition(pattern, FIGURE, 3) is None


def test_a_castled_king_came_from_its_own_square_and_the_rook_from_its_own() -> None:
    castled = path("g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1")
    assert came_from(castled[6], castled[7], square("g1")) == square("e1")
    assert came_from(castled[6], castled[7], square("f1")) == square("h1")
    assert came_from(castled[6], castled[7], square("f3")) == square("f3")


def test_a_mutation_changes_men_and_nothing_else() -> None:
    pattern = by_ordering(FIGURE, 5, True, 4, chance())
    assert pattern is not None
    assert generalization.mutate(pattern, 0.0, chance()) == pattern
    changed = [generalization.mutate(pattern, 0.5, chance(seed)) for seed in range(40)]
    assert any(other != pattern for other in changed)
    for other in changed:
        assert len(other.nodes) == len(pattern.nodes)
        assert len(other.edges) == len(pattern.edges)
        assert sorted(n.place for n in other.nodes) == sorted(n.place for n in pattern.nodes)


def test_a_hybrid_has_half_of_either() -> None:
    one = by_ordering(FIGURE, 5, True, 4, chance())
    other = graph_pattern([Node(BLACK_ROOK), Node(WHITE_QUEEN)], [Edge(0, 1)])
    assert one is not None
    made = generalization.crossover(one, other, chance(1))
    assert made is not None
    assert len(made.nodes) == 3
    assert {BLACK_ROOK, WHITE_QUEEN} & {node.label for node in made.nodes}


def test_two_kings_of_one_colour_make_no_hybrid() -> None:
    one = graph_pattern([Node(BLACK_KING)], [])
    assert generalization.crossover(one, one, chance()) is None


def test_material_has_no_part_in_the_operations_on_graphs() -> None:
    domain, even = Chess(), material_pattern((0, 0, 0, 0, 0))
    graph = fork()
    assert domain.generalize(even, graph, chance()) is None
    assert domain.specialize(even, FORK[1], chance()) is None
    assert domain.cross(graph, even, chance()) is None
    assert domain.mutate(even, 1.0, chance()) == even
