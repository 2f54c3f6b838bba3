"""Where the museum keeps things on this computer: the data folder."""

import os
from pathlib import Path

import platformdirs

from devices.refusal import RefusedError


def data_folder(given: str | Path | None = None) -> Path:
    """The folder for logs, sessions, records and caches, made if it isn't there.

    ``given`` (``--data``), else ``MATCHBOX704_DATA``, else the platform's user folder.  Raises
    RefusedError if it can't be made.
    """
    chosen = given or os.environ.get("MATCHBOX704_DATA")
    return make_folder(chosen or platformdirs.user_data_path("matchbox704", appauthor=False))


def make_folder(place: str | Path) -> Path:
    """A folder, made if it isn't there.  Raises RefusedError if it can't be."""
    folder = Path(place)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise RefusedError(str(folder), "this is a file; a folder was expected") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise RefusedError(str(folder), f"the folder can't be made: {reason}") from error
    return folder
