"""The network's layout against the paper's numbers; its bytes, and what is no network."""

import math
from dataclasses import replace

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.anaconda.network import (
    CONNECTIONS,
    OUTPUT_BIAS,
    SECOND_WEIGHTS,
    THIRD_WEIGHTS,
    VERSION,
    WEIGHTS,
    WINDOWS,
    Network,
    new_network,
)
from machines.exhibit import snapshot
from machines.kernels.kernel_cache import STRICT_FLOAT
from tests.machines.fresh_process import printed
from tests.naive import anaconda as naive


def test_windows_are_those_of_figure_2() -> None:
    assert [sum(w.size == size for w in WINDOWS) for size in range(3, 9)] == [36, 25, 16, 9, 4, 1]
    assert WINDOWS[0].squares == (1, 5, 6, 9)  # "a sample 3x3 square subsection"
    assert WINDOWS[-1].squares == tuple(range(1, 33))
    assert tuple(w.squares for w in WINDOWS) == naive.windows()


def test_there_are_854_connections_and_5046_weights() -> None:
    by_size = [sum(len(w.squares) for w in WINDOWS if w.size == size) for size in range(3, 9)]
    assert by_size == [162, 200, 200, 162, 98, 32]
    assert CONNECTIONS == 854
    assert (SECOND_WEIGHTS, THIRD_WEIGHTS, OUTPUT_BIAS, WEIGHTS) == (945, 4625, 5045, 5046)


def test_a_new_network_is_uniform_in_a_fifth_either_way() -> None:
    generator = np.random.default_rng(3)
    drawn = np.concatenate([new_network(generator).weights for _ in range(20)])
    assert drawn.dtype == np.float32
    assert abs(drawn).max() <= np.float32(0.2)
    counts, _ = np.histogram(drawn, bins=20, range=(-0.2, 0.2))
    expected = drawn.size / 20
    assert float(((counts - expected) ** 2 / expected).sum()) < 43.8  # chi-squared, 19, 0.1 %
    assert new_network(generator).king == 2.0


def test_bytes_come_back_as_the_same_network() -> None:
    network = replace(new_network(np.random.default_rng(1)), king=1.3)
    assert Network.from_bytes(network.to_bytes()) == network
    assert Network.from_bytes(network.to_bytes()) != replace(network, king=1.4)


def spoilt(place: int, value: float) -> bytes:
    weights = np.zeros(WEIGHTS, dtype=np.float32)
    weights[place] = value
    return snapshot.pack(Network(weights, 2.0), VERSION)


def test_what_is_no_network_is_refused() -> None:
    for data, why in (
        (spoilt(17, math.nan), "weight 17 is nan"),
        (spoilt(5045, math.inf), "weight 5045 is inf"),
        (spoilt(0, 2e6), "expected a number from"),
        (snapshot.pack(Network(np.zeros(1741, np.float32)), VERSION), "of shape 1741; expected"),
        (snapshot.pack(Network(np.zeros((2, 3), np.float32)), VERSION), "of shape 2 x 3"),
        (snapshot.pack(Network(np.zeros(WEIGHTS)), VERSION), "expected an array of float32"),  # type: ignore[arg-type]
        (snapshot.pack(Network(np.zeros(WEIGHTS, np.float32), 3.5), VERSION), "its K is 3.5"),
        (snapshot.pack(Network(np.zeros(WEIGHTS, np.float32), math.nan), VERSION), "king is nan"),
        (snapshot.pack(Network(np.zeros(WEIGHTS, np.float32)), VERSION)[:-9], "x.network"),
        (b"", "x.network"),
    ):
        with pytest.raises(RefusedError) as refusal:
            Network.from_bytes(data, "x.network")
            pytest.fail(str(data))
        assert why in str(refusal.value), data


# -- strict floats ---------------------------------------------------------------------------------


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
