"""The languages that there are: a folder of texts each, in the assets."""

from functools import lru_cache

from devices.assets import ASSETS
from devices.refusal import RefusedError
from devices.screen.ui_text import UiText, read_ui_text

FIRST = ("en", "de", "fr", "es")
"""The order in which the language button steps through them; others follow."""
HOUSE = "museum"
"""The file of the words that belong to no exhibit."""


@lru_cache
def languages() -> tuple[str, ...]:
    """Their folders, as the language button steps through them."""
    found = {path.parent.name for path in (ASSETS / "text").glob(f"*/{HOUSE}.toml")}
    return tuple(sorted(found, key=lambda one: (FIRST.index(one) if one in FIRST else 99, one)))


@lru_cache(maxsize=8)
def read_language(code: str) -> UiText:
    """All words of a language; what it lacks is told in English.

    Raises RefusedError for one that isn't there, or a bad file.
    """
    if code not in languages():
        raise RefusedError(code, f"no such language; there are {', '.join(languages())}")
    folder = ASSETS / "text" / code
    files = {path.name: path.read_bytes() for path in sorted(folder.glob("*.toml"))}
    english = None if code == FIRST[0] else read_language(FIRST[0])
    return read_ui_text(files.pop(f"{HOUSE}.toml"), f"{HOUSE}.toml", files, code, english)
