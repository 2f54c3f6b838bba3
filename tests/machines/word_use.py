"""Which words the code asks for: what is called ``WORDS("key")``, file by file."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [path for name in ("devices", "machines") for path in sorted((ROOT / name).rglob("*.py"))]


class WordUse:
    """Of each file of words: what is asked for by name, and whatever may be a name."""

    def __init__(self) -> None:
        self.asked: dict[str, set[tuple[str, str]]] = defaultdict(set)
        """By file: the key, and where it is asked for."""
        self.patterns: dict[str, set[tuple[str, str]]] = defaultdict(set)
        """By file: keys that are put together, as a pattern, and where."""
        self.strings: set[str] = set()
        """Every string in the code: a key may stand in a table."""
        self.built: set[str] = set()
        """Every string that is put together, as a pattern."""
        for path in SOURCES:
            self._read(path)

    def _read(self, path: Path) -> None:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = dict(_words_of(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.strings.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                self.built.add(_pattern(node))
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                for key in node.args[:1] if node.func.id in names else ():
                    self._asked(names[node.func.id], key, where)

    def _asked(self, file: str, key: ast.expr, where: str) -> None:
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            self.asked[file].add((key.value, where))
        elif isinstance(key, ast.JoinedStr):
            self.patterns[file].add((_pattern(key), where))
        elif isinstance(key, ast.IfExp):
            self._asked(file, key.body, where)
            self._asked(file, key.orelse, where)

    def uses(self, key: str) -> bool:
        """Whether the code may ask for that key."""
        return key in self.strings or any(re.fullmatch(one, key) for one in self.built)


def _words_of(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names that are bound to ``Words("file")``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            made, target = node.value, node.targets[0]
            called = isinstance(made.func, ast.Name) and made.func.id == "Words"
            if called and isinstance(target, ast.Name) and isinstance(made.args[0], ast.Constant):
                yield target.id, str(made.args[0].value)


def _pattern(text: ast.JoinedStr) -> str:
    parts = (
        re.escape(str(one.value)) if isinstance(one, ast.Constant) else r"\w+"
        for one in text.values
    )
    made = "".join(parts)
    return made if re.sub(r"\\w\+", "", made) else "(?!)"  # all open: it says nothing
