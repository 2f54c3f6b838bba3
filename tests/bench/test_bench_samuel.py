"""How fast the look-ahead runs flat out (a later must: 2 million boards/s on one quiet core).

Off by default; ``pytest --benchmark-only tests/bench`` runs it.  Nothing here fails for time.
"""

from typing import Any

import numpy as np
import pytest

from machines.draughts.board import Position
from machines.draughts.moves import legal_moves
from machines.samuel.lookahead import LookAhead
from machines.samuel.settings import Settings
from tests.machines.draughts_positions import played

FOREVER = 10**18


def middlegames(count: int) -> list[Position]:
    """Positions reached by random play."""
    generator = np.random.default_rng(704)
    found: list[Position] = []
    while len(found) < count:
        position = played(generator)
        if legal_moves(position):
            found.append(position)
    return found


@pytest.mark.parametrize("alpha_beta", [0, 1])
@pytest.mark.parametrize("sample", [1, 1000])
def test_boards_a_second(benchmark: Any, alpha_beta: int, sample: int) -> None:
    positions = [Position.start(), *middlegames(40 if sample > 1 else 4)]

    def decide() -> int:
        boards = 0
        for position in positions:
            look = LookAhead(settings=Settings(minimum=5, quiet=6, jump=7, alpha_beta=alpha_beta))
            look.begin(position)
            look.run(FOREVER, sample)
            assert look.finished
            boards += look.boards
        return boards

    boards = benchmark.pedantic(decide, rounds=3, warmup_rounds=1)
    benchmark.extra_info["boards_per_second"] = int(boards / benchmark.stats.stats.min)
    assert boards > len(positions)
