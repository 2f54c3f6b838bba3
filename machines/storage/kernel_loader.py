"""Brings kernels in while the rooms run without them.

    room's thread, window's thread       loader's thread              child
    call of a kernel that isn't ready -> in the cache: loads it
    runs as plain Python meanwhile       else names it          --->  compiles it, names it again
                                         loads it               <---

The compiler would hold this process's threads up for tenths of a second at a time, so a child does
it.  What a room has called comes first, then what its machine may call, then the rest, so that no
other room is waited for either.
"""

import contextlib
import logging
import os
import re
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from devices.child_process import ChildPool
from devices.modules import INSIDE, find_ours
from machines.kernels import kernel
from machines.kernels.kernel import KERNELS, Kernel

MACHINES = Path(kernel.__file__).parents[1]
HAS_KERNELS = re.compile(r"^from machines\.kernels\.kernel import .*\bkernel\b", re.MULTILINE)
PLAIN_S = 2.0
"""So long in all a kernel runs as plain Python; after that the machine waits for it."""
LATER_S = 0.5
"""So often the loader looks for kernels of files that came in meanwhile."""

log = logging.getLogger(__name__)

R = TypeVar("R")


class CompileProgress(NamedTuple):
    """The kernels are being compiled: ``done`` of ``total`` files, and the one under way."""

    done: int
    total: int
    what: str


def all_kernels() -> list[Kernel]:
    """Those of all files."""
    for path in sorted(MACHINES.rglob("*.py")):
        if HAS_KERNELS.search(path.read_text(encoding="utf-8")):
            parts = path.relative_to(MACHINES).with_suffix("").parts
            find_ours(".".join(("machines", *parts)))
    return list(KERNELS)


def kernels_reached(*modules: str) -> list[Kernel]:
    """Those that Python may call in ``modules``, which are imported, and in what they import."""
    found: dict[Kernel, None] = {}
    seen: set[str] = set()
    wanted = list(modules)
    while wanted:
        name = wanted.pop()
        module = sys.modules.get(name)
        if name in seen or module is None or not name.startswith(f"{INSIDE}machines."):
            continue
        seen.add(name)
        for value in list(vars(module).values()):
            if isinstance(value, Kernel):
                wanted.append(value.py_func.__module__)
                if not value.is_inner:
                    found[value] = None
            elif isinstance(value, ModuleType):
                wanted.append(value.__name__)
            elif isinstance(origin := getattr(value, "__module__", None), str):
                wanted.append(origin)
    return list(found)


# -- What the child does ---------------------------------------------------------------------------


def _let_others_go_first() -> None:
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(10)


def _all_names() -> list[str]:
    return [code.name for code in all_kernels()]


def _compile(name: str) -> None:
    {code.name: code for code in KERNELS}[name].make_ready()


# -- Here ------------------------------------------------------------------------------------------


