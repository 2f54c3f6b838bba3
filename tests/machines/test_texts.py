"""The texts of all languages: complete, used, short, drawn.

That what machines say is told in each language the walks of test_guides.py find out.
"""

import ast
import itertools
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from devices.assets import ASSETS
from devices.screen.figures import put_in
from devices.screen.lettering import Engraving
from devices.screen.ui_text import HOUSE, languages, read_language
from devices.screen.words import labels_of, use
from machines.museum.media_catalog import _note as note_of
from machines.museum.sessions.session_store import NOT_KEPT
from machines.storage.registry import EXHIBITS
from machines.workshop.printing.drawing import PDF_FACES
from machines.workshop.printing.worksheets import NAMES as WORKSHEETS
from tests.machines.visitor import Visitor, told_in

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


NAMES = [one.name for one in EXHIBITS]
FILES = [HOUSE, *NAMES, "printed"]
SHEETS = [f"worksheets/{name}" for name in WORKSHEETS]
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
    for file in FILES + SHEETS:
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
def test_once_a_game_is_over_every_room_names_the_same_button(code: str) -> None:
    play = table(code, "museum")["rail"]["play"]
    assert all(play in table(code, name)["prompts"]["over"].split() for name in NAMES)


@pytest.mark.parametrize("code", languages())
def test_every_letter_of_a_language_can_be_drawn(code: str) -> None:
    letters = Engraving()
    text = "".join(said for file in FILES for _, said in entries(table(code, file)))
    text += "".join("".join(table(code, file).get("said", {}).values()) for file in FILES)
    shown = {char for char in text + text.upper() if char.isprintable()} - {" "}
    assert not [char for char in shown if not letters.covers(char)]


@pytest.mark.parametrize("code", OTHERS)
def test_a_worksheet_has_the_same_figures_and_room_in_each_language(code: str) -> None:
    for file in SHEETS:
        english, own = table("en", file), table(code, file)
        for name, text in entries(english):
            assert figures_of(dict(entries(own))[name]) == figures_of(text), (file, name)
        for mine, theirs in zip(own["parts"], english["parts"], strict=True):
            for kind in ("boards", "lines"):
                assert mine.get(kind) == theirs.get(kind), (file, mine)


def figures_of(text: str) -> set[str]:
    """The numbers in a text, however a language groups and points them."""
    return set(re.findall(r"\d+", re.sub(r"(?<=\d)[.,\xa0](?=\d)", "", text)))


@pytest.mark.parametrize("code", languages())
def test_every_letter_of_a_language_can_be_printed(code: str) -> None:
    ttfonts = pytest.importorskip("reportlab.pdfbase.ttfonts", reason="the extra print is missing")
    files = ["printed", "menace", *SHEETS]
    letters = {char for file in files for _, text in entries(table(code, file)) for char in text}
    for face in PDF_FACES.values():
        glyphs = ttfonts.TTFont(face, f"{face}.ttf").face.charToGlyph
        assert sorted(letters - {"\n"} - {*map(chr, glyphs)}) == [], face


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


# -- numbers and the words beside them -------------------------------------------------------------

CHOICE = re.compile(r"\{(\w+):([^{}|]+)\|([^{}|]+)\}")
"""A word for one and for many (devices.screen.figures)."""
VERBS = {
    "plays",
    "joins",
    "meets",
    "threatens",
    "attacks",
    "guards",
    "stands",
    "lies",
    "wins",
    "has",
    "is",
    "was",
}
"""Words that end like many and follow a name."""
CHOOSING = ("labels", "prompts", "after", "after_words", "meetings_words", "strength_words")
"""Tables whose texts are put together where such a choice is made; what machines say, too."""


def counted(code: str) -> list[tuple[str, str]]:
    """Every text of a language in which a word is chosen by a number, and where it stands."""
    found = []
    for file in FILES:
        own = table(code, file)
        told = [
            *entries(own),
            *((f".said.{key}", text) for key, text in own.get("said", {}).items()),
        ]
        found += [(f"{file}{name}", text) for name, text in told if CHOICE.search(text)]
    return found


@pytest.mark.parametrize("code", languages())
def test_a_sentence_with_a_number_reads_well_for_none_one_and_two(code: str) -> None:
    texts = counted(code)
    assert len(texts) > 20
    for name, text in texts:
        assert name.split(".")[1] in (*CHOOSING, "said"), (name, "nobody chooses there")
        for count in (0, 1, 2):
            single = count == 1 or (count == 0 and code == "fr")
            wanted = CHOICE.sub(rf"\g<{3 - single}>", text)
            values = {key: str(count) for key in VALUES.findall(text)}
            read = put_in(text, values, code)
            assert read == VALUES.sub(str(count), wanted), (name, count)
            assert "|" not in read and "{" not in read, name


@pytest.mark.parametrize("code", languages())
def test_a_word_that_is_chosen_once_is_chosen_behind_every_number(code: str) -> None:
    """Else one place says "1 pattern", the next "1 patterns"."""
    many = {found[3] for _, text in counted(code) for found in CHOICE.finditer(text)}
    bare = re.compile(rf"\{{\w+\}} ({'|'.join(map(re.escape, many))})\b")
    for file in FILES:
        own = table(code, file)
        for text in (*(one for _, one in entries(own)), *own.get("said", {}).values()):
            assert not bare.search(text), (file, text)


def test_no_number_in_english_has_only_the_word_for_many() -> None:
    bare = re.compile(r"\{\w+\} ([A-Za-z]+s)\b")
    for file in FILES:
        for name, text in entries(table("en", file)):
            assert {*bare.findall(text)} <= VERBS, (file, name)
