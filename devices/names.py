"""Names and words from outside, made safe once, where they come in.

A file, an engine, a panel or a command line may call a thing anything.  Past these doors no name
has what a terminal obeys, what turns a line's letters round, or what a form of text can't hold, so
that whoever writes a file only escapes its form's own signs.
"""

import re
from collections.abc import Iterator, Mapping

from devices.refusal import RefusedError

_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Control characters, the ends of lines and paragraphs, marks and overrides of direction, what is
no character."""


def shown(words: str) -> str:
    """Words in which each such character is written as its number; tabs and ends of lines stay."""
    return _UNSAFE.sub(
        lambda found: found[0] if found[0] in "\n\t" else ascii(found[0])[1:-1], words
    )


def check_name(name: str, where: str = "") -> None:
    """Raises RefusedError for a name that has such a character, a tab or a line's end among them;
    ``where`` it stands, if it isn't the name of that itself."""
    if _UNSAFE.search(name):
        at, what = (where, f"{name!a}; ") if where else (ascii(name), "")
        raise RefusedError(at, f"{what}a name without control characters was expected")


def texts_in(value: object) -> Iterator[str]:
    """Every text in a value as JSON or TOML has it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from texts_in([*value.items()])
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts_in(item)
