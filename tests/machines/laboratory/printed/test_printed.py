"""Every printed value stands in the words that are quoted for it, and these in the scan."""

import importlib
import os
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from machines.laboratory import printed
from machines.laboratory.printed.value import Printed

PAPERS = Path(os.environ.get("MATCHBOX704_PAPERS", "papers"))
"""Where somebody keeps the scans, which aren't ours to ship."""
LEAST = 20
"""Values of a paper."""


def values(module: str) -> Iterator[tuple[str, Printed[object]]]:
    """The values of a paper's file, each with its name; of a table of them, each of its rows."""
    for name, value in vars(importlib.import_module(module)).items():
        if isinstance(value, Printed):
            yield name, value
        elif isinstance(value, (dict, tuple)):
            rows = value.items() if isinstance(value, dict) else enumerate(value)
            yield from ((f"{name}[{key}]", row) for key, row in rows if isinstance(row, Printed))


def plain(text: str) -> str:
    """Without what a scan adds: line breaks with their hyphens, several spaces, fancy marks."""
    joined = re.sub(r"(?<=[a-z])-\s*\n\s*(?=[a-z])", "", text)
    for fancy, usual in (("\N{EN DASH}", "-"), ("\N{MINUS SIGN}", "-"), ("\N{EM DASH}", "-"),
                         ("\N{LEFT DOUBLE QUOTATION MARK}", '"'),
                         ("\N{RIGHT DOUBLE QUOTATION MARK}", '"'),
                         ("\N{RIGHT SINGLE QUOTATION MARK}", "'")):  # fmt: skip
        joined = joined.replace(fancy, usual)
    return re.sub(r"\s+", " ", joined).strip()


MODULES = [f"{printed.__name__}.{one.name}" for one in pkgutil.iter_modules(printed.__path__)
           if one.name != "value"]  # fmt: skip


@pytest.mark.parametrize("module", MODULES)
def test_a_value_stands_in_its_words(module: str) -> None:
    wrong = []
    found = list(values(module))
    for name, one in found:
        if not one.where or not one.quote:
            wrong.append(f"{name}: no place or no words")
        elif one.line and plain(str(one)) not in plain(one.quote):
            wrong.append(f"{name}: {one} isn't in {one.quote!r}")
    assert not wrong, "\n".join(wrong)
    assert len(found) >= LEAST or module.endswith("samuel_1967")


@pytest.mark.parametrize("module", MODULES)
def test_the_words_stand_in_the_scan(module: str) -> None:
    usual = str(importlib.import_module(module).SCAN)
    scans: dict[str, list[str]] = {}
    wrong = []
    for name, one in values(module):
        if one.line:
            scan = PAPERS / (one.scan or usual)
            if not scan.is_file():
                pytest.skip(f"the scan {scan.name} isn't here: MATCHBOX704_PAPERS names its folder")
            if scan.name not in scans:
                scans[scan.name] = scan.read_text(encoding="utf-8").split("\n")
            lines = scans[scan.name]
            there = plain("\n".join(lines[one.line - 1 : one.line + 5]))
            if plain(one.quote) not in there:
                wrong.append(f"{name}: {one.quote!r} isn't at line {one.line}: {there[:200]!r}")
    assert not wrong, "\n".join(wrong)
