"""Sessions in the data folder: logs and snapshots, so that nothing played is lost.

    museum.lock                       the writer's process id, and how often it gave a sign of life
    visitor                           before which exhibit the last visitor stood, at which speed
    sessions/EXHIBIT/000012.log       a session's log (machines/exhibit/session.py), one file a run
    sessions/EXHIBIT/resume           the newest log's last weighed moment, to come back quickly
    sessions/EXHIBIT/demonstration/   the logs of its last acts of a demonstration, which plays on a
                                      machine of its own and leaves a visitor's where it stood
    errors.log, supervisor.log        what went wrong (machines/storage/error_log.py)

A log's first line comes by an atomic replacement, every later one is appended and fsynced before
the act that it tells of is done; ``resume`` is replaced atomically.  So a process killed at any
instant comes back, by ``resume`` and the lines after it or, failing that, by the whole log, to the
last line that was written: at least to the last finished play.
"""

import contextlib
import errno
import logging
import os
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import msgspec

from devices.duration import Speed
from devices.refusal import RefusedError
from machines.exhibit.exhibit import Exhibit
from machines.exhibit.session import Session
from machines.museum.sessions.last_session import (
    ResumePoint,
    last_exhibit,
    newest_log,
    numbered_logs,
)
from machines.storage.files import read_kept, replace_file, write_kept
from machines.storage.folders import UnwritableError, make_folder, own_folder
from machines.storage.lock import Lock

KEPT_APART = 4
"""Logs kept of an exhibit's demonstrations; the oldest go.  Of its visitors' the housekeeping
(machines/museum/sessions/housekeeping.py) says which go."""
LONG = 16 << 20
"""Bytes of acts and plays after which a log is closed and a new one opened."""
OLD_NS = 6 * 3_600 * 1_000_000_000
"""The same by real time, where anything has happened since."""
AGAIN_NS = 60 * 1_000_000_000
"""A log that could not be closed is closed no sooner."""
NOT_KEPT = "The disk takes nothing: what is played now is not kept. Please tell the staff."
WEIGHING_SHARE = 20
"""A snapshot is taken again only after this many times as long as the last one took."""

BINARY = getattr(os, "O_BINARY", 0)
"""Windows would write a line's end as two characters."""

log = logging.getLogger(__name__)


class VisitorState(msgspec.Struct, frozen=True):
    """The file ``visitor``: where to go on."""

    exhibit: str  # Empty: on the floor plan
    speed: Speed
    language: str = ""  # Empty: whatever the museum is opened in


class LogFile:
    """A sink for a session's lines: each is on the disk when the call returns."""

    def __init__(self, path: Path, is_lost: bool = False) -> None:
        self.path = path
        self.is_lost = is_lost
        """Whether there is no such file, because none can be written: the lines go nowhere."""
        self.trouble = ""
        """Why the last line was not kept; empty: it was."""
        self.size = 0
        self.opening = 0
        """How much of that its first line has, which holds a snapshot."""
        self._file: IO[bytes] | None = None
        self._torn = False
        """Whether a part of a line that was refused may stand at its end."""

    def __call__(self, line: str) -> None:
        """Raises RefusedError, with nothing of the line in the file, if the disk is full."""
        if self.is_lost:
            return
        data = f"{line}\n".encode()
        try:
            if self.size == 0 and (self.path.is_file() or not self.path.exists()):
                self._begin(data)
            else:
                self._append(data)
        except OSError as error:
            what = f"can't be written: {error.strerror}"
            self.trouble = f"{self.path}: {what}"
            raise RefusedError(str(self.path), f"{what}; nothing was done") from error
        self.trouble = ""
        self.opening = self.opening or len(data)
        self.size += len(data)

    def _begin(self, data: bytes) -> None:
        """A new file, or none: the newest is the one that is gone on with."""
        try:
            replace_file(self.path, data)
            self._file = self._opened()
        except (OSError, RefusedError):
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
            raise

    def _opened(self) -> IO[bytes]:
        """The file, to be appended to; never made anew, for its beginning would be missing."""
        return os.fdopen(os.open(self.path, os.O_WRONLY | os.O_APPEND | BINARY), "ab", buffering=0)

    def _append(self, data: bytes) -> None:
        self._file = file = self._file or self._opened()
        try:
            if self._torn:  # else what comes now would stand behind a part of a line
                file.truncate(self.size)
                self._torn = False
            if file.write(data) != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            if stat.S_ISREG(os.fstat(file.fileno()).st_mode):  # a pipe can't be brought to a disk
                os.fsync(file.fileno())
        except OSError:
            self._torn = True
            with contextlib.suppress(OSError):  # if this fails too, it is done before the next line
                file.truncate(self.size)
                self._torn = False
            raise

    @property
    def gone(self) -> bool:
        """Whether somebody has taken the file away."""
        return not self.path.exists()

    def close(self) -> None:
        """Idempotent."""
        if self._file is not None:
            self._file.close()
            self._file = None


