"""Rote learning in Samuel's program in 704 code: the engine's words, moves and memory tape."""

from functools import cache

import numpy as np

from machines.draughts.board import Position
from machines.ibm704 import registers
from machines.samuel.rote.keys import key_of
from machines.samuel.rote.standard import standard_of
from machines.samuel.rote.tape_format import read_score_words, score_words
from tests.machines.ibm704.programs import Kernel, as_word
from tests.machines.ibm704.samuel704 import assembled_samuel
from tests.machines.samuel.rote.rote_boards import UNIT, any_kept, any_position

FRAME, FLAGS = 0o1000, 0o1015
BLACK_ACTIVE = 2
MANY = 3_000


@cache
def rote_kernel() -> Kernel:
    """The program with its tables made."""
    kernel = Kernel(assembled_samuel(), 32_768)
    kernel.call("TABLES")
    kernel.call("JTABS")
    kernel.call("JUNIT", UNIT)
    return kernel


def put(kernel: Kernel, position: Position) -> None:
    """A board as the first under study."""
    for offset, word in enumerate(position.words()):
        kernel.storage[FRAME + offset] = as_word(word)
    kernel.storage[FLAGS] = BLACK_ACTIVE if position.black_to_move else 0
    kernel.state[registers.XA] = 0


def test_standard_boards_and_their_keys_are_the_engines() -> None:
    kernel = rote_kernel()
    generator = np.random.default_rng(28)
    reflected = 0
    for _ in range(MANY):
        position = any_position(generator)
        put(kernel, position)
        kernel.call("JSTAND")
        words = (kernel["JB"], kernel["JW"], kernel["JK"])
        assert words == standard_of(position)
        reflected += words[2] == words[0] | words[1]
        kernel.call("JKEYOF")
        assert kernel["JKEY"] == key_of(*words)
    assert reflected > MANY // 10


def test_scores_ages_and_plies_are_one_word_as_on_the_engines_tape() -> None:
    kernel = rote_kernel()
    generator = np.random.default_rng(1959)
    kept = [any_kept(generator) for _ in range(MANY)]
    rows = np.array([(0, 0, 0, *one) for one in kept], dtype=np.int64)
    words = score_words(rows, UNIT)
    back = rows.copy()
    read_score_words(words, back, UNIT)
    for (score, age, ply), word, row in zip(kept, words.tolist(), back.tolist(), strict=True):
        kernel["JSCOR"] = abs(score) | (1 << 35 if score < 0 else 0)
        kernel["JPLY"], kernel["JAGE"] = ply, age
        kernel.call("JCODE")
        made = int(kernel.state[registers.AC])
        assert made & ((1 << 36) - 1) == word
        kernel["JV"] = word
        kernel.call("JDECOD")
        assert kernel.ac == row[3]
