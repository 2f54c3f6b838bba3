"""The pages themselves: the generated ones are fresh, links lead somewhere, pictures are small."""

import re
from pathlib import Path

import pytest

from tests import make_phases
from tests.docs.snippets import ROOT, pages

LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
FENCED = re.compile(r"^\s*```.*?^\s*```\s*$", re.MULTILINE | re.DOTALL)
LARGEST = 300_000
"""Bytes of a picture in docs."""
README_LINES = 120


def test_a_generated_page_is_fresh() -> None:
    fresh = make_phases.PAGE.read_text(encoding="utf-8") == make_phases.page()
    assert fresh, f"docs/{make_phases.PAGE.name} is stale; make it again with: {make_phases.REMAKE}"


def anchors(page: Path) -> set[str]:
    """The names that a reader's browser gives the headings of a page."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    plain = (re.sub(r"[^\w\- ]", "", one.lower()) for one in HEADING.findall(text))
    return {f"#{one.replace(' ', '-')}" for one in plain}


def test_every_link_leads_somewhere() -> None:
    for page in pages():
        for target, anchor in LINK.findall(FENCED.sub("", page.read_text(encoding="utf-8"))):
            path = (page.parent / target).resolve() if target else page
            assert path.exists(), f"{page.name}: {target}"
            assert not anchor or anchor in anchors(path), f"{page.name}: {target}{anchor}"


def test_every_page_is_on_a_way_from_the_entry() -> None:
    found = [ROOT / "docs" / "README.md"]
    for page in found:
        links = LINK.findall(FENCED.sub("", page.read_text(encoding="utf-8")))
        paths = [(page.parent / target).resolve() for target, _ in links if target]
        found += [one for one in dict.fromkeys(paths) if one.suffix == ".md" and one not in found]
    assert set(pages()) <= set(found)


def test_pictures_of_the_pages_are_small() -> None:
    for picture in sorted((ROOT / "docs" / "pictures").iterdir()):
        assert picture.stat().st_size <= LARGEST, picture.name


def test_the_readme_is_read_in_a_few_minutes() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= README_LINES


PATH = re.compile(r"`((?:[\w*]+/)*[\w*]+(?:\.py|\.toml|\.md|/))`")
NAMED_FROM = ("machines", "devices", "docs/examples/hexapawn")
"""These pages name paths within these folders, or from the top."""


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "docs/contributing.md"])
def test_paths_that_are_named_are_there(page: str) -> None:
    text = FENCED.sub("", (ROOT / page).read_text(encoding="utf-8"))
    for path in PATH.findall(text):
        pattern = path.replace("NAME", "*").rstrip("/")
        within = any(any((ROOT / folder).rglob(pattern)) for folder in NAMED_FROM)
        assert within or any(ROOT.glob(pattern)), f"{page}: {path}"
