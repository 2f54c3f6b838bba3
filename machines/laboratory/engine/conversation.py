"""A conversation in lines with another program: heard, thought about, answered.

    the input, in pieces ---> box ---> the queue of lines ---> a line is taken
    what a search found  --->               |                       |
    a deadline           --->               +-- waits behind        +-- begins a search
                                                a search

Whatever happens comes out of one box, so that no answer falls between two others and nothing is
shared.  Lines are taken in their order, as many as can be, before an answer goes out: so the same
lines in one piece are answered alike however fast a search is.  One that can't be taken during a
search waits for its answer, and those behind it wait, too: that is Stockfish's order, whose one
thread reads the next line when the last is done.  Where Stockfish would wait for ever, because a
search is held and nobody reads the word that would end it, the line that waits ends the search.

The end of the input is a ``quit``, behind all that was heard.  Nothing that the other program says
is an error of ours: what can't be understood is passed over or answered as its protocol says.

A :class:`Thinker` is one machine.  It is loaded first, since its kernels come in with it, and the
conversation goes on meanwhile.
"""

import math
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from machines.games.two_sides import InterruptedChoice

# -- how deep and how long -------------------------------------------------------------------------

USUAL_DEPTH = 3
"""Plies where nothing is said, as in ``match``; Samuel's minimum."""
MOVES_LEFT = 30
"""Of a game, where the clock doesn't say how many it is for."""
MOST_OF_CLOCK = 0.5
"""At most such a share of what is left on the clock is used for a move."""
SPARE_S = 0.03
"""For the way of the answer ..."""
SPARE_SHARE = 0.05
"""... and this share of the time, or half of a very short one."""
ENDLESS = 1e9


@dataclass(frozen=True)
class Caps:
    """What the command line says."""

    depth: int | None = None  # Plies
    seconds: float | None = None


@dataclass(frozen=True)
class Limits:
    """Of one search: plies, and seconds until the answer is due."""

    depth: int | None = None  # None: as deep as the time lets
    seconds: float = ENDLESS
    infinite: bool = False  # To be ended by a word: the usual depth is none

    def capped(self, caps: Caps) -> "Limits":
        """The narrower of both; where neither says anything, the usual depth."""
        depths = [depth for depth in (self.depth, caps.depth) if depth is not None]
        times = [self.seconds, ENDLESS if caps.seconds is None else caps.seconds]
        depth, seconds = min(depths, default=None), min(times)
        if depth is None and seconds >= ENDLESS and not self.infinite:
            depth = USUAL_DEPTH
        return Limits(depth, seconds, self.infinite)

    @property
    def due_s(self) -> float:
        """Seconds after which the answer has to go out, so that it is there in time."""
        spare = min(SPARE_S + SPARE_SHARE * self.seconds, self.seconds / 2)
        return self.seconds - spare

    def depths(self, deepest: int) -> Sequence[int]:
        """The plies to look, one depth after the other from one ply: there is always a best so far,
        for when it is wanted early."""
        return range(1, min(self.depth or deepest, deepest) + 1)


def share_of_clock(left: float, moves: int | None, increment: float) -> float:
    """Seconds for a move by a clock with ``left`` seconds for so many moves."""
    share = left / max(moves or MOVES_LEFT, 1) + increment
    return max(min(share, MOST_OF_CLOCK * left), 0.001)


# -- searches in a thread --------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """What a search reports: a move that it would make, or that it has ended."""

    move: Any = None  # A move of the machine's game; None: the search has ended
    depth: int = 0  # Plies that it has looked ahead
    seconds: float = 0.0  # Since it began
    boards: int = 0  # That it judged, where that is known
    remark: str = ""  # What else it has to say


@dataclass(frozen=True)
class Loaded:
    """The machine is there."""


@dataclass(frozen=True)
class Failed:
    """Loading or searching ended by this error."""

    error: BaseException


ENDING_S = 2.0
"""A search that is broken off ends in a moment; kernels that are being compiled may take longer."""
Report = Callable[[Found], None]


class Search(Protocol):
    """A search that can be run."""

    def run(self, report: Report) -> None:
        """Search, and report moves; the last is the best."""

    def interrupt(self) -> None:
        """Have it end soon; from another thread."""


class Thinker:
    """Loads a machine, then runs its searches."""

    def __init__(self, box: "SimpleQueue[object]", load: Callable[[], None]) -> None:
        """``load`` brings the machine in; it is begun at once, in a thread."""
        self._box = box
        self._search: Search | None = None
        self._thread = threading.Thread(target=self._load, args=(load,), daemon=True)
        self._thread.start()

    def begin(self, search: Search) -> None:
        """Begin a search; the one before has reported its end."""
        self._search = search
        self._thread = threading.Thread(target=self._run, args=(search,), daemon=True)
        self._thread.start()

    def interrupt(self) -> None:
        """Break off the search under way, if there is one."""
        if self._search is not None:
            self._search.interrupt()

    def end(self) -> bool:
        """Break off what is under way and wait for its end; whether it came."""
        self.interrupt()
        self._thread.join(ENDING_S)
        return not self._thread.is_alive()

    def _load(self, load: Callable[[], None]) -> None:
        try:
            load()
        except BaseException as error:
            self._box.put(Failed(error))
        else:
            self._box.put(Loaded())

    def _run(self, search: Search) -> None:
        try:
            search.run(self._box.put)
        except InterruptedChoice:
            pass
        except BaseException as error:
            self._box.put(Failed(error))
        self._box.put(Found())


# -- the conversation ------------------------------------------------------------------------------

AUTHOR = "Matchbox 704"
QUIT = "quit"
LONGEST_LINE = 1 << 20
"""Characters of a line that are read; a game of thousands of moves has fewer."""
FAREWELL_S = 60.0
"""So long a search may find nothing after the input has ended."""


