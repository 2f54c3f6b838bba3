"""``main.py strength RUN...``: how a learner's strength grows, measured from its run records."""

import argparse

from machines.storage import option_parsing as take
from machines.storage.option_parsing import Command, Option

MOST_GAMES = 1_000_000


def _read_at(text: str, where: str) -> tuple[int, ...]:
    from machines.laboratory.strength.measure import read_at

    return read_at(text, where)


COMMAND = Command(
    Option("runs RUN", nargs="+"),
    Option("--at N,N", _read_at),
    Option("--games N", take.whole(2, MOST_GAMES), default=200),
    Option("--seed N", take.whole(0, take.MOST_SEED), default=1),
    Option("--csv FILE.csv", take.place(".csv"), old="--out"),
)


def run(args: argparse.Namespace) -> int:
    """Measure it; raises RefusedError."""
    from machines.laboratory.strength.measure import measure

    return measure(args)
