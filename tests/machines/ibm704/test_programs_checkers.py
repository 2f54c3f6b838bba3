"""The checkers kernel in 704 code gives exactly what the compiled engine gives."""

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from machines.games.draughts import kernels
from machines.games.draughts.board import BOARD, Position, squares_of, turned
from machines.ibm704 import arithmetic
from machines.ibm704.processor import run
from machines.samuel import terms
from machines.samuel.evaluation import evaluate
from machines.samuel.polynomial import Polynomial
from tests.machines.games.draughts.positions import played, sprinkled
from tests.machines.ibm704.programs import PROGRAMS, Kernel, as_word, assembled

COMPILED = hasattr(run, "signature")
MANY = 500 if COMPILED else 20
BOARD_WORDS = ("FA", "BA", "FP", "BP")
NEXT_WORDS = ("NFA", "NBA", "NFP", "NBP")
WAYS = ("RF", "LF", "LB", "RB")
STANDARD = Polynomial.standard()
CYCLE_MS = 0.012


@cache
def tables_made() -> Kernel:
    kernel = Kernel(assembled("checkers"))
    kernel.call("TABLES")
    return kernel


@pytest.fixture
def kernel() -> Kernel:
    """The program with its tables, in a storage of 4,096 words."""
    return tables_made()


def positions(count: int, seed: int = 704) -> Iterator[Position]:
    """Half of them sprinkled, half played."""
    generator = np.random.default_rng(seed)
    for n in range(count):
        yield sprinkled(generator) if n % 2 else played(generator)


def put(kernel: Kernel, words: tuple[int, ...]) -> None:
    for name, word in zip(BOARD_WORDS, words, strict=True):
        kernel[name] = as_word(word)


# -- one word ------------------------------------------------------------------------------------


def test_the_bit_count_is_sixteen_instructions_of_34_cycles(kernel: Kernel) -> None:
    assert kernel.call("COUNT", as_word(BOARD)) == 34
    assert kernel.ac == 32
    assert 34 * 12 == 408
    assert kernel.symbols["MKONES"] - kernel.symbols["COUNT"] == 16


def test_the_table_maker_is_thirteen_words() -> None:
    words = assembled("checkers").words
    first = assembled("checkers").symbols["MKONES"]
    assert assembled("checkers").symbols["TURN"] - first == 13
    assert words[first + 12] == 0o002000400001, "the thirteenth is TRA 1,4"


def test_the_tables_are_those_of_all_numbers_of_eight_bits(kernel: Kernel) -> None:
    for number in range(256):
        place = {name: kernel.symbols[name] - number for name in ("ONES", "BACKWD", "FIRST")}
        bits = f"{number:08b}"
        assert kernel.storage[place["ONES"]] == number.bit_count()
        assert kernel.storage[place["BACKWD"]] == int(bits[::-1], 2)
        first = bits.find("1")
        rest = number & (1 << 7 - first) - 1
        assert kernel.storage[place["FIRST"]] == (rest << 18 | first + 1 if number else 0)
    for material in range(37):
        assert kernel.storage[kernel.symbols["GAIN"] - material] == material * (128 - material)


def test_a_word_is_counted_turned_and_its_squares_found(kernel: Kernel) -> None:
    generator = np.random.default_rng(1959)
    words = [0, BOARD, *(int(word) & BOARD for word in generator.integers(1 << 36, size=MANY))]
    for word in words:
        assert kernel.call("COUNT", as_word(word)) == 34
        assert kernel.ac == word.bit_count()
        kernel.call("TURN", as_word(word))
        assert kernel.ac == as_word(turned(word))
        kernel.call("FIND", as_word(word))
        top = kernel.symbols["LIST"]
        assert [int(kernel.storage[top - n]) for n in range(kernel.ac)] == list(squares_of(word))


# -- the board -----------------------------------------------------------------------------------


def check_moves(kernel: Kernel, position: Position) -> list[tuple[int, int]]:
    """EMPTY, RF, LF, LB, RB and their kind as the engine has them; the (way, square) of each."""
    fa, ba, fp, bp = words = position.words()
    put(kernel, words)
    kernel.call("MOVES")
    empty = kernels.empty_squares(*words)
    found = kernels.jump_words(fa, ba, fp | bp, empty)
    jumps = any(found)
    if not jumps:
        found = kernels.move_words(fa, ba, empty)
    assert kernel["EMPTY"] == as_word(empty)
    assert [kernel[way] for way in WAYS] == [as_word(word) for word in found]
    assert kernel["KIND"] == (arithmetic.SIGN if jumps else 0)
    return [(way, 1 << n) for way in range(4) for n in range(36) if found[way] >> n & 1]


def check_make(kernel: Kernel, position: Position, way: int, square: int) -> int:
    """The board after a move or jump as the engine has it; the cycles."""
    fa, ba, fp, bp = position.words()
    kernel["WAY"], kernel["SQUARE"] = way, as_word(square)
    again = 0
    if kernel["KIND"]:
        fa, ba, fp, bp, again = kernels.jump(fa, ba, fp, bp, square, way)
    else:
        fa, ba = kernels.carried(fa, ba, square, kernels.step(square, way), way)
    cycles = kernel.call("MAKE")
    assert [kernel[name] for name in NEXT_WORDS] == [as_word(w) for w in (fp, bp, fa, ba)]
    assert kernel["AGAIN"] == as_word(again)
    return cycles


def check_evaluation(kernel: Kernel, position: Position) -> int:
    """The four terms and the score as the engine has them; the cycles."""
    words = position.words()
    black = int(position.black_to_move)
    put(kernel, words)
    cycles = kernel.call("EVAL")
    numbers = (terms.PIECE_ADVANTAGE, terms.DENY, terms.MOB, terms.CENT_ADV)
    expected = [int(terms.term(number, *words, black)) for number in numbers]
    assert [kernel.signed(name) for name in ("ADVANT", "DENIAL", "MOBIL", "HYBRID")] == expected
    assert kernel.signed("SCORE") == kernel.ac == evaluate(STANDARD, position)
    assert kernel["SCORE"] != arithmetic.SIGN, "no minus zero"
    return cycles


def compare(kernel: Kernel, count: int, seed: int = 704) -> None:
    generator = np.random.default_rng(seed)
    for position in positions(count, seed):
        moves = check_moves(kernel, position)
        if moves:
            check_make(kernel, position, *moves[int(generator.integers(len(moves)))])
        check_evaluation(kernel, position)


def test_moves_boards_and_scores_are_the_engines(kernel: Kernel) -> None:
    compare(kernel, MANY)


def test_the_times_are_those_of_the_readme(kernel: Kernel) -> None:
    put(kernel, Position.start().words())
    assert [kernel.call("MOVES"), kernel.call("EVAL")] == [119, 716]
    times = {"MOVES": set[int](), "jump": set[int](), "MAKE": set[int]()}
    for position in positions(100):
        moves = check_moves(kernel, position)
        jumps = bool(kernel["KIND"])
        times["jump" if jumps else "MOVES"].add(kernel.call("MOVES"))
        if moves and not jumps:
            times["MAKE"].add(check_make(kernel, position, *moves[0]))
    assert times["MOVES"] == {119} and times["jump"] == {85}
    assert times["MAKE"] <= {65, 66, 67}
    readme = (PROGRAMS / "README.md").read_text()
    for cycles in (119, 85, 65):
        assert f"{cycles * CYCLE_MS:.2f} ms" in readme
    assert f"{716 * CYCLE_MS:.1f} ms at the start" in readme
