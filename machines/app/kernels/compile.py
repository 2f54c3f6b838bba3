"""Compiling kernels ahead, and saying so where somebody waits for it."""

import importlib
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha1
from pathlib import Path

from machines.kernel_cache import kernel_files, module_name

COMPILING = "Compiling kernels: a minute or so, once after each change of the program.\n"


def uncompiled(folder: Path) -> tuple[Path, ...]:
    """The kernel files that have nothing in the cache folder yet."""
    # numba keeps samuel/search.py's kernels as samuel_HASH/search.KERNEL-LINE.py311.nbi, where HASH
    # is that of the folder's path: another checkout's kernels may stand beside them.
    present = {(path.parent.name, path.name.split(".")[0]) for path in folder.rglob("*.nbi")}

    def place(path: Path) -> tuple[str, str]:
        parent = path.parent
        return f"{parent.name}_{sha1(str(parent).encode()).hexdigest()}", path.stem

    return tuple(path for path in kernel_files() if place(path) not in present)


def compile_kernels(files: Iterable[Path]) -> Iterator[str]:
    """Compile kernel files one by one; yields each module's name before it is compiled."""
    for path in files:
        name = module_name(path)
        yield name
        importlib.import_module(name)


def announce_compiling() -> None:
    """Before kernels are imported: on a terminal the first that has to be compiled is announced."""
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
