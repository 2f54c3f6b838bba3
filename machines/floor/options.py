"""Numbers on the command line, refused in words; nothing heavy comes in with this."""

import re

from devices.refusal import RefusedError


def read_number(text: str, where: str, least: int, most: int) -> int:
    """A whole number from ``least`` to ``most``.  Raises RefusedError."""
    if not re.fullmatch(r"[+-]?[0-9]{1,20}", text):
        raise RefusedError(where, f"{text!r} is no whole number; expected {least} to {most}")
    if not least <= int(text) <= most:
        raise RefusedError(where, f"{int(text)} is out of range; expected {least} to {most}")
    return int(text)


def read_numbers(text: str, where: str, example: str) -> tuple[int, ...]:
    """Whole numbers with commas between, as many as in ``example``.  Raises RefusedError."""
    parts = text.split(",")
    if len(parts) != len(example.split(",")) or not all(
        re.fullmatch(r" *[+-]?[0-9]{1,9} *", part) for part in parts
    ):
        raise RefusedError(where, f"{text!r}; expected whole numbers such as {example}")
    return tuple(map(int, parts))
