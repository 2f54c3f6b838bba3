"""Morph as an engine: one ply with a database as it stands."""

import threading
import time
from collections.abc import Sequence
from queue import SimpleQueue
from typing import Any

import numpy as np

from machines.games.chess import Move, Position, legal_moves, make, read_fen
from machines.kernels.kernel import Kernel, ask_before_compiling
from machines.laboratory.engine.conversation import Found, Report
from machines.laboratory.morph.databases import load_learner
from machines.morph.learner import Learner, best_of

NO_MOVE = "(none)"


class MorphMachine:
    """What was learned, and a board."""

    def __init__(self, database: str, where: str, waits: bool = True) -> None:
        """``database`` as ``morph patterns`` takes it.  Where it ``waits`` all kernels are ready
        before it plays.  Raises RefusedError."""
        self.load(database, where)
        if not waits:
            compile_meanwhile()
        self._learner.values(Position.start())  # all that it needs is asked for, or ready

    def load(self, database: str, where: str) -> None:
        """Play with another database.  Raises RefusedError, and keeps the one there is."""
        self._learner: Learner = load_learner(database, where)

    def follow(self, fen: str, moves: Sequence[str]) -> tuple[Position, str]:
        """The position after as many of the moves as can be played, and the first that can't.

        ``fen``: of the first position, or empty.  Raises RefusedError for one that is none.
        """
        position = read_fen(fen) if fen else Position.start()
        for text in moves:
            move = next((legal for legal in legal_moves(position) if str(legal) == text), None)
            if move is None:
                return position, text
            position = make(position, move)
        return position, ""

    def search(
        self, position: Position, only: Sequence[str], generator: np.random.Generator
    ) -> "MorphSearch":
        """A search in a position; ``only`` these moves where any of them is legal."""
        moves = legal_moves(position)
        wanted = [number for number, move in enumerate(moves) if str(move) in only]
        return MorphSearch(self._learner, position, wanted or list(range(len(moves))), generator)


def compile_meanwhile() -> None:
    """From now on a kernel runs as plain Python until a thread has it ready.

    A host's clock runs: a choice takes up to a second so, compiling a quarter of a minute.  To put
    a database in order would take as long: that kernel is waited for.
    """
    asked: SimpleQueue[Kernel] = SimpleQueue()

    def run_plain(of: Kernel, args: tuple[Any, ...]) -> Any:
        asked.put(of)
        return of.run_plain(args)

    def make_ready() -> None:
        while True:
            asked.get().make_ready()

    ask_before_compiling(run_plain)
    threading.Thread(target=make_ready, daemon=True).start()


class MorphSearch:
    """One search (conversation.Search); it takes a tenth of a second."""

    def __init__(
        self,
        learner: Learner,
        position: Position,
        numbers: Sequence[int],
        generator: np.random.Generator,
    ) -> None:
        self._learner, self._position = learner, position
        self._numbers, self._generator = numbers, generator

    def run(self, report: Report) -> None:
        """Report the move to the best successor; :data:`NO_MOVE` where there is none."""
        began = time.monotonic()
        if not self._numbers:
            report(Found(NO_MOVE, remark="the game is over: there is no move"))
            return
        values = self._learner.values(self._position)[self._numbers]
        place = best_of(values, self._generator)
        move: Move = legal_moves(self._position)[self._numbers[place]]
        took = time.monotonic() - began
        remark = f"value {values[place]:.3f} from 0 (lost) to 1 (won)"
        report(Found(move, 1, took, len(values), remark))

    def interrupt(self) -> None:
        """It ends by itself soon enough."""
