"""Before and after: the champion meets generation 0 in a short match of quick games.

Each opening, three moves drawn by chance, is played twice with the sides changed: players that have
no chance in them would else play one game again and again.  The visitor's own game lies aside
meanwhile and comes back.

The look-ahead keeps no line.  It is worked out anew as the search would find it: of the visitor's
replies the one after which the same network, looking two plies less far, finds itself worst off;
then its own choice there; and so on while plies are left.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from devices.annotations import check_within
from machines.anaconda.player import AnacondaPlayer
from machines.exhibit.board_exhibit import Score
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import legal_moves, make, openings

# -- The line that Anaconda expects: what it thinks will follow its move, and how good it finds
#    that ------------------------------------------------------------------------------------------

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
        left = [board for board in positions[:-1] if board.black_to_move == position.black_to_move]
        answer = player.choose_recalling(after, left)
        trace = player.looked()
        assert trace is not None
        found.append((reply, trace.value, answer))
    return sorted(found, key=lambda reply: reply[1])


# -- contest ---------------------------------------------------------------------------------------

GAMES = 20
PLIES = 2
"""How far both look ahead."""


@dataclass(frozen=True)
class LeftGame:
    """A game that lies aside."""

    positions: tuple[Position, ...]
    moves: tuple[Move, ...]
    boards: int = 0
    value: float = 0.0


@dataclass(frozen=True)
class Contest:
    """A match under way."""

    aside: LeftGame
    openings: tuple[int, ...]
    """Their numbers (machines.games.draughts.moves), each for two games."""
    score: Score

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        check_within(0, len(openings()) - 1, openings=self.openings)
        if 2 * len(self.openings) != self.score.games or self.score.played >= self.score.games:
            raise ValueError("it has not as many openings as games")

    @property
    def today_is_black(self) -> bool:
        """Whether the champion has Red in the game that is played."""
        return self.score.played % 2 == 0

    def begun(self) -> tuple[list[Position], list[Move]]:
        """The next game after its opening."""
        moves = list(openings()[self.openings[self.score.played // 2]])
        positions = [Position.start()]
        for move in moves:
            positions.append(make(positions[-1], move))
        return positions, moves

    def counted(self, result: str) -> "Contest":
        """With a game that ended so (AnacondaState.result)."""
        winner = {"Red wins": True, "White wins": False}.get(result)
        today = None if winner is None else winner == self.today_is_black
        return replace(self, score=self.score.counted(today))


def new_contest(aside: LeftGame, generator: np.random.Generator) -> Contest:
    """A match whose openings are drawn, no two alike."""
    drawn = generator.permutation(len(openings()))[: GAMES // 2]
    return Contest(aside, tuple(int(number) for number in drawn), Score(games=GAMES))
