"""A conversation in lines with another program: heard, thought about, answered.

Lines that were read, what a search found and a deadline that has come are taken one by one out of
one box, so that no answer falls between two others.  The end of the input ends the conversation:
the other program has gone.  Nothing that it says is an error of ours: what can't be understood is
passed over or answered as its protocol says.
"""

import math
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue

from machines.laboratory.engine.thinking import Failed, Found, Loaded, Search, Thinker

QUIT = "quit"
LONGEST_LINE = 1 << 20
"""Characters of a line that are read; a game of thousands of moves has fewer."""
FAREWELL_S = 60.0
"""So long an answer may take after the input has ended."""


class Speaker(ABC):
    """One end of a conversation: the engine's, in one protocol."""

    early: frozenset[str] = frozenset()
    """Commands that are taken before the machine is there, unless others wait for it already."""
    always = frozenset((QUIT,))
    """Those that are taken at once, whatever waits."""
    lingers = True
    """Whether what was asked for is still answered when the input has ended."""

    def __init__(
        self,
        say: Callable[[str], None],
        load: Callable[[], None],
        box: "SimpleQueue[object] | None" = None,
    ) -> None:
        """``load`` brings the machine in, in a thread."""
        self.say = say
        self.box: SimpleQueue[object] = box or SimpleQueue()
        self.thinker = Thinker(self.box, load)
        self.over = False
        self.searching = False
        self.deadline: float | None = None
        """When an answer is due, by time.monotonic()."""
        self._loaded = False
        self._waiting: list[str] = []
        """Lines to be taken once the machine is there."""
        self._number = 0
        self._best: Found | None = None
        self._ended = self._holds = self._due = False
        self._seconds = 0.0

    @property
    def busy(self) -> bool:
        """Whether the machine is still coming, or an answer that needs no further word."""
        return not self._loaded or (self.searching and not self._holds)

    def hear(self, line: str) -> None:
        """Take a line, now or once the machine is there."""
        word = line.split(None, 1)[0] if line.strip() else ""
        early = word in self.early and not self._waiting
        if self._loaded or early or word in self.always:
            self.take_line(line)
        else:
            self._waiting.append(line)

    def be_loaded(self) -> None:
        """The machine is there."""
        self._loaded = True
        while self._waiting and not self.over:
            self.take_line(self._waiting.pop(0))

    @abstractmethod
    def take_line(self, line: str) -> None:
        """Take a line."""

    @abstractmethod
    def inform(self, found: Found) -> None:
        """Say what a search under way has found."""

    @abstractmethod
    def answer(self, best: Found) -> None:
        """Say the move of a search."""

    # -- searching --------------------------------------------------------------------------------

    def begin(self, search: Search, seconds: float, holds: bool) -> None:
        """Begin a search: ``seconds`` until its answer is due; if it ``holds``, not before
        :meth:`stop` or :meth:`release`."""
        self.searching = True
        self._best, self._ended, self._due, self._holds = None, False, False, holds
        self._seconds = seconds
        self.deadline = None if holds else time.monotonic() + seconds
        self._number = self.thinker.begin(search)

    def release(self) -> None:
        """What held the answer is over: from now the time counts."""
        if self.searching and self._holds:
            self._holds = False
            self.deadline = time.monotonic() + self._seconds
            self._answer_if_due()

    def stop(self) -> None:
        """The answer is due now: the best that was found, or the first that will be."""
        if self.searching:
            self._due, self.deadline = True, None
            self._answer_if_due()

    def take(self, found: Found) -> None:
        """Take what a search reports, unless it is over."""
        if not self.searching or found.search != self._number:
            return
        if found.move is not None:
            self._best = found
            if not self._due:
                self.inform(found)
        else:
            self._ended = True
        self._answer_if_due()

    def _answer_if_due(self) -> None:
        if self._best is not None and (self._due or (self._ended and not self._holds)):
            self.searching, self.deadline = False, None
            self.thinker.interrupt()
            self.answer(self._best)


def converse(speaker: Speaker, lines: Iterable[str]) -> bool:
    """Hold the conversation to its end; whether no thread is left that computes.

    Raises what loading or a search raised.
    """
    try:
        _converse(speaker, lines)
    finally:  # no thread computes on while Python ends
        ended = speaker.thinker.end()
    return ended


def _converse(speaker: Speaker, lines: Iterable[str]) -> None:
    box = speaker.box
    threading.Thread(target=_read, args=(lines, box), daemon=True).start()
    ends_at = math.inf
    while not speaker.over and (ends_at == math.inf or speaker.busy):
        due = min(math.inf if speaker.deadline is None else speaker.deadline, ends_at)
        try:
            heard = box.get(timeout=None if due == math.inf else _left(due))
        except Empty:
            speaker.over = time.monotonic() >= ends_at
            speaker.stop()
            continue
        if isinstance(heard, str):
            speaker.hear(heard)
        elif isinstance(heard, Found):
            speaker.take(heard)
        elif isinstance(heard, Loaded):
            speaker.be_loaded()
        elif isinstance(heard, Failed):
            raise heard.error
        else:  # the input has ended
            ends_at = time.monotonic() + (FAREWELL_S if speaker.lingers else 0)


def _left(due: float) -> float:
    return min(max(due - time.monotonic(), 0.0), threading.TIMEOUT_MAX)


def _read(lines: Iterable[str], box: "SimpleQueue[object]") -> None:
    try:
        for line in lines:
            box.put(line[:LONGEST_LINE])
    finally:
        box.put(None)
