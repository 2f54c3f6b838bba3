"""What tomllib doesn't tell of a TOML text: the line of each key, and how a value is written."""

import json
import re
from collections.abc import Mapping
from typing import Any

DEEP = 6
"""So many parts of a dotted key are looked at."""
LONG = 60
"""Characters of a value that is told, at most."""

_BARE = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_DOTTED = rf"{_BARE}(?:\s*\.\s*{_BARE})*"
_HEADER = re.compile(rf"\s*\[\[?\s*({_DOTTED})\s*\]")
_KEY = re.compile(rf"\s*({_DOTTED})\s*=")

Lines = Mapping[tuple[str, ...], int]
"""By key or table, taken apart at its dots: the first line, from 1, of it or of a key in it."""


def lines_of(text: str) -> Lines:
    """The lines of all keys and tables of a text."""
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            table = here = _parts(header[1])
        elif key := _KEY.match(line):
            here = (*table, *_parts(key[1]))
        else:
            continue
        for deep in range(1, min(len(here), DEEP) + 1):
            found.setdefault(here[:deep], number)
    return found


def line_of(lines: Lines, path: tuple[str, ...]) -> int:
    """The line of a key, or of the nearest table that holds it; 0: there is none."""
    wanted = tuple(part for one in path for part in one.split("."))[:DEEP]
    return next((lines[wanted[:k]] for k in range(len(wanted), 0, -1) if wanted[:k] in lines), 0)


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(one.strip("\"'") for one in re.findall(_BARE, dotted))


def write_value(value: Any) -> str:
    """A value as a curator would write it, no longer than a line; a table is only named."""
    told = "a table" if isinstance(value, dict) else _written(value)
    return told if len(told) <= LONG else f"{told[: LONG - 3]}..."


def _written(value: Any, most: int = LONG) -> str:
    """``most``: about so many characters are enough."""
    if isinstance(value, str):
        quoted = json.dumps(value[: most + 1], ensure_ascii=False)
        return "".join(one if one.isprintable() else _escaped(one) for one in quoted)
    if isinstance(value, list | tuple):
        told = ""
        for one in value:
            if len(told) > most:
                break
            told += (", " if told else "") + _written(one, most - len(told))
        return f"[{told}]"
    if isinstance(value, dict):
        return "{...}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and value.bit_length() > 4 * LONG:  # Python may refuse to write it
        return "a number of too many digits"
    return str(value)


def _escaped(char: str) -> str:
    return f"\\u{ord(char):04X}" if ord(char) < 0x10000 else f"\\U{ord(char):08X}"
