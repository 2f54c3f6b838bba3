"""The kernels' cache: where it is, and filling it before anyone waits.

numba doesn't notice when a kernel that another file calls was edited, so the cache folder is named
by a digest of all kernel sources and what they import (its constants are compiled in), the numba
version and numba's settings: an edit, an upgrade or another setting starts a new folder.  This must
be set before numba is first imported, and this is the one place that does it.
"""

import hashlib
import importlib
import importlib.metadata
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import platformdirs

MACHINES = Path(__file__).resolve().parents[1]
COMPILING = "Compiling kernels: a minute or so, once after each change of the program.\n"
IMPORT = re.compile(r"^\s*(?:from\s+(machines[\w.]*)\s+)?import\s+(\([^)]*\)|[^\n]*)", re.MULTILINE)


@cache
def kernel_files() -> tuple[Path, ...]:
    """The files whose import compiles kernels, in the order of their paths.

    Found once: the window asks each time a visitor sees another room.
    """
    return tuple(
        path
        for path in sorted(MACHINES.rglob("*.py"))
        if "machines.kernel import" in path.read_text(encoding="utf-8") and path != Path(__file__)
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


def name_cache() -> Path:
    """Point numba at this checkout's cache folder; the folder.

    Folders of older sources beside it are removed, all but the two newest.
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
    for old in others[6:]:
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


def cold(folder: Path) -> tuple[Path, ...]:
    """The kernel files that have nothing in the cache folder yet."""
    # numba keeps samuel/search.py's kernels as samuel_HASH/search.KERNEL-LINE.py311.nbi
    present = {
        (path.parent.name.rpartition("_")[0], path.name.split(".")[0])
        for path in folder.rglob("*.nbi")
    }
    return tuple(path for path in kernel_files() if (path.parent.name, path.stem) not in present)


def warm(files: Iterable[Path]) -> Iterator[str]:
    """Compile kernel files one by one; yields each module's name before it is compiled."""
    for path in files:
        name = module_name(path)
        yield name
        importlib.import_module(name)


def ready_kernels() -> None:
    """Before kernels are imported: numba is pointed at their cache, unless it is loaded already.

    On a terminal the first that isn't there, and has to be compiled, is told of.
    """
    if "numba" not in sys.modules:
        name_cache()
    if sys.stderr.isatty():
        _tell_of_compiling()


@cache
def _tell_of_compiling() -> None:
    from numba.core import event

    class Telling(event.Listener):
        told = False

        def on_start(self, event: object) -> None:
            if not self.told:
                sys.stderr.write(COMPILING)
            self.told = True

        def on_end(self, event: object) -> None:
            pass

    event.register("numba:compile", Telling())  # type: ignore[no-untyped-call]
