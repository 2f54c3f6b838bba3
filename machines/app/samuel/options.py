"""What ``main.py learn samuel`` was asked for: settings as a record has them, seeds, studies."""

import argparse
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from devices.refusal import RefusedError
from machines.app.option_parsing import read_number
from machines.app.samuel.book_agreement import games_in
from machines.app.samuel.combined_study import BothStudy, abridged_tape
from machines.app.samuel.generalization_study import GeneralizationStudy
from machines.app.samuel.players import LEAST_PLY, MOST_PLY, memory_on
from machines.app.samuel.polynomials import polynomial_named
from machines.app.samuel.rote_study import KINDS, RoteStudy
from machines.app.samuel.run_records import SERIES
from machines.app.samuel.studies import Study
from machines.app.storage.files import file_exists, read_file
from machines.app.storage.run_file import RunFile
from machines.samuel.generalization.coefficients import PowerRule
from machines.samuel.generalization.combined import Partial
from machines.samuel.generalization.rules import Rules
from machines.samuel.player import settings_at
from machines.samuel.settings import ProgramSettings

MOST_SEEDS = 10_000
MOST_SEED = (1 << 63) - 1


def settings_named(args: argparse.Namespace) -> dict[str, Any]:
    """What was asked for by name, as a record has it; what wasn't is left out."""
    found: dict[str, Any] = {}
    if args.series is not None:
        found[SERIES] = args.series
    if args.ply is not None:
        found["ply"] = read_number(args.ply, "--ply", LEAST_PLY, MOST_PLY)
    for name in ("without", "power_rule", "moment", "polynomial", "way"):
        if getattr(args, name) is not None:
            found[name] = getattr(args, name)
    if args.terms is not None:
        found["terms"] = args.terms.upper().split(",")
    if args.games_of is not None:
        found["games_of"] = args.games_of.split(",")
    if args.book is not None:
        found["book"] = sha256(read_file(Path(args.book))).hexdigest()[:16]
    if args.abridge is not None:
        found["abridge"] = sha256(read_file(Path(args.abridge))).hexdigest()[:16]
    return found


DEFAULTS: Mapping[str, Any] = {"ply": 3}
_FIRST = {"power_rule": "table", "moment": False}
_SECOND = {**_FIRST, "without": "", "terms": []}
OF_SERIES: Mapping[str, Mapping[str, Any]] = {
    "first": _FIRST,
    "second": _SECOND,
    "both": {**_SECOND, "way": "b", "abridge": "", "polynomial": "standard"},
    "rote": {"polynomial": "standard", "games_of": ["self"], "book": ""},
}
"""The settings that each series has, and what they are if they aren't named."""


def complete(asked: dict[str, Any]) -> dict[str, Any]:
    """With everything that wasn't named.  Raises RefusedError for what isn't of the series."""
    series = asked.get(SERIES, "second")
    every = {SERIES: series, **DEFAULTS, **OF_SERIES[series]}
    for name in asked:
        if name not in every:
            raise RefusedError(f"--{name.replace('_', '-')}", f"is nothing of --series {series}")
    return {**every, **asked}


def _machine_settings(ply: int) -> ProgramSettings:
    """As the 704 looked ahead: plain minimax, so that machine time is the program's own."""
    return replace(settings_at(ply), alpha_beta=0)


def study_of_settings(settings: Mapping[str, Any], seed: int, args: argparse.Namespace) -> Study:
    """A study that has yet to play.  Raises RefusedError."""
    ply = _machine_settings(settings["ply"])
    if settings[SERIES] == "rote":
        return _rote_study(settings, seed, ply, args)
    name = "first" if settings[SERIES] == "first" else "second"
    rules = Rules.first() if name == "first" else Rules.second(settings["without"])
    rules = replace(rules, power_rule=PowerRule[settings["power_rule"].upper()])
    study = GeneralizationStudy(
        name, seed, rules, ply, tuple(settings.get("terms", ())), settings["moment"]
    )
    study.check()
    if settings[SERIES] == "both":
        return BothStudy.begin(settings["way"], study, _earlier(settings, ply, args))
    return study


def _earlier(
    settings: Mapping[str, Any], ply: ProgramSettings, args: argparse.Namespace
) -> tuple[Partial, ...]:
    """The boards of the abridged tape with which the way (c) begins."""
    if (settings["way"] == "c") != (args.abridge is not None):
        raise RefusedError("--abridge", "names the tape of --way c; expected both or neither")
    if args.abridge is None:
        return ()
    polynomial = polynomial_named(settings["polynomial"])
    return abridged_tape(memory_on(Path(args.abridge), polynomial, ply), polynomial)


def _rote_study(
    settings: Mapping[str, Any], seed: int, ply: ProgramSettings, args: argparse.Namespace
) -> RoteStudy:
    kinds = tuple(settings["games_of"])
    for kind in kinds:
        if kind not in KINDS:
            raise RefusedError("--games-of", f"has {kind!r}; expected of {','.join(KINDS)}")
    if ("book" in kinds) != (args.book is not None):
        raise RefusedError("--book", "names the games of --games-of book; expected both or neither")
    book = games_in(Path(args.book)) if args.book is not None else ()
    polynomial = polynomial_named(settings["polynomial"])
    tape = None
    if args.tape is not None and file_exists(Path(args.tape)):
        tape = memory_on(Path(args.tape), polynomial, ply)
    return RoteStudy.begin(seed, ply, kinds, polynomial, tape, book)


def differs(what: str, value: object, record: RunFile) -> str:
    """How what is asked for differs from what a run has, for a refusal."""
    if what in ("book", "abridge"):
        return f"names another file than the run in {record.where} was begun with"
    if what == "moment":
        return f"is asked for; the run in {record.where} goes without"
    has = record.about.settings.get(what)
    return f"is {_in_words(value)}; the run in {record.where} has {_in_words(has)}"


def _in_words(value: object) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    return "none" if value in (None, "") else str(value)


def seed_asked(args: argparse.Namespace) -> int:
    """The seed, by the word or 1.  Raises RefusedError."""
    return read_number("1" if args.seed is None else args.seed, "--seed", 0, MOST_SEED)


def seeds_asked(args: argparse.Namespace) -> list[int]:
    """The seed itself for one run; for several, seeds spawned from it."""
    seed = seed_asked(args)
    count = read_number("1" if args.seeds is None else args.seeds, "--seeds", 1, MOST_SEEDS)
    if count == 1:
        return [seed]
    spawned = np.random.SeedSequence(seed).spawn(count)
    return [int(one.generate_state(1, np.uint64)[0] >> 1) for one in spawned]
