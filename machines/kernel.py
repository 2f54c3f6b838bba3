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
from typing import Annotated, Any, TypeVar, cast, get_type_hints

import numba
import numpy as np
import numpy.typing as npt

from machines.kernel_cache import set_folder

F = TypeVar("F", bound=Callable[..., Any])
CONFIG: Any = numba.config
JIT: Any = numba.njit
TYPES: Any = numba.types

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
    decorate: Callable[[F], F] = made
    return decorate


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
