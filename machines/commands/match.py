"""``main.py match A B``: two players of draughts at equal ply, colours paired."""

import argparse
from functools import partial

from machines.commands._deck_options import EVENTS
from machines.storage import option_parsing as take
from machines.storage.option_parsing import Command, Option

COMMAND = Command(
    Option("a A"),
    Option("b B"),
    Option("others C D", nargs="*"),
    Option("--format", choices=("pairs", "hoyle"), default="pairs"),
    Option("--games N", take.whole(2, 1_000_000)),
    Option("--ply N", take.whole(1, 20), default=3),
    Option("--plies N,N"),
    Option("--seed N", take.whole(0, take.MOST_SEED), default=1),
    Option("--draws RULE,RULE", default="repetition,quiet"),
    Option("--repeats", choices=("even", "search")),
    Option("--limit N", take.whole(0, 10_000), default=0),
    take.flag("--adjudge"),
    Option("--names NAME,NAME"),
    Option("--engine-ms N", take.whole(1, 3_600_000), default=0),
    Option("--engine-wait SECONDS", partial(take.read_seconds, most=86_400)),
    take.JOBS,
    *take.CLUSTER,
    take.STRICT,
    take.CSV,
    Option("--pdn FILE.pdn", take.place(usual=(".pdn",))),
    EVENTS[0],
    take.PLOT,
)


def run(args: argparse.Namespace) -> int:
    """Play the match; raises RefusedError."""
    from machines.laboratory.matches.play import play

    return play(args)
