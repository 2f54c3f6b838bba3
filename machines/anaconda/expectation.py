"""The line that Anaconda expects: what it thinks will follow its move, and how good it finds that.

The look-ahead keeps no line.  It is worked out anew as the search would find it: of the visitor's
replies the one after which the same network, looking two plies less far, finds itself worst off;
then its own choice there; and so on while plies are left.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from machines.anaconda.player import AnacondaPlayer
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import legal_moves, make

MOVES = 3
"""So many moves of the line are shown at most."""


@dataclass(frozen=True)
class Expectation:
    """What Anaconda expects after its last move."""

    line: tuple[Move, ...] = ()  # The visitor's reply first
    worth: float = 0.0  # At the end of it, to Anaconda: -1 to 1
    boards: int = 0  # That it judged for its move
    plies: int = 0
    alternatives: tuple[tuple[Move, float], ...] = ()
    """The visitor's replies, each with what it is worth to Anaconda, the worst for it first."""


Depths = Callable[[int], AnacondaPlayer]
"""The network as a player that looks so many plies ahead."""


def expected(
    positions: Sequence[Position], plies: int, depths: Depths, worth: float, boards: int
) -> Expectation:
    """What it expects from the last position on, in which the visitor is to move."""
    line: list[Move] = []
    replies = _replies(positions, plies - 1, depths)
    on, left = list(positions), plies - 1
    found = replies
    while found and len(line) < MOVES and left > 0:
        reply, _, answer = found[0]
        line.append(reply)
        on.append(make(on[-1], reply))
        if answer is None or len(line) >= MOVES or left < 2:
            break
        line.append(answer)
        on.append(make(on[-1], answer))
        left -= 2
        found = _replies(on, left, depths) if len(line) < MOVES and left > 0 else []
    ranked = tuple((reply, value) for reply, value, _ in replies)
    return Expectation(tuple(line), worth, boards, plies, ranked)


def _replies(
    positions: Sequence[Position], plies: int, depths: Depths
) -> list[tuple[Move, float, Move | None]]:
    """Each reply with its worth to Anaconda and Anaconda's answer, the worst for it first."""
    position = positions[-1]
    found: list[tuple[Move, float, Move | None]] = []
    for reply in legal_moves(position):
        after = make(position, reply)
        if not legal_moves(after):
            found.append((reply, -1.0, None))
            continue
        player = depths(max(plies - 1, 1))
        left = [one for one in positions[:-1] if one.black_to_move == position.black_to_move]
        answer = player.choose_recalling(after, left)
        trace = player.looked()
        assert trace is not None
        found.append((reply, trace.value, answer))
    return sorted(found, key=lambda one: one[1])
