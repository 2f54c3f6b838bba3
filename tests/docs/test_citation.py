"""What others cite is this program: its version, its licence, its authors."""

import json
import re
import tomllib

from machines.storage.program import VERSION
from tests.docs.snippets import ROOT

LICENCE = "MIT"


def cited(name: str) -> str:
    """A value at the top of CITATION.cff."""
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    (found,) = re.findall(rf"^{name}: (.*)$", text, re.MULTILINE)
    return str(found)


def test_citations_have_the_programs_version_licence_and_authors() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    described = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
    (name, _, right), *_ = re.findall(
        r"^(.*) License\n\nCopyright \(c\) (\d+) (.*)$",
        (ROOT / "LICENSE").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert {cited("version"), described["version"], project["version"]} == {VERSION}
    assert name == LICENCE == cited("license") == project["license"]
    assert described["license"] == f"https://spdx.org/licenses/{LICENCE}"
    assert cited("  - name") == described["author"][0]["name"] == right
    assert project["authors"] == [{"name": right}]
    assert described["description"] == project["description"]
    assert described["keywords"] == project["keywords"]


def test_all_four_papers_are_named() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^    year: (\d+)$", text, re.MULTILINE) == ["1959", "1963", "1992", "2000"]
