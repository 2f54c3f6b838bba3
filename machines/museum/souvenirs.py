"""The folder into which visitors' souvenirs go: pictures, and games as text.

Files are called by day, exhibit and a running number, ``2026-11-24-menace-001.png``; nothing tells
whose they are.  They are made and written in a thread of their own, and nothing is written over.
"""

import contextlib
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from devices.refusal import RefusedError
from machines.storage.files import replace_file
from machines.storage.folders import make_folder, open_private

log = logging.getLogger(__name__)

FOLDER = "souvenirs"
"""In the data folder, where no other is named."""

Makes = Mapping[str, Callable[[], bytes]]


@dataclass
class KeptSouvenir:
    """What became of a souvenir's files; the museum says so when it has written them."""

    names: tuple[str, ...] = ()
    """The files' names, once they are written."""
    failed: bool = False
    """Whether they could not be."""


class SouvenirFolder:
    """Writes souvenirs, one after the other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._writer = ThreadPoolExecutor(1, "souvenirs")

    def keep(self, exhibit: str, files: Makes) -> KeptSouvenir:
        """Have these files made and written, by the ends of their names (``.png``); what became of
        them stands in the answer later."""
        kept = KeptSouvenir()
        day = time.strftime("%Y-%m-%d")
        self._writer.submit(self._write, f"{day}-{exhibit}", files, kept)
        return kept

    def close(self) -> None:
        """Come back when all is written."""
        self._writer.shutdown(wait=True)

    def _write(self, name: str, files: Makes, kept: KeptSouvenir) -> None:
        claimed: list[Path] = []
        try:
            made = {ending: make() for ending, make in files.items()}
            make_folder(self.folder)
            claimed = self._claim(name, tuple(made))
            for path, data in zip(claimed, made.values(), strict=True):
                replace_file(path, data)
            kept.names = tuple(path.name for path in claimed)
        except (OSError, RefusedError) as error:
            log.warning("a souvenir is not kept: %s", error)
            self._give_up(claimed, kept)
        except Exception:
            log.exception("a souvenir")
            self._give_up(claimed, kept)

    def _give_up(self, claimed: list[Path], kept: KeptSouvenir) -> None:
        kept.failed = True
        for path in claimed:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)

    def _claim(self, name: str, endings: tuple[str, ...]) -> list[Path]:
        """Empty files under the first number that is free.  Raises OSError."""
        for number in count(1):
            stem = f"{name}-{number:03d}"
            if any(self.folder.glob(f"{stem}[.-]*")):
                continue
            claimed: list[Path] = []
            try:
                for ending in endings:
                    path = self.folder / f"{stem}{ending}"
                    open(path, "xb", opener=open_private).close()
                    claimed.append(path)
                return claimed
            except OSError as error:
                for path in claimed:
                    path.unlink(missing_ok=True)
                if not isinstance(error, FileExistsError):
                    raise
        raise AssertionError("there is always a number")
