"""Numbers and switches on the command line, refused in words; nothing heavy comes in with this."""

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


def read_seconds(text: str, where: str, most: int) -> int:
    """Seconds, such as 90 or 0.5, in microseconds.  Raises RefusedError."""
    if not re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,6})?", text) or not 0 < float(text) <= most:
        raise RefusedError(where, f"{text!r}; expected seconds, above 0 and up to {most:,}")
    return round(float(text) * 1_000_000)


def read_switches(text: str) -> tuple[int, ...]:
    """``2,5`` as the numbers of sense switches.  Raises RefusedError."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    for part in parts:
        if part not in ("1", "2", "3", "4", "5", "6"):
            raise RefusedError("--sense", f"{part!r}; expected switches 1 to 6, such as 2,5")
    return tuple(int(part) for part in parts)


def read_word(text: str, where: str) -> int:
    """A word of at most twelve octal digits.  Raises RefusedError."""
    if not re.fullmatch(r"[0-7]{1,12}", text):
        raise RefusedError(where, f"{text!r}; expected one to twelve octal digits")
    return int(text, 8)
