"""What ``main.py learn morph`` was asked for, as the settings of its runs."""

import argparse
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from devices.refusal import RefusedError
from machines.app.morph.run_records import MorphRunConfig
from machines.app.option_parsing import read_number
from machines.app.storage.run_file import RunFile
from machines.morph.settings import LearnerConfig, version

S = TypeVar("S")
MOST_SEED = (1 << 63) - 1
MOST_SEEDS = 100
SEED = 1
OPPONENT = "house"
"""If none is asked for."""
WHERE = "--set"


def read_config(args: argparse.Namespace) -> MorphRunConfig:
    """Settings, opponent and the first seed, with what wasn't named as it is by default."""
    settings = version(args.morph) if args.morph is not None else LearnerConfig()
    for text in args.set or ():
        settings = with_choice(settings, text)
    seed = SEED if args.seed is None else read_number(args.seed, "--seed", 0, MOST_SEED)
    return MorphRunConfig(settings, args.opponent or OPPONENT, seed)


def with_choice(settings: S, text: str) -> S:
    """Settings with one of them changed by ``NAME=VALUE``.  Raises RefusedError."""
    name, equals, value = text.partition("=")
    if not equals:
        raise RefusedError(WHERE, f"{text!r}; expected NAME=VALUE, such as temperature=5")
    every = dict(choices(settings))
    found = [path for path in every if path == name or path.endswith(f".{name}")]
    if len(found) != 1:
        what = "is no choice" if not found else f"is one of {', '.join(found)}"
        raise RefusedError(WHERE, f"{name!r} {what}; expected one of {', '.join(every)}")
    path = found[0].split(".")
    changed: S = _changed(settings, path, _read(value, every[found[0]], name))
    return changed


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


def check_same(args: argparse.Namespace, run: RunFile, has: MorphRunConfig) -> None:
    """Raises RefusedError where what is asked for differs from what the run has."""
    if args.opponent is not None and args.opponent != has.opponent:
        raise RefusedError(
            "--opponent", f"is {args.opponent}; the run in {run.where} has {has.opponent}"
        )
    if args.seed is not None and read_number(args.seed, "--seed", 0, MOST_SEED) != has.seed:
        raise RefusedError("--seed", f"is {args.seed}; the run in {run.where} has {has.seed}")
    wanted = version(args.morph, has.settings) if args.morph is not None else has.settings
    for text in args.set or ():
        wanted = with_choice(wanted, text)
    for (name, value), (_, kept) in zip(choices(wanted), choices(has.settings), strict=True):
        if value != kept:
            raise RefusedError(WHERE, f"{name} is {value}; the run in {run.where} has {kept}")
