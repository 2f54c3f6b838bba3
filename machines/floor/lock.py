"""One writer to a data folder: a lock that the system lets go when its holder is gone.

The lock is on a byte of ``museum.lock``; the file says whose it is.  A file left behind by a
process that was killed locks nothing, whoever has its number now.
"""

import os
import sys
from pathlib import Path
from types import TracebackType

from devices.refusal import RefusedError

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


class Lock:
    """Held from its making until ``release``.

    Raises RefusedError naming the folder and the other process's id when it is held already, or
    when the folder can't be written to.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / NAME
        self._descriptor: int | None = None
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise RefusedError(str(path), f"can't be written: {error.strerror}") from error
        try:
            _take(self._descriptor)
        except OSError:
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            owner = os.read(self._descriptor, 32).decode("ascii", "replace").strip()
            self.release()
            raise RefusedError(
                str(folder),
                f"process {owner or '(unknown)'} is writing here already; close that one, or give "
                "another folder with --data",
            ) from None
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        os.ftruncate(self._descriptor, 0)
        os.write(self._descriptor, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Let go.  Idempotent.  The file stays: removing it would race with a next holder."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> "Lock":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()
