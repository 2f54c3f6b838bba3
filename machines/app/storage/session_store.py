"""Sessions in the data folder: logs and snapshots, so that nothing played is lost.

    museum.lock                       the writer's process id, and how often it gave a sign of life
    visitor                           before which exhibit the last visitor stood, at which speed
    sessions/EXHIBIT/000012.log       a session's log (machines/session.py), one file a run
    sessions/EXHIBIT/resume           the newest log's last weighed moment, to come back quickly
    sessions/EXHIBIT/demonstration/   the logs of its last acts of a demonstration, which plays on a
                                      machine of its own and leaves a visitor's where it stood
    errors.log, supervisor.log        what went wrong (machines/app/storage/error_log.py)

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
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

import msgspec

from devices.duration import Speed
from devices.refusal import RefusedError
from machines.app.storage.files import read_file, replace_file
from machines.app.storage.folders import make_folder
from machines.app.storage.lock import Lock
from machines.app.worker.worker import SELDOM
from machines.exhibit import Exhibit
from machines.session import Act, Log, Play, Session, read_log, replay, replay_lines

KEPT = 200
"""Logs kept of each exhibit; the oldest go."""
KEPT_APART = 4
"""The same of its demonstrations."""
LONG = 16 << 20
"""Bytes of acts and plays after which a log is closed and a new one opened."""
OLD_NS = 6 * 3_600 * 1_000_000_000
"""The same by real time, where anything has happened since."""
AGAIN_NS = 60 * 1_000_000_000
"""A log that could not be closed is closed no sooner."""
WEIGHING_SHARE = 20
"""A snapshot is taken again only after this many times as long as the last one took."""

BINARY = getattr(os, "O_BINARY", 0)
"""Windows would write a line's end as two characters."""

TRIED_US = 1_000_000
"""So long a twin of a state from an earlier run is tried out."""

log = logging.getLogger(__name__)


class ResumePoint(msgspec.Struct, frozen=True):
    """The file ``resume``: after how many lines of which log its exhibit stood as in ``state``."""

    log: str
    lines: int
    state: bytes
    controls: dict[str, int] = {}  # Where they stand; nothing in files of before


class VisitorState(msgspec.Struct, frozen=True):
    """The file ``visitor``: where to go on."""

    exhibit: str  # Empty: on the floor plan
    speed: Speed
    language: str = ""  # Empty: whatever the museum is opened in


