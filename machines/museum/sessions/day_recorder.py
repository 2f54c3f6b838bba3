"""A visitor's plays written to run records (SQLite), each as soon as it is finished.

This serves any exhibit that has records (:class:`machines.exhibit.exhibit.PlayRecords`).  Each of
its days is a file, DATA/runs/EXHIBIT-day-000001.sqlite (machines/storage/run_store.py); a session
that is gone on with goes on with its day's file, and a play that was taken back is undone there
too. The session's log is written first, so that a file never knows of a play that its session
doesn't.

A visitor's play is on the disk before the next can be finished.  Where a machine plays by itself,
faster than plays can be kept one by one, those that came together are one block, a line each.  When
a day has IN_FULL plays, such a block has only its first and last ENDS plays, and counts the others:
a machine that is left alone for days must not fill the disk.
"""

import contextlib
import logging
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from devices.refusal import RefusedError
from machines.exhibit.exhibit import PlayRecords, RecordedPlay
from machines.exhibit.run_record import RunMetadata
from machines.storage.folders import set_aside
from machines.storage.lock import Lock
from machines.storage.run_file import RunFile
from machines.storage.run_store import new_run, newest_path, next_path, open_run

if TYPE_CHECKING:
    from machines.museum.sessions.session_store import OpenSession

SHARE = 20
"""Plays are kept again only after this many times as long as the last time took ..."""
MOST_WAITING = 1000
"""... unless so many wait: an exhibit remembers some thousand in full."""
IN_FULL = 1_000_000
"""Plays of a day that are kept in full."""
ENDS = 10
REMEMBERED = 8_192
"""Plays, the last, whose numbers are remembered: no more can be taken back."""
LOG_PARTS = ("-wal", "-shm")
"""SQLite's log of a file, which belongs to it."""
LAST = "last"
"""Among a run's results: the last play that was entered, as it was then."""

log = logging.getLogger(__name__)


class DayRecorders:
    """Of all exhibits on a floor that offer it; only the machines' thread calls this."""

    def __init__(self, folder: Path, program: str = "") -> None:
        self.folder = folder
        self.program = program
        self._recorders: dict[str, DayRecorder] = {}

    def record_new_plays(self, kept: "OpenSession", acted: bool = False) -> None:
        """Keep what was finished since; ``acted``: something may have been taken back."""
        records = kept.exhibit.records
        if kept.is_demonstration or records is None:
            return
        recorder = self._recorders.get(kept.name)
        if recorder is None or recorder.exhibit is not records:
            if recorder is not None:
                recorder.close()
            recorder = DayRecorder(records, kept.name, self.folder, self.program)
            self._recorders[kept.name] = recorder
        recorder.record_new_plays(kept.exhibit.plays, acted)

    def close(self) -> None:
        """Keep what is left and let the files go."""
        for recorder in self._recorders.values():
            recorder.close()
        self._recorders.clear()


