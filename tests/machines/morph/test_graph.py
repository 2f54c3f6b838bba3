"""The graph of a position: small ones by hand, many against the slow twin; material."""

from machines.games.chess.board import square, squares_of
from machines.games.chess.notation import read_fen, write_fen
from machines.morph.graph import Graph, board_square, graph, orient
from machines.morph.labels import (
    GENERIC,
    KIND_NAMES,
    LABEL_NAMES,
    PLACE_MASKS,
    PLACE_NAMES,
    WHITE_PAWN,
)
from machines.morph.material import material
from tests.machines.morph.examples import random_positions
from tests.naive.morph import ALL, Seen, allowed, labelled, name


def attacked(found: Graph, kind: int, start: str) -> set[str]:
    """What the man on a square attacks, by names."""
    return {PLACE_NAMES[s] for s in squares_of(int(found.out[kind, square(start)]))}


def test_with_white_to_move_colours_change_and_ranks_are_mirrored() -> None:
    position = read_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    assert orient(position) == position.mirrored()
    found = graph(position)
    assert squares_of(int(found.labels[6])) == (52,)
    assert found.labels[WHITE_PAWN] == 0
    assert board_square(52, position) == 12


def test_the_graph_is_that_of_the_slow_twin() -> None:
    for position in random_positions(15, 11):
        seen = Seen(write_fen(position))
        found = graph(position)
        edges = {
            (source, target): kind
            for kind in range(GENERIC)
            for source in range(64)
            for target in squares_of(int(found.out[kind, source]))
        }
        assert edges == {
            (8 * s[1] + s[0], 8 * t[1] + t[0]): KIND_NAMES.index(kind)
            for (s, t), kind in seen.edges.items()
        }, position
        for kind in range(4):
            backwards = {(s, t) for t in range(64) for s in squares_of(int(found.into[kind, t]))}
            assert backwards == {
                (s, t) for s in range(64) for t in squares_of(int(found.out[kind, s]))
            }, position
        for label, told in enumerate(LABEL_NAMES):
            assert squares_of(int(found.labels[label])) == tuple(
                8 * s[1] + s[0] for s in ALL if labelled(seen.board, s, told)
            ), position
        assert list(material(position)) == seen.material(), position


def test_places_allow_the_squares_of_their_names() -> None:
    for mask, told in zip(PLACE_MASKS, PLACE_NAMES, strict=True):
        assert {PLACE_NAMES[s] for s in squares_of(mask)} == {
            name(s) for s in ALL if allowed(s, told)
        }


def test_material_is_of_the_side_that_has_just_moved() -> None:
    assert material(read_fen("4k3/8/8/8/8/8/4PP2/4KB2 b - - 0 1")) == (2, 0, 1, 0, 0)
    assert material(read_fen("4k3/8/8/8/8/8/4PP2/4KB2 w - - 0 1")) == (-2, 0, -1, 0, 0)
