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
fault (:class:`EngineError`); the referee decides what comes of that (machines/floor/match.py).
"""

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType
from typing import IO

import numpy as np

from devices.refusal import RefusedError
from machines.draughts.board import Move, Position
from machines.draughts.moves import find_move
from machines.draughts.notation import read_move, write_fen

GRACE_S = 1.0
"""Beyond the milliseconds of ``go ms`` an answer may come so much later: pipes, a busy computer."""
PATIENCE_S = 60.0
"""So long an answer to ``go depth`` may take, if nothing else is asked for."""
STARTING_S = 10.0
"""The first answer of a process may come so much later still."""
FAREWELL_S = 1.0
"""So long it may take to end after ``quit``; then it is ended."""
LONGEST_LINE = 1000
"""Characters of a line that are read as one."""
MOST_WAITING = 1000
"""Lines that may wait to be read; an engine that writes on waits too."""
ANSWER = "move"


class EngineError(RefusedError):
    """An engine didn't do what the protocol says; ``what`` says in one line what it did."""


@dataclass(frozen=True)
class Go:
    """What an engine is told with every position."""

    depth: int = 0
    """Plies; 0 where ``ms`` counts."""
    ms: int = 0
    """Milliseconds; 0 where ``depth`` counts."""
    patience_s: float | None = None
    """So long an answer may take; None: ``ms`` and GRACE_S, or PATIENCE_S."""

    def __str__(self) -> str:
        """The line as it is sent."""
        return f"go ms {self.ms}" if self.ms else f"go depth {self.depth}"

    @property
    def most_s(self) -> float:
        """So long an answer may take, seconds."""
        if self.patience_s is not None:
            return self.patience_s
        return self.ms / 1000 + GRACE_S if self.ms else PATIENCE_S


@dataclass(frozen=True)
class EnginePlayer:
    """A program that can be seated at a game, by its command line.  It doesn't run yet."""

    name: str
    words: tuple[str, ...]
    """The program and its arguments."""
    go: Go

    @contextlib.contextmanager
    def seated(self) -> Iterator["Engine"]:
        """The engine running, for one game.  Raises EngineError if it can't be started."""
        engine = Engine(self)
        try:
            yield engine
        finally:
            engine.close()

    def check(self) -> None:
        """Start it, ask for one move from the start and let it go; raises EngineError."""
        with self.seated() as engine:
            engine.choose(Position.start(), np.random.default_rng(0))

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """One move, by a process of its own: who plays a game uses :meth:`seated`."""
        with self.seated() as engine:
            return engine.choose(position, generator)


def engine_of(command: str, go: Go, where: str) -> EnginePlayer:
    """The engine that a command line starts (words parted as a shell does; no shell is used).

    Raises RefusedError for one that is empty or has a quote that isn't closed.
    """
    try:
        words = tuple(shlex.split(command, posix=os.name != "nt"))
    except ValueError as error:
        raise RefusedError(where, f"{command!r}: {error}; expected a command line") from None
    if not words:
        raise RefusedError(where, "engine: without a command; expected engine:COMMAND")
    return EnginePlayer(f"engine:{command}", words, go)


