"""Patterns as values: one order of nodes, what is refused, to plain values and back."""

import pytest

from devices.refusal import RefusedError
from machines.morph.labels import (
    AS_KNIGHT,
    BLACK_KING,
    BLACK_PAWN,
    DIRECT,
    FREE,
    GENERIC,
    INDIRECT,
    NEAR_WHITE_KING,
    RANK,
    WHITE_KING,
    WHITE_KNIGHT,
    WHITE_PAWN,
    WHITE_ROOK,
)
from machines.morph.patterns import (
    Edge,
    GraphPattern,
    Node,
    from_plain,
    graph_pattern,
    material_pattern,
    to_plain,
)
from tests.machines.morph.examples import random_patterns


def test_patterns_come_back_from_plain_values_with_their_origin() -> None:
    for pattern in random_patterns(300, 22):
        again = from_plain(to_plain(pattern))
        assert again == pattern
        assert isinstance(again, GraphPattern) == isinstance(pattern, GraphPattern)
        if isinstance(pattern, GraphPattern) and isinstance(again, GraphPattern):
            assert again.origin == pattern.origin


def test_a_pattern_tells_itself() -> None:
    pattern = graph_pattern([Node(WHITE_KNIGHT), Node(BLACK_KING, 62)], [Edge(0, 1, DIRECT)])
    assert str(pattern) == "0 N, 1 k g8: 0-direct-1"
    assert str(material_pattern([2, 0, 0, -1, 0])) == "+2 pawn, -1 rook"
    assert str(material_pattern([0] * 5)) == "even material"


TWO = [Node(WHITE_KNIGHT), Node(WHITE_ROOK)]


def test_what_no_position_can_have_is_refused() -> None:
    for nodes, edges, said in (
        ([], [], "0 nodes; a pattern has 1 to 8"),
        ([Node(WHITE_ROOK)] * 9, [], "9 nodes; a pattern has 1 to 8"),
        ([Node(15)], [], "node 0: label 15; labels are 0 to 14"),
        ([Node(WHITE_ROOK, 81)], [], "node 0: place 81; places are 0 to 80"),
        ([*TWO, Node(WHITE_PAWN, 3)], [], "node 2: a pawn on d1; pawns stand on ranks 2 to 7"),
        ([Node(BLACK_PAWN, RANK + 7)], [], "a pawn on ?8"),
        ([Node(WHITE_KING), Node(WHITE_KING)], [], "two nodes white king; there is one"),
        ([Node(WHITE_KING, 4), Node(WHITE_ROOK, 4)], [], "two nodes on one square"),
        (TWO, [Edge(0, 2)], "edge from node 0 to node 2; nodes are 0 to 1"),
        (TWO, [Edge(0, 0)], "nothing attacks itself"),
        (TWO, [Edge(0, 1), Edge(0, 1, GENERIC)], "two of edge from node 0 to node 1"),
        (TWO, [Edge(0, 1, 11)], "of kind 11; kinds are 0 to 10"),
        (TWO, [Edge(0, 1, AS_KNIGHT)], "as knight; only from a node any square"),
        (TWO, [Edge(0, 1, INDIRECT)], "a white knight attacks directly only"),
        ([*TWO, Node(NEAR_WHITE_KING)], [Edge(2, 0)], "a square near white king attacks nothing"),
    ):
        with pytest.raises(RefusedError) as refused:
            graph_pattern(nodes, edges, where="pattern 7")
            pytest.fail(str(nodes))
        assert str(refused.value).startswith("pattern 7"), nodes
        assert said in str(refused.value), nodes


def test_a_pattern_file_by_hand_is_refused_where_it_is_wrong() -> None:
    for plain, said in (
        ([], "neither nodes nor material"),
        ({"nodes": [], "material": {}}, "neither nodes nor material"),
        ({"material": {"king": 1}}, "material is told by pawn, knight, bishop, rook, queen"),
        ({"material": {"pawn": 0.5}}, "pawn is 0.5; a whole number is expected"),
        ({"material": {"pawn": 9}}, "+9 pawn; no side is up more than 8"),
        ({"nodes": 3}, "nodes are a list of objects"),
        ({"nodes": [{"label": "white elephant"}]}, "node 0: label 'white elephant'; expected one"),
        ({"nodes": [{"label": "white rook", "square": "i9"}]}, "square 'i9'; expected one of a1"),
        ({"nodes": [{"label": ["white rook"]}]}, "node 0: label ['white rook']"),
        ({"nodes": [{"label": "white rook"}], "edges": [{"from": 0}]}, "to is None"),
        (
            {"nodes": [{"label": "white rook"}], "edges": [{"from": 0, "to": 0, "kind": "x"}]},
            "kind 'x'; expected one of direct",
        ),
        (
            {"nodes": [{"label": "white rook"}], "origin": {"fen": "x", "squares": []}},
            "origin: it has a fen and the square of each node",
        ),
        (
            {"nodes": [{"label": "white rook"}], "origin": {"fen": "x", "squares": ["?"]}},
            "origin: a square that is not a1 to h8",
        ),
        ({"nodes": [{"label": "white pawn", "square": "a8"}]}, "a pawn on a8"),
    ):
        with pytest.raises(RefusedError) as refused:
            from_plain(plain, "mine.json, pattern 3")
            pytest.fail(str(plain))
        assert str(refused.value).startswith("mine.json, pattern 3"), plain
        assert said in str(refused.value), plain


def test_material_has_five_differences() -> None:
    with pytest.raises(RefusedError, match="4 numbers of material; there are five"):
        material_pattern([0, 0, 0, 1])


def test_a_place_left_out_is_free() -> None:
    read = from_plain({"nodes": [{"label": "black king"}]})
    assert read == graph_pattern([Node(BLACK_KING, FREE)], [])
