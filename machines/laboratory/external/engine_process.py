"""An external engine's process: started, written to, read in time, ended.

The protocols that players outside speak (machines/laboratory/external/draughts_engine.py,
machines/laboratory/external/uci.py) stand on this.  Lines are read where they are waited for,
without a thread between, since a game of chess with a fast engine is hundreds of questions; a
watch beside them ends a program that is silent for too long, and the reading has the same
deadline: a process that the program has started may hold its pipe open.

A program that can't be started, ends, or says nothing in time is at fault (:class:`EngineError`);
whoever plays against it decides what comes of that.
"""

import contextlib
import os
import select
import shlex
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from devices.names import shown
from devices.refusal import RefusedError
from machines.laboratory.external import guard
from machines.storage.program import FROZEN, environment_outside

STARTING_S = 10.0
"""The first answer of a process may come so much later than others."""
FAREWELL_S = 1.0
"""So long it may take to end after it was told to; then it is ended."""
LONGEST_LINE = 1000
"""Characters of a line that are read as one."""
MOST_LINES = 1000
"""Lines before an answer that are kept."""
TICK_S = 0.05
"""The watch looks so often whether an answer is late."""


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
    """So long an answer may take; None: ``ms`` and ``grace_s``, or as ``longest_s`` says."""

    by_time: ClassVar[str] = "ms"
    """The protocol's word for milliseconds."""
    grace_s: ClassVar[float] = 1.0
    """Beyond the milliseconds an answer may come so much later: pipes, a busy computer."""

    def __str__(self) -> str:
        """The line as it is sent."""
        return f"go {self.by_time} {self.ms}" if self.ms else f"go depth {self.depth}"

    @property
    def longest_s(self) -> float:
        """So long an answer to ``go depth`` may take, if nothing else is asked for."""
        return 60.0

    @property
    def most_s(self) -> float:
        """So long an answer may take, seconds."""
        if self.patience_s is not None:
            return self.patience_s
        return self.ms / 1000 + self.grace_s if self.ms else self.longest_s


def command_words(text: str, where: str, kind: str) -> tuple[str, ...]:
    """A command line's words, parted as a shell does; no shell is used.

    Raises RefusedError for one that is empty or has a quote that isn't closed.
    """
    try:
        words = tuple(shlex.split(text, posix=os.name != "nt"))
    except ValueError as error:
        raise RefusedError(where, f"{text!r}: {error}; expected a command line") from None
    if not words:
        raise RefusedError(where, f"{kind}: without a command; expected {kind}:COMMAND")
    return words


