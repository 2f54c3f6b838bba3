"""Kernels: when they are compiled, what their digest knows, what only kernels may call."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from machines.kernels import kernel as kernel_module
from machines.kernels.kernel import (
    FloatVector,
    IntVector,
    Kernel,
    ask_before_compiling,
    inner_kernel,
    kernel,
)
from tests.machines.fresh_process import ROOT, printed

MACHINES = Path(kernel_module.__file__).parents[1]


@inner_kernel("int64(int64)")
def _doubled(number: int) -> int:
    return number * 2


@inner_kernel("int64(int64)", inline="always")
def _increased(number: int) -> int:
    return number + 1


@kernel("int64(int64[::1])")
def _sum(numbers: npt.NDArray[np.int64]) -> int:
    total = 0
    for number in numbers:
        total += _increased(_doubled(number))
    return total


ELSE = ("commands", "workshop", "museum", "laboratory", "storage", "kernels")


def test_a_kernel_calls_inner_kernels() -> None:
    assert _sum(np.array([1, 2, 3])) == 15


def test_python_may_call_an_inner_kernel() -> None:
    assert _doubled(_increased(20)) == 42


def test_no_machines_file_calls_a_kernel_when_it_is_imported() -> None:
    folders = (ROOT / "machines").glob("[!_]*/")
    files = [path for folder in folders if folder.name not in ELSE for path in folder.rglob("*.py")]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in sorted(files)]
    assert len(names) > 300
    program = f"import sys, {', '.join(names)}; print('numba' in sys.modules)"
    assert printed(program.replace(".__init__", "")) == "False\n"


@pytest.fixture
def nobody_waits() -> Iterator[list[Kernel]]:
    """Kernels that aren't ready run as plain Python; those that did."""
    ran: list[Kernel] = []

    def call(of: Kernel, args: tuple[Any, ...]) -> Any:
        ran.append(of)
        return of.run_plain(args)

    ask_before_compiling(call)
    yield ran
    ask_before_compiling(None)


def made(function: Callable[..., Any], signature: str, **options: Any) -> Any:
    """A kernel that nobody has called yet."""
    return kernel(signature, **options)(function)


def first_of(numbers: npt.NDArray[np.int64]) -> int:
    return numbers[0]  # type: ignore[no-any-return]


def test_where_nobody_waits_a_kernel_runs_as_plain_python_until_it_is_ready(
    nobody_waits: list[Kernel],
) -> None:
    first = made(first_of, "int64(int64[::1])")
    numbers = np.array([7, 8])
    answer = first(numbers)
    assert (answer, type(answer), first.is_ready) == (7, int, False)  # as a compiled one gives it
    assert nobody_waits == [first]
    first.make_ready()
    assert first(numbers) == 7
    assert first.is_ready and nobody_waits == [first]


fast: Any = inner_kernel("float64(float64[::1])", fastmath=True)(first_of)


def test_sums_in_the_processors_own_order_are_not_the_same_as_plain_python() -> None:
    def total(numbers: npt.NDArray[np.float64]) -> float:
        return fast(numbers) + 1.0  # type: ignore[no-any-return]

    assert made(first_of, "int64(int64[::1])").is_exact
    assert not fast.is_exact
    assert not made(total, "float64(float64[::1])").is_exact


NUMBER, ROW, TABLE = 3, (1, 2), np.array([1, 2, 3])


def test_a_digest_knows_all_that_is_compiled_in(monkeypatch: pytest.MonkeyPatch) -> None:
    def uses(place: int) -> int:
        return NUMBER + ROW[place] + TABLE[place] + _doubled(place)  # type: ignore[no-any-return]

    digests = [made(uses, "int64(int64)").digest]
    assert made(uses, "int64(int64)").digest == digests[0]
    digests.append(made(uses, "int64(int32)").digest)
    digests.append(made(uses, "int64(int64)", boundscheck=True).digest)
    tripled = inner_kernel("int64(int64)")(lambda number: number * 3)
    for name, value in (
        ("NUMBER", 4), ("ROW", (1, 3)), ("TABLE", np.array([1, 2, 4])), ("_doubled", tripled),
    ):  # fmt: skip
        monkeypatch.setitem(globals(), name, value)
        digests.append(made(uses, "int64(int64)").digest)
    assert len(set(digests)) == len(digests)
    monkeypatch.setitem(globals(), "NUMBER", object())
    with pytest.raises(TypeError, match="its digest doesn't know this kind"):
        _ = made(uses, "int64(int64)").digest


PLAIN = ("uasap_numbers.py",)
"""Files that want them so: a few numbers an assembly, for which no compiler is waited for."""


@pytest.mark.slow
def test_only_kernels_call_inner_kernels() -> None:
    """For another caller they would run as plain Python."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(MACHINES.rglob("*.py"))}
    trees = {path: ast.parse(text) for path, text in texts.items() if "kernel" in text}
    inner = {
        (".".join(("machines", *path.relative_to(MACHINES).with_suffix("").parts)), node.name)
        for path, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and "inner_kernel" in _decorators(node)
    }
    names = {name for _, name in inner}
    found = []
    for path, text in texts.items():
        if not any(name in text for name in names) or path.name in PLAIN:
            continue
        module = ".".join(("machines", *path.relative_to(MACHINES).with_suffix("").parts))
        tree = trees.get(path) or ast.parse(text)
        known = {name for home, name in inner if home == module}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                known |= {a.asname or a.name for a in node.names if (node.module, a.name) in inner}
        if known:
            found += [f"{path}: {name}" for name in _names_outside_kernels(tree) if name in known]
    assert len(inner) > 100
    assert found == []


def _decorators(function: ast.FunctionDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name):
            yield decorator.func.id


def _names_outside_kernels(tree: ast.AST) -> Iterator[str]:
    left = [tree]
    while left:
        for child in ast.iter_child_nodes(left.pop()):
            if isinstance(child, ast.Name | ast.Attribute):
                yield child.id if isinstance(child, ast.Name) else child.attr
            is_function = isinstance(child, ast.FunctionDef)
            if not (is_function and {*_decorators(child)} & {"kernel", "inner_kernel"}):  # type: ignore[arg-type]
                left.append(child)


class _Pair(NamedTuple):
    numbers: IntVector  # int64[n]
    weights: FloatVector  # float64[n]


@kernel("float64(_Pair)", _Pair)
def _weighed(pair: _Pair) -> float:
    total = 0.0
    for i in range(len(pair.numbers)):
        total += pair.numbers[i] * pair.weights[i]
    return total


def test_a_kernel_takes_a_tuple_of_arrays() -> None:
    assert _weighed(_Pair(np.array([1, 2, 3]), np.array([0.5, 0.25, 2.0]))) == 7.0
