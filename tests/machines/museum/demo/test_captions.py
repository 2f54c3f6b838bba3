"""What the rooms' journeys say: in every language, short enough for large subtitles."""

import re
import tomllib

import pytest

from machines.museum.tours import load_shipped_script
from machines.storage.program import ASSETS
from machines.storage.registry import EXHIBITS

NAMES = [one.name for one in EXHIBITS]
LANGUAGES = ("en", "de", "fr", "es")
MOST_WORDS, MOST_LETTERS = 15, 80


def captions(language: str, room: str) -> dict[str, str]:
    text = (ASSETS / "text" / language / f"{room}.toml").read_text(encoding="utf-8")
    made: dict[str, str] = tomllib.loads(text)["tour"]
    return made


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", NAMES)
def test_every_caption_is_there_used_and_short(room: str, language: str) -> None:
    script = load_shipped_script(room)
    assert script is not None
    told = captions(language, room)
    assert set(told) == {step.say for step in script.steps if step.say}
    for words in told.values():
        assert len(re.findall(r"[\w'’+-]+", words)) <= MOST_WORDS, words
        assert len(words) <= MOST_LETTERS, words
