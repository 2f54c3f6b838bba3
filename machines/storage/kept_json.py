"""The museum's own small files of JSON in the data folder."""

from pathlib import Path
from typing import TypeVar

import msgspec

from devices.refusal import RefusedError
from machines.storage.files import file_exists, read_file
from machines.storage.set_aside import set_aside

T = TypeVar("T")


def read_kept(path: Path, form: type[T]) -> T | None:
    """What such a file holds; None where there is none.  One that holds something else is set
    aside."""
    try:
        return msgspec.json.decode(read_file(path), type=form) if file_exists(path) else None
    except (RefusedError, msgspec.DecodeError, UnicodeDecodeError) as error:
        set_aside(path, error)
        return None
