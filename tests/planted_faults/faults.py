"""Faults that can be planted: one operator or one constant of the product each.

Texts are left out, and so are annotations and what a dataclass is told about its kind.
"""

import ast
import contextlib
import random
import warnings
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("devices", "machines", "firmware_sim")
SWAPS = {
    "<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="), "==": ("!=",),
    "!=": ("==",), "is": ("is not",), "is not": ("is",), "in": ("not in",), "not in": ("in",),
    "and": ("or",), "or": ("and",), "+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",),
    "//": ("*",), "%": ("//",), "**": ("*",), "<<": (">>",), ">>": ("<<",), "&": ("|",),
    "|": ("&",), "^": ("|",), "+=": ("-=",), "-=": ("+=",), "*=": ("+=",), "//=": ("*=",),
    "<<=": (">>=",), ">>=": ("<<=",), "&=": ("|=",), "|=": ("&=",), "^=": ("|=",),
}  # fmt: skip
TEXT = ("log", "logging", "warnings", "dataclass", "dataclasses", "Annotated")
"""What stands within a call of these, or in their brackets, is no operation of the machine."""


class Fault(NamedTuple):
    file: str
    line: int
    start: int  # in bytes of the file
    before: str
    after: str
    at_import: bool  # outside any function
    text: str  # of its line

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before} -> {self.after}    {self.text}"

    def plant(self, source: bytes) -> bytes:
        end = self.start + len(self.before.encode())
        return source[: self.start] + self.after.encode() + source[end:]

    def compiles(self, source: bytes) -> bool:
        with warnings.catch_warnings(), contextlib.suppress(SyntaxError):
            warnings.simplefilter("ignore")
            return ast.dump(ast.parse(self.plant(source))) != ast.dump(ast.parse(source))
        return False


def is_left_out(node: ast.AST, only_lettered: set[str]) -> bool:
    """Whether a part of a file is text, or says only what type something has."""
    if isinstance(node, ast.Assign | ast.AnnAssign):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        return isinstance(target, ast.Name) and target.id in only_lettered
    named = node.func if isinstance(node, ast.Call) else None
    named = node.value if isinstance(node, ast.Subscript) else named
    return isinstance(node, ast.JoinedStr) or (
        named is not None and ast.unparse(named).split(".")[0] in TEXT
    )


def operations(
    node: ast.AST, only_lettered: set[str], at_import: bool = True
) -> Iterator[tuple[ast.AST, bool]]:
    """All nodes that may get a fault, and whether each is outside any function."""
    yield node, at_import
    for name, value in ast.iter_fields(node):
        inside = name == "body" and isinstance(
            node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
        )
        for one in value if isinstance(value, list) else [value]:
            is_operation = isinstance(one, ast.AST) and name not in ("annotation", "returns")
            if is_operation and not is_left_out(one, only_lettered):
                yield from operations(one, only_lettered, at_import and not inside)


def lettered_constants(tree: ast.Module) -> set[str]:
    """A file's names that only its texts use, and ``__all__``."""
    texts = [one for one in ast.walk(tree) if isinstance(one, ast.JoinedStr)]
    lettered = [one for text in texts for one in ast.walk(text)]
    used = [one for one in ast.walk(tree) if isinstance(one, ast.Name)]
    used = [one for one in used if isinstance(one.ctx, ast.Load)]
    inside = {one.id for one in lettered if isinstance(one, ast.Name)}
    within = {id(one) for one in lettered}
    return inside - {one.id for one in used if id(one) not in within} | {"__all__"}


def is_text(node: ast.expr) -> bool:
    """Whether it is a text, or the None of a type."""
    constant = isinstance(node, ast.Constant) and isinstance(node.value, str | bytes | None)
    return constant or isinstance(node, ast.JoinedStr)


def sides(node: ast.AST) -> list[ast.expr]:
    """What stands at both sides of each operator."""
    match node:
        case ast.Compare():
            return [node.left, *node.comparators]
        case ast.BoolOp():
            return node.values
        case ast.BinOp(left=left, right=right) | ast.AugAssign(target=left, value=right):
            return [] if is_text(left) or is_text(right) else [left, right]
    return []


def faults_of(file: str, source: bytes) -> Iterator[Fault]:
    """Every fault that one file can get."""
    tree = ast.parse(source)
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    for node, at_import in operations(tree, lettered_constants(tree)):
        changes: list[tuple[int, str, str]] = []
        if isinstance(node, ast.expr):
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            text = source[begin:end].decode()
        for left, right in zip(sides(node), sides(node)[1:], strict=False):
            gap = starts[(left.end_lineno or 0) - 1] + (left.end_col_offset or 0)
            between = source[gap : starts[right.lineno - 1] + right.col_offset]
            operator = between.strip(b" \t\r\n\\()").decode()
            place = gap + between.index(operator.encode())
            changes += [(place, operator, other) for other in SWAPS.get(operator, ())]
        match node:
            case ast.Constant(value=bool(value)):
                changes.append((begin, text, str(not value)))
            case ast.Constant(value=int(value)):
                changes += [(begin, text, str(value - 1)), (begin, text, str(value + 1))]
            case ast.UnaryOp(op=ast.Not()):
                changes.append((begin, "not ", ""))
            case ast.If() | ast.While() | ast.IfExp():
                test = node.test
                if isinstance(test, ast.Name | ast.Attribute | ast.Call | ast.Subscript):
                    begin = starts[test.lineno - 1] + test.col_offset
                    end = starts[(test.end_lineno or 0) - 1] + (test.end_col_offset or 0)
                    text = source[begin:end].decode()
                    changes.append((begin, text, f"not ({text})"))
        for start, before, after in changes:
            number = source.count(b"\n", 0, start) + 1
            shown = lines[number - 1].decode().strip()
            yield Fault(file, number, start, before, after, at_import, shown)


def draw(seed: int, count: int) -> list[Fault]:
    """Different faults of the whole product.  A package is drawn by its lines of code, then one of
    its operators or one of its constants, with equal chances."""
    lines: dict[str, int] = defaultdict(int)
    kinds: dict[str, list[list[Fault]]] = defaultdict(lambda: [[], []])
    for path in sorted(one for name in PRODUCT for one in (ROOT / name).rglob("*.py")):
        file, source = path.relative_to(ROOT), path.read_bytes()
        package = "/".join(file.parent.parts[:2])
        begun = {getattr(node, "lineno", 0) for node in ast.walk(ast.parse(source))}
        lines[package] += len(begun)
        for fault in faults_of(file.as_posix(), source):
            is_constant = fault.before[0].isdigit() or fault.before in ("True", "False")
            kinds[package][is_constant].append(fault)
    chance = random.Random(seed)
    drawn: list[Fault] = []
    while len(drawn) < count:
        (package,) = chance.choices(list(lines), list(lines.values()))
        both = [kind for kind in kinds[package] if kind]
        one = chance.choice(chance.choice(both)) if both else None
        if one and one not in drawn and one.compiles((ROOT / one.file).read_bytes()):
            drawn.append(one)
    return drawn
