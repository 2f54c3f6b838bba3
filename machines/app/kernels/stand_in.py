"""A temporary kernel cache, for a kiosk whose own can't be written.

It begins as a copy of the compiled kernels and is removed when the supervisor ends.  Without a
kiosk the command refuses.
"""

import contextlib
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from devices.refusal import RefusedError
from machines.kernel_cache import STAND_IN, find_folder, set_folder

MEMORY_FOLDERS = (os.environ.get("XDG_RUNTIME_DIR"), "/dev/shm")
"""Tried when the system's temporary folder can't be written either."""

log = logging.getLogger(__name__)


@contextlib.contextmanager
def writable_kernel_cache() -> Iterator[None]:
    """While the museum is open its kernels can be compiled and kept, here and in child processes.

    Raises RefusedError where there is no temporary folder either.
    """
    try:
        set_folder()
    except RefusedError as refusal:
        folder = _make_temporary_folder(refusal)
    else:
        yield
        return
    try:
        own = find_folder()
        with contextlib.suppress(OSError):  # what is missing or damaged is compiled
            shutil.copytree(own, folder / own.name)
        os.environ[STAND_IN] = str(folder)
        set_folder()
        yield
    finally:
        os.environ.pop(STAND_IN, None)
        set_folder.cache_clear()
        shutil.rmtree(folder, ignore_errors=True)


def _make_temporary_folder(refusal: RefusedError) -> Path:
    for place in (None, *filter(None, MEMORY_FOLDERS)):
        with contextlib.suppress(OSError):
            folder = tempfile.mkdtemp(prefix="matchbox704-kernels-", dir=place)
            said = f"{refusal}; {folder} stands in for it"
            log.warning("%s", said)
            sys.stderr.write(f"{said}\n")
            return Path(folder)
    raise refusal