class DayRecorder:
    """One exhibit's days."""

    def __init__(self, exhibit: PlayRecords, name: str, folder: Path, program: str) -> None:
        self.exhibit = exhibit
        self.name = name
        self.folder = folder
        self.program = program
        self._run: RunFile | None = None
        self._day = 0
        """The day of the last play that was entered; 0: nothing was looked for yet."""
        self._number = 0
        self._standing: deque[int] = deque(maxlen=REMEMBERED)
        """The numbers of the day's last plays in the file that weren't taken back."""
        self._seen = -1
        self._due_ns = 0
        self._said = ""

    def record_new_plays(self, plays: int, acted: bool) -> None:
        """Keep what is new, unless it is too soon; ``plays`` counts those finished."""
        if plays == self._seen and not acted:
            return
        began = time.monotonic_ns()
        if not acted and began < self._due_ns and plays - self._seen < MOST_WAITING:
            return
        self._keep_or_log()
        self._seen = plays
        ended = time.monotonic_ns()
        self._due_ns = ended + SHARE * (ended - began)

    def close(self) -> None:
        """Keep what is left and let the file go."""
        self._keep_or_log()
        if self._run is not None:
            self._run.close()
            self._run = None

    def _keep_or_log(self) -> None:
        """What can't be kept now is tried again the next time."""
        try:
            self._keep()
        except RefusedError as refusal:
            if str(refusal) != self._said:
                log.error("plays are not in the run record: %s", refusal)
            self._said = str(refusal)
        else:
            self._said = ""

    def _keep(self) -> None:
        if self._day == 0:
            self._resume_newest()
        self._take_back_undone()
        plays = self.exhibit.plays_since(self._number, self._day)
        state = self.exhibit.run_state() if plays else b""
        for day in sorted({play.day for play in plays}):
            self._enter([play for play in plays if play.day == day], state)

    def _take_back_undone(self) -> None:
        """Plays in the file that were taken back since, the last first."""
        if self._run is None or not self._standing:
            return
        gone = {play.number for play in self.exhibit.undone if play.day == self._day}
        while self._standing and self._standing[-1] in gone:
            with self._run.together():
                newest = next(self._run.newest_blocks())
                if newest.plays > 1:
                    rest, _, last = newest.data.rpartition(b"\n")
                    self._run.split_newest(rest, last)
                self._run.take_back(self.exhibit.run_state())
            self._standing.pop()

    def _enter(self, plays: Sequence[RecordedPlay], state: bytes) -> None:
        """Plays of one day, the day's first in a file of their own."""
        if self._run is None or plays[0].day != self._day:
            day = plays[0].day
            about = RunMetadata(self.name, "day", {"day": day}, self.program)
            run = new_run(next_path(self.folder, f"{self.name}-day"), about, state)
            if self._run is not None:
                self._run.close()
            self._run, self._day, self._number = run, day, 0
            self._standing.clear()
        run = self._run
        if run is None:
            raise RuntimeError("no run was begun")
        if plays[0].day != self.exhibit.day:
            state = run.state() or state  # the newer beads are another day's
        standing = self._standing.copy()
        with run.together():
            for undone, group in groupby(plays, key=lambda play: play.undone):
                for together in [[play] for play in group] if undone else [list(group)]:
                    lines = [_data(play) for play in together]
                    kept = b"\n".join(
                        lines
                        if run.plays < IN_FULL or len(lines) <= 2 * ENDS
                        else lines[:ENDS] + lines[-ENDS:]
                    )
                    run.keep(len(lines), kept, state, {LAST: lines[-1].decode()})
                    if undone:
                        run.take_back(state)
                    else:
                        standing.extend(play.number for play in together)
        self._standing, self._number = standing, plays[-1].number

    def _resume_newest(self) -> None:
        """Go on with the newest file if it is of this exhibit's plays; else there is none yet."""
        self._day, self._number = self.exhibit.day, 0
        self._standing.clear()
        path = newest_path(self.folder, f"{self.name}-day")
        if path is None:
            return
        with contextlib.ExitStack() as ended:
            try:
                Lock(path.resolve()).release()
            except RefusedError as refusal:  # another process goes on with it
                log.warning("a new run record is begun: %s: %s", path.name, refusal)
                return
            try:
                run = ended.enter_context(open_run(path, self.name))
                if self._belongs_to_exhibit(run):
                    self._run = run
                    ended.pop_all()
            except (RefusedError, msgspec.DecodeError, UnicodeDecodeError) as refusal:
                ended.close()
                set_aside(path, refusal, LOG_PARTS)

    def _belongs_to_exhibit(self, run: RunFile) -> bool:
        """Whether the last play in the file is one of the exhibit's, just so.

        Raises RefusedError or DecodeError where the file was damaged.
        """
        if LAST not in (results := run.results()):
            return False
        last = msgspec.convert(results[LAST], str)
        day, number = msgspec.convert(run.about.settings, _Day).day, _number(last)
        found = self.exhibit.plays_since(number - 1, day)
        if not found or _data(found[0]).decode() != last:
            return False
        last_numbers = list(islice(_last_numbers(run), REMEMBERED))
        self._day, self._number = day, number
        self._standing.extendleft(last_numbers)
        return True


class _Day(msgspec.Struct):
    """What the file's settings say."""

    day: int


class _Numbered(msgspec.Struct):
    """What is needed of a play that was kept."""

    number: int


def _last_numbers(run: RunFile) -> Iterator[int]:
    """Of the day's last plays, the newest first."""
    for block in run.newest_blocks():
        for line in reversed(block.data.split(b"\n")):
            if line:  # else the record was thinned
                yield _number(line)


def _number(play: str | bytes) -> int:
    return msgspec.json.decode(play, type=_Numbered).number


def _data(play: Any) -> bytes:
    """A play as it was when it was finished."""
    return msgspec.json.encode(replace(play, undone=False))
