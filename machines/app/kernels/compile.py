"""Compiling kernels ahead, and saying so where somebody waits for it."""

import importlib
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from machines.kernel_cache import is_compiled, kernel_files, module_name

COMPILING = "Compiling kernels: a minute or so, once after each change of the program.\n"


def uncompiled() -> tuple[Path, ...]:
    """The kernel files of which something is not in the cache folder, or is damaged there."""
    return tuple(path for path in kernel_files() if not is_compiled(path))


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
