"""The decorators that make a kernel: compiled when its file is imported, cached, GIL released.

A kernel states its signature (an unsigned cached recursion crashed the second process; mixing
signed and unsigned integers goes wrong silently), so importing a kernel's file compiles it, or
loads it from the cache folder that :mod:`machines.kernel_cache` names.

A kernel that calls itself must not hand itself a literal (``perft(..., 0, depth - 1)``): the
literal makes a second specialisation that isn't resolved when it comes from the cache, and the
second process crashes (seen with numba 0.68.1).  Hand on a variable.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar, cast

import numba

from machines.kernel_cache import set_folder

F = TypeVar("F", bound=Callable[..., Any])
CONFIG: Any = numba.config
JIT: Any = numba.njit


def kernel(signature: str, **options: Any) -> Callable[[F], F]:
    """A kernel that Python calls: ``numba.njit(signature, cache=True, nogil=True, ...)`` that keeps
    the function's type."""
    CONFIG.CACHE_DIR = str(set_folder())
    # Nobody calls a kernel from C: without that entry it compiles in nine tenths of the time.
    made: Any = JIT(signature, cache=True, nogil=True, no_cfunc_wrapper=True, **options)
    decorate: Callable[[F], F] = made
    return decorate


def inner_kernel(signature: str, **options: Any) -> Callable[[F], F]:
    """A kernel that only kernels call: without an entry for Python it compiles in two thirds of the
    time, and not at all with ``inline="always"``."""

    def decorate(function: F) -> F:
        if CONFIG.DISABLE_JIT:
            return function
        return cast(F, _InnerKernel(function, signature, options))

    return decorate


class _InnerKernel:
    """What numba takes for the kernel, by these three names that it looks at; a test may call it
    too, and compiles it once more, with an entry and without the cache."""

    def __init__(self, function: Callable[..., Any], signature: str, options: Any) -> None:
        self.py_func = function
        self.targetoptions = options
        self._signature = signature
        if "inline" in options:
            self._compiled: Any = JIT(function)
        else:
            self._compiled = kernel(signature, no_cpython_wrapper=True, **options)(function)
        self._numba_type_ = self._compiled._numba_type_

    def __call__(self, *args: Any) -> Any:
        return self._with_entry(*args)

    @cached_property
    def _with_entry(self) -> Any:
        return JIT(self._signature, nogil=True, **self.targetoptions)(self.py_func)