class Speaker(ABC):
    """One end of a conversation: the engine's, in one protocol."""

    after_search: frozenset[str]
    """Commands that wait for the end of a search; ``go`` is one."""
    lingers = False
    """Whether a search goes on to its end when the input has ended: it is not broken off."""

    machine: Any = None
    """None: it isn't there yet."""

    def __init__(self, say: Callable[[str], None], load: Callable[[], Any]) -> None:
        """``load`` brings the machine in, in a thread."""

        def bring() -> None:
            self.machine = load()

        self.say = say
        self.box: SimpleQueue[object] = SimpleQueue()
        self.thinker = Thinker(self.box, bring)
        self.over = False
        self.deadline: float | None = None
        """When an answer is due, by time.monotonic()."""
        self.loaded = False
        self._queue: deque[str | None] = deque()
        """Lines that were heard and whose turn hasn't come; None: the end of the input."""
        self._best: Found | None = None
        self._searching = self._running = False
        """Whether an answer is owed; whether the thread searches, which may end a little later."""
        self._ponders = self._infinite = self._due = self._quits = False
        self._seconds = 0.0

    def hear(self, lines: Iterable[str | None]) -> None:
        """Take lines that came in one piece, each now or when its turn comes."""
        for line in lines:
            if line is not None and not self.loaded and self.is_for_now(self.command(line)):
                self.take_line(line)
            else:
                self._queue.append(line)
        self.settle()

    def be_loaded(self) -> None:
        """The machine is there."""
        self.loaded = True
        self.settle()

    def settle(self) -> None:
        """Take all lines whose turn has come, then answer what is due, and so on."""
        while True:
            if self._queue and not self._quits and self._has_turn(self._queue[0]):
                line = self._queue.popleft()
                if line is None or self.command(line) == QUIT:
                    self._quits = True
                    if line is not None or not self.lingers:
                        self.stop()
                else:
                    self.take_line(line)
            elif not self._answer_if_due():
                break
        self.over = self._quits and not self._searching

    def _has_turn(self, line: str | None) -> bool:
        """Whether the first line of the queue can be taken; a held search that it waits for is
        ended."""
        command = self.command(line)
        if not self.loaded:
            return command == QUIT
        if command not in self.after_search or not (self._searching or self._running):
            return True
        if self._ponders or self._infinite:
            self.stop()
        return False

    def command(self, line: str | None) -> str:
        """The command of a line; empty where there is none."""
        return ((line or "").split(None, 1) or [""])[0]

    @abstractmethod
    def is_for_now(self, command: str) -> bool:
        """Whether a command is taken before the machine is there, whatever waits for it."""

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

    def begin(
        self, search: Search, seconds: float, ponders: bool = False, infinite: bool = False
    ) -> None:
        """Begin a search: ``seconds`` until its answer is due.  One that ``ponders`` is held until
        :meth:`release` or :meth:`stop`, an ``infinite`` one until :meth:`stop`."""
        self._searching = self._running = True
        self._best, self._due, self._seconds = None, False, seconds
        self._ponders, self._infinite = ponders, infinite
        self.deadline = None if ponders or infinite else time.monotonic() + seconds
        self.thinker.begin(search)

    def release(self) -> None:
        """What was pondered on has come: from now the time counts."""
        if self._searching and self._ponders:
            self._ponders = False
            self.deadline = None if self._infinite else time.monotonic() + self._seconds

    def stop(self) -> None:
        """The answer is due now: the best that was found, or the first that will be."""
        self._due, self.deadline = True, None

    def take(self, found: Found) -> None:
        """Take what a search reports."""
        if found.move is None:
            self._running = False
        elif self._searching:
            self._best = found
            self.inform(found)
        self.settle()

    def _answer_if_due(self) -> bool:
        """Whether an answer went out."""
        ended = not (self._running or self._ponders or self._infinite)
        if not self._searching or self._best is None or not (self._due or ended):
            return False
        self._searching, self.deadline = False, None
        self.thinker.interrupt()
        self.answer(self._best)
        return True


def converse(speaker: Speaker, pieces: Iterable[Sequence[str]]) -> bool:
    """Hold the conversation to its end; whether no thread is left that computes.

    ``pieces``: lines, as they came together.  Raises what loading or a search raised.
    """
    try:
        _converse(speaker, pieces)
    finally:  # no thread computes on while Python ends
        ended = speaker.thinker.end()
    return ended


def _converse(speaker: Speaker, pieces: Iterable[Sequence[str]]) -> None:
    box = speaker.box
    threading.Thread(target=_read, args=(pieces, box), daemon=True).start()
    ends_at, input_ended = math.inf, False
    while not speaker.over:
        due = min(math.inf if speaker.deadline is None else speaker.deadline, ends_at)
        try:
            heard = box.get(timeout=None if due == math.inf else _left(due))
        except Empty:
            speaker.stop()
            speaker.settle()
            speaker.over |= time.monotonic() >= ends_at
            continue
        if isinstance(heard, list):
            input_ended = None in heard
            speaker.hear(heard)
        elif isinstance(heard, Found):
            speaker.take(heard)
        elif isinstance(heard, Failed):
            raise heard.error
        else:
            speaker.be_loaded()
        if input_ended and speaker.loaded:
            ends_at = time.monotonic() + FAREWELL_S


def _left(due: float) -> float:
    return min(max(due - time.monotonic(), 0.0), threading.TIMEOUT_MAX)


def _read(pieces: Iterable[Sequence[str]], box: "SimpleQueue[object]") -> None:
    try:
        for lines in pieces:
            box.put([line[:LONGEST_LINE] for line in lines])
    finally:
        box.put([None])
