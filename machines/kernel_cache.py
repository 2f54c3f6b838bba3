"""Where compiled kernels are kept, and which files hold kernels.

numba doesn't notice when a kernel that another file calls was edited, so the cache folder is named
by a digest of all kernel sources and what they import (its constants are compiled in), the numba
version and numba's settings: an edit, an upgrade or another setting starts a new folder.  The
decorator (:mod:`machines.kernel`) sets the folder before the first kernel is made, so that no
import of a kernel, whoever does it, writes beside the sources or believes an older folder.
"""

import hashlib
import importlib.metadata
import os
import re
import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import platformdirs

MACHINES = Path(__file__).resolve().parent
FOLDERS_KEPT = 6
"""So many cache folders of other sources stay, for whoever goes to and fro between versions."""
HAS_KERNELS = re.compile(r"^from machines\.kernel import", re.MULTILINE)
IMPORT = re.compile(r"^(?:from\s+(machines[\w.]*)\s+)?import\s+(\([^)]*\)|[^\n]*)", re.MULTILINE)
"""An import at the top of a file; one in a function brings in its kernels later."""


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


def digest() -> str:
    """The name of the cache folder that fits these sources and these settings."""
    made = hashlib.sha256(importlib.metadata.version("numba").encode())
    for name in sorted(os.environ):
        if name.startswith("NUMBA_") and name != "NUMBA_CACHE_DIR":
            made.update(f"{name}={os.environ[name]}".encode())
    for path in sorted(_reached(map(module_name, kernel_files()))):
        made.update(path.read_bytes())
    return made.hexdigest()[:16]


@cache
def set_folder() -> Path:
    """Make this checkout's cache folder and point numba at it, now and in child processes.

    Of the folders of other sources beside it the newest stay (:data:`FOLDERS_KEPT`), the rest are
    removed.
    """
    root = platformdirs.user_cache_path("matchbox704", appauthor=False) / "kernels"
    folder = root / digest()
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    others = sorted(
        (path for path in root.iterdir() if path != folder),
        key=lambda path: path.stat().st_mtime,
        reverse=True,
    )
    for old in others[FOLDERS_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


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
