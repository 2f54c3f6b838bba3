"""Where compiled kernels are kept: a file each, named by a digest of all that it was made from.

So an edit, an upgrade, another setting of numba or another processor finds another file, and what
nobody has used for long is removed.  Altered machine code can crash the process: a digest stands at
the end of each file, and one that isn't whole is compiled anew.  Two processes that write the same
file replace it whole, one after the other.

Where the user's folder can't be written a temporary one stands in for it, here and in child
processes, and is removed at the end.
"""

import atexit
import contextlib
import hashlib
import logging
import os
import shutil
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import platformdirs

if sys.platform == "win32":
    fcntl = None
else:
    import fcntl

FILES_KEPT = 1500
"""The least recently used files over that number are removed; one version has some 250."""
WITHOUT_EFFECT = ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS")
"""Settings of numba that nothing compiled depends on."""
CHECK_BYTES = 16
"""Of the digest at the end of a file."""
LOCK = "lock"
"""The file by which a process says what it makes."""
WAIT_S = 60.0
"""So long a process may make a file before another that needs it makes it as well."""
STRICT_FLOAT = "MATCHBOX704_STRICT_FLOAT"
"""In the environment, for child processes too; 1: see :func:`strict_float`."""
STAND_IN = "MATCHBOX704_KERNELS"
"""In the environment, for child processes too: the folder that stands in for the user's."""
MEMORY_FOLDERS = (os.environ.get("XDG_RUNTIME_DIR"), "/dev/shm")
"""Tried when the system's temporary folder can't be written either."""

TELL_NUMBA: list[Callable[[], None]] = []
"""How functions that aren't kernels are to be compiled; each is called once, before any kernel."""
AT_FIRST_COMPILING: list[Callable[[], object]] = []
"""What is to be done once, before the first kernel is compiled that isn't in the cache."""

log = logging.getLogger(__name__)


def strict_float() -> bool:
    """Whether kernels add floats in the order that is written, as every processor does, and as
    plain Python does; else in the order that is fastest here."""
    return os.environ.get(STRICT_FLOAT) == "1"


def is_plain_python() -> bool:
    """Whether no kernel is ever compiled (``NUMBA_DISABLE_JIT=1``)."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"


def settings() -> tuple[str, ...]:
    """Those that what is compiled depends on, as the environment has them."""
    names = (
        name for name in sorted(os.environ) if name.startswith("NUMBA_") or name == STRICT_FLOAT
    )
    return tuple(f"{name}={os.environ[name]}" for name in names if name not in WITHOUT_EFFECT)


@cache
def source_digest(file: str) -> str:
    """Of a file of Python."""
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


def file_name(kernel: str, digest: str, made_by: object) -> str:
    """Of a kernel's file; ``made_by`` is what it is compiled with, and for."""
    python = f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')}"
    with_ = hashlib.blake2b(f"{python} {made_by}".encode(), digest_size=6).hexdigest()
    return f"{kernel}-{digest}-{with_}.kernel"


@cache
def find_folder() -> Path | None:
    """The folder, made where it wasn't there; None where nothing can be kept at all."""
    stand_in = os.environ.get(STAND_IN)
    own = platformdirs.user_cache_path("matchbox704", appauthor=False) / "kernels"
    folder = Path(stand_in) if stand_in else own
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f"probe.{uuid.uuid4().hex}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        return _make_temporary_folder(folder, error)
    return folder


def _make_temporary_folder(instead_of: Path, error: OSError) -> Path | None:
    for place in (None, *filter(None, MEMORY_FOLDERS)):
        with contextlib.suppress(OSError):
            folder = Path(tempfile.mkdtemp(prefix="matchbox704-kernels-", dir=place))
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
            with contextlib.suppress(OSError):  # what is missing or damaged is compiled
                for path in instead_of.glob("*.kernel"):
                    shutil.copyfile(path, folder / path.name)  # without its permissions
            os.environ[STAND_IN] = str(folder)
            _warn(f"{instead_of}: compiled kernels can't be kept here: {error.strerror}; {folder} "
                  "stands in for it until the end")  # fmt: skip
            return folder
    _warn(f"{instead_of}: compiled kernels can't be kept here: {error.strerror}; they are compiled "
          "at each start")  # fmt: skip
    return None


@cache
def _warn(text: str) -> None:
    """Once a process."""
    log.warning("%s", text)


def read_checked(name: str) -> bytes | None:
    """What was written; None where it is not there, or not whole."""
    folder = find_folder()
    if folder is None:
        return None
    path = folder / name
    try:
        data = path.read_bytes()
        with contextlib.suppress(OSError):
            os.utime(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        _warn(f"{path} can't be read and is compiled anew: {error.strerror}")
        return None
    made, check = data[:-CHECK_BYTES], data[-CHECK_BYTES:]
    if check != _check(name, made):
        _warn(f"{path} is damaged: it is compiled anew")
        return None
    return made


def _check(name: str, data: bytes) -> bytes:
    """The digest of a file; with its name, because one kernel's code is not another's."""
    return hashlib.blake2b(data, digest_size=CHECK_BYTES, key=name.encode()[-64:]).digest()


def write_checked(name: str, data: bytes) -> None:
    """The whole of it on the disk, or what was there before; what can't be kept is told once."""
    folder = find_folder()
    if folder is None:
        return
    _remove_unused(folder)
    path = folder / name
    beside = path.with_name(f"{name}.tmp.{uuid.uuid4().hex[:16]}")
    try:
        with beside.open("wb") as file:
            file.write(data + _check(name, data))
            file.flush()
            os.fsync(file.fileno())
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        _warn(f"compiled kernels are not kept: {error.strerror}")


@contextlib.contextmanager
def alone(name: str) -> Iterator[None]:
    """Of all processes one at a time makes that file; the others then find it there.

    One that is stopped meanwhile is waited for no longer than :data:`WAIT_S`, and where nothing can
    be locked nobody waits: two that write the same file do no harm.  No two wait for each other:
    who holds a kernel waits only for those that it calls, and these never for it.
    """
    folder = find_folder()
    held = None if folder is None or fcntl is None else _lock_file(folder)
    if held is None:
        yield
        return
    place = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=7).digest())
    end = time.monotonic() + WAIT_S
    while not _lock(held, place) and time.monotonic() < end:
        time.sleep(0.05)
    try:
        yield
    finally:
        fcntl.lockf(held, fcntl.LOCK_UN, 1, place)


def _lock(held: int, place: int) -> bool:
    """Whether that is ours now, or can't be anybody's."""
    try:
        fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:  # not on this disk
        return True
    return True


@cache
def _lock_file(folder: Path) -> int | None:
    """A file whose bytes stand for kernels' files; it stays open, since to close it unlocks all."""
    try:
        return os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except OSError:
        return None


@cache
def _remove_unused(folder: Path) -> None:
    """Once a process: the least recently used over :data:`FILES_KEPT`, and the folders and files of
    earlier versions."""
    files = []
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            if path.name == LOCK:
                continue
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
                continue
            with contextlib.suppress(OSError):
                files.append((path.stat().st_mtime, path))
    for _, path in sorted(files)[:-FILES_KEPT]:
        with contextlib.suppress(OSError):
            path.unlink()
