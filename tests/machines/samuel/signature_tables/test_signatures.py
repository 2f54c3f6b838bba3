"""Signatures and scores: the kernels beside their slow twin, and what symmetry asks for."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from machines.games.draughts.board import SQUARES, Position
from machines.games.draughts.moves import legal_moves, make
from machines.samuel.signature_tables import arrangement, signatures
from machines.samuel.signature_tables.arrangement import COUNT, ENTRIES, GROUPS, TABLES
from machines.samuel.signature_tables.settling import new_jumps, settle
from machines.samuel.signature_tables.tables import SignatureTables
from machines.samuel.term_table import TERMS
from tests.machines.games.draughts.positions import COMPILED, played, positions, sprinkled
from tests.naive import samuel_tables as twin
from tests.naive.draughts import Board
from tests.naive.samuel import material

BOARDS = 80 if COMPILED else 20
TWINS_GROUPS: twin.Groups = [
    [(p.name, p.low, p.high if p.values == 5 else None) for p in group.parameters]
    for group in GROUPS
]


def twins_board(position: Position) -> tuple[Board, str]:
    board = {square: piece for square in SQUARES if (piece := position.piece(square))}
    return board, "b" if position.black_to_move else "w"


def some_positions(count: int) -> list[Position]:
    generator = np.random.default_rng(1967)
    return [(played if n % 2 else sprinkled)(generator) for n in range(count)]


def random_tables(phases: int = 1) -> SignatureTables:
    """Tables with any outputs that may stand in them."""
    generator = np.random.default_rng(phases)
    tables = SignatureTables.blank(phases)
    for level, most in enumerate((2, 7, 1000)):
        first, behind = arrangement.LEVELS[level]
        for table in range(first, behind):
            start, size = arrangement.STARTS[table], arrangement.SIZES[table]
            drawn = generator.integers(-most, most + 1, (phases, size - 1))
            tables.outputs[:, start + 1 : start + size] = drawn
    return tables


def score(tables: SignatureTables, position: Position) -> int:
    digits = np.zeros(COUNT, dtype=np.int64)
    found = np.zeros(TABLES, dtype=np.int64)
    words = position.words()
    return int(
        signatures.score_board(tables.outputs, *words, int(position.black_to_move), digits, found)
    )


def test_the_arrangement_is_the_one_of_the_paper() -> None:
    assert [len(group.parameters) for group in GROUPS] == [4] * 6
    assert all([p.values for p in group.parameters] == [5, 3, 3, 3] for group in GROUPS)
    assert (3 * 3 * 3 * 5, 5**3, 15**2) == (135, 125, 225)
    assert arrangement.SIZES == (68,) * 6 + (63, 63, 113)
    assert ENTRIES == sum(arrangement.SIZES) == 647


def test_the_parameters_are_appendix_cs_but_those_that_say_nothing_new() -> None:
    names = [p.name for p in arrangement.PARAMETERS]
    simple = {term.name for term in TERMS.values() if term.connects is None}
    assert len(set(names)) == len(names) == 24
    assert simple - set(names) == {"RECAP", "MOVE", "MOMENT", "CENT+ADV"}


def test_digits_are_those_of_the_slow_twin() -> None:
    digits = np.zeros(COUNT, dtype=np.int64)
    for position in some_positions(BOARDS):
        signatures.find_digits(*position.words(), int(position.black_to_move), digits)
        by_twin = twin.digits(*twins_board(position), TWINS_GROUPS)
        assert digits.tolist() == [digit for group in by_twin for digit in group]


@pytest.mark.slow
@given(positions)
@settings(max_examples=15)
def test_a_board_is_settled_as_the_slow_twin_says(position: Position) -> None:
    ahead, fa, ba, fp, bp, turned = settle(*position.words(), 0, new_jumps())
    mover = position.black_to_move ^ bool(turned)
    end = Position.of_words(fa, ba, fp, bp, mover)
    best, ends = twin.settle(*twins_board(position))
    assert ahead == best
    assert twins_board(end) in ends
    assert not any(move.captured for move in legal_moves(end))


@pytest.mark.slow
@given(positions, st.booleans())
@settings(max_examples=8)
def test_every_alternative_is_measured_for_the_side_that_moves(
    position: Position, settled: bool
) -> None:
    rows, *scratch = signatures.new_measurements()
    black = int(position.black_to_move)
    count = signatures.measure_alternatives(*position.words(), black, int(settled), rows, *scratch)
    moves = legal_moves(position)
    assert count == len(moves)
    side, other = ("b", "w") if position.black_to_move else ("w", "b")
    for row, move in zip(rows[:count].tolist(), moves, strict=True):
        board, mover = twins_board(make(position, move))
        ends = twin.settle(board, other)[1] if settled else [(board, mover)]
        seen = [
            [
                *(digit for group in twin.digits(end, side, TWINS_GROUPS) for digit in group),
                len(end),
                material(end, side),
                material(end, other),
            ]
            for end, _ in ends
        ]
        assert row in seen


def test_a_board_belongs_to_a_phase_by_its_pieces() -> None:
    for pieces, phase in ((24, 0), (21, 0), (20, 1), (4, 5), (0, 5)):
        assert signatures.phase_of(pieces, 6) == phase, pieces
    assert signatures.phase_of(24, 1) == signatures.phase_of(0, 1) == 0
    assert signatures.phase_of(2, 2) == 1
