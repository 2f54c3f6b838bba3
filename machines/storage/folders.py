"""Where the museum keeps things on this computer: the data folder.

    meetings.json  ->  meetings.json.set-aside-20261125-041500

Each is told of in the error log once, and by ``main.py status`` for as long as it lies there.
"""

import contextlib
import errno
import itertools
import logging
import os
import sys
import tempfile
import threading
import time
from pathlib import Path

import platformdirs

from devices.refusal import RefusedError
from machines.storage.telling import tell_user

# -- Setting aside: what can't be used is renamed, never deleted, and the museum goes on without
#    it --------------------------------------------------------------------------------------------

MARK = ".set-aside-"

log = logging.getLogger(__name__)


def set_aside(path: Path, why: object, parts: tuple[str, ...] = ()) -> Path | None:
    """Rename ``path``, and with it those beside it whose names end in ``parts`` too; what it is
    called now.  None, where it can't be renamed: that is told in the log."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    names = (f"{path.name}{MARK}{stamp}{n}" for n in ("", *(f"-{k}" for k in range(2, 100))))
    free = itertools.dropwhile(lambda name: os.path.lexists(path.with_name(name)), names)
    target = path.with_name(next(free, f"{path.name}{MARK}{stamp}-{time.monotonic_ns()}"))
    try:
        path.rename(target)
    except OSError as error:
        log.error("%s can't be used (%s), nor set aside: %s", path, why, error)
        return None
    log.error("%s is set aside as %s: %s", path, target.name, why)
    for part in parts:
        beside = path.with_name(path.name + part)
        if os.path.lexists(beside):
            beside.rename(target.with_name(target.name + part))
    return target


def free_file_place(path: Path) -> None:
    """What stands in the place of one of the museum's own files, and is none, is set aside: a
    folder, or a pipe, for which one would wait."""
    if path.exists() and not path.is_file():
        set_aside(
            path,
            f"this is a {'folder' if path.is_dir() else 'pipe or device'}; a file was expected",
        )


def find_set_aside(folder: Path) -> list[str]:
    """What lies set aside in the data folder, by name, in order."""
    found = folder.rglob(f"*{MARK}*")
    return sorted(path.relative_to(folder).as_posix() for path in found)


# -- Places that can't be written: on a disk that is read-only, broken or full, or somebody else's -

ERRORS = (
    errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO, errno.ENOSPC, errno.EDQUOT,
)  # fmt: skip
"""Of the system; others say that the place's name is wrong."""


class UnwritableError(RefusedError):
    """The place may be right, but nothing can be written there now."""


def refusal_from_error(where: object, what: str, error: Exception) -> RefusedError:
    """The refusal to raise for what the system said about a place."""
    kind = UnwritableError if getattr(error, "errno", None) in ERRORS else RefusedError
    return kind(str(where), f"{what}: {getattr(error, 'strerror', None) or error}")


# -- folders ---------------------------------------------------------------------------------------

VARIABLE = "MATCHBOX704_DATA"
PRIVATE, PRIVATE_FILE = 0o700, 0o600
"""What visitors did, and the staff's code, is nobody else's."""

ANSWER_S = 10.0
"""So long a disk may take to answer: that of a server that has gone takes for ever."""

_kept: set[Path] = set()
"""The data folder of this process, and in tests of those before."""


def find_data_folder(given: str | Path | None = None) -> Path:
    """The folder for logs, sessions, records and caches, there or not; nothing is made.

    ``given`` (``--data``), else ``MATCHBOX704_DATA``, else the platform's user folder.  Raises
    RefusedError for a home that nobody has, UnwritableError where its disk doesn't answer.
    """
    named = given or os.environ.get(VARIABLE)
    try:
        # No shell has read it in a unit's or a desktop's file, nor behind --data=.
        folder = Path(named or platformdirs.user_data_path("matchbox704", appauthor=False))
        folder = folder.expanduser()
    except RuntimeError:
        raise RefusedError(str(named or "HOME"), "there is no such home; expected one") from None
    asked = threading.Thread(target=os.path.exists, args=(folder / "museum.lock",), daemon=True)
    asked.start()
    asked.join(ANSWER_S)
    if asked.is_alive():
        raise UnwritableError(str(folder), f"its disk doesn't answer within {ANSWER_S:.0f} seconds")
    return folder


def data_folder(given: str | Path | None = None, opens_anyway: bool = False) -> Path:
    """The same folder, made if it isn't there; from now on what is made in it is its owner's alone.

    One that somebody has named and made stays open to whom it was.  Raises RefusedError if it can't
    be made; not where nothing can be written there now, if it ``opens_anyway``: then it is the same
    folder, or an empty one in place of one that doesn't answer.
    """
    folder = None
    try:
        folder = find_data_folder(given)
        _kept.add(folder.absolute())
        make_folder(folder)
        if not given and not os.environ.get(VARIABLE):
            with contextlib.suppress(OSError):  # somebody else's
                folder.chmod(PRIVATE)
    except RefusedError as refusal:
        if opens_anyway and isinstance(refusal, UnwritableError):
            if folder is not None:
                return folder
            tell_user(f"{refusal}; until the next opening nothing that is played is kept")
            return Path(tempfile.mkdtemp(prefix="matchbox704-"))
        if given:
            raise
        raise type(refusal)(
            refusal.where, f"{refusal.what}; --data FOLDER or {VARIABLE} names another"
        ) from refusal
    return folder


def own_folder(place: Path) -> Path:
    """A folder within the data folder, made if it isn't there; a file in its place is set aside.

    Raises RefusedError if it can't be made.
    """
    if place.exists() and not place.is_dir():
        set_aside(place, "this is a file; a folder was expected")
    return make_folder(place)


def make_folder(place: str | Path) -> Path:
    """A folder, made if it isn't there, and then on the disk with its name.

    Raises RefusedError if it can't be, UnwritableError if nothing can be written there now.
    """
    folder = Path(place)
    try:
        missing = [path for path in (folder, *folder.parents) if not path.exists()]
        for path in reversed(missing or [folder]):
            path.mkdir(PRIVATE if _is_kept(path) else 0o777, exist_ok=True)
        try:
            for made in missing:
                sync_folder(made.parent)
        except OSError:  # made again the next time, it is brought to the disk then
            with contextlib.suppress(OSError):
                folder.rmdir()
            raise
    except FileExistsError as error:
        raise RefusedError(str(folder), "this is a file; a folder was expected") from error
    except (OSError, ValueError) as error:
        raise refusal_from_error(folder, "the folder can't be made", error) from error
    return folder


def open_private(name: str, flags: int) -> int:
    """An opener for ``open``: a file made in the data folder is its owner's alone."""
    return os.open(name, flags, PRIVATE_FILE if _is_kept(name) else 0o666)


def _is_kept(place: str | Path) -> bool:
    path = Path(os.path.realpath(place))
    return any(path.is_relative_to(os.path.realpath(kept)) for kept in _kept)


def sync_folder(folder: Path) -> None:
    """Bring a folder's entries to the disk; else a power cut may take a file's new name.

    Does nothing where no folder can be synced (Windows, some file systems, a folder that may be
    written but not read).  Raises OSError if the disk refuses.
    """
    if sys.platform == "win32":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(handle)
