"""A lock that gives a data folder or run file one writer.

The lock is on a byte of ``museum.lock``, or of ``FILE.lock`` beside a file, which says whose it is.
One left behind by a process that was killed locks nothing, whoever has its number now.  A folder's
holder also counts on in it while it lives (:meth:`Lock.beat`), so that one who waits for the folder
can tell a museum that hangs (:func:`find_holder`).
"""

import contextlib
import os
import sys
from pathlib import Path
from typing import NamedTuple, NoReturn

from devices.refusal import RefusedError
from machines.storage.folders import free_file_place, refusal_from_error

NAME = "museum.lock"

if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 30
    """Windows locks bytes against reading too: lock one far behind the number."""

    def _take(descriptor: int) -> None:
        os.lseek(descriptor, FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Holder(NamedTuple):
    """Who holds a folder."""

    pid: int
    beats: int  # Its signs of life so far


def is_alive(pid: int) -> bool:
    """Whether a process of that number runs, anybody's."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # another user's
        return True
    return True


def find_holder(folder: Path) -> Holder | None:
    """Who holds the folder now; None: nobody does, or it can't be told."""
    try:
        descriptor = os.open(folder / NAME, os.O_RDWR)
    except OSError:
        return None
    try:
        _take(descriptor)
    except OSError:
        return _read_holder(descriptor)
    finally:
        os.close(descriptor)
    return None


def _read_holder(descriptor: int) -> Holder | None:
    with contextlib.suppress(OSError):
        os.lseek(descriptor, 0, os.SEEK_SET)
        words = os.read(descriptor, 64).split()
        if len(words) == 2 and all(word.isdigit() for word in words):
            return Holder(int(words[0]), int(words[1]))
    return None


class Lock:
    """Held from its making until ``release``: on a folder, or on one file.

    Raises RefusedError naming what is locked and the other process's id when it is held already,
    UnwritableError when the lock can't be written beside it.
    """

    def __init__(self, place: Path) -> None:
        self.place = place
        self._passing = not place.is_dir()
        self._path = place.with_name(f"{place.name}.lock") if self._passing else place / NAME
        self._descriptor: int | None = None
        self._beats = 0
        if not self._passing:
            free_file_place(self._path)
        while self._descriptor is None:
            self._take()

    def _take(self) -> None:
        """The lock, unless its file was removed by a holder who let go meanwhile."""
        try:
            self._descriptor = self._opened()
        except OSError as error:
            raise refusal_from_error(self._path, "can't be written", error) from error
        try:
            _take(self._descriptor)
        except OSError:
            self._refuse(self._descriptor)
        if self._passing and not self._still_there(self._descriptor):
            self._let_go()
            return
        with contextlib.suppress(OSError):  # locked it is, though a full disk takes no number
            os.ftruncate(self._descriptor, 0)
            self._write()

    def _opened(self) -> int:
        """The lock's file; one that somebody else left can be locked by whoever may read it."""
        try:
            return os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        except PermissionError:
            if sys.platform == "win32" or not self._path.exists():
                raise
            return os.open(self._path, os.O_RDONLY)

    def _write(self) -> None:
        if self._descriptor is not None:
            told = f"{os.getpid()}\n" if self._passing else f"{os.getpid()}\n{self._beats}\n"
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            os.write(self._descriptor, told.encode())

    def beat(self) -> None:
        """A sign of life: one more, for whoever waits for the folder."""
        self._beats += 1
        with contextlib.suppress(OSError):  # the disk can't take it now: the next one may
            self._write()

    def _refuse(self, descriptor: int) -> NoReturn:
        os.lseek(descriptor, 0, os.SEEK_SET)
        owner = os.read(descriptor, 32).decode("ascii", "replace").partition("\n")[0].strip()
        self._let_go()
        instead = "name another file" if self._passing else "give another folder with --data"
        raise RefusedError(
            str(self.place),
            f"process {owner or '(unknown)'} is writing here already; close that one, or {instead}",
        ) from None

    def _still_there(self, descriptor: int) -> bool:
        try:
            return os.path.samestat(os.fstat(descriptor), self._path.stat())
        except OSError:
            return False

    def release(self) -> None:
        """Let go.  Idempotent.

        A folder's lock stays where it is.  A file's is removed by its holder, and whoever had it
        open by then finds that it is gone and makes another.
        """
        if self._descriptor is None:
            return
        with contextlib.suppress(OSError):  # Windows removes no open file
            if self._passing:
                self._path.unlink()
        self._let_go()
        with contextlib.suppress(OSError):  # there, if nobody else has it open by now
            if self._passing and sys.platform == "win32":
                self._path.unlink()

    def _let_go(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> "Lock":
        return self

    def __exit__(self, *error: object) -> None:
        self.release()
