"""Files read whole and replaced whole: what was there before, or all of the new, never a part.

A file is written beside its place, brought to the disk, and put into its place by one rename, and
the folder is brought to the disk too: a process killed at any instant leaves the old or the new.
Whatever the system refuses becomes a RefusedError that names the file.
"""

import contextlib
import itertools
import os
import stat
from pathlib import Path

from devices.refusal import RefusedError

_counted = itertools.count()


def read_file(path: Path) -> bytes:
    """All the bytes of a file.

    Raises RefusedError if it isn't there, is a folder, or may not be read.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise RefusedError(str(path), "there is no such file") from None
    except IsADirectoryError:
        raise RefusedError(str(path), "this is a folder; a file was expected") from None
    except PermissionError:
        # Windows answers so for a folder as well.
        what = "this is a folder; a file was expected" if path.is_dir() else "may not be read"
        raise RefusedError(str(path), what) from None
    except (OSError, ValueError) as error:
        raise RefusedError(str(path), f"can't be read: {_reason(error)}") from None


def replace_file(path: Path, data: bytes) -> None:
    """Make ``data`` the whole of the file at ``path``, or leave what was there.

    A link is followed.  What is no regular file (a pipe, a terminal) is written to directly.
    Raises RefusedError if the folder isn't there or may not be written, or the disk is full.
    """
    try:
        target = path.resolve()
        if target.is_dir():
            raise RefusedError(str(path), "this is a folder; a file was expected")
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        if not target.parent.is_dir():
            raise RefusedError(str(path), f"there is no folder {target.parent}")
        _replace(target, data)
    except (OSError, ValueError, RuntimeError) as error:
        raise RefusedError(str(path), f"can't be written: {_reason(error)}") from None


def _replace(target: Path, data: bytes) -> None:
    beside = target.with_name(f".{target.name}.{os.getpid()}-{next(_counted)}.new")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(OSError):
            beside.chmod(
                stat.S_IMODE(target.stat().st_mode)
            )  # a file that is replaced keeps its permissions
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Bring the folder's own entry to the disk, where a folder can be opened (not on Windows)."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
