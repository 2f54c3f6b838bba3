"""Lines of the Hub protocol: a command, and arguments with their values.

"All lines (both from and to the engine) have the form: <command> <arg>=<val> <arg>=<val> ...
Values can be quoted with double quotes."  (The source: machines/games/draughts/player.py.)
"""

import re
from collections.abc import Mapping

_WORD = re.compile(r'([^\s="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s"]*)))?|\S')
_PLAIN = re.compile(r"[^\s=\"]+")


def read_line(text: str) -> tuple[str, dict[str, str]]:
    """A line's command and its arguments with their values; a flag's value is empty."""
    words = [match for match in _WORD.finditer(text) if match[1]]
    if not words:
        return "", {}
    values = {word[1]: word[2] if word[2] is not None else word[3] or "" for word in words[1:]}
    return words[0][1], values


def write_line(command: str, arguments: Mapping[str, object] | None = None) -> str:
    """The line of a command; values with a special sign in them are quoted."""
    words = [command]
    for name, value in (arguments or {}).items():
        text = " ".join(str(value).replace('"', "'").split())
        words.append(f"{name}={text}" if _PLAIN.fullmatch(text) else f'{name}="{text}"')
    return " ".join(words)
