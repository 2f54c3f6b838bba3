"""``--set NAME=VALUE``: choices of Morph's, and of its framework's, that the paper leaves open."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from devices.refusal import RefusedError
from machines.storage.option_parsing import read_number

S = TypeVar("S")
WHERE = "--set"


def with_choices(settings: S, texts: Sequence[str] | None) -> S:
    """Settings changed by each ``NAME=VALUE``.  Raises RefusedError."""
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise RefusedError(WHERE, f"{text!r}; expected NAME=VALUE, such as temperature=5")
        every = dict(choices(settings))
        found = [path for path in every if path == name or path.endswith(f".{name}")]
        if len(found) != 1:
            what = "is no choice" if not found else f"is one of {', '.join(found)}"
            raise RefusedError(WHERE, f"{name!r} {what}; expected one of {', '.join(every)}")
        settings = _changed(settings, found[0].split("."), _read(value, every[found[0]], name))
    return settings


def choices(settings: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every choice by its name, those of a part of the settings with the part's name before."""
    for field in fields(settings):
        value = getattr(settings, field.name)
        if is_dataclass(value):
            yield from choices(value, f"{before}{field.name}.")
        else:
            yield before + field.name, value


def _changed(settings: Any, path: Sequence[str], value: Any) -> Any:
    name, *rest = path
    inner = _changed(getattr(settings, name), rest, value) if rest else value
    return replace(settings, **{name: inner})


def _read(text: str, now: Any, name: str) -> Any:
    """A value of the same kind as the one that stands there."""
    if isinstance(now, bool):
        if text not in ("yes", "no"):
            raise RefusedError(WHERE, f"{name} is {text!r}; expected yes or no")
        return text == "yes"
    if isinstance(now, int):
        return read_number(text, f"{WHERE} {name}", 0, 1_000_000)
    if isinstance(now, float):
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,12})?", text):
            raise RefusedError(WHERE, f"{name} is {text!r}; expected a number such as 0.95")
        return float(text)
    return text
