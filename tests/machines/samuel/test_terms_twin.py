"""Every term of Appendix C: boards counted by hand, and the kernels against their slow twin.

The boards and what they count stand in tests/golden/samuel-terms.txt; the twin, written from the
paper and the table of terms alone, in tests/naive/samuel_terms.py.
"""

import os
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from machines.games.draughts.board import SQUARES, Position, bit
from machines.games.draughts.notation import read_fen
from machines.samuel import terms
from machines.samuel.term_table import TERMS
from tests.machines.games.draughts.positions import COMPILED, played, sprinkled
from tests.naive import draughts as naive
from tests.naive import samuel as moves
from tests.naive import samuel_terms as twin

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "samuel-terms.txt"
SIMPLE = tuple(twin.ratings({}, "b"))
STRIDE = 12  # from one board to the next in the golden file
EVERYTHING = (1 << terms.TERM_NUMBERS) - 1
BOARDS = 700 if COMPILED else 60
GAMES = 2 if COMPILED else 1

Board = tuple[naive.Board, str]
"""A board and the side to move, "b" or "w"."""


@dataclass(frozen=True)
class Drawn:
    """A board of the golden file and the parameter counted on it by hand."""

    name: str
    board: naive.Board
    side: str
    value: int


def board_of(rows: list[str]) -> naive.Board:
    """The board drawn in eight rows of four."""
    return {
        square: letter
        for square, letter in zip(SQUARES, "".join(rows).replace(" ", ""), strict=True)
        if letter != "."
    }


def drawings() -> Iterator[Drawn]:
    lines = [li for li in GOLDEN.read_text().splitlines() if li and not li.startswith("#")]
    name, k = "", 0
    while k < len(lines):
        if lines[k].startswith("== "):
            name, k = lines[k][3:], k + 1
        heads, rows, k = lines[k], lines[k + 1 : k + 9], k + 9
        for at in range(0, len(heads), STRIDE):
            side, value = heads[at : at + STRIDE].split()
            board = board_of([row[at : at + STRIDE] for row in rows])
            yield Drawn(name, board, side, int(value))


def reversed_(board: naive.Board, side: str) -> Board:
    """Turned end for end with the colours exchanged."""
    swap = str.maketrans("bBwW", "wWbB")
    return {33 - s: p.translate(swap) for s, p in board.items()}, naive.other(side)


def kernel_arguments(board: naive.Board, side: str) -> tuple[int, int, int, int, int]:
    def word(pieces: str) -> int:
        return sum(bit(s) for s, p in board.items() if p in pieces)

    position = Position(word("bB"), word("wW"), word("BW"), side == "b")
    return (*position.words(), int(side == "b"))


def board_of_position(position: Position) -> Board:
    pieces = {square: position.piece(square) for square in SQUARES if position.piece(square)}
    return pieces, "b" if position.black_to_move else "w"


def counted(name: str, board: naive.Board, side: str) -> int:
    return terms.parameter(TERMS[name].number, *kernel_arguments(board, side))


def all_counted(board: naive.Board, side: str) -> np.ndarray:
    out = np.zeros(terms.TERM_NUMBERS, np.int64)
    terms.parameters(terms.needed(EVERYTHING), *kernel_arguments(board, side), out)
    return out


DRAWINGS = tuple(drawings())


def test_every_simple_term_is_drawn_for_both_colours_and_the_twin_knows_all_terms() -> None:
    assert {(d.name, d.side) for d in DRAWINGS} == {(name, s) for name in SIMPLE for s in "bw"}
    assert set(TERMS) == {*SIMPLE, *twin.CONNECTIVES}


def test_a_term_counts_what_is_counted_by_hand() -> None:
    values: dict[str, set[int]] = {name: set() for name in SIMPLE}
    for d in DRAWINGS:
        assert twin.parameters(d.board, d.side)[d.name] == d.value, d
        assert counted(d.name, d.board, d.side) == d.value, d
        assert counted(d.name, *reversed_(d.board, d.side)) == d.value, d
        values[d.name].add(d.value)
    assert all(len(drawn) > 1 for drawn in values.values())


