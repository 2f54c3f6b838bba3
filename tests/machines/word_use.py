"""Which words the code asks for: what is called ``WORDS("key")``, file by file."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [path for name in ("devices", "machines") for path in sorted((ROOT / name).rglob("*.py"))]


SAID = re.compile(r'"([^"\n]*)"')
WITHIN = re.compile(r"'(\w+)'")
"""Strings within the values of others."""
PUT_TOGETHER = re.compile(r'\bf"([^"\n]*)"')
VALUE = re.compile(r"\{[^{}]*\}")


class WordUse:
    """Of each file of words: what is asked for by name, and whatever may be a name."""

    def __init__(self) -> None:
        self.asked: dict[str, set[tuple[str, str]]] = defaultdict(set)
        """By file: the key, and where it is asked for."""
        self.patterns: dict[str, set[tuple[str, str]]] = defaultdict(set)
        """By file: keys that are put together, as a pattern, and where."""
        self.strings: set[str] = set()
        """Whatever stands between quotes in the code: a key may stand in a table."""
        built: set[str] = set()
        for path in SOURCES:
            text = path.read_text(encoding="utf-8")
            self.strings.update(SAID.findall(text), WITHIN.findall(text))
            built |= {_joined(map(re.escape, VALUE.split(f))) for f in PUT_TOGETHER.findall(text)}
            if "Words(" in text:
                self._read(path, ast.parse(text))
        self._built = re.compile("|".join(sorted(built)))

    def _read(self, path: Path, tree: ast.Module) -> None:
        names = dict(_words_of(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                for key in node.args[:1] if node.func.id in names else ():
                    self._asked(names[node.func.id], key, where)

    def _asked(self, file: str, key: ast.expr, where: str) -> None:
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            self.asked[file].add((key.value, where))
        elif isinstance(key, ast.JoinedStr):
            parts = "".join(
                str(one.value) if isinstance(one, ast.Constant) else "{}" for one in key.values
            )
            self.patterns[file].add((_joined(map(re.escape, parts.split("{}"))), where))
        elif isinstance(key, ast.IfExp):
            self._asked(file, key.body, where)
            self._asked(file, key.orelse, where)

    def uses(self, key: str) -> bool:
        """Whether the code may ask for that key."""
        return key in self.strings or self._built.fullmatch(key) is not None


def _words_of(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names that are bound to ``Words("file")``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            made, target = node.value, node.targets[0]
            called = isinstance(made.func, ast.Name) and made.func.id == "Words"
            if called and isinstance(target, ast.Name) and isinstance(made.args[0], ast.Constant):
                yield target.id, str(made.args[0].value)


def _joined(parts: Iterable[str]) -> str:
    """A pattern with anything between the parts."""
    made = r"\w+".join(parts)
    return made if made.replace(r"\w+", "") else "(?!)"  # all open: it says nothing
