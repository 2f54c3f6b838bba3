"""Citations in code and docs lead to pages, items, sections and headings of docs/sources."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "docs" / "sources"
FOLDERS = ("devices", "machines", "firmware_sim", "tests", "assets", "docs", ".ci")
KINDS = {".py", ".toml", ".md", ".c", ".h", ".sap", ".txt", ""}
ITSELF = {Path(__file__), ROOT / "CHANGELOG.md"}
CITED = re.compile(
    r"docs/sources/([\w-]+\.md)([^;\n]{0,140}?)(?=\.(?:\s|$)|;|\n|\"{3}|docs/sources|$)"
)
ITEMS = re.compile(r"\bitems? ((?:\d+|[A-H]\d+)(?:(?:-|, | and |, and )(?:\d+|[A-H]\d+))*)")
LETTERED = re.compile(r"\b[A-H]\d+(?:-[A-H]\d+)?\b")
SECTIONS = re.compile(r"\bsection (\d+)")
QUOTED = re.compile(r'"([^"]+)"')
GONE = (
    re.compile(r"(?<![\w./])specs/"),
    re.compile(r"\bDESIGN\.md"),
    re.compile(r"\bissue [A-O]\b"),
)


def source_files() -> Iterator[Path]:
    """Every text that may cite."""
    yield from (*ROOT.glob("*.md"), *ROOT.glob("*.toml"), ROOT / "main.py")
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix in KINDS and "__pycache__" not in path.parts:
                yield path


def joined(text: str) -> str:
    """Comments and wrapped lines as one line each paragraph, as long as the text was."""
    return re.sub(r"\n[ \t]*(?:[#*>] ?)?(?=\S)", lambda gap: " " * len(gap[0]), text)


def numbers(words: str) -> Iterator[str]:
    """``15-17, 22`` is 15, 16, 17 and 22; ``A11-A13`` likewise."""
    for part in re.split(r", and |, | and ", words):
        first, _, last = part.partition("-")
        letter = first[0] if first[0].isalpha() else ""
        begin, end = int(first.lstrip("ABCDEFGH")), int((last or first).lstrip("ABCDEFGH"))
        yield from (f"{letter}{number}" for number in range(begin, end + 1))


def has_item(page: str, number: str) -> bool:
    """Whether the page has an item of that number (``39.`` or ``A11``)."""
    return re.search(rf"^{number}(?:\.|-\d+\.| )", page, re.MULTILINE) is not None


def has_section(page: str, number: str) -> bool:
    """Whether one of its headings has that number."""
    return re.search(rf"^#+ {number}\b", page, re.MULTILINE) is not None


def faults(text: str) -> Iterator[tuple[int, str]]:
    """Each bad citation of a text: its line, and what is missing."""
    for pattern in GONE:
        for found in pattern.finditer(text):
            yield text.count("\n", 0, found.start()) + 1, f"cites {found[0]}"
    flat = joined(text)
    for found in CITED.finditer(flat):
        line = text.count("\n", 0, found.start()) + 1
        path, said = SOURCES / found[1], found[2]
        if not path.is_file():
            yield line, f"there is no page {found[1]}"
            continue
        page = path.read_text(encoding="utf-8")
        lower = re.sub(r"\s+", " ", page).lower()
        cited = [number for words in ITEMS.findall(said) for number in numbers(words)]
        cited += [number for words in LETTERED.findall(said) for number in numbers(words)]
        for number in cited:
            if not has_item(page, number):
                yield line, f"{found[1]} has no item {number}"
        for number in SECTIONS.findall(said):
            if not has_section(page, number):
                yield line, f"{found[1]} has no section {number}"
        for words in QUOTED.findall(said):
            if re.sub(r"\s+", " ", words).lower().strip(" .,") not in lower:
                yield line, f'{found[1]} has no "{words}"'


@pytest.mark.slow
def test_every_citation_leads_somewhere() -> None:
    bad = []
    for path in source_files():
        if path in ITSELF or (SOURCES in path.parents and path.name != "README.md"):
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        bad += [f"{path.relative_to(ROOT)}:{line}: {what}" for line, what in faults(text)]
    assert not bad, "\n".join(bad)


def test_items_of_samuel_that_its_code_names_alone_are_there() -> None:
    page = (SOURCES / "samuel.md").read_text(encoding="utf-8")
    for path in (ROOT / "machines" / "samuel").rglob("*.py"):
        flat = joined(path.read_text(encoding="utf-8"))
        for words in ITEMS.findall(flat):
            for number in numbers(words):
                assert has_item(page, number), f"{path.relative_to(ROOT)}: item {number}"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("# docs/sources/nothing.md item 1", "there is no page nothing.md"),
        ("x = 1  # (docs/sources/samuel.md items 38-40)", "samuel.md has no item 40"),
        ("# docs/sources/morph.md, A11-A15, C", "morph.md has no item A15"),
        ("# docs/sources/menace.md,\n# section 9)", "menace.md has no section 9"),
        ('# docs/sources/media.md ("Gramophone records")', 'media.md has no "Gramophone records"'),
        ("# see spec" + "s/samuel.md", "cites spec" + "s/"),
    ],
)
def test_a_bad_citation_is_found(text: str, what: str) -> None:
    assert [said for _, said in faults("first\n" + text)] == [what]
    assert [line for line, _ in faults("first\n" + text)] == [2]


def test_every_page_stands_in_the_index() -> None:
    index = (SOURCES / "README.md").read_text(encoding="utf-8")
    for path in SOURCES.glob("*.md"):
        assert path.name == "README.md" or f"({path.name})" in index
