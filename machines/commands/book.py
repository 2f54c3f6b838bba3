"""``main.py book --polynomial P --book FILE.pdn``: how a polynomial agrees with the masters."""

import argparse
from pathlib import Path

from machines.storage.option_parsing import CLUSTER, CSV, JOBS, PLOT, STRICT, Command, Option, whole

COMMAND = Command(
    Option("--polynomial P", default="standard"),
    Option("--player anaconda[:FILE]"),
    Option("--book FILE.pdn", old="--games", required=True, type=Path),
    Option("--ply N", whole(1, 20), default=3),
    JOBS,
    *CLUSTER,
    STRICT,
    CSV,
    PLOT,
)


def run(args: argparse.Namespace) -> int:
    """Follow the games; raises RefusedError."""
    from machines.laboratory.matches.book_agreement import follow

    return follow(args)
