"""Kernels: functions that are compiled, or loaded from the cache, when they are first called.

A kernel states its signature (mixing signed and unsigned integers goes wrong silently).  Importing
its file costs nothing: numba comes in with the first call
(:mod:`machines.kernels.kernel_compiler`).  Until then, and where nobody is to wait for a compiler
(:func:`ask_before_compiling`), the same function runs as plain Python; the answers are equal.

A kernel that calls itself must not hand itself a literal (``perft(..., 0, depth - 1)``): the
literal makes a second specialisation that isn't resolved when it comes from the cache, and the
second process crashes (seen with numba 0.68.1).  Hand on a variable.

numba doesn't notice when something that a kernel uses was edited.  So a kernel has a digest of its
code and of all that is compiled in with it: constants, other kernels, the files of functions that
numba is told how to compile.  That is in its file's name (:mod:`machines.kernels.kernel_cache`).
"""

import contextlib
import contextvars
import enum
import functools
import hashlib
import types
from collections.abc import Callable, Iterator
from typing import Annotated, Any, TypeVar, cast, get_type_hints

import numpy as np
import numpy.typing as npt

from devices.modules import INSIDE
from machines.kernels.kernel_cache import is_plain_python, source_digest, strict_float

F = TypeVar("F", bound=Callable[..., Any])

FLOAT_SUMS: Any = {"fastmath": not strict_float(), "error_model": "numpy"}
"""Options of a kernel that sums floats (``--strict-float``)."""

IntVector = Annotated[npt.NDArray[np.int64], "int64[::1]"]
IntMatrix = Annotated[npt.NDArray[np.int64], "int64[:,::1]"]
IntCube = Annotated[npt.NDArray[np.int64], "int64[:,:,::1]"]
FloatVector = Annotated[npt.NDArray[np.float64], "float64[::1]"]
Float32Vector = Annotated[npt.NDArray[np.float32], "float32[::1]"]
Float32Matrix = Annotated[npt.NDArray[np.float32], "float32[:,::1]"]
"""Fields of a tuple of arrays that a kernel takes; a comment behind the field gives its shape."""

KERNELS: "list[Kernel]" = []
"""Those that Python calls, of all files imported so far, in the order of their files."""


def kernel(signature: str, *tuples: type, **options: Any) -> Callable[[F], F]:
    """A kernel that Python calls, without Python's lock; it keeps the function's type.  ``tuples``
    are the NamedTuples that the signature names; each field is an array as :data:`IntVector` and so
    on say, or such a tuple itself.  ``options`` are numba's; one that makes arrays has
    ``_nrt=True``."""

    def decorate(function: F) -> F:
        if is_plain_python():
            return function
        made = Kernel(function, signature, tuples, options)
        KERNELS.append(made)
        return cast(F, made)

    return decorate


def inner_kernel(signature: str, *tuples: type, **options: Any) -> Callable[[F], F]:
    """A kernel that only kernels call: without an entry for Python it compiles in two thirds of the
    time, and not at all with ``inline="always"``.  Called from Python, by a test or a kernel that
    runs so, it runs as plain Python."""

    def decorate(function: F) -> F:
        if is_plain_python():
            return function
        return cast(F, Kernel(function, signature, tuples, options | {"no_cpython_wrapper": True}))

    return decorate


class Kernel:
    """A function, and what it is compiled to.

    numba takes it for a function of its own by ``py_func``, ``targetoptions`` (it looks for
    ``inline``) and ``_numba_type_``.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        signature: str,
        tuples: tuple[type, ...],
        options: dict[str, Any],
    ) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self.signature = signature
        self.tuples = tuples
        self.targetoptions = options
        self.compiled: Any = None
        """numba's function, once it is being compiled or loaded."""
        self._run: Callable[..., Any] = self._run_first

    def __call__(self, *args: Any) -> Any:
        return self._run(*args)

    @staticmethod
    def fields(of_tuple: type) -> list[Any]:
        """Of a NamedTuple that a signature names: each field as numba writes it, or such a tuple
        itself."""
        hints = get_type_hints(of_tuple, include_extras=True).values()
        return [hint.__metadata__[0] if hasattr(hint, "__metadata__") else hint for hint in hints]

    @property
    def is_ready(self) -> bool:
        """Whether a call runs what was compiled."""
        return self._run is self.compiled

    @property
    def is_inner(self) -> bool:
        """Whether only kernels call it."""
        return "no_cpython_wrapper" in self.targetoptions

    @property
    def name(self) -> str:
        """``machines.games.draughts.kernels.perft``."""
        return f"{self.py_func.__module__}.{self.py_func.__name__}"

    def _run_first(self, *args: Any) -> Any:
        made = self.run_plain(args) if self.is_inner else _ask(self, args)
        if made is not NotImplemented:
            return made
        self.make_ready()
        return self._run(*args)

    def run_plain(self, args: tuple[Any, ...]) -> Any:
        """The same as plain Python, whose integers and floats it returns."""
        with np.errstate(over="ignore"):  # a word's sign is its highest bit
            made = self.py_func(*args)
        return made.item() if isinstance(made, np.generic) else made

    def make_ready(self) -> None:
        """Compile it, or load it from the cache; other threads that need one wait meanwhile."""
        from machines.kernels.kernel_compiler import compile_kernel

        compile_kernel(self)
        self._run = self.compiled

    def load(self) -> bool:
        """Load it where it is in the cache; whether it is ready."""
        from machines.kernels.kernel_compiler import is_cached

        if not self.is_ready and is_cached(self):
            self.make_ready()
        return self.is_ready

    @property
    def _numba_type_(self) -> Any:
        from machines.kernels.kernel_compiler import type_for_callers

        return type_for_callers(self)

    @functools.cached_property
    def is_exact(self) -> bool:
        """Whether plain Python gives the same: floats are not summed in the processor's order."""
        return not (
            self.targetoptions.get("fastmath")
            or any(not callee.is_exact for callee in _callees(self) if callee is not self)
        )

    @functools.cached_property
    def digest(self) -> str:
        """Of all that it is compiled from, but for numba and the processor: 16 hex digits."""
        return _digest(self, ())