@dataclass
class OpenSession:
    """An exhibit's session and the file that it is written to."""

    name: str
    session: Session
    file: LogFile
    is_demonstration: bool = False
    """Whether it is a demonstration's, which no visitor goes on with and no record tells of."""
    trouble: str = ""
    """What became of the last session, for the operator; empty if there is nothing to tell."""
    weighed_ns: int = 0
    weighing_ns: int = 0
    # Looked up at each call, so that a test can set the clock.
    began_ns: int = field(default_factory=lambda: time.monotonic_ns())
    began_us: int = 0
    """The exhibit's own time when the log was begun."""
    again_ns: int = 0
    """Not before then is it tried again to turn the log over."""

    @property
    def exhibit(self) -> Exhibit:
        """The exhibit itself."""
        return self.session.exhibits[self.name]


class SessionStore:
    """The data folder in the hands of its one writer.

    Raises RefusedError naming the process that has it already, UnwritableError where the folder
    can't be written.
    """

    def __init__(self, folder: Path, program: str = "", opens_anyway: bool = False) -> None:
        """``opens_anyway``: open a folder that can't be written, read what is there, and keep
        nothing until it can be."""
        self.folder = folder
        self.program = program
        self.trouble = ""
        """Why nothing could be kept when the folder was opened; empty: it could."""
        self._lock: Lock | None = None
        self._open: list[LogFile] = []
        try:
            self._take_folder()
        except UnwritableError as refusal:
            if not opens_anyway:
                raise
            self.trouble = str(refusal)
        else:
            if not os.access(folder, os.W_OK):
                self.trouble = f"{folder}: can't be written: permission denied"
        if self.trouble:
            log.error("nothing is kept until the folder can be written: %s", self.trouble)

    def _take_folder(self) -> None:
        """Take the lock.  Raises UnwritableError: then nobody else can write either."""
        if self._lock is None:
            make_folder(self.folder)
            self._lock = Lock(self.folder)

    def close(self) -> None:
        """Let the folder go.  Sessions are ended by ``end``; one that wasn't can be gone on with
        as if the process had been killed here."""
        for file in self._open:
            file.close()
        if self._lock is not None:
            self._lock.release()

    def beat(self) -> None:
        """A sign of life, for whoever waits for the folder."""
        if self._lock is not None:
            self._lock.beat()

    # -- sessions ----------------------------------------------------------------------------

    def open(
        self,
        name: str,
        make: Callable[[], Exhibit],
        fresh: bool = False,
        to_last_play: bool = False,
    ) -> OpenSession:
        """A session of the exhibit that ``make`` makes: the last one gone on with, or a new one.

        ``to_last_play``: no further than its last play that was finished; what was done after that
        may be what made it fall.
        A log that can't be gone on with is set aside and told of; then the one before it is tried.
        """
        exhibit, trouble = None, ""
        if not fresh:
            with contextlib.suppress(RefusedError):  # there can be no such folder
                exhibit, trouble = last_exhibit(self._sessions(name), name, make, to_last_play)
        return self.begin_anyway(name, exhibit or make(), trouble=trouble)

    def begin_anyway(
        self, name: str, exhibit: Exhibit, is_demonstration: bool = False, trouble: str = ""
    ) -> OpenSession:
        """As ``begin``; what can't be kept goes on without a log, and gets one (``keep_again``) as
        soon as that can be done."""
        try:
            return self.begin(name, exhibit, is_demonstration, trouble)
        except RefusedError as refusal:
            log.error("%s goes on without a log: %s", name, refusal)
            why = str(refusal)
        file = LogFile(self.folder / "sessions" / name / "none", is_lost=True)
        file.trouble = why
        session = Session({name: exhibit}, file, program=self.program)
        return OpenSession(name, session, file, is_demonstration, trouble)

    def begin(
        self, name: str, exhibit: Exhibit, is_demonstration: bool = False, trouble: str = ""
    ) -> OpenSession:
        """A new session of the exhibit as it stands.  Raises RefusedError if it can't be kept."""
        self._take_folder()
        folder = self._sessions(name, is_demonstration)
        file = LogFile(folder / f"{newest_log(folder, '.log*') + 1:06d}.log")
        session = Session({name: exhibit}, file, program=self.program)
        kept = OpenSession(name, session, file, is_demonstration, trouble)
        kept.began_us = exhibit.now_us
        self._open.append(file)
        self._write_resume(kept)
        if is_demonstration:
            with contextlib.suppress(OSError):  # more are kept until it can be done
                for old in numbered_logs(folder)[:-KEPT_APART]:
                    old.unlink(missing_ok=True)
        return kept

    def keep_again(self, kept: OpenSession) -> None:
        """Keep a session that could not be kept, if that can be done now: where it goes on without
        a log, one is begun."""
        if kept.file.trouble and not kept.file.is_lost:
            self.mark(kept)
        if kept.file.is_lost:
            with contextlib.suppress(RefusedError):
                self._turn_over(kept)
                log.warning("%s is kept again, in %s", kept.name, kept.file.path.name)

    def mark(self, kept: OpenSession) -> None:
        """A play was finished: write it down, and a snapshot unless the last is too recent.

        What can't be written is in the error log: the machine goes on, the next act is refused.
        """
        now, before = time.monotonic_ns(), kept.file.trouble
        weigh = now - kept.weighed_ns >= WEIGHING_SHARE * kept.weighing_ns
        try:
            kept.session.mark(kept.name, weigh)
            if kept.file.is_lost or not weigh:
                return
            self._write_resume(kept)
            if kept.file.gone:
                self._turn_over(kept)
        except RefusedError as refusal:
            if not before:  # once: many may follow
                log.error("a play was not kept: %s", refusal)
        kept.weighed_ns = time.monotonic_ns()
        kept.weighing_ns = kept.weighed_ns - now

    def tend(self, kept: OpenSession) -> None:
        """Begin a new log where this one is long or old, though no play may have been finished."""
        now, happened = time.monotonic_ns(), kept.exhibit.now_us != kept.began_us
        old = now - kept.began_ns >= OLD_NS and (happened or kept.session.lines > 1)
        if not (old or kept.file.size - kept.file.opening > LONG) or now < kept.again_ns:
            return
        try:
            self._turn_over(kept)
        except RefusedError as refusal:
            kept.again_ns = now + AGAIN_NS
            log.error("no new log was begun: %s", refusal)

    def end(self, kept: OpenSession) -> None:
        """Close a session's log.  Idempotent.  What can't be written is in the error log."""
        try:
            if kept.file.gone:
                self._turn_over(kept)
            kept.session.end()
            self._write_resume(kept)
        except RefusedError as refusal:
            log.error("the session's end was not kept: %s", refusal)
        self.abandon(kept)

    def abandon(self, kept: OpenSession) -> None:
        """Let go of a session without its end: it can be gone on with as if the process had been
        killed here."""
        kept.file.close()
        self._open = [file for file in self._open if file is not kept.file]

    def _turn_over(self, kept: OpenSession) -> None:
        """Close the log and begin the next where it ends; raises RefusedError if that fails."""
        with contextlib.suppress(RefusedError):  # a log without an end is gone on with as well
            kept.session.end()
        fresh = self.begin(kept.name, kept.exhibit, kept.is_demonstration)
        self.abandon(kept)
        kept.session, kept.file = fresh.session, fresh.file
        kept.began_ns, kept.began_us = fresh.began_ns, fresh.began_us

    def visitor(self) -> VisitorState | None:
        """Where the last visitor stood; None if nobody knows."""
        return read_kept(self.folder / "visitor", VisitorState)

    def keep_visitor(self, visitor: VisitorState) -> None:
        """Remember where a visitor stands."""
        write_kept(self.folder / "visitor", visitor)

    # -- coming back -------------------------------------------------------------------------

    def has_session(self, name: str) -> bool:
        """Whether there is a last session to be gone on with."""
        try:
            return bool(newest_log(self._sessions(name)))
        except (OSError, RefusedError):
            return False

    def _write_resume(self, kept: OpenSession) -> None:
        """The last weighed moment, which is the last line written.

        It only saves time on coming back: when it can't be written the log is enough.
        """
        if kept.file.is_lost:
            return
        state = kept.session.snapshots[kept.name]
        controls = {name: int(on) for name, on in kept.session.view(kept.name).controls.items()}
        resume = ResumePoint(kept.file.path.name, kept.session.lines, state, controls)
        try:
            path = kept.file.path.with_name("resume")
            replace_file(path, msgspec.msgpack.encode(resume))
        except RefusedError as refusal:
            log.warning("no snapshot: %s", refusal)

    def _sessions(self, name: str, is_demonstration: bool = False) -> Path:
        folder = self.folder / "sessions" / name
        for path in (self.folder / "sessions", folder):
            own_folder(path)
        return own_folder(folder / "demonstration" if is_demonstration else folder)
