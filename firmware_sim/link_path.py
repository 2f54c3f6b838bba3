"""A symbolic link to a pseudo-terminal: one name for a panel, whatever number its terminal has."""

import contextlib
import os
from pathlib import Path

from devices.refusal import RefusedError


def check_place(link: Path) -> None:
    """Raises RefusedError if something stands there that isn't an old link of ours."""
    if link.is_symlink() and (not link.exists() or link.is_char_device()):
        return
    if link.is_symlink() or link.exists():
        raise RefusedError(str(link), "is there already; expected a path where nothing is")
    if not link.parent.is_dir():
        raise RefusedError(str(link), f"there is no folder {link.parent}; expected one")


def point(link: Path, path: str) -> None:
    """Make the link, or turn it, in one go.  Raises RefusedError."""
    new = link.with_name(f".{link.name}.{os.getpid()}")
    try:
        new.symlink_to(path)
        new.replace(link)
    except OSError as error:
        raise RefusedError(str(link), f"can't be made: {error.strerror}") from error


def unpoint(link: Path, path: str) -> None:
    """Take the link away, if it is still this one."""
    with contextlib.suppress(OSError):
        if str(link.readlink()) == path:
            link.unlink()
