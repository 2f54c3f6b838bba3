"""Thousands as each language writes them, in numbers alone."""

import re
from pathlib import Path

import pytest

from devices.screen.figures import figures
from devices.screen.sayings import Sayings
from devices.screen.ui_text import read_language
from devices.screen.words import Words, numeral, use

ROOT = Path(__file__).parents[3]
APART = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "3,000 and 57,822"),
        ("de", "3.000 and 57.822"),
        ("fr", f"3{APART}000 and 57{APART}822"),
        ("es", f"3000 and 57{APART}822"),
    ],
)
def test_thousands_are_written_as_in_the_language(code: str, told: str) -> None:
    assert figures("3,000 and 57,822", code) == told


@pytest.mark.parametrize("text", ["11-15, 22-18", "4,5", "1.025", "1,234.5", "1,2345", "a,100b"])
def test_what_is_no_such_number_stays(text: str) -> None:
    assert figures(text, "de") == text


def test_numbers_in_labels_cards_and_what_machines_say() -> None:
    use(read_language("de"))
    try:
        assert "3.000" in Words("morph")("games", n="3,000")
    finally:
        use(None)
    german = read_language("de")
    assert "1.234" in german.after("ibm704", "rote", {"n": "1,234", "m": "2"})
    sayings = Sayings({"{n} boards": "{n} Stellungen"}, "de")
    assert sayings.told("1,234 boards") == "1.234 Stellungen"


def test_a_number_without_words_is_written_as_in_the_language() -> None:
    assert numeral(1_002) == "1,002"
    use(read_language("de"))
    try:
        assert numeral(1_002) == "1.002"
    finally:
        use(None)


ENGLISH_THOUSANDS = re.compile(r"\.text\([^)]*\{[^{}]*:,\}|text = f\"\{[^{}]*:,\}\"")


@pytest.mark.parametrize("folder", ["machines", "devices"])
def test_no_number_is_lettered_with_its_english_thousands(folder: str) -> None:
    pictures = [one for one in (ROOT / folder).rglob("*.py") if "picture" in one.parts
                or "screen" in one.parts]  # fmt: skip
    assert pictures
    found = [str(one) for one in pictures if ENGLISH_THOUSANDS.search(one.read_text("utf-8"))]
    assert found == []
