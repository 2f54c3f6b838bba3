"""What ``main.py learn anaconda`` was asked for, as the settings of a run."""

import argparse
import re
from typing import Any

from devices.refusal import RefusedError
from machines.anaconda.evolution import SURVIVORS, EvolutionConfig
from machines.anaconda.settings import MOST_EXTRA, MOST_PLIES, Search
from machines.app.option_parsing import read_number
from machines.app.storage.run_file import RunFile

MOST_SEED = (1 << 63) - 1
MOST_MOVES = 1000
OPTIONS = {
    "plies": "--ply",
    "extra": "--extra",
    "forced": "--forced",
    "turned": "--white-sees",
    "near": "--near-wins",
    "repeats": "--repeats",
    "strategy": "--strategy",
    "sigma": "--sigma",
    "rate": "--rate",
    "moves": "--moves",
    "most_sigma": "--most-sigma",
    "loss": "--loss",
    "openings": "--openings",
    "unfinished": "--unfinished",
    "endings": "--endings",
    "slips": "--slips",
    "learning": "--learning",
    "seed": "--seed",
}
"""The option that asks for each setting."""
SHARES = ("endings", "slips")
REALS = ("most_sigma", "loss", "sigma", "rate", "learning", *SHARES)
"""Settings that are numbers above 0, by the name of their option's argument too."""


def settings_named(args: argparse.Namespace) -> dict[str, Any]:
    """What was asked for by name, as a record has it.  Raises RefusedError."""
    found: dict[str, Any] = {}
    numbers = (
        ("plies", args.ply, 1, MOST_PLIES),
        ("extra", args.extra, 0, MOST_EXTRA),
        ("moves", args.moves, 1, MOST_MOVES),
        ("seed", args.seed, 0, MOST_SEED),
    )
    for name, text, least, most in numbers:
        if text is not None:
            found[name] = read_number(text, OPTIONS[name], least, most)
    if args.white_sees is not None:
        found["turned"] = args.white_sees == "turned"
    for name in REALS:
        if (text := getattr(args, name)) is not None:
            found[name] = _number(text, OPTIONS[name])
    if "rate" in found and (
        args.strategy == SURVIVORS or (args.strategy is None and args.resume is None)
    ):
        raise RefusedError("--rate", "is for --strategy mirrored; expected that with it")
    for name in SHARES:
        if found.get(name, 0) > 1:
            raise RefusedError(OPTIONS[name], f"{getattr(args, name)}; expected a share up to 1")
    words = (
        ("near", args.near_wins),
        ("strategy", args.strategy),
        ("openings", args.openings),
        ("forced", args.forced),
        ("repeats", args.repeats),
        ("unfinished", args.unfinished),
    )
    return found | {name: value for name, value in words if value is not None}


def _number(text: str, option: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,9})?", text) or float(text) <= 0:
        raise RefusedError(option, f"{text!r}; expected a number above 0, such as 0.5")
    return float(text)


def complete(asked: dict[str, Any]) -> tuple[EvolutionConfig, int]:
    """Settings and seed, with everything that wasn't named as it is by default."""
    rest = dict(asked)
    seed = int(rest.pop("seed", 1))
    of_search = {name: rest.pop(name) for name in tuple(rest) if name in _SEARCH}
    return EvolutionConfig(search=Search(**of_search), **rest), seed


_SEARCH = ("plies", "forced", "extra", "turned", "near", "repeats", "plain")


def check_same(asked: dict[str, Any], run: RunFile) -> None:
    """Raises RefusedError where what is asked for differs from what the run has."""
    for name, value in asked.items():
        has = run.about.settings.get(name)
        if value != has:
            raise RefusedError(
                OPTIONS[name], f"{name} is {value}; the run in {run.where} has {has}"
            )
