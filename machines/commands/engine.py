"""``main.py engine PLAYER``: a machine as an engine of another program's window."""

import argparse

from machines.storage import option_parsing as take
from machines.storage.option_parsing import Command, Option

COMMAND = Command(
    Option("player PLAYER"),
    Option("--name NAME"),
    Option("--ply N", take.whole(1, 20)),
    Option("--ms N", take.whole(1, 3_600_000)),
    Option("--seed N", take.whole(0, (1 << 31) - 1), default=1),
    Option("--database DATABASE"),
    take.RUNS_FOLDER,
)


def run(args: argparse.Namespace) -> int:
    """Answer until the other program has gone; raises RefusedError."""
    from machines.laboratory.engine.play import be_engine

    return be_engine(args)
