"""A conversation in lines with another program: heard, thought about, answered.

Lines that were read, what a search found and a deadline that has come are taken one by one out of
one box, so that no answer falls between two others.  The end of the input ends the conversation:
the other program has gone.  Nothing that it says is an error of ours: what can't be understood is
passed over or answered as its protocol says.

A :class:`Thinker` is one machine.  It is loaded first, since its kernels come in with it, and the
conversation goes on meanwhile.  Whatever it reports comes into the conversation's box, one after
the other with what is read, so that nothing there is
shared.
"""

import math
import threading
import time
from abc import ABC, abstractmethod
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
        """The plies to look, one depth after the other.

        With a depth alone: one ply, so that there is an answer if it is wanted early, and the depth
        itself.  Within a time all from one ply.
        """
        last = min(self.depth or deepest, deepest)
        if self.seconds >= ENDLESS and not self.infinite:
            return sorted({1, last})
        return range(1, last + 1)


def share_of_clock(left: float, moves: int | None, increment: float) -> float:
    """Seconds for a move by a clock with ``left`` seconds for so many moves."""
    share = left / max(moves or MOVES_LEFT, 1) + increment
    return max(min(share, MOST_OF_CLOCK * left), 0.001)


# -- searches in a thread --------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """What a search reports: a move that it would make, or that it has ended."""

    search: int  # Its number
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

    def run(self, report: Report, number: int) -> None:
        """Search, and report moves; the last is the best."""

    def interrupt(self) -> None:
        """Have it end soon; from another thread."""


class Thinker:
    """Loads a machine, then runs its searches."""

    def __init__(self, box: "SimpleQueue[object]", load: Callable[[], None]) -> None:
        """``load`` brings the machine in; it is begun at once, in a thread."""
        self._box = box
        self._number = 0
        self._search: Search | None = None
        self._thread = threading.Thread(target=self._load, args=(load,), daemon=True)
        self._thread.start()

    def begin(self, search: Search) -> int:
        """Begin a search, once the one before has ended; its number."""
        self.interrupt()
        self._thread.join()
        self._number += 1
        self._search = search
        self._thread = threading.Thread(target=self._run, args=(search, self._number), daemon=True)
        self._thread.start()
        return self._number

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

    def _run(self, search: Search, number: int) -> None:
        try:
            search.run(self._box.put, number)
        except InterruptedChoice:
            pass
        except BaseException as error:
            self._box.put(Failed(error))
        self._box.put(Found(number))


# -- the conversation ------------------------------------------------------------------------------

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
