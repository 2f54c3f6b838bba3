"""The opponent of Michie's tournament, fitted to the whole line of Fig. 4.

Like ``1961`` (machines.menace.opponents) it answers an opening in a corner with the variant that
the figure names for that play; after that each move is perfect with chance :data:`CAREFUL`, else
any free square, and from :data:`FROM` on, where variant 4 comes in, with chance :data:`DARING`.
The two chances are ours, each chosen on a stretch of the printed line as that of the values tried
(1, 0.95, 0.9 ... 0.2) for which most of 400 simulated lines lie as far from their mean as it does:
CAREFUL on plays 1 to 106 (70%; with perfect play 11%), DARING on 133 to 188 (79%).  Out of sample
the second holds, on plays 189 to 220 (93%), and the first doesn't: on 107 to 132 the printed line
falls by 13 and rises by 11, which no value explains (0.5% at most).  Nor does an opponent that
repeats the replies of the last play that it won.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from machines.games.noughts.board import SQUARES, Board
from machines.games.noughts.players import STANDARD, chances
from machines.games.noughts.symmetry import TURNED
from machines.kernels.generator import State
from machines.menace.beads import Cabinet
from machines.menace.opponents import CHANGES, VARIANTS, Frozen, of_chances
from machines.menace.text import RESULTS
from machines.menace.tournament import Tournament, tournament

PLAYS = len(RESULTS)
FROM = 132
"""From this play on it dares."""
CAREFUL, DARING = 0.9, 0.5


@lru_cache(maxsize=64)
def fitted_player(variant: int, standard: float) -> Frozen:
    """Cross, who answers a corner with that variant and else plays at that standard."""
    answers = {
        Board(1 << TURNED[turn][1], 0): TURNED[turn][VARIANTS[variant]]
        for turn in range(len(TURNED))
    }

    def chances_of(board: Board) -> list[float]:
        if board in answers:
            return [float(square == answers[board]) for square in SQUARES]
        return [float(chance) for chance in chances(STANDARD, board, standard)]

    return of_chances("X", chances_of)


def tournament_of_1961(
    cabinet: Cabinet, state: State, careful: float = CAREFUL, daring: float = DARING
) -> Tournament:
    """As many plays as in 1961; cabinet and ``state`` are changed, an empty first box reloaded."""
    records: list[npt.NDArray[np.int64]] = []
    ends = [first for first, _ in CHANGES[1:]] + [PLAYS + 1]
    for (first, variant), end in zip(CHANGES, ends, strict=True):
        opponent = fitted_player(variant, daring if first >= FROM else careful)
        played = tournament(end - first, cabinet, opponent, state, first=first, reload=True)
        records.append(played.records)
    return Tournament(np.concatenate(records))
