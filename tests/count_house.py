"""Counts the house, for before and after: ``python -m tests.count_house``.

Product is what a wheel holds; words are those of README.md, ARCHITECTURE.md, CHANGELOG.md and docs.
"""

import ast
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("main.py", "devices", "machines", "firmware_sim")
WORDS = ("README.md", "ARCHITECTURE.md", "CHANGELOG.md", "docs")
SMALL, LARGE, LONG = 150, 500, 60
WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def files(names: tuple[str, ...], ending: str) -> list[Path]:
    """All files with that ending in these places."""
    places = [ROOT / name for name in names]
    return sorted(
        path
        for place in places
        for path in ([place] if place.is_file() else place.rglob(f"*{ending}"))
        if path.suffix == ending
    )


def kinds_of_lines(path: Path) -> Counter[str]:
    """How many lines are docstring, blank, comment, import or (all but those) code.

    A string under a name counts as code, as it did when this was first counted.
    """
    tree = ast.parse(path.read_bytes())
    kinds = {}
    with path.open("rb") as lines:
        for token in tokenize.tokenize(lines.readline):
            if token.type == tokenize.COMMENT and not token.line[: token.start[1]].strip():
                kinds[token.start[0]] = "comments"
    for node in ast.walk(tree):
        if isinstance(node, WITH_DOCSTRING) and ast.get_docstring(node) is not None:
            kinds |= dict.fromkeys(_lines(node.body[0]), "docstrings")
        elif isinstance(node, ast.Import | ast.ImportFrom):
            kinds |= dict.fromkeys(_lines(node), "imports")
    counts: Counter[str] = Counter()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        counts[kinds.get(number) or ("code" if line.strip() else "blank")] += 1
    return counts


def _lines(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def long_functions(paths: list[Path]) -> Iterator[str]:
    """Every function over LONG lines, with how many it has."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = len(_lines(node))
                if length > LONG:
                    yield f"{path.relative_to(ROOT)}:{node.name} {length}"


def tell(name: str, paths: list[Path]) -> None:
    """Print what these files are made of."""
    kinds: Counter[str] = Counter()
    lengths = []
    for path in paths:
        counts = kinds_of_lines(path)
        kinds += counts
        lengths.append(counts.total())
    code = kinds["code"] + kinds["imports"] + kinds["comments"]
    print(
        f"{name}: {kinds.total():,} lines in {len(paths)} files "
        f"(code {code:,}, of it imports {kinds['imports']:,}; docstrings {kinds['docstrings']:,}; "
        f"blank {kinds['blank']:,}); "
        f"{sum(one < SMALL for one in lengths)} files under {SMALL} lines, "
        f"{sum(one > LARGE for one in lengths)} over {LARGE}"
    )


def main() -> int:
    """Print the whole table."""
    product = files(PRODUCT, ".py")
    tests = files(("tests",), ".py")
    tell("product", product)
    tell("tests", tests)
    tell("of these helpers", [path for path in tests if not path.name.startswith("test_")])
    docs = files(WORDS, ".md")
    words = sum(len(path.read_text(encoding="utf-8").split()) for path in docs)
    print(f"docs: {words:,} words in {len(docs)} files")
    print(f"functions over {LONG} lines: {', '.join(long_functions(product)) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
