"""``devices`` knows no machine: its words stand there in comments that explain, nowhere else."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

DEVICES = Path(__file__).resolve().parents[2] / "devices"
WORDS = (
    *("samuel", "menace", "matchbox", "pegasus", "anaconda", "morph", "ibm", "704", "michie"),
    *("checkers", "draughts", "chess", "noughts", "bead", "polynomial", "blondie", "tournament"),
)
"""Machines, their makers, their games, and what only they have.  The types of units (711, 716, 721,
727) are the devices' own."""
MACHINE = re.compile("|".join(WORDS), re.IGNORECASE)
THE_MUSEUM = re.compile("matchbox ?704", re.IGNORECASE)
"""The program's own name, as in the names of its environment variables."""


def words_for_machines(source: str) -> Iterator[tuple[int, str]]:
    """Each line with such a word in a name, or in a string that is no docstring."""
    if not MACHINE.search(source):
        return
    explaining: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            explaining.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    if not any(
        MACHINE.search(line)
        for number, line in enumerate(source.splitlines(), 1)
        if number not in explaining
    ):
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.NUMBER) or token.start[0] in explaining:
            continue
        said = THE_MUSEUM.sub("", token.string)
        if MACHINE.search(said):
            yield token.start[0], said


@pytest.mark.slow
def test_no_word_for_a_machine() -> None:
    for path in DEVICES.rglob("*.py"):
        assert list(words_for_machines(path.read_text(encoding="utf-8"))) == [], path
        assert not MACHINE.search(path.stem), path


def test_such_a_word_is_found() -> None:
    source = 'x = 1  # MENACE\n"""Beads."""\nname = "bead"\ndef morphs() -> None: ...\n'
    assert [line for line, _ in words_for_machines(source)] == [3, 4]
