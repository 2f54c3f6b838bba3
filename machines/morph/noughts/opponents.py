"""Who plays noughts and crosses against an APS system: the players of machines.games.noughts, by
name."""

from collections.abc import Callable

from devices.refusal import RefusedError
from machines.games.noughts.board import SQUARES, Board
from machines.games.noughts.players import EVEN, STANDARD, chances, read_standard
from machines.morph.aps.domain import Chance

NAMES = (*EVEN, f"{STANDARD}:s")


def opponent(name: str, where: str = "opponent") -> Callable[[Board, Chance], Board]:
    """Whoever goes by that name (:data:`NAMES`).  Raises RefusedError for anyone else."""
    kind = name.partition(":")[0]
    if name not in EVEN and kind != STANDARD:
        raise RefusedError(where, f"is {name!r}; expected one of {', '.join(NAMES)}")
    standard = read_standard(name, where) if kind == STANDARD else 0.0

    def reply(state: Board, chance: Chance) -> Board:
        shares = [float(share) for share in chances(kind, state, standard)]
        return state.play(int(chance.choice(len(SQUARES), p=shares)))

    return reply
