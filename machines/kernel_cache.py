"""Where compiled kernels are kept, and which files hold kernels.

numba doesn't notice when a kernel that another file calls was edited, so the cache folder is named
by a digest of all kernel sources and what they import (its constants are compiled in), the numba
version and numba's settings: an edit, an upgrade or another setting starts a new folder.  The
decorator (:mod:`machines.kernel`) sets the folder before the first kernel is made, so that no
import of a kernel, whoever does it, writes beside the sources or believes an older folder.

numba believes whatever lies there, and altered machine code can crash the process.  So a digest
stands at the end of each file, and a package's files are held against theirs before the first of
its kernels is loaded.  Where one is damaged the package's are all compiled anew: kernels that were
compiled at different times can round differently.
"""

import contextlib
import hashlib
import importlib.metadata
import logging
import os
import re
import shutil
import sys
import uuid
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import platformdirs

from devices.refusal import RefusedError

MACHINES = Path(__file__).absolute().parent  # as numba sees it: a link is not followed
FOLDERS_KEPT = 6
"""So many cache folders of other sources stay, for whoever goes to and fro between versions."""
HAS_KERNELS = re.compile(r"^from machines\.kernel import", re.MULTILINE)
DECORATED = re.compile(r"^@(inner_)?kernel\((.*?)^def (\w+)\(", re.MULTILINE | re.DOTALL)
IMPORT = re.compile(r"^(?:from\s+(machines[\w.]*)\s+)?import\s+(\([^)]*\)|[^\n]*)", re.MULTILINE)
"""An import at the top of a file; one in a function brings in its kernels later."""
CHECK_BYTES = 16
"""Of the digest at the end of a compiled kernel's file."""

log = logging.getLogger(__name__)


@cache
def kernel_files() -> tuple[Path, ...]:
    """The files whose import compiles kernels, in the order of their paths.

    Found once: the window asks each time a visitor sees another room.
    """
    return tuple(
        path
        for path in sorted(MACHINES.rglob("*.py"))
        if HAS_KERNELS.search(path.read_text(encoding="utf-8"))
    )


STRICT_FLOAT = "MATCHBOX704_STRICT_FLOAT"
"""In the environment, for child processes too; 1: see :func:`strict_float`."""


def strict_float() -> bool:
    """Whether kernels add floats in the order that is written, as every processor does, and as
    plain Python does; else in the order that is fastest here."""
    return os.environ.get(STRICT_FLOAT) == "1"


def digest() -> str:
    """The name of the cache folder that fits these sources and these settings."""
    made = hashlib.sha256(importlib.metadata.version("numba").encode())
    for name in sorted(os.environ):
        if name.startswith("NUMBA_") and name != "NUMBA_CACHE_DIR":
            made.update(f"{name}={os.environ[name]}".encode())
    if strict_float():
        made.update(STRICT_FLOAT.encode())
    for path in sorted(_reached(map(module_name, kernel_files()))):
        made.update(path.read_bytes())
    return made.hexdigest()[:16]


STAND_IN = "MATCHBOX704_KERNELS"
"""In the environment, for child processes too: the folder that stands in for the user's."""


def find_folder() -> Path:
    """This checkout's cache folder, there or not."""
    user = platformdirs.user_cache_path("matchbox704", appauthor=False) / "kernels"
    return Path(os.environ.get(STAND_IN) or user) / digest()


