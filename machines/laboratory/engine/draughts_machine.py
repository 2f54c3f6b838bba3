"""A player of draughts as an engine: it looks deeper and deeper within plies and seconds."""

import threading
import time
from collections.abc import Sequence

import numpy as np

from devices.refusal import RefusedError
from machines.games.draughts.board import Position
from machines.games.draughts.moves import find_move, legal_moves, make
from machines.games.draughts.notation import read_fen
from machines.games.draughts.player import InterruptiblePlayer, Player, choice_of
from machines.laboratory.engine.conversation import Found, Limits, Report
from machines.laboratory.matches.players import make_player
from machines.laboratory.samuel.files import MOST_PLY

SPENT = 0.5
"""A deeper search isn't begun when so much of the time has gone: it would hardly end in time."""
ANACONDA_PLIES = 12


class DraughtsMachine:
    """A player by name, at every depth."""

    def __init__(self, name: str, seed: int) -> None:
        """``name`` as ``match`` takes it.  Raises RefusedError for one that is none."""
        self.name = name
        self._generator = np.random.default_rng(seed)
        self._players: dict[int, Player] = {}
        self.deepest = ANACONDA_PLIES if name.partition(":")[0] == "anaconda" else MOST_PLY
        first = self.player(1)
        first.choose(Position.start(), np.random.default_rng(0))  # all it needs is there after that

    def player(self, depth: int) -> Player:
        """The player who looks so many plies ahead."""
        if depth not in self._players:
            self._players[depth] = make_player(self.name, depth, "PLAYER")
        return self._players[depth]

    def forget(self, depth: int) -> None:
        """Let go of a player who was interrupted: he chooses no more."""
        self._players.pop(depth, None)

    def search(self, positions: Sequence[Position], limits: Limits) -> "DraughtsSearch":
        """A search from the last of a game's positions, in which there is a move."""
        return DraughtsSearch(self, positions, limits, self._generator)


class DraughtsSearch:
    """One search (a machines.laboratory.engine.conversation.Search)."""

    def __init__(
        self,
        machine: DraughtsMachine,
        positions: Sequence[Position],
        limits: Limits,
        generator: np.random.Generator,
    ) -> None:
        self._machine, self._positions = machine, positions
        self._depths = limits.depths(machine.deepest)
        self._seconds, self._generator = limits.seconds, generator
        self._player: Player | None = None
        self._interrupted = False
        self._lock = threading.Lock()

    def run(self, report: Report) -> None:
        """Look to each depth, and report the move that was chosen there."""
        began = time.monotonic()
        for depth in self._depths:
            player = self._machine.player(depth)
            with self._lock:
                if self._interrupted:
                    return
                self._player = player
            try:
                move = choice_of(player, self._positions, self._generator)
            finally:
                with self._lock:
                    self._player = None
                    if self._interrupted:
                        self._machine.forget(depth)
            took = time.monotonic() - began
            report(Found(move, depth, took))
            if took > SPENT * self._seconds:
                return

    def interrupt(self) -> None:
        """Have it end soon: a player of ours breaks its choice off."""
        with self._lock:
            self._interrupted = True
            if isinstance(self._player, InterruptiblePlayer):
                self._player.interrupt()


def follow_game(start: str, moves: Sequence[str], where: str) -> tuple[Position, ...]:
    """The positions of a game from a FEN by its moves.  Raises RefusedError."""
    reached = [read_fen(start, where)]
    for text in moves:
        reached.append(make(reached[-1], find_move(reached[-1], text, where)))
    return tuple(reached)


def check_not_over(positions: Sequence[Position], where: str) -> None:
    """Raises RefusedError where the side to move has no move."""
    if not legal_moves(positions[-1]):
        raise RefusedError(where, "the side to move has no move: the game is over")
