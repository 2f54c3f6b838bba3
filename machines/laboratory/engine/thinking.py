"""Searches in a thread: one at a time, which reports what it finds and may be broken off.

A :class:`Thinker` is one machine.  It is loaded first, since its kernels come in with it, and the
conversation goes on meanwhile.  Whatever it reports comes into the conversation's box, one after
the other with what is read (machines/laboratory/engine/conversation.py), so that nothing there is
shared.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Protocol

from machines.games.two_sides import InterruptedChoice


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