def is_ready(function: Callable[..., Any]) -> bool:
    """Whether a call of that function, a kernel or not, doesn't run as plain Python for now."""
    return not isinstance(function, Kernel) or function.is_ready or _ask is _never


Ask = Callable[[Kernel, tuple[Any, ...]], Any]
"""Given a call of a kernel that isn't ready: the call's result, by :meth:`Kernel.run_plain`, or
NotImplemented: the kernel is to be made ready first."""


def _never(of: Kernel, args: tuple[Any, ...]) -> Any:
    return NotImplemented


_ask: Ask = _never


def ask_before_compiling(ask: Ask | None) -> None:
    """From now on ``ask`` is asked at each call of a kernel that isn't ready; None: such a kernel
    is made ready first, as in every process that has said nothing."""
    global _ask
    _ask = ask or _never


_patient = contextvars.ContextVar("patient", default=False)


@contextlib.contextmanager
def patiently() -> Iterator[None]:
    """In this thread a kernel is waited for: what is to be done would take too long without."""
    before = _patient.set(True)
    try:
        yield
    finally:
        _patient.reset(before)


def is_patient() -> bool:
    """Whether this thread waits for kernels."""
    return _patient.get()


# -- what a kernel is compiled from ----------------------------------------------------------------

OURS = (f"{INSIDE}machines", f"{INSIDE}devices", "tests")
"""Packages whose files can be edited."""


def _globals(code: types.CodeType, known: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """What the code, and functions within it, may take from the file: names with their values."""
    for name in code.co_names:
        value = known.get(name, _globals)
        if isinstance(value, types.ModuleType) and value.__name__.startswith(OURS):
            for attribute in code.co_names:
                if hasattr(value, attribute):
                    yield f"{name}.{attribute}", getattr(value, attribute)
        elif value is not _globals:
            yield name, value
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from _globals(const, known)


def _callees(of: Kernel) -> Iterator[Kernel]:
    function = of.py_func
    for _, value in _globals(function.__code__, function.__globals__):
        if isinstance(value, Kernel):
            yield value


def _digest(of: Kernel, within: tuple[Kernel, ...]) -> str:
    function = of.py_func
    closure = [cell.cell_contents for cell in function.__closure__ or ()]
    used = sorted(dict(_globals(function.__code__, function.__globals__)).items())
    within = (*within, of)
    parts = [
        of.name,
        of.signature,
        [Kernel.fields(kind) for kind in of.tuples],
        sorted(of.targetoptions.items()),
        function.__code__,
        function.__defaults__,
        closure,
        used,
    ]
    text = "\n".join(_described(part, within) for part in parts)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _described(value: Any, within: tuple[Kernel, ...]) -> str:
    """A text that differs where what is compiled can differ.  Raises TypeError for a kind of value
    of which that isn't known."""
    match value:
        case Kernel():
            return f"{value.name} {'itself' if value in within else value.digest}"
        case types.CodeType():
            # Lines and comments are nothing to it, nor what it is documented by.
            consts = [const for const in value.co_consts if not isinstance(const, str)]
            names = [value.co_names, value.co_varnames, value.co_freevars, value.co_cellvars]
            text = f"{value.co_argcount} {value.co_code.hex()} {value.co_exceptiontable.hex()}"
            return _described([text, consts, *names], within)
        case np.ndarray():
            return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
        case enum.Enum():
            return f"{type(value).__qualname__} {value.name} {value.value!r}"
        case tuple() | list():
            inside = ", ".join(_described(part, within) for part in value)
            return f"{type(value).__qualname__}({inside})"
        case frozenset():
            return str(sorted(_described(part, within) for part in value))
        case None | bool() | int() | float() | str() | bytes() | np.generic():
            return f"{type(value).__qualname__} {value!r}"
        case type() if issubclass(value, enum.Enum):
            return _described([value.__qualname__, *value], within)
        case type() if hasattr(value, "_fields"):
            return _described([value.__qualname__, *Kernel.fields(value)], within)
        case types.ModuleType():
            return value.__name__
        case types.FunctionType() if value.__module__.startswith(OURS):
            return f"{value.__qualname__} {source_digest(value.__code__.co_filename)}"
        case type() | types.BuiltinFunctionType() | np.ufunc():
            return f"{getattr(value, '__module__', '')}.{value.__name__}"
        case _:
            raise TypeError(f"a kernel uses {value!r}: its digest doesn't know this kind")
