"""Engines of draughts outside: other programs, told of positions and asked for moves in text.

The protocol is lines of ASCII, each ended by a newline.  The museum writes to the engine's standard
input, the engine answers on its standard output and flushes it::

    position B:W21,22,23,K30:B1,2,3     the board to think about, as PDN writes a FEN: who is to
                                        move, White's squares, Black's; K before a king's
    go depth 4                          look so many plies ahead and answer, or
    go ms 500                           think so many milliseconds and answer
    move 11-15                          the engine's answer: one legal move of that position; a
                                        jump is 15x22, a multiple jump has all its squares: 6x15x22
    quit                                the game is over: end (as at the end of the input)

Squares are numbered 1 to 32, Black has 1 to 12 at the start and moves first.  Every ``go`` follows
a ``position``; there is at least one legal move in it.  Lines that don't begin with ``move `` are
passed over, so an engine may say what it thinks.  A process plays one game: it is started before
its first move and told to quit after the last, so that no game depends on the games before it and a
match comes to the same with any number of them at a time.

An engine that can't be started, ends, says nothing in time or answers what is no legal move is at
fault (:class:`EngineError`); the referee decides what comes of that
(machines/app/matches/referee.py).
"""

import contextlib
from dataclasses import dataclass

import numpy as np

from devices.refusal import RefusedError
from machines.app.external.engine_process import (
    STARTING_S,
    EngineError,
    EngineProcess,
    Go,
    command_words,
)
from machines.draughts import Move, Position, find_move
from machines.draughts.notation import read_move, write_fen

__all__ = ["Engine", "EngineError", "EnginePlayer", "Go", "engine_of"]

ANSWER = "move"


@dataclass(frozen=True)
class EnginePlayer:
    """A program that can be seated at a game, by its command line.  It doesn't run yet."""

    name: str
    words: tuple[str, ...]  # The program and its arguments
    go: Go

    def seated(self) -> "contextlib.AbstractContextManager[Engine]":
        """The engine running, for one game.  Raises EngineError if it can't be started."""
        return contextlib.closing(Engine(self))

    def check(self) -> None:
        """Start it, ask for one move from the start and let it go; raises EngineError."""
        with self.seated() as engine:
            engine.choose(Position.start(), np.random.default_rng(0))

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """One move, by a process of its own: who plays a game uses :meth:`seated`."""
        with self.seated() as engine:
            return engine.choose(position, generator)


def engine_of(command: str, go: Go, where: str) -> EnginePlayer:
    """The engine that a command line starts.  Raises RefusedError for one that is none."""
    return EnginePlayer(f"engine:{command}", command_words(command, where, "engine"), go)


class Engine:
    """An engine's process (a machines.draughts.player.Player)."""

    def __init__(self, player: EnginePlayer) -> None:
        self.name, self.go = player.name, player.go
        self._spare_s = STARTING_S
        self._program = EngineProcess(player.name, player.words)

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """Its move; raises EngineError if none comes, in time, that is legal."""
        del generator
        fen = write_fen(position)
        self._program.tell(f"position {fen}\n{self.go}\n")
        most = self.go.most_s + self._spare_s
        answer = self._program.hear(ANSWER, most, f"move within {most:g} s of {self.go}")
        self._spare_s = 0.0
        try:
            return find_move(position, read_move(answer))
        except RefusedError as refusal:
            raise EngineError(
                self.name, f"answers {answer[:40]!r} in {fen}: {refusal.what}"
            ) from None

    def close(self) -> None:
        """Tell it to quit, and end it if it doesn't."""
        self._program.close("quit\n")