BEFORE = {
    # Black to move, then White: 10-15; DENY 1 to 0, MOB 2 to 1, MOBIL 1 to 1, CENT 1 to 1
    "DDMM MODE4": ("B:W19:B10", (10, 15)),
    # White to move, then Black: 24-19; DENY 0 to 1, MOB 2 to 2, MOBIL 2 to 1, CENT 1 to 1
    "DEMMO MODE3": ("W:W24:B10", (24, 19)),
    # 24-19; DENY 0 to 1, MOB 1 to 3, MOBIL 1 to 2, CENT 1 to 1
    "DEMO MODE1": ("W:W24:B10,20", (24, 19)),
    # 24-19; DENY 0 to 0, in neither class; MOB 1 to 3, MOBIL 1 to 3, CENT 0 to 1
    "MOC1": ("W:W24:B1,20", (24, 19)),
    # 24-19; DENY 0 to 0, MOB 2 to 2, MOBIL 2 to 2, CENT 0 to 1
    "MOC2": ("W:W24:B1", (24, 19)),
    # 31-26; DENY 2 to 0, MOB 2 to 3, MOBIL 0 to 3, CENT 2 to 0
    "DDEMO MODE2 MOC3": ("W:W31:B14,23", (31, 26)),
    # 31-26; DENY 0 to 2, MOB 2 to 2, MOBIL 2 to 0, CENT 1 to 0
    "DEMMO MODE3 MOC4": ("W:W31:B18", (31, 26)),
}


def test_a_connective_is_one_for_one_combination_of_its_two_terms() -> None:
    for ones, (fen, move) in BEFORE.items():
        before = board_of_position(read_fen(fen))
        side = before[1]
        now = naive.make(before[0], move), naive.other(side)
        for first, second in ((before, now), (reversed_(*before), reversed_(*now))):
            slow = twin.parameters(*second), twin.parameters(*first)
            fast = all_counted(*second), all_counted(*first)
            for name in twin.CONNECTIVES:
                expected = int(name in ones.split())
                assert twin.by_turns(name, *slow) == expected, (ones, name)
                assert terms.value_by_turns(TERMS[name].number, *fast) == expected, (ones, name)


def test_every_connective_is_one_on_some_board_drawn() -> None:
    assert {name for ones in BEFORE for name in ones.split()} == set(twin.CONNECTIVES)


TOGETHER = "B:W19,26,K31:B5,10"
BY_HAND = {  # Black, who is to move, less White; turned round where a high rating is bad to have
    "MOB": 3 - 5,  # 9, 14, 15; 15, 16, 22, 23, 27
    "DENY": 1 - 1,  # 15 for both
    "CNTR": 3 - 4,  # 10, 14, 15; 19, 15, 22, 23
    "DIA": 2 - 1,
    "DIAV": 6 - 7,
    "POLE": -(2 - 1),  # 5, 10; 19
    "NODE": -(2 - 2),  # 5, 10; 19, 26
    "EXPOS": -(1 - 2),  # 10; 19, 26
    "GAP": -(1 - 2),  # 1; 23, 30
    "MOMENT": -(0 - 2),  # none; 26 and 31
    # DENY is 0 for both, hence in neither class
    "DDMM": 0,
    "DDEMO": 0,
    "DEMO": 0,
}


def test_together_a_term_is_positive_when_good_for_the_side_to_move() -> None:
    board, _ = board_of_position(read_fen(TOGETHER))
    for side, sign in (("b", 1), ("w", -1)):
        own, others = twin.ratings(board, side), twin.ratings(board, naive.other(side))
        for name, expected in BY_HAND.items():
            assert twin.together(name, own, others) == sign * expected, (name, side)
            number = TERMS[name].number
            assert terms.term(number, *kernel_arguments(board, side)) == sign * expected, name


