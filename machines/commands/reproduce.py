"""``main.py reproduce --out FOLDER``: the papers' tables and figures beside ours."""

import argparse
from pathlib import Path

from machines.storage.option_parsing import CLUSTER, JOBS, STRICT, Command, Option, flag

COMMAND = Command(
    Option("--out FOLDER", required=True),
    Option("--paper", choices=("samuel", "samuel-1967", "michie", "morph", "anaconda")),
    Option("--only NAME"),
    Option("--book FILE.pdn", type=Path),
    flag("--quick"),
    flag("--force"),
    JOBS,
    *CLUSTER,
    STRICT,
)


def run(args: argparse.Namespace) -> int:
    """Make the report; raises RefusedError."""
    from machines.laboratory.reproduce.report import reproduce

    return reproduce(args)
