"""The one decorator that makes a kernel: compiled when its file is imported, cached, GIL released.

A kernel states its signature (an unsigned cached recursion crashed the second process; mixing
signed and unsigned integers goes wrong silently), so importing a kernel's file compiles it, or
loads it from the cache folder that :mod:`machines.kernel_cache` names.

A kernel that calls itself must not hand itself a literal (``perft(..., 0, depth - 1)``): the
literal makes a second specialisation that isn't resolved when it comes from the cache, and the
second process crashes (seen with numba 0.68.1).  Hand on a variable.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numba

from machines.kernel_cache import set_folder

F = TypeVar("F", bound=Callable[..., Any])


def kernel(signature: str, **options: Any) -> Callable[[F], F]:
    """``numba.njit(signature, cache=True, nogil=True, ...)`` that keeps the function's type."""
    config: Any = numba.config
    config.CACHE_DIR = str(set_folder())
    made: Any = numba.njit(signature, cache=True, nogil=True, **options)
    decorate: Callable[[F], F] = made
    return decorate