class EngineProcess:
    """A program's process, from its start to its end.  Raises EngineError if it can't start."""

    def __init__(self, where: str, words: Sequence[str]) -> None:
        """``where`` names it in refusals; ``words``: the program and its arguments."""
        self.where = where
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - until close
        outside = environment_outside()
        self._mark = f"{os.getpid()}-{time.time_ns()};"
        """By which what it has started is found (machines/laboratory/external/guard.py)."""
        try:
            self.process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                encoding="ascii",
                errors="replace",
                env=outside | {guard.MARKS: outside.get(guard.MARKS, "") + self._mark},
                # Ctrl-C is for us to hear; and whatever it starts ends with it.
                start_new_session=os.name == "posix",
            )
        except (OSError, ValueError) as error:
            self._errors.close()
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineError(
                where, f"can't be started: {reason}; expected the command of an engine"
            ) from None
        self._guard = _start_guard(self.process.pid, self._mark)
        self._deadline: float | None = None
        """Until when a line is waited for; None while nobody waits."""
        self._closing = threading.Event()
        self._late = False
        self._heard = b""
        """What was read of a line that isn't whole yet, or of lines after it."""
        threading.Thread(target=self._watch, daemon=True).start()

    def tell(self, text: str) -> None:
        """Write lines to it, each with its newline.  Raises EngineError if it is gone."""
        try:
            self._tell_plainly(text)
        except OSError:
            raise self.gone() from None

    def hear(self, word: str, most_s: float, missing: str) -> str:
        """The rest of the next line whose first word is ``word``; other lines are passed over.

        Raises EngineError, no ``missing``, if none comes within ``most_s`` seconds, and where the
        program is gone.
        """
        return self.hear_until(word, most_s, missing)[-1][len(word) :].strip()

    def hear_until(self, word: str, most_s: float, missing: str) -> list[str]:
        """All lines up to the one whose first word is ``word``, the last 1,000 at most."""
        heard: deque[str] = deque(maxlen=MOST_LINES)
        deadline = time.monotonic() + most_s
        self._deadline = deadline
        try:
            while time.monotonic() < deadline and (line := self._line(deadline)):
                heard.append(shown(line.strip()))
                if line.startswith(word) and line.split(None, 1)[0] == word:
                    return list(heard)
        except (OSError, ValueError):  # it was ended meanwhile
            pass
        finally:
            self._deadline = None
        if self._late or time.monotonic() >= deadline:
            self._end()
            raise EngineError(self.where, f"no {missing}")
        raise self.gone()

    def _line(self, deadline: float) -> str:
        """The next line, or LONGEST_LINE of it; empty at its end and when it is too late.

        It isn't waited for in a read: a process that a program has started, and that has gone its
        own way, may hold the pipe open for ever.
        """
        assert self.process.stdout is not None
        pipe = self.process.stdout.fileno()
        while (end := self._heard.find(b"\n") + 1) == 0 and len(self._heard) < LONGEST_LINE:
            if not _readable(pipe, deadline - time.monotonic()):
                return ""
            if not (read := os.read(pipe, 1 << 16)):
                end = len(self._heard)
                break
            self._heard += read
        end = min(end or LONGEST_LINE, LONGEST_LINE)
        line, self._heard = self._heard[:end], self._heard[end:]
        return line.decode("ascii", "replace")

    def close(self, farewell: str) -> None:
        """Tell it to go, and end it if it doesn't.  Idempotent."""
        if self._closing.is_set():
            return
        self._closing.set()
        process = self.process
        with contextlib.suppress(OSError):
            self._tell_plainly(farewell)
        with contextlib.suppress(OSError):
            assert process.stdin is not None
            process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(FAREWELL_S)
        self._end()
        process.wait()
        if self._guard is not None:
            self._guard.kill()
            self._guard.communicate()
        assert process.stdout is not None
        process.stdout.close()
        self._errors.close()

    def gone(self) -> EngineError:
        """The error of a process that has ended or closed its output."""
        try:
            status: int | None = self.process.wait(FAREWELL_S)
        except subprocess.TimeoutExpired:
            status = None
        ended = f"ended with status {status}" if status is not None else "closed its output"
        return EngineError(self.where, f"{ended}{self._last_words()}; expected a move")

    def _tell_plainly(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def _last_words(self) -> str:
        """The last line that it wrote to its standard error."""
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(self._errors.tell() - LONGEST_LINE, 0))
        lines = self._errors.read().decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f" ({shown(last[:120])})" if last else ""

    def _watch(self) -> None:
        """In a thread: end a program that is late, so that whoever reads hears its end."""
        while not self._closing.wait(TICK_S):
            deadline = self._deadline
            if deadline is not None and time.monotonic() > deadline:
                self._late = True
                self._end()
                return

    def _end(self) -> None:
        """End it at once, and what it has started where that can be found."""
        if os.name == "posix":
            guard.end_started(self.process.pid, self._mark)
        else:
            self.process.kill()


class RunningEngine:
    """An engine that runs and was greeted; a context manager.  Raises EngineError."""

    def __init__(self, name: str, words: Sequence[str]) -> None:
        self.name = name
        self._program = EngineProcess(name, words)
        try:
            self.greet()
        except BaseException:
            self.close()
            raise

    def greet(self) -> None:
        """What is said before the first game: nothing."""

    def close(self) -> None:
        """Tell it to quit, and end it if it doesn't."""
        self._program.close("quit\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _readable(pipe: int, most_s: float) -> bool:
    """Whether there is something to read, or its end, within so many seconds."""
    if os.name != "posix":
        return most_s > 0  # a pipe can't be asked there: the watch ends what is late
    poll = select.poll()
    poll.register(pipe, select.POLLIN)
    return bool(poll.poll(max(most_s, 0) * 1000))


def _start_guard(number: int, mark: str) -> subprocess.Popen[bytes] | None:
    """One for a program's process, until it is killed; None: not on Windows."""
    if os.name != "posix":
        return None
    own = (guard.WORD,) if FROZEN else ("-I", "-S", str(guard.__file__))
    return subprocess.Popen(
        [sys.executable, *own, str(number), mark],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