class LogFile:
    """A sink for a session's lines: each is on the disk when the call returns."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.size = 0
        self.opening = 0
        """How much of that its first line has, which holds a snapshot."""
        self._file: IO[bytes] | None = None
        self._torn = False
        """Whether a part of a line that was refused may stand at its end."""

    def __call__(self, line: str) -> None:
        """Raises RefusedError, with nothing of the line in the file, if the disk is full."""
        data = f"{line}\n".encode()
        try:
            if self.size == 0 and (self.path.is_file() or not self.path.exists()):
                self._begin(data)
            else:
                self._append(data)
        except OSError as error:
            raise RefusedError(
                str(self.path), f"can't be written: {error.strerror}; nothing was done"
            ) from error
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
    began_ns: int = field(default_factory=time.monotonic_ns)
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

    Raises RefusedError naming the process that has it already.
    """

    def __init__(self, folder: Path, program: str = "") -> None:
        self.folder = folder
        self.program = program
        self._lock = Lock(folder)
        self._open: list[LogFile] = []

    def close(self) -> None:
        """Let the folder go.  Sessions are ended by ``end``; one that wasn't can be gone on with
        as if the process had been killed here."""
        for file in self._open:
            file.close()
        self._lock.release()

    def beat(self) -> None:
        """A sign of life, for whoever waits for the folder."""
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
        What can't be gone on with is left where it is, told of, and begun anew.
        """
        trouble = ""
        exhibit = None
        if not fresh:
            exhibit, trouble = self._again(name, make, to_last_play)
        return self.begin(name, exhibit or make(), trouble=trouble)

    def begin(
        self, name: str, exhibit: Exhibit, is_demonstration: bool = False, trouble: str = ""
    ) -> OpenSession:
        """A new session of the exhibit as it stands.  Raises RefusedError if it can't be kept."""
        folder = self._sessions(name, is_demonstration)
        file = LogFile(folder / f"{self._newest(folder) + 1:06d}.log")
        session = Session({name: exhibit}, file, program=self.program)
        kept = OpenSession(name, session, file, is_demonstration, trouble)
        kept.began_us = exhibit.now_us
        self._open.append(file)
        self._write_resume(kept)
        with contextlib.suppress(OSError):  # more are kept until it can be done
            for old in sorted(folder.glob("*.log"))[: -KEPT_APART if is_demonstration else -KEPT]:
                old.unlink(missing_ok=True)
        return kept

    def mark(self, kept: OpenSession) -> None:
        """A play was finished: write it down, and a snapshot unless the last is too recent.

        What can't be written is in the error log: the machine goes on, the next act is refused.
        """
        now = time.monotonic_ns()
        weigh = now - kept.weighed_ns >= WEIGHING_SHARE * kept.weighing_ns
        try:
            kept.session.mark(kept.name, weigh)
            if not weigh:
                return
            self._write_resume(kept)
            if kept.file.gone:
                self._turn_over(kept)
        except RefusedError as refusal:
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
        self._close(kept.file)

    def abandon(self, kept: OpenSession) -> None:
        """Let go of a session without its end: it can be gone on with as if the process had been
        killed here."""
        self._close(kept.file)

    def _close(self, file: LogFile) -> None:
        file.close()
        self._open = [one for one in self._open if one is not file]

    def _turn_over(self, kept: OpenSession) -> None:
        """Close the log and begin the next where it ends; raises RefusedError if that fails."""
        with contextlib.suppress(RefusedError):  # a log without an end is gone on with as well
            kept.session.end()
        fresh = self.begin(kept.name, kept.exhibit, kept.is_demonstration)
        self._close(kept.file)
        kept.session, kept.file = fresh.session, fresh.file
        kept.began_ns, kept.began_us = fresh.began_ns, fresh.began_us

    def visitor(self) -> VisitorState | None:
        """Where the last visitor stood; None if nobody knows."""
        try:
            return msgspec.json.decode((self.folder / "visitor").read_bytes(), type=VisitorState)
        except (OSError, msgspec.DecodeError):
            return None

    def keep_visitor(self, visitor: VisitorState) -> None:
        """Remember where a visitor stands."""
        replace_file(self.folder / "visitor", msgspec.json.encode(visitor))

    # -- coming back -------------------------------------------------------------------------

    def may_resume_with(self, name: str, control: str) -> bool:
        """Whether ``control`` may be on when the last session is gone on with, or on the way there;
        found without the exhibit."""
        try:
            folder = self._sessions(name)
            newest = self._newest(folder)
            if not newest:
                return False
            path = folder / f"{newest:06d}.log"
            resume = _read_resume(folder)
            if resume.log != path.name or resume.controls.get(control, 1):
                return True
            later = read_log(read_file(path), path.name, up_to_damage=True).lines[
                resume.lines - 1 :
            ]
        except (OSError, msgspec.DecodeError, RefusedError):
            return True
        return any(isinstance(line, Act) and line.control == control for line in later)

    def _again(
        self, name: str, make: Callable[[], Exhibit], to_last_play: bool
    ) -> tuple[Exhibit | None, str]:
        """The exhibit as the newest log, or its last play, leaves it, and what there is to tell."""
        folder = self._sessions(name)
        newest = self._newest(folder)
        if not newest:
            return None, ""
        path = folder / f"{newest:06d}.log"
        try:
            found = read_log(read_file(path), path.name, up_to_damage=True)
        except RefusedError as refusal:
            exhibit = self._from_resume(folder, path.name, None, name, make)
            if exhibit is None:
                return None, f"the last session can't be gone on with: {refusal}"
            return exhibit, f"the last session is gone on with from its last snapshot: {refusal}"
        trouble = f"the last session's log is damaged: {found.damage}" if found.damage else ""
        if to_last_play:
            found = _up_to_last_play(found)
        try:
            exhibit = self._from_resume(folder, path.name, found, name, make)
            exhibit = exhibit or _by_replay(found, name, make)
            _try_out(exhibit, make())
        except Exception as error:  # a state of another version may do anything
            log.exception("%s can't be gone on with", path)
            return None, f"the last session can't be gone on with: {error}"
        return exhibit, trouble

    def _from_resume(
        self, folder: Path, log_name: str, found: Log | None, name: str, make: Callable[[], Exhibit]
    ) -> Exhibit | None:
        """By the snapshot and the lines after it; None if that way doesn't lead there.

        There are none after it where the log is damaged before that, or can't be read (``found`` is
        None): then the snapshot knows more.
        """
        try:
            resume = _read_resume(folder)
            if resume.log != log_name:
                return None
            exhibit = make()
            exhibit.sample = SELDOM
            exhibit.restore(resume.state)
            if found is None:
                _try_out(exhibit, make())
                return exhibit
            later = found.lines[resume.lines - 1 :]
            done = replay_lines({name: exhibit}, later, log_name, first=resume.lines + 1)
            return exhibit if resume.lines >= 1 and done.agrees else None
        except FileNotFoundError:
            return None
        except Exception as error:  # the whole log may still lead there
            log.warning("the last snapshot can't be gone on with: %s", error)
            return None

    def _write_resume(self, kept: OpenSession) -> None:
        """The last weighed moment, which is the last line written.

        It only saves time on coming back: when it can't be written the log is enough.
        """
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
        return make_folder(folder / "demonstration" if is_demonstration else folder)

    @staticmethod
    def _newest(folder: Path) -> int:
        """The number of the newest log; 0 if there is none."""
        numbered = (path.stem for path in folder.glob("[0-9]*.log") if path.stem.isdecimal())
        return max(map(int, numbered), default=0)


def _read_resume(folder: Path) -> ResumePoint:
    return msgspec.msgpack.decode((folder / "resume").read_bytes(), type=ResumePoint)


def _up_to_last_play(found: Log) -> Log:
    plays = (k for k, line in enumerate(found.lines, start=1) if isinstance(line, Play))
    return replace(found, lines=found.lines[: max(plays, default=0)])


def _try_out(exhibit: Exhibit, twin: Exhibit) -> None:
    """Let a twin of what was brought back run a little: better it falls than the museum."""
    twin.restore(exhibit.snapshot())
    twin.advance(TRIED_US)
    twin.view()


def _by_replay(found: Log, name: str, make: Callable[[], Exhibit]) -> Exhibit:
    """The exhibit by the whole log; a disagreement is written to the error log."""
    exhibit = make()
    exhibit.sample = SELDOM
    for missed in replay({name: exhibit}, found).missed:
        log.error("on coming back: %s", missed)
    return exhibit
