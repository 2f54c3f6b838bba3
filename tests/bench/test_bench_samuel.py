"""How fast the look-ahead runs flat out (a later must: 2 million boards/s on one quiet core).

Off by default; ``pytest --benchmark-only tests/bench`` runs it.  Nothing here fails for time.
"""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.player import RandomPlayer
from machines.kernels.kernel import kernel
from machines.samuel.generalization.series import GAMES, first_series, play
from machines.samuel.lookahead import LookAhead
from machines.samuel.settings import ProgramSettings
from machines.samuel.term_table import TERMS
from machines.samuel.terms import TERM_NUMBERS, needed, parameters, term, value_by_turns
from tests.machines.games.draughts.positions import middlegames

FOREVER = 10**18


@pytest.mark.parametrize("alpha_beta", [0, 1, 2])
@pytest.mark.parametrize("sample", [1, 1000])
def test_boards_a_second(benchmark: Any, alpha_beta: int, sample: int) -> None:
    positions = [Position.start(), *middlegames(40 if sample > 1 else 4)]

    def decide() -> int:
        boards = 0
        for position in positions:
            look = LookAhead(
                settings=ProgramSettings(minimum=5, quiet=6, jump=7, alpha_beta=alpha_beta)
            )
            look.begin(position)
            look.run(FOREVER, sample)
            assert look.finished
            boards += look.boards
        return boards

    boards = benchmark.pedantic(decide, rounds=3, warmup_rounds=1)
    benchmark.extra_info["boards_per_second"] = int(boards / benchmark.stats.stats.min)
    assert boards > len(positions)


BOARDS, ROUNDS = 10_000, 20
SIXTEEN = [
    "MOC2",
    "KCENT",
    "MOC4",
    "MODE3",
    "DEMMO",
    "MOVE",
    "ADV",
    "MODE2",
    "BACK",
    "CNTR",
    "THRET",
    "MOC3",
    "MOB",
    "EXCH",
    "FORK",
    "GAP",
]
"""The paper's twelve leading terms after 42 games, and four of the dearest of the others."""


@cache
def boards_in_words() -> npt.NDArray[np.int64]:
    """BOARDS positions of random games, one after the other, as FA, BA, FP, BP, BLACK_ACTIVE."""
    generator = np.random.default_rng(704)
    rows: list[tuple[int, ...]] = []
    position = Position.start()
    while len(rows) < BOARDS:
        rows.append((*position.words(), int(position.black_to_move)))
        if not legal_moves(position) or len(rows) % 100 == 0:
            position = Position.start()
        else:
            position = make(position, RandomPlayer().choose(position, generator))
    return np.array(rows, np.int64)


@kernel("int64(int64,int64[::1],int64[:,::1],int64,int64[::1],int64[::1])")
def all_by_turns(
    wanted: int,
    numbers: npt.NDArray[np.int64],
    boards: npt.NDArray[np.int64],
    rounds: int,
    now: npt.NDArray[np.int64],
    before: npt.NDArray[np.int64],
) -> int:
    """Every board's terms by turns, against the parameters kept of the board before it."""
    total = 0
    for _ in range(rounds):
        for k in range(boards.shape[0]):
            fa, ba, fp, bp, black = boards[k]
            parameters(wanted, fa, ba, fp, bp, black, now)
            for number in numbers:
                total += value_by_turns(number, now, before)
            now, before = before, now
    return total


@pytest.mark.parametrize("names", [SIXTEEN, ["DENY", "MOB", "CENT+ADV"], list(TERMS)])
def test_boards_evaluated_a_second(benchmark: Any, names: list[str]) -> None:
    numbers = np.array([TERMS[name].number for name in names], np.int64)
    wanted = int(needed(sum(1 << TERMS[name].number for name in names)))
    boards = boards_in_words()
    scratch = np.zeros((2, TERM_NUMBERS), np.int64)

    def evaluate() -> int:
        return int(all_by_turns(wanted, numbers, boards, ROUNDS, scratch[0], scratch[1]))

    total = benchmark.pedantic(evaluate, rounds=3, warmup_rounds=1)
    benchmark.extra_info["boards_per_second"] = int(BOARDS * ROUNDS / benchmark.stats.stats.min)
    assert isinstance(total, int)


@kernel("int64(int64,int64[:,::1],int64)")
def one_together(number: int, boards: npt.NDArray[np.int64], rounds: int) -> int:
    """One term taken together on every board."""
    total = 0
    for _ in range(rounds):
        for k in range(boards.shape[0]):
            fa, ba, fp, bp, black = boards[k]
            total += term(number, fa, ba, fp, bp, black)
    return total


@pytest.mark.parametrize("name", ["DENY", "MOB", "CENT+ADV", "EXCH", "FORK", "GAP", "MOC2"])
def test_one_term_taken_together(benchmark: Any, name: str) -> None:
    boards = boards_in_words()
    number = TERMS[name].number
    benchmark.pedantic(one_together, (number, boards, ROUNDS), rounds=3, warmup_rounds=1)
    nanoseconds = benchmark.stats.stats.min / (BOARDS * ROUNDS) * 1e9
    benchmark.extra_info["nanoseconds"] = round(nanoseconds, 1)
    assert nanoseconds > 0


# -- generalization --------------------------------------------------------------------------------


def test_a_series_of_28_games_at_the_papers_ply(benchmark: Any) -> None:
    series = benchmark.pedantic(lambda: play(first_series(1)), rounds=1)
    assert len(series.records) == GAMES
