"""Setting aside: what can't be used is renamed, never deleted, and the museum goes on without it.

    meetings.json  ->  meetings.json.set-aside-20261125-041500

Each is told of in the error log once, and by ``main.py status`` for as long as it lies there.
"""

import itertools
import logging
import os
import time
from pathlib import Path

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


def free_folder_place(path: Path) -> None:
    """A file where one of the museum's own folders should be is set aside."""
    if path.exists() and not path.is_dir():
        set_aside(path, "this is a file; a folder was expected")


def find_set_aside(folder: Path) -> list[str]:
    """What lies set aside in the data folder, by name, in order."""
    found = folder.rglob(f"*{MARK}*")
    return sorted(path.relative_to(folder).as_posix() for path in found)
