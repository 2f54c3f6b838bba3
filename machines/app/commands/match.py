"""``main.py match A B``: two players of draughts at equal ply, colours paired."""

import argparse
from functools import partial

from machines.app.kernels.compile import announce_compiling
from machines.app.option_parsing import (
    CSV,
    JOBS,
    MOST_SEED,
    PLOT,
    SCHEDULER,
    Command,
    Option,
    flag,
    place,
    read_seconds,
    whole,
)

COMMAND = Command(
    Option("a A"),
    Option("b B"),
    Option("others C D", nargs="*"),
    Option("--format", choices=("pairs", "hoyle"), default="pairs"),
    Option("--games N", whole(2, 1_000_000)),
    Option("--ply N", whole(1, 20), default=3),
    Option("--plies N,N"),
    Option("--seed N", whole(0, MOST_SEED), default=1),
    Option("--draws RULE,RULE", default="repetition,quiet"),
    Option("--repeats", choices=("even", "search")),
    Option("--limit N", whole(0, 10_000), default=0),
    flag("--adjudge"),
    Option("--engine-ms N", whole(1, 3_600_000), default=0),
    Option("--engine-wait SECONDS", partial(read_seconds, most=86_400)),
    JOBS,
    SCHEDULER,
    CSV,
    Option("--pdn FILE.pdn", place()),
    PLOT,
)


def run(args: argparse.Namespace) -> int:
    """Play the match; raises RefusedError."""
    announce_compiling()
    from machines.app.matches.play import play

    return play(args)