@cache
def set_folder() -> Path:
    """Make this checkout's cache folder and point numba at it, now and in child processes.

    Of the folders of other sources beside it the newest stay (:data:`FOLDERS_KEPT`), the rest are
    removed.  Raises RefusedError if the folder can't be made or written.
    """
    folder = find_folder()
    root = folder.parent
    try:
        root.mkdir(parents=True, exist_ok=True)
        if folder.exists() and not folder.is_dir():
            folder.unlink()
        folder.mkdir(exist_ok=True)
        probe = folder / f"probe.{uuid.uuid4().hex}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise RefusedError(
            str(folder),
            f"compiled kernels can't be kept here: {error.strerror}; expected a folder that may be "
            "written",
        ) from error
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    others = [path for path in root.iterdir() if path != folder]
    for old in sorted(others, key=_changed, reverse=True)[FOLDERS_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def _changed(path: Path) -> float:
    """When a folder was last written to; long ago where it is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


# -- what is in it ---------------------------------------------------------------------------------


def package_folder(source: str | Path) -> Path:
    """Where numba keeps the kernels of that kernel file and of those that lie beside it."""
    # samuel/search.py's are samuel_HASH/search.KERNEL-LINE.py311.nbi and .1.nbc, where HASH is
    # that of the folder's path: another checkout's kernels may stand beside them.
    package = Path(source).parent
    return set_folder() / f"{package.name}_{hashlib.sha1(str(package).encode()).hexdigest()}"


@cache
def check_package(folder: Path) -> None:
    """Hold a package's compiled kernels against their digests, once a process; where one is damaged
    all are removed, and compiled anew when they are next needed."""
    if not os.path.lexists(folder):
        return
    bad = _first_damaged(folder)
    if bad is None:
        return
    log.warning("%s is damaged: its package's kernels are compiled anew", bad)
    if folder.is_dir() and not folder.is_symlink():
        shutil.rmtree(folder, ignore_errors=True)
    else:
        folder.unlink(missing_ok=True)


def _first_damaged(folder: Path) -> Path | None:
    """The first file there that isn't as it was written; None if all are."""
    try:
        for path in sorted(folder.iterdir()):
            # What has another name is a file that another process writes just now.
            if path.suffix in (".nbi", ".nbc") and not _is_whole(path):
                return path
    except OSError:
        return folder
    return None


def _is_whole(path: Path) -> bool:
    try:
        data = path.read_bytes()
    except FileNotFoundError:  # another process has just removed it
        return True
    except OSError:
        return False
    return data[-CHECK_BYTES:] == _check(path.name, data[:-CHECK_BYTES])


def _check(name: str, data: bytes) -> bytes:
    """The digest of a file; with its name, because one kernel's code is not another's."""
    return hashlib.blake2b(data, digest_size=CHECK_BYTES, key=name.encode()[-64:]).digest()


def make_folder(place: str) -> None:
    """Where that can't be done nothing is kept, and who writes there is told."""
    with contextlib.suppress(OSError):
        Path(place).mkdir(parents=True, exist_ok=True)


def write_checked(name: str | Path, data: bytes) -> None:
    """A file of the cache: the whole of it on the disk, or what was there before.  Raises OSError.

    numba's reader stops at the end of what it wrote, so the digest behind it is not in its way.
    """
    path = Path(name)
    beside = path.with_name(f"{path.name}.tmp.{uuid.uuid4().hex[:16]}")
    try:
        with beside.open("wb") as file:
            file.write(data + _check(path.name, data))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def is_compiled(path: Path) -> bool:
    """Whether all that a kernel file compiles is in the cache, and whole."""
    folder = package_folder(path)
    check_package(folder)
    python = f"py{sys.version_info[0]}{sys.version_info[1]}{getattr(sys, 'abiflags', '')}"
    there: dict[str, set[str]] = {}
    for one in folder.glob(f"{path.stem}.*.nb[ic]"):
        kernel, _, rest = one.name.partition("-")
        there.setdefault(kernel, set()).add(rest.partition(".")[2])
    needed = {f"{python}.nbi", f"{python}.1.nbc"}
    return all(needed <= there.get(f"{path.stem}.{name}", set()) for name in kernels_in(path))


@cache
def kernels_in(path: Path) -> tuple[str, ...]:
    """The names of what a kernel file compiles; an inner one that is set in where it is called is
    not."""
    found = DECORATED.findall(path.read_text(encoding="utf-8"))
    return tuple(name for inner, options, name in found if not (inner and "inline=" in options))


# -- which files hold kernels ----------------------------------------------------------------------


def module_name(path: Path) -> str:
    """``machines.samuel.search`` for that file."""
    return ".".join(("machines", *path.relative_to(MACHINES).with_suffix("").parts))


@cache
def kernels_of(*modules: str) -> tuple[Path, ...]:
    """The kernel files that importing ``modules`` of machines compiles, in the order of their
    paths: found in the sources, for importing would compile them."""
    found = _reached(modules)
    return tuple(path for path in kernel_files() if path in found)


def _reached(modules: Iterable[str]) -> set[Path]:
    """The files of ``modules`` and of all in machines that they import."""
    found: set[Path] = set()
    wanted = list(modules)
    while wanted:
        path = _file(wanted.pop())
        if path is not None and path not in found:
            found.add(path)
            wanted += _imported(path)
    return found


@cache
def _imported(path: Path) -> tuple[str, ...]:
    """The modules of machines, and names in them, that a file imports."""
    names: list[str] = []
    for package, what in IMPORT.findall(path.read_text(encoding="utf-8")):
        words = re.findall(r"[\w.]+", re.sub(r"#.*|\bas\s+\w+", "", what))
        names += [package, *(f"{package}.{word}" for word in words)] if package else words
    return tuple(name for name in names if name.startswith("machines."))


@cache
def _file(module: str) -> Path | None:
    """The file of a module; None for a package or a name that is no module."""
    path = MACHINES.parent.joinpath(*module.split(".")).with_suffix(".py")
    return path if path.is_file() else None
