"""The decorators that make a kernel: compiled when its file is imported, cached, GIL released.

A kernel states its signature (an unsigned cached recursion crashed the second process; mixing
signed and unsigned integers goes wrong silently), so importing a kernel's file compiles it, or
loads it from the cache folder that :mod:`machines.kernel_cache` names.

A kernel that calls itself must not hand itself a literal (``perft(..., 0, depth - 1)``): the
literal makes a second specialisation that isn't resolved when it comes from the cache, and the
second process crashes (seen with numba 0.68.1).  Hand on a variable.
"""

import contextlib
import inspect
import io
import logging
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from typing import Annotated, Any, TypeVar, cast, get_type_hints

import numba
import numpy as np
import numpy.typing as npt
from numba.core import caching

from machines.kernel_cache import (
    check_package,
    make_folder,
    package_folder,
    set_folder,
    strict_float,
    write_checked,
)

F = TypeVar("F", bound=Callable[..., Any])
CONFIG: Any = numba.config
JIT: Any = numba.njit
TYPES: Any = numba.types

log = logging.getLogger(__name__)

FLOAT_SUMS: Any = {"fastmath": not strict_float(), "error_model": "numpy"}
"""Options of a kernel that sums floats (``--strict-float``)."""

IntVector = Annotated[npt.NDArray[np.int64], TYPES.int64[::1]]
IntMatrix = Annotated[npt.NDArray[np.int64], TYPES.int64[:, ::1]]
IntCube = Annotated[npt.NDArray[np.int64], TYPES.int64[:, :, ::1]]
FloatVector = Annotated[npt.NDArray[np.float64], TYPES.float64[::1]]
Float32Vector = Annotated[npt.NDArray[np.float32], TYPES.float32[::1]]
Float32Matrix = Annotated[npt.NDArray[np.float32], TYPES.float32[:, ::1]]
"""Fields of a tuple of arrays that a kernel takes; a comment behind the field gives its shape."""


def kernel(signature: str, *tuples: type, **options: Any) -> Callable[[F], F]:
    """A kernel that Python calls: ``numba.njit(signature, cache=True, nogil=True, ...)`` that keeps
    the function's type.  ``tuples`` are the NamedTuples that the signature names; each field is an
    array as :data:`IntVector` and so on say, or such a tuple itself."""
    CONFIG.CACHE_DIR = str(set_folder())
    # Nobody calls a kernel from C: without that entry it compiles in nine tenths of the time.
    options |= {"cache": True, "nogil": True, "no_cfunc_wrapper": True}
    made: Any = JIT(_typed(signature, tuples), **options)

    def decorate(function: F) -> F:
        check_package(package_folder(inspect.getfile(function)))
        return cast(F, made(function))

    return decorate


class _CheckedCacheFile(caching.IndexDataCacheFile):
    """numba's two files of a kernel, written as machines.kernel_cache checks them."""

    def __init__(self, cache_path: str, filename_base: str, source_stamp: object) -> None:
        # The folder's name is a digest of the sources: when they were last touched is nothing.
        del source_stamp
        super().__init__(cache_path, filename_base, "")  # type: ignore[no-untyped-call]

    def load(self, key: object) -> object:
        """None, so that it is compiled, for what can't be read."""
        try:
            return super().load(key)  # type: ignore[no-untyped-call]
        except OSError as error:
            _warn(str(error.strerror))
            return None

    def save(self, key: object, data: object) -> None:
        """What can't be kept is compiled again the next time."""
        try:
            super().save(key, data)  # type: ignore[no-untyped-call]
        except OSError as error:
            _warn(str(error.strerror))

    @contextlib.contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        made = io.BytesIO()
        yield made
        write_checked(filepath, made.getvalue())


@cache
def _warn(reason: str) -> None:
    """Once, not for each of hundreds."""
    log.warning("compiled kernels are not kept: %s", reason)


def _make_folder(locator: Any) -> None:
    """Instead of numba's, which tries each time whether a file can be put there, and falls."""
    make_folder(locator.get_cache_path())


caching.IndexDataCacheFile = _CheckedCacheFile  # type: ignore[misc]
caching._CacheLocator.ensure_cache_path = _make_folder  # type: ignore[method-assign]


def _typed(signature: str, tuples: tuple[type, ...]) -> Any:
    """The signature as numba reads it, with the tuples' names known."""
    names = {one.__name__: _tuple_type(one) for one in tuples}
    return eval(signature, {}, {**vars(TYPES), **names}) if names else signature


def _tuple_type(one: type) -> Any:
    fields = get_type_hints(one, include_extras=True).values()
    types = [
        field.__metadata__[0] if hasattr(field, "__metadata__") else _tuple_type(field)
        for field in fields
    ]
    return TYPES.BaseTuple.from_types(types, one)


def inner_kernel(signature: str, *tuples: type, **options: Any) -> Callable[[F], F]:
    """A kernel that only kernels call: without an entry for Python it compiles in two thirds of the
    time, and not at all with ``inline="always"``."""

    def decorate(function: F) -> F:
        if CONFIG.DISABLE_JIT:
            return function
        return cast(F, _InnerKernel(function, signature, tuples, options))

    return decorate


class _InnerKernel:
    """What numba takes for the kernel, by these three names that it looks at; a test may call it
    too, and compiles it once more, with an entry and without the cache."""

    def __init__(
        self,
        function: Callable[..., Any],
        signature: str,
        tuples: tuple[type, ...],
        options: Any,
    ) -> None:
        self.py_func = function
        self.targetoptions = options
        self._typed = _typed(signature, tuples)
        if "inline" in options:
            self._compiled: Any = JIT(function)
        else:
            self._compiled = kernel(signature, *tuples, no_cpython_wrapper=True, **options)(
                function
            )
        self._numba_type_ = self._compiled._numba_type_

    def __call__(self, *args: Any) -> Any:
        return self._with_entry(*args)

    @cached_property
    def _with_entry(self) -> Any:
        return JIT(self._typed, nogil=True, **self.targetoptions)(self.py_func)
