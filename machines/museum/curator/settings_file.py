"""Where the curator's settings come from: the file, the last good one, or none.

    DATA/museum.toml             the curator's own; --settings FILE names another
    DATA/museum.last-good.toml   a copy of the last one without a mistake that a museum has taken

A wrong file never keeps the museum shut: the last good one counts, and if there is none, what the
museum does without any.  What is wrong stands in ``problems``.
"""

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from devices.refusal import RefusedError
from machines.museum.curator.settings import BadSettingsError, MuseumSettings, read_settings
from machines.storage.files import read_file, replace_file
from machines.storage.folders import free_file_place
from machines.storage.program import ASSETS

NAME = "museum.toml"
LAST_GOOD = "museum.last-good.toml"
MOST = 1 << 20
"""Bytes of the longest file that is read."""

Source = Literal["file", "last good", "defaults"]
Stamp = tuple[int, int] | None
"""When a file was last written (ns) and its bytes; None: there is none."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class SettingsInUse:
    """The settings that count, and where they come from."""

    settings: MuseumSettings
    path: Path  # The curator's file, there or not
    source: Source
    problems: tuple[str, ...] = ()
    stamp: Stamp = None


def settings_path(folder: Path, given: str | None) -> Path:
    """The curator's file: ``--settings``, else the one of the data folder."""
    return Path(given) if given else folder / NAME


def template() -> bytes:
    """The file as ``main.py settings`` writes it: all that the museum does anyway, explained."""
    return read_file(ASSETS / NAME)


def stamp_of(path: Path) -> Stamp:
    """Changes whenever the file is written anew."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size


def read_bytes(path: Path) -> bytes:
    """What stands in a file of settings.  Raises RefusedError if it can't be read or is empty."""
    data = read_file(path, MOST)
    if not data.strip():  # as a power cut leaves it
        raise RefusedError(path.name, "is empty; expected settings, or no such file")
    return data


def load_settings(folder: Path, given: str | None = None) -> SettingsInUse:
    """The settings that count.  Raises nothing: what is wrong is told in ``problems``."""
    path = settings_path(folder, given)
    if given is None:
        free_file_place(path)
    stamp = stamp_of(path)
    if given is None and stamp is None:
        return SettingsInUse(MuseumSettings(), path, "defaults")
    try:
        data = read_bytes(path)
        settings = read_settings(data, path.name)
    except RefusedError as refusal:
        return _instead(folder, path, (str(refusal),), stamp)
    except BadSettingsError as error:
        return _instead(folder, path, tuple(map(str, error.problems)), stamp)
    _keep_good(folder, data)
    return SettingsInUse(settings, path, "file", (), stamp)


def _keep_good(folder: Path, data: bytes) -> None:
    """Keep a copy of a file without a mistake; a museum without it opens all the same."""
    path = folder / LAST_GOOD
    free_file_place(path)
    try:
        if stamp_of(path) is None or read_file(path, MOST) != data:
            replace_file(path, data)
    except RefusedError as refusal:
        log.warning("no copy of the settings: %s", refusal)


def _instead(folder: Path, path: Path, problems: tuple[str, ...], stamp: Stamp) -> SettingsInUse:
    """What counts where the curator's file can't be taken."""
    try:
        settings = read_settings(read_file(folder / LAST_GOOD, MOST), LAST_GOOD)
    except (RefusedError, BadSettingsError):
        return SettingsInUse(MuseumSettings(), path, "defaults", problems, stamp)
    return SettingsInUse(settings, path, "last good", problems, stamp)
