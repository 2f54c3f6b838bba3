"""With ``--strict-float`` the network says the same compiled as uncompiled, bit for bit."""

import pytest

from machines.kernels.kernel_cache import STRICT_FLOAT
from tests.machines.fresh_process import printed

PROGRAM = """
import numpy as np
from machines.anaconda import evaluation
from machines.anaconda.network import new_network
from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves, make

generator = np.random.default_rng(7)
network = evaluation.prepare_values(new_network(generator))
sums = np.zeros(evaluation.WIDE, dtype=np.float32)
hidden = np.zeros(evaluation.HIDDEN, dtype=np.float32)
position = Position.start()
for _ in range(12):
    moves = legal_moves(position)
    position = make(position, moves[generator.integers(len(moves))])
    words = position.words()
    value = evaluation.evaluate(network, *words, sums, hidden)
    print(np.float32(value).tobytes().hex())
"""


@pytest.mark.slow
def test_strict_sums_are_those_of_plain_python() -> None:
    strict = {STRICT_FLOAT: "1"}
    compiled = printed(PROGRAM, **strict)
    assert compiled.count("\n") == 12
    assert printed(PROGRAM, **strict, NUMBA_DISABLE_JIT="1") == compiled
