"""The texts of all languages: complete, used, short, drawn.

That what machines say is told in each language the walks of test_guides.py find out.
"""

import itertools
import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from devices.assets import ASSETS
from devices.screen.lettering import Engraving
from devices.screen.ui_text import HOUSE, languages, read_language
from devices.screen.words import labels_of, use
from machines.museum.media_catalog import _note as note_of
from machines.museum.sessions.session_store import NOT_KEPT
from machines.storage.registry import EXHIBITS
from tests.machines.visitor import Visitor, told_in
from tests.machines.word_use import WordUse

NAMES = [one.name for one in EXHIBITS]
FILES = [HOUSE, *NAMES]
OTHERS = languages()[1:]
DRAWERS = {"ibm704", "menace", "pegasus"}
"""Whose rooms have a hopper for decks."""
LONGEST_PROMPT = 12
VALUES = re.compile(r"\{(\w+)[^}]*\}")


@lru_cache
def table(code: str, file: str) -> dict[str, Any]:
    """A file of words as it is written."""
    return tomllib.loads((ASSETS / "text" / code / f"{file}.toml").read_text(encoding="utf-8"))


def entries(at: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a file but what machines say, by the way to it."""
    if isinstance(at, str):
        yield name, at
    elif isinstance(at, dict):
        for key, one in at.items():
            if not (name == "" and key == "said"):
                yield from entries(one, f"{name}.{key}")
    elif isinstance(at, list):
        for k, one in enumerate(at):
            yield from entries(one, f"{name}.{k}")


def test_the_four_languages_are_there() -> None:
    assert languages()[:4] == ("en", "de", "fr", "es")


@pytest.mark.slow
def test_what_the_code_asks_for_is_there_in_english_and_nothing_else() -> None:
    used = WordUse()
    for file in FILES:
        labels = labels_of(read_language("en"), file)
        lost = [f"{key} ({where})" for key, where in used.asked[file] if key not in labels]
        for pattern, where in used.patterns[file]:
            if not any(re.fullmatch(pattern, key) for key in labels):
                lost.append(f"{pattern} ({where})")
        assert not lost, file
        assert [key for key in labels if not used.uses(key)] == [], file


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_every_text_with_the_same_values_and_none_more(code: str) -> None:
    for file in FILES:
        english, own = dict(entries(table("en", file))), dict(entries(table(code, file)))
        assert sorted(set(english) - set(own)) == [], (file, "missing")
        assert sorted(set(own) - set(english)) == [], (file, "too many")
        for name, text in english.items():
            values, others = {*VALUES.findall(text)}, {*VALUES.findall(own[name])}
            # A colour, a name may be told otherwise after a game.
            assert others == values or (name.startswith(".after") and others < values), (file, name)
            assert bool(own[name].strip()) == bool(text.strip()), (file, name)


@pytest.mark.parametrize("code", OTHERS)
def test_what_machines_say_has_the_same_values_in_each_language(code: str) -> None:
    for file in FILES:
        english = {VALUES.sub("{}", one): one for one in table("en", file).get("said", {})}
        for said, told in table(code, file).get("said", {}).items():
            assert {*VALUES.findall(told)} <= {*VALUES.findall(said)}, said
            assert told.strip(), said
            # Else the English one stands beside it, and may be found first.
            assert english.get(VALUES.sub("{}", said), said) == said, file


@pytest.mark.slow
@pytest.mark.parametrize("code", OTHERS)
def test_what_one_language_tells_of_machines_all_do(code: str) -> None:
    for file in NAMES:
        told = told_in(code, file)
        others = [one for other in OTHERS for one in (HOUSE, file) if other != code
                  for one in table(other, one).get("said", {})]  # fmt: skip
        untold = {one for one in others if not told.knows(VALUES.sub("Q7", one))}
        assert sorted(untold) == [], file


@pytest.mark.parametrize("code", OTHERS)
def test_what_became_of_the_last_session_is_told_in_each_language(code: str) -> None:
    told = told_in(code)
    refused = "the last session can't be gone on with: 000001.log, line 3: what was expected"
    for said in (NOT_KEPT, refused, f"{refused}; the one before it is gone on with"):
        assert told.knows(said)
        assert "last" not in told.told(said).split(":")[0]


def test_a_prompt_has_twelve_words_at_most() -> None:
    for code, name in itertools.product(languages(), NAMES):
        for step, prompt in table(code, name)["prompts"].items():
            words = [one for one in prompt.split() if re.search(r"\w", one)]
            assert len(words) <= LONGEST_PROMPT, (code, name, step, prompt)


@pytest.mark.parametrize("code", languages())
def test_every_letter_of_a_language_can_be_drawn(code: str) -> None:
    letters = Engraving()
    text = "".join(said for file in FILES for _, said in entries(table(code, file)))
    text += "".join("".join(table(code, file).get("said", {}).values()) for file in FILES)
    shown = {char for char in text + text.upper() if char.isprintable()} - {" "}
    assert not [char for char in shown if not letters.covers(char)]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_what_every_control_does_is_told_in_each_language(name: str) -> None:
    use(read_language("en"))
    english = {event: hit.touch.help for event, hit in Visitor(name).hits().items()}
    for code in OTHERS:
        use(read_language(code))
        told = {event: hit.touch.help for event, hit in Visitor(name).hits().items()}
        left = {said for event, said in english.items() if said and told.get(event, "") == said}
        assert sorted(left) == [], code


def test_the_note_of_every_shipped_deck_is_told_in_each_language() -> None:
    for one in [one for one in EXHIBITS if one.name in DRAWERS]:
        notes = set()
        for folder in filter(None, (one.decks, one.programs)):
            for path in (ASSETS / folder).glob("*"):
                if path.suffix in (".txt", ".deck", ".sap"):
                    notes.add(note_of(path.read_bytes()))
        for code in OTHERS:
            told = told_in(code, one.name)
            untold = [note for note in notes if note and not told.knows(note)]
            assert untold == [], (code, one.name)