class KernelLoader:
    """While it is on, kernels that aren't ready run as plain Python."""

    def __init__(self, modules: tuple[str, ...]) -> None:
        """``modules``: those that make the exhibits and their rooms."""
        self._modules = modules
        self._wanted: list[Kernel] = []
        self._front: tuple[str, ...] = ()
        self._now = ""
        self._changed = threading.Condition()
        self._started = self._stopped = False
        self.is_waited_for = False
        """Whether a thread waits for a kernel that can't run as plain Python for now."""
        self.is_idle = False
        """Whether nothing is left to be compiled."""
        self._spent: dict[Kernel, float] = {}
        """Seconds that each has run as plain Python."""
        self._reached: dict[tuple[str, ...], list[Kernel]] = {}
        self._child: ChildPool | None = None
        self._failed = False
        self._rest: list[str] = []
        """Names of what the child may yet compile for rooms that nobody has entered."""

    def open(self) -> None:
        """From now on nobody waits for a compiler but who says so
        (machines.kernels.kernel.patiently)."""
        kernel.ask_before_compiling(self._call)

    def start(self) -> None:
        """Begin to bring kernels in, unless that is begun."""
        with self._changed:
            if not self._started:
                self._started = True
                threading.Thread(target=self._run, name="kernel loader", daemon=True).start()

    def stop(self) -> None:
        """End the child; who waits for a kernel has it compiled here."""
        with self._changed:
            self._stopped = self.is_idle = True
            self._changed.notify_all()
            if self._child is not None:
                self._child.end()
        kernel.ask_before_compiling(None)

    def want(self, *modules: str) -> None:
        """What a visitor stands before goes first: the kernels that these modules reach."""
        with self._changed:
            self._front = modules
            self._changed.notify_all()

    def progress(self, *modules: str) -> CompileProgress | None:
        """How it stands with the kernels that these modules reach; None: all are there."""
        own = self._kernels(modules)
        missing = [code for code in own if not code.is_ready]
        if not missing or self._stopped:
            return None
        return CompileProgress(len(own) - len(missing), len(own), self._now or missing[0].name)

    def _kernels(self, modules: tuple[str, ...]) -> list[Kernel]:
        """Those that they reach, looked for once after all of them are imported."""
        found = self._reached.get(modules)
        if found is None:
            found = kernels_reached(*modules)
            if all(name in sys.modules for name in modules):
                self._reached[modules] = found
        return found

    def _call(self, of: Kernel, args: tuple[Any, ...]) -> Any:
        if self._stopped:
            return NotImplemented
        with self._changed:
            if of not in self._wanted:
                self._wanted.append(of)
                self._changed.notify_all()
        if not self._waits(of):
            began = time.thread_time()
            made = of.run_plain(args)
            self._spent[of] = self._spent.get(of, 0.0) + time.thread_time() - began
            return made
        self.start()
        with self._changed:
            self.is_waited_for = True
            while not (of.is_ready or self._stopped):
                self._changed.wait(LATER_S)
            self.is_waited_for = False
        return NotImplemented

    def _waits(self, of: Kernel) -> bool:
        """Whether this thread waits for the compiled one: plain Python would sum floats in another
        order, or take minutes.  The window's thread never does; it only draws."""
        if threading.current_thread() is threading.main_thread():
            return False
        return kernel.is_patient() or not of.is_exact or self._spent.get(of, 0.0) > PLAIN_S

    # -- the thread

    def _run(self) -> None:
        while not self._stopped:
            code = self._next()
            if code is None:
                self._compile_ahead()
                continue
            self._now = code.name
            try:
                if not code.load():
                    self._ask_child(code.name)
                    if not self._stopped:
                        code.make_ready()
            except Exception:
                log.exception("%s can't be compiled", code.name)
                self.stop()
            self._now = ""
            with self._changed:
                self._changed.notify_all()
        self._end_child()

    def _next(self) -> Kernel | None:
        """The first that isn't ready, of what was called, what is stood before, what is there."""
        reached = (*self._kernels(self._front), *self._kernels(self._modules))
        with self._changed:
            return next((code for code in (*self._wanted, *reached) if not code.is_ready), None)

    def _compile_ahead(self) -> None:
        """One kernel of a room that nobody has entered; a short rest where there is none."""
        known = {code.name for code in KERNELS}
        while self._rest and self._rest[0] in known:
            self._rest.pop(0)
        if self._rest:
            self._ask_child(self._rest.pop(0))
            return
        self._end_child()
        self.is_idle = True
        with self._changed:
            if not self._stopped:
                self._changed.wait(LATER_S)

    def _ask_child(self, name: str) -> None:
        """Have a kernel compiled; a child that can't is told of, and compiling is done here."""
        if self._failed:
            return
        try:
            if self._child is None:
                self._child = ChildPool(1, _let_others_go_first)
                self._rest = self._in_child(self._child, _all_names)
            self._in_child(self._child, _compile, name)
        except Exception as error:
            if not self._stopped:
                log.error("the kernels could not be compiled ahead: %r", error)
            self._rest, self._failed = [], True

    def _in_child(self, child: ChildPool, work: Callable[..., R], *args: str) -> R:
        with self._changed:  # one that is begun meanwhile is found by ``stop``
            if self._stopped:
                raise CancelledError
            future = child.submit(work, *args)
        return future.result()

    def _end_child(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.shutdown()
