"""Events as JSON lines in a file or on the standard output; docs/file-formats.md has their fields.

No port is opened: whoever wants to follow reads the file as it grows, or the pipe.  A thread writes
each line whole, so that a slow reader or disk keeps no machine waiting: what it can't take is left
out and counted (``lost``).  A reader who goes away or a disk that is full ends the stream, never
the museum.
"""

import json
import logging
import sys
import threading
import time
from pathlib import Path
from queue import Full, Queue
from typing import IO

from devices.refusal import RefusedError
from machines.storage.files import EVENTS, check_writable
from machines.storage.program import VERSION

STANDARD_OUTPUT = "-"
FORMAT = 1
MOST_WAITING = 20_000
"""Lines that wait to be written."""
CLOSING_S = 5.0
"""So long they may take at the end."""

log = logging.getLogger(__name__)


class EventStream:
    """Takes events from any thread."""

    def __init__(self, place: str) -> None:
        """``place``: a file, to which they are added, or ``-``.  Raises RefusedError."""
        self._own: IO[str] | None = None
        if place == STANDARD_OUTPUT:
            self._file: IO[str] = sys.stdout
        else:
            path = Path(place)
            check_writable(path, begins=EVENTS)
            if path.exists() and not path.is_file():
                raise RefusedError(place, "is no file; expected a file, or - for standard output")
            try:
                self._own = self._file = path.open("a", encoding="utf-8", newline="\n")
            except OSError as error:
                raise RefusedError(place, f"can't be written: {error.strerror}") from None
        self._lines: Queue[str | None] = Queue(MOST_WAITING)
        self._lost = 0
        self._began = time.monotonic()
        self._thread = threading.Thread(target=self._write, name="events", daemon=True)
        self._thread.start()
        self.say("begin", format=FORMAT, program=VERSION)

    def say(self, event: str, **values: object) -> None:
        """Have an event written; ``after_ms``, since the stream began, is added."""
        if self._lost:
            lost, self._lost = self._lost, 0
            if not self._put("lost", {"lines": lost}):
                self._lost += lost - 1
        self._put(event, values)

    def close(self) -> None:
        """The last event; idempotent."""
        if self._thread.is_alive():
            self.say("end")
            try:
                self._lines.put(None, timeout=CLOSING_S)
            except Full:
                return
            self._thread.join(CLOSING_S)

    def _put(self, event: str, values: "dict[str, object]") -> bool:
        after = round((time.monotonic() - self._began) * 1000)
        try:
            self._lines.put_nowait(json.dumps({"event": event, "after_ms": after, **values}))
        except Full:
            self._lost += 1
            return False
        return True

    def _write(self) -> None:
        """In the thread: every line, until the end or until one can't be written."""
        broken = False
        while (line := self._lines.get()) is not None:
            if broken:
                continue
            try:
                self._file.write(f"{line}\n")
                self._file.flush()
            except (OSError, ValueError) as error:
                log.warning("events are no longer written: %s", error)
                broken = True
        if self._own is not None:
            try:
                self._own.close()
            except OSError as error:
                log.warning("events: %s", error)
