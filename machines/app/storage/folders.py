"""Where the museum keeps things on this computer: the data folder."""

import contextlib
import errno
import os
import sys
from pathlib import Path

import platformdirs

from devices.refusal import RefusedError
from machines.app.storage.set_aside import free_folder_place
from machines.app.storage.unwritable import refusal_from_error

VARIABLE = "MATCHBOX704_DATA"
PRIVATE = 0o700
"""What visitors did, and the staff's code, is nobody else's."""


def find_data_folder(given: str | Path | None = None) -> Path:
    """The folder for logs, sessions, records and caches, there or not; nothing is made.

    ``given`` (``--data``), else ``MATCHBOX704_DATA``, else the platform's user folder.
    """
    if given:
        return Path(given)
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen).expanduser()  # no shell has done it in a unit's or a desktop's file
    return Path(platformdirs.user_data_path("matchbox704", appauthor=False))


def data_folder(given: str | Path | None = None) -> Path:
    """The same folder, made if it isn't there.  Raises RefusedError if it can't be made."""
    folder = find_data_folder(given)
    try:
        make_folder(folder, PRIVATE)
        if not given:
            with contextlib.suppress(OSError):  # one of before, or somebody else's
                folder.chmod(PRIVATE)
        return folder
    except RefusedError as refusal:
        if given:
            raise
        raise type(refusal)(
            refusal.where, f"{refusal.what}; --data FOLDER or {VARIABLE} names another"
        ) from refusal


def own_folder(place: Path) -> Path:
    """A folder within the data folder, made if it isn't there; a file in its place is set aside.

    Raises RefusedError if it can't be made.
    """
    free_folder_place(place)
    return make_folder(place)


def make_folder(place: str | Path, mode: int = 0o777) -> Path:
    """A folder, made if it isn't there, and then on the disk with its name; ``mode``: who may do
    what in it, as far as the system's mask lets.

    Raises RefusedError if it can't be, UnwritableError if nothing can be written there now.
    """
    folder = Path(place)
    try:
        missing = [one for one in (folder, *folder.parents) if not one.exists()]
        folder.mkdir(mode, parents=True, exist_ok=True)
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