class Engine:
    """An engine's process (a machines.draughts.player.Player)."""

    def __init__(self, player: EnginePlayer) -> None:
        self.name, self.go = player.name, player.go
        self._where = player.name
        self._said: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - until close
        self._spare_s = STARTING_S
        try:
            self._process = subprocess.Popen(
                player.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                encoding="ascii",
                errors="replace",
                # Ctrl-C is for the referee to hear; and whatever it starts ends with it.
                start_new_session=os.name == "posix",
            )
        except (OSError, ValueError) as error:
            self._errors.close()
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineError(
                self._where, f"can't be started: {reason}; expected the command of an engine"
            ) from None
        _watch_over(self._process)
        assert self._process.stdout is not None
        self._closing = threading.Event()
        self._reader = threading.Thread(
            target=self._read, args=(self._process.stdout,), daemon=True
        )
        self._reader.start()

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """Its move; raises EngineError if none comes, in time, that is legal."""
        del generator
        fen = write_fen(position)
        self._tell(f"position {fen}\n{self.go}\n")
        answer = self._answer()
        try:
            return find_move(position, read_move(answer))
        except RefusedError as refusal:
            raise EngineError(
                self._where, f"answers {answer[:40]!r} in {fen}: {refusal.what}"
            ) from None

    def close(self) -> None:
        """Tell it to quit, and end it if it doesn't."""
        self._closing.set()
        process = self._process
        with contextlib.suppress(OSError):
            self._tell_plainly("quit\n")
        with contextlib.suppress(OSError):
            assert process.stdin is not None
            process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(FAREWELL_S)
        _end(process)
        process.wait()
        _let_go(process)
        self._reader.join(FAREWELL_S)
        if not self._reader.is_alive():  # else a process of its own holds the pipe
            assert process.stdout is not None
            process.stdout.close()
        self._errors.close()

    def _tell(self, text: str) -> None:
        try:
            self._tell_plainly(text)
        except OSError:
            raise self._gone() from None

    def _tell_plainly(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(text)
        self._process.stdin.flush()

    def _answer(self) -> str:
        """What it answers, without the word ``move``."""
        most = self.go.most_s + self._spare_s
        deadline = time.monotonic() + most
        while (left := deadline - time.monotonic()) > 0:
            try:
                line = self._said.get(timeout=left)
            except queue.Empty:
                break
            if line is None:
                raise self._gone()
            word, _, rest = line.strip().partition(" ")
            if word == ANSWER:
                self._spare_s = 0.0
                return rest.strip()
        raise EngineError(self._where, f"no move within {most:g} s of {self.go}")

    def _gone(self) -> EngineError:
        """The error of a process that has ended or closed its output."""
        try:
            status: int | None = self._process.wait(FAREWELL_S)
        except subprocess.TimeoutExpired:
            status = None
        ended = f"ended with status {status}" if status is not None else "closed its output"
        return EngineError(self._where, f"{ended}{self._last_words()}; expected a move")

    def _last_words(self) -> str:
        """The last line that it wrote to its standard error."""
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(self._errors.tell() - LONGEST_LINE, 0))
        lines = self._errors.read().decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        shown = "".join(letter if letter.isprintable() else "?" for letter in last[:120])
        return f" ({shown})" if shown else ""

    def _read(self, output: IO[str]) -> None:
        """In a thread: hand on line by line, then None."""
        with contextlib.suppress(OSError, ValueError):
            while line := output.readline(LONGEST_LINE):
                if not self._hand_on(line):
                    return
        self._hand_on(None)

    def _hand_on(self, line: str | None) -> bool:
        """Whether anybody is still there to take it."""
        while not self._closing.is_set():
            with contextlib.suppress(queue.Full):
                self._said.put(line, timeout=0.1)
                return True
        return False


# -- no engine goes on without us ------------------------------------------------------------------

_running: set["subprocess.Popen[str]"] = set()


def _end(process: "subprocess.Popen[str]") -> None:
    """End a process at once, and those that it has started where they can be found."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        process.kill()


def _watch_over(process: "subprocess.Popen[str]") -> None:
    """Have it ended if we are told to end, as a pool does with its processes after Ctrl-C."""
    _running.add(process)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        with contextlib.suppress(ValueError):  # not in the main thread: a cluster's worker
            signal.signal(signal.SIGTERM, _told_to_end)


def _let_go(process: "subprocess.Popen[str]") -> None:
    _running.discard(process)
    if not _running and signal.getsignal(signal.SIGTERM) is _told_to_end:
        with contextlib.suppress(ValueError):
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _told_to_end(number: int, frame: FrameType | None) -> None:
    del frame
    for process in list(_running):
        _end(process)
    os._exit(128 + number)
