"""numba's side of a kernel: compiling, linking, and its form in the cache.

Imported when the first kernel is needed: numba takes a second to come in.
"""

import pickle
from functools import cache
from typing import Any

import llvmlite.binding
import numba
from numba.core import codegen, compiler, serialize, typeinfer, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.runtime import _nrt_python  # type: ignore[attr-defined]

from machines.kernels import kernel_cache

Kernel = Any
"""machines.kernels.kernel.Kernel, which imports this file when it is first called."""
CONTEXT: Any = cpu_target.target_context
CODEGEN: Any = CONTEXT.codegen()
LINKAGE: Any = llvmlite.binding.Linkage
PROCESSOR: Any = CODEGEN.magic_tuple()
"""Its system, its name and what it can do."""


class _Library(codegen.JITCodeLibrary):
    """A kernel's machine code, made the same whatever else this process has compiled or loaded.

    So two processes that fill an empty cache together agree bit for bit, where floats are summed in
    the processor's own order, too:

    - It has copies of its own of all that it calls.  numba leaves these open to be replaced by what
      was loaded before under the same name, which is optimised otherwise.
    - Its callers have it as it would come from the cache.  What was just compiled is the same code
      with other lists of uses, by which LLVM goes when it orders a sum.

    So has the process, which would else hold all that it has compiled, some 3 MB a kernel.
    """

    _serialized: Any = None
    """What the cache keeps of it: machine code, and code for callers."""

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            is_copy = function.linkage == LINKAGE.linkonce_odr and not function.is_declaration
            if is_copy and not function.name.startswith("NRT_"):  # numba finds these by name
                function.linkage = "internal"
        super()._optimize_final_module()  # type: ignore[no-untyped-call]
        self._shared_module = llvmlite.binding.parse_bitcode(self._final_module.as_bitcode())
        for function in self._shared_module.functions:
            if function.linkage == LINKAGE.external and not function.is_declaration:
                function.linkage = "linkonce_odr"
        shared = self._shared_module.as_bitcode()
        made = CODEGEN._tm.emit_object(self._final_module)  # which alters it
        self._serialized = made, shared
        self._final_module = llvmlite.binding.parse_assembly(
            str(CODEGEN._create_empty_module(self.name))
        )
        self.enable_object_caching()  # type: ignore[no-untyped-call]
        self._set_compiled_object(made)  # type: ignore[no-untyped-call]
        CODEGEN._engine._load_defined_symbols(self._shared_module)

    def serialize_using_object_code(self) -> Any:
        """For the cache, once."""
        kept, self._serialized = self._serialized, None
        return self.name, "object", kept


CODEGEN._library_class = _Library
for _name, _address in _nrt_python.c_helpers.items():
    # What machine code may call: numba tells of it only before it compiles.
    llvmlite.binding.add_symbol(_name if _name.startswith("_") else f"NRT_{_name}", _address)


class _CacheFile:
    """What numba asks for a kernel's compiled form, and gives it to."""

    def __init__(self, of: Kernel) -> None:
        self.name = cache_name(of)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """None where it is not there, so that it is compiled.

        numba would bring in all that it can compile with first, which takes as long again as its
        import; what is compiled needs none of it.
        """
        data = kernel_cache.read_checked(self.name)
        if data is None:
            while kernel_cache.AT_FIRST_COMPILING:
                kernel_cache.AT_FIRST_COMPILING.pop()()
            return None
        rebuild: Any = compiler.CompileResult._rebuild
        return rebuild(context, *pickle.loads(data))

    def save_overload(self, signature: Any, result: Any) -> None:
        dumps: Any = serialize.dumps
        kernel_cache.write_checked(self.name, dumps(result._reduce()))


def cache_name(of: Kernel) -> str:
    """The name of a kernel's file: other code, settings, versions and processors have others."""
    made_by = (numba.__version__, llvmlite.__version__, PROCESSOR, kernel_cache.settings())
    return kernel_cache.file_name(of.name, of.digest, made_by)


def is_cached(of: Kernel) -> bool:
    """Whether it is in the cache, whole."""
    return kernel_cache.read_checked(cache_name(of)) is not None


@global_compiler_lock
def compile_kernel(of: Kernel) -> None:
    """Load it from the cache, else compile it and keep it there.

    One thread compiles, others wait.
    """
    if of.compiled is not None:
        return
    while kernel_cache.TELL_NUMBA:
        kernel_cache.TELL_NUMBA.pop()()
    # Nobody calls a kernel from C: without that entry it compiles in nine tenths of the time.
    # One that makes no arrays counts no references to those that it is handed: that is two atomic
    # additions an array and call.
    options = {"nogil": True, "no_cfunc_wrapper": True, "_nrt": False} | of.targetoptions
    made: Any = numba.njit(**options)(of.py_func)
    made._cache = _CacheFile(of)
    of.compiled = made
    try:
        with kernel_cache.alone(made._cache.name), typeinfer.register_dispatcher(made):
            made.compile(_typed(of))
        made.disable_compile()
        for types_, compiled in made.overloads.items():
            made.overloads[types_] = compiled._replace(type_annotation=None, metadata=None)
    except BaseException:
        of.compiled = None
        raise


@global_compiler_lock
def type_for_callers(of: Kernel) -> Any:
    """What numba takes it for where another kernel, or itself, calls it."""
    if of.targetoptions.get("inline") == "always":
        return types.Dispatcher(_set_in(of))
    compile_kernel(of)
    return types.Dispatcher(of.compiled)


@cache
def _set_in(of: Kernel) -> Any:
    """What stands for a kernel that is set in where it is called: nothing is left to be called."""
    return numba.njit(of.py_func)


def _typed(of: Kernel) -> Any:
    """The signature as numba reads it, with the tuples' names known."""

    def tuple_type(kind: type) -> Any:
        fields = [
            eval(field, {}, vars(types)) if isinstance(field, str) else tuple_type(field)
            for field in of.fields(kind)
        ]
        return types.BaseTuple.from_types(fields, kind)  # type: ignore[no-untyped-call]

    names = {kind.__name__: tuple_type(kind) for kind in of.tuples}
    return eval(of.signature, {}, {**vars(types), **names})
