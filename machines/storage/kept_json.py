"""The museum's own small files of JSON in the data folder."""

import logging
from pathlib import Path
from typing import TypeVar

import msgspec

from devices.refusal import RefusedError
from machines.storage.files import file_exists, read_file, replace_file
from machines.storage.folders import own_folder
from machines.storage.set_aside import free_file_place, set_aside

T = TypeVar("T")

log = logging.getLogger(__name__)


def read_kept(path: Path, form: type[T]) -> T | None:
    """What such a file holds; None where there is none.  One that holds something else is set
    aside."""
    try:
        return msgspec.json.decode(read_file(path), type=form) if file_exists(path) else None
    except (RefusedError, msgspec.DecodeError, UnicodeDecodeError) as error:
        set_aside(path, error)
        return None


def write_kept(path: Path, value: object) -> None:
    """Replace such a file.  Raises RefusedError if it can't be written."""
    free_file_place(path)
    replace_file(path, msgspec.json.encode(value))


class KeptJson:
    """One that is written again and again while the museum is open."""

    def __init__(self, what: str) -> None:
        self.what = what
        """What the log calls it."""
        self._said = ""

    def write(self, path: Path, value: object, has_folder: bool = False) -> bool:
        """Whether the file holds that now; ``has_folder``: it lies in a folder of its own.  What
        can't be written is told once, and tried again by whoever calls again."""
        try:
            if has_folder:
                own_folder(path.parent)
            write_kept(path, value)
        except RefusedError as refusal:
            if str(refusal) != self._said:
                log.error("%s: not kept: %s", self.what, refusal)
            self._said = str(refusal)
            return False
        self._said = ""
        return True
