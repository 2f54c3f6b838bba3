"""KiCad's files are nested lists of words, numbers and strings: their text, and identifiers."""

import uuid
from collections.abc import Sequence

Expression = Sequence["Expression | str | float | Text"]


class Text(str):
    """A string, which stands in quotation marks."""


def write(expression: Expression, depth: int = 0) -> str:
    """The text of a list: on one line if it is short, else each list in it on its own."""
    parts = [_part(one, depth + 1) for one in expression]
    line = f"({' '.join(parts)})"
    if len(line) <= 96 and "\n" not in line:
        return line
    pad = "\n" + "  " * (depth + 1)
    text = f"({parts[0]}"
    for one, part in zip(expression[1:], parts[1:], strict=True):
        is_list = not isinstance(one, str | int | float)
        text += f"{pad}{part}" if is_list else f" {part}"
    return text + "\n" + "  " * depth + ")"


def _part(one: "Expression | str | float | Text", depth: int) -> str:
    match one:
        case Text():
            quoted = one.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{quoted}"'
        case str():
            return one
        case int() | float():
            return f"{one:.4f}".rstrip("0").rstrip(".") if one else "0"
        case _:
            return write(one, depth)


def identifier(*names: object) -> str:
    """A UUID that follows from the names, so that a project made again is the same."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, "matchbox704:" + "/".join(map(str, names))))


def effects(size: float = 1.27, *more: Expression | str) -> Expression:
    """How a text is set."""
    return ("effects", ("font", ("size", size, size)), *more)