def compare(board: naive.Board, side: str) -> None:
    """Every term of one board, alone, all at once and together, by kernel and by twin."""
    arguments = kernel_arguments(board, side)
    own, others = twin.ratings(board, side), twin.ratings(board, naive.other(side))
    at_once = all_counted(board, side)
    for name in SIMPLE:
        expected = (own if name in twin.OF_THE_ACTIVE else others)[name]
        assert counted(name, board, side) == expected, (name, board, side)
        assert at_once[TERMS[name].number] == expected, (name, board, side)
    for name, term in TERMS.items():
        expected = twin.together(name, own, others)
        assert terms.term(term.number, *arguments) == expected, (name, board, side)


def random_board(generator: np.random.Generator) -> Board:
    """Reached by play, or sprinkled with few or many pieces and kings."""
    position = played(generator) if generator.integers(2) else sprinkled(generator)
    return board_of_position(position)


@pytest.mark.slow
def test_the_kernels_count_what_the_twin_counts() -> None:
    generator = np.random.default_rng(1959)
    for _ in range(BOARDS):
        compare(*random_board(generator))


def line_of_play(rng: random.Random) -> Iterator[Board]:
    """The boards of a random game: after each move, single jump and null reply."""
    board, side, landed = naive.start(), "b", None
    for _ in range(120):
        yield board, side
        found = moves.singles(board, side, jumping=True, only=landed)
        jumping = bool(found)
        found = found or moves.singles(board, side, jumping=False)
        if not found:
            return
        move = rng.choice(found)
        piece, board = board[move[0]], moves.made(board, move)
        crowned = piece != board[move[1]]
        on = jumping and not crowned and moves.singles(board, side, jumping=True, only=move[1])
        if on:
            yield board, naive.other(side)  # whose null reply leaves the board as it is
            landed = move[1]
        else:
            side, landed = naive.other(side), None


def compare_by_turns(line: Iterator[Board]) -> int:
    """Every term on every board of a line of play; how many boards."""
    fast = slow = None
    boards = 0
    for now in line:
        if fast is None or slow is None:
            # at the start of a game the board before is this one, the other side to move
            before = now[0], naive.other(now[1])
            fast, slow = all_counted(*before), twin.parameters(*before)
        here, counts = all_counted(*now), twin.parameters(*now)
        for name, term in TERMS.items():
            expected = twin.by_turns(name, counts, slow)
            assert terms.value_by_turns(term.number, here, fast) == expected, (name, now)
        fast, slow, boards = here, counts, boards + 1
    return boards


def test_by_turns_a_term_is_the_parameter_less_that_of_the_board_before() -> None:
    rng = random.Random(704)
    assert sum(compare_by_turns(line_of_play(rng)) for _ in range(GAMES)) > 30 * GAMES


@pytest.mark.slow
def test_the_random_boards_show_every_term_at_work() -> None:
    """No term is compared at its usual value only."""
    generator = np.random.default_rng(35)
    seen: dict[str, set[int]] = {name: set() for name in SIMPLE}
    for _ in range(400):
        for name, value in twin.parameters(*random_board(generator)).items():
            seen[name].add(value)
    rare = {"CORN", "CRAMP", "OREO", "GUARD", "BACK", "APEX", "MOVE"}  # 0 or one other value
    assert {name for name in SIMPLE if len(seen[name]) < 3} <= rare
    assert all(len(seen[name]) == 2 for name in rare)


@pytest.mark.soak
def test_the_kernels_count_what_the_twin_counts_for_long() -> None:
    end = time.monotonic() + float(os.environ.get("MATCHBOX704_SOAK", "600"))
    generator, rng = np.random.default_rng(28), random.Random(28)
    while time.monotonic() < end:
        compare(*random_board(generator))
        compare_by_turns(line_of_play(rng))
