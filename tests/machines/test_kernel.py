"""Kernels and inner kernels: what only kernels may call, and what tests may."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from machines.kernel import FloatVector, IntVector, inner_kernel, kernel
from machines.kernel_cache import MACHINES, kernel_files, module_name


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


def test_a_kernel_calls_inner_kernels() -> None:
    assert _sum(np.array([1, 2, 3])) == 15


def test_python_may_call_an_inner_kernel() -> None:
    assert _doubled(_increased(20)) == 42


def _decorators(function: ast.FunctionDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name):
            yield decorator.func.id


def _is_kernel(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and not {*_decorators(node)}.isdisjoint(
        {"kernel", "inner_kernel"}
    )


def _names_outside_kernels(node: ast.AST) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Name | ast.Attribute):
            yield child.id if isinstance(child, ast.Name) else child.attr
        if not _is_kernel(child):
            yield from _names_outside_kernels(child)


def test_only_kernels_call_inner_kernels() -> None:
    """Another caller would have them compiled again in each process."""
    inner = {
        (module_name(path), node.name)
        for path in kernel_files()
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and "inner_kernel" in _decorators(node)
    }
    found = []
    for path in sorted(MACHINES.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        known = {name for module, name in inner if module == module_name(path)}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                known |= {a.asname or a.name for a in node.names if (node.module, a.name) in inner}
        found += [f"{path}: {name}" for name in _names_outside_kernels(tree) if name in known]
    assert len(inner) > 100
    assert found == []


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
