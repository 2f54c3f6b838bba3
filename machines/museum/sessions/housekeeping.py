"""The data folder's budget: what grows in it is thinned, what was left behind is swept.

A thread of its own looks when the museum opens and every hour after:

* temporary files of this program (files.py) that are no living process's are removed;
* of each exhibit's logs the newest KEPT stay, and every one in which a play was finished in the
  last week; the others go;
* a closed session's log loses the marks that a replay passes anyway: those of plays that were
  finished with no act between them.  It replays to the same states;
* while the folder has more than its quota, the oldest files of before the last week are thinned: of
  a session's log its opening state is left, of a day's run record its checkpoint.  What was played
  in the last week stays, whatever it takes; how much that is the status says.

Nothing is removed that another process may be writing: the newest log of an exhibit, a run record
that has a lock.
"""

import contextlib
import logging
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from devices.refusal import RefusedError
from machines.exhibit.session import Opening, Play, read_log, write_line
from machines.museum.sessions.last_session import numbered_logs
from machines.storage.files import read_file, remove_left, replace_file
from machines.storage.run_store import RUNS, SUFFIX, thin_run

GB = 1_000_000_000
QUOTA_GB = 2
"""Where the curator says nothing else."""
LOOKS_S = 3600.0
WEEK_S = 7 * 24 * 3600.0
KEPT = 200
"""Logs of each exhibit: more, where more were played in a week."""
THIN = 1 << 20
"""Bytes behind its opening, which is a snapshot, from which on a closed log is worth it."""
EACH = 500
"""Of marks in a row with a digest one in so many stays: a replay can be held against it."""
PLAY_LINE = b'{"line":"play",'
"""How a mark begins (machines/exhibit/session.py)."""
STOP_S = 5.0

log = logging.getLogger(__name__)


class Housekeeper:
    """Of one data folder, whose lock is held."""

    def __init__(self, folder: Path, quota: int = QUOTA_GB * GB) -> None:
        self.folder = folder
        self.quota = quota
        """Bytes; may be set from any thread."""
        self.used = 0
        """Bytes that the folder had when it was looked at last."""
        self._thinned: dict[Path, int] = {}
        """Logs that need not be looked at again, with their sizes."""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="housekeeping", daemon=True)

    def start(self) -> None:
        """Begin; comes back at once."""
        self._thread.start()

    def stop(self) -> None:
        """End after the file under way."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self.look(time.time())
            except Exception:
                log.exception("housekeeping")
            self._stopping.wait(LOOKS_S)

    def look(self, now: float) -> None:
        """Do all that is due at ``now``, seconds of Unix time."""
        remove_left(self.folder.rglob(".*.new"))
        for folder in sorted((self.folder / "sessions").glob("*")):
            remove_oldest_logs(folder, now - WEEK_S)
        for path in self._closed_logs():
            if not self._stopping.is_set():
                self._thin_marks(path)
        self.used = size_of(self.folder)
        if self.used > self.quota:
            self._keep_quota(now)

    # -- the quota

    def _keep_quota(self, now: float) -> None:
        before = self.used
        for written, path in sorted(self._old_files(now - WEEK_S)):
            if self.used <= self.quota or self._stopping.is_set():
                break
            size = path.stat().st_size
            try:
                if path.suffix == SUFFIX:
                    thin_run(path)
                else:
                    thin_to_opening(path)
                os.utime(path, (written, written))  # it was played then, not now
            except (RefusedError, OSError) as error:
                log.warning("%s is not thinned: %s", path.name, error)
                continue
            self.used -= size - path.stat().st_size
        log.warning(
            "the data folder had %d MB of %d; by thinning plays of before the last week it has %d",
            before // 1_000_000,
            self.quota // 1_000_000,
            self.used // 1_000_000,
        )

    def _old_files(self, before: float) -> Iterator[tuple[float, Path]]:
        for path in (*self._closed_logs(), *(self.folder / RUNS).glob(f"*-day-*{SUFFIX}")):
            with contextlib.suppress(OSError):
                written = path.stat().st_mtime
                if written < before:
                    yield written, path

    # -- logs

    def _closed_logs(self) -> list[Path]:
        """All but the newest of each exhibit, the oldest first."""
        found = []
        for folder in sorted((self.folder / "sessions").glob("*")):
            found += numbered_logs(folder)[:-1]
        return found

    def _thin_marks(self, path: Path) -> None:
        with contextlib.suppress(RefusedError, OSError):  # what can't be read is another's to tell
            size = path.stat().st_size
            if size < THIN or self._thinned.get(path) == size:
                return
            with path.open("rb") as lines:
                opening = len(lines.readline())
            if size - opening >= THIN:
                written = path.stat().st_mtime
                thin_marks(path)
                os.utime(path, (written, written))
            self._thinned[path] = path.stat().st_size


def remove_oldest_logs(folder: Path, before: float) -> None:
    """Remove an exhibit's logs but the newest KEPT and those with a play that was finished since
    ``before``.  A museum that opens again and again leaves many in which nothing was."""
    for path in numbered_logs(folder)[:-KEPT]:
        with contextlib.suppress(OSError):  # more are kept until it can be done
            with path.open("rb") as lines:
                has_play = any(line.startswith(PLAY_LINE) for line in lines)
            if path.stat().st_mtime < before or not has_play:
                path.unlink(missing_ok=True)


def thin_marks(path: Path) -> None:
    """Leave out of a closed session's log the marks that are followed by another.

    Raises RefusedError for a log that is damaged, which stays as it is.
    """
    found = read_log(read_file(path), path.name)
    kept: list[bytes] = []
    crc = since = 0
    lines = (found.opening, *found.lines)
    for number, (line, after) in enumerate(zip(lines, (*found.lines, None), strict=True)):
        if number % EACH == 0:
            time.sleep(0.001)  # nobody waits for this
        if isinstance(line, Play) and isinstance(after, Play):
            since += bool(line.digest)
            if not line.digest or since % EACH:
                continue
        text, crc = write_line(line, crc)
        kept.append(f"{text}\n".encode())
    replace_file(path, b"".join(kept))


def thin_to_opening(path: Path) -> None:
    """Leave of a closed session's log the state in which it opens."""
    with path.open("rb") as file:
        first = file.readline()
    found = read_log(first, path.name)
    assert isinstance(found.opening, Opening)
    replace_file(path, first)


def size_of(folder: Path) -> int:
    """Bytes of all files in a folder."""
    size = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                size += (Path(parent) / name).lstat().st_size
    return size
